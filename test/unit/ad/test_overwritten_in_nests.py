"""Tensors that inner loops carry: of those, too, the part is recorded that an iteration overwrites."""

from math import exp

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from test_account import differentiate, tapes

import lagrad
from benchmarks.polybench.affine import program
from benchmarks.polybench.kernels import KERNELS
from benchmarks.polybench.validation import error, twin
from lagrad.build import shape_of

# ruff: noqa: E741

SIZE = 6


def chains(n, A: 2):
    # Of each element a product along its row and its column, of which both parts have been written before.
    for i in range(0, n):
        for j in range(0, n):
            for k in range(0, j):
                A[i, j] = A[i, j] * A[i, k] + A[k, j]
            A[i, j] = A[i, j] / (A[i, j] * A[i, j] + 1.0)


def sweeps(n, A: 2):
    # An outer iteration writes all of the matrix.
    for t in range(0, n):
        for i in range(1, n):
            for j in range(1, n):
                A[i, j] = (A[i - 1, j] + A[i, j - 1]) / (A[i, j] * A[i, j] + 1.0)


def parts(n, A: 2):
    # Two loops one after the other, of none up to all elements of a row, and one element between them.
    for i in range(0, n):
        for j in range(0, i):
            A[i, j] = 0.1 * A[i, j] * A[j, i] * A[j, j]
        A[i, i] = exp(0.0 - A[i, i] * A[i, i])
        for j in range(i, n):
            A[i, j] = A[i, j] * A[i, i] * A[j, i]


def upwards(n, A: 2):
    # From the last row on, and the same element several times.
    for i in range(0, n):
        for j in range(0, n):
            for t in range(0, 3):
                A[n - 1 - i, j] = 0.3 * A[n - 1 - i, j] * A[i, j]


def transposed(n, A: 2):
    # Two places in an iteration: no part covers both.
    for i in range(0, n):
        for j in range(i, n):
            A[i, j] = A[i, j] / (A[j, i] * A[j, i] + 1.0)
            A[j, i] = 0.3 * A[i, j] * A[i, i]


NESTS = [chains, sweeps, parts, upwards, transposed]


@pytest.mark.parametrize("kernel", NESTS, ids=lambda kernel: kernel.__name__)
@pytest.mark.parametrize("size", [1, 2, SIZE])
def test_derivatives_are_those_of_jax(kernel, size):
    assert error(kernel, size) < 1e-9


@pytest.mark.parametrize("kernel", NESTS, ids=lambda kernel: kernel.__name__)
def test_second_derivatives_are_those_of_jax(kernel):
    """The sizes are open, so that places are moved to where they can be read."""
    size, array = 4, "memref<?x?xf64>"
    text = program(kernel, size).replace(f"memref<{size}x{size}xf64>", array)
    for name, kind in (("second", "pullback"), ("along", "pushforward")):
        request = f"lagrad.{kind} = @pullback, lagrad.wrt = [0, 1]"
        text += f"func.func private @{name}({array}, {array}, {array}, {array}) attributes {{{request}}}\n"
    random = np.random.default_rng(2)
    given = [random.uniform(0.2, 0.9, (size, size)) for _ in range(4)]

    def pullback(a, shadow):
        (final,), pull = jax.vjp(twin(kernel, size), a)
        return final, pull((shadow,))[0]

    a, shadow, *seeds = map(jnp.asarray, given)
    functions = lagrad.compile(text)
    _, tangents = jax.jvp(pullback, (a, shadow), tuple(seeds))
    a_dot, shadow_dot = (each.copy() for each in given[2:])
    functions.along(given[0].copy(), a_dot, given[1].copy(), shadow_dot)
    functions.second(*given)
    for found, wanted in zip(
        (*given[2:], a_dot, shadow_dot), (*jax.vjp(pullback, a, shadow)[1](tuple(seeds)), *tangents), strict=True
    ):
        np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-9)


def matrices(kernel) -> list[list[int]]:
    """The shapes of tapes with matrices in their rows; those with a number for each of some counters have none."""
    module, _ = differentiate(program(kernel, 40, restrict=True))
    return [shape for type in tapes(module.operation) if (shape := shape_of(type))[-2:] == [40, 40] and len(shape) > 2]


@pytest.mark.parametrize("kernel", [parts, upwards, KERNELS["nussinov"]], ids=lambda kernel: kernel.__name__)
def test_no_loop_records_the_matrix(kernel):
    assert not matrices(kernel)


def test_a_matrix_of_which_no_part_covers_what_is_written_is_recorded():
    assert matrices(transposed) == [[40, 40, 40]]


def test_what_a_loop_reads_where_it_has_written_is_not_recorded():
    assert not matrices(KERNELS["covariance"])
