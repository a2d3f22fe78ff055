"""The comparison of a derivative with finite differences, along random directions and entry by entry."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from .asked import Asked
from .finite_differences import directional
from .outcome import Entry, Outcome
from .point import Point, is_float

FEW = 256  # entries up to which each is tested by itself


class Check:
    """The check of one request at one point."""

    def __init__(self, functions, asked: Asked, point: Point, seed, tolerance):
        self.primal = asked.moved(functions[asked.checked])
        self.derivative = asked.derivative(functions[asked.name])
        kind, wrt = asked.amounts_to, asked.wrt
        self.arguments = arguments = point.arguments
        self.wrt, self.precision, self.marks = wrt, point.precision, point.marks
        self.random = np.random.default_rng([seed, 1])
        values = _tuple(self.primal(*arguments))
        self.floats = [n for n, value in enumerate(values) if is_float(value)]
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

    def says_nothing(self, error: float, why: str) -> Outcome:
        return replace(self.outcome(error, why), is_conclusive=False)

    def draw(self, like, low: float, high: float) -> np.ndarray:
        like = np.asarray(like)
        drawn = self.random.uniform(low, high, like.shape)
        if like.dtype.kind == "c":
            drawn = drawn + 1j * self.random.uniform(low, high, like.shape)
        return np.asarray(drawn).astype(like.dtype)

    def run(self, quickly: bool = False) -> Outcome:
        """The outcome; `quickly`: along random directions alone, but for what they find wrong."""
        if not all(np.isfinite(_wide(self.values[n])).all() for n in self.floats):
            return self.says_nothing(np.inf, "the primal is not finite at these arguments; give others with --arg")
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
        if len(entries) <= FEW and not quickly:
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
        if not is_float(value):
            return np.array_equal(value, kept)
        a, b = _wide(value), _wide(kept)
        return a.shape == b.shape and bool(np.all(np.abs(a - b) <= self.tolerance * np.max(np.abs(a), initial=0.0)))

    def explain(self, error: float, found: Difference, scale: float, at) -> Outcome:
        if not found.uncertainty <= self.bound(found, scale):
            return self.says_nothing(
                error, "finite differences do not settle at these arguments: is there a kink or a jump near them?"
            )
        if at is None:
            return self.outcome(
                error,
                f"along a random {'cotangent' if self.is_forward else 'direction'} it is {found.got:.10g}, finite "
                f"differences give {found.expected:.10g}",
            )
        entry = self.entry(*at, found)
        hint = f"; {' and '.join(self.marks)} in the program may be why" if self.marks else ""
        return self.outcome(error, f"{entry}{hint}", entry)

    def entry(self, k: int, index: tuple[int, ...], unit: complex, found: Difference) -> Entry:
        numbers, what = (self.floats, "tangent of result") if self.is_forward else (self.wrt, "gradient of argument")
        if self.found[k].dtype.kind != "c":
            return Entry(numbers[k], index, found.got, found.expected, "", what)
        if unit == 1.0:
            return Entry(numbers[k], index, found.got, found.expected, "real", what)
        return Entry(numbers[k], index, -found.got, -found.expected, "imaginary", what)  # Re(g * i) = -Im(g)

    def bound(self, found: Difference, scale: float) -> float:
        """What a difference may be: what is asked for, and what rounding in the primal makes of it.

        Where the derivative is zero, what is asked for is relative to how fast the primal changes over the first step.
        """
        steps = found.step, self.precision.first_step / 4
        rounding = 2.0**-self.precision.bits * found.magnitude / min(steps)
        return self.tolerance * max(scale, found.slope) + rounding

    def compare(self, weights: list[np.ndarray]) -> Difference:
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
        return Difference(got, estimate.value, estimate.uncertainty, estimate.step, abs(at), slope)

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
class Difference:
    """The derivative along a direction, twice: as the request computes it and from values."""

    got: float
    expected: float
    uncertainty: float
    step: float  # the least that `expected` is from
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


def _tuple(results) -> tuple:
    return results if isinstance(results, tuple) else () if results is None else (results,)
