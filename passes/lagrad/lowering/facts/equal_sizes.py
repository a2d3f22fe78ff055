"""Which sizes of a function's arguments must agree, so that a call with others can be refused, and which
of them its results have.

Where `linalg` or elementwise operations meet on a dimension, MLIR leaves different sizes undefined:
compiled code would read beyond the end of an array.
"""

from __future__ import annotations

from ...dialect import WHOLE
from ...mlir import ir
from ..walk import last
from .meetings import meetings
from .sizes import Sizes


def equal_sizes(function: ir.Operation) -> list[tuple[int, int, int | None, int]]:
    """Entries (argument, dimension, other argument or None, its dimension or the size itself).

    Only what runs in any call counts: the function's own block and the loops in it.
    """
    entry = function.regions[0].blocks[0]
    groups = _Groups()
    sizes = Sizes()
    for op in _always(entry):
        for meeting in meetings(op):
            known = [_known(sizes.of(tensor, k), entry) for tensor, k in meeting]
            known = [size for size in known if size is not None]
            for size in known[1:]:
                groups.join(known[0], size)
    return groups.pairs()


def computed_sizes(function: ir.Operation) -> list[tuple[int, int, object]]:
    """Entries (argument, dimension, expression): sizes of arguments that must be what the function computes.

    The expression is one of `Sizes`; sizes that are just equal to others are left to `equal_sizes`.
    """
    entry = function.regions[0].blocks[0]
    sizes = Sizes()
    found = []
    for view in entry.operations:
        op = view.operation
        if WHOLE not in op.attributes or op.operands[0].owner != entry:
            continue
        number = ir.BlockArgument(op.operands[0]).arg_number
        for k in range(op.operands[0].type.rank):
            size = sizes.of(op.results[0], k)
            if _known(size, entry) is None and (number, k) not in [other[:2] for other in found]:
                found.append((number, k, size))
    return found


def result_sizes(function: ir.Operation) -> list[tuple[int | None, int] | None]:
    """Each open size of each result in order: (argument, dimension), (None, size), or None if it is neither."""
    entry = function.regions[0].blocks[0]
    sizes = Sizes()
    found = []
    for value in last(entry).operands:
        if isinstance(value.type, ir.RankedTensorType):
            open_ones = [k for k in range(value.type.rank) if value.type.is_dynamic_dim(k)]
            known = [_known(sizes.of(value, k), entry) for k in open_ones]
            found += [(None, size) if isinstance(size, int) else size for size in known]
    return found


def _always(block: ir.Block):
    for op in block.operations:
        op = op.operation
        yield op
        if op.name == "scf.for":
            yield from _always(op.regions[0].blocks[0])


def _known(size, entry: ir.Block):
    """A size as a number, or as (argument, dimension); None for any other."""
    match size:
        case int():
            return size
        case ("dim", value, k) if isinstance(value.owner, ir.Block) and value.owner == entry:
            return (ir.BlockArgument(value).arg_number, k)
    return None


class _Groups:
    """Sets of equal sizes."""

    def __init__(self):
        self._parent = {}

    def join(self, one, other) -> None:
        one, other = self._first(one), self._first(other)
        if one != other:
            # A number, or else the earliest argument, stands for its group.
            first, second = sorted((one, other), key=lambda s: (not isinstance(s, int), str(s)))
            self._parent[second] = first

    def _first(self, size):
        while size in self._parent:
            size = self._parent[size]
        return size

    def pairs(self) -> list[tuple[int, int, int | None, int]]:
        found = []
        for size in sorted(s for s in self._parent if not isinstance(s, int)):
            first = self._first(size)
            found.append((*size, None, first) if isinstance(first, int) else (*size, *first))
        return found
