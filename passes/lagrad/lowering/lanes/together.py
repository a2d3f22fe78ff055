"""The neighbours in memory that each lane has to itself, read and written together: as vectors that are transposed.

What stores will write much later is brought to the cache before.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

from ...build import bytes_of, element, emit, emit1, index
from ...mlir import ir
from ..facts.in_place import is_made_in
from ..facts.places import Linear
from ..walk import walk_block
from .neighbours import Neighbours, flat, neighbours
from .transposed import by_lane, by_row

_LINE = 64  # bytes of a cache line
_FAR = 200  # operations between the begin of a block and a store that the processor does not see so early by itself


class Together:
    """The loads and stores of `lanes` (`Lanes`) that are made together."""

    def __init__(self, lanes):
        self.lanes = lanes
        self.groups: dict[ir.Operation, Neighbours] = {}
        self.flat: dict[ir.Value, ir.Value] = {}

    def begin(self, block: ir.Block, is_wanted: Callable[[ir.Operation], bool]) -> None:
        """Finds the groups of an old block, where the new one begins."""
        found = neighbours(block, self.lanes.width, is_wanted)
        self.groups |= found
        far = set(itertools.islice(walk_block(block), _FAR, None))
        fetched: list[Neighbours] = []
        for op, group in found.items():
            if op == group.when and op.name == "memref.store" and op in far and self._is_known(group, block):
                if not any(_are_in_a_line(before, group) for before in fetched):
                    self._prefetch(group)
                    fetched.append(group)

    def access(self, op: ir.Operation) -> None:
        """Writes the group of an operation, if this is the one in whose place it is made."""
        group, lanes = self.groups[op], self.lanes
        if op != group.when:
            return
        places = self._places(group)
        if op.name == "memref.load":
            results = [op.results[0] for op in group.ops]
            type = ir.VectorType.get([len(results)], results[0].type)
            lanes.vectors.update(zip(results, by_row([emit1("vector.load", type, *at) for at in places])))
        else:
            rows = [lanes.vector(op.operands[0]) for op in group.ops]
            for lane, at in zip(by_lane(rows), places):
                emit("vector.store", [], [lane, *at])

    def _is_known(self, group: Neighbours, block: ir.Block) -> bool:
        """Is the place known where the block begins?"""
        lanes, loop = self.lanes, block.owner.operation
        values = [value for i in group.indices for value in i.terms]
        known = (lanes.lists, lanes.vectors, lanes.uniform)
        return all(any(v in among for among in known) or not is_made_in(v, loop) for v in values)

    def _prefetch(self, group: Neighbours) -> None:
        yes, all_caches = ir.BoolAttr.get(True), ir.IntegerAttr.get(ir.IntegerType.get_signless(32), 3)
        for at in self._places(group):
            emit("memref.prefetch", [], at, isWrite=yes, isDataCache=yes, localityHint=all_caches)

    def _places(self, group: Neighbours) -> list[list[ir.Value]]:
        """The buffer and the indices of the first element in each lane."""
        if group.root not in self.flat:
            with ir.InsertionPoint(self.lanes.before):
                self.flat[group.root] = flat(group.root)
        return [[self.flat[group.root], *(self._index(i, n) for i in group.indices)] for n in range(self.lanes.width)]

    def _index(self, of: Linear, n: int) -> ir.Value:
        """An index in lane `n`."""
        found = index(of.number)
        for value, factor in of.terms.items():
            term = emit1("arith.muli", found.type, self.lanes.list(value)[n], index(factor))
            found = emit1("arith.addi", found.type, term, found)
        return found


def _are_in_a_line(one: Neighbours, other: Neighbours) -> bool:
    """Whether a group begins in the cache line, or less than one behind, of another group's first element."""
    if one.root != other.root or [i.terms for i in one.indices] != [i.terms for i in other.indices]:
        return False
    (*outer, first), (*others, second) = ([i.number for i in group.indices] for group in (one, other))
    return outer == others and 0 <= (second - first) * bytes_of(element(one.root.type)) < _LINE
