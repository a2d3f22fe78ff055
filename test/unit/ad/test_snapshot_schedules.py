"""How many iterations the schedules compute again, counted when they run."""

import numpy as np
import pytest

import lagrad
from lagrad.analysis.schedule_cost import fewest_snapshots, least_advances
from lagrad.dialect import SCHEDULES

# An adjoint loop whose state is the number of the iteration. It counts the iterations that are advanced, and the states
# that are not those of the iteration to be undone.
NEST = """
func.func @run_K(%from: index, %to: index, %counts: memref<?xi64>, %wrong: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.constant 1 : i64
  %i0 = arith.constant 0 : i64
  %end = arith.addi %to, %c1 : index
  scf.for %n = %from to %end step %c1 {
    %undone = scf.for %done = %c0 to %n step %c1 iter_args(%sum = %i0) -> i64 {
      %last = arith.subi %n, %c1 : index
      %row = arith.subi %last, %done : index
      %state = scf.for %i = %c0 to %row step %c1 iter_args(%s = %c0) -> index {
        %so_far = memref.load %counts[%n] : memref<?xi64>
        %more = arith.addi %so_far, %i1 : i64
        memref.store %more, %counts[%n] : memref<?xi64>
        %is_next = arith.cmpi eq, %s, %i : index
        %next = arith.addi %s, %c1 : index
        %t = arith.select %is_next, %next, %c0 : index
        scf.yield %t : index
      } {lagrad.rewind}
      %is_wrong = arith.cmpi ne, %state, %row : index
      %one = arith.extui %is_wrong : i1 to i64
      %w = memref.load %wrong[] : memref<i64>
      %v = arith.addi %w, %one : i64
      memref.store %v, %wrong[] : memref<i64>
      scf.yield %sum : i64
    } {lagrad.snapshots = K, lagrad.schedule = "SCHEDULE"}
  }
  return
}
"""
MOST = 1000


def counted(snapshots: list[int], schedule: str, most: int = MOST) -> np.ndarray:
    """Iterations advanced: a row for each number of snapshots, a column for each number of iterations up to `most`.

    A place beyond the last snapshot's would be an index that is out of bounds, and an error.
    """
    text = "".join(NEST.replace("K", str(k)).replace("SCHEDULE", schedule) for k in snapshots)
    program = lagrad.compile(text, pipeline="lagrad-to-llvm-strict{check-bounds}")
    found = []
    for k in snapshots:
        counts, wrong = np.zeros(most + 1, np.int64), np.zeros((), np.int64)
        program[f"run_{k}"](1, most, counts, wrong)
        assert wrong == 0
        found.append(counts)
    return np.array(found)


def least(most_snapshots: int, most: int) -> np.ndarray:
    """The fewest iterations to advance, by dynamic programming over where the next snapshot is."""
    table = np.zeros((most_snapshots + 1, most + 1), np.int64)
    steps = np.arange(most + 1)
    table[1] = steps * (steps - 1) // 2
    for k in range(2, most_snapshots + 1):
        for n in range(2, most + 1):
            mid = steps[1:n]
            table[k, n] = np.min(mid + table[k - 1, n - mid] + table[k, mid])
    return table


def test_the_formula_is_the_least():
    table = least(12, 120)
    found = [[least_advances(n, k) for n in range(1, 121)] for k in range(1, 13)]
    np.testing.assert_array_equal(found, table[1:, 1:])


def test_fewest_snapshots():
    for n, most in ((100, 150), (100, 99), (100, 10_000), (1, 0), (7, 0)):
        k = fewest_snapshots(n, most)
        assert k == max(1, n) or least_advances(n, k) <= most
        assert k == 1 or least_advances(n, k - 1) > most


def test_binomial_computes_least_again():
    ks = [1, 2, 3, 6]
    np.testing.assert_array_equal(counted(ks, "binomial", 200), least(6, 200)[ks])


@pytest.mark.long
def test_binomial_computes_least_again_for_all_of_the_table():
    np.testing.assert_array_equal(counted(list(range(1, 31)), "binomial"), least(30, MOST)[1:])


@pytest.mark.parametrize("schedule", SCHEDULES[1:])
def test_no_schedule_needs_less(schedule):
    ks = [1, 3, 8]
    found, table = counted(ks, schedule, 100), least(8, 100)[ks]
    assert (found >= table).all()
    np.testing.assert_array_equal(found[0], table[0])  # there is no choice
    assert (found[1:, 100] < found[0, 100] / 1.8).all()


@pytest.mark.parametrize("schedule", ["binomial", "periodic"])
def test_with_a_place_for_each_state_nothing_is_computed_twice(schedule):
    assert counted([16], schedule, 16)[0, 16] == 15
