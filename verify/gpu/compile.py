#!/usr/bin/env python3
"""Compiles every kernel for GPUs that this machine does not have, and compares the compilers' figures with limits.

    verify/gpu/compile.py [--update] [--kernels FOLDER]

1. SPIR-V of every kernel is checked by spirv-val, GLSL by glslangValidator.
2. NVIDIA's ptxas for sm_90: registers, stack, spills; nvdisasm: instructions.
3. AMD's ACO, as it is in Mesa's RADV, for Navi 21: vector registers, scratch, spills, instructions.
4. Microsoft's DirectX compiler, for shader model 6.0: bytes of indexed arrays, instructions.

Fails if a compiler refuses a kernel, or if a number rises above its limit in limits.tsv, and says which. `--update`
makes the numbers the limits and writes benches/record/gpu/compilers.md. `--kernels` takes kernels that
`cargo test -p cubebatch-shaders writes_kernels` has left in a folder, and else they are written to target/gpu/kernels.

Installs what is missing: Debian's packages for clang, spirv-val, glslangValidator, Vulkan and Mesa, from PyPI NVIDIA's in
target/gpu/python (175 MB) and Microsoft's in target/gpu/dxc (100 MB). Half a minute, besides what it takes to install and to
compile the crate's tests.
README.md says what the numbers mean. Needs x86-64, Python 3.9.
"""

import argparse
import collections
import csv
import datetime
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import venv

sys.dont_write_bytecode = True  # nothing is left beside the sources
import ptx

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "target" / "gpu"
LIMITS = HERE / "limits.tsv"
RECORD = ROOT / "benches" / "record" / "gpu" / "compilers.md"

# Debian's packages, each with a file that it brings.
DEBIAN = {
    "clang": "/usr/bin/clang++",
    "glslang-tools": "/usr/bin/glslangValidator",
    "libvulkan-dev": "/usr/include/vulkan/vulkan.h",
    "mesa-vulkan-drivers": "/usr/share/vulkan/icd.d/radeon_icd*.json",
    "spirv-tools": "/usr/bin/spirv-val",
}
# Other versions give other numbers.
NVIDIA = ["nvidia-cuda-nvcc==13.5.37", "nvidia-cuda-nvdisasm==13.5.37"]
# The source of this package has Microsoft's library and headers for Linux. Microsoft has a package for Windows alone.
DXC = "compushady==0.17.5"
DXC_FILES = {"dxcapi.h": "dxcapi.h", "WinAdapter.h": "WinAdapter.h", "libdxcompiler_x86_64.so.3.7": "libdxcompiler.so.3.7"}

NVIDIA_CARD = "sm_90"
AMD_CARD = "navi21"
# The newest that clang 14 knows. PTX is for all cards from one on; ptxas makes code for the card out of it.
PTX = ["--cuda-gpu-arch=sm_80", "-Xclang", "-target-feature", "-Xclang", "+ptx72"]
CLANG = ["clang++", "-w", "-std=c++17", "-O3", "-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", *PTX]

# The numbers that have limits, with the column of the record, and the numbers that are only recorded.
LIMITED = {
    "ptxas_registers": "registers", "ptxas_stack": "stack", "ptxas_spills": "spilt",
    "aco_vgprs": "VGPRs", "aco_scratch": "scratch", "aco_spills": "spilt",
    "dxc_arrays": "arrays",
}
RECORDED = {
    "ptxas_instructions": "instructions", "aco_instructions": "instructions", "aco_waves": "waves",
    "dxc_instructions": "instructions",
}


class Refused(Exception):
    """A compiler does not take a kernel, or is not there."""


def output(command, **options):
    """What a command prints, if it succeeds."""
    command = [str(part) for part in command]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode != 0:
        lines = done.stdout.splitlines()
        errors = [line for line in lines if "error" in line.lower()] or lines
        raise Refused(" ".join([pathlib.Path(command[0]).name + ":", *errors[:3]]))
    return done.stdout


def install():
    missing = [package for package, path in DEBIAN.items() if not glob.glob(path)]
    if missing:
        if not shutil.which("apt-get"):
            files = ", ".join(DEBIAN[package] for package in missing)
            sys.exit(f"There is no apt-get to install {', '.join(missing)}. Missing are {files}.")
        root = [] if os.geteuid() == 0 else ["sudo"]
        subprocess.run([*root, "apt-get", "update", "-q"], check=True)
        subprocess.run([*root, "apt-get", "install", "-qy", "--no-install-recommends", *missing], check=True)
    python = WORK / "python"
    marker = python / "installed"
    if not marker.exists() or marker.read_text().split() != NVIDIA:
        venv.create(python, clear=True, with_pip=True)
        subprocess.run([python / "bin" / "pip", "install", "--quiet", "--no-deps", *NVIDIA], check=True)
        marker.write_text("\n".join(NVIDIA))
    install_dxc(python / "bin" / "pip")


