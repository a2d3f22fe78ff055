"""Copies that are worked on while nobody reads their originals again: the originals are worked on.

Bufferization copies a row of a tape, since the next trip of a loop reads the tape too: but another row. The loop can
update the row. So it can where the original is a whole buffer that an operation writes over once the work is done, or
that nothing uses again.
"""

from __future__ import annotations

from ...analysis import linalg_form
from ...build import DYNAMIC
from ...mlir import ir
from ..facts.in_place import inside, is_over, last
from ..facts.views import INSIDE, inputs, is_scratch, is_view, root_of
from ..walk import walk

_LOOPS = ("scf.for", "scf.while", "scf.parallel", "scf.forall")
_COPIES = ("memref.copy", "linalg.copy")
_WORK = ("memref.load", "memref.store", "memref.copy", "memref.dim", "memref.dealloc")


def overwrite_originals(op: ir.Operation) -> None:
    """Works on buffers instead of copies of them, where each trip of a loop is the last to read its own part."""
    for copy in [child for child in walk(op) if child.name in _COPIES]:
        source, work = copy.operands
        if _is_over_with(copy, source, work):
            _go_on_with(source, work, copy)
            continue
        if not (is_scratch(work) and is_scratch(root_of(source)) and _is_worked_on(copy, work)):
            continue
        if _is_last_read(copy, source) or _is_written_over(copy, source, work):
            _work_on(source, work, copy)
    for copy in [child for child in walk(op) if child.name in _COPIES and child.operands[0] == child.operands[1]]:
        copy.erase()


def _is_over_with(copy: ir.Operation, source: ir.Value, work: ir.Value) -> bool:
    """Are both whole buffers of one trip, of which nothing uses the first after the copy, nor the second before?"""
    if not (is_scratch(source) and is_scratch(work) and source.type == work.type):
        return False
    if not source.owner.operation.block == work.owner.operation.block == copy.block:
        return False
    before = [user for user, _ in _uses_with_views(source) if user != copy]
    after = [inside(use.owner.operation, copy.block) for use in work.uses if use.owner.operation != copy]
    return all(_has_no_alias(user) and is_over(user, copy) for user in before) and all(copy.is_before_in_block(user) for user in after)


def _go_on_with(source: ir.Value, work: ir.Value, copy: ir.Operation) -> None:
    copy.erase()
    work.replace_all_uses_with(source)
    work.owner.operation.erase()


def _is_worked_on(copy: ir.Operation, work: ir.Value) -> bool:
    """Do all others use the copy after it is made, in the same trip, and whatever its place in memory?"""
    users = [(user, n) for user, n in _uses_with_views(work) if user != copy]
    return (
        work.owner.operation.block == copy.block
        and _strides(work) == _strides(copy.operands[0])
        and all(_has_no_alias(user) for user, _ in users)
        and all((here := inside(user, copy.block)) is not None and copy.is_before_in_block(here) for user, _ in users)
        and all(not is_view(view) or view.owner.operation.name == "memref.subview" for view in _views(work))
    )


def _has_no_alias(user: ir.Operation) -> bool:
    """Does an operation work on a buffer, whatever its strides, and pass it on to no other?"""
    is_stored = user.name == "memref.store" and isinstance(user.operands[0].type, ir.MemRefType)
    return user.name.startswith("linalg.") or user.name in _WORK and not is_stored


def _is_last_read(copy: ir.Operation, source: ir.Value) -> bool:
    """Does nothing read the source after the copy, nor another trip of the loop, and nothing after the loop?"""
    whole = root_of(source)
    loop = next((op for op in _parents(copy) if op.name in _LOOPS), None)
    if loop is None or loop.name != "scf.for" or loop.block != whole.owner.operation.block:
        return False
    users = list(_uses_through_branches(whole))
    if not all(_has_no_alias(user) for user, _ in users):
        return False
    body = loop.regions[0].blocks[0]
    inner = [(user, number) for user, number in users if inside(user, body) is not None]
    if any(not is_over(user, loop) and user.name != "memref.dealloc" for user, _ in users if inside(user, body) is None):
        return False
    if any(user != copy and not is_over(user, copy) for user, _ in inner):
        return False
    rows = {row for user, number in inner for row in _rows(user.operands[number], whole, loop)}
    return len(rows) == 1 and None not in rows


