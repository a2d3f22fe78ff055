"""`lagrad-align-while`: what a while loop carries has one place in both of its regions."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import last
from ..walk import walk


@dataclass(frozen=True)
class AlignWhile(Pass):
    """Let the condition of an `scf.while` that carries tensors pass on all that its loop carries, in order.

    ```mlir
    scf.while (%i = %i0, %a = %a0, %b = %b0) : (i32, tensor<4xf64>, f64) -> (tensor<4xf64>, i32) {
      scf.condition(%c) %a, %i
    } do ...
    ```
    has results `(i32, tensor<4xf64>, f64)` afterwards, and passes on `%i, %a, %b`. Bufferization updates a
    tensor in place where its place is the same in both regions. A loop whose condition passes on
    more values of a type than the loop carries is left as it is.
    """

    name = "lagrad-align-while"

    def run(self, op, report) -> None:
        for loop in reversed([child for child in walk(op) if child.name == "scf.while"]):
            if any(build.is_tensor(value.type) for value in loop.operands):
                _align(loop)


def _align(loop: ir.Operation) -> None:
    before, after = (region.blocks[0] for region in loop.regions)
    condition = last(before)
    passed, carried = list(condition.operands)[1:], list(before.arguments)
    places = _places(passed, carried)
    if places is None or places == list(range(len(carried))) == list(range(len(passed))):
        return
    new_passed = list(carried)
    for value, place in zip(passed, places):
        new_passed[place] = value
    with loop.location, ir.InsertionPoint(loop):
        aligned = ir.Operation.create(
            "scf.while", results=[a.type for a in carried], operands=list(loop.operands), regions=2
        )
    before.append_to(aligned.regions[0])
    after.append_to(aligned.regions[1])
    arguments = [after.add_argument(a.type, loop.location) for a in carried]
    for k, place in enumerate(places):
        after.arguments[k].replace_all_uses_with(arguments[place])
        loop.results[k].replace_all_uses_with(aligned.results[place])
    for _ in passed:
        after.erase_argument(0)
    with condition.location, ir.InsertionPoint(condition):
        ir.Operation.create("scf.condition", operands=[condition.operands[0], *new_passed])
    condition.erase()
    loop.erase()


def _places(passed: list[ir.Value], carried: list[ir.Value]) -> list[int] | None:
    """Where each value that the condition passes on goes: its own place if the loop carries it, else a free one."""
    free = list(range(len(carried)))
    places: list[int | None] = [None] * len(passed)
    for is_home in (lambda k, place: passed[k] == carried[place], lambda k, place: passed[k].type == carried[place].type):
        for k in range(len(passed)):
            home = next((place for place in free if is_home(k, place)), None) if places[k] is None else None
            if home is not None:
                free.remove(home)
                places[k] = home
    return None if None in places else places
