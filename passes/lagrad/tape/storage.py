"""Tapes stored in another way: some tapes of one loop nest become one tensor.

What is recorded passes through `Storage.encode` when it is written and `Storage.decode` when it is read. The loops are
made anew with the one tensor among what they carry.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from .. import build
from ..ad.emission import TAPE
from ..mlir import ir
from .tapes import Level, Tape, is_sliced_further

Code = Callable[[int, ir.Value], ir.Value]  # (number of the tape, scalar or tensor) -> the same in another type


@dataclass(frozen=True)
class Storage:
    """How some tapes are stored together, as elements of `type`.

    With `fields`, the tensor has one dimension more, with an entry for each tape, in front of the `behind` innermost
    ones of a tape. Without it, each tape has a tensor of its shape to itself; where `join` is given, the tapes are of
    scalars and an iteration stores one word that `join` makes of what it records.
    """

    type: ir.Type
    encode: Code
    decode: Code
    fields: int | None = None
    behind: int = 0
    join: Callable[[Sequence[ir.Value]], ir.Value] | None = None

    def shaped(self, like: ir.Type) -> ir.Type:
        """The type of the tensor for tapes of a type."""
        return build.tensor_type(self.with_field(build.shape_of(like), self.fields), self.type)

    def with_field(self, numbers: Sequence, field) -> list:
        """Numbers for the dimensions of a tape, with one for the dimension of fields, where there is one."""
        if self.fields is None:
            return list(numbers)
        place = len(numbers) - self.behind
        return [*numbers[:place], field, *numbers[place:]]


def store(group: list[Tape], storage: Storage, everyone: list[Tape]) -> None:
    """Makes one tensor of the tapes of one nest, which leave `everyone`; the others learn of their new loops."""
    for tape in group:
        everyone.remove(tape)
    inner: ir.Value | None = None
    depth = len(group[0].levels)
    for place in reversed(range(depth)):
        levels = [tape.levels[place] for tape in group]
        old = levels[0].loop
        new, merged = _loop_with_one(old, levels, storage, inner)
        if place:
            for level, above in zip(levels, (tape.levels[place - 1] for tape in group)):
                above.writes[0].operands[0] = merged  # of another type for as long as it takes to replace the operation
        else:
            for number, level in enumerate(levels):
                _read(level.result, merged, number, storage)
        _follow(everyone, old, new, [level.number for level in levels])
        _erase(old, levels)
        inner = merged


def _loop_with_one(
    loop: ir.Operation, levels: list[Level], storage: Storage, inner: ir.Value | None
) -> tuple[ir.Operation, ir.Value]:
    """The loop with one tensor in place of some that it carries, and that tensor when it is filled."""
    gone = {level.number for level in levels}
    kept = [n for n in range(len(loop.results)) if n not in gone]
    body = loop.regions[0].blocks[0]
    with loop.location, ir.InsertionPoint(loop):
        start = _started(levels, storage)
        carried = [*(loop.operands[3 + n] for n in kept), start]
        bounds = list(loop.operands)[:3]
        new = ir.Operation.create(
            "scf.for", results=[v.type for v in carried], operands=[*bounds, *carried], regions=1,
            attributes={name: loop.attributes[name] for name in loop.attributes},
        )  # fmt: skip
        new.attributes[TAPE] = ir.DenseI64ArrayAttr.get(_tape_numbers(loop, kept))
        types = [bounds[0].type, *(v.type for v in carried)]
        block = new.regions[0].blocks.append(*types, arg_locs=[ir.Location.current] * len(types))
    *operations, end = [view.operation for view in body.operations]
    for op in operations:
        block.append(op)
    for old, fresh in zip([body.arguments[0], *(body.arguments[1 + n] for n in kept)], list(block.arguments)[:-1]):
        old.replace_all_uses_with(fresh)
    filled = _written(block, levels, storage, block.arguments[len(kept) + 1], inner)
    with end.location, ir.InsertionPoint(block):
        build.emit("scf.yield", [], [*(end.operands[n] for n in kept), filled])
    for n, result in zip(kept, list(new.results)):
        loop.results[n].replace_all_uses_with(result)
    return new, new.results[len(kept)]


def _tape_numbers(loop: ir.Operation, kept: list[int]) -> list[int]:
    """Which carried values are tapes when all but `kept` are gone and one has come."""
    before = list(ir.DenseI64ArrayAttr(loop.attributes[TAPE]))
    return [*(place for place, n in enumerate(kept) if n in before), len(kept)]


def _started(levels: list[Level], storage: Storage) -> ir.Value:
    """The tensor in front of the loop."""
    first = levels[0]
    into = build.emit1("tensor.empty", storage.shaped(first.type), *first.empty.operands)
    for number, level in enumerate(levels):
        for op in level.before:
            into = _write(op, into, number, storage)
    return into


def _written(block, levels: list[Level], storage: Storage, into: ir.Value, inner: ir.Value | None) -> ir.Value:
    """The tensor at the end of an iteration; `inner` is what an inner loop has filled."""
    if inner is not None or storage.join is not None:
        op = levels[0].writes[0]
        last = [view.operation for view in block.operations][-1]
        with op.location, ir.InsertionPoint.after(last):
            if inner is not None:
                offsets, sizes, strides = build.slice_parts(op, 2)
                sizes = storage.with_field(sizes, storage.fields)
                offsets, strides = storage.with_field(offsets, 0), storage.with_field(strides, 1)
                return build.insert_slice(inner, into, offsets, sizes, strides)
            word = storage.join([level.writes[0].operands[0] for level in levels])
            return build.insert(word, into, list(op.operands)[2:])
    order = {view.operation: n for n, view in enumerate(block.operations)}
    writes = [(op, number) for number, level in enumerate(levels) for op in level.writes]
    for op, number in sorted(writes, key=lambda pair: order[pair[0]]):
        with op.location, ir.InsertionPoint(op):
            into = _write(op, into, number, storage)
    return into


def _write(op: ir.Operation, into: ir.Value, number: int, storage: Storage) -> ir.Value:
    """An insertion into a tape as one into the tensor."""
    value = storage.encode(number, op.operands[0])
    if op.name == "tensor.insert":
        return build.insert(value, into, _indices(list(op.operands)[2:], number, storage))
    return build.insert_slice(value, into, *_slice(op, 2, number, storage))


def _read(value: ir.Value, tensor: ir.Value, number: int, storage: Storage) -> None:
    """What reads a tape reads the tensor."""
    for op in [use.owner.operation for use in value.uses]:
        with op.location, ir.InsertionPoint(op):
            if op.name == "tensor.dim":
                new = _size(op, tensor, storage)
            elif op.name == "tensor.extract":
                indices = _indices(list(op.operands)[1:], number, storage)
                new = storage.decode(number, build.extract(tensor, indices))
            else:
                type = build.tensor_type(build.shape_of(op.results[0].type), storage.type)
                new = build.extract_slice(tensor, type, *_slice(op, 1, number, storage))
                if is_sliced_further(op):  # the field is chosen
                    _read(op.results[0], new, number, replace(storage, fields=None))
                else:
                    new = storage.decode(number, new)
        if list(op.results[0].uses):
            op.results[0].replace_all_uses_with(new)
        op.erase()


def _size(op: ir.Operation, tensor: ir.Value, storage: Storage) -> ir.Value:
    """The size of a dimension of a tape, which in the tensor may be one further back."""
    at = op.operands[1]
    if storage.fields is not None and storage.behind:
        place = len(build.shape_of(op.operands[0].type)) - storage.behind
        is_behind = build.compare_integers("sge", at, build.index(place))
        at = build.emit1("arith.addi", at.type, at, build.emit1("arith.index_castui", at.type, is_behind))
    return build.emit1("tensor.dim", op.results[0].type, tensor, at)


def _indices(indices: list[ir.Value], number: int, storage: Storage) -> list[ir.Value]:
    """Of an element in the tensor."""
    return indices if storage.fields is None else storage.with_field(indices, build.index(number))


def _slice(op: ir.Operation, first: int, number: int, storage: Storage) -> list[list[ir.Value | int]]:
    """The offsets, sizes and strides in the tensor of a slice, whose operands from `first` on are the dynamic ones."""
    return [storage.with_field(part, field) for part, field in zip(build.slice_parts(op, first), (number, 1, 1))]


def _follow(everyone: list[Tape], old: ir.Operation, new: ir.Operation, gone: list[int]) -> None:
    """Brings the levels of tapes up to date when a loop has been made anew without some of its carried values."""
    kept = [n for n in range(len(old.results)) if n not in gone]
    for level in (level for tape in everyone for level in tape.levels):
        if level.loop == old and level.number in kept:
            level.loop, level.number = new, kept.index(level.number)


def _erase(loop: ir.Operation, levels: list[Level]) -> None:
    """Erases a loop that has been made anew, and what was put into the tapes that are gone."""
    body = loop.regions[0].blocks[0]
    list(body.operations)[-1].operation.erase()
    for level in levels:
        for op in reversed(level.writes):
            op.erase()
    loop.erase()
