"""Makes CUDA of a kernel in naga's Metal, which clang compiles to PTX with `metal/` in place of Metal's library."""

import re

KERNEL = "kernel void main_("
# The threads of a workgroup, which bound how many registers each may have.
THREADS = re.compile(r"\[\[max_total_threads_per_threadgroup\((\d+)\)\]\]")
# The same function again for memory of workgroups; where all pointers are of one kind, nothing distinguishes it.
FOR_WORKGROUPS = re.compile(r"^template <typename A>\n[^{}]*\bthreadgroup A \*[^{}]*\{.*?^\}\n", re.M | re.S)
# Another name for a vector, which is called like the vector's own (see `metal/metal_stdlib`).
NAMED_VECTOR = re.compile(r"^typedef metal::(\w+) (\w+);$", re.M)
PARAMETER = re.compile(r"(?P<type>.+?) ?(?P<by>&?) (?P<name>\w+)(?: \[\[(?P<what>\w+)(?:\(.*\))?\]\])?$")
BUILT_IN = {
    "threadgroup_position_in_grid":
        "metal::uint3(__nvvm_read_ptx_sreg_ctaid_x(), __nvvm_read_ptx_sreg_ctaid_y(), __nvvm_read_ptx_sreg_ctaid_z())",
    "thread_index_in_threadgroup": "uint(__nvvm_read_ptx_sreg_tid_x())",
}


def cuda(metal):
    """The kernel as it is, and a function `start` that has the kernel's parameters and can be started.

    As in Vulkan, the few parameters of a dispatch are in constant memory: CUDA puts a kernel's own parameters there. No
    buffer overlaps another one, as wgpu allows none that is written to be bound twice.
    """
    threads = THREADS.search(metal)[1]
    lines = metal[metal.index(KERNEL) + len(KERNEL):].split(") {", 1)[0].strip().split("\n, ")
    parameters, shared, arguments = [], [], []
    for line in lines:
        parameter = PARAMETER.match(line.strip())
        kind, name, what = parameter["type"], parameter["name"], parameter["what"]
        if what in BUILT_IN:
            arguments.append(BUILT_IN[what])
            continue
        arguments.append(name)
        if kind.startswith("threadgroup "):
            shared.append(f"    static __attribute__((shared)) {kind} {name};\n")
        elif kind.startswith("constant "):
            parameters.append(f"{kind} {name}")
        else:
            parameters.append(f"{kind}& __restrict__ {name}")
    return (
        NAMED_VECTOR.sub(r"\g<0>\n#define \2(...) metal::\1(__VA_ARGS__)", FOR_WORKGROUPS.sub("", metal))
        + "#pragma clang attribute pop\n"
        + f'extern "C" __attribute__((global, launch_bounds({threads}))) void start({", ".join(parameters)}) {{\n'
        + "".join(shared)
        + f"    main_({', '.join(arguments)});\n}}\n"
    )
