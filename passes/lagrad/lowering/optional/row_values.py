"""What the iterations of a loop compute from a row of a table alone, where data say which row.

It is the same for all iterations that look the row up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from ...mlir import ir
from ..facts.memory import are_apart
from ..facts.views import VIEWS, root_of
from ..walk import walk

_KNOWN = ("arith.", "math.", "scf.for", "scf.if", "scf.yield", "memref.load", "memref.store", "memref.dim", *VIEWS)
# Of integers: not where they may be by zero.
_DIVISIONS = ("divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi")
_COSTS = {
    "arith.divf": 4,
    "arith.remf": 4,
    "math.sqrt": 4,
    "math.rsqrt": 4,
    "math.absf": 1,
    "math.copysign": 1,
    "math.fma": 1,
}
_FUNCTION = 10  # what any other function costs, in sums


class Kind(Enum):
    FIXED = 0  # the same in all iterations
    OF_ROW = 1  # a function of the row
    OTHER = 2


class RowValues:
    """The values of a loop's body that depend on nothing but a row: the one at `place`.

    `place` is an index that each iteration reads somewhere.

    A value inside a branch counts as if it were computed in any case, if only arithmetic is needed for it; memory is
    looked at where every iteration does so, and results of branches are no values of a row. `sizes` are the tables that
    are looked up, and in which dimension: the row is less than each size.
    """

    def __init__(self, loop: ir.Operation, place: ir.Value, written: set[ir.Value]):
        self.body = loop.regions[0].blocks[0]
        self.inside = set(_blocks(loop))
        self.ops = list(_inner_first(self.body))
        self.place, self.written = place, written
        self.sizes: dict[tuple[ir.Value, int], None] = {}
        self.kinds: dict[ir.Value, Kind] = {place: Kind.OF_ROW}
        for op in self.ops:
            for value in op.results:
                self.kind(value)
        self.of_rows = [op for op in self.ops if op.results and all(map(self.is_of_row, op.results))]

    def kind(self, value: ir.Value) -> Kind:
        if value not in self.kinds:
            self.kinds[value] = self._kind(value)
        return self.kinds[value]

    def is_outside(self, value: ir.Value) -> bool:
        """Whether a value is computed before the loop."""
        return (value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block) not in self.inside

    def is_of_row(self, value: ir.Value) -> bool:
        return self.kind(value) == Kind.OF_ROW

    def _kind(self, value: ir.Value) -> Kind:
        if self.is_outside(value):
            return Kind.FIXED
        if isinstance(value.owner, ir.Block):
            return Kind.OTHER
        op = value.owner.operation
        if op.name.startswith(("arith.", "math.")) and not op.name.endswith(_DIVISIONS):
            return self._of(op.operands)
        if op.name in ("memref.subview", "memref.load") and op.block == self.body:
            return self._access(op)
        return Kind.OTHER

    def _of(self, values: Iterable[ir.Value]) -> Kind:
        return max((self.kind(v) for v in values), key=lambda k: k.value, default=Kind.FIXED)

    def _access(self, op: ir.Operation) -> Kind:
        """The kind of a part of memory that the loop only reads, or of a number in it."""
        buffer, *indices = op.operands
        memory = root_of(buffer)
        if not all(are_apart(memory, other) for other in self.written):
            return Kind.OTHER
        if op.name == "memref.subview":
            offsets = list(op.attributes["static_offsets"])
            dynamic = [d for d, n in enumerate(offsets) if n == ir.ShapedType.get_dynamic_size()]
            places, others = indices[: len(dynamic)], indices[len(dynamic) :]
            if any(self.kind(v) != Kind.FIXED for v in others):
                return Kind.OTHER
            at = dict(zip(dynamic, places))
            single = all(
                op.attributes[name][d] == 1
                for d in at
                if at[d] == self.place
                for name in ("static_sizes", "static_strides")
            )
            if not single:
                return Kind.OTHER
        else:
            at = dict(enumerate(indices))
        if any(v != self.place and self.kind(v) != Kind.FIXED for v in at.values()):
            return Kind.OTHER
        rows = [d for d, v in at.items() if v == self.place]
        if rows and not self.is_outside(buffer):
            return Kind.OTHER
        self.sizes |= dict.fromkeys((buffer, d) for d in rows)
        return Kind.OF_ROW if rows else self.kind(buffer)

    def wanted(self) -> tuple[list[ir.Value], int]:
        """The numbers of a row that the rest of the body uses, in order, and what it costs to compute what then need
        not be.

        What one operation makes of others that are wanted is computed from them.
        """
        staying = [op for op in self.ops if not op.results or not all(map(self.is_of_row, op.results))]
        seen = set()
        wanted: dict[ir.Value, None] = {}
        while staying:
            op = staying.pop()
            for value in op.operands:
                if not self.is_of_row(value) or value in seen:
                    continue
                seen.add(value)
                if isinstance(value.type, ir.FloatType):
                    wanted[value] = None
                elif value != self.place:
                    staying.append(value.owner.operation)
        for value in list(wanted):
            op = value.owner.operation
            if cost(op) == 1 and all(v in wanted or self.kind(v) == Kind.FIXED for v in op.operands):
                del wanted[value]
        order = {value: n for n, value in enumerate(v for op in self.ops for v in op.results)}
        again = [v.owner.operation for v in seen if v not in wanted]
        saved = sum(map(cost, self.of_rows)) - sum(map(cost, again))
        return sorted(wanted, key=order.__getitem__), saved


def cost(op: ir.Operation) -> int:
    """What an operation costs, in sums of floats."""
    if not any(isinstance(r.type, ir.FloatType) for r in op.results) or op.name == "arith.constant":
        return 0
    if op.name.startswith("math."):
        return _COSTS.get(op.name, _FUNCTION)
    return _COSTS.get(op.name, 1) if op.name.startswith("arith.") else 0


def written(loop: ir.Operation) -> set[ir.Value] | None:
    """The memory that a loop writes to; None if it has operations that are not known here."""
    every = list(walk(loop))
    if not all(op.name.startswith(_KNOWN) for op in every):
        return None
    return {root_of(op.operands[1]) for op in every if op.name == "memref.store"}


def places(loop: ir.Operation) -> list[ir.Value]:
    """The indices that come from memory, and at which iterations read other memory, in order."""
    from_memory: set[ir.Value] = set()
    found: dict[ir.Value, None] = {}
    for view in loop.regions[0].blocks[0].operations:
        op = view.operation
        if op.name in ("memref.load", "memref.subview"):
            found |= dict.fromkeys(v for v in list(op.operands)[1:] if v in from_memory)
        if op.name == "memref.load" or op.name.startswith("arith.") and any(v in from_memory for v in op.operands):
            from_memory.update(op.results)
    return list(found)


def _inner_first(block: ir.Block) -> Iterator[ir.Operation]:
    """The operations of a block, each after what is inside of it."""
    for view in block.operations:
        for region in view.operation.regions:
            for inner in region.blocks:
                yield from _inner_first(inner)
        yield view.operation


def _blocks(loop: ir.Operation) -> list[ir.Block]:
    return [block for op in (loop, *walk(loop)) for region in op.regions for block in region.blocks]
