"""The statements of random programs whose operands have two sizes; see `program_tree`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from program_linalg import generic
from program_meaning import arrays, replaced
from program_tree import Var


@dataclass(frozen=True)
class Resized:
    """The first elements of a vector, and zeros behind them if there are not enough, as one of the other size."""

    out: Var
    x: Var
    like: Var  # a vector of the program's size, which may be dynamic
    size: int

    def emit(self, text):
        (old,), new = text.sizes.shape(self.x.type), self.size
        source, before, after = str(self.x), text.sizes.type(self.x.type), text.sizes.type(self.out.type)
        if text.dynamic and self.x.type == "v":
            source = text.make(f"tensor.cast {source} : {text.type('v')} to {before}")
        if new <= old:
            resized = f"tensor.extract_slice {source}[0] [{new}] [1] : {before} to {after}"
        else:
            zero = text.make("arith.constant 0.0 : f64")
            place = f"^bb0(%place_{self.out.name}: index): tensor.yield {zero} : f64"
            resized = f"tensor.pad {source} low[0] high[{new - old}] {{ {place} }} : {before} to {after}"
        if text.dynamic and self.out.type == "v":
            resized = text.make(resized)
            vector = text.type("v")
            resized = f"tensor.insert_slice {resized} into {self.like}[0] [{new}] [1] : {after} into {vector}"
        text.line(f"{self.out} = {resized}")

    def run(self, env):
        first = env[self.x][: self.size]
        return [replaced(np.zeros(self.size), slice(0, len(first)), first)]


@dataclass(frozen=True)
class VecMat:
    """start + x n"""

    out: Var
    x: Var
    n: Var
    start: Var

    def emit(self, text):
        other = text.type("w")
        text.line(
            f"{self.out} = linalg.vecmat ins({self.x}, {self.n} : {text.type('v')}, {text.type('n')}) "
            f"outs({self.start} : {other}) -> {other}"
        )

    def run(self, env):
        return [env[self.start] + env[self.x] @ env[self.n]]


@dataclass(frozen=True)
class OuterOther:
    """n_ij + cos(x_i w_j)"""

    out: Var
    x: Var
    w: Var
    n: Var

    def emit(self, text):
        generic(
            text, self.out, [self.x, self.w], str(self.n), text.type("n"), ["i", "j", "i, j"], "pp",
            "%t1 = arith.mulf %a, %b : f64; %t2 = math.cos %t1 : f64; %t3 = arith.addf %t2, %o : f64; "
            "linalg.yield %t3 : f64",
        )  # fmt: skip

    def run(self, env):
        x, w = env[self.x], env[self.w]
        return [arrays(x, w).cos(x[:, None] * w) + env[self.n]]


@dataclass(frozen=True)
class MatMulInto:
    """start + m n"""

    out: Var
    m: Var
    n: Var
    start: Var

    def emit(self, text):
        n = text.type("n")
        text.line(
            f"{self.out} = linalg.matmul ins({self.m}, {self.n} : {text.type('m')}, {n}) "
            f"outs({self.start} : {n}) -> {n}"
        )

    def run(self, env):
        return [env[self.start] + env[self.m] @ env[self.n]]


@dataclass(frozen=True)
class SumOfProducts:
    """a b transposed, from zero, with the transposed factor by its map."""

    out: Var
    a: Var
    b: Var

    def emit(self, text):
        m, n = text.type("m"), text.type("n")
        zero = text.make("arith.constant 0.0 : f64")
        into = text.make(f"tensor.empty() : {m}")
        start = text.make(f"linalg.fill ins({zero} : f64) outs({into} : {m}) -> {m}")
        maps = ("d0, d2", "d1, d2", "d0, d1")
        spelled = ", ".join(f"affine_map<(d0, d1, d2) -> ({m})>" for m in maps)
        text.line(
            f"{self.out} = linalg.matmul indexing_maps = [{spelled}] "
            f"ins({self.a}, {self.b} : {n}, {n}) outs({start} : {m}) -> {m}"
        )

    def run(self, env):
        return [env[self.a] @ env[self.b].T]
