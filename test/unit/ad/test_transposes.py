"""Forward and reverse mode of every program are transposes of each other: <ct, push(t)> = <pull(ct), t>.

`pytest -m long test/unit/ad/test_transposes.py` takes all programs, the tests a sixth of them.
"""

import numpy as np
import pytest
from programs import NAMES, PLAIN, VARIANTS, declared, load
from tangent_arguments import as_tuple, drawn_like, interleaved

NOT_LINEAR = {"custom_pullback_in_loop"}  # it clips its cotangent
SOME = [*PLAIN[::6], *sorted(set(NAMES) - set(PLAIN) - NOT_LINEAR)]


@pytest.mark.parametrize("name", SOME)
def test_some_programs(name):
    check_program(name)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(NAMES) - set(SOME) - NOT_LINEAR))
def test_other_programs(name):
    check_program(name)


def check_program(name):
    program = load(name)
    asked = {(r.primal, r.wrt) for r in program.requests.values()}
    for number, (primal, wrt) in enumerate(sorted(asked)):
        functions = declared(program, primal, wrt, ("pushforward", "pullback"))
        for changes in ({}, *(VARIANTS.get(name, []) if primal == name else [])):
            rng = np.random.default_rng([13, number])
            check(functions, primal, wrt, program.inputs(primal, rng, changes), rng, program.tolerance)


def check(functions, primal, wrt, arguments, rng, tolerance):
    directions = [drawn_like(rng, arguments[n]) for n in wrt]
    tangents = as_tuple(functions.own_pushforward(*interleaved(arguments, wrt, directions)))
    cotangents = [drawn_like(rng, t) for t in tangents]
    gradients = as_tuple(functions.own_pullback(*arguments, *cotangents))
    forward, reverse = paired(cotangents, tangents), paired(gradients, directions)
    scale = max(
        paired(map(np.abs, cotangents), map(np.abs, tangents)), paired(map(np.abs, gradients), map(np.abs, directions))
    )
    assert abs(forward - reverse) <= tolerance * max(scale, 1e-30), f"@{primal} wrt {wrt}: {forward} is not {reverse}"


def paired(ones, others) -> float:
    """The real part of the sum of a * b, over several arrays."""
    return sum(float(np.sum(np.asarray(a, np.complex128) * b).real) for a, b in zip(ones, others, strict=True))
