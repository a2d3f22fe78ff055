"""Calls of functions on memory that call themselves: they take what memory holds, and give what it holds then."""

from __future__ import annotations

from .... import build
from ....analysis.memory import is_memory, touches_memory
from ....errors import Failure, error, note
from ....mlir import ir
from ..places import index_arithmetic as index
from ..places.pointers import Choice, Pointer
from ..places.points_to import Root
from ..places.views import Cast, Whole, cast, shape_of, tensor_of
from ..raising.raiser import Raiser, raises, refusal
from .placed import strided


@raises("func.call")
def call(raiser: Raiser, op: ir.Operation) -> None:
    name = op.attributes["callee"].value
    if not touches_memory(op):
        raiser.copy(op)
        return
    if raiser.recursion is None or name not in raiser.recursion.writes:
        raise refusal(op)
    if any(is_memory(result.type) for result in op.results):
        advice = "let it take the memory that it gives, or give an index into it"
        message = f"cannot follow memory through 'func.call' of @{name}, which calls itself and gives memory"
        raise Failure(error(op.location, message, note(None, advice)))
    pointers = [raiser.pointer(v) if is_memory(v.type) else None for v in op.operands]
    for result, value in zip(op.results, _call(raiser, op, pointers), strict=True):
        raiser.scope[result] = value


def _call(raiser: Raiser, op: ir.Operation, pointers: list[Pointer | None]) -> list[ir.Value]:
    """The results of a call with these memrefs. Where one is chosen, there is a call on either side."""
    for number, pointer in enumerate(pointers):
        if isinstance(pointer, Choice):
            return _chosen(raiser, op, pointers, number, pointer)
    return _known(raiser, op, pointers)


def _chosen(
    raiser: Raiser, op: ir.Operation, pointers: list[Pointer | None], number: int, choice: Choice
) -> list[ir.Value]:
    roots = raiser.changed(op)
    types = [*(r.type for r in op.results), *(raiser.contents[root].type for root in roots)]
    branch = ir.Operation.create("scf.if", results=types, operands=[choice.flag], regions=2)
    for region, side in zip(branch.regions, (choice.one, choice.other)):
        with raiser.inside(region.blocks.append()):
            values = _call(raiser, op, [*pointers[:number], side, *pointers[number + 1 :]])
            build.emit("scf.yield", [], [*values, *(raiser.contents[root] for root in roots)])
    results = list(branch.results)
    raiser.contents.update(zip(roots, results[len(op.results) :], strict=True))
    return results[: len(op.results)]


def _known(raiser: Raiser, op: ir.Operation, pointers: list[Pointer | None]) -> list[ir.Value]:
    members: dict[Root, list[int]] = {}
    for number, pointer in enumerate(pointers):
        if pointer is not None:
            members.setdefault(pointer.root, []).append(number)
    shared = {root: own for root, own in members.items() if len(own) > 1 or not _is_whole(pointers[own[0]])}
    types = [v.type for v in op.operands]
    version = raiser.recursion.version(op.attributes["callee"].value, tuple(map(tuple, shared.values())), types)
    given, buffers = [_flattened(raiser.contents[root]) for root in shared], list(shared)
    for number, (operand, pointer) in enumerate(zip(op.operands, pointers)):
        if pointer is None:
            given.append(raiser.value(operand))
            buffers.append(None)
        elif pointer.root in shared:
            numbers = _numbers(operand.type, pointer)
            given += numbers
            buffers += [None] * len(numbers)
        else:
            given.append(cast(raiser.contents[pointer.root], tensor_of(operand.type)))
            buffers.append(pointer.root)
    gives = [*(r.type for r in op.results), *(given[n].type for n in version.finals)]
    callee = ir.FlatSymbolRefAttr.get(version.name)
    results = build.emit("func.call", gives, given, callee=callee)
    for number, tensor in zip(version.finals, results[len(op.results) :], strict=True):
        root = buffers[number]
        before = raiser.contents[root]
        raiser.contents[root] = _shaped(tensor, before) if root in shared else cast(tensor, before.type)
    return list(results[: len(op.results)])


def _is_whole(pointer: Pointer) -> bool:
    while isinstance(pointer, Cast):
        pointer = pointer.of
    return isinstance(pointer, Whole)


def _numbers(type: ir.Type, pointer: Pointer) -> list[ir.Value]:
    """Which part of its memory, taken as a row of elements, a memref is."""
    offset, strides = strided(pointer)
    sizes = [own for own, static in zip(pointer.sizes, shape_of(type), strict=True) if static == build.DYNAMIC]
    return [index.value(n) for n in (offset, *sizes, *strides)]


def _groups(tensor: ir.Value) -> ir.Attribute:
    """All dimensions as one."""
    i64, rank = ir.IntegerType.get_signless(64), len(build.shape_of(tensor.type))
    numbers = [ir.IntegerAttr.get(i64, n) for n in range(rank)]
    return ir.ArrayAttr.get([ir.ArrayAttr.get(numbers)] if rank else [])


def _flattened(tensor: ir.Value) -> ir.Value:
    """The elements of a tensor in a row whose size is open."""
    shape, element = build.shape_of(tensor.type), build.element(tensor.type)
    if not shape:
        one = ir.DenseI64ArrayAttr.get([1])
        name, type, more = "tensor.expand_shape", build.tensor_type([1], element), {"static_output_shape": one}
        tensor = build.emit1(name, type, tensor, reassociation=_groups(tensor), **more)
    elif len(shape) > 1:
        type = build.tensor_type([_product(shape)], element)
        tensor = build.emit1("tensor.collapse_shape", type, tensor, reassociation=_groups(tensor))
    return cast(tensor, build.tensor_type([build.DYNAMIC], element))


def _shaped(row: ir.Value, like: ir.Value) -> ir.Value:
    """A row of elements as a tensor of the type and the sizes of another one."""
    shape, element, groups = build.shape_of(like.type), build.element(like.type), _groups(like)
    row = cast(row, build.tensor_type([_product(shape)], element))
    if len(shape) == 1:
        return row
    if not shape:
        return build.emit1("tensor.collapse_shape", like.type, row, reassociation=groups)
    sizes = [index.value(n) for n in build.dynamic_sizes(like.type, build.sizes_of(like))]
    static = ir.DenseI64ArrayAttr.get(shape)
    return build.emit1("tensor.expand_shape", like.type, row, *sizes, reassociation=groups, static_output_shape=static)


def _product(shape: list[int]) -> int:
    return build.DYNAMIC if build.DYNAMIC in shape else index.product(list(shape))
