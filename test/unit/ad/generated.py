"""What a random program must satisfy: its values and derivatives are those of its meaning.

The meaning is evaluated in NumPy, where a complex step gives derivatives along a direction to the last digits, and, at
one point, in JAX. A check raises `Doubtful` where comparisons of the program are so close that rounding may decide
them at most points that were drawn.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
import twins  # noqa: F401  (JAX in double precision)
from program_effects import OUTSIDE
from program_tree import STRICT, Doubtful, Program, Variant
from tangent_arguments import as_tuple, interleaved

import lagrad
from lagrad.errors import Failure

TOLERANCE = 1e-9
SINGLE = 2e-4  # in f32
STEP = 1e-40  # of a complex step: no digit of the value sees it


def check_first_order(program: Program, points: int = 3, with_jax: bool = True) -> None:
    """At that many points: values, the pushforward, the pullback as its transpose; arguments are left alone.

    The program's variant, another way to the same derivatives, must agree as well. Every third point has zeros among
    its numbers, and one more has an infinity: there the two ways must agree where the strict one is finite. With JAX
    come points with ties.
    """
    rng = np.random.default_rng(11)
    tried = certain_points(program, rng, points)
    ways = compiled_ways(program)
    for n, point in enumerate(tried):
        for compiled in ways:
            point.check(compiled)
        if n == 0 and with_jax and not program.sizes.single:
            check_with_jax(program, point, ways[0])
    check_at_infinity(program, rng, *ways)
    if with_jax:
        check_at_ties(program, rng)


def check_second_order(program: Program, points: int = 3, with_jax: bool = True) -> None:
    """The pushforward of the pullback, and that the pullback of the pullback is its transpose."""
    rng, main = np.random.default_rng(12), program.main
    tried = certain_points(program, rng, points, 0.5, 1.5)
    ways = compiled_ways(program)
    for n, point in enumerate(tried):
        given = [*point.arguments, *point.cotangents]
        moves = drawn(rng, program, [*main.arguments, *main.body.yields], -1.0, 1.0)
        for compiled in ways:
            mixed = as_tuple(compiled.mixed(*interleaved(given, range(len(given)), moves)))
            second = as_tuple(compiled.second(*given, *point.directions))
            agree_as_transposes("second derivative", point.directions, mixed, second, moves, tolerance(program))
        if n == 0 and with_jax and not program.sizes.single:
            pullback = pullback_of(program)
            _, pull = jax.vjp(pullback, *map(jnp.asarray, given))
            _, tangents = jax.jvp(pullback, [*map(jnp.asarray, given)], [*map(jnp.asarray, moves)])
            agree("tangent of the pullback", mixed, tangents)
            agree("second derivative", second, pull(tuple(map(jnp.asarray, point.directions))))


def compiled_ways(program: Program) -> list:
    """The program as it is compiled by default, and as its variant says."""
    try:
        return [lagrad.compile(str(program)), lagrad.compile(str(program.varied), pipeline=program.variant.pipeline)]
    except Failure as failure:
        if program.effects and any(words in failure.diagnostics[0].message for words in REFUSED):
            raise Doubtful from failure
        raise


# What cannot be done once and in order is refused with these words.
REFUSED = (
    "again in the adjoint of this branch",
    "this has an effect and cannot run again",
    "again to count the iterations of an 'scf.while'",
    "depends on this, which has an effect: sizes are computed before the function runs",
)


@dataclasses.dataclass
class Point:
    """Where a program is tried: arguments, cotangents of its results, tangents of what it is differentiated for."""

    program: Program
    arguments: list
    cotangents: list
    directions: list
    values: list = dataclasses.field(default_factory=list)
    tangents: list = dataclasses.field(default_factory=list)
    trace: list = dataclasses.field(default_factory=list)

    def evaluate(self, disturbed: float = 0.0) -> Point:
        """Fills in what the results and their tangents are, by a complex step; raises Doubtful."""
        wrt = dict(zip(self.program.wrt, map(np.float64, self.directions)))
        stepped = [
            a * (1.0 + disturbed) + (1j * STEP) * wrt[n] if n in wrt else a * (1.0 + disturbed)
            for n, a in enumerate(map(np.float64, self.arguments))
        ]
        OUTSIDE.restart()
        with np.errstate(all="ignore"):
            results = self.program.main.run(stepped)
        self.trace = OUTSIDE.trace
        self.values = [np.real(r) for r in results]
        self.tangents = [np.imag(r) / STEP for r in results]
        if not all(np.all(np.isfinite(v)) for v in [*self.values, *self.tangents]):
            raise Doubtful
        return self

    def check(self, compiled) -> None:
        program, wrt = self.program, self.program.wrt
        given = [*self.arguments, *self.cotangents]
        before = [argument.copy() for argument in given]
        self._agree("value", self._called(compiled[program.main.name], self.arguments), "values")
        tangents = self._called(compiled.pushforward, interleaved(self.arguments, wrt, self.directions))
        self._agree("tangent", tangents, "tangents")
        gradients = self._called(compiled.pullback, given)
        try:
            agree_as_transposes(
                "gradient", self.cotangents, self.tangents, gradients, self.directions, tolerance(program)
            )
        except AssertionError:
            self._refuse_if_ill_conditioned()
            raise
        if program.effects:
            valued = self._called(compiled.valued, given)
            self._agree("value beside the gradient", valued[: len(self.values)], "values")
            agree("gradient beside the value", valued[len(self.values) :], gradients)
        agree("argument", tuple(given), before)

    def _called(self, function: Callable, given: list) -> tuple:
        """What it gives; it must have called the external functions as the program does."""
        OUTSIDE.restart()
        results = as_tuple(function(*given))
        noted = OUTSIDE.compiled_trace
        close = len(noted) == len(self.trace) and np.allclose(noted, self.trace, 1e-6, 1e-6, equal_nan=True)
        assert close, f"external calls: {noted}, in the program {self.trace}"
        return results

    def _agree(self, what: str, found, known: str) -> None:
        try:
            agree(what, found, getattr(self, known), tolerance(self.program))
        except AssertionError:
            self._refuse_if_ill_conditioned(what, found, known)
            raise

    def _refuse_if_ill_conditioned(self, what: str = "", found=None, known: str = "tangents") -> None:
        """Doubtful if arguments that differ in their last digits give results that differ by as much."""
        scale = max([1.0, *(float(np.max(np.abs(v))) for v in getattr(self, known))])
        last = 5e-7 if self.program.sizes.single else 1e-14
        for disturbed in (last, -3 * last, 7 * last):
            near = dataclasses.replace(self).evaluate(disturbed)
            for a, b in zip(getattr(near, known), getattr(self, known)):
                if float(np.max(np.abs(a - b))) > 0.1 * tolerance(self.program) * scale:
                    raise Doubtful


def certain_points(program: Program, rng, count: int, low: float = -1.5, high: float = 1.5) -> list[Point]:
    """That many points where no comparison is close; Doubtful if most are not such."""
    found: list[Point] = []
    for attempt in range(3 * count + 3):
        arguments = drawn(rng, program, program.main.arguments, low, high)
        if attempt % 3 == 2:
            for argument in arguments:
                argument[rng.random(argument.shape) < 0.4] = 0.0
        cotangents = drawn(rng, program, program.main.body.yields, 0.5, 1.5)
        directions = drawn(rng, program, [program.main.arguments[n] for n in program.wrt], -1.0, 1.0)
        try:
            found.append(Point(program, arguments, cotangents, directions).evaluate())
        except Doubtful:
            continue
        if len(found) == count:
            return found
    raise Doubtful


def check_at_infinity(program: Program, rng, default, other) -> None:
    """One infinite number: what is finite in strict code is the same in default code."""
    if program.variant.lowering != STRICT or program.effects:
        return
    arguments = drawn(rng, program, program.main.arguments, -1.5, 1.5)
    place = arguments[rng.integers(len(arguments))]
    place[tuple(rng.integers(n) for n in place.shape)] = rng.choice([-np.inf, np.inf])
    with np.errstate(all="ignore"):
        try:
            program.main.run(arguments)
        except Doubtful:
            return
    given = [*arguments, *drawn(rng, program, program.main.body.yields, 0.5, 1.5)]
    for name, taken in {program.main.name: arguments, "pullback": given}.items():
        found, expected = (as_tuple(way[name](*taken)) for way in (default, other))
        if all(np.all(np.isfinite(e)) for e in expected):
            agree(f"@{name} at infinity:", found, expected, tolerance(program))


def check_at_ties(program: Program, rng) -> None:
    """Numbers of which many are equal, or zero: two ways in strict code, which rounds alike, have the same
    derivatives."""
    other = dataclasses.replace(program.variant, lowering=STRICT)
    ways = (
        lagrad.compile(str(program), pipeline=Variant().pipeline),
        lagrad.compile(str(program.varied), pipeline=other.pipeline),
    )
    for _ in range(8):
        arguments = [
            np.asarray(np.round(2.0 * a) / 2.0, a.dtype) for a in drawn(rng, program, program.main.arguments, -1.2, 1.2)
        ]
        given = [*arguments, *drawn(rng, program, program.main.body.yields, 0.5, 1.5)]
        directions = drawn(rng, program, [program.main.arguments[n] for n in program.wrt], -1.0, 1.0)
        moved = interleaved(arguments, program.wrt, directions)
        for name, taken in {program.main.name: arguments, "pullback": given, "pushforward": moved}.items():
            results = []
            for way in ways:
                OUTSIDE.restart()
                results.append(as_tuple(way[name](*taken)))
            found, expected = results
            if all(np.all(np.isfinite(r)) for r in (*found, *expected)):
                agree(f"@{name} at a tie:", found, expected, tolerance(program))


def check_with_jax(program: Program, point: Point, compiled) -> None:
    """Values, the pullback and the pushforward."""
    arguments, given = point.arguments, [*point.arguments, *point.cotangents]
    OUTSIDE.restart()
    gradients = pullback_of(program)(*map(jnp.asarray, given))
    OUTSIDE.restart()
    agree("gradient", compiled.pullback(*given), gradients)
    OUTSIDE.restart()
    tangents = pushforward_of(program)([*map(jnp.asarray, arguments)], [*map(jnp.asarray, point.directions)])
    agree("tangent", point.tangents, tangents)


def drawn(rng, program: Program, values, low: float, high: float) -> list[np.ndarray]:
    """An array for each of the values."""
    type, sizes = np.float32 if program.sizes.single else np.float64, program.sizes
    return [np.asarray(rng.uniform(low, high, sizes.shape(value.type)), type) for value in values]


def tolerance(program: Program) -> float:
    return SINGLE if program.sizes.single else TOLERANCE


def pushforward_of(program: Program):
    """The pushforward that the program asks for, in JAX: arguments, then directions of those in wrt."""
    main = program.main

    def pushforward(arguments, directions):
        def of_wrt(*chosen):
            everything = list(arguments)
            for n, value in zip(program.wrt, chosen):
                everything[n] = value
            return main.run(everything)

        return jax.jvp(of_wrt, [arguments[n] for n in program.wrt], directions)[1]

    return pushforward


def pullback_of(program: Program):
    """The pullback that the program asks for, in JAX."""
    main = program.main

    def pullback(*arguments):
        primal, cotangents = arguments[: len(main.arguments)], arguments[len(main.arguments) :]

        def of_wrt(*chosen):
            everything = list(primal)
            for n, value in zip(program.wrt, chosen):
                everything[n] = value
            return main.run(everything)

        _, pull = jax.vjp(of_wrt, *(primal[n] for n in program.wrt))
        return pull(list(cotangents))

    return pullback


def agree(what: str, found, expected, tolerance: float = TOLERANCE) -> None:
    """To a relative error in the largest entry of all results, as they share their rounding."""
    found = found if isinstance(found, (tuple, list)) else (found,)
    scale = max([1.0, *(float(np.max(np.abs(b))) for b in expected)])
    for n, (a, b) in enumerate(zip(found, expected, strict=True)):
        error = float(np.max(np.abs(np.asarray(a) - np.asarray(b)))) / scale
        assert error <= tolerance, f"{what} {n} is {a}, it should be {b}"


def agree_as_transposes(what: str, cotangents, tangents, gradients, directions, tolerance: float = TOLERANCE) -> None:
    """<cotangents, J directions> is <J^T cotangents, directions>."""
    forwards = [np.sum(a * b) for a, b in zip(cotangents, tangents, strict=True)]
    backwards = [np.sum(a * b) for a, b in zip(gradients, directions, strict=True)]
    terms = [np.abs(a * b).max() for a, b in [*zip(cotangents, tangents), *zip(gradients, directions)]]
    error = abs(sum(forwards) - sum(backwards)) / max([1.0, *terms])
    assert error <= tolerance, f"{what}: along a direction {sum(backwards)}, it should be {sum(forwards)}; {gradients}"
