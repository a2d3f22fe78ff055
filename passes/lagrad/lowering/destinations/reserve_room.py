"""`lagrad-reserve-room`: a loop carries memory for the largest of the sizes that a tensor has."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...mlir import arith, ir
from ...passes import Pass
from ..facts.in_place import is_known_before, last
from ..facts.sizes import Sizes, may_trap, values
from ..signatures.size_arithmetic import build as build_size
from ..walk import walk


@dataclass(frozen=True)
class ReserveRoom(Pass):
    """Let a loop whose tensor has another size after the first trip carry room for both.

    ```mlir
    scf.for ... iter_args(%a = %x) -> tensor<?xf64> {
      %new = linalg.generic ... ins(%w, %a) outs(%empty)    // as long as %w is high
      scf.yield %new
    }
    ```
    becomes
    ```mlir
    %room = tensor.insert_slice %x into tensor.empty(max(%m, %size))[0] [%size] [1]
    scf.for ... iter_args(%r = %room, %s = %size) -> tensor<?xf64>, index {
      %a = tensor.extract_slice %r[0] [%s] [1]
      %new = linalg.generic ... ins(%w, %a) outs(%empty)
      %next = tensor.insert_slice %new into %r[0] [%m] [1]
      scf.yield %next, %m
    }
    ```
    so that no trip takes memory for the next one. The size that trips pass on must be known before the loop.
    """

    name = "lagrad-reserve-room"
    creates = ("tensor", "arith", "scf")

    def run(self, op, report) -> None:
        sizes = Sizes()
        plans = [(child, _changes(child, sizes)) for child in walk(op) if child.name == "scf.for"]
        # The last first: what an earlier loop leaves behind may say how much room a later one needs.
        for loop, changes in reversed(plans):
            if changes:
                _carry_room(loop, changes)


def _changes(loop: ir.Operation, sizes: Sizes) -> dict[int, dict[int, object]]:
    """For each carried tensor whose size changes: its dimensions that do, with what a trip passes on."""
    body = loop.regions[0].blocks[0]
    changes: dict[int, dict[int, object]] = {}
    for n, argument in enumerate(list(body.arguments)[1:]):
        if not build.is_tensor(argument.type):
            continue
        passed = last(body).operands[n]
        found = {}
        for k in range(argument.type.rank):
            before, after = (sizes.standing_for(sizes.of(v, k), body) for v in (argument, passed))
            if before != after:
                found[k] = after
        if all(not may_trap(size) and all(is_known_before(loop, value) for value in values(size)) for size in found.values()):
            changes[n] = found
    return {n: found for n, found in changes.items() if found}


def _carry_room(loop: ir.Operation, changes: dict[int, dict[int, object]]) -> None:
    body, starts = loop.regions[0].blocks[0], list(loop.operands)[3:]
    with loop.location, ir.InsertionPoint(loop):
        after = {(n, k): build_size(size) for n, found in changes.items() for k, size in found.items()}
        before = {(n, k): build.sizes_of(starts[n])[k] for n, k in after}
        for n, found in changes.items():
            sizes = build.sizes_of(starts[n])
            room = [arith.maxsi(sizes[k], after[n, k]) if k in found else size for k, size in enumerate(sizes)]
            starts[n] = _put(starts[n], build.empty(starts[n].type, room), sizes)
        new = ir.Operation.create(
            "scf.for",
            results=[*(r.type for r in loop.results), *(build.index_type() for _ in after)],
            operands=[*list(loop.operands)[:3], *starts, *before.values()],
            attributes={name: loop.attributes[name] for name in loop.attributes},
            regions=1,
        )
    body.append_to(new.regions[0])
    yields = last(body)
    passed = list(yields.operands)
    for place, (n, k) in enumerate(after):
        before[n, k] = body.add_argument(build.index_type(), loop.location)
    with loop.location, ir.InsertionPoint.at_block_begin(body):
        for n in changes:
            _view_instead(body.arguments[1 + n], {k: size for (m, k), size in before.items() if m == n})
    with yields.location, ir.InsertionPoint(yields):
        for n in changes:
            sizes = [after.get((n, k), size) for k, size in enumerate(build.sizes_of(body.arguments[1 + n]))]
            passed[n] = _put(passed[n], body.arguments[1 + n], sizes)
        build.emit("scf.yield", [], [*passed, *after.values()])
    yields.erase()
    left = dict(zip(after, list(new.results)[len(loop.results) :]))
    for old, result in zip(loop.results, new.results):
        old.replace_all_uses_with(result)
    loop.erase()
    with new.location, ir.InsertionPoint.after(new):
        for n in changes:
            _view_instead(new.results[n], {k: size for (m, k), size in left.items() if m == n})


def _put(value: ir.Value, room: ir.Value, sizes: list[ir.Value | int]) -> ir.Value:
    return build.insert_slice(value, room, [0] * len(sizes), sizes, [1] * len(sizes))


def _view_instead(room: ir.Value, known: dict[int, ir.Value]) -> None:
    """Lets those who read a carried tensor read as much of the room as it takes."""
    whole = build.sizes_of(room)
    sizes = [known.get(k, size) for k, size in enumerate(whole)]
    view = build.extract_slice(room, room.type, [0] * len(sizes), sizes, [1] * len(sizes))
    asked = [size.owner.operation for size in whole if isinstance(size, ir.Value)]
    room.replace_all_uses_except(view, [view.owner.operation, *asked])
