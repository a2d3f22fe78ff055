"""The statements of random programs that are linalg operations; see `program_tree`."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from program_meaning import arrays, exact, replaced
from program_tree import Doubtful, Text, Var


def generic(text: Text, out: Var, ins: list[Var], init: str, type: str, maps, kinds: str, body: str, in_types=None):
    """A linalg.generic: `maps` over (i, j), `kinds` p or r for each; in `body` %a, %b are the inputs, %o the output."""
    dims = "i, j"[: 3 * len(kinds) - 2]
    spelled = ", ".join(f"affine_map<({dims}) -> ({m})>" for m in maps)
    iterators = ", ".join('"parallel"' if k == "p" else '"reduction"' for k in kinds)
    types = ", ".join(in_types) if in_types else text.types(ins)
    operands = f"ins({', '.join(map(str, ins))} : {types}) " if ins else ""
    text.line(
        f"{out} = linalg.generic {{indexing_maps = [{spelled}], iterator_types = [{iterators}]}} "
        f"{operands}outs({init} : {type}) {{"
    )
    names = [f"%{letter}_{out.name}" for letter in "ab"[: len(ins)]] + [f"%o_{out.name}"]
    text.line(f"^bb0({', '.join(f'{name}: f64' for name in names)}):")
    with text.inner():
        for line in body.split(";"):
            text.line(re.sub(r"%([abo]|t\d+)\b", rf"%\1_{out.name}", line.strip()))
    text.line(f"}} -> {type}")


def fresh_matrix(text: Text) -> str:
    return text.make(f"tensor.empty() : {text.type('m')}")


@dataclass(frozen=True)
class Dot:
    """start + x . y"""

    out: Var
    x: Var
    y: Var
    start: Var

    def emit(self, text):
        vector = text.type("v")
        start = text.make(f"tensor.from_elements {self.start} : tensor<f64>")
        dot = text.make(
            f"linalg.dot ins({self.x}, {self.y} : {vector}, {vector}) outs({start} : tensor<f64>) -> tensor<f64>"
        )
        text.line(f"{self.out} = tensor.extract {dot}[] : tensor<f64>")

    def run(self, env):
        return [env[self.start] + env[self.x] @ env[self.y]]


@dataclass(frozen=True)
class MatVec:
    """start + a x"""

    out: Var
    a: Var
    x: Var
    start: Var

    def emit(self, text):
        vector = text.type("v")
        text.line(
            f"{self.out} = linalg.matvec ins({self.a}, {self.x} : {text.type('m')}, {vector}) "
            f"outs({self.start} : {vector}) -> {vector}"
        )

    def run(self, env):
        return [env[self.start] + env[self.a] @ env[self.x]]


@dataclass(frozen=True)
class Affine:
    """s x + y, elementwise, in a generic that captures the scalar and reads y as its init."""

    out: Var
    s: Var
    x: Var
    y: Var

    def emit(self, text):
        generic(
            text, self.out, [self.x], str(self.y), text.type("v"), ["i", "i"], "p",
            f"%t1 = arith.mulf %a, {self.s} : f64; %t2 = arith.addf %t1, %o : f64; linalg.yield %t2 : f64",
        )  # fmt: skip

    def run(self, env):
        return [env[self.s] * env[self.x] + env[self.y]]


@dataclass(frozen=True)
class Outer:
    """sin(x_i y_j): two broadcasts of one kind or the same vector twice."""

    out: Var
    x: Var
    y: Var

    def emit(self, text):
        generic(
            text, self.out, [self.x, self.y], fresh_matrix(text), text.type("m"), ["i", "j", "i, j"], "pp",
            "%t1 = arith.mulf %a, %b : f64; %t2 = math.sin %t1 : f64; linalg.yield %t2 : f64",
        )  # fmt: skip

    def run(self, env):
        x, y = env[self.x], env[self.y]
        return [arrays(x, y).sin(x[:, None] * y)]


@dataclass(frozen=True)
class AddRow:
    """m + x in every row, transposed."""

    out: Var
    m: Var
    x: Var

    def emit(self, text):
        generic(
            text, self.out, [self.m, self.x], fresh_matrix(text), text.type("m"), ["i, j", "j", "j, i"], "pp",
            "%t1 = arith.addf %a, %b : f64; linalg.yield %t1 : f64",
        )  # fmt: skip

    def run(self, env):
        return [(env[self.m] + env[self.x][None]).T]


@dataclass(frozen=True)
class SumRows:
    """start_i - sum over j of m_ji^2"""

    out: Var
    m: Var
    start: Var

    def emit(self, text):
        generic(
            text, self.out, [self.m], str(self.start), text.type("v"), ["j, i", "i"], "pr",
            "%t1 = arith.mulf %a, %a : f64; %t2 = arith.subf %o, %t1 : f64; linalg.yield %t2 : f64",
        )  # fmt: skip

    def run(self, env):
        return [env[self.start] - (env[self.m] ** 2).sum(axis=0)]


@dataclass(frozen=True)
class Diagonal:
    """tanh of the diagonal times the iteration number, onto a vector that is read as well."""

    out: Var
    m: Var
    x: Var

    def emit(self, text):
        generic(
            text, self.out, [self.m], str(self.x), text.type("v"), ["i, i", "i"], "p",
            "%t1 = linalg.index 0 : index; %t2 = arith.index_cast %t1 : index to i64; "
            "%t3 = arith.sitofp %t2 : i64 to f64; %t4 = math.tanh %a : f64; %t5 = arith.mulf %t3, %t4 : f64; "
            "%t6 = arith.mulf %t5, %o : f64; linalg.yield %t6 : f64",
        )  # fmt: skip

    def run(self, env):
        m = env[self.m]
        return [np.arange(len(m)) * arrays(m).tanh(m.diagonal()) * env[self.x]]


@dataclass(frozen=True)
class MatMul:
    """start + a b"""

    out: Var
    a: Var
    b: Var
    start: Var

    def emit(self, text):
        m = text.type("m")
        text.line(f"{self.out} = linalg.matmul ins({self.a}, {self.b} : {m}, {m}) outs({self.start} : {m}) -> {m}")

    def run(self, env):
        return [env[self.start] + env[self.a] @ env[self.b]]


@dataclass(frozen=True)
class Reshaped:
    """The elements of a matrix in a row, moved on by one, as a matrix again."""

    out: Var
    m: Var

    def emit(self, text):
        size, m = text.size, text.type("m")
        flat, rest = f"tensor<{size**2}xf64>", f"tensor<{size**2 - 1}xf64>"
        row = text.make(f"tensor.collapse_shape {self.m} [[0, 1]] : {m} into {flat}")
        part = text.make(f"tensor.extract_slice {row}[0] [{size**2 - 1}] [1] : {flat} to {rest}")
        moved = text.make(
            f"tensor.insert_slice {part} into {row}[{min(1, size - 1)}] [{size**2 - 1}] [1] : {rest} into {flat}"
        )
        text.line(f"{self.out} = tensor.expand_shape {moved} [[0, 1]] output_shape [{size}, {size}] : {flat} into {m}")

    def run(self, env):
        flat = env[self.m].reshape(-1)
        return [replaced(flat, slice(1, None), flat[:-1]).reshape(env[self.m].shape)]


@dataclass(frozen=True)
class Largest:
    """The largest element of a vector and a scalar."""

    out: Var
    x: Var
    start: Var

    def emit(self, text):
        start = text.make(f"tensor.from_elements {self.start} : tensor<f64>")
        most = Var(f"most_{self.out.name}", "s")
        generic(
            text, most, [self.x], start, "tensor<f64>", ["i", ""], "r",
            "%t1 = arith.maximumf %a, %o : f64; linalg.yield %t1 : f64",
        )  # fmt: skip
        text.line(f"{self.out} = tensor.extract {most}[] : tensor<f64>")

    def run(self, env):
        x, start = env[self.x], env[self.start]
        everything = arrays(x, start).append(x, start)
        order = exact(everything).argsort()
        if not bool(exact(everything[order[-1]] - everything[order[-2]]) > 1e-6):
            raise Doubtful
        return [everything[order[-1]]]
