"""The statements of random programs on scalars and elements, rows and slices; see `program_tree`."""

from __future__ import annotations

import operator
from dataclasses import dataclass

import numpy as np
from program_meaning import arctan2, arrays, exact, maximum, minimum, replaced
from program_tree import Doubtful, Var, is_less


@dataclass(frozen=True)
class Constant:
    out: Var
    number: float

    def emit(self, text):
        text.line(f"{self.out} = arith.constant {self.number!r} : f64")

    def run(self, env):
        return [np.float64(self.number)]


UNARY = {
    "math.sin": "sin", "math.cos": "cos", "math.tanh": "tanh", "math.atan": "arctan", "arith.negf": "negative",
    "math.asinh": "arcsinh",
}  # fmt: skip


@dataclass(frozen=True)
class Unary:
    op: str
    out: Var
    x: Var

    def emit(self, text):
        text.line(f"{self.out} = {self.op} {self.x} : {text.type(self.x.type)}")

    def run(self, env):
        return [getattr(arrays(env[self.x]), UNARY[self.op])(env[self.x])]


BINARY = {"arith.addf": operator.add, "arith.subf": operator.sub, "arith.mulf": operator.mul, "math.atan2": arctan2}
EXTREMA = {"arith.maximumf": maximum, "arith.minimumf": minimum}


@dataclass(frozen=True)
class Binary:
    op: str
    out: Var
    x: Var
    y: Var

    def emit(self, text):
        text.line(f"{self.out} = {self.op} {self.x}, {self.y} : {text.type(self.x.type)}")

    def run(self, env):
        x, y = env[self.x], env[self.y]
        if self.op in EXTREMA:
            is_less(env, self.x, self.y)
            return [EXTREMA[self.op](x, y)]
        if self.op == "math.atan2":
            # Behind the origin the sign of a zero decides. Products of complex numbers lose it, and steps in both
            # factors leave their product, 1e-80, in its place.
            is_cut = (abs(exact(x)) < 1e-30) & (exact(y) < 0.0)
            if not bool(np.all(abs(exact(x)) + abs(exact(y)) > 1e-3)) or bool(np.any(is_cut)):
                raise Doubtful
        return [BINARY[self.op](x, y)]


@dataclass(frozen=True)
class Quotient:
    """x / (2 + sin y), never near a pole; or (x / q + y) / q, whose divisor q is a quotient itself."""

    out: Var
    x: Var
    y: Var
    twice: bool

    def emit(self, text):
        sine = text.make(f"math.sin {self.y} : f64")
        two = text.make("arith.constant 2.0 : f64")
        below = text.make(f"arith.addf {sine}, {two} : f64")
        if not self.twice:
            text.line(f"{self.out} = arith.divf {self.x}, {below} : f64")
            return
        tangent = text.make(f"math.tanh {self.x} : f64")
        above = text.make(f"arith.addf {tangent}, {two} : f64")
        divisor = text.make(f"arith.divf {above}, {below} : f64")
        one = text.make(f"arith.divf {self.x}, {divisor} : f64")
        both = text.make(f"arith.addf {one}, {self.y} : f64")
        text.line(f"{self.out} = arith.divf {both}, {divisor} : f64")

    def run(self, env):
        x, y = env[self.x], env[self.y]
        xp = arrays(x, y)
        below = 2.0 + xp.sin(y)
        if not self.twice:
            return [x / below]
        divisor = (2.0 + xp.tanh(x)) / below
        return [(x / divisor + y) / divisor]


@dataclass(frozen=True)
class Select:
    out: Var
    a: Var
    b: Var
    x: Var
    y: Var

    def emit(self, text):
        less = text.make(f"arith.cmpf olt, {self.a}, {self.b} : f64")
        text.line(f"{self.out} = arith.select {less}, {self.x}, {self.y} : {text.type(self.x.type)}")

    def run(self, env):
        return [env[self.x] if is_less(env, self.a, self.b) else env[self.y]]


