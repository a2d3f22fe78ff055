"""How often an `scf.for` runs, and the number of an iteration: the one place where this is computed.

Bounds are integers of any width, or indices, that compare signed or unsigned; the loop runs
ceil((upper - lower) / step) times where lower < upper. The difference may leave the range of the bounds' type, as
100 - -100 does in i8: taken modulo two to the width it is right as an unsigned number, so what follows is unsigned, and
in the width of an index.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import build
from ..mlir import ir

UNSIGNED = "unsignedCmp"  # on a loop whose bounds compare unsigned
_INDEX = 64  # bits


def is_unsigned(loop: ir.Operation) -> bool:
    return UNSIGNED in loop.attributes


def width(type: ir.Type) -> int:
    """The bits of a counter."""
    return _INDEX if isinstance(type, ir.IndexType) else type.width


def known(loop: ir.Operation) -> int | None:
    """How often a loop runs, where its bounds are constants; never, if its step is not positive."""
    operands = loop.operands
    return _of_constants((operands[0], operands[1], operands[2]), is_unsigned(loop))


def ends_in_range(loop: ir.Operation) -> bool | None:
    """Whether the counter is in its range after the last iteration too, where it is compared; None if not known."""
    bounds = list(loop.operands)[:3]
    count = _of_constants(bounds, is_unsigned(loop))
    if count is None:
        return None
    lower, _, step = numbers(bounds, is_unsigned(loop))
    bits = width(bounds[0].type)
    return lower + count * step < 1 << (bits if is_unsigned(loop) else bits - 1)


def numbers(bounds: Sequence[ir.Value], unsigned: bool) -> list[int | None]:
    """The bounds that are constants, as the loop compares them."""
    found = [build.constant_of(v) for v in bounds]
    return [None if n is None else _as_compared(int(n), width(bounds[0].type), unsigned) for n in found]


def _as_compared(number: int, bits: int, unsigned: bool) -> int:
    number %= 1 << bits
    return number if unsigned or number < 1 << (bits - 1) else number - (1 << bits)


def _of_constants(bounds: Sequence[ir.Value], unsigned: bool) -> int | None:
    end = build.constant_of(bounds[1])
    if end is None:
        return None  # the one that is open most often
    begin, by = build.constant_of(bounds[0]), build.constant_of(bounds[2])
    if begin is None or by is None:
        return None
    if unsigned or not isinstance(bounds[0].type, ir.IndexType):  # numbers of an index are as they compare
        bits = width(bounds[0].type)
        begin, end, by = (_as_compared(int(n), bits, unsigned) for n in (begin, end, by))
    return max(0, -((begin - end) // by)) if by > 0 else 0


def emitted(bounds: Sequence[ir.Value], unsigned: bool, is_ordered: bool = False) -> ir.Value | int:
    """How often a loop runs, as a number where the bounds are constants, else emitted as an index.

    Who knows that the upper bound is not below the lower one says that they are ordered.
    """
    if (count := _of_constants(bounds, unsigned)) is not None:
        return count
    lower, upper, step = bounds
    span = upper if build.constant_of(lower) == 0 else build.emit1("arith.subi", upper.type, upper, lower)
    if not (is_ordered or build.constant_of(lower) == 0 and (unsigned or _is_size(upper))):
        runs = build.compare_integers("ult" if unsigned else "slt", lower, upper)
        span = build.emit1("arith.select", span.type, runs, span, build.constant(span.type, 0))
    span = _unsigned_index(span)
    if build.constant_of(step) == 1:
        return span
    return build.emit1("arith.ceildivui", span.type, span, _unsigned_index(step))


def _is_size(value: ir.Value) -> bool:
    """Whether it is the size of a dimension, and so not negative."""
    return _is(value, "tensor.dim") or _is(value, "memref.dim")


def iteration(induction: ir.Value, bounds: Sequence[ir.Value]) -> ir.Value:
    """The number of the current iteration, from 0, as an index."""
    lower, _, step = bounds
    number = induction
    if build.constant_of(lower) != 0:
        number = build.emit1("arith.subi", number.type, number, lower)
    number = _unsigned_index(number)
    if build.constant_of(step) == 1:
        return number
    return build.emit1("arith.divui", number.type, number, _unsigned_index(step))


def is_iteration(value: ir.Value, loop: ir.Operation) -> bool:
    """Whether a value in the body of a loop is what `iteration` makes of its counter."""
    lower, _, step = list(loop.operands)[:3]
    if build.constant_of(step) != 1:
        if not _is(value, "arith.divui") or not _is_same(_before_cast(value.owner.operands[1]), step):
            return False
        value = value.owner.operands[0]
    value = _before_cast(value)
    if build.constant_of(lower) != 0:
        if not _is(value, "arith.subi") or not _is_same(value.owner.operands[1], lower):
            return False
        value = value.owner.operands[0]
    return value == loop.regions[0].blocks[0].arguments[0]


def _is(value: ir.Value, name: str) -> bool:
    return not isinstance(value.owner, ir.Block) and value.owner.operation.name == name


def _before_cast(value: ir.Value) -> ir.Value:
    """An integer that `_unsigned_index` makes an index, or an index."""
    return value.owner.operands[0] if _is(value, "arith.index_castui") else value


def _is_same(one: ir.Value, other: ir.Value) -> bool:
    number = build.constant_of(one)
    return one == other or (one.type == other.type and number is not None and number == build.constant_of(other))


def induction(number: ir.Value, bounds: Sequence[ir.Value]) -> ir.Value:
    """The counter in the iteration of that number, which is an index."""
    lower, _, step = bounds
    if number.type != lower.type:  # what does not fit is what the additions, which wrap around, would lose
        number = build.emit1("arith.index_cast", lower.type, number)
    if build.constant_of(step) != 1:
        number = build.emit1("arith.muli", number.type, number, step)
    if build.constant_of(lower) != 0:
        number = build.emit1("arith.addi", number.type, number, lower)
    return number


def _unsigned_index(number: ir.Value) -> ir.Value:
    """A number that is not negative, of all bits of its type, as an index."""
    if isinstance(number.type, ir.IndexType):
        return number
    return build.emit1("arith.index_castui", build.index_type(), number)
