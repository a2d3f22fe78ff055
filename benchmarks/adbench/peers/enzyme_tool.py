"""Enzyme: C++ of ours with restrict pointers, differentiated at -O3 by the clang and Enzyme of a wheel.

A variant that ends in `-fast` has -ffast-math and the vector functions of glibc. The variant `mlir` is
our own lowered primal.
"""

from __future__ import annotations

import ctypes
import importlib
import re
import subprocess
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from lagrad.lowering.machine.llvm_text import with_old_constants

from ..benchmark import Benchmark, direction_of
from . import CLANG, INSTALLED, PUSHFORWARD, Calls, lowered_primal
from .native import Native, built

FAST = "reassoc|nnan|ninf|nsz|arcp|contract|afn|fast"
IR = Path(__file__).parent / "enzyme_ir.py"
BEFORE = """
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define R __restrict
"""
AFTER = """
struct Arguments { int64_t derivative; const int64_t *sizes; void *const *in, *const *out; };
void peer_entry(void *given) {
  Arguments *a = (Arguments *)given;
  (a->derivative ? derivative : objective)(a->sizes, a->in, a->out);
}
"""


class Arguments(ctypes.Structure):
    _fields_ = [("derivative", ctypes.c_int64)] + [(name, ctypes.c_void_p) for name in ("sizes", "inputs", "outputs")]


def load(benchmark: Benchmark, given: Any, variant: str, threads: int) -> Calls:
    package = f"benchmarks.adbench.{benchmark.name}.peers"
    name = variant.removesuffix("-fast")
    native: Native = importlib.import_module(package).native(given, name)
    if name == PUSHFORWARD:
        native = native.in_direction(direction_of(benchmark, given))
    if name == "mlir":
        text, bitcode, native = lowered_primal.lowered(benchmark, given, native)
    else:
        text, bitcode = (benchmark.folder / "peers" / "for_enzyme.cpp").read_text(encoding="utf-8"), b""
    library, seconds = compiled(text, native.flags, variant.endswith("-fast"), bitcode)
    return Calls(
        objective=native.caller(entry(library, 0), native.objective),
        derivative=native.caller(entry(library, 1), native.derivative),
        objective_arrays=lambda results: results,
        derivative_arrays=lambda results: results,
        compile_s=seconds,
        version=_version(),
        into=lambda results: native.caller(entry(library, 1), native.derivative, results)(),
    )


def compiled(text: str, own_flags: Sequence[str], fast: bool, bitcode: bytes = b"") -> tuple[ctypes.CDLL, float]:
    """The library of C++ that has the functions `objective` and `derivative`, and the seconds that it took."""
    source = BEFORE + text + AFTER
    vector = ["-fveclib=libmvec"] if fast else []
    said = subprocess.run([CLANG, "-print-resource-dir"], capture_output=True, text=True, check=True)
    target = _target()
    flags = [
        "-O3",
        "-fgnuc-version=4.2.1",
        "-fcxx-exceptions",
        "-target-cpu",
        target,
        "-resource-dir",
        said.stdout.strip(),
    ]
    flags += [*(["-ffast-math", *vector] if vector else []), *own_flags]

    def build(library: Path) -> None:
        text, ir = library.with_suffix(".cpp"), library.with_suffix(".ll")
        text.write_text(source, encoding="utf-8")
        linked_in = []
        if bitcode:
            library.with_suffix(".bc").write_bytes(bitcode)
            linked_in = ["-mlink-bitcode-file", str(library.with_suffix(".bc"))]
        _run([str(INSTALLED / "enzyme/bin/python"), str(IR), str(text), str(ir), *flags, *linked_in])
        ir.write_text(for_older_llvm(ir.read_text(encoding="utf-8")), encoding="utf-8")
        linked = ["-lmvec"] if vector else []
        _run([CLANG, "-Wno-override-module", "-O3", f"-march={target}", "-shared", "-fPIC", "-x", "ir", str(ir)]
             + ["-o", str(library), *vector, *linked, "-lm"])  # fmt: skip
        for suffix in (".cpp", ".ll", ".bc"):
            library.with_suffix(suffix).unlink(missing_ok=True)

    recipe = (_version(), IR.read_text(encoding="utf-8"), bitcode.hex(), *flags)
    library, seconds = built(source, recipe, build)
    library.entry.restype = None
    return library, seconds


def entry(library: ctypes.CDLL, derivative: int) -> Callable:
    """One of the two functions of a library, to be called as those in C are."""

    def call(sizes, inputs, outputs):
        arguments = Arguments(derivative, *map(ctypes.addressof, (sizes, inputs, outputs)))
        pointer = (ctypes.c_void_p * 1)(ctypes.addressof(arguments))
        library.entry(pointer, pointer)

    return call


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{Path(command[0]).name} failed: {done.stderr.strip()[-400:]}")


def for_older_llvm(text: str) -> str:
    """LLVM IR of the wheel's LLVM, in words that the compiler knows."""
    text = re.sub(r", target_mem\d*: \w+", "", text)
    text = re.sub(r"!\{(!\d+), i1 (?:false|true)", r"!{\1", text)
    text = re.sub(rf"\b([su]itofp)(?: (?:{FAST}))+ ", r"\1 ", text)
    return with_old_constants(text)


def _version() -> str:
    (packages,) = INSTALLED.glob("enzyme/lib/python*/site-packages")
    (wheel,) = metadata.distributions(name="enzyme-ad", path=[str(packages)])
    return f"enzyme-ad {wheel.version}"


def _target() -> str:
    """This machine's name for clang."""
    said = subprocess.run(
        [CLANG, "-march=native", "-###", "-c", "-x", "c", "/dev/null"], capture_output=True, text=True
    )
    words = said.stderr.replace('"', "").split()
    return words[words.index("-target-cpu") + 1]
