"""No pass goes on with what it has erased."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from graveyard import Graveyard

from lagrad import emit, execute
from lagrad.errors import Report
from lagrad.mlir import ir
from lagrad.passes import Pass
from lagrad.pipelines import running

PROGRAMS = sorted((Path(__file__).parents[2] / "programs").glob("*.mlir"))


@pytest.mark.parametrize("path", PROGRAMS[::3], ids=lambda path: path.stem)
def test_passes(path, monkeypatch):
    check(path, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("path", sorted(set(PROGRAMS) - set(PROGRAMS[::3])), ids=lambda path: path.stem)
def test_passes_on_other_programs(path, monkeypatch):
    check(path, monkeypatch)


def check(path, monkeypatch):
    graveyard = Graveyard(monkeypatch)
    emit.lower(execute.parse(path.read_text()))
    assert graveyard.found == []


class Erases(Pass):
    """Erases the sum of a function, after what is told."""

    name = "erases"

    def __init__(self, first, then):
        self.first, self.then = first, then

    def run(self, op, report):
        block = op.regions[0].blocks[0].operations[0].regions[0].blocks[0]
        product, total = (block.operations[n].operation for n in range(2))
        self.first(product, total)
        total.erase()
        self.then(product, total)


def nothing(product, total):
    pass


def replace(product, total):
    total.results[0].replace_all_uses_with(product.results[0])


def use(product, total):
    product.operands[0] = total.results[0]


@pytest.mark.parametrize(
    "first, then, message",
    [
        (replace, nothing, None),
        (nothing, replace, "erased, but in use: .*addf"),
        (replace, use, "erases uses in .*mulf.* what .*had erased: .*addf"),
    ],
)
def test_what_is_found(monkeypatch, first, then, message):
    graveyard = Graveyard(monkeypatch)
    module = execute.parse("""
func.func @f(%x: f64) -> f64 {
  %0 = arith.mulf %x, %x : f64
  %1 = arith.addf %0, %x : f64
  return %1 : f64
}""")
    running._Run(Report(), False, False, None).run(Erases(first, then), 1, module.operation)
    if message is None:
        assert graveyard.found == []
    else:
        [found] = graveyard.found
        assert re.match(message, found)


def test_what_is_built_in_it_is_found(monkeypatch):
    graveyard = Graveyard(monkeypatch)
    module = execute.parse("""
func.func @f(%x: f64) -> f64 {
  %0 = arith.mulf %x, %x : f64
  %1 = scf.execute_region -> f64 {
    scf.yield %0 : f64
  }
  return %0 : f64
}""")

    def build(product, region):
        with ir.InsertionPoint.at_block_begin(region.regions[0].blocks[0]), product.location:
            ir.Operation.create("ub.poison", results=[ir.IndexType.get()])

    running._Run(Report(), False, False, None).run(Erases(nothing, build), 1, module.operation)
    [found] = graveyard.found
    assert found.startswith("erases built something in what")
