"""Parts of matrices moved about at random, against NumPy: nothing is overwritten that is still to be read."""

from __future__ import annotations

import pytest
import random_moves


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_moves(first):
    wrong = [seed for seed in range(first, first + 20) if max(random_moves.errors(seed)) > 1e-12]
    assert not wrong, f"seeds {wrong}; the first program is\n{random_moves.Program(wrong[0]).text}"


def test_moves_in_strict_code():
    wrong = [seed for seed in range(60, 70) if max(random_moves.errors(seed, "lagrad-to-llvm-strict")) > 1e-12]
    assert not wrong, f"seeds {wrong}; the first program is\n{random_moves.Program(wrong[0]).text}"


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 4000, 100))
def test_many_moves(first):
    wrong = [seed for seed in range(first, first + 100) if max(random_moves.errors(seed)) > 1e-12]
    assert not wrong, f"seeds {wrong}; the first program is\n{random_moves.Program(wrong[0]).text}"
