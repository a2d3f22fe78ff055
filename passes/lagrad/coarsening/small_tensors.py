"""Elements of small tensors as scalars: what loops and branches carry as a tensor, though they only touch elements.

    scf.for iter_args(%s = %start) -> tensor<4xf64>    ->    scf.for iter_args(%s0 = ..., %s1 = ..., ...) -> f64, ...

Around the loop they are a tensor again. `forward` takes the tensors between away: an element that is read where it is
known is not read. Places are constants throughout.
"""

from __future__ import annotations

import itertools
from math import prod

from .. import build
from ..ad.emission import for_loop
from ..ad.scope import copy_block
from ..analysis.program import walk
from ..build import DYNAMIC, constant_of
from ..mlir import ir

_ROOTS = ("tensor.from_elements", "tensor.empty", "arith.constant")
Place = tuple[int, ...]


def lift(function: ir.Operation, elements: int) -> list[tuple[ir.Location, int]]:
    """Makes scalars of tensors of at most so many elements; the place of each loop or branch, and how many it had."""
    found = []
    for op in [op for op in reversed(list(walk(function))) if op.name in ("scf.for", "scf.if")]:
        numbers = _in_branch(op, elements) if op.name == "scf.if" else _in_loop(op, elements)
        if numbers:
            found.append((op.location, len(numbers)))
            (_lift_branch if op.name == "scf.if" else _lift_loop)(op, numbers)
            forward(function)
    forward(function)
    return found[::-1]


def forward(function: ir.Operation) -> None:
    """Elements that are read at constant places are the scalars that were put there, or read where they come from."""
    for op in [op for op in walk(function) if op.name == "tensor.extract"]:
        place = _place(op.operands[1:])
        if place is None:
            continue
        value, found = _source(op.operands[0], place)
        if found is None:
            op.results[0].replace_all_uses_with(value)
            op.erase()
        elif value != op.operands[0]:
            with op.location, ir.InsertionPoint(op):
                op.results[0].replace_all_uses_with(build.extract(value, [build.index(n) for n in found]))
            op.erase()


def _source(tensor: ir.Value, place: Place) -> tuple[ir.Value, Place | None]:
    """Where an element comes from: a scalar and None, or a tensor and its place in that."""
    while not isinstance(tensor.owner, ir.Block):
        op = tensor.owner.operation
        if op.name == "tensor.insert" and (own := _place(op.operands[2:])) is not None:
            if own == place:
                return op.operands[0], None
            tensor = op.operands[1]
        elif op.name == "tensor.from_elements":
            return op.operands[_number(place, build.shape_of(tensor.type))], None
        elif op.name == "tensor.extract_slice" and (own := _in_source(op, place)) is not None:
            tensor, place = op.operands[0], own
        else:
            break
    return tensor, place


def _place(indices) -> Place | None:
    numbers = [constant_of(value) for value in indices]
    return None if None in numbers else tuple(numbers)


def _number(place: Place, shape: list[int]) -> int:
    number = 0
    for index, size in zip(place, shape, strict=True):
        number = number * size + index
    return number


def _in_source(slice: ir.Operation, place: Place) -> Place | None:
    offsets, _, strides = build.slice_parts(slice, 1)
    if len(offsets) != len(place) or not all(isinstance(n, int) for n in (*offsets, *strides)):
        return None
    return tuple(offset + stride * n for offset, stride, n in zip(offsets, strides, place))


def _is_small(type: ir.Type, elements: int) -> bool:
    if not build.is_tensor(type) or build.encoding_of(type) is not None:
        return False
    shape = build.shape_of(type)
    return DYNAMIC not in shape and 0 < prod(shape) <= elements


def _in_loop(loop: ir.Operation, elements: int) -> list[int]:
    """The tensors that a loop carries, by their numbers, that can be scalars in it."""
    block = loop.regions[0].blocks[0]
    carried, following = list(block.arguments)[1:], list(_terminator(block).operands)
    numbers = {n for n, value in enumerate(carried) if _is_small(value.type, elements)}
    while True:
        kept = {n for n in numbers if _is_known(following[n]) and _has_places(carried[n], loop, numbers)}
        if kept == numbers:
            return sorted(numbers)
        numbers = kept


