"""Bounds of an integer that changes in a loop, as arithmetic in front of the loop.

`Bounds(loop).upper(v)` is a value that `v` never exceeds in any iteration, built at the current insertion
point; None where there is none that can be seen. The range of an induction variable is that of a
loop that makes an iteration.
"""

from __future__ import annotations

from ...build import constant, constant_of, defining_op, emit1
from ...forms.trip_count import is_unsigned
from ...mlir import ir
from ..facts.in_place import is_made_in

# Per operation, which end of each operand's range makes the result largest: that end, or the other one.
_MONOTONE = {
    "arith.addi": (True, True),
    "arith.subi": (True, False),
    "arith.maxsi": (True, True),
    "arith.minsi": (True, True),
    "arith.index_cast": (True,),
}
_SLT = 2  # of the predicates of arith.cmpi
_DIVISIONS = {"arith.ceildivsi", "arith.floordivsi", "arith.divsi"}


class Bounds:
    """The bounds of the values inside one loop."""

    def __init__(self, loop: ir.Operation):
        self._loop = loop
        self._known: dict[tuple[ir.Value, bool], ir.Value | None] = {}

    def upper(self, value: ir.Value) -> ir.Value | None:
        return self._end(value, True)

    def lower(self, value: ir.Value) -> ir.Value | None:
        return self._end(value, False)

    def _end(self, value: ir.Value, top: bool) -> ir.Value | None:
        if not self._changes(value):
            return value
        if (value, top) not in self._known:
            self._known[value, top] = self._find(value, top)
        return self._known[value, top]

    def _changes(self, value: ir.Value) -> bool:
        return is_made_in(value, self._loop)

    def _find(self, value: ir.Value, top: bool) -> ir.Value | None:
        if (op := defining_op(value)) is None:
            return self._of_induction_variable(value, top)
        if op.name == "arith.constant":
            return constant(value.type, constant_of(value))
        if op.name in _MONOTONE:
            ends = [self._end(v, top == same) for v, same in zip(op.operands, _MONOTONE[op.name])]
            known = [end for end in ends if end is not None]
            if len(known) == 1 and op.name == ("arith.minsi" if top else "arith.maxsi"):
                return known[0]
            return emit1(op.name, value.type, *known) if len(known) == len(ends) else None
        if op.name == "arith.select":
            return self._extreme([self._end(v, top) for v in list(op.operands)[1:]], top)
        if op.name == "arith.muli":
            factors = [constant_of(v) for v in op.operands]
            for factor, other in ((factors[1], op.operands[0]), (factors[0], op.operands[1])):
                if factor is not None:
                    end = self._end(other, top == (factor >= 0))
                    return None if end is None else emit1(op.name, value.type, end, constant(value.type, factor))
        name = "arith.ceildivsi" if op.name == "arith.ceildivui" and _is_room(op.operands[0]) else op.name
        if name == "arith.muli" or name in _DIVISIONS:
            x, y = op.operands
            if name == "arith.muli" and self._changes(y):
                x, y = y, x
            if self._changes(y):
                return None
            # Monotone in what changes, whatever the sign of what does not.
            ends = [self._end(x, end) for end in (True, False)]
            if any(end is None for end in ends):
                return None
            return self._extreme([emit1(name, value.type, end, y) for end in ends], top)
        if op.name in ("memref.dim", "tensor.dim") and not any(map(self._changes, list(op.operands)[:1])):
            number = constant_of(op.operands[1])
            return None if number is None else emit1(op.name, value.type, op.operands[0], constant(value.type, number))
        return None

    def _of_induction_variable(self, value: ir.Value, top: bool) -> ir.Value | None:
        loop = value.owner.owner.operation
        if loop.name != "scf.for" or value.arg_number > 0 or is_unsigned(loop):
            return None
        if not top:
            return self._end(loop.operands[0], False)
        end = self._end(loop.operands[1], True)
        return None if end is None else emit1("arith.subi", value.type, end, constant(value.type, 1))

    @staticmethod
    def _extreme(ends: list[ir.Value | None], top: bool) -> ir.Value | None:
        if any(end is None for end in ends):
            return None
        return emit1("arith.maxsi" if top else "arith.minsi", ends[0].type, *ends)


def _is_room(value: ir.Value) -> bool:
    """Whether a number is how far a loop goes, as `trip_count` has it: a size, a difference, or zero."""
    op = defining_op(value)
    if op is not None and op.name in ("memref.dim", "tensor.dim"):
        return True
    if op is not None and op.name == "arith.maxsi":  # which the selection is from zero on
        return any((n := constant_of(v)) is not None and n >= 0 for v in op.operands)
    if op is None or op.name != "arith.select" or constant_of(op.operands[2]) != 0:
        return False
    condition, span = op.operands[0].owner, op.operands[1]
    if isinstance(condition, ir.Block) or condition.operation.name != "arith.cmpi":
        return False
    if condition.operation.attributes["predicate"].value != _SLT:
        return False
    lower, upper = condition.operation.operands
    if constant_of(lower) == 0 and span == upper:
        return True
    made = defining_op(span)
    return made is not None and made.name == "arith.subi" and list(made.operands) == [upper, lower]
