"""How many bits an integer needs, from the operations that make it."""

from __future__ import annotations

from .. import build
from ..forms.trip_count import is_unsigned, numbers
from ..mlir import ir

_WIDTH = 64
_DEEPEST = 16  # operations that are looked through


def bits(value: ir.Value) -> int:
    """Bits that hold a scalar integer or index without its sign; its width where nothing smaller is known."""
    width = value.type.width if isinstance(value.type, ir.IntegerType) else _WIDTH
    most = _most(value, _DEEPEST)
    return width if most is None else min(width, max(1, most.bit_length()))


def _most(value: ir.Value, depth: int) -> int | None:
    """A number that a value, which is never negative, does not exceed; None where that is not known."""
    number = build.constant_of(value)
    if number is not None:
        if isinstance(value.type, ir.IntegerType) and value.type.width == 1:
            return 1
        return int(number) if number >= 0 else None
    if isinstance(value.type, ir.IntegerType) and value.type.width == 1:
        return 1
    if isinstance(value.owner, ir.Block):
        return _most_of_argument(value)
    return _most_of_result(value.owner.operation, depth - 1) if depth else None


def _most_of_argument(value: ir.Value) -> int | None:
    """Of the counter of a loop with constant bounds that never is negative."""
    argument = ir.BlockArgument(value)
    loop = argument.owner.owner.operation
    if loop.name != "scf.for" or argument.arg_number != 0:
        return None
    lower, upper, _ = numbers(list(loop.operands)[:3], is_unsigned(loop))
    if lower is None or upper is None or lower < 0:
        return None
    return max(lower, upper - 1)


def _most_of_result(op: ir.Operation, depth: int) -> int | None:
    operands = list(op.operands)
    match op.name:
        case "arith.extui":
            return (1 << operands[0].type.width) - 1
        case "arith.index_castui" if isinstance(operands[0].type, ir.IntegerType):
            return min((1 << operands[0].type.width) - 1, _known(_most(operands[0], depth)))
        case "arith.index_cast":
            most = _most(operands[0], depth)
            return most if most is not None and _fits(most, op.results[0].type) else None
        case "arith.andi" | "arith.minui":
            known = [most for operand in operands if (most := _most(operand, depth)) is not None]
            return min(known, default=None)
        case "arith.remui":
            most = _most(operands[1], depth) if build.constant_of(operands[1]) else None
            return None if most is None else most - 1
        case "arith.select":
            sides = [_most(operand, depth) for operand in operands[1:]]
            return None if None in sides else max(sides)
    return None


def _known(most: int | None) -> int:
    return (1 << _WIDTH) - 1 if most is None else most


def _fits(most: int, type: ir.Type) -> bool:
    """Whether a cast between indices and integers keeps a number, and its sign."""
    width = type.width if isinstance(type, ir.IntegerType) else _WIDTH
    return most < 1 << (width - 1)
