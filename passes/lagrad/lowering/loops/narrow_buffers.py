"""`lagrad-narrow-buffers`: loops that hand a long array on to each other run for some of its columns at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...build import DYNAMIC, bytes_of, constant_of, index
from ...errors import Failure, Report
from ...mlir import arith, ir, memref
from ...passes import Pass, option
from ..facts.memory import are_apart
from ..facts.views import VIEWS
from ..walk import enclosing_function, walk

_PURE = ("arith", "math", "affine")
_VIEWS = VIEWS | {"memref.dim"}
_STEPS = _VIEWS | {"memref.load", "memref.store", "scf.for", "scf.if", "scf.yield"}


@dataclass(frozen=True)
class NarrowBuffers(Pass):
    """Keep only some columns of a buffer that neighbouring loops go through column by column, and run them for these, one after the other.

    ```
    for i, c: w[i, c] = 0
    for b: if (needed[b]) for c: w[:, c] += a[b, :] * x[b, c]
    for c: y[:, c] = r * w[:, c]
    ```
    becomes, for some hundred columns at a time,

    ```
    for from in steps of the width of v:
      for i, c from `from` on: v[i, c - from] = 0
      for b: if (needed[b]) for c from `from` on: v[:, c - from] += a[b, :] * x[b, c]
      for c from `from` on: y[:, c] = r * v[:, c - from]
    ```
    `v` is on the stack and stays in the first cache, however many columns there are. Each column is computed as before. The first loop
    writes all of `w`; whatever else they write one of them writes, which the others do not look at.
    """

    name = "lagrad-narrow-buffers"
    creates = ("arith", "memref", "scf")
    anchor = "func.func"
    bytes: int = option(1 << 15, "The most that is kept of a buffer.")

    def __post_init__(self) -> None:
        if self.bytes < 1:
            raise Failure(f"option 'bytes' of '{self.name}' is 1 or more, not {self.bytes}")

    def run(self, op: ir.Operation, report: Report) -> None:
        for alloc in [child for child in walk(op) if child.name == "memref.alloc"]:
            if (width := _width(alloc, self.bytes)) and (loops := _loops_of(alloc)) is not None:
                report.remark(alloc.location, f"{width} columns of this buffer are kept at a time")
                loops.narrow(width)


def _width(alloc: ir.Operation, most: int) -> int:
    """How many columns are kept: a power of two, which is none where these are not open, or too long."""
    type = ir.MemRefType(alloc.results[0].type)
    *rows, last = type.shape if type.rank > 1 else (DYNAMIC, 0)
    if DYNAMIC in rows or last != DYNAMIC or type.affine_map != ir.AffineMap.get_identity(type.rank):
        return 0
    column = bytes_of(type.element_type)
    for size in rows:
        column *= size
    return 1 << (most // column).bit_length() - 1 if 0 < column <= most // 64 else 0


@dataclass(frozen=True)
class _Loops:
    """The loops that use a buffer, what stands between them, and the loops over columns that they are or have."""

    alloc: ir.Operation
    members: list[ir.Operation]
    between: list[ir.Operation]
    columns: list[ir.Operation]

    def narrow(self, width: int) -> None:
        first, buffer, size = self.members[0], self.alloc.results[0], self.alloc.operands[0]
        for op in self.between:
            op.move_before(first)
        with self.alloc.location:
            with ir.InsertionPoint.at_block_begin(enclosing_function(self.alloc).regions[0].blocks[0]):
                kept = memref.alloca(ir.MemRefType.get([*buffer.type.shape[:-1], width], buffer.type.element_type), [], [])
            with ir.InsertionPoint(first):
                step = index(width)
                block = ir.Operation.create("scf.for", operands=[index(0), size, step], regions=1).regions[0].blocks.append(size.type)
            with ir.InsertionPoint(block):
                limit = arith.addi(block.arguments[0], step)
                end = ir.Operation.create("scf.yield")
        for member in self.members:
            member.move_before(end)
        for loop in self.columns:
            _restrict(loop, block.arguments[0], limit, buffer, kept)
        for use in list(buffer.uses):
            use.owner.operation.erase()  # it is freed
        self.alloc.erase()


def _restrict(loop: ir.Operation, start: ir.Value, limit: ir.Value, buffer: ir.Value, kept: ir.Value) -> None:
    """A loop over columns goes from the first one that is kept to the last one, or to where it ended before."""
    body = loop.regions[0].blocks[0]
    with loop.location, ir.InsertionPoint(loop):
        loop.operands[1] = arith.minsi(loop.operands[1], limit)
    loop.operands[0] = start
    with loop.location, ir.InsertionPoint.at_block_begin(body):
        place = arith.subi(body.arguments[0], start)
    for op in [op for op in walk(loop) if buffer in list(op.operands)]:
        op.operands[list(op.operands).index(buffer)] = kept
        op.operands[len(op.operands) - 1] = place


def _loops_of(alloc: ir.Operation) -> _Loops | None:
    """The loops, if they may run for some columns at a time."""
    buffer = alloc.results[0]
    users = [use.owner.operation for use in buffer.uses if use.owner.operation.name != "memref.dealloc"]
    if not all(op.name == "memref.load" or op.name == "memref.store" and op.operands[0] != buffer for op in users):
        return None
    block = _common_block(users)
    if block is None or (found := _neighbours(users, block)) is None:
        return None
    members, between = found
    columns = [_column_loop(op) for op in users]
    if any(loop is None for loop in columns) or not all(_is_plain(op, columns) for member in members for op in (member, *walk(member))):
        return None
    loops = _Loops(alloc, members, between, list(dict.fromkeys(columns)))
    fits = _writes_all(members[0], alloc) and _are_separate(loops) and all(_can_go_before(op, loops) for op in between)
    return loops if fits else None


def _common_block(users: list[ir.Operation]) -> ir.Block | None:
    """The innermost block that has all of some operations, in itself or in others."""
    around = [list(_blocks_around(op)) for op in users]
    return next((block for block in around[0] if all(block in others for others in around)), None) if around else None


def _blocks_around(op: ir.Operation) -> Iterator[ir.Block]:
    while op.name != "func.func":
        yield op.block
        op = op.parent.operation


def _neighbours(users: list[ir.Operation], block: ir.Block) -> tuple[list[ir.Operation], list[ir.Operation]] | None:
    """The loops of a block that have the users, and what stands between them; None if a user is in no loop there, or all are in one."""
    homes = [_child_of(block, op) for op in users]
    ops = [view.operation for view in block.operations]
    places = [n for n, op in enumerate(ops) if op in homes]
    members = [ops[n] for n in places]
    if len(members) < 2 or not all(op.name == "scf.for" for op in members):
        return None
    return members, [op for op in ops[places[0] : places[-1]] if op not in members]


def _child_of(block: ir.Block, op: ir.Operation) -> ir.Operation:
    while op.block != block:
        op = op.parent.operation
    return op


def _column_loop(user: ir.Operation) -> ir.Operation | None:
    """The loop that counts the columns that an operation reads or writes, from the first one on."""
    column = user.operands[len(user.operands) - 1]
    loop = column.owner.owner.operation if isinstance(column.owner, ir.Block) else None
    is_loop = loop is not None and loop.name == "scf.for" and column == loop.regions[0].blocks[0].arguments[0]
    return loop if is_loop and not loop.results and constant_of(loop.operands[0]) == 0 and constant_of(loop.operands[2]) == 1 else None


def _is_plain(op: ir.Operation, columns: list[ir.Operation]) -> bool:
    """Whether an operation in one of the loops may run again for other columns."""
    outer = [around for around in _around(op) if around in columns]
    if op in columns:
        return not outer
    if op.name == "scf.for" and op.results and not outer:
        return False  # what it carries is of all columns
    return op.name in _STEPS or op.name.split(".")[0] in _PURE and not op.regions


def _around(op: ir.Operation) -> Iterator[ir.Operation]:
    while op.name != "func.func":
        op = op.parent.operation
        yield op


def _writes_all(loop: ir.Operation, alloc: ir.Operation) -> bool:
    """Whether nested loops do nothing but to write all of a buffer, without looking at it."""
    counters: dict[ir.Value, ir.Value] = {}
    while loop.name == "scf.for":
        body = loop.regions[0].blocks[0]
        if constant_of(loop.operands[0]) != 0 or constant_of(loop.operands[2]) != 1:
            return False
        counters[body.arguments[0]] = loop.operands[1]
        loop = body.operations[0].operation
    *steps, store, _ = [view.operation for view in loop.block.operations]
    if store.name != "memref.store" or store.operands[1] != alloc.results[0] or any(alloc.results[0] in list(op.operands) or op.regions for op in steps):
        return False
    *rows, column = list(store.operands)[2:]
    if len({*rows, column}) != len(counters) or not all(place in counters for place in (*rows, column)):
        return False
    sizes = ir.MemRefType(alloc.results[0].type).shape
    return counters[column] == alloc.operands[0] and all(constant_of(counters[row]) == size for row, size in zip(rows, sizes))


def _are_separate(loops: _Loops) -> bool:
    """Whether what one of the loops writes, besides the buffer, is for itself: it goes once over the columns, and no other looks at that."""
    buffer = loops.alloc.results[0]
    for member in loops.members:
        written = {op.operands[1] for op in walk(member) if op.name == "memref.store"} - {buffer}
        if written and member not in loops.columns:
            return False
        touched = {v for other in loops.members if other != member for v in _touched(other)} - {buffer}
        if not all(are_apart(one, other) for one in written for other in touched):
            return False
    return True


def _can_go_before(op: ir.Operation, loops: _Loops) -> bool:
    if op.name == "memref.load":
        written = {step.operands[1] for member in loops.members for step in walk(member) if step.name == "memref.store"}
        return all(are_apart(op.operands[0], buffer) for buffer in written)
    return op.name in _VIEWS or op.name.split(".")[0] in _PURE and not op.regions


def _touched(loop: ir.Operation) -> Iterator[ir.Value]:
    for op in walk(loop):
        if op.name in ("memref.load", "memref.store"):
            yield op.operands[0 if op.name == "memref.load" else 1]
