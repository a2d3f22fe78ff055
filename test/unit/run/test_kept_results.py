"""The memory of a large result is used again when nobody has the array, or any part of it."""

import gc
import resource

import numpy as np
import pytest

import lagrad

N = 20_000
PROGRAM = """
func.func @double(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = arith.addf %x, %x : tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func @static(%x: tensor<100x200xf64>) -> (tensor<100x200xf64>, tensor<100x200xf64>) {
  %y = arith.addf %x, %x : tensor<100x200xf64>
  %z = arith.mulf %x, %x : tensor<100x200xf64>
  return %y, %z : tensor<100x200xf64>, tensor<100x200xf64>
}
"""


@pytest.fixture(scope="module")
def program():
    return lagrad.compile(PROGRAM)


def place(array: np.ndarray) -> int:
    return array.ctypes.data


@pytest.mark.parametrize("x", [np.ones(N), np.ones(2 * N)[::2]], ids=["quick", "careful"])
def test_memory_is_used_again(program, x):
    places = {place(program.double(x)) for _ in range(10)}
    assert len(places) <= 2


def test_in_a_loop_that_keeps_the_last_result(program):
    x, places = np.ones(N), set()
    y = program.double(x)
    for _ in range(10):
        before = y
        y = program.double(x)
        assert place(y) != place(before)
        places.add(place(y))
        del before
    assert len(places) <= 3


@pytest.mark.parametrize(
    "hold",
    [
        lambda y: y,
        lambda y: y[5:7],
        lambda y: y.reshape(2, -1).T,
        memoryview,
        lambda y: [y],
        lambda y: np.lib.stride_tricks.as_strided(y, (2,), (8,)),
        lambda y: np.frombuffer(y),
        lambda y: y.data,
        lambda y: y.flat,
    ],
    ids=["array", "slice", "view", "memoryview", "list", "strided", "frombuffer", "data", "flat"],
)
def test_what_somebody_has_is_left_alone(program, hold):
    held = [hold(program.double(np.full(N, float(n)))) for n in range(5)]
    for n, each in enumerate(held):
        first = each[0] if isinstance(each, list) else each
        assert np.asarray(first).ravel()[0] == 2.0 * n


def test_results_of_one_call_are_two_arrays(program):
    x = np.full((100, 200), 3.0)
    for _ in range(4):
        y, z = program.static(x)
        assert y[0, 0] == 6.0 and z[0, 0] == 9.0


def test_a_result_may_be_the_next_argument(program):
    x = np.ones(N)
    for n in range(1, 8):
        x = program.double(x)
        assert x[0] == x[-1] == 2.0**n


@pytest.mark.parametrize("x", [np.ones(N), np.ones(2 * N)[::2]], ids=["quick", "careful"])
def test_of_another_size_or_frozen_it_is_another_array(program, x):
    program.release_memory()
    y = program.double(x)
    y.flags.writeable = False
    del y
    assert program.double(x).flags.writeable
    assert program.double(np.ones(N + 1)).shape == (N + 1,)
    assert program.double(np.ones(N)).shape == (N,)


def test_no_page_is_touched_for_the_first_time(program):
    x = np.ones(1_000_000)
    for _ in range(3):
        program.double(x)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(10):
        program.double(x)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before < 100  # an array has two thousand


def test_released_memory_is_gone(program):
    x = np.ones(N)
    program.double(x)
    (kept,) = program.double.kept
    assert kept.arrays
    program.release_memory()
    assert not kept.arrays
    gc.collect()
    assert program.double(x)[0] == 2.0
