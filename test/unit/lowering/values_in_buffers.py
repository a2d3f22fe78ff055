"""What becomes of the two buffers of a copy in a loop: which values, of before and after, are live at once."""

from __future__ import annotations

from lagrad.lowering.facts.views import VIEWS, inputs
from lagrad.lowering.walk import walk
from lagrad.mlir import ir

LOOPS = ("scf.for", "scf.while", "scf.parallel", "scf.forall")
NEITHER = {*VIEWS, "memref.dim", "memref.dealloc", "memref.extract_strided_metadata"}


def root(buffer: ir.Value) -> ir.Value:
    """The buffer that another one is a view of; memory that is taken for a buffer is that buffer."""
    while not isinstance(buffer.owner, ir.Block) and buffer.owner.operation.name in VIEWS - {"memref.view"}:
        buffer = buffer.owner.operation.operands[0]
    return buffer


def is_needed_twice(copy: ir.Operation, loop: ir.Operation) -> bool:
    """Is the copy changed, and the original read again, so that both values are live?

    A number everywhere is no value to be kept: it can be written again.
    """
    target, whole = copy.operands[1], root(copy.operands[0])
    writers = [op for op in walk(_function(copy)) if _writes(op, whole)]
    if writers and all(_is_fill(op) for op in writers):
        return False
    return any(_changes(op, name) for op in _later(copy) for name in _names(target)) and _is_read_again(copy, loop)


def is_gathered(copy: ir.Operation, loop: ir.Operation) -> bool:
    """Do data say from which place, or to which, the loop takes what was there before it?"""
    source = root(copy.operands[0])
    is_chosen = any(_is_chosen_by_data(buffer, loop) for buffer in copy.operands)
    return is_chosen and not any(_writes(op, source) for op in walk(loop))


def is_placed(copy: ir.Operation, loop: ir.Operation) -> bool:
    """Is the copy a part of a tensor that each trip puts together of several and reads, and the original nothing that
    could have been made there?

    The original is read again; or it was there before the loop; or it is a part too, of what was there before the trip;
    or it is what was there before the trip, which changes what it puts together, so that the next one cannot have it.
    """
    source, target = copy.operands
    whole, origin = root(target), root(source)
    if target == whole or isinstance(whole.owner, ir.Block):
        return False
    others = [op for op in walk(loop) if op != copy and _writes(op, whole)]
    names = _names(whole)
    if not others or not any(_reads(op, name) for op in _later(copy, loop) for name in names):
        return False
    is_old = not any(_writes(op, origin) for op in _earlier(copy, loop))
    is_part_of_old = source != origin and is_old
    is_constant = not any(_writes(op, origin) for op in walk(loop)) and not _is_made_in(origin, loop)
    is_changed = is_old and not _is_made_in(origin, loop) and any(_changes(op, whole) for op in _later(copy, loop))
    return _is_read_again(copy, loop) or is_constant or is_part_of_old or is_changed


def is_cut(copy: ir.Operation, loop: ir.Operation) -> bool:
    """Is the original a part of what one operation of the trip computes, so that the place of the copy is too small for
    it?"""
    source, before = copy.operands[0], list(_earlier(copy))
    wholes = _copied_from(root(source), copy, before)
    made = [op for op in before if op.name == "linalg.generic" and any(op.operands[n] in wholes for n in _written(op))]
    return source != root(source) and any(inputs(op) > 0 for op in made)


def is_kept_for_readers(copy: ir.Operation, loop: ir.Operation) -> bool:
    """Is the copy only read, once something has been written over the original, or while it is?"""
    source, target = copy.operands[0], root(copy.operands[1])
    if isinstance(target.owner, ir.Block):
        return False
    later, is_overwritten = list(_later(copy)), False
    for op in later:
        is_overwritten |= _writes(op, root(source))
        if is_overwritten and _reads(op, target):
            return True
        if _overwrites(op, copy.operands[1]) or _changes(op, copy.operands[1]):
            return False
    return False


def is_recorded(copy: ir.Operation, loop: ir.Operation) -> bool:
    """Does something that the loop reads too go to a tape, to a row of the trip's own?

    Where no attribute says what is a tape, it is what the loop does not read, if the original is written over in each
    trip.
    """
    source, whole = root(copy.operands[0]), root(copy.operands[1])
    inner = list(walk(loop))
    if not any(op != copy and _reads(op, source) for op in inner):
        return False
    if any("lagrad.tape" in around.attributes and _moves(copy.operands[1], around) for around in _loops_around(copy)):
        return True
    if not _moves(copy.operands[1], loop) or _is_made_in(whole, loop):
        return False
    return not any(_reads(op, whole) for op in inner) and any(_writes(op, source) for op in inner)


