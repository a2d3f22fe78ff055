"""Where primal values and residuals are found in the derivative."""

from __future__ import annotations

from collections.abc import Container, Iterable

from ..analysis.recording.slices import Key
from ..mlir import ir


class Scope:
    """Keys of the primal program -> values of the derivative, nested as its regions are."""

    def __init__(self, parent: "Scope | None" = None):
        self.parent = parent
        self.values: dict[Key, ir.Value] = {}

    def __getitem__(self, key: Key) -> ir.Value:
        scope: Scope | None = self
        while scope is not None:
            if key in scope.values:
                return scope.values[key]
            scope = scope.parent
        raise KeyError(f"the plan does not provide {key}")

    def __setitem__(self, key: Key, value: ir.Value) -> None:
        self.values[key] = value

    def __contains__(self, key: Key) -> bool:
        scope: Scope | None = self
        while scope is not None:
            if key in scope.values:
                return True
            scope = scope.parent
        return False

    def found(self, value: ir.Value) -> ir.Value:
        """What stands for a value; itself, if nothing does."""
        return self[value] if value in self else value

    def bind(self, keys: Iterable[Key], values: Iterable[ir.Value]) -> "Scope":
        self.values.update(zip(keys, values, strict=True))
        return self


def clone(op: ir.Operation, scope: Scope, also: dict[ir.Value, ir.Value] | None = None) -> ir.Operation:
    """Copies an operation to the insertion point, its operands and captures taken from the scope
    (or from `also`); the scope then knows its results."""
    copy = op.clone(ip=ir.InsertionPoint.current).operation
    own = also or {}
    _rewire(op, copy, scope, own)
    if also is None:
        scope.bind(op.results, copy.results)
    return copy


def _rewire(op: ir.Operation, copy: ir.Operation, scope: Scope, own: dict) -> None:
    for number, operand in enumerate(op.operands):
        if operand in own:
            copy.operands[number] = own[operand]
        elif operand in scope:
            copy.operands[number] = scope[operand]
    for region, copied in zip(op.regions, copy.regions):
        for block, twin in zip(region.blocks, copied.blocks):
            for child, child_copy in zip(block.operations, twin.operations):
                _rewire(child.operation, child_copy.operation, scope, own)


def copy_block(block: ir.Block, arguments: Iterable[ir.Value]) -> list[ir.Value]:
    """Copies the operations of a block to the insertion point, with these arguments; the operands of its terminator."""
    return copy_in(Scope().bind(block.arguments, arguments), block)


def copy_in(scope: Scope, block: ir.Block, only: Container[ir.Operation] | None = None) -> list[ir.Value]:
    """The same in a scope that knows the arguments, and then the results; of `only` some of the operations."""
    (*operations, last) = [view.operation for view in block.operations]
    for child in operations:
        if only is None or child in only:
            clone(child, scope)
    return [scope.found(v) for v in last.operands]
