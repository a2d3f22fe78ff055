"""The account of a plan says what the derivative then has: bytes of tapes, and loops."""

from __future__ import annotations

from pathlib import Path

import pytest

from lagrad import pipelines
from lagrad.ad.account import Bytes
from lagrad.analysis.program import walk
from lagrad.build import DYNAMIC, bytes_of, shape_of
from lagrad.mlir import ir

PROGRAMS = Path(__file__).parents[2] / "programs"
LOOPS = [path for path in sorted(PROGRAMS.glob("*.mlir")) if path.stem.startswith(("for_", "while_"))]


def tapes(op: ir.Operation) -> list[ir.Type]:
    """The types of the tapes that the loops inside an operation fill, outermost ones only."""
    found = []
    for region in op.regions:
        for block in region.blocks:
            for child in block.operations:
                child = child.operation
                if "lagrad.tape" in child.attributes:
                    numbers = ir.DenseI64ArrayAttr(child.attributes["lagrad.tape"])
                    found += [child.results[n].type for n in numbers]
                else:
                    found += tapes(child)
    return found


def size(type: ir.Type) -> int | None:
    total = bytes_of(type)
    for n in shape_of(type):
        if n == DYNAMIC:
            return None
        total *= n
    return total


def differentiate(text: str) -> tuple[ir.Module, list[dict]]:
    with pipelines.new_context():
        module = ir.Module.parse(text)
        report = pipelines.run(module, "lagrad-differentiate")
        return module, report.entries


@pytest.mark.parametrize("path", LOOPS, ids=lambda path: path.stem)
def test_bytes_are_those_of_the_tapes_in_the_derivative(path):
    module, entries = differentiate(path.read_text())
    functions = {ir.StringAttr(op.attributes["sym_name"]).value: op.operation for op in module.body.operations}
    assert entries
    for entry in entries:
        sizes = [size(type) for type in tapes(functions[entry["request"]])]
        if entry["bytes_recorded"] is None:
            assert None in sizes
        else:
            assert entry["bytes_recorded"] == sum(n for n in sizes if n is not None)


LOOP = """
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %x) -> f64 {
    BODY
    scf.yield %b : f64
  }
  return %r : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f WITH}
"""


@pytest.mark.parametrize(
    "body, also, recorded, again, loops",
    [
        ("%b = arith.addf %a, %x : f64", "", 0, 0, 1),  # its adjoint only
        ("%b = arith.addf %a, %x : f64", ", lagrad.with_primal", 0, 0, 2),
        ("%b = arith.mulf %a, %a : f64", "", 56, 0, 2),
        ("%e = math.exp %x : f64 \n %b = arith.mulf %a, %e : f64", "", 56, 0, 2),  # the exponential moves out
        # what is carried, and what it becomes: the states before and after share a tape
        ("%s = arith.mulf %a, %a : f64 \n %b = math.tanh %s : f64", "", 64, 0, 2),
        ("%s = math.sin %a : f64 \n %b = math.sin %s : f64", "", 56, 1, 2),
    ],
)
def test_what_runs_and_what_does_not(body, also, recorded, again, loops):
    text = LOOP.replace("BODY", body).replace("WITH", also)
    if "with_primal" in also:
        text = text.replace("@df(f64) -> f64", "@df(f64) -> (f64, f64)")
    module, (entry,) = differentiate(text)
    derivative = module.body.operations[1].operation
    found = sum(op.name == "scf.for" for op in walk(derivative))
    assert (entry["bytes_recorded"], entry["operations_recomputed"], found) == (recorded, again, loops)
    assert entry["loops_elided"] == 2 - loops


def test_bytes_that_are_not_known():
    row = Bytes(8).times(3)
    assert (str(row), row.known) == ("24 bytes", 24)
    tape = row.times(None)
    assert (str(tape), tape.known) == ("24 * ? bytes", None)
