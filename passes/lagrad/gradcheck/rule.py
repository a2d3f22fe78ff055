"""Checks the rules of one operation, in programs that are made around it (`around`).

Both modes, and both modes of each, must agree with finite differences, and both modes with each other: they are
transposes, <ct, J v> = <J^T ct, v>. At zeros and at ones, where kinks and ties are, the derivative must lie between the
one-sided ones. What has no derivative there is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .. import execute
from .. import requests as asking
from ..analysis.call_graph import functions
from ..mlir import ir
from . import Inputs, Running, check
from .around import ALONE, Form, programs, requests
from .outcome import Outcome
from .point import PRECISIONS, is_float, name_of

_STEPS = (1e-5, 1e-6)  # of one-sided differences
_SETTLED = 1e-3  # relative to what they find, or to one


@dataclass(frozen=True)
class Finding:
    """What was found beside finite differences."""

    what: str
    passed: bool
    measured: str

    def __str__(self) -> str:
        return f"{'ok   ' if self.passed else 'wrong'} {self.what}: {self.measured}"


def module_around(form: Form) -> ir.Module:
    """The programs around an operation and requests of their derivatives, in the current context."""
    module = ir.Module.parse("\n".join(programs(form).values()))
    names = [name for name in programs(form) if name in functions(module.operation)]
    for name, (kind, primal) in requests(names).items():
        asking.declare(module.operation, kind, primal, None, name, ir.Location.unknown())
    return module


def check_rule(
    form: Form,
    module: ir.Module,
    inputs: Inputs,
    *others: Inputs,
    seed: int = 0,
    tolerance: float | None = None,
    pipeline: str = execute.PIPELINE,
    running: Running,
    before: Mapping[str, str] = {},
    libraries: Sequence[str] = (),
) -> list[Outcome | Finding]:
    """Everything that is found; `module` is that of `module_around`, and the rest is what `gradcheck.check` takes."""
    found: list[Outcome | Finding] = list(
        check(
            module, inputs, *others, tolerance=tolerance, seed=seed, pipeline=pipeline, before=before, running=running,
            libraries=libraries,
        )
    )  # fmt: skip
    modes = [ALONE, f"{ALONE}_pullback", f"{ALONE}_pushforward"]
    compiled = execute.compile(module, pipeline=pipeline, entry=modes, libraries=libraries)
    with module.context:
        point = [np.asarray(value) for value in inputs(functions(module.operation)[ALONE])]
    with running(f"@{ALONE}"):
        both = _Modes(*(_tuple_of(compiled[name]) for name in modes), [n for n, v in enumerate(point) if is_float(v)])
        found.append(both.transposed("", point, seed, tolerance))
        for place, number in (("zeros", 0), ("ones", 1)):
            there = [np.full_like(v, number) if is_float(v) else v for v in point]
            found += both.at_kink(place, there, seed, tolerance)
    return found


@dataclass(frozen=True)
class _Modes:
    """A function, its pullback and its pushforward with respect to the float arguments, by number."""

    function: Callable
    pullback: Callable
    pushforward: Callable
    floats: list[int]

    def transposed(self, place: str, point: list, seed: int, tolerance: float | None) -> Finding:
        """Whether both modes give one number for a cotangent and a direction."""
        rng = np.random.default_rng(seed)
        directions = _like(rng, [point[n] for n in self.floats])
        results = [r for r in self.function(*point) if is_float(r)]
        cotangents = _like(rng, results)
        forward = _pairing(cotangents, self._along(point, directions))
        backward = _pairing(self.pullback(*point, *cotangents), directions)
        scale = max(abs(forward), abs(backward), 1e-30)
        narrow = min((PRECISIONS[name_of(v)] for v in (*results, *directions)), key=lambda p: p.bits)
        allowed = narrow.tolerance if tolerance is None else tolerance
        error = abs(forward - backward) / scale
        what = f"@{ALONE}{place and f' at {place}'}: the modes are transposes of each other"
        passed = bool(error <= allowed)  # a NaN is none
        return Finding(what, passed, f"error {error:.1e} (allowed {allowed:.0e})")

    def at_kink(self, place: str, point: list, seed: int, tolerance: float | None) -> list[Finding]:
        """Whether the derivative lies between those of both sides, and the modes agree; nothing where there is none."""
        rng = np.random.default_rng(seed)
        directions = _like(rng, [point[n] for n in self.floats])
        sides = [self._one_sided(point, directions, sign) for sign in (-1, 1)]
        if any(side is None for side in sides) or any(name_of(v) != "float64" for v in directions):
            return []
        low, high = (extreme(*map(_parts, sides)) for extreme in (np.minimum, np.maximum))
        got = _parts(self._along(point, directions))
        slack = _SETTLED * np.maximum(1.0, np.maximum(abs(low), abs(high)))
        outside = ~((low - slack <= got) & (got <= high + slack))
        measured = "the derivative lies between the one-sided ones"
        if outside.any():
            n = int(np.argmax(outside))
            measured = f"the derivative {got[n]:.6g} is not between {low[n]:.6g} and {high[n]:.6g}, those of both sides"
        kink = Finding(f"@{ALONE} at {place}", not outside.any(), measured)
        return [kink, self.transposed(place, point, seed, tolerance)]

    def _along(self, point: list, directions: list) -> list:
        given = dict(zip(self.floats, directions))
        return self.pushforward(*(a for n, v in enumerate(point) for a in ([v, given[n]] if n in given else [v])))

    def _one_sided(self, point: list, directions: list, sign: int) -> list | None:
        """The derivative of one side along directions; None where it does not settle."""
        given = dict(zip(self.floats, directions))
        here = [np.asarray(r) for r in self.function(*point) if is_float(r)]
        found = []
        for step in _STEPS:
            moved = [v + sign * step * given[n] if n in given else v for n, v in enumerate(point)]
            there = [np.asarray(r) for r in self.function(*moved) if is_float(r)]
            found.append([(b - a) / (sign * step) for a, b in zip(here, there)])
        first, second = map(_parts, found)
        with np.errstate(invalid="ignore"):
            settled = abs(first - second) <= _SETTLED * np.maximum(1.0, abs(second))
        return found[-1] if settled.all() else None


def _tuple_of(function: Callable) -> Callable:
    def call(*arguments) -> list:
        results = function(*arguments)
        return list(results) if isinstance(results, tuple) else [results]

    return call


def _like(rng: np.random.Generator, values: Sequence) -> list:
    """Random values of these shapes and types."""

    def one(value: np.ndarray):
        parts = rng.uniform(-1, 1, value.shape)
        if np.iscomplexobj(value):
            parts = parts + 1j * rng.uniform(-1, 1, value.shape)
        return np.asarray(parts).astype(value.dtype)

    return [one(np.asarray(value)) for value in values]


def _pairing(cotangents: Sequence, tangents: Sequence) -> float:
    wide = [(np.asarray(a).astype(complex), np.asarray(b).astype(complex)) for a, b in zip(cotangents, tangents)]
    return float(sum(np.sum(a * b).real for a, b in wide))


def _parts(values: Sequence) -> np.ndarray:
    """All real and imaginary parts, one after the other."""
    wide = [np.ravel(np.asarray(v).astype(complex)) for v in values]
    return np.concatenate([part for v in wide for part in (v.real, v.imag)])
