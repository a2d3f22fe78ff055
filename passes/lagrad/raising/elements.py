"""Numbers that an iteration computes, for all iterations as one `linalg.generic`."""

from __future__ import annotations

from collections.abc import Sequence

from .. import build
from ..forms import trip_count
from ..forms.generic import clone_into
from ..mlir import ir
from .not_raised import NotRaised
from .space import Along, Space, dimension

_SCALARS = ("arith.", "math.", "complex.")


def is_scalar(op: ir.Operation) -> bool:
    """An operation on numbers and nothing else."""
    return op.name.startswith(_SCALARS) and not any(
        isinstance(v.type, ir.ShapedType) for v in (*op.operands, *op.results)
    )


class Elements:
    """What of the body computes scalars, from elements that are read."""

    def __init__(self, loop: Space, wanted: Sequence[ir.Value], starts: dict[ir.Value, int] | None = None):
        self.loop, self.wanted, self.starts = loop, wanted, starts or {}
        self.leaves: dict[ir.Value, Along] = {}
        steps: set[ir.Operation] = set()
        left = list(wanted)
        while left:
            value = left.pop()
            if value in self.starts or loop.is_same(value) or value in self.leaves or value == loop.induction:
                continue
            if value in loop.along:
                self.leaves[value] = loop.along[value]
                continue
            if value in loop.sums or not is_scalar(value.owner.operation):
                raise NotRaised("an iteration needs what the one before it computes", loop.loop)
            op = value.owner.operation
            if op not in steps:
                steps.add(op)
                left += op.operands
        self.steps = sorted(steps, key=loop.number.__getitem__)

    def emit(self, outs: list, kinds: list[str], out_map: ir.AffineMap, starts: dict[ir.Value, int]) -> list[ir.Value]:
        loop = self.loop
        leaves = {value: along for value, along in self.leaves.items() if along.whole not in outs}
        maps = [ir.AffineMap.get(1, 0, [] if a.axis is None else [ir.AffineDimExpr.get(0)]) for a in leaves.values()]

        def body(arguments: list[ir.Value]) -> list[ir.Value]:
            given, taken = arguments[: len(leaves)], arguments[len(leaves) :]
            here = dict(loop.same)
            here.update(zip(leaves, given))
            for value, along in self.leaves.items():
                if along.whole in outs:
                    here[value] = taken[outs.index(along.whole)]
            here.update((value, taken[k]) for value, k in starts.items())
            if loop.induction in {v for op in self.steps for v in op.operands} | set(self.wanted):
                here[loop.induction] = trip_count.induction(dimension(0), loop.bounds)
            for op in self.steps:
                with op.location:
                    clone_into(op, here)
            return [here.get(v, v) for v in self.wanted]

        ins = [along.whole for along in leaves.values()]
        return build.generic(ins, outs, [*maps, *[out_map] * len(outs)], kinds, body)