def _is_written_over(copy: ir.Operation, source: ir.Value, work: ir.Value) -> bool:
    """Does nothing read the source, a whole buffer, until it is written over in the same trip, when the work is done?"""
    if source != root_of(source) or source.type != work.type:
        return False
    users = list(_uses_with_views(source))
    # Of a view, only the part is written.
    whole = [(user, n) for user, n in users if user.operands[n] == source and user.block == copy.block]
    writers = [user for user, n in whole if copy.is_before_in_block(user) and _writes_over(user, n)]
    if not writers or not all(_has_no_alias(user) for user, _ in users):
        return False
    over = writers[0]
    for writer in writers:
        over = writer if writer.is_before_in_block(over) else over
    for user, n in users:
        here = inside(user, copy.block)
        if user in (copy, over) or is_over(user, copy) or here is None:
            continue
        if not over.is_before_in_block(here):
            return False
    into = [n for user, n in users if user == over]
    read = [n for user, n in _uses_with_views(work) if user == over]
    if len(into) > 1 or not all(over.operands[n] == work and _reads_what_it_writes(over, n, into[0]) for n in read):
        return False
    return all(user in (copy, over) or inside(user, copy.block).is_before_in_block(over) for user, _ in _uses_with_views(work))


def _writes_over(op: ir.Operation, number: int) -> bool:
    """Does an operation write every element of a buffer, and read none?"""
    if op.name in (*_COPIES, "linalg.fill"):
        return number == 1
    if op.name != "linalg.generic" or number < inputs(op) or not _is_parallel(op):
        return False
    return linalg_form.maps(op)[number].is_permutation and not list(op.regions[0].blocks[0].arguments[number].uses)


def _reads_what_it_writes(op: ir.Operation, operand: int, into: int) -> bool:
    """Does an operation read, of an operand that is no view, only the element that it writes next?"""
    if op.name in _COPIES:
        return True
    maps = linalg_form.maps(op)
    return op.name == "linalg.generic" and _is_parallel(op) and maps[operand] == maps[into]


def _is_parallel(op: ir.Operation) -> bool:
    return all("parallel" in str(kind) for kind in op.attributes["iterator_types"])


def _rows(buffer: ir.Value, whole: ir.Value, loop: ir.Operation):
    """What each of the views of `whole` that a buffer may be selects; a branch may pass on one of several."""
    base = root_of(buffer)
    if base == whole:
        return {_row(buffer, loop)}
    if isinstance(base.owner, ir.Block) or base.owner.operation.name != "scf.if":
        return set()
    branch, number = base.owner.operation, ir.OpResult(base).result_number
    sides = [region.blocks[0] for region in branch.regions]
    return {row for side in sides for row in _rows(last(side).operands[number], whole, loop)}


def _row(buffer: ir.Value, loop: ir.Operation):
    """The buffer from outside a loop, the dimension and the index there that select what only one trip looks at."""
    found = None
    body = loop.regions[0].blocks[0]
    while is_view(buffer) and inside(buffer.owner.operation, body) is not None:
        view = buffer.owner.operation
        found = None
        if view.name not in INSIDE:
            return None
        if view.name == "memref.subview":
            offsets = iter(list(view.operands)[1:])
            starts = [next(offsets) if n == DYNAMIC else None for n in view.attributes["static_offsets"]]
            for d, (start, size) in enumerate(zip(starts, view.attributes["static_sizes"])):
                if start is not None and size == 1 and _differs_by_trip(start, loop):
                    found = (view.operands[0], d, start)
        buffer = view.operands[0]
    return found


def _differs_by_trip(index: ir.Value, loop: ir.Operation) -> bool:
    """Is an index the induction variable, or its negative, plus what no trip changes?"""
    body = loop.regions[0].blocks[0]
    if index == body.arguments[0]:
        return True
    if isinstance(index.owner, ir.Block) or index.owner.operation.name not in ("arith.addi", "arith.subi"):
        return False
    changing = [v for v in index.owner.operation.operands if _changes(v, body)]
    return len(changing) == 1 and _differs_by_trip(changing[0], loop)


def _changes(value: ir.Value, body: ir.Block) -> bool:
    """Is a value another one from trip to trip, for all that can be seen?"""
    if isinstance(value.owner, ir.Block):
        return value.owner == body or inside(value.owner.owner.operation, body) is not None
    op = value.owner.operation
    if inside(op, body) is None:
        return False
    return not op.name.startswith("arith.") or any(_changes(v, body) for v in op.operands)


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


def _views(buffer: ir.Value):
    for use in buffer.uses:
        results = list(use.owner.operation.results)
        if len(results) == 1 and is_view(results[0]):
            yield results[0]
            yield from _views(results[0])


def _uses_with_views(buffer: ir.Value):
    """(operation, operand's number) for all that use a buffer or a view of it, but for the views themselves."""
    for use in buffer.uses:
        user = use.owner.operation
        if len(user.results) == 1 and is_view(user.results[0]):
            yield from _uses_with_views(user.results[0])
        else:
            yield user, use.operand_number


def _uses_through_branches(buffer: ir.Value):
    """The same, and those of a tensor that a branch passes on, which may be this one."""
    for user, number in _uses_with_views(buffer):
        if user.name == "scf.yield" and user.parent.name == "scf.if":
            yield from _uses_through_branches(user.parent.results[number])
        else:
            yield user, number


def _parents(op: ir.Operation):
    while op.name != "func.func" and (op := op.parent).name != "func.func":
        yield op
