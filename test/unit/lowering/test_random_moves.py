"""Parts of matrices moved about at random, against NumPy: nothing is overwritten that is still to be read."""

from __future__ import annotations

import pytest
import random_moves


def check(first: int, count: int, one=random_moves.check) -> None:
    found = {seed: problem for seed in range(first, first + count) if (problem := one(seed))}
    assert not found, f"{found}; the first program, without memory, is\n{random_moves.Program(min(found)).text}"


@pytest.mark.parametrize("first", [0, 10, 40, 90, 20340])  # 48 and 94 were wrong, 20344 could not be bufferized
def test_moves(first):
    check(first, 10)


# In each a loop passed on one tensor as two, and overwrote one of them.
@pytest.mark.parametrize("seed", [1088, 1478, 2240, 2738])
def test_moves_of_one_tensor_to_two_places(seed):
    check(seed, 1)


# In these, a branch passed on as two tensors what was computed where one of them is stored: bufferization refused them.
@pytest.mark.parametrize(
    ("seed", "one"),
    [
        (2011, random_moves.check),
        (2203, random_moves.check),
        (3741, random_moves.check),
        (5069, random_moves.check_memory),
        (4184, random_moves.check_derivatives),
        (4974, random_moves.check_derivatives),
    ],
)
def test_moves_that_branches_pass_on_twice(seed, one):
    check(seed, 1, one)


def test_moves_in_strict_code():
    check(60, 10, lambda seed: random_moves.check(seed, "lagrad-to-llvm-strict"))


@pytest.mark.parametrize(
    ("first", "pipeline"),
    [(0, "lagrad-to-llvm"), (41, "lagrad-to-llvm"), (51, "lagrad-to-llvm-strict"), (9, "lagrad-to-llvm{threads=2}")],
)
def test_moves_in_memory_that_overlaps(first, pipeline):
    """Of the first sixty, 1, 2, 5, 9, 41, 43, 46, 51, 52 and others were wrong when arguments were taken for
    disjoint."""
    check(first, 8, lambda seed: random_moves.check_memory(seed, pipeline))


@pytest.mark.parametrize("first", [pytest.param(100, marks=pytest.mark.long), 115])
def test_derivatives_of_moves(first):
    check(first, 4, random_moves.check_derivatives)


@pytest.mark.long
@pytest.mark.parametrize("first", [0, *range(1000, 4000, 100)])
def test_many_moves(first):
    check(first, 100)


@pytest.mark.long
@pytest.mark.parametrize("first", range(5000, 6000, 50))
def test_many_moves_in_memory_that_overlaps(first):
    check(first, 50, random_moves.check_memory)


@pytest.mark.long
@pytest.mark.parametrize("first", range(4000, 5000, 50))
def test_derivatives_of_many_moves(first):
    check(first, 50, random_moves.check_derivatives)
