"""The counts behind docs/tape.md, against numbers made by hand, and the table in the page."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "tools"))

import tape_table  # noqa: E402

PROGRAM = """
func.func @f(%x: f64, %w: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %w, %c0 : tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %s = scf.for %j = %c0 to %m step %c1 iter_args(%b = %a) -> f64 {
      %e = tensor.extract %w[%j] : tensor<?xf64>
      %q = math.exp %e : f64
      %p = arith.mulf %b, %q : f64
      scf.yield %p : f64
    }
    scf.yield %s : f64
  }
  return %r : f64
}
func.func private @df(f64, tensor<?xf64>, index) -> (f64, tensor<?xf64>) attributes {lagrad.gradient = @f}
"""
TRIPS, ELEMENTS = 7, 5


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    path = tmp_path_factory.mktemp("tape") / "program.mlir"
    path.write_text(PROGRAM)
    return tape_table.counts(tape_table.Case(str(path), "df", {1: (ELEMENTS,), 2: TRIPS}))


def test_operations_of_the_function(found):
    assert {one.function for one in found.values()} == {TRIPS * ELEMENTS * 2}


def test_everything_is_two_values_in_each_of_all_iterations(found):
    assert found["all"].bytes == TRIPS * ELEMENTS * 2 * 8
    assert found["all"].again == 0


def test_lagrads_rule_records_what_is_overwritten(found):
    assert found["LAGrad"].bytes == TRIPS * ELEMENTS * 8
    assert found["LAGrad"].again == TRIPS * ELEMENTS  # the exponentials


def test_the_cut_takes_less(found):
    """A state for each run of the inner loop, and the states of the run that is gone back through."""
    assert found["lagrad"].bytes <= (TRIPS + ELEMENTS) * 8 < found["LAGrad"].bytes
    assert found["lagrad"].again <= TRIPS * ELEMENTS * 3  # the inner loop once more, the exponentials twice


def test_the_page_has_all_cases_and_the_cut_never_holds_more_than_everything():
    rows = [line.strip("|").split("|") for line in tape_table.PAGE.read_text().splitlines() if line.startswith("| `")]
    rows = [[cell.strip() for cell in row] for row in rows if len(row) == 9]
    assert [row[0].strip("`") for row in rows] == [case.name for case in tape_table.CASES]
    for name, _, _, everything, _, _, _, cut, _ in rows:
        assert int(cut.replace(",", "")) <= int(everything.replace(",", "")), name