@dataclass(frozen=True)
class Splat:
    """A vector of the size of another."""

    out: Var
    x: Var
    like: Var

    def emit(self, text):
        size = ""
        if text.dynamic:
            first = text.make("arith.constant 0 : index")
            size = f"[{text.make(f'tensor.dim {self.like}, {first} : tensor<?xf64>')}]"
        text.line(f"{self.out} = tensor.splat {self.x}{size} : {text.type('v')}")

    def run(self, env):
        return [np.ones(env[self.like].shape) * env[self.x]]


@dataclass(frozen=True)
class Place:
    """An element's number: a constant, or an induction variable modulo the size."""

    constant: int
    size: int
    iv: Var | None = None

    def emit(self, text) -> str:
        if self.iv is None:
            return text.make(f"arith.constant {self.constant} : index")
        size = text.make(f"arith.constant {self.size} : index")
        return text.make(f"arith.remui {self.iv}, {size} : index")

    def number(self, env) -> int:
        return self.constant if self.iv is None else env[self.iv] % self.size


@dataclass(frozen=True)
class Extract:
    out: Var
    x: Var
    at: Place

    def emit(self, text):
        text.line(f"{self.out} = tensor.extract {self.x}[{self.at.emit(text)}] : {text.type('v')}")

    def run(self, env):
        return [env[self.x][self.at.number(env)]]


@dataclass(frozen=True)
class Insert:
    out: Var
    x: Var
    into: Var
    at: Place

    def emit(self, text):
        at = self.at.emit(text)
        text.line(f"{self.out} = tensor.insert {self.x} into {self.into}[{at}] : {text.type('v')}")

    def run(self, env):
        return [replaced(env[self.into], self.at.number(env), env[self.x])]


@dataclass(frozen=True)
class Row:
    """A row of a matrix, by a rank-reducing slice, as a vector of the size of another."""

    out: Var
    x: Var
    at: Place
    like: Var

    def emit(self, text):
        at = self.at.emit(text)
        matrix, row = text.type("m"), text.row
        slice = f"tensor.extract_slice {self.x}[{at}, 0] [1, {text.size}] [1, 1] : {matrix} to {row}"
        if text.dynamic:
            row_as_it_is = text.make(slice)
            text.line(
                f"{self.out} = tensor.insert_slice {row_as_it_is} into {self.like}[0] [{text.size}] [1] : "
                f"{row} into {text.type('v')}"
            )
        else:
            text.line(f"{self.out} = {slice}")

    def run(self, env):
        return [env[self.x][self.at.number(env)]]


@dataclass(frozen=True)
class SetRow:
    out: Var
    x: Var
    into: Var
    at: Place

    def emit(self, text):
        at = self.at.emit(text)
        matrix, row, vector = text.type("m"), text.row, str(self.x)
        if text.dynamic:
            vector = text.make(f"tensor.cast {self.x} : {text.type('v')} to {row}")
        text.line(
            f"{self.out} = tensor.insert_slice {vector} into {self.into}[{at}, 0] [1, {text.size}] [1, 1] : "
            f"{row} into {matrix}"
        )

    def run(self, env):
        return [replaced(env[self.into], self.at.number(env), env[self.x])]


@dataclass(frozen=True)
class Shift:
    """All elements but the last written over all but the first."""

    out: Var
    x: Var

    def emit(self, text):
        vector, count = text.type("v"), text.size - 1
        part, place = f"tensor<{count}xf64>", f"[{min(1, count)}] [{count}] [1]"
        first = text.make(f"tensor.extract_slice {self.x}[0] [{count}] [1] : {vector} to {part}")
        text.line(f"{self.out} = tensor.insert_slice {first} into {self.x}{place} : {part} into {vector}")

    def run(self, env):
        return [replaced(env[self.x], slice(1, None), env[self.x][:-1])]
