"""External functions with a state, in random programs; see `program_tree`.

`@fuzz_next() -> f64` gives another number at each call, `@fuzz_note(f64)` only has an effect. Both write down that they
were called. Compiled programs call those of a library of C, the programs' meaning those of `Outside`.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import jax
import llvmlite.binding as llvm
from program_meaning import exact
from program_tree import Var

DECLARED = ("func.func private @fuzz_next() -> f64", "func.func private @fuzz_note(f64) attributes {lagrad.inactive}")
MOST = 10000  # calls that are written down
SOURCE = f"""
#include <math.h>
static double trace[{MOST}];
static long called, counted;
void fuzz_restart(void) {{ called = counted = 0; }}
long fuzz_called(void) {{ return called; }}
double *fuzz_trace(void) {{ return trace; }}
static void write_down(double value) {{ if (called < {MOST}) trace[called] = value; called++; }}
void fuzz_note(double value) {{ write_down(value); }}
double fuzz_next(void) {{
  write_down(NAN);
  return 0.3 + 0.7 * fmod(++counted * 0.6180339887498949, 1.0);
}}
"""


class Outside:
    """What the two functions do for the meaning of a program: a NaN is written down for each `@fuzz_next`."""

    def __init__(self):
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "libfuzz.so"
            source = library.with_suffix(".c")
            source.write_text(SOURCE)
            subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-lm"], check=True)
            llvm.load_library_permanently(str(library))
            self._library = ctypes.CDLL(str(library))
        self._library.fuzz_called.restype = ctypes.c_long
        self._library.fuzz_trace.restype = ctypes.POINTER(ctypes.c_double)
        self.restart()

    def restart(self) -> None:
        self.count, self.trace = 0, []
        self._library.fuzz_restart()

    @property
    def compiled_trace(self) -> list[float]:
        return self._library.fuzz_trace()[: min(self._library.fuzz_called(), MOST)]

    def next(self) -> float:
        self.count += 1
        self.trace.append(float("nan"))
        return 0.3 + 0.7 * (self.count * 0.6180339887498949 % 1.0)

    def note(self, value: float) -> None:
        self.trace.append(float(value))


OUTSIDE = Outside()


@dataclass(frozen=True)
class Next:
    out: Var

    def emit(self, text):
        text.declare(DECLARED[0])
        text.line(f"{self.out} = func.call @fuzz_next() : () -> f64")

    def run(self, env):
        return [OUTSIDE.next()]


@dataclass(frozen=True)
class Note:
    """Notes a value, and negates it."""

    out: Var
    x: Var

    def emit(self, text):
        text.declare(DECLARED[1])
        text.line(f"func.call @fuzz_note({self.x}) : (f64) -> ()")
        text.line(f"{self.out} = arith.negf {self.x} : f64")

    def run(self, env):
        x = env[self.x]
        OUTSIDE.note(float("nan") if isinstance(x, jax.Array) else float(exact(x)))  # a tracer has no number
        return [-x]
