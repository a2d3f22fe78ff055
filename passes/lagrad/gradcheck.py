"""Checks derivatives against finite differences of the primal, compiled from the same module.

For a primal f, cotangents ct and a direction v over the arguments in wrt, a pullback must
satisfy  <pullback(x, ct), v> = d/dt <ct, f(x + t v)>,  where <a, b> is the real part of the sum
of a * b, as complex cotangents pair with their values; a pushforward,  <ct, pushforward(x, v)>  the
same. One random direction tests all entries of a gradient at once, one random cotangent all
tangents. Few entries are tested one by one as well; among many, a wrong one is found by bisection.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from . import execute, one_direction, requests
from .analysis.derivative_types import directions_of
from .analysis.program import walk
from .build import has_derivative, shape_of
from .errors import Failure
from .finite_differences import directional
from .mlir import ir

@dataclass(frozen=True)
class _Precision:
    """What a type allows: bits of its significand, the error (relative to the largest entry of
    the derivative), and the steps, the last of which still changes enough of those bits."""

    bits: int
    tolerance: float
    first_step: float
    levels: int


_PRECISIONS = {
    "float64": _Precision(52, 1e-7, 2.0**-5, 10),
    "float32": _Precision(23, 2e-3, 2.0**-4, 6),
    "float16": _Precision(10, 5e-2, 2.0**-3, 3),
    "bfloat16": _Precision(7, 2e-1, 2.0**-2, 2),
}
_SPELLED = {
    "float32": re.compile(r"f32\b"),
    "float16": re.compile(r"(?<!b)f16\b"),
    "bfloat16": re.compile(r"bf16\b"),
}
_ANY_NUMBER = 3  # of directions, where a request takes any
FEW = 256  # entries up to which each is tested by itself


@dataclass(frozen=True)
class Entry:
    """One entry of a gradient or tangent that was tested: where, what it is, what it should be."""

    number: int  # of the argument, or of the result
    index: tuple[int, ...]
    got: float
    expected: float
    part: str = ""  # "real" or "imaginary" of a complex entry
    what: str = "gradient of argument"

    def __str__(self) -> str:
        place = f" at [{', '.join(map(str, self.index))}]" if self.index else ""
        whose = f"the {self.part} part of " if self.part else ""
        return (
            f"{whose}the {self.what} {self.number}{place} is {self.got:.10g}, "
            f"finite differences give {self.expected:.10g}"
        )


@dataclass(frozen=True)
class Outcome:
    """How the check of one request went; `complaint` is empty if it passed."""

    request: str
    kind: str
    primal: str
    wrt: tuple[int, ...]
    error: float
    tolerance: float
    complaint: str = ""
    worst: Entry | None = None

    @property
    def passed(self) -> bool:
        return not self.complaint

    def __str__(self) -> str:
        what = f"@{self.request}: {self.kind} of @{self.primal} with respect to {list(self.wrt)}"
        measured = f"error {self.error:.1e} (allowed {self.tolerance:.0e})"
        return f"ok    {what}: {measured}" if self.passed else f"wrong {what}: {measured}: {self.complaint}"


def check(
    module: ir.Module,
    inputs: Callable[[ir.Operation], Sequence],
    *,
    tolerance: float | None = None,
    seed: int = 0,
    pipeline: str = execute.PIPELINE,
) -> list[Outcome]:
    """An outcome for each derivative that the module asks for, in program order.

    `inputs(function)` gives the arguments of a primal. `tolerance` is relative to the largest
    entry of the gradient; the default depends on the narrowest type. The module is not changed.
    Raises Failure if it cannot be compiled or asks for no derivative.
    """
    with module.context:
        copy = ir.Module.parse(module.operation.get_asm(enable_debug_info=True))
        requests.declare_operations(copy.operation)
        asked = requests.collect(copy.operation)
        if not asked:
            raise Failure("the program asks for no derivative; there is nothing to check")
        table = requests.functions(copy.operation)
        for name in {request.primal for request in asked}:
            if not requests.is_declaration(table[name]) and "sym_visibility" in table[name].attributes:
                del table[name].attributes["sym_visibility"]  # so that it is there to be called
        points = {r.primal: _Point.of(copy.operation, r.primal, inputs(table[r.primal])) for r in asked}
        plain = [_Asked.of(copy.operation, request) for request in asked]
        order = list(table)
        del asked, table  # handles into the module, which compiling may replace
    names = {name for request in plain for name in (request.name, request.checked)} | set(points)
    functions = execute.compile(copy, pipeline=pipeline, entry=sorted(names))

    def outcome(request: _Asked) -> Outcome:
        found = _Check(functions, request, points[request.primal], seed, tolerance).run()
        if not found.passed or request.checked == request.primal:
            return found
        below = outcome(request.gradient())  # which may be wrong, and its derivative right
        return found if below.passed else replace(below, request=found.request, kind=found.kind)

    return [outcome(request) for request in sorted(plain, key=lambda request: order.index(request.name))]


@dataclass(frozen=True)
class _Asked:
    """A request without handles into its module, as the derivative in one direction that it amounts to."""

    name: str
    kind: str
    primal: str
    wrt: tuple[int, ...]
    kept: int  # results that are the primal's
    vectors: int | None
    checked: str  # the function that is moved: a Hessian is the derivative of the gradient
    directions: tuple[int, ...]
    shapes: tuple[tuple[int, ...], ...] | None = None  # of the rows of a compressed matrix
    one_hot: bool = False

    @classmethod
    def of(cls, module: ir.Operation, r: requests.Request) -> "_Asked":
        inputs, results = requests.signature(requests.functions(module)[r.primal])
        checked = r.primal
        if r.kind in ("hvp", "hessian"):
            checked = requests.fresh_name(module, f"{r.primal}_gradient")
            requests.declare(module, "gradient", r.primal, r.wrt, checked, r.function.location)
        directions = directions_of(r.kind, inputs, results, r.wrt)
        kept = len(results) if r.with_primal else 0
        rows = [inputs[n] for n in r.wrt] if r.kind == "hessian" else filter(has_derivative, results)
        shapes = tuple(tuple(shape_of(t)) for t in rows) if r.compressed else None
        return cls(r.name, r.kind, r.primal, tuple(r.wrt), kept, r.vectors, checked, tuple(directions), shapes, r.one_hot)

    def gradient(self) -> "_Asked":
        """The gradient whose derivative this is."""
        return replace(self, name=self.checked, kind="gradient", vectors=None, checked=self.primal, directions=(), shapes=None)

    @property
    def amounts_to(self) -> str:
        return self.kind if self.kind in ("pullback", "gradient") else "pushforward"

    def derivative(self, function: Callable) -> Callable:
        if self.shapes is not None:
            return one_direction.of_compressed(function, self.wrt, self.kept, self.shapes)
        if self.kind in ("jacobian", "hessian"):
            return one_direction.of_jacobian(function, self.wrt, self.kept)
        if self.one_hot:
            return one_direction.of_one_hot(function, self.directions, self.kept)
        if self.vectors is not None:
            return one_direction.of_many(function, self.directions, self.kept, _ANY_NUMBER if self.vectors == -1 else self.vectors)
        return function


# What makes a derivative differ, on purpose, from what differences see.
_MARKS = ("lagrad.inactive", "lagrad.stop_gradient", "lagrad.custom_pullback", "lagrad.custom_pushforward")


@dataclass(frozen=True)
class _Point:
    """Where a primal is tried, and what of its text, and its callees', matters to the check."""

    arguments: list
    precision: _Precision  # of the narrowest type anywhere in it
    marks: tuple[str, ...]

    @classmethod
    def of(cls, module: ir.Operation, primal: str, arguments: Sequence) -> "_Point":
        table, names = requests.functions(module), [primal]
        for name in names:  # grows: a request stands for its primal, a caller for its callees
            asked = [table[name].attributes[f"lagrad.{kind}"].value for kind in requests.KINDS
                     if f"lagrad.{kind}" in table[name].attributes]  # fmt: skip
            names += [n for n in (*asked, *requests.reachable(module, name)) if n in table and n not in names]
        bodies = [table[name] for name in names]
        types = {str(r.type) for body in bodies for op in walk(body) for r in op.results}
        used = {name for name, spelling in _SPELLED.items() if any(map(spelling.search, types))}
        used |= {_name_of(a) for a in arguments} & set(_PRECISIONS)
        precision = min((_PRECISIONS[n] for n in (*used, "float64")), key=lambda p: p.bits)
        text = "".join(map(str, bodies))
        return cls(list(arguments), precision, tuple(mark for mark in _MARKS if mark in text))


