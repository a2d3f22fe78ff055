"""`lagrad.shape` operations, which tie each tensor of dynamic shape to the values of its sizes.

So an accumulator can be made without touching the tensor itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ... import build
from ...analysis import linalg_form
from ...analysis.program import walk
from ...build import DYNAMIC, is_tensor, shape_of
from ...dialect import SHAPE
from ...mlir import ir
from ...rules import SIZES
from ..rewrites.isolated import function_named

_KEPT = "lagrad.kept_sizes"


def name_open_tensors(module: ir.Module, name: str) -> None:
    """Names the sizes of the tensors that have no shape operation yet."""
    function = function_named(module, name)
    _drop_late_shapes(function)
    for block in _blocks(function):
        for argument in block.arguments:
            with argument.location, ir.InsertionPoint.at_block_begin(block):
                _name_sizes_of(argument)
    for op in [op for op in walk(function) if op.name != SHAPE]:
        for result in op.results:
            if is_open(result):
                with op.location, ir.InsertionPoint.after(op):
                    _name_sizes_of(result)


def say_of_call(tensor: ir.Value, of_result: Callable[[ir.Value], list | None]) -> None:
    """Names the sizes of what a call returns, if they are known."""
    call = tensor.owner.operation
    with call.location, ir.InsertionPoint(call):
        sizes = of_result(tensor)
        if sizes is None:
            return
        sizes = [build.index(n) if isinstance(n, int) else n for n in build.dynamic_sizes(tensor.type, sizes)]
    with call.location, ir.InsertionPoint.after(call):
        build.emit(SHAPE, [], [tensor, *sizes])


def say_of_rules(module: ir.Module) -> None:
    """Names the sizes of results as rules tell them."""
    for op in [op for op in walk(module.operation) if op.name in SIZES and any(map(is_open, op.results))]:
        with op.location, ir.InsertionPoint(op):
            sizes = [
                [build.index(n) if isinstance(n, int) else n for n in build.dynamic_sizes(r.type, own)]
                for r, own in zip(op.results, SIZES[op.name](op), strict=True)
            ]
        with op.location, ir.InsertionPoint.after(op):
            for result, own in zip(op.results, sizes):
                if is_open(result):
                    build.emit(SHAPE, [], [result, *own])


def use_said(tensor: ir.Value) -> None:
    """Puts the sizes of a tensor, which are named, in the place of what reads them off it."""
    users = [use.owner.operation for use in tensor.uses]
    sizes = sizes_of(tensor)
    for op in users:
        if (
            op.name == "tensor.dim"
            and (d := build.constant_of(op.operands[1])) is not None
            and not isinstance(sizes[d], int)
        ):
            if sizes[d] != op.results[0]:
                op.results[0].replace_all_uses_with(sizes[d])


def keep_sizes(module: ir.Module) -> None:
    """Lets all that reads a result of `linalg` read a slice of its destination's sizes, where upstream takes others.

    It puts the sizes of the inputs into the map of an output, as `(i, j) -> (i + j)`, which gives one too many.
    """
    for op in [op for op in walk(module.operation) if op.name == "linalg.generic"]:
        ins = linalg_form.inputs(op)
        for number, (result, map) in enumerate(zip(op.results, linalg_form.maps(op)[ins:])):
            if is_open(result) and not map.is_projected_permutation:
                with op.location, ir.InsertionPoint.after(op):
                    sizes = build.sizes_of(op.operands[ins + number])
                    whole = build.whole_slice(result, sizes)
                    whole.owner.attributes[_KEPT] = ir.UnitAttr.get()
                    result.replace_all_uses_except(whole, whole.owner.operation)
                    build.emit(SHAPE, [], [result, *build.dynamic_sizes(result.type, sizes)])


def drop_kept_sizes(module: ir.Module) -> None:
    """The tensors themselves again."""
    for op in [op for op in walk(module.operation) if _KEPT in op.attributes]:
        build.replace_op(op, op.operands[0])


def erase_shapes(module: ir.Module) -> None:
    """Takes the shape operations out again, once a Program has read them."""
    for op in [op for op in walk(module.operation) if op.name == SHAPE]:
        op.erase()


def sizes_of(value: ir.Value) -> list[ir.Value | int]:
    """The sizes of a tensor, as its shape operation names them if it has one."""
    for use in value.uses:
        if (op := use.owner.operation).name == SHAPE:
            dynamic = iter(list(op.operands)[1:])
            return [next(dynamic) if n == DYNAMIC else n for n in shape_of(value.type)]
    return build.sizes_of(value)


def is_open(value: ir.Value) -> bool:
    return is_open_type(value.type)


def is_open_type(type: ir.Type) -> bool:
    """Whether it is that of tensors of sizes that it does not say."""
    return is_tensor(type) and DYNAMIC in shape_of(type)


def _drop_late_shapes(function: ir.Operation) -> None:
    """Keeps one shape operation a tensor, in the block that makes the tensor.

    Where a loop gives a tensor from before the loop, folding leaves that tensor a second one, behind the loop.
    """
    named: set[ir.Value] = set()
    for op in [op for op in walk(function) if op.name == SHAPE]:
        tensor = op.operands[0]
        made = tensor.owner if isinstance(tensor.owner, ir.Block) else tensor.owner.operation.block
        if tensor in named or op.block != made:
            op.erase()
        else:
            named.add(tensor)


def _name_sizes_of(value: ir.Value) -> None:
    if not is_open(value) or any(use.owner.operation.name == SHAPE for use in value.uses):
        return
    build.emit(SHAPE, [], [value, *build.dynamic_sizes(value.type, build.sizes_of(value))])


def _blocks(op: ir.Operation) -> Iterator[ir.Block]:
    for region in op.regions:
        for block in region.blocks:
            yield block
            for child in block.operations:
                if len(child.operation.regions):
                    yield from _blocks(child.operation)
