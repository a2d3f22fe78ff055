"""Where the body of a `linalg.generic` can compute anything but zero.

An `Atom(p, q, k)` says that index p is at least k more than index q. The support of a scalar of the
body is a set of atoms that hold wherever it is not zero; None for what is zero everywhere. A
product is zero where one factor is, a sum where both terms are, a mask where its comparison fails.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import NamedTuple

from ..analysis import linalg_form
from ..mlir import ir
from .triangle import Triangle, triangle_of


class Atom(NamedTuple):
    """Index `large` >= index `small` + `gap`, by number of dimension."""

    large: int
    small: int
    gap: int


Support = frozenset[Atom] | None
TRIANGLE = "lagrad.triangle"  # on a `linalg.generic` that stays whole: the atom outside of which its terms are zero
EVERYWHERE: Support = frozenset()

# f(0) = 0, and no derivative needs to exist there.
_KEEP_ZERO = {
    "arith.negf", "arith.extf", "arith.truncf", "complex.neg",
    "math.absf", "math.sqrt", "math.cbrt", "math.sin", "math.tan", "math.asin", "math.atan", "math.sinh", "math.tanh",
    "math.asinh", "math.atanh", "math.erf", "math.expm1", "math.log1p", "math.floor", "math.ceil", "math.trunc",
    "math.round", "math.roundeven",
}  # fmt: skip
_PRODUCTS = {"arith.mulf", "complex.mul"}
_SUMS = {
    "arith.addf", "arith.subf", "complex.add", "complex.sub", "arith.maximumf", "arith.minimumf", "arith.maxnumf",
    "arith.minnumf",
}  # fmt: skip
_QUOTIENTS = {"arith.divf", "arith.remf", "complex.div", "math.atan2"}  # 0 / y, where y is not zero for certain
_FROM_BITS = {"arith.uitofp", "arith.sitofp", "arith.extui", "arith.extsi", "arith.index_cast"}
_PREDICATES = (
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "lt",
    "le",
    "gt",
    "ge",
)  # those of unsigned numbers are as good: indices


def both(one: Support, other: Support) -> Support:
    """Where two scalars are both not zero."""
    return None if one is None or other is None else one | other


def either(one: Support, other: Support) -> Support:
    """Where one of two scalars is not zero."""
    if one is None or other is None:
        return other if one is None else one
    return frozenset(a for a in one if implies(other, a)) | frozenset(a for a in other if implies(one, a))


def implies(support: Support, atom: Atom) -> bool:
    """Whether an atom follows from others: from one, or from a chain of them."""
    if support is None:
        return True
    best = {atom.small: 0}  # dimension -> how much more its index is than that of atom.small, at least
    for _ in range(len(support) + 1):
        for large, small, gap in support:
            if small in best and best.get(large, best[small] + gap - 1) < best[small] + gap:
                best[large] = best[small] + gap
    return best.get(atom.large, atom.gap - 1) >= atom.gap


def of_operand(value: ir.Value) -> Triangle | None:
    """The triangle of a tensor, also of one that was cast to a type that does not say it."""
    while triangle_of(value.type) is None and not isinstance(value.owner, ir.Block):
        if value.owner.operation.name != "tensor.cast":
            break
        value = value.owner.operation.operands[0]
    return triangle_of(value.type)


def atom_at(triangle: Triangle, map: ir.AffineMap) -> Atom | None:
    """What a triangle says of the indices with which it is read; None if that is nothing of this form."""
    last = list(map.results)[-2:]
    if len(last) < 2 or not all(isinstance(e, ir.AffineDimExpr) for e in last):
        return None
    row, column = (ir.AffineDimExpr(e).position for e in last)
    return Atom(row, column, triangle.gap) if triangle.lower else Atom(column, row, triangle.gap)


def terms(op: ir.Operation, number: int) -> list[ir.Value] | None:
    """The scalars without which an element of a result stays as it is: those that are added to it, or, where it
    is overwritten, what is written. None for a reduction of another kind."""
    found = places(op, number)
    return None if found is None else [user.operands[n] for user, n in found]


def places(op: ir.Operation, number: int) -> list[tuple[ir.Operation, int]] | None:
    """Where the body takes these scalars: operations and numbers of operands."""
    ins, body = linalg_form.inputs(op), op.regions[0].blocks[0]
    out, last = body.arguments[ins + number], list(body.operations)[-1].operation
    if not is_read(op, number):
        return [(last, number)] if linalg_form.is_full(linalg_form.maps(op)[ins + number]) else None
    if not linalg_form.accumulates(op, number):
        return None
    found, value = [], last.operands[number]
    while value != out:
        step = value.owner.operation
        chain = 0 if _leads_to(step.operands[0], out) else 1
        found.append((step, 1 - chain))
        value = step.operands[chain]
    return found


def is_read(op: ir.Operation, number: int) -> bool:
    """Whether the body reads what a result had before."""
    return bool(list(op.regions[0].blocks[0].arguments[linalg_form.inputs(op) + number].uses))


def _leads_to(value: ir.Value, out: ir.Value) -> bool:
    """Whether an expression reads `out`."""
    if value == out or isinstance(value.owner, ir.Block):
        return value == out
    return any(_leads_to(v, out) for v in value.owner.operation.operands)


class Body:
    """The supports of the scalars in the body of a `linalg.generic`."""

    def __init__(self, op: ir.Operation):
        self.op = op
        self.block = op.regions[0].blocks[0]
        self.known: dict[ir.Value, Support] = {}
        maps = linalg_form.maps(op)
        for argument, operand, map in zip(self.block.arguments, op.operands, maps):
            triangle = of_operand(operand)
            atom = atom_at(triangle, map) if triangle else None
            self.known[argument] = frozenset([atom]) if atom else EVERYWHERE

    def of(self, value: ir.Value) -> Support:
        if value not in self.known:
            self.known[value] = (
                EVERYWHERE if isinstance(value.owner, ir.Block) else self._compute(value.owner.operation)
            )
        return self.known[value]

    def of_result(self, number: int) -> Support:
        """Where the operation changes, or gives anything but zero to, an element of a result."""
        found = terms(self.op, number)
        if found is None:
            return EVERYWHERE
        return functools.reduce(either, map(self.of, found), None)

    def _compute(self, op: ir.Operation) -> Support:
        operands = list(op.operands)
        name = op.name
        if name == "arith.constant":
            return None if _is_zero(op) else EVERYWHERE
        if name in _KEEP_ZERO:
            return self.of(operands[0])
        if name in _PRODUCTS:
            return both(self.of(operands[0]), self.of(operands[1]))
        if name in _SUMS:
            return either(self.of(operands[0]), self.of(operands[1]))
        if name in _QUOTIENTS:
            return self.of(operands[0]) if self.of(operands[1]) == EVERYWHERE else EVERYWHERE
        if name == "math.fma":
            x, y, z = map(self.of, operands)
            return either(both(x, y), z)
        if name in _FROM_BITS:
            return _where(operands[0], True)
        if name == "arith.select" and operands[1].type == op.results[0].type:
            condition, yes, no = operands
            return either(both(_where(condition, True), self.of(yes)), both(_where(condition, False), self.of(no)))
        return EVERYWHERE


def _is_zero(op: ir.Operation) -> bool:
    value = op.attributes["value"]
    if isinstance(value, ir.FloatAttr):
        return value.value == 0.0
    return isinstance(value, ir.IntegerAttr) and not isinstance(value, ir.BoolAttr) and value.value == 0


def _where(bit: ir.Value, wanted: bool) -> Support:
    """Atoms that hold where a bit is as wanted."""
    if isinstance(bit.owner, ir.Block):
        return EVERYWHERE
    op = bit.owner.operation
    if op.name == ("arith.andi" if wanted else "arith.ori"):
        return both(*(_where(v, wanted) for v in op.operands))
    if op.name == ("arith.ori" if wanted else "arith.andi"):
        return either(*(_where(v, wanted) for v in op.operands))
    if op.name == "arith.cmpi":
        return frozenset(compared(op, wanted))
    return EVERYWHERE


def compared(op: ir.Operation, wanted: bool = True) -> Iterable[Atom]:
    """What an `arith.cmpi` of two loop indices, each with a constant added, says of them."""
    left, right = map(_index_plus, op.operands)
    if left is None or right is None:
        return []
    (p, a), (q, b) = left, right
    code = op.attributes["predicate"].value
    if code > 5 and min(a, b) < 0:  # unsigned, and below zero is very large
        return []
    predicate = _PREDICATES[code]
    if not wanted:
        predicate = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}[predicate]
    at_least = [] if predicate not in ("ge", "gt", "eq") else [Atom(p, q, b - a + (predicate == "gt"))]
    at_most = [] if predicate not in ("le", "lt", "eq") else [Atom(q, p, a - b + (predicate == "lt"))]
    return at_least + at_most


def _index_plus(value: ir.Value) -> tuple[int, int] | None:
    """(dimension, constant) for `linalg.index` with a constant added."""
    constant = 0
    while not isinstance(value.owner, ir.Block):
        op = value.owner.operation
        match op.name:
            case "linalg.index":
                return op.attributes["dim"].value, constant
            case "arith.index_cast" if not _is_short(value.type):
                value = op.operands[0]
            case "arith.addi" | "arith.subi":
                number = _constant(op.operands[1])
                if number is None:
                    return None
                constant += number if op.name == "arith.addi" else -number
                value = op.operands[0]
            case _:
                return None
    return None


def _is_short(type: ir.Type) -> bool:
    """Whether an index may not fit into a type."""
    return isinstance(type, ir.IntegerType) and type.width < 32


def _constant(value: ir.Value) -> int | None:
    if isinstance(value.owner, ir.Block) or value.owner.operation.name != "arith.constant":
        return None
    return value.owner.operation.attributes["value"].value
