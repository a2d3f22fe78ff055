"""Parts of a block as pieces, in functions of their own: what a budget of memory has chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...analysis.program import captured_by
from ...mlir import ir
from ..scope import Scope, clone
from .outlined_pieces import is_free, piece


@dataclass(frozen=True)
class Part:
    """The operations of a block from one number up to another one, as a piece; some of it may be pieces in turn.

    Without that, `most` bytes would be kept for their adjoints.
    """

    begin: int
    end: int
    inside: tuple[Part, ...] = ()
    most: int = 0


def outline_parts(module: ir.Operation, name: str, block: ir.Block, parts: Sequence[Part]) -> None:
    """Makes pieces of the parts of a block, which come in their order; they are called after `name`."""
    ops = [view.operation for view in block.operations]
    for part in reversed(parts):
        _outline(module, name, ops, part)


def _outline(module: ir.Operation, name: str, ops: list[ir.Operation], part: Part) -> ir.Operation:
    """The call that takes the place of a part."""
    chosen, after = [], part.end
    for inner in reversed(part.inside):
        chosen += reversed(ops[inner.end : after])
        chosen.append(_outline(module, name, ops, inner))
        after = inner.begin
    chosen += reversed(ops[part.begin : after])
    moved = [op for op in reversed(chosen) if not all(map(is_free, op.results)) or not op.results]
    inside = set(moved)
    read = dict.fromkeys(v for op in moved for v in (*op.operands, *captured_by(op)))
    read = [v for v in read if isinstance(v.owner, ir.Block) or v.owner.operation not in inside]
    results = [r for op in moved for r in op.results if any(_stands_in(use, op.block) not in inside for use in r.uses)]

    def copy(scope: Scope) -> list[ir.Value]:
        for op in moved:
            clone(op, scope)
        return [scope[r] for r in results]

    with moved[-1].location, ir.InsertionPoint(moved[-1]):
        values = piece(module, name, read, copy)
        call = _before(moved[-1])
    for before, value in zip(results, values):
        before.replace_all_uses_with(value)
    for op in reversed(moved):
        op.erase()
    return call


def _stands_in(use: ir.OpOperand, block: ir.Block) -> ir.Operation:
    """The operation of a block in which a value is used."""
    op = use.owner.operation
    while op.block != block:
        op = op.parent.operation
    return op


def _before(op: ir.Operation) -> ir.Operation:
    ops = [view.operation for view in op.block.operations]
    return ops[ops.index(op) - 1]