def is_recalled(copy: ir.Operation, loop: ir.Operation) -> bool:
    """Does the trip's own row of what was there before the loop become what the trip passes on, or leaves in its place?

    The place is memory that the next trip, or one that goes another way, reads before anything else is there, or what
    it is given.
    """
    takers = _copied_from(copy.operands[0], copy, list(_earlier(copy)))
    target, later = root(copy.operands[1]), list(_later(copy, loop))
    is_row = any(
        _moves(row, loop)
        and not _is_made_in(root(row), loop)
        and not any(_writes(op, root(row)) for op in _earlier(taker, loop))
        for row, taker in takers.items()
    )
    is_place = (
        not _is_made_in(target, loop)
        and not _moves(copy.operands[1], loop)
        and any(_reads(op, target) for op in walk(loop) if op not in later)
    )
    return is_row and (is_place or _is_passed_on(target, loop))


def is_carried(copy: ir.Operation, loop: ir.Operation) -> bool:
    """Does the next value of a carried tensor go to where the next trip finds it, while the one before is live?"""
    return _is_made_from_place(copy) or _is_next(copy, loop)


def _is_made_from_place(copy: ir.Operation) -> bool:
    """Is a fresh value, computed from what is in the place that it goes to, moved there?"""
    source, whole = root(copy.operands[0]), root(copy.operands[1])
    if isinstance(source.owner, ir.Block):
        return False
    around = [op.operation for op in copy.block.operations]
    return any(_writes(op, source) and _reads(op, whole) for op in around[: around.index(copy)])


def _is_next(copy: ir.Operation, loop: ir.Operation) -> bool:
    """Is it a copy of what the trip chooses from the carried value and what it made of that, for the next trip?"""
    if not _is_passed_on(root(copy.operands[1]), loop):
        return False
    carried = {a for region in loop.regions for a in region.blocks[0].arguments if isinstance(a.type, ir.MemRefType)}
    origins, seen = _choices(copy.operands[0]), set()
    while new := origins - seen:
        if origins & carried:
            return True
        seen |= new
        for op in walk(loop):
            if any(_writes(op, origin) for origin in new):
                origins |= {source for n, v in _buffers(op) if n not in _written(op) for source in _choices(v)}
    return False


def _copied_from(buffer: ir.Value, copy: ir.Operation, before: list[ir.Operation]) -> dict[ir.Value, ir.Operation]:
    """A buffer, and those that it is a copy of, all of it, each with what copies it."""
    found = {buffer: copy}
    for op in reversed(before):
        if op.name in ("memref.copy", "linalg.copy") and op.operands[1] in found:
            found[op.operands[0]] = op
    return found


def _choices(buffer: ir.Value) -> set[ir.Value]:
    """The memory that a buffer may be, by what branches choose."""
    whole = root(buffer)
    if isinstance(whole.owner, ir.Block) or whole.owner.operation.name != "scf.if":
        return {whole}
    number = ir.OpResult(whole).result_number
    ends = [list(region.blocks[0].operations)[-1] for region in whole.owner.operation.regions]
    return {choice for end in ends for choice in _choices(end.operands[number])}


def _is_passed_on(whole: ir.Value, loop: ir.Operation) -> bool:
    """Is the memory what the next trip gets, or what the loop leaves behind?"""
    ends = [list(region.blocks[0].operations)[-1] for region in loop.regions]
    return any(whole in _choices(v) for end in ends for v in end.operands if isinstance(v.type, ir.MemRefType))


def _is_read_again(copy: ir.Operation, loop: ir.Operation) -> bool:
    """Is the original read after the copy, before something else is there?

    The next trip reads what does not change from trip to trip, and the caller all that it passed and gets back as it
    was.
    """
    source = copy.operands[0]
    whole = root(source)
    if isinstance(whole.owner, ir.Block) and not any(_writes(op, whole) for op in walk(_function(copy))):
        return True
    for op in _later(copy):
        if _reads(op, whole):
            return True
        if _overwrites(op, source):
            return False
    return (
        not any(_writes(op, whole) for op in walk(loop)) and not _is_made_in(whole, loop) and not _moves(source, loop)
    )


def _later(copy: ir.Operation, loop: ir.Operation | None = None):
    """What runs after the copy in the same trip of a loop around it (the innermost one), in order, outer operations
    first."""
    op = copy
    while op.name != "func.func" and not (op.name in LOOPS if loop is None else op == loop):
        around = [view.operation for view in op.block.operations]
        for later in around[around.index(op) + 1 :]:
            yield later
            yield from walk(later)
        op = op.parent


def _earlier(copy: ir.Operation, loop: ir.Operation | None = None):
    """What runs before the copy in the same trip of a loop around it (the innermost one)."""
    op = copy
    while op.name != "func.func" and not (op.name in LOOPS if loop is None else op == loop):
        around = [view.operation for view in op.block.operations]
        for earlier in around[: around.index(op)]:
            yield earlier
            yield from walk(earlier)
        op = op.parent


