"""Nothing in a derivative is without use: every operation of it leads to a result, or has an effect.

Upstream removes operations without uses, but not what a loop carries only to compute its next
value. So uses are followed back from the results, through regions, to a fixed point.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lagrad import pipelines
from lagrad.mlir import ir
from lagrad.requests import KINDS

PROGRAMS = sorted((Path(__file__).parents[2] / "programs").glob("*.mlir"))
EFFECTS = {"func.return", "func.call", "cf.assert"}


def inside(op: ir.Operation) -> Iterator[ir.Operation]:
    for region in op.regions:
        for block in region.blocks:
            for child in block.operations:
                yield child.operation
                yield from inside(child.operation)


def useless(function: ir.Operation) -> list[str]:
    """The operations, and the values that loops carry, from which no result follows."""
    ops = list(inside(function))
    needed = {around for op in ops if op.name in EFFECTS for around in _up(op)}
    work = [v for op in needed for v in (*op.operands, *_yielded(op))]
    used = set()
    while work:
        value = work.pop()
        if value not in used:
            used.add(value)
            work += _behind(value)
    found = []
    for op in ops:
        if op.results and not any(r in used for r in op.results) and op not in needed:
            found.append(str(op).split("\n")[0])
        if op.name == "scf.for" and any(r in used for r in op.results):
            carried = list(op.regions[0].blocks[0].arguments)[1:]
            found += [f"carried by {op.name}: {a}" for a, r in zip(carried, op.results) if not {a, r} & used]
    return found


def _up(op: ir.Operation) -> list[ir.Operation]:
    """An operation and those around it."""
    ops = []
    while op.name != "func.func":
        ops.append(op)
        op = op.parent.operation
    return ops


def _yielded(op: ir.Operation) -> list[ir.Value]:
    return [v for region in op.regions for block in region.blocks for v in list(block.operations)[-1].operands]


def _behind(value: ir.Value) -> list[ir.Value]:
    owner = value.owner
    if isinstance(owner, ir.Block):
        op, number = owner.owner.operation, ir.BlockArgument(value).arg_number - 1
    else:
        op, number = owner.operation, ir.OpResult(value).result_number
    if op.name == "scf.for":
        slot = [op.operands[3 + number], _yielded(op)[number]] if number >= 0 else []
        return [*list(op.operands)[:3], *slot]
    if op.name == "scf.if":
        return [op.operands[0], *(list(list(r.blocks[0].operations)[-1].operands)[number] for r in op.regions)]
    if op.name == "func.func":
        return []
    return [*op.operands, *_yielded(op)]


def derivatives(text: str) -> list[tuple[str, list[str]]]:
    with pipelines.new_context():
        module = ir.Module.parse(text)
        words = {f"lagrad.{kind}" for kind in KINDS}
        names = {
            ir.StringAttr(op.attributes["sym_name"]).value
            for op in module.body.operations
            if not words.isdisjoint(op.attributes)
        }
        pipelines.run(module, "lagrad-default")
        functions = [op.operation for op in module.body.operations]
        return [
            (name, useless(function))
            for function in functions
            if (name := ir.StringAttr(function.attributes["sym_name"]).value) in names
        ]


def check(path: Path) -> None:
    for name, found in derivatives(path.read_text()):
        assert not found, f"@{name}: {found}"


@pytest.mark.parametrize("path", PROGRAMS[::8], ids=lambda path: path.stem)
def test_nothing_is_useless(path):
    check(path)


@pytest.mark.long
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_nothing_is_useless_in_any_program(path):
    check(path)


def test_what_is_useless_is_found():
    text = """
    func.func @f(%x: f64, %n: index) -> f64 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f64, f64) {
        %s = math.sin %a : f64
        %t = math.cos %b : f64
        scf.yield %s, %t : f64, f64
      }
      return %r#0 : f64
    }"""
    with pipelines.new_context():
        module = ir.Module.parse(text)
        assert [line.split()[2] for line in useless(module.body.operations[0].operation)][1:] == ["math.cos"]
