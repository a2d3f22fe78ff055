"""Random programs: straight lines, branches, loops, slices and calls, against JAX.

`LAGRAD_EXAMPLES=2000 pytest test/unit/ad/test_generated.py` tries more than the tests do, and
others each time.
"""

import os

import hypothesis
import jax
import jax.numpy as jnp
import numpy as np
import twins  # noqa: F401  (JAX in double precision)
from hypothesis import HealthCheck, given, settings

import lagrad
from program_strategy import programs
from program_tree import SIZE, Doubtful

WANTED = os.environ.get("LAGRAD_EXAMPLES")
TOLERANCE = 1e-9
SHAPES = {"s": (), "v": (SIZE,), "m": (SIZE, SIZE)}


def drawn(rng, values, low, high):
    return [np.asarray(rng.uniform(low, high, SHAPES[value.type])) for value in values]


@settings(
    max_examples=int(WANTED or 80),
    derandomize=WANTED is None,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
@given(programs())
def test_generated_programs_agree_with_jax(program):
    hypothesis.note(str(program))
    rng = np.random.default_rng(11)
    main = program.main
    arguments = drawn(rng, main.arguments, -1.5, 1.5)
    cotangents = drawn(rng, main.body.yields, 0.5, 1.5)

    def of_wrt(*chosen):
        everything = [jnp.asarray(a) for a in arguments]
        for n, value in zip(program.wrt, chosen):
            everything[n] = value
        return main.run(everything)

    try:
        values, pull = jax.vjp(of_wrt, *(jnp.asarray(arguments[n]) for n in program.wrt))
    except Doubtful:
        hypothesis.reject()
    expected = pull([jnp.asarray(ct) for ct in cotangents])
    compiled = lagrad.compile(str(program))
    agree("value", compiled[main.name](*arguments), values)
    agree("gradient", compiled.pullback(*arguments, *cotangents), expected)


def agree(what, found, expected):
    """To a relative error in the largest entry of all results, as they share their rounding."""
    found = found if isinstance(found, tuple) else (found,)
    scale = max([1.0, *(float(np.max(np.abs(b))) for b in expected)])
    for n, (a, b) in enumerate(zip(found, expected, strict=True)):
        error = float(np.max(np.abs(np.asarray(a) - np.asarray(b)))) / scale
        assert error <= TOLERANCE, f"{what} {n} is {a}, JAX has {b}"
