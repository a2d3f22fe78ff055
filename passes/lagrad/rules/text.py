"""Lowerings that are written as a function in MLIR, and what such builders need."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..errors import Failure, error, note
from ..mlir import ir


def from_text(name: str, text: str) -> Callable[..., list[ir.Value]]:
    """The builder that puts the body of a function in the place of an operation, or copies it for other `given` values.

    Failure where the text is not one function with one block, or has other types than an operation.
    """

    def lower(op: ir.Operation, given: list[ir.Value] | None = None) -> list[ir.Value]:
        module, function = _parsed(name, text, op)
        (block,) = function.regions[0].blocks
        arguments, last = list(block.arguments), block.operations[len(block.operations) - 1].operation
        if given is not None:
            return copy_block(block, given)
        have = [v.type for v in op.operands], [v.type for v in op.results]
        takes = [a.type for a in arguments], [v.type for v in last.operands]
        if have != takes:
            types = [str(ir.FunctionType.get(*both)) for both in (takes, have)]
            raise Failure(error(op.location, f"the lowering of '{name}' has type {types[0]}, not {types[1]}"))
        return copy_block(block, op.operands)

    return lower


def copy_block(
    block: ir.Block, arguments: Iterable[ir.Value], also: dict[ir.Value, ir.Value] | None = None
) -> list[ir.Value]:
    """Copies the operations of a block to the insertion point, with these arguments; the operands of its terminator.

    `also` says what stands for values from outside of the block; without it they stay.
    """
    values = {**(also or {}), **dict(zip(block.arguments, arguments, strict=True))}
    (*operations, last) = [view.operation for view in block.operations]
    for original in operations:
        copy = original.clone(ip=ir.InsertionPoint.current).operation
        _rewire(copy, original, values)
        values.update(zip(original.results, copy.results))
    return [values.get(v, v) for v in last.operands]


def _parsed(name: str, text: str, op: ir.Operation) -> tuple[ir.Module, ir.Operation]:
    """The one function of a text, in the operation's context, and the module that owns it."""
    try:
        module = ir.Module.parse(text, op.context)
    except ir.MLIRError as problem:
        told = [note(None, d.message) for d in problem.error_diagnostics]
        raise Failure(error(op.location, f"the lowering of '{name}' is not MLIR that can be parsed", *told)) from None
    functions = [view.operation for view in module.body.operations]
    if len(functions) != 1 or functions[0].name != "func.func" or len(list(functions[0].regions[0].blocks)) != 1:
        raise Failure(error(op.location, f"the lowering of '{name}' must be one func.func, with one block"))
    return module, functions[0]


def _rewire(copy: ir.Operation, original: ir.Operation, values: dict[ir.Value, ir.Value]) -> None:
    """Lets a copy, and what is inside of it, read the copies of what the original reads."""
    for number, operand in enumerate(original.operands):
        if operand in values:
            copy.operands[number] = values[operand]
    for region, twin in zip(original.regions, copy.regions):
        for block, again in zip(region.blocks, twin.blocks):
            for child, child_copy in zip(block.operations, again.operations):
                _rewire(child_copy.operation, child.operation, values)
