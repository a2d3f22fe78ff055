"""Where a primal is tried, and how exact it is there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .. import requests
from ..analysis.call_graph import functions, reachable
from ..analysis.program import walk
from ..mlir import ir


@dataclass(frozen=True)
class Precision:
    """What a type allows: bits of its significand, the error (relative to the largest entry of
    the derivative), and the steps, the last of which still changes enough of those bits."""

    bits: int
    tolerance: float
    first_step: float
    levels: int


PRECISIONS = {
    "float64": Precision(52, 1e-7, 2.0**-5, 10),
    "float32": Precision(23, 2e-3, 2.0**-4, 6),
    "float16": Precision(10, 5e-2, 2.0**-3, 3),
    "bfloat16": Precision(7, 2e-1, 2.0**-2, 2),
}
_SPELLED = {
    "float32": re.compile(r"f32\b"),
    "float16": re.compile(r"(?<!b)f16\b"),
    "bfloat16": re.compile(r"bf16\b"),
}

# What makes a derivative differ, on purpose, from what differences see.
_MARKS = ("lagrad.inactive", "lagrad.stop_gradient", "lagrad.custom_pullback", "lagrad.custom_pushforward")


@dataclass(frozen=True)
class Point:
    """Where a primal is tried, and what of its text, and its callees', matters to the check."""

    arguments: list
    precision: Precision  # of the narrowest type anywhere in it
    marks: tuple[str, ...]

    @classmethod
    def of(cls, module: ir.Operation, primal: str, arguments: Sequence) -> "Point":
        table, names = functions(module), [primal]
        for name in names:  # grows: a request stands for its primal, a caller for its callees
            asked = [table[name].attributes[f"lagrad.{kind}"].value for kind in requests.KINDS
                     if f"lagrad.{kind}" in table[name].attributes]  # fmt: skip
            names += [n for n in (*asked, *reachable(module, name)) if n in table and n not in names]
        bodies = [table[name] for name in names]
        types = {str(r.type) for body in bodies for op in walk(body) for r in op.results}
        used = {name for name, spelling in _SPELLED.items() if any(map(spelling.search, types))}
        used |= {name_of(a) for a in arguments} & set(PRECISIONS)
        precision = min((PRECISIONS[n] for n in (*used, "float64")), key=lambda p: p.bits)
        text = "".join(map(str, bodies))
        return cls(list(arguments), precision, tuple(mark for mark in _MARKS if mark in text))


def name_of(value) -> str:
    """The type of a value's real and imaginary parts."""
    name = np.asarray(value).dtype.name
    return {"complex128": "float64", "complex64": "float32"}.get(name, name)


def is_float(value) -> bool:
    return name_of(value) in PRECISIONS