class _Check:
    """The check of one request at one point."""

    def __init__(self, functions, asked: _Asked, point: _Point, seed, tolerance):
        self.primal, self.derivative = functions[asked.checked], asked.derivative(functions[asked.name])
        kind, wrt = asked.amounts_to, asked.wrt
        self.arguments = arguments = point.arguments
        self.wrt, self.precision, self.marks = wrt, point.precision, point.marks
        self.random = np.random.default_rng([seed, 1])
        values = _tuple(self.primal(*arguments))
        self.floats = [n for n, value in enumerate(values) if _is_float(value)]
        drawn = [self.draw(values[n], 0.5, 1.5) for n in self.floats]
        if kind == "gradient":
            drawn = [np.ones_like(values[n]) for n in self.floats]
        self.cotangents = [_wide(d) for d in drawn]
        directions = [self.draw(arguments[n], -1.0, 1.0) for n in wrt]
        self.directions = [_wide(v) for v in directions]
        self.is_forward = kind == "pushforward"
        if self.is_forward:
            moves = dict(zip(wrt, directions))
            given = [v for n, a in enumerate(arguments) for v in ([a, moves[n]] if n in moves else [a])]
        else:
            given = [*arguments, *drawn] if kind == "pullback" else arguments
        results = _tuple(self.derivative(*given))
        self.values, self.kept = values, results[: asked.kept]
        self.found = [_wide(g) for g in results[len(self.kept) :]]  # gradients or tangents
        self.tolerance = self.precision.tolerance if tolerance is None else tolerance
        self.outcome = lambda error, *rest: Outcome(
            asked.name, asked.kind, asked.primal, wrt, error, self.tolerance, *rest
        )

    def draw(self, like, low: float, high: float) -> np.ndarray:
        like = np.asarray(like)
        drawn = self.random.uniform(low, high, like.shape)
        if like.dtype.kind == "c":
            drawn = drawn + 1j * self.random.uniform(low, high, like.shape)
        return np.asarray(drawn).astype(like.dtype)

    def run(self) -> Outcome:
        if not all(np.isfinite(_wide(self.values[n])).all() for n in self.floats):
            return self.outcome(np.inf, "the primal is not finite at these arguments; give others with --arg")
        if any(not self.is_same(a, b) for a, b in zip(self.values, self.kept)):
            return self.outcome(np.inf, "the primal results that it returns are not the primal's")
        weights = self.cotangents if self.is_forward else self.directions
        entries = [
            (k, index, unit)
            for k, g in enumerate(self.found)
            for index in np.ndindex(g.shape)
            for unit in ((1.0, 1j) if g.dtype.kind == "c" else (1.0,))
        ]
        whole = self.compare(weights)
        # The largest entry, of what was found or, at least, of what should have been.
        length = sum(float(np.sum(np.abs(v))) for v in weights)
        largest = [float(np.max(np.abs(g), initial=0.0)) for g in self.found]
        scale = max([*largest, abs(whole.expected) / length if length else 0.0])
        norm = scale * np.sqrt(max(1, len(entries)))
        tested = [(whole, norm, None)]
        if len(entries) <= FEW:
            tested += [(self.compare(self.unit(*at)), scale, at) for at in entries]
        elif not whole.difference <= self.bound(whole, norm):
            at = self.bisect(weights, entries)
            tested.append((self.compare(self.unit(*at)), scale, at))
        errors = [_ratio(difference.difference, scale) for difference, scale, _ in tested]
        wrong = [n for n, (d, scale, _) in enumerate(tested) if not d.difference <= self.bound(d, scale)]
        if not wrong:
            return self.outcome(max(errors))
        worst = max(wrong, key=lambda n: (tested[n][2] is not None, _rank(errors[n])))
        return self.explain(errors[worst], *tested[worst])

    def is_same(self, value, kept) -> bool:
        """Integers are equal; floats are so but for rounding, as their sums may be taken in another order."""
        if not _is_float(value):
            return np.array_equal(value, kept)
        a, b = _wide(value), _wide(kept)
        return a.shape == b.shape and bool(np.all(np.abs(a - b) <= self.tolerance * np.max(np.abs(a), initial=0.0)))

    def explain(self, error: float, found: "_Difference", scale: float, at) -> Outcome:
        if not found.uncertainty <= self.bound(found, scale):
            return self.outcome(
                error, "finite differences do not settle at these arguments: is there a kink or a jump near them?"
            )
        if at is None:
            return self.outcome(
                error, f"along a random {'cotangent' if self.is_forward else 'direction'} it is {found.got:.10g}, finite differences give {found.expected:.10g}"
            )
        entry = self.entry(*at, found)
        hint = f"; {' and '.join(self.marks)} in the program may be why" if self.marks else ""
        return self.outcome(error, f"{entry}{hint}", entry)

    def entry(self, k: int, index: tuple[int, ...], unit: complex, found: "_Difference") -> Entry:
        numbers, what = (self.floats, "tangent of result") if self.is_forward else (self.wrt, "gradient of argument")
        if self.found[k].dtype.kind != "c":
            return Entry(numbers[k], index, found.got, found.expected, "", what)
        if unit == 1.0:
            return Entry(numbers[k], index, found.got, found.expected, "real", what)
        return Entry(numbers[k], index, -found.got, -found.expected, "imaginary", what)  # Re(g * i) = -Im(g)

    def bound(self, found: "_Difference", scale: float) -> float:
        """What a difference may be: what is asked for, and what rounding in the primal makes of it.

        Where the derivative is zero, what is asked for is relative to how fast the primal changes over the first step.
        """
        rounding = 2.0 ** (2 - self.precision.bits) * found.magnitude / self.precision.first_step
        return self.tolerance * max(scale, found.slope) + rounding

    def compare(self, weights: list[np.ndarray]) -> "_Difference":
        """What was found against differences, both weighed: gradients by a direction, tangents by cotangents."""
        direction, cotangents = (self.directions, weights) if self.is_forward else (weights, self.cotangents)
        base = [_wide(self.arguments[n]) for n in self.wrt]
        seen: list[float] = []

        def along(t: float) -> float:
            moved = list(self.arguments)
            for n, x, v in zip(self.wrt, base, direction):
                like = np.asarray(self.arguments[n])
                moved[n] = np.asarray(x + t * v).astype(like.dtype).reshape(like.shape)
            seen.append(self.weigh(_tuple(self.primal(*moved)), cotangents))
            return seen[-1]

        got = sum(_paired(g, v) for g, v in zip(self.found, weights))
        estimate = directional(along, self.precision.first_step, self.precision.levels)
        at = along(0.0)
        slope = max((abs(value - at) for value in seen if np.isfinite(value)), default=0.0) / self.precision.first_step
        return _Difference(got, estimate.value, estimate.uncertainty, abs(at), slope)

    def weigh(self, values: tuple, cotangents: list[np.ndarray]) -> float:
        """The primal's float results against cotangents."""
        return sum(_paired(_wide(values[n]), ct) for n, ct in zip(self.floats, cotangents))

    def unit(self, k: int, index: tuple[int, ...], unit: complex) -> list[np.ndarray]:
        weights = [np.zeros_like(g) for g in self.found]
        weights[k][index] = unit
        return weights

    def bisect(self, weights: list[np.ndarray], entries: list) -> tuple:
        """One entry that is wrong, found among all by halving the weights that disagree."""
        while len(entries) > 1:
            halves = entries[: len(entries) // 2], entries[len(entries) // 2 :]
            found = []
            for half in halves:
                part = [np.zeros_like(g) for g in self.found]
                for k, index, unit in half:
                    entry = weights[k][index]
                    part[k][index] += entry.real if unit == 1.0 else 1j * entry.imag
                found.append(self.compare(part).difference)
            entries = halves[0] if _rank(found[0]) >= _rank(found[1]) else halves[1]
        return entries[0]


@dataclass(frozen=True)
class _Difference:
    """The derivative along a direction, twice: as the request computes it and from values."""

    got: float
    expected: float
    uncertainty: float
    magnitude: float  # of the primal, which bounds the rounding in `expected`
    slope: float  # the largest change of the primal, divided by the first step

    @property
    def difference(self) -> float:
        return abs(self.got - self.expected)


def _ratio(difference: float, scale: float) -> float:
    return difference / scale if scale else difference


def _rank(error: float) -> float:
    """NaN is worse than any number."""
    return np.inf if np.isnan(error) else error


def _wide(value) -> np.ndarray:
    """The same numbers in double precision."""
    array = np.asarray(value)
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def _paired(a: np.ndarray, b: np.ndarray) -> float:
    """The real part of the sum of a * b."""
    return float(np.sum(a * b).real)


def _name_of(value) -> str:
    """The type of a value's real and imaginary parts."""
    name = np.asarray(value).dtype.name
    return {"complex128": "float64", "complex64": "float32"}.get(name, name)


def _is_float(value) -> bool:
    return _name_of(value) in _PRECISIONS


def _tuple(results) -> tuple:
    return results if isinstance(results, tuple) else () if results is None else (results,)
