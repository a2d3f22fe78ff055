"""Parts of matrices moved about at random, against NumPy: nothing is overwritten that is still to be read."""

from __future__ import annotations

import pytest
import random_moves


def check(first: int, count: int, pipeline: str = "lagrad-to-llvm") -> None:
    found = {seed: problem for seed in range(first, first + count) if (problem := random_moves.check(seed, pipeline))}
    assert not found, f"{found}; the first program is\n{random_moves.Program(min(found)).text}"


@pytest.mark.parametrize("first", [0, 20, 40, 80, 20340])  # 48 and 94 were wrong, 20344 could not be bufferized
def test_moves(first):
    check(first, 20)


def test_moves_in_strict_code():
    check(60, 10, "lagrad-to-llvm-strict")


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 4000, 100))
def test_many_moves(first):
    check(first, 100)