def _in_branch(branch: ir.Operation, elements: int) -> list[int]:
    yields = [list(_terminator(region.blocks[0]).operands) for region in branch.regions if len(region.blocks)]
    return [
        number
        for number, result in enumerate(branch.results)
        if _is_small(result.type, elements)
        and all(_is_known(own[number]) for own in yields)
        and _has_places(result, branch, ())
    ]


def _is_known(tensor: ir.Value) -> bool:
    """Whether the elements of a tensor are known one by one, or it comes from outside as it is."""
    while not isinstance(tensor.owner, ir.Block):
        op = tensor.owner.operation
        if op.name != "tensor.insert" or _place(op.operands[2:]) is None:
            return op.name in _ROOTS
        tensor = op.operands[1]
    return True


def _has_places(tensor: ir.Value, op: ir.Operation, numbers) -> bool:
    """Whether a tensor is only used by constant places, and yielded by an operation as one of these numbers."""
    for use in tensor.uses:
        user = use.owner.operation
        if user.name == "tensor.extract":
            if _place(user.operands[1:]) is None:
                return False
        elif user.name == "tensor.insert" and use.operand_number == 1:
            if _place(user.operands[2:]) is None or not _has_places(user.results[0], op, numbers):
                return False
        elif user.name == "scf.yield" and _owner(user) == op:
            if use.operand_number not in numbers:
                return False
        elif user.name == "scf.yield" and _owner(user).name == "scf.for" and op.name == "scf.if":
            continue  # the loop around may have scalars, too
        else:
            return False
    return True


def _owner(terminator: ir.Operation) -> ir.Operation:
    return terminator.block.owner.operation


def _terminator(block: ir.Block) -> ir.Operation:
    return list(block.operations)[-1].operation


def _elements(tensor: ir.Value) -> list[ir.Value]:
    places = itertools.product(*map(range, build.shape_of(tensor.type)))
    return [build.extract(tensor, [build.index(n) for n in place]) for place in places]


def _as_scalars(values: list[ir.Value], numbers: list[int]) -> list[ir.Value]:
    """Values, those of the numbers element by element."""
    return [part for n, value in enumerate(values) for part in (_elements(value) if n in numbers else [value])]


def _as_tensors(values: list[ir.Value], like: list[ir.Type], numbers: list[int]) -> list[ir.Value]:
    """The inverse."""
    rest, found = iter(values), []
    for n, type in enumerate(like):
        if n in numbers:
            parts = list(itertools.islice(rest, prod(build.shape_of(type))))
            found.append(build.emit1("tensor.from_elements", type, *parts))
        else:
            found.append(next(rest))
    return found


def _lift_loop(loop: ir.Operation, numbers: list[int]) -> None:
    block, types = loop.regions[0].blocks[0], [result.type for result in loop.results]
    bounds, inits = list(loop.operands)[:3], list(loop.operands)[3:]
    with loop.location, ir.InsertionPoint(loop):
        new = for_loop(bounds, _as_scalars(inits, numbers))
        for name in loop.attributes:
            new.attributes[name] = loop.attributes[name]
        inside = new.regions[0].blocks[0]
        with ir.InsertionPoint(inside):
            counter, *parts = inside.arguments
            following = copy_block(block, [counter, *_as_tensors(parts, types, numbers)])
            build.emit("scf.yield", [], _as_scalars(following, numbers))
        _replace(loop, _as_tensors(list(new.results), types, numbers))


def _lift_branch(branch: ir.Operation, numbers: list[int]) -> None:
    types = [result.type for result in branch.results]
    parts = [
        own
        for n, type in enumerate(types)
        for own in ([build.element(type)] * prod(build.shape_of(type)) if n in numbers else [type])
    ]
    with branch.location, ir.InsertionPoint(branch):
        new = ir.Operation.create("scf.if", results=parts, operands=list(branch.operands), regions=2)
        for own, region in zip(new.regions, branch.regions):
            with ir.InsertionPoint(own.blocks.append()):
                build.emit("scf.yield", [], _as_scalars(copy_block(region.blocks[0], []), numbers))
        _replace(branch, _as_tensors(list(new.results), types, numbers))


def _replace(op: ir.Operation, values: list[ir.Value]) -> None:
    for result, value in zip(op.results, values, strict=True):
        result.replace_all_uses_with(value)
    op.erase()
