"""`lagrad-remove-copies`: loops work on a row of a buffer, and not on a copy of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...build import DYNAMIC, defining_op
from ...errors import Report
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import inside, is_made_in, is_over, last
from ..facts.in_use import loops_around
from ..facts.places import linear
from ..facts.views import INSIDE, is_scratch, is_view, root_of
from ..walk import walk
from .pass_results import pass_results

_COPIES = ("memref.copy", "linalg.copy")
_WORK = ("memref.load", "memref.store", "memref.copy", "memref.dim", "memref.dealloc")
_Row = tuple[ir.Value, int, ir.Value]  # a buffer from outside of a loop, a dimension of it, and an index there


@dataclass(frozen=True)
class RemoveCopies(Pass):
    """Work on a row of a buffer itself, not on a copy of it, where nobody reads the row again.

    ```mlir
    scf.for %i = ... {
      %state = memref.subview %tape[%i, 0] [1, 4] [1, 1]
      memref.copy %state, %work
      scf.for ... { updates %work }
    }
    memref.dealloc %tape
    ```
    bufferization copies a row of a tape, since the next iteration reads the tape too: but another row. So the inner
    loop updates `%state`.

    A private function writes its results of fixed size into memory that its callers pass. If the function returns an
    argument, the callers use what they passed: upstream's deallocation would clone the returned one.
    """

    name = "lagrad-remove-copies"
    creates = ("func", "memref")

    def run(self, op: ir.Operation, report: Report) -> None:
        pass_results(op)
        for copy in [child for child in walk(op) if child.name in _COPIES]:
            source, work = copy.operands
            is_own = is_scratch(work) and is_scratch(root_of(source)) and _is_worked_on(copy, work)
            if is_own and _is_last_read(copy, source):
                report.remark(copy.location, "the original is worked on, which nobody reads again")
                _work_on(source, work, copy)


def _is_worked_on(copy: ir.Operation, work: ir.Value) -> bool:
    """Do all others use the copy after it is made, in the same iteration, and whatever its place in memory?"""
    users = [user for user, _ in _uses(work) if user != copy]
    return (
        work.owner.operation.block == copy.block
        and _strides(work) == _strides(copy.operands[0])
        and all(map(_has_no_alias, users))
        and all((here := inside(user, copy.block)) is not None and copy.is_before_in_block(here) for user in users)
        and all(view.owner.operation.name == "memref.subview" for view in _views(work))
    )


def _has_no_alias(user: ir.Operation) -> bool:
    """Does an operation work on a buffer, whatever its strides, and pass it on to no other?"""
    is_stored = user.name == "memref.store" and isinstance(user.operands[0].type, ir.MemRefType)
    return user.name.startswith("linalg.") or user.name in _WORK and not is_stored


def _is_last_read(copy: ir.Operation, source: ir.Value) -> bool:
    """Does nothing read the source after the copy, nor another iteration of the loop, and nothing after the loop?"""
    whole, loop = root_of(source), next(loops_around(copy), None)
    if loop is None or loop.name != "scf.for" or loop.block != whole.owner.operation.block:
        return False
    users = list(_uses_through_branches(whole))
    if not all(_has_no_alias(user) for user, _ in users):
        return False
    body = loop.regions[0].blocks[0]
    inner = [(user, number) for user, number in users if inside(user, body) is not None]
    outer = [user for user, _ in users if inside(user, body) is None]
    if any(not is_over(user, loop) and user.name != "memref.dealloc" for user in outer):
        return False
    if any(user != copy and not is_over(user, copy) for user, _ in inner):
        return False
    rows = {row for user, number in inner for row in _rows(user.operands[number], whole, loop)}
    return len(rows) == 1 and None not in rows


def _rows(buffer: ir.Value, whole: ir.Value, loop: ir.Operation) -> set[_Row | None]:
    """What each of the views of `whole` that a buffer may be selects; a branch may pass on one of several."""
    base = root_of(buffer)
    if base == whole:
        return {_row(buffer, loop)}
    if defining_op(base, "scf.if") is None:
        return set()
    branch, number = base.owner.operation, ir.OpResult(base).result_number
    sides = [region.blocks[0] for region in branch.regions]
    return {row for side in sides for row in _rows(last(side).operands[number], whole, loop)}


def _row(buffer: ir.Value, loop: ir.Operation) -> _Row | None:
    """What selects a part that only one iteration of the loop looks at."""
    found, body = None, loop.regions[0].blocks[0]
    while is_view(buffer) and inside(buffer.owner.operation, body) is not None:
        view, found = buffer.owner.operation, None
        if view.name not in INSIDE:
            return None
        if view.name == "memref.subview":
            offsets = iter(list(view.operands)[1:])
            starts = [next(offsets) if n == DYNAMIC else None for n in view.attributes["static_offsets"]]
            for d, (start, size) in enumerate(zip(starts, view.attributes["static_sizes"])):
                if start is not None and size == 1 and _says_which_iteration(start, loop):
                    found = (view.operands[0], d, start)
        buffer = view.operands[0]
    return found


def _says_which_iteration(index: ir.Value, loop: ir.Operation) -> bool:
    """Is an index a multiple of the induction variable, plus what no iteration changes?"""
    terms, counter = linear(index).terms, loop.regions[0].blocks[0].arguments[0]
    return counter in terms and not any(is_made_in(value, loop) for value in terms if value != counter)


def _work_on(row: ir.Value, work: ir.Value, copy: ir.Operation) -> None:
    for use in list(work.uses):
        user = use.owner.operation
        if user != copy:
            user.operands[use.operand_number] = row
            if row.type != work.type:
                _retype(user)
    copy.erase()
    work.owner.operation.erase()


def _retype(user: ir.Operation) -> None:
    """Says in the types of views that their place in memory is not known."""
    if user.name != "memref.subview":
        return
    old = ir.MemRefType(user.results[0].type)
    strides, _ = old.get_strides_and_offset()
    layout = ir.StridedLayoutAttr.get(DYNAMIC, strides)
    user.results[0].set_type(ir.MemRefType.get(old.shape, old.element_type, layout, old.memory_space))
    for use in user.results[0].uses:
        _retype(use.owner.operation)


def _strides(buffer: ir.Value) -> list[int]:
    return ir.MemRefType(buffer.type).get_strides_and_offset()[0]


def _views(buffer: ir.Value) -> Iterator[ir.Value]:
    for use in buffer.uses:
        results = list(use.owner.operation.results)
        if len(results) == 1 and is_view(results[0]):
            yield results[0]
            yield from _views(results[0])


def _uses(buffer: ir.Value) -> Iterator[tuple[ir.Operation, int]]:
    """(operation, operand's number) for all that use a buffer or a view of it, but for the views themselves."""
    for value in (buffer, *_views(buffer)):
        for use in value.uses:
            results = list(use.owner.operation.results)
            if not (len(results) == 1 and is_view(results[0])):
                yield use.owner.operation, use.operand_number


def _uses_through_branches(buffer: ir.Value) -> Iterator[tuple[ir.Operation, int]]:
    """The same, and those of a tensor that a branch passes on, which may be this one."""
    for user, number in _uses(buffer):
        if user.name == "scf.yield" and user.parent.name == "scf.if":
            yield from _uses_through_branches(user.parent.results[number])
        else:
            yield user, number