def _is_chosen_by_data(buffer: ir.Value, loop: ir.Operation) -> bool:
    """Is it a view that begins where a number from memory says, which the loop reads?"""
    while not isinstance(buffer.owner, ir.Block) and buffer.owner.operation.name in VIEWS:
        if any(_is_read_from_memory(v, loop) for v in list(buffer.owner.operation.operands)[1:]):
            return True
        buffer = buffer.owner.operation.operands[0]
    return False


def _is_read_from_memory(number: ir.Value, loop: ir.Operation) -> bool:
    if isinstance(number.owner, ir.Block) or not _is_inside(number.owner.operation, loop):
        return False
    op = number.owner.operation
    return (
        op.name == "memref.load"
        or op.name.startswith("arith.")
        and any(_is_read_from_memory(v, loop) for v in op.operands)
    )


def _buffers(op: ir.Operation) -> list[tuple[int, ir.Value]]:
    return [(n, v) for n, v in enumerate(op.operands) if isinstance(v.type, ir.MemRefType)]


def _written(op: ir.Operation) -> list[int]:
    """The numbers of the operands that an operation writes to."""
    numbers = [n for n, _ in _buffers(op)]
    if op.name in NEITHER or op.name == "memref.load" or not numbers:
        return []
    if op.name.startswith("linalg."):
        return [n for n in numbers if n >= inputs(op)]
    return numbers[-1:] if op.name in ("memref.store", "memref.copy") else numbers


def _writes(op: ir.Operation, whole: ir.Value) -> bool:
    return any(root(op.operands[n]) == whole for n in _written(op))


def _keeps_something(op: ir.Operation, number: int) -> bool:
    """Does an operation that writes to a buffer leave, or use, something of what was there?"""
    if op.name == "memref.store":
        return True
    if op.name != "linalg.generic":
        return op.name not in ("memref.copy", "linalg.copy", "linalg.fill", "linalg.map")
    return (
        bool(list(op.regions[0].blocks[0].arguments[number].uses)) or op.operands[number] in list(op.operands)[:number]
    )


def _changes(op: ir.Operation, target: ir.Value) -> bool:
    """Is the buffer, or a part of it, changed?"""
    for n in _written(op):
        buffer, part = op.operands[n], False
        while buffer != target and not isinstance(buffer.owner, ir.Block) and buffer.owner.operation.name in VIEWS:
            part |= buffer.owner.operation.name == "memref.subview"
            buffer = buffer.owner.operation.operands[0]
        if buffer == target and (part or _keeps_something(op, n)):
            return True
    return False


def _reads(op: ir.Operation, whole: ir.Value) -> bool:
    if op.name in NEITHER:
        return False
    written = _written(op)
    return any(
        root(v) == whole and (n not in written or _keeps_something(op, n) and op.name != "memref.store")
        for n, v in _buffers(op)
    )


def _names(buffer: ir.Value) -> list[ir.Value]:
    """A buffer, and what branches that may choose it pass on."""
    found = [buffer]
    for name in found:
        for use in name.uses:
            op = use.owner.operation
            if op.name == "arith.select":
                found.append(op.results[0])
            elif op.name == "scf.yield" and op.parent.name == "scf.if":
                found.append(op.parent.results[use.operand_number])
    return found


def _is_fill(op: ir.Operation) -> bool:
    return op.name in ("linalg.fill", "linalg.generic") and len(_buffers(op)) == 1


def _overwrites(op: ir.Operation, source: ir.Value) -> bool:
    return any(op.operands[n] == source and not _keeps_something(op, n) for n in _written(op))


def _moves(buffer: ir.Value, loop: ir.Operation) -> bool:
    """Is it a view that a loop takes anew in each trip?"""
    while not isinstance(buffer.owner, ir.Block) and buffer.owner.operation.name in VIEWS:
        if _is_inside(buffer.owner.operation, loop) and len(buffer.owner.operation.operands) > 1:
            return True
        buffer = buffer.owner.operation.operands[0]
    return False


def _loops_around(op: ir.Operation):
    while op.name != "func.func":
        op = op.parent
        if op.name in ("scf.for", "scf.while", "scf.parallel", "scf.forall"):
            yield op


def _function(op: ir.Operation) -> ir.Operation:
    while op.name != "func.func":
        op = op.parent
    return op


def _is_inside(op: ir.Operation, loop: ir.Operation) -> bool:
    while op.name not in ("func.func", "builtin.module"):
        if op == loop:
            return True
        op = op.parent
    return False


def _is_made_in(buffer: ir.Value, loop: ir.Operation) -> bool:
    op = buffer.owner.owner.operation if isinstance(buffer.owner, ir.Block) else buffer.owner.operation
    return _is_inside(op, loop)
