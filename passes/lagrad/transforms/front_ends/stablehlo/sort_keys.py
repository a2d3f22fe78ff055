"""What two elements are compared by in the region of a sort: what it computes of each of them by itself."""

from __future__ import annotations

from .... import build
from ....ad.scope import Scope, clone
from ....mlir import ir
from .emission import SGE, SLE, SLT, Values, compare
from .scalars import boxed, extracted

_SGT = 4  # of arith.cmpi
_ORDERS = {"LT": SLT, "LE": SLE, "GT": _SGT, "GE": SGE}


class Keyed:
    """A region that says which of two elements is before the other, its arguments pairs of their scalars.

    `keys` of one element come from its scalars, and `said` is the rest of the region, of the keys of both. Where the
    region does not compute the same of both the keys are the scalars. Floats that are compared in their total order
    have integers as keys. `is_total` where the region certainly puts all elements in one order, as comparisons do that
    know no NaN.
    """

    def __init__(self, block: ir.Block):
        self._block = block
        self._last = block.operations[len(block.operations) - 1].operation.operands[0]
        self._sides = {argument: {n % 2} for n, argument in enumerate(block.arguments)}
        operations = [view.operation for view in block.operations][:-1]
        for op in operations:
            sides = set().union(*(self._sides.get(v, set()) for v in op.operands)) if not len(op.regions) else {0, 1}
            self._sides |= {result: sides for result in op.results}
        self._both = [op for op in operations if self._sides[op.results[0]] == {0, 1}]
        self._single = [op for op in operations if op not in self._both]
        read = [v for op in self._both for v in op.operands]
        self._left, self._right = ([v for v in dict.fromkeys(read) if self._sides.get(v) == {k}] for k in (0, 1))
        pairs = list(zip(self._left, self._right))
        if len(self._left) != len(self._right) or not all(self._alike(*pair) for pair in pairs):
            self._both, self._single = operations, []
            self._left, self._right = list(block.arguments)[::2], list(block.arguments)[1::2]
        kind = self._comparison()
        self.is_total = kind in ("TOTALORDER", "SIGNED", "UNSIGNED")
        self._order = _ORDERS[self._direction()] if kind == "TOTALORDER" else None

    def keys(self, scalars: Values) -> Values:
        scope = Scope()
        for argument, scalar in zip(list(self._block.arguments)[::2], scalars, strict=True):
            scope.bind([argument], [boxed(scalar, argument.type)])
        for op in self._single:
            if self._sides[op.results[0]] <= {0}:
                clone(op, scope)
        found = [extracted(scope.found(v)) for v in self._left]
        return found if self._order is None else list(map(_total, found))

    def said(self, one: Values, other: Values) -> ir.Value:
        if self._order is not None:
            return compare(one[0], other[0], self._order)
        scope = Scope()
        for values, keys in ((self._left, one), (self._right, other)):
            for value, key in zip(values, keys, strict=True):
                scope.bind([value], [boxed(key, value.type)])
        for op in [*(op for op in self._single if not self._sides[op.results[0]]), *self._both]:
            clone(op, scope)
        return extracted(scope.found(self._last))

    def _alike(self, left: ir.Value, right: ir.Value) -> bool:
        """Whether a value is computed of the first element as another one is of the second."""
        if not self._sides.get(left) and not self._sides.get(right):
            return left == right or self._same(left, right)
        if isinstance(left.owner, ir.Block) or isinstance(right.owner, ir.Block):
            if not (isinstance(left.owner, ir.Block) and isinstance(right.owner, ir.Block)):
                return False
            return ir.BlockArgument(left).arg_number + 1 == ir.BlockArgument(right).arg_number
        return self._same(left, right)

    def _same(self, left: ir.Value, right: ir.Value) -> bool:
        if isinstance(left.owner, ir.Block) or isinstance(right.owner, ir.Block):
            return False
        one, other = left.owner.operation, right.owner.operation
        return (
            one.name == other.name
            and not len(one.regions)
            and left.type == right.type
            and list(one.results).index(left) == list(other.results).index(right)
            and _attributes(one) == _attributes(other)
            and len(one.operands) == len(other.operands)
            and all(map(self._alike, one.operands, other.operands))
        )

    def _comparison(self) -> str | None:
        """As what keys are compared, where one comparison of one key is all, and says which is less or greater."""
        if len(self._both) != 1 or self._both[0].name != "stablehlo.compare" or self._direction() not in _ORDERS:
            return None
        (op,) = self._both
        if list(op.operands) != [*self._left, *self._right] or "compare_type" not in op.attributes:
            return None
        return _word(op.attributes["compare_type"])

    def _direction(self) -> str:
        return _word(self._both[0].attributes["comparison_direction"])


def _word(attribute: ir.Attribute) -> str:
    """Of `#stablehlo<comparison_direction LT>` the last one."""
    return str(attribute).split()[-1].rstrip(">")


def _attributes(op: ir.Operation) -> dict[str, ir.Attribute]:
    return {name: op.attributes[name] for name in op.attributes}


def _total(number: ir.Value) -> ir.Value:
    """The bits of a float as an integer in the order of the floats, from NaN with a sign to NaN without."""
    bits = ir.IntegerType.get_signless(8 * build.bytes_of(number.type))
    seen = build.emit1("arith.bitcast", bits, number)
    flipped = build.emit1("arith.subi", bits, build.constant(bits, (1 << (bits.width - 1)) - 1), seen)
    return build.emit1("arith.select", bits, compare(seen, build.constant(bits, 0), SLT), flipped, seen)
