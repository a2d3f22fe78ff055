"""Loops that pass on whole buffers and may exchange them: `a, b = b, a` at the end of each iteration.

Inside, what is carried are the contents of each place, not of each buffer, so a loop over two buffers is one over two
tensors. Which buffer a place is, is carried beside as a number: behind the loop it says what each buffer holds.
"""

from __future__ import annotations

from dataclasses import dataclass

from .... import build
from ....analysis.memory import is_memory
from ....analysis.program import walk
from ....mlir import ir
from ..places.pointers import Choice, Pointer
from ..places.points_to import Root
from ..places.views import Contents, Whole
from ..raising.raiser import Raiser


@dataclass(frozen=True)
class Exchange:
    """The memrefs that a loop carries: `places` are their numbers among all that it carries.

    Place k begins as all of `buffers[k]`, and goes on as the place `order[k]`.
    """

    places: list[int]
    buffers: list[Whole]
    inside: list[Root]
    order: list[int]

    @classmethod
    def of(cls, raiser: Raiser, loop: ir.Operation) -> Exchange | None:
        """What an `scf.for` exchanges; None where that is not whole buffers, or where they are known by other names."""
        starts, block = list(loop.operands)[3:], loop.regions[0].blocks[0]
        arguments, (*_, last) = list(block.arguments)[1:], list(block.operations)
        places = [k for k, start in enumerate(starts) if is_memory(start.type)]
        buffers = [raiser.pointer(starts[k]) for k in places]
        yielded = [list(last.operation.operands)[k] for k in places]
        carried = [arguments[k] for k in places]
        if any(not isinstance(b, Whole) for b in buffers) or len({b.root for b in buffers}) < len(buffers):
            return None
        if sorted(carried.index(v) if v in carried else -1 for v in yielded) != list(range(len(places))):
            return None
        if len({b.type for b in buffers}) > 1 or _is_known_inside(raiser, loop, carried, {b.root for b in buffers}):
            return None
        return cls(places, buffers, [Root(a.type, a) for a in carried], [carried.index(v) for v in yielded])

    def enter(self, raiser: Raiser, block: ir.Block) -> None:
        """Lets the block's arguments stand for the places, and whatever changes a buffer change places."""
        for place, buffer, root in zip(self.places, self.buffers, self.inside):
            raiser.pointers[list(block.arguments)[1 + place]] = Whole(root, buffer.sizes)
        raiser.renamed = {**raiser.renamed, **{b.root: self.inside for b in self.buffers}}

    def leave(self, raiser: Raiser) -> None:
        raiser.renamed = {root: of for root, of in raiser.renamed.items() if of is not self.inside}

    def after(self, numbers: list[ir.Value], held: list[ir.Value], contents: Contents) -> list[Pointer]:
        """Says what each buffer holds; gives what each place is. `numbers` are those of the places' buffers."""
        flags = [[build.compare_integers("eq", n, build.index(k)) for k in range(len(held))] for n in numbers]
        for k, buffer in enumerate(self.buffers):
            tensor = held[-1]
            for place in reversed(range(len(held) - 1)):
                tensor = _either(flags[place][k], held[place], tensor)
            contents[buffer.root] = tensor
        return [self._pointer(own, 0) for own in flags]

    def _pointer(self, flags: list[ir.Value], number: int) -> Pointer:
        if number == len(flags) - 1:
            return self.buffers[number]
        return Choice(flags[number], self.buffers[number], self._pointer(flags, number + 1))


def _is_known_inside(raiser: Raiser, loop: ir.Operation, carried: list[ir.Value], roots: set[Root]) -> bool:
    """Whether an operation in a loop takes one of the buffers by a name from outside of it."""
    outside = {v for op in walk(loop) for v in op.operands if is_memory(v.type)} & raiser.pointers.keys()
    return any(roots & set(raiser.points_to.roots(v)) for v in outside if v not in carried)


def _either(flag: ir.Value, one: ir.Value, other: ir.Value) -> ir.Value:
    branch = ir.Operation.create("scf.if", results=[one.type], operands=[flag], regions=2)
    for region, value in zip(branch.regions, (one, other)):
        with ir.InsertionPoint(region.blocks.append()):
            build.emit("scf.yield", [], [value])
    return branch.results[0]
