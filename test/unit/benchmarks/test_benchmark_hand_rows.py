"""What the rows of the Jacobian of Hand cost, counted; and that they are those of its columns."""

import pytest

from benchmarks.derivatives import hand_rows

SIZES = (10, 20, 40)


@pytest.fixture(scope="module")
def programs():
    return [hand_rows.compiled(way, "lagrad-to-llvm-counted") for way in ("whole rows", "rows where they are not zero")]


def test_a_row_costs_the_same_however_many_points_there_are(programs):
    (w1, w2, w3), (r1, r2, r3) = (hand_rows.products(program, SIZES) for program in programs)
    assert r3 - r2 == 2 * (r2 - r1)
    assert (r2 - r1) // 10 // 3 == 7933  # with what a vertex takes once
    assert ((w3 - w2) // 20 - (w2 - w1) // 10) // 30 == 1638  # of all rows of a point, for each vertex


def test_both_are_the_same_jacobian(programs):
    whole, rows = (program.jacobian(*hand_rows.arguments(12)) for program in programs)
    assert hand_rows.error(rows, whole) < 1e-12


def test_the_table_has_the_ratio():
    times = dict(zip(hand_rows.WAYS, (6.0, 2.0, 1.0)))
    assert "| 1,000 | 6.00 ms | 2.00 ms | 1.00 ms | 3.0 |" in hand_rows.table({1000: times})
