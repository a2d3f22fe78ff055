"""What functions return: each result in memory of its own."""

from __future__ import annotations

from ...mlir import bufferization, ir
from ..facts.in_place import passed_on
from ..walk import last, reached

_FRESH = {"tensor.empty", "bufferization.alloc_tensor"}


def separate_results(function: ir.Operation) -> None:
    """Copies what a function returns twice, whole or in part, and what is constant.

    The second `%y` of `return %y, %y` becomes `bufferization.alloc_tensor() copy(%y)`.
    """
    for block in function.regions[0].blocks:
        if (terminator := last(block)).name == "func.return":
            _separate(terminator)


def _separate(terminator: ir.Operation) -> None:
    taken: set[ir.Value] = set()
    for number, value in enumerate(terminator.operands):
        if not isinstance(value.type, ir.RankedTensorType):
            continue
        sources = _sources(value)
        if taken & sources or any(_is_constant(v) for v in sources):
            with terminator.location, ir.InsertionPoint(terminator):
                terminator.operands[number] = bufferization.alloc_tensor(value.type, [], copy=value)
        taken |= sources


def _is_constant(value: ir.Value) -> bool:
    """Is a tensor in the program's constant data, which the caller must not get to write to?"""
    return not isinstance(value.owner, ir.Block) and value.owner.operation.name == "arith.constant"


def _sources(value: ir.Value) -> set[ir.Value]:
    """The values that a tensor may be, as far back as they go; those without contents left out."""
    return {each for each in reached([value], lambda each: _behind(each) or ()) if _behind(each) is None}


def _behind(value: ir.Value) -> list[ir.Value] | None:
    """The values that a tensor may be, whole or in part; None if an operation makes it.

    What is written into a tensor that is returned too is in other memory: inside a function the
    analysis sees that both are alive at its end.
    """
    before = passed_on(value)
    if before is not None or isinstance(value.owner, ir.Block):
        return before
    op = value.owner.operation
    if op.name in _FRESH:
        return []
    return [op.operands[0]] if op.name == "tensor.reshape" else None
