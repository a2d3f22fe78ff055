"""The statements of random programs that stand for several simpler operations; see `program_tree`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from program_meaning import arrays, replaced, softmax
from program_tree import Var


@dataclass(frozen=True)
class Product:
    """start times all elements, which has no closed form where one of them is zero."""

    out: Var
    x: Var
    start: Var

    def emit(self, text):
        start = text.make(f"tensor.from_elements {self.start} : tensor<f64>")
        product = text.make(
            f"linalg.reduce {{ arith.mulf }} ins({self.x} : {text.type('v')}) outs({start} : tensor<f64>) "
            f"dimensions = [0]"
        )
        text.line(f"{self.out} = tensor.extract {product}[] : tensor<f64>")

    def run(self, env):
        return [env[self.start] * env[self.x].prod()]


@dataclass(frozen=True)
class Softmax:
    out: Var
    m: Var
    dim: int

    def emit(self, text):
        m = text.type("m")
        into = text.make(f"tensor.empty() : {m}")
        text.line(f"{self.out} = linalg.softmax dimension({self.dim}) ins({self.m} : {m}) outs({into} : {m}) -> {m}")

    def run(self, env):
        return [softmax(env[self.m], self.dim)]


@dataclass(frozen=True)
class Framed:
    """The upper left of a matrix with a scalar around it."""

    out: Var
    m: Var
    s: Var

    def emit(self, text):
        rows, columns = text.size - 1, max(text.size - 2, 0)
        part = f"tensor<{rows}x{columns}xf64>"
        inner = text.make(
            f"tensor.extract_slice {self.m}[0, 0] [{rows}, {columns}] [1, 1] : {text.type('m')} to {part}"
        )
        i, j = f"%i_{self.out.name}", f"%j_{self.out.name}"
        text.line(f"{self.out} = tensor.pad {inner} low[0, 1] high[1, {text.size - columns - 1}] {{")
        text.line(f"^bb0({i}: index, {j}: index):")
        text.line(f"  tensor.yield {self.s} : f64")
        text.line(f"}} : {part} to {text.type('m')}")

    def run(self, env):
        size = len(env[self.m])
        inner = env[self.m][: size - 1, : max(size - 2, 0)]
        frame = np.ones((size, size)) * env[self.s]
        return [replaced(frame, (slice(None, size - 1), slice(1, max(size - 1, 1))), inner)]


@dataclass(frozen=True)
class Gathered:
    """Some rows of a matrix, some of them more than once: of three, rows 2, 0 and 2."""

    out: Var
    m: Var

    def emit(self, text):
        m = text.type("m")
        type = f"tensor<{text.size}x1xindex>"
        rows = text.make(f"arith.constant dense<{[[int(n)] for n in self._rows(text.size)]}> : {type}")
        text.line(f"{self.out} = tensor.gather {self.m}[{rows}] gather_dims([0]) : ({m}, {type}) -> {m}")

    def _rows(self, size: int) -> np.ndarray:
        return (2 * np.arange(size) ** 2 + 2 * np.arange(size) + 2) % size

    def run(self, env):
        return [env[self.m][self._rows(len(env[self.m]))]]


@dataclass(frozen=True)
class Generated:
    """Element (i, j): x_j, but the scalar above the diagonal, in a branch."""

    out: Var
    x: Var
    s: Var

    def emit(self, text):
        i, j, above, value, element = (f"%{n}_{self.out.name}" for n in ("i", "j", "above", "value", "element"))
        text.line(f"{self.out} = tensor.generate {{")
        text.line(f"^bb0({i}: index, {j}: index):")
        text.line(f"  {above} = arith.cmpi ult, {i}, {j} : index")
        text.line(f"  {value} = scf.if {above} -> f64 {{")
        text.line(f"    scf.yield {self.s} : f64")
        text.line("  } else {")
        text.line(f"    {element} = tensor.extract {self.x}[{j}] : {text.type('v')}")
        text.line(f"    scf.yield {element} : f64")
        text.line("  }")
        text.line(f"  tensor.yield {value} : f64")
        text.line(f"}} : {text.type('m')}")

    def run(self, env):
        x, s = env[self.x], env[self.s]
        above = np.arange(len(x))[:, None] < np.arange(len(x))
        return [arrays(x, s).where(above, s, x[None, :])]
