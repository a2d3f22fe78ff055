"""How many iterations the schedules compute again, counted when they run."""

import numpy as np
import pytest

from benchmarks.derivatives.large_states import counts
from benchmarks.derivatives.snapshot_counts import NEST, ONLINE, SNAPSHOTS, counted, picture
from lagrad.analysis.recording.schedule_cost import fewest_snapshots, least_advances
from lagrad.dialect import SCHEDULES

MOST = 1000


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
    np.testing.assert_array_equal(counted(ks, 200), least(6, 200)[ks])


@pytest.mark.long
def test_binomial_computes_least_again_for_all_of_the_table():
    np.testing.assert_array_equal(counted(range(1, 31), MOST), least(30, MOST)[1:])


@pytest.mark.parametrize("apart", [1, 2, 7])
def test_snapshots_are_apart(apart):
    ks, nest = [1, 3, 6], NEST.replace("lagrad.schedule", f"lagrad.snapshots_apart = {apart}, lagrad.schedule")
    found = counted(ks, 100, nest=nest)
    np.testing.assert_array_equal(found, [[counts(n, k, apart)[0] for n in range(101)] for k in ks])
    table = least(6, 100)[ks]
    assert (found == table).all() if apart == 1 else (found[1:] > table[1:]).any()


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("nest", [NEST, ONLINE], ids=["for", "while"])
def test_states_are_right_with_any_schedule_where_snapshots_are_apart(nest, schedule):
    """That the states are those of their iterations, and that there are enough places, `counted` asserts itself."""
    apart = nest.replace("lagrad.schedule", "lagrad.snapshots_apart = 3, lagrad.schedule")
    steps = np.arange(51)
    assert (counted([2, 5], 50, schedule, apart) <= steps * (steps - 1) // 2).all()


@pytest.mark.parametrize("schedule", SCHEDULES[1:])
def test_no_schedule_needs_less(schedule):
    ks = [1, 3, 8]
    found, table = counted(ks, 100, schedule), least(8, 100)[ks]
    assert (found >= table).all()
    np.testing.assert_array_equal(found[0], table[0])  # there is no choice
    assert (found[1:, 100] < found[0, 100] / 1.8).all()


@pytest.mark.parametrize("schedule", ["binomial", "periodic"])
def test_with_a_place_for_each_state_nothing_is_computed_twice(schedule):
    assert counted([16], 16, schedule)[0, 16] == 15


def check_online(ks: list[int], most: int) -> None:
    """Both counts have what runs before an adjoint: here the loop that counts, there the first way and a last step."""
    steps = np.arange(1, most + 1)
    found = steps + counted(ks, most, nest=ONLINE)[:, 1:]
    bound = 1 + least(max(ks), most)[ks][:, 1:]
    assert (found >= bound).all()
    for k, mine, fewest in zip(ks, found, bound):
        np.testing.assert_array_equal(mine[:k], fewest[:k])
        assert (mine <= max((k + 2) / (k + 1), 1.05) * fewest).all()  # the first is what is lost with k + 1 iterations
    assert found.sum() <= 1.04 * bound.sum()


def test_a_loop_that_nobody_counted_computes_little_more_again():
    check_online([2, 3, 8], 200)


def test_a_loop_that_nobody_counted_may_keep_the_first_state_only():
    steps = np.arange(51)
    np.testing.assert_array_equal(counted([1], 50, nest=ONLINE)[0], steps * (steps - 1) // 2)


@pytest.mark.long
def test_a_loop_that_nobody_counted_computes_little_more_again_for_all_of_the_table():
    check_online(list(range(2, 31)), MOST)


def test_the_picture_has_the_counts():
    counts = np.linspace(19e5, 3e5, len(SNAPSHOTS))
    drawn = picture(100_000, counts, counts)
    assert drawn == picture(100_000, counts, counts) and "scf.while, counted" in drawn
