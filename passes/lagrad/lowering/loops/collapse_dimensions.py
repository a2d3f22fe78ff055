"""`lagrad-collapse-dimensions`: short inner loops over memory in one piece become one that is longer."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from ...analysis import linalg_form
from ...build import DYNAMIC, bytes_of, like
from ...errors import Report
from ...forms.parts import merged
from ...mlir import ir
from ...passes import Pass, option
from ..facts.sum_of_products import all_places, static_sizes
from ..products.matrices import follows, static_strides
from ..walk import walk
from .order_loops import can_reorder

_STREAMED = 1 << 22  # bytes of a result that `lagrad-stream-results` wants to see as it is


@dataclass(frozen=True)
class CollapseDimensions(Pass):
    """Make one dimension of the two innermost ones of a `linalg.generic` on buffers that has few indices in the last.

    ```mlir
    for c, for i in 0 .. 32, for j in 0 .. 32: s[c] += x[c, i, j]
    ```
    becomes
    ```mlir
    for c, for k in 0 .. 1024: s[c] += y[c, k]     // y: what memref.collapse_shape makes of x
    ```
    A sum over a row ends with the sum of the elements of a vector; 32 numbers are two to four vectors, so it would take
    most of the time. The dimensions are both summed or both not, every buffer that has one of them has both, and rows
    follow each other in memory. Each result gets its terms in the same order, so strict code has the same results.
    """

    name = "lagrad-collapse-dimensions"
    aim = "hoisting"
    creates = ("linalg", "memref")

    long: int = option(256, "Indices of the innermost dimension from which on it stays alone.", least=2)

    def run(self, op: ir.Operation, report: Report) -> None:
        for generic in [child for child in walk(op) if child.name == "linalg.generic"]:
            collapsed = 0
            while self._is_for_us(generic):
                generic, collapsed = _collapse(generic), collapsed + 1
            if collapsed:
                report.remark(generic.location, f"the {collapsed + 1} innermost dimensions are one")

    def _is_for_us(self, generic: ir.Operation) -> bool:
        types = [v.type for v in generic.operands]
        if generic.results or not all(isinstance(t, ir.MemRefType) for t in types) or not can_reorder(generic):
            return False
        if any(name.startswith("lagrad.") for name in generic.attributes):  # may name dimensions by their numbers
            return False
        sizes, kinds = static_sizes(generic), list(ir.ArrayAttr(generic.attributes["iterator_types"]))
        if len(sizes) < 2 or DYNAMIC in sizes[-2:] or not 1 < sizes[-1] < self.long or kinds[-1] != kinds[-2]:
            return False
        return all(_may_collapse(t, places, len(sizes) - 1) for t, places in zip(types, all_places(generic)))


def _may_collapse(type: ir.MemRefType, places: tuple[int, ...], last: int) -> bool:
    """Whether an operand has none of the two innermost dimensions, or both as its last two, in one piece."""
    if last not in places and last - 1 not in places:
        return True
    if places[-2:] != (last - 1, last) or DYNAMIC in list(type.shape)[-2:]:
        return False
    is_small = DYNAMIC not in list(type.shape) and bytes_of(type) * prod(type.shape) < _STREAMED
    return is_small and static_strides(type)[-1] == 1 and follows(type, places, last - 1, last)


def _collapse(generic: ir.Operation) -> ir.Operation:
    """The operation over one dimension less."""
    count = linalg_form.maps(generic)[0].n_dims - 1
    maps = []
    with generic.location, ir.InsertionPoint(generic):
        operands = []
        for value, places in zip(generic.operands, all_places(generic)):
            has_both = count in places
            operands.append(merged(value, ir.MemRefType(value.type).rank - 2) if has_both else value)
            dims = [ir.AffineDimExpr.get(d) for d in (places[:-1] if has_both else places)]
            maps.append(ir.AffineMapAttr.get(ir.AffineMap.get(count, 0, dims)))
        kinds = ir.ArrayAttr.get(list(ir.ArrayAttr(generic.attributes["iterator_types"]))[:-1])
        made = like(generic, operands, [], indexing_maps=ir.ArrayAttr.get(maps), iterator_types=kinds)
    generic.erase()
    return made
