"""What a random program must satisfy: its values and derivatives are those of its meaning in JAX.

Each check raises `Doubtful` where a comparison of the program is so close that rounding may decide it.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import twins  # noqa: F401  (JAX in double precision)

import lagrad
from program_tree import SIZE, Program
from tangent_arguments import interleaved

TOLERANCE = 1e-9
SHAPES = {"s": (), "v": (SIZE,), "m": (SIZE, SIZE)}


def check_first_order(program: Program) -> None:
    """Values, the pullback and the pushforward; and that the arguments are left alone."""
    rng, main = np.random.default_rng(11), program.main
    arguments = drawn(rng, main.arguments, -1.5, 1.5)
    given = [*arguments, *drawn(rng, main.body.yields, 0.5, 1.5)]
    directions = drawn(rng, [main.arguments[n] for n in program.wrt], -1.0, 1.0)
    values = main.run([jnp.asarray(a) for a in arguments])
    gradients = pullback_of(program)(*map(jnp.asarray, given))
    tangents = pushforward_of(program)([*map(jnp.asarray, arguments)], [*map(jnp.asarray, directions)])
    compiled = lagrad.compile(str(program))
    before = [argument.copy() for argument in given]
    agree("value", compiled[main.name](*arguments), values)
    agree("gradient", compiled.pullback(*given), gradients)
    agree("tangent", compiled.pushforward(*interleaved(arguments, program.wrt, directions)), tangents)
    agree("argument", tuple(given), before)


def check_second_order(program: Program) -> None:
    """The pullback and the pushforward of the pullback."""
    rng, main = np.random.default_rng(12), program.main
    given = drawn(rng, [*main.arguments, *main.body.yields], 0.5, 1.5)
    directions = drawn(rng, [main.arguments[n] for n in program.wrt], -1.0, 1.0)
    moves = drawn(rng, [*main.arguments, *main.body.yields], -1.0, 1.0)
    _, pull = jax.vjp(pullback_of(program), *map(jnp.asarray, given))
    _, tangents = jax.jvp(pullback_of(program), [*map(jnp.asarray, given)], [*map(jnp.asarray, moves)])
    compiled = lagrad.compile(str(program))
    mixed = compiled.mixed(*interleaved(given, range(len(given)), moves))
    agree("tangent of the pullback", mixed, tangents)
    agree("second derivative", compiled.second(*given, *directions), pull(tuple(map(jnp.asarray, directions))))


def drawn(rng, values, low: float, high: float) -> list[np.ndarray]:
    return [np.asarray(rng.uniform(low, high, SHAPES[value.type])) for value in values]


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


def agree(what: str, found, expected) -> None:
    """To a relative error in the largest entry of all results, as they share their rounding."""
    found = found if isinstance(found, tuple) else (found,)
    scale = max([1.0, *(float(np.max(np.abs(b))) for b in expected)])
    for n, (a, b) in enumerate(zip(found, expected, strict=True)):
        error = float(np.max(np.abs(np.asarray(a) - np.asarray(b)))) / scale
        assert error <= TOLERANCE, f"{what} {n} is {a}, JAX has {b}"
