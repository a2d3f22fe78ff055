"""The statements of random programs that stand for several simpler operations; see `program_tree`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from program_meaning import arrays, replaced, softmax
from program_tree import SIZE, Var


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
        part = f"tensor<{SIZE - 1}x{SIZE - 2}xf64>"
        inner = text.make(
            f"tensor.extract_slice {self.m}[0, 0] [{SIZE - 1}, {SIZE - 2}] [1, 1] : {text.type('m')} to {part}"
        )
        i, j = f"%i_{self.out.name}", f"%j_{self.out.name}"
        text.line(f"{self.out} = tensor.pad {inner} low[0, 1] high[1, 1] {{")
        text.line(f"^bb0({i}: index, {j}: index):")
        text.line(f"  tensor.yield {self.s} : f64")
        text.line(f"}} : {part} to {text.type('m')}")

    def run(self, env):
        inner = env[self.m][: SIZE - 1, : SIZE - 2]
        frame = np.ones((SIZE, SIZE)) * env[self.s]
        return [replaced(frame, (slice(None, SIZE - 1), slice(1, SIZE - 1)), inner)]


@dataclass(frozen=True)
class Gathered:
    """Rows 2, 0 and 2 of a matrix."""

    out: Var
    m: Var

    def emit(self, text):
        m = text.type("m")
        rows = text.make("arith.constant dense<[[2], [0], [2]]> : tensor<3x1xindex>")
        text.line(f"{self.out} = tensor.gather {self.m}[{rows}] gather_dims([0]) : ({m}, tensor<3x1xindex>) -> {m}")

    def run(self, env):
        return [env[self.m][np.array([2, 0, 2])]]


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
        above = np.arange(SIZE)[:, None] < np.arange(SIZE)
        x, s = env[self.x], env[self.s]
        return [arrays(x, s).where(above, s, x[None, :])]
