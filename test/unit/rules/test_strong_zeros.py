"""Nothing that was not taken reaches a gradient, at singular points neither: the same for every rule and decision."""

import itertools

import numpy as np
import pytest
from decisions import decisions, module
from operations import OPERATIONS

import lagrad

INF, NAN = float("inf"), float("nan")
NUMBERS = {
    1: (0.0, -0.0, 1.0, -1.0, 0.5, -2.0, 1e300, INF, -INF, NAN),
    2: (0.0, 1.0, -1.0, 1e300, INF, NAN),
    3: (0.0, 1.0, INF, NAN),
}
COMPLEX = [complex(x, y) for x, y in itertools.product((0.0, 1.0, INF, NAN), (0.0, 1.0, INF))]
INTEGERS = {"i32": (0, 1, -1, 3), "i1": (False, True)}
PIPELINES = {
    "prepared": "lagrad-default,lagrad-to-llvm-strict",
    "as it is": "lagrad-protect-derivatives,lagrad-differentiate,lagrad-to-llvm-strict",
}

# Where more than the operation is differentiated, where zeros meet what is infinite although it is taken (directions of
# which one is zero, elements that nobody reads): no comparison with the operation by itself.
NOT_ALONE = {
    "local Jacobian",
    "tensors",
    "body",
    "function in a body",
    "selected product of it",
    "product of it before a branch",
    "product of it before a loop",
}


def points(operation):
    count = len(operation.floats)
    choices = {"f64": NUMBERS[count], "complex<f64>": COMPLEX if count == 1 else COMPLEX[::2], **INTEGERS}
    return list(itertools.product(*(choices[type] for type in operation.types)))


def same(one, other):
    return np.array_equal(one, other, equal_nan=True)


def check(name, places, pipeline):
    operation = OPERATIONS[name]
    functions = lagrad.compile(module(operation, places), pipeline=PIPELINES[pipeline])
    one, w = (1.0, 0.25) if operation.result == "f64" else (1.0 + 0.5j, 0.25 - 1j)
    wrong, alone = [], {}
    for number, place in enumerate(places):
        pullback, pushforward = functions[f"d{number}"], functions[f"t{number}"]
        for n, point in enumerate(points(operation)):
            taken = pullback(*point, w, True, 1, one)
            if place not in NOT_ALONE and not all(map(same, taken, alone.setdefault(n, taken))):
                wrong.append((place, point, "taken", taken, alone[n]))
            *gradient, of_w = pullback(*point, w, False, 0, one)
            if any(g != 0.0 for g in gradient) or of_w != one:
                wrong.append((place, point, gradient, of_w))
            moved = [v for x, type in zip(point, operation.types) for v in ([x] if type in INTEGERS else [x, 1.0])]
            if (tangent := pushforward(*moved, w, 2.0, False, 0)) != 2.0:
                wrong.append((place, point, "forward", tangent))
    assert not wrong, f"{len(wrong)}: {wrong[:5]}"


@pytest.mark.parametrize("number, name", list(enumerate(sorted(OPERATIONS))))
def test_what_is_not_taken_has_no_influence(number, name):
    """Each operation in the first place and in some others, in which its neighbours are not."""
    places = list(decisions(OPERATIONS[name]).items())
    check(name, dict(places[:1] + places[1 + number % 11 :: 11]), "prepared")


@pytest.mark.parametrize("pipeline", PIPELINES)
@pytest.mark.parametrize("name", ["arith.divf", "math.log"])
def test_some_operations_in_all_places(name, pipeline):
    check(name, decisions(OPERATIONS[name]), pipeline)


@pytest.mark.long
@pytest.mark.parametrize("pipeline", PIPELINES)
@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_all_operations_in_all_places(name, pipeline):
    check(name, decisions(OPERATIONS[name]), pipeline)
