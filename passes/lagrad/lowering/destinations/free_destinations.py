"""`lagrad-free-destinations`: what is still read when a result is stored is not computed where the result goes."""

from __future__ import annotations

from dataclasses import dataclass, field

from ... import build
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import VIEWS, carrying_blocks, inside, overwritten_operand
from ..facts.passed_on import BRANCHES, passed_on
from ..walk import walk

_STORE = "bufferization.materialize_in_destination"


@dataclass(frozen=True)
class FreeDestinations(Pass):
    """Compute a tensor in memory of its own if it is read after the caller's memory, where it would be, is overwritten.

    ```mlir
    %a = linalg.generic ... outs(%first)
    %b:2 = call @f(%a)
    %c = tensor.insert %v into %b#0[%i]
    bufferization.materialize_in_destination %c in %first
    bufferization.materialize_in_destination %a in %second
    ```
    `eliminate-empty-tensors` goes back from what is stored through all that may be done in place, and lets the first operation
    write to the destination. It does not ask who else reads that; then no copy can help, and bufferization gives up.
    """

    name = "lagrad-free-destinations"
    creates = ("tensor",)

    def run(self, op, report) -> None:
        for store in [child for child in walk(op) if child.name == _STORE and child.results]:
            destination = store.operands[1]
            _read_what_is_stored(store)
            stored = _Reach.of(store.operands[0])
            for writer, number in [(use.owner.operation, use.operand_number) for use in destination.uses]:
                here = inside(writer, store.block)
                if here is None or not here.is_before_in_block(store):
                    continue
                own = _Reach.of_results(writer, number).values
                reach = _passed_together(own)
                if any(_is_late(value, store) for value in reach - stored.values) or any(
                    _is_inside(value, writer) for value in _from_calls(reach - own)
                ):
                    with writer.location, ir.InsertionPoint(writer):
                        writer.operands[number] = build.empty(destination.type, build.sizes_of(destination))


def _read_what_is_stored(store: ir.Operation) -> None:
    """What is read again after it has been stored is read there; before, it may have been elsewhere, as in one of two branches."""
    value, result = store.operands[0], store.results[0]
    for use in list(value.uses) if value.type == result.type else ():
        user = inside(use.owner.operation, store.block)
        if user is not None and store.is_before_in_block(user):
            use.owner.operation.operands[use.operand_number] = result


def _is_late(value: ir.Value, store: ir.Operation) -> bool:
    """Is a value read after a store, in its block?"""
    users = [inside(use.owner.operation, store.block) for use in value.uses if use.owner.operation.name not in ("tensor.dim", *VIEWS)]
    return any(user is not None and store.is_before_in_block(user) for user in users)


def _from_calls(values: set[ir.Value]) -> set[ir.Value]:
    """What is given to the calls that some values come from: a function may give back what it takes."""
    found: set[ir.Value] = set()
    waiting = [value for value in values if not isinstance(value.owner, ir.Block)]
    while waiting:
        op = waiting.pop().owner.operation
        if op.name == "func.call" or op.name in VIEWS:
            given = [v for v in op.operands if build.is_tensor(v.type) and v not in found]
            found.update(given if op.name == "func.call" else ())
            waiting += [v for v in given if not isinstance(v.owner, ir.Block)]
    return found


def _is_inside(value: ir.Value, op: ir.Operation) -> bool:
    """Does a region of an operation read a value?"""
    users = [use.owner.operation for use in value.uses]
    return any(user != op and around is not None and around == op for user in users for around in [inside(user, op.block)])


def _passed_together(values: set[ir.Value]) -> set[ir.Value]:
    """Also what a branch passes on as another result, where one of its sides has the same tensor for both: they share memory."""
    found, waiting = set(values), list(values)
    while waiting:
        value = waiting.pop()
        is_passed = not isinstance(value.owner, ir.Block) and value.owner.operation.name in BRANCHES
        near = passed_on(value) if is_passed else []
        for use in value.uses:
            end = use.owner.operation
            if end.name == "scf.yield" and end.parent.name in BRANCHES:
                near.append(end.parent.results[use.operand_number])
        waiting += [other for other in near if other not in found]
        found.update(near)
    return found


@dataclass
class _Reach:
    """The tensors that may be in the memory of one: views of it, and what is made in its place."""

    values: set[ir.Value] = field(default_factory=set)

    @classmethod
    def of(cls, *values: ir.Value) -> _Reach:
        found = cls()
        for value in values:
            found._add(value)
        return found

    @classmethod
    def of_results(cls, op: ir.Operation, number: int) -> _Reach:
        return cls.of(*_made_in_place(op, number))

    def _add(self, value: ir.Value) -> None:
        waiting = [value]
        while waiting:
            value = waiting.pop()
            if value in self.values:
                continue
            self.values.add(value)
            for use in value.uses:
                waiting += _made_in_place(use.owner.operation, use.operand_number)


def _made_in_place(op: ir.Operation, number: int) -> list[ir.Value]:
    """What an operation makes in the memory of its operand: results, and what loops carry and branches pass on.

    What a loop carries stays in its place: where it passes on something else, bufferization copies.
    """
    if op.name in VIEWS:
        return [op.results[0]] if number == 0 else []
    if op.name == "scf.yield":
        return [op.parent.results[number]] if op.parent.name in BRANCHES else []
    if op.name in ("func.call", "arith.select"):
        return [result for result in op.results if result.type == op.operands[number].type]
    results = [result for k, result in enumerate(op.results) if overwritten_operand(op, k) == number]
    if op.name in ("scf.for", "scf.while"):
        results += [carried[k] for _, carried, _ in carrying_blocks(op) for k in range(len(carried)) if overwritten_operand(op, k) == number]
    return results
