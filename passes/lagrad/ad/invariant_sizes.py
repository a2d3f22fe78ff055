"""Sizes that a loop or a branch does not change: those of a carried tensor are its initial
value's, those of a branch's result are what both sides agree on.

Upstream resolves `tensor.dim` through operations but not through carried values, unless they
are updated by nothing but `insert_slice`.
"""

from __future__ import annotations

from ..analysis.program import walk
from ..dialect import SHAPE
from ..mlir import ir


def resolve(function: ir.Operation) -> None:
    """Replaces the sizes that `lagrad.shape` operations name, inner loops first."""
    for op in reversed([op for op in walk(function) if op.name in ("scf.for", "scf.if")]):
        if op.name == "scf.for":
            _resolve_loop(op)
        else:
            _resolve_branch(op)


def _sizes(value: ir.Value) -> list[ir.Value]:
    """The dynamic sizes that a shape operation names for a tensor; [] if none does."""
    for use in value.uses:
        op = use.owner.operation
        if op.name == SHAPE and use.operand_number == 0:
            return list(op.operands)[1:]
    return []


def _replace(old: list[ir.Value], new: list[ir.Value]) -> None:
    for size, by in zip(old, new):
        if size != by:
            size.replace_all_uses_with(by)


def _resolve_loop(loop: ir.Operation) -> None:
    body = loop.regions[0].blocks[0]
    arguments = list(body.arguments)[1:]
    yields = list(list(body.operations)[-1].operands)
    inits = list(loop.operands)[3:]
    slots = [k for k, argument in enumerate(arguments) if _sizes(argument) and _sizes(inits[k])]
    while True:  # suppose that no slot changes its sizes; drop those that then do
        start: dict[ir.Value, ir.Value] = {}
        for k in slots:
            start.update(zip(_sizes(arguments[k]), _sizes(inits[k])))
        steady = [
            k for k in slots if [start.get(s, s) for s in _sizes(yields[k])] == _sizes(inits[k])
        ]
        if steady == slots:
            break
        slots = steady
    for k in slots:
        _replace(_sizes(arguments[k]), _sizes(inits[k]))
        _replace(_sizes(loop.results[k]), _sizes(inits[k]))


def _resolve_branch(op: ir.Operation) -> None:
    yields = [list(list(region.blocks[0].operations)[-1].operands) for region in op.regions if list(region.blocks)]
    for number, result in enumerate(op.results):
        sizes = [_sizes(values[number]) for values in yields]
        if _sizes(result) and sizes[0] == sizes[1] and all(_is_outside(s, op) for s in sizes[0]):
            _replace(_sizes(result), sizes[0])


def _is_outside(value: ir.Value, op: ir.Operation) -> bool:
    """Whether a value is defined outside the regions of `op`."""
    owner = value.owner
    block = owner if isinstance(owner, ir.Block) else owner.operation.block
    while True:
        parent = block.owner.operation
        if parent == op:
            return False
        if parent.name == "func.func":
            return True
        block = parent.block
