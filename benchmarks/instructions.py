"""How many instructions a function runs, and its misses in simulated caches, counted by valgrind's callgrind."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from lagrad import emit, execute, pipelines

PROCESSOR = "x86-64-v2"  # of newer levels valgrind does not know all instructions
LOWERING = f"lagrad-to-llvm{{processor={PROCESSOR}}}"
_C = {"f": "double", "i": "long long"}  # by the kind of an array's numbers, each of eight bytes


def count(text: str, passes: str, arguments: Sequence[np.ndarray], results: Sequence[int]) -> int:
    """Of one call of `@df`, what it calls included, for arrays of f64 or i64 and results of so many numbers each."""
    return events(text, passes, arguments, results)["Ir"]


def events(
    text: str, passes: str, arguments: Sequence[np.ndarray], results: Sequence[int], options: Sequence[str] = ()
) -> dict[str, int]:
    """What callgrind counts in that call with some options, by its own names: "Ir" are instructions.

    `passes` run before the lowering. Needs a C compiler and valgrind.
    """
    module = execute.parse(text)
    pipelines.run(module, pipelines.read(f"{passes},{LOWERING}"))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "df.o").write_bytes(emit.emit(module, "obj", target_cpu=PROCESSOR))
        (place / "main.c").write_text(_caller(arguments, results, place))
        subprocess.run(["cc", "main.c", "df.o", "-lm", "-o", "main"], cwd=place, check=True)
        command = ["valgrind", "--tool=callgrind", "--toggle-collect=df", "--callgrind-out-file=/dev/null", *options]
        said = subprocess.run([*command, "./main"], cwd=place, check=True, capture_output=True, text=True).stderr
    names, counts = (re.search(rf"{line} +: (.*)", said)[1].split() for line in ("Events", "Collected"))
    return dict(zip(names, map(int, counts), strict=True))


def _caller(arguments: Sequence[np.ndarray], results: Sequence[int], folder: Path) -> str:
    """A C program that reads the arguments from files and calls the derivative."""
    for number, array in enumerate(arguments):
        np.ascontiguousarray(array).tofile(folder / f"{number}.bin")
    declared = [f"static {_C[a.dtype.kind]} a{n}[{a.size}];" for n, a in enumerate(arguments)]
    declared += [f"static double r{n}[{size}];" for n, size in enumerate(results)]
    read = [
        f'  file = fopen("{n}.bin", "rb");\n  if (!file || fread(a{n}, 8, {a.size}, file) != {a.size}) return 1;'
        for n, a in enumerate(arguments)
    ]
    names = [f"a{n}" for n in range(len(arguments))] + [f"r{n}" for n in range(len(results))]
    takes = ", ".join([f"{_C[a.dtype.kind]} *" for a in arguments] + ["double *"] * len(results))
    return "\n".join([
        "#include <stdio.h>", f"long long df({takes});", *declared,
        "int main(void) {", "  FILE *file;", *read, f"  return df({', '.join(names)}) != 0;", "}", "",
    ])  # fmt: skip
