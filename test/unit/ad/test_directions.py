"""Many directions at once give what each gives by itself, in every program.

`pytest -m long test/unit/ad/test_directions.py` takes all programs, the tests some of them.
"""

import numpy as np
import pytest
from programs import NAMES, VARIANTS, declared, load
from tangent_arguments import as_tuple, drawn_like, interleaved

COUNT = 3
CASES = [(name, kind) for name in NAMES for kind in ("pushforward", "pullback")]
SOME = [*CASES[::37], ("if_sizes_of_one_side", "pullback"), ("recursive_determinant", "pullback")]


@pytest.mark.parametrize("name, kind", SOME)
def test_some_programs(name, kind):
    check_program(name, kind)


@pytest.mark.long
@pytest.mark.parametrize("name, kind", sorted(set(CASES) - set(SOME)))
def test_other_programs(name, kind):
    check_program(name, kind)


def check_program(name, kind):
    program = load(name)
    asked = {(r.primal, r.wrt) for r in program.requests.values()}
    for number, (primal, wrt) in enumerate(sorted(asked)):
        vectors = -1 if number + len(name) & 1 else COUNT
        functions = declared(program, primal, wrt, (kind,), {"many": (kind, {"vectors": vectors})})
        for changes in ({}, *(VARIANTS.get(name, []) if primal == name else [])):
            rng = np.random.default_rng([17, number])
            check(functions, kind, primal, wrt, program.inputs(primal, rng, changes), rng, program.tolerance)


def check(functions, kind, primal, wrt, arguments, rng, tolerance):
    if kind == "pushforward":
        likes = [arguments[n] for n in wrt]
    else:
        likes = [r for r in as_tuple(functions[primal](*arguments)) if np.asarray(r).dtype.kind in "fc"]
    directions = [[drawn_like(rng, like) for like in likes] for _ in range(COUNT)]

    def call(function, given):
        forward = kind == "pushforward"
        return as_tuple(function(*(interleaved(arguments, wrt, given) if forward else [*arguments, *given])))

    many = call(functions.many, [np.stack(each) for each in zip(*directions)])
    single = [call(functions[f"own_{kind}"], given) for given in directions]
    for found, *expected in zip(many, *single, strict=True):
        scale = max(np.max(np.abs(each), initial=0.0) for each in expected) or 1.0
        np.testing.assert_allclose(found, np.stack(expected), rtol=0, atol=tolerance * scale)