def install_dxc(pip):
    """Takes what DXC needs out of the package's source, without building that."""
    folder = WORK / "dxc"
    marker = folder / "installed"
    if marker.exists() and marker.read_text() == DXC:
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    command = [pip, "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest", folder, DXC]
    subprocess.run(command, check=True)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        for member in files:
            name = DXC_FILES.get(pathlib.PurePath(member.name).name)
            if name and "/backends/" in member.name:
                (folder / name).write_bytes(files.extractfile(member).read())
    archive.unlink()
    (folder / "libdxcompiler.so").symlink_to("libdxcompiler.so.3.7")
    marker.write_text(DXC)


def nvidia(tool):
    """A program of NVIDIA's packages."""
    return next((WORK / "python").glob(f"lib*/python3*/site-packages/nvidia/**/bin/{tool}"))


def write_kernels(folder):
    shutil.rmtree(folder, ignore_errors=True)
    command = ["cargo", "test", "--locked", "--quiet", "-p", "cubebatch-shaders", "--lib", "writes_kernels", "--", "--ignored"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "CUBEBATCH_KERNELS": str(folder)})


def check_languages(folder, kernel):
    output(["spirv-val", "--target-env", "vulkan1.3", folder / f"{kernel}.spv"])
    output(["glslangValidator", folder / f"{kernel}.comp"])


def by_ptxas(folder, kernel):
    stem = WORK / "ptx" / kernel
    stem.parent.mkdir(parents=True, exist_ok=True)
    source, assembly, code = (stem.with_suffix(suffix) for suffix in (".cu", ".ptx", ".cubin"))
    source.write_text(ptx.cuda((folder / f"{kernel}.unchecked.metal").read_text()))
    output([*CLANG, f"-I{HERE / 'metal'}", "-S", source, "-o", assembly])
    told = output([nvidia("ptxas"), f"-arch={NVIDIA_CARD}", "-v", assembly, "-o", code])
    (properties,) = re.findall(r"properties for start\n(.*\n.*\n?)", told)
    number = lambda pattern: int(re.search(pattern, properties)[1])
    # The code is padded with instructions that do nothing.
    instructions = re.findall(r"^\s+/\*[0-9a-f]{4,}\*/\s+(?!\s|NOP\b)", output([nvidia("nvdisasm"), "-c", code]), re.M)
    return {
        "ptxas_registers": number(r"Used (\d+) registers"),
        "ptxas_stack": number(r"(\d+) bytes stack frame"),
        "ptxas_spills": number(r"(\d+) bytes spill stores"),
        "ptxas_instructions": len(instructions),
    }


