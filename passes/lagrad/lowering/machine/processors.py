"""The processor that machine code is made for: this one, or one that is named."""

from __future__ import annotations

import functools
import os
import tempfile
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm

from ...errors import Failure
from ...passes import option

NATIVE = "native"  # the processor that the compiler runs on

# What the levels of x86-64 add to the one before: the psABI's table, as LLVM spells the features.
_LEVELS = {
    "x86-64": (),
    "x86-64-v2": ("cx16", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3"),
    "x86-64-v3": ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"),
    "x86-64-v4": ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"),
}


@functools.cache
def machine(cpu: str, level: int = 3) -> llvm.TargetMachine:
    """Makes code for `native`, or for a processor or level that LLVM knows (`znver4`, `x86-64-v3`).

    `level` is how hard LLVM's code generator tries. Raises Failure for a processor that LLVM does not know. A new one
    takes a millisecond for its first function, to read the list of what the processor has, so they are kept. llvmlite
    lets one thread at a time into LLVM.
    """
    _initialize()
    if cpu == NATIVE:
        return _create(*_host(), level)
    if not _is_known(cpu):
        raise Failure(
            f"LLVM knows no processor '{cpu}'; there are {NATIVE}, {', '.join(_LEVELS)}, and names such as "
            f"znver4 or skylake"
        )
    return _create(cpu, "", level)


def described() -> str:
    """This processor, as LLVM names it and what it has."""
    return " ".join(_host())


def check_runs_here(cpu: str) -> None:
    """Failure unless code for the processor is known to run on this one."""
    if cpu == NATIVE:
        return
    if cpu not in _LEVELS:
        raise Failure(
            f"code for '{cpu}' may not run here; a program is compiled to run for {NATIVE} or a level: "
            f"{', '.join(_LEVELS)}"
        )
    _initialize()
    host = llvm.get_host_cpu_features()
    levels = list(_LEVELS)
    needed = {feature for level in levels[: levels.index(cpu) + 1] for feature in _LEVELS[level]}
    missing = sorted(feature for feature in needed if not host.get(feature))
    if missing:
        raise Failure(f"this processor is no {cpu}: it lacks {', '.join(missing)}")


# A scatter takes no less time than the stores that it stands for, and a load that follows soon waits for it. LLVM's
# costs do not say so, and adjoints add to elements again and again, many of which lie apart.
_NO_SCATTERS = "+prefer-no-scatter"


@dataclass(frozen=True)
class Registers:
    """The vector registers of a processor, and whether it has an instruction for y 2^k in these."""

    bytes: int
    count: int
    scales: bool


@functools.cache
def registers(cpu: str) -> Registers:
    """What a processor has, by what LLVM makes of a sample for it. Failure for one that LLVM does not know."""
    made = machine(cpu)
    module = llvm.parse_assembly(_SAMPLE)
    module.triple = llvm.get_process_triple()
    assembly = made.emit_assembly(module)
    vectors = {"%zmm": (64, 32), "%ymm": (32, 16), "%xmm": (16, 16), "": (16, 32)}  # the last are those of AArch64
    return Registers(*next(found for name, found in vectors.items() if name in assembly), "ldexp" not in assembly)


def chosen(help: str) -> Any:
    """An option of a pass: a processor whose registers are known."""
    return option(NATIVE, help, check=registers)


# Of vectors as long as any register. LLVM calls the C library where there is no instruction for a 2^k.
_SAMPLE = """
define <8 x double> @sample(<8 x double> %a, <8 x double> %b, <8 x i32> %k) {
  %c = fadd <8 x double> %a, %b
  %d = call <8 x double> @llvm.ldexp.v8f64.v8i32(<8 x double> %c, <8 x i32> %k)
  ret <8 x double> %d
}"""


@functools.cache
def _host() -> tuple[str, str]:
    """The name of this processor, and what it has."""
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


@functools.cache
def _initialize() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()


def _create(cpu: str, features: str, level: int) -> llvm.TargetMachine:
    target = llvm.Target.from_triple(llvm.get_process_triple())
    if target.name == "x86-64":
        features = ",".join(filter(None, [features, _NO_SCATTERS]))
    return target.create_target_machine(cpu=cpu, features=features, opt=level, reloc="pic", codemodel="default")


@functools.cache
def _is_known(cpu: str) -> bool:
    """Whether LLVM takes the name. It takes any, and complains on standard error of one that it does not know."""
    if not cpu or cpu == "help":
        return False
    with tempfile.TemporaryFile() as said:
        error = os.dup(2)
        try:
            os.dup2(said.fileno(), 2)
            _create(cpu, "", level=3)
        finally:
            os.dup2(error, 2)
            os.close(error)
        said.seek(0)
        return b"not a recognized processor" not in said.read()
