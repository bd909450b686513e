"""Ctrl-C in the midst of work."""

import signal
import subprocess
import sys
import time

PROLOGUE = """
import cubebatch as cb, signal
# A process that was started in the background may ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
"""


def after_interrupt(script: str, seconds: float) -> str:
    """What a script prints after its first line, `works`, if Ctrl-C comes after this number of seconds."""
    process = subprocess.Popen([sys.executable, "-c", PROLOGUE + script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "works\n"
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    try:
        output, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0
    return output
