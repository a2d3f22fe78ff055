"""Values of the body of a loop as tensors over all iterations."""

from __future__ import annotations

from collections.abc import Sequence

from .. import build
from ..build import shape_of
from ..mlir import ir
from .elements import Elements
from .not_raised import NotRaised
from .space import Along, Space


class Operands(Space):
    """The iterations, and what `linalg` over them reads and writes."""

    def operand(self, value: ir.Value) -> Along:
        """A value as an operand of `linalg` over the iterations."""
        if self.is_same(value):
            return Along(self.same.get(value, value), None)
        if value in self.versions or value in self.sums:
            raise NotRaised("a tensor that the loop carries is read as a whole", self.loop)
        if value not in self.along:
            self.compute([value])
        return self.along[value]

    def lifted(self, value: ir.Value) -> Along:
        """A tensor with a dimension of the iterations, whether they have different ones or not; it may be written."""
        known = self.operand(value)
        if known.axis is not None:
            return known
        sizes = build.sizes_of(known.whole)
        type = build.tensor_type([self.static_count(), *shape_of(value.type)], build.element(value.type))
        into = build.empty(type, [self.count, *sizes])
        match _maker(known.whole):
            case "tensor.empty":
                pass
            case "linalg.fill":
                into = build.fill(known.whole.owner.operation.operands[0], into)
            case "tensor.from_elements" if not sizes:
                into = build.fill(known.whole.owner.operation.operands[0], into)
            case _:
                rank = len(sizes)
                own = ir.AffineMap.get(rank + 1, 0, [ir.AffineDimExpr.get(d + 1) for d in range(rank)])
                maps = [own, ir.AffineMap.get_identity(rank + 1)]
                into = build.generic([known.whole], [into], maps, ["parallel"] * (rank + 1), lambda args: args[:1])[0]
        return Along(into, 0)

    def compute(self, wanted: Sequence[ir.Value], inits: Sequence[ir.Value] | None = None) -> list[ir.Value]:
        """Emits one operation over the iterations that gives scalars of the body, as tensors.

        Where their `inits` are not read, they are tensors without contents.
        """
        slice = Elements(self, wanted)
        read = {along.whole for along in slice.leaves.values()}
        outs = []
        for k, value in enumerate(wanted):
            type = build.tensor_type([self.static_count()], value.type)
            kept = inits is not None and inits[k] in read and inits[k] not in outs
            outs.append(inits[k] if kept else build.empty(type, [self.count]))
        results = slice.emit(outs, ["parallel"], ir.AffineMap.get_identity(1), {})
        if inits is None:
            self.along.update((value, Along(result, 0)) for value, result in zip(wanted, results))
        return results


def _maker(value: ir.Value) -> str:
    """The operation that a value comes from; nothing where it is an argument."""
    return "" if isinstance(value.owner, ir.Block) else value.owner.operation.name
