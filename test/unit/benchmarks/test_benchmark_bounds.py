"""Derivatives beside the least that any program has to do: a row for each input, and only of derivatives that are
right."""

import dataclasses

import pytest

from benchmarks import bounds
from benchmarks.adbench import benchmark
from benchmarks.adbench.peers import tools

pytestmark = pytest.mark.skipif(bool(tools()["c"].missing), reason="no C compiler")

GMM, HAND = benchmark.find("gmm"), benchmark.find("hand")


def in_two_ways(b):
    """The benchmark without the rest of our variants, which take long to compile."""
    return dataclasses.replace(b, variants=lambda given: dict(list(b.variants(given).items())[:2]))


def test_a_row_for_each_input():
    few, many = (GMM.generate(d=3, K=4, n=n, seed=1) for n in (50, 90))
    given = [(in_two_ways(GMM), few, "few points"), (in_two_ways(GMM), many, "many points")]
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in bounds.table(given, 0.01)[2:]]
    assert [row[0] for row in rows] == ["few points", "many points"]
    assert all(float(number) >= 0 for row in rows for number in row[1:])


def test_ratios_are_of_the_time_by_hand():
    assert (
        bounds.Bound("f", ours=0.002, by_hand=0.004, least=0.001).row == "| f | 2.000 | 4.000 | 1.000 | 2.00 | 4.00 |"
    )


def test_the_products_have_two_operations_for_each_monomial_term_and_point():
    # In two dimensions there are six monomials: 1, x, y, xx, xy, yy.
    assert bounds.operations(GMM.generate(d=2, K=5, n=7, seed=1)) == 2 * (2 * 7 * 5 * 6)


def test_an_exponential_for_each_term_comes_on_top(monkeypatch):
    given = GMM.generate(d=2, K=5, n=7, seed=1)
    monkeypatch.setattr(bounds, "peak_operations", lambda type, seconds: 1.0)
    monkeypatch.setattr(bounds, "fastest", lambda calls, seconds: {"exp": 3.0 * bounds._MANY})
    assert bounds.products_and_exponentials(given, 0.0) == bounds.operations(given) + 3.0 * 7 * 5


@pytest.mark.parametrize("wrong", [GMM, HAND], ids=["gmm", "hand"])
def test_a_wrong_derivative_is_not_timed(wrong):
    given = wrong.generate(*((3, 4, 50) if wrong is GMM else (40, 12, 1)), seed=1)
    right = wrong.reference_derivative
    doubled = dataclasses.replace(wrong, reference_derivative=lambda given: tuple(2 * part for part in right(given)))
    with pytest.raises(AssertionError):
        bounds.bound(doubled, given, "wrong", 0.01)


def test_a_missing_file_is_an_error(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["bounds", "--data", "nothing.txt"])
    assert bounds.main() == 1
    assert "nothing.txt" in capsys.readouterr().err
