"""`lagrad-place-results`: what goes into another tensor, or to the caller, is computed there."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...analysis.call_graph import functions
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import (
    BRANCHES,
    accesses,
    carrying_blocks,
    inside,
    is_known_before,
    is_over,
    is_slice_of,
    late_accesses,
    overwrites,
    overwritten_operand,
    reads_what_it_writes,
    viewed,
)
from ..facts.passed_with import passed_with
from ..walk import last, walk
from .copies import copy, place_of
from .kept_tensors import work_on_copies
from .raised_values import STOPS, raise_value
from .store_contents import store_contents

# What puts a tensor into another one.
_STORES = ("tensor.insert_slice", "linalg.copy", "bufferization.materialize_in_destination")


@dataclass(frozen=True)
class PlaceResults(Pass):
    """Let the operation that begins to make a tensor write to the place that the tensor goes to, not to an empty one.

    ```mlir
    %a = linalg.generic ... outs(%empty)
    %b = tensor.insert %v into %a[%i]
    %placed = bufferization.materialize_in_destination %b in %out
    ```
    `outs(%empty)` becomes `outs(%out)`, or the slice of `%out` into which a `tensor.insert_slice` puts `%b`. So it is
    through loops that update what they carry in place, and on each side of a branch: a side that passes on a tensor
    from elsewhere copies it.

    Where `%a` must not be overwritten, as an argument, or as it is read or stored later, the insertion goes into a
    `linalg.copy` of it, which is made in `%out`.

    A tensor that is stored to a buffer, and may lie in another one that is overwritten before, is copied
    (`lowering/destinations/store_contents.py`).

    Where a tensor is not made in one place from an empty one on, the last elementwise operation that begins to make it
    may write to the place, and not to an input that it would overwrite.

    The place must hold nothing that is read later; nor may a branch pass on what is computed there as another tensor
    that is read behind the store: bufferization takes the two for one memory, and refuses the store. Upstream's
    `eliminate-empty-tensors` does not ask that, and has tensors computed before a branch in places that only one side
    of it stores to.
    """

    name = "lagrad-place-results"
    aim = "in-place"
    creates = ("arith", "bufferization", "linalg", "memref", "tensor")

    def run(self, op: ir.Operation, report) -> None:
        work_on_copies(op)
        for function in functions(op).values():
            store_contents(function)
        children = list(walk(op))
        stops = [child for child in children if child.name in STOPS]
        for child in children:
            if child.name in _STORES and child.results:
                place = _Place(child, stops)
                if place.is_ours() and not place.take(child.operands[0], child):
                    place.take_last(child.operands[0])


@dataclass(frozen=True)
class _Place:
    """Where an operation stores a tensor: a whole one of the caller's, or a slice."""

    store: ir.Operation
    stops: list[ir.Operation]  # what nothing is moved across

    @property
    def whole(self) -> ir.Value:
        return self.store.operands[1]

    def is_ours(self) -> bool:
        """May it be written to before the store?

        Constants, and what the next iteration of a loop reads again, stay; so does what is copied because it is read
        later, too.
        """
        if self.store.name == "linalg.copy":
            users = [user for user, _ in accesses(self.store.operands[0]) if user != self.store]
            if not all(is_over(user, self.store) for user in users):
                return False
        origin = viewed(self.whole)
        is_given = isinstance(origin.owner, ir.Block)
        around = self.store.block
        while around != (origin.owner if is_given else origin.owner.operation.block):
            if around.owner.operation.name not in BRANCHES:
                return False
            around = around.owner.operation.block
        return is_given or origin.owner.operation.name != "arith.constant"

    def is_here(self, value: ir.Value) -> bool:
        """Is a value what the place holds?"""
        if self.store.name != "tensor.insert_slice":
            return value == self.whole
        op = build.defining_op(value)
        return op is not None and op.name == "tensor.extract_slice" and is_slice_of(op, self.store)

    def is_free(self, op: ir.Operation, into: int | None = None) -> bool:
        """Is the place known when an operation runs, and has everybody else read it?

        The operation itself, if it writes there by its operand `into`, may read the element that it writes, and other
        parts: bufferization finds out whether they are apart.
        """
        for user, n in accesses(self.whole):
            is_own = (
                user == op
                and into is not None
                and (user.operands[n] != self.whole or reads_what_it_writes(op, n, into))
            )
            if user != self.store and not is_own and not is_over(user, op):
                return False
        return all(raise_value(value, op, self.stops) for value in list(self.store.operands)[1:])

    def view(self, type: ir.Type, before: ir.Operation) -> ir.Value:
        """The place as a tensor, in front of an operation."""
        with before.location, ir.InsertionPoint(before):
            part = self._part(before) if self.store.name == "tensor.insert_slice" else self.whole
            return part if part.type == type else build.emit1("tensor.cast", type, part)

    def _part(self, before: ir.Operation) -> ir.Value:
        """The slice, as the program has taken it before, or taken here."""
        slices = [use.owner.operation for use in self.whole.uses if use.owner.operation.name == "tensor.extract_slice"]
        type = self.store.operands[0].type
        for op in slices:
            if op.results[0].type == type and is_slice_of(op, self.store) and is_known_before(before, op.results[0]):
                return op.results[0]
        return place_of(self.store, self.whole, type)

    def take(self, value: ir.Value, end: ir.Operation, opened: tuple[ir.Value, ...] = ()) -> bool:
        """Has a value computed here that `end` passes on; False where that cannot be.

        `opened` are results of branches whose sides are taken one by one: from others they get copies.
        """
        while not self.is_here(value):
            if isinstance(value.owner, ir.Block) or value.owner.operation.block != end.block:
                return False
            op = value.owner.operation
            if op.name == "tensor.empty":
                return self._replace(op)
            before = self._before(value)
            if before is None and op.name not in BRANCHES:
                return False
            inner = opened if before is not None else (*opened, value)
            if not self._is_alone(value, inner):
                return False
            if before is None:
                return self._take_sides(op, ir.OpResult(value).result_number, inner)
            value = before
        return True

    def take_last(self, value: ir.Value) -> None:
        """Has the elementwise operation write here from which on a value is made in one place, whatever that was.

        What a loop carries has a place of its own.
        """
        if any(_ends_trip(user) for user, _ in accesses(value)):
            return
        while not isinstance(value.owner, ir.Block) and value.owner.operation.block == self.store.block:
            op, number = value.owner.operation, ir.OpResult(value).result_number
            into = overwritten_operand(op, number)
            if into is None or not op.name.startswith("linalg.") or late_accesses(op, into):
                return
            if overwrites(op, number):
                if self._is_alone(value, ()) and self.is_free(op, into):
                    op.operands[into] = self.view(op.operands[into].type, op)
                return
            value = op.operands[into]

    def _is_alone(self, value: ir.Value, opened: tuple[ir.Value, ...]) -> bool:
        """Does nothing read, behind the store, what branches make one memory with a value, but the stored tensor?"""
        others = passed_with(value, opened) - {value, self.store.operands[0]}
        users = [user for other in others for user, _ in accesses(other)]
        return all(user == self.store or is_over(user, self.store) for user in users)

    def _before(self, value: ir.Value) -> ir.Value | None:
        """The tensor that becomes `value` in its place and that nobody reads then, if there is one.

        Of a branch that is what each of its sides passes on, updated or not. A loop may pass on another tensor, of
        another size even, than it carries.
        """
        op, number = value.owner.operation, ir.OpResult(value).result_number
        if op.name in BRANCHES:
            first, *others = [self._from_before(last(region.blocks[0]), number) for region in op.regions]
            is_one = first is not None and all(other is not None and other == first for other in others)
            return first if is_one else None
        into = overwritten_operand(op, number)
        if into is None or any(user != self.store for user, _ in late_accesses(op, into)):
            return None
        if op.name in ("scf.for", "scf.while"):
            for block, carried, start in carrying_blocks(op):
                passed = self._from_before(last(block), start + number)
                if passed is None or passed != carried[number]:
                    return None
        return op.operands[into]

    def _from_before(self, end: ir.Operation, number: int) -> ir.Value | None:
        """The tensor from before a block, or that the block gets, in whose place it makes what it passes on."""
        value = end.operands[number]
        while value is not None and not isinstance(value.owner, ir.Block) and value.owner.operation.block == end.block:
            value = self._before(value)
        return value

    def _replace(self, empty: ir.Operation) -> bool:
        users = [inside(use.owner.operation, empty.block) for use in empty.results[0].uses]
        first = users[0]
        for user in users[1:]:
            first = user if user.is_before_in_block(first) else first
        into = next((n for n, value in enumerate(first.operands) if value == empty.results[0]), None)
        if not self.is_free(first, into):
            return False
        build.replace_op(empty, self.view(empty.results[0].type, first))
        return True

    def _take_sides(self, branch: ir.Operation, number: int, opened: tuple[ir.Value, ...]) -> bool:
        """On each side of a branch; where one can be computed here, others are copied."""
        if not self.is_free(branch):
            return False
        ends = [last(region.blocks[0]) for region in branch.regions]
        left = [end for end in ends if not self.take(end.operands[number], end, opened)]
        for end in left if len(left) < len(ends) else ():
            value = end.operands[number]
            if (place := self.view(value.type, end)) != value:
                with end.location, ir.InsertionPoint(end):
                    end.operands[number] = copy(value, place)
        return len(left) < len(ends)


def _ends_trip(op: ir.Operation) -> bool:
    return op.name == "scf.condition" or op.name == "scf.yield" and op.parent.name in ("scf.for", "scf.while")
