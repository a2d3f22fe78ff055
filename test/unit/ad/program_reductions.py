"""Reductions of random programs: any combination of any computed value; see `program_tree`."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass

from program_linalg import generic
from program_meaning import arrays, exact
from program_tree import Doubtful, Var


@dataclass(frozen=True)
class Formula:
    """The body's lines in MLIR, the last of which makes %t9, and what they mean."""

    lines: str
    value: Callable


def _norm(a, b):
    square = a * a + b * b
    if exact(square) < 1e-6:
        raise Doubtful
    return arrays(square).sqrt(square)


def _cosh(x):
    """Where its square is finite, which a derivative divides by."""
    if abs(exact(x)) > 300:
        raise Doubtful
    return arrays(x).cosh(x)


def _absolute(x):
    if abs(exact(x)) < 1e-6:
        raise Doubtful
    return x if exact(x) > 0 else -x


# Of an element %a, an element %b and a captured scalar %s.
VALUES = {
    "element": Formula("%t9 = arith.addf %a, %b : f64", lambda a, b, s: a + b),
    "product": Formula("%t1 = arith.mulf %a, %b : f64; %t9 = arith.mulf %t1, %b : f64", lambda a, b, s: a * b * b),
    "scaled": Formula(
        "%t1 = arith.mulf %a, %s : f64; %t2 = arith.mulf %t1, %b : f64; %t9 = arith.mulf %t2, %b : f64",
        lambda a, b, s: a * s * b * b,
    ),
    "quotient": Formula(
        "%t1 = math.cosh %b : f64; %t2 = arith.divf %a, %t1 : f64; %t9 = arith.mulf %t2, %t2 : f64",
        lambda a, b, s: (a / _cosh(b)) ** 2,
    ),
    "exponential": Formula(
        "%t1 = math.sin %a : f64; %t2 = math.exp %t1 : f64; %t3 = arith.mulf %t2, %b : f64; "
        "%t9 = arith.mulf %t3, %a : f64",
        lambda a, b, s: arrays(a).exp(arrays(a).sin(a)) * b * a,
    ),
    "norm": Formula(
        "%t1 = arith.mulf %a, %a : f64; %t2 = arith.mulf %b, %b : f64; %t3 = arith.addf %t1, %t2 : f64; "
        "%t9 = math.sqrt %t3 : f64",
        lambda a, b, s: _norm(a, b),
    ),
    "distance": Formula(
        "%t1 = arith.subf %a, %b : f64; %t2 = math.absf %t1 : f64; %t3 = math.cosh %b : f64; "
        "%t9 = arith.divf %t2, %t3 : f64",
        lambda a, b, s: _absolute(a - b) / _cosh(b),
    ),
}  # fmt: skip


def _largest(o, v, sign: int = 1):
    if not abs(exact(o) - exact(v)) >= 1e-6:  # or one is no number, perhaps of complex numbers only
        raise Doubtful
    return v if sign * (exact(v) - exact(o)) > 0 else o


def _smallest(o, v):
    return _largest(o, v, -1)


# Of what has been combined, %o, and the value %t9.
COMBINATIONS = {
    "sum": Formula("%t10 = arith.addf %o, %t9 : f64", operator.add),
    "difference": Formula("%t10 = arith.subf %o, %t9 : f64", operator.sub),
    "product": Formula("%t10 = arith.mulf %t9, %o : f64", operator.mul),
    "maximum": Formula("%t10 = arith.maximumf %o, %t9 : f64", _largest),
    "minimum": Formula("%t10 = arith.minimumf %t9, %o : f64", _smallest),
    "maxnum": Formula("%t10 = arith.maxnumf %t9, %o : f64", _largest),
    "minnum": Formula("%t10 = arith.minnumf %o, %t9 : f64", _smallest),
    "chosen": Formula("%t11 = arith.cmpf ogt, %t9, %o : f64; %t10 = arith.select %t11, %t9, %o : f64", _largest),
    "decayed": Formula(
        "%t11 = math.tanh %o : f64; %t12 = arith.mulf %t11, %t9 : f64; %t10 = arith.addf %t12, %t9 : f64",
        lambda o, v: arrays(o).tanh(o) * v + v,
    ),
}

# Maps of %a, %b and %o, kinds of iterators, and the types of %a, %b and the result.
SHAPES = {
    "vectors": (("i", "i", ""), "r", "vvs"),
    "rows": (("i, j", "j", "i"), "pr", "mvv"),
    "columns": (("i, j", "i", "j"), "rp", "mvv"),
    "all": (("i, j", "j, i", ""), "rr", "mms"),
}


@dataclass(frozen=True)
class Reduced:
    out: Var
    a: Var
    b: Var
    s: Var
    start: Var
    shape: str
    value: str
    combination: str
    count: int  # of the elements of vectors; all, where there is a matrix

    def emit(self, text):
        maps, kinds, types = SHAPES[self.shape]
        body = f"{VALUES[self.value].lines}; {COMBINATIONS[self.combination].lines}; linalg.yield %t10 : f64"
        body = body.replace("%s", str(self.s))
        ins, in_types = [self.a, self.b], None
        if self.shape == "vectors" and self.count < text.size:
            ins, in_types = zip(*(self._part(text, v) for v in ins))
        if types[2] == "v":
            generic(text, self.out, ins, str(self.start), text.type("v"), maps, kinds, body, in_types)
            return
        start = text.make(f"tensor.from_elements {self.start} : tensor<f64>")
        reduced = Var(f"reduced_{self.out.name}", "s")
        generic(text, reduced, ins, start, "tensor<f64>", maps, kinds, body, in_types)
        text.line(f"{self.out} = tensor.extract {reduced}[] : tensor<f64>")

    def _part(self, text, vector: Var):
        if text.dynamic:
            size, type = text.make(f"arith.constant {self.count} : index"), "tensor<?xf64>"
        else:
            size, type = self.count, f"tensor<{self.count}xf64>"
        return text.make(f"tensor.extract_slice {vector}[0] [{size}] [1] : {text.type('v')} to {type}"), type

    def run(self, env):
        a, b, s, start = env[self.a], env[self.b], env[self.s], env[self.start]
        value, combine = VALUES[self.value].value, COMBINATIONS[self.combination].value

        def reduced(o, pairs):
            for x, y in pairs:
                o = combine(o, value(x, y, s))
            return o

        n = range(len(a))
        match self.shape:
            case "vectors":
                return [reduced(start, ((a[i], b[i]) for i in range(self.count)))]
            case "rows":
                rows = [reduced(start[i], ((a[i, j], b[j]) for j in n)) for i in n]
            case "columns":
                rows = [reduced(start[j], ((a[i, j], b[i]) for i in n)) for j in n]
            case "all":
                return [reduced(start, ((a[i, j], b[j, i]) for i in n for j in n))]
        return [arrays(*rows).stack(rows)]