def by_aco(folder, kernels):
    """Numbers of each kernel, and what the driver calls the card."""
    program = WORK / "statistics"
    output(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", HERE / "statistics.c", "-o", program, "-lvulkan"])
    (driver,) = glob.glob(DEBIAN["mesa-vulkan-drivers"])
    # Mesa compiles for a card that is not there. A cache of what it has compiled would have no statistics.
    environment = {**os.environ, "VK_DRIVER_FILES": driver, "VK_ICD_FILENAMES": driver, "RADV_FORCE_FAMILY": AMD_CARD,
                   "MESA_SHADER_CACHE_DISABLE": "1", "NODEVICE_SELECT": "1"}
    card, told = None, collections.defaultdict(dict)
    for line in output([program, *(f"{kernel}.spv" for kernel in kernels)], cwd=folder, env=environment).splitlines():
        file, name, value = line.split("\t")
        if file == "device":
            card = name
        else:
            told[file.removesuffix(".spv")][name] = int(value)
    numbers = {
        kernel: {
            "aco_vgprs": statistics["VGPRs"],
            "aco_scratch": statistics["Scratch size"],
            "aco_spills": statistics["Spilled VGPRs"] + statistics["Spilled SGPRs"],
            "aco_instructions": statistics["Instructions"],
            "aco_waves": statistics["Subgroups per SIMD"],
        }
        for kernel, statistics in told.items()
    }
    return numbers, card


def by_dxc(folder, kernels):
    """Numbers of each kernel, out of its DXIL."""
    library, program = WORK / "dxc", WORK / "dxc" / "dxc"
    output(["clang++", "-w", "-std=c++17", "-D__EMULATE_UUID", f"-I{library}", HERE / "dxc.cpp", "-o", program,
            f"-L{library}", "-ldxcompiler", f"-Wl,-rpath,{library}"])
    output([program, *(f"{kernel}.hlsl" for kernel in kernels)], cwd=folder)
    numbers = {}
    for kernel in kernels:
        # Labels and braces begin a line, comments have a semicolon.
        code = re.findall(r"^  (?!;).+", (folder / f"{kernel}.dxil").read_text().partition("\ndefine void @main()")[2], re.M)
        arrays = [int(count) for line in code for count in re.findall(r"alloca \[(\d+) x i32\]", line)]
        if sum("alloca" in line for line in code) != len(arrays):
            raise Refused(f"{kernel}: an array is not of words")
        numbers[kernel] = {"dxc_arrays": 4 * sum(arrays), "dxc_instructions": len(code)}
    return numbers


def read_limits():
    if not LIMITS.exists():
        return {}
    with open(LIMITS, newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return {row["kernel"]: {name: int(row[name]) for name in LIMITED} for row in rows}


def write_limits(measured):
    with open(LIMITS, "w", newline="") as file:
        table = csv.writer(file, delimiter="\t", lineterminator="\n")
        table.writerow(["kernel", *LIMITED])
        table.writerows([kernel, *(numbers[name] for name in LIMITED)] for kernel, numbers in measured.items())


def compare(measured, limits):
    """A sentence for each number above its limit, and each kernel that has none or is no more; notes on those below."""
    faults, notes = [], []
    for kernel, numbers in measured.items():
        if kernel not in limits:
            faults.append(f"{kernel} has no limits; --update adds them")
            continue
        for name, limit in limits[kernel].items():
            if numbers[name] > limit:
                faults.append(f"{kernel}: {name} is {numbers[name]}, its limit {limit}")
            elif numbers[name] < limit:
                notes.append(f"{kernel}: {name} is {numbers[name]}, its limit may come down from {limit}")
    faults += [f"{kernel} has limits and is no more; --update removes them" for kernel in limits.keys() - measured.keys()]
    return faults, notes


def versions(card):
    first = lambda command: output(command).strip().splitlines()[0]
    mesa = output(["dpkg-query", "-W", "-f", "${Version}", "mesa-vulkan-drivers"]) if shutil.which("dpkg-query") else "?"
    ptxas = re.search(r"V[\d.]+", output([nvidia("ptxas"), "--version"]))[0]
    spirv, glslang = first(["spirv-val", "--version"]), first(["glslangValidator", "--version"])
    naga = re.search(r'name = "naga"\nversion = "(.*)"', (ROOT / "Cargo.lock").read_text())[1]
    return [
        f"naga {naga}", f"ptxas {ptxas} for {NVIDIA_CARD}, from PTX by {first(['clang++', '--version'])}",
        f"ACO of Mesa {mesa}: {card}", f"DXC of {DXC.replace('==', ' ')}, with its validator", spirv, glslang,
    ]


def table(measured):
    titles = {**LIMITED, **RECORDED}
    compilers = {"ptxas_": "ptxas", "aco_": "ACO", "dxc_": "DXC"}
    columns = {name: f"{compiler} {titles[name]}"
               for prefix, compiler in compilers.items() for name in titles if name.startswith(prefix)}
    head = ["kernel", *columns.values()]
    rows = [[f"`{kernel}`", *(str(numbers[name]) for name in columns)] for kernel, numbers in measured.items()]
    return "".join(f"| {' | '.join(row)} |\n" for row in [head, ["---", *["---:"] * len(columns)], *rows])


def write_record(measured, card):
    commit = output(["git", "describe", "--always", "--dirty"], cwd=ROOT).strip()
    RECORD.parent.mkdir(parents=True, exist_ok=True)
    RECORD.write_text(f"""# Kernels as compilers for GPUs see them

{datetime.date.today()}, on {commit}, by `verify/gpu/compile.py --update`; [verify/gpu](../../../verify/gpu/README.md) says what the
numbers mean. No GPU was there, and nothing ran.

{"".join(f"- {version}" + chr(10) for version in versions(card))}
All {len(measured)} kernels are SPIR-V that spirv-val takes, GLSL that glslangValidator takes, and HLSL of which DXC makes DXIL
that its validator takes. Stack, scratch, arrays and what ptxas spilt are in bytes, an invocation; what ACO spilt are
registers.

{table(measured)}""")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--update", action="store_true")
    arguments.add_argument("--kernels", type=pathlib.Path)
    given = arguments.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    install()
    folder = given.kernels or WORK / "kernels"
    if not given.kernels:
        write_kernels(folder)
    kernels = sorted(str(path.relative_to(folder).with_suffix("")) for path in folder.glob("**/*.wgsl"))
    if not kernels:
        sys.exit(f"There are no kernels in {folder}.")

    measured, faults = {}, []
    for kernel in kernels:
        try:
            check_languages(folder, kernel)
            measured[kernel] = by_ptxas(folder, kernel)
        except Refused as refused:
            faults.append(f"{kernel}: {refused}")
    if not faults:
        try:
            of_aco, card = by_aco(folder, kernels)
            of_dxc = by_dxc(folder, kernels)
        except Refused as refused:
            sys.exit(str(refused))
        measured = {kernel: {**measured[kernel], **of_aco[kernel], **of_dxc[kernel]} for kernel in kernels}
        print(table(measured))
        if given.update:
            write_limits(measured)
            write_record(measured, card)
        more, notes = compare(measured, read_limits())
        faults += more
        print("".join(f"note: {note}\n" for note in notes), end="")
    if faults:
        sys.exit("\n".join(faults))
    print(f"{len(kernels)} kernels within their limits")


if __name__ == "__main__":
    main()
