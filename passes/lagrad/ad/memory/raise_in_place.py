"""A function on memory whose body works on tensors: it reads its buffers first, and writes them last."""

from __future__ import annotations

from ... import build
from ...analysis.call_graph import functions, signature
from ...analysis.memory import is_memory
from ...mlir import ir
from ..calls.declarations import fresh
from ..calls.own_derivatives import custom_pullbacks, custom_pushforwards
from ..scope import copy_block
from .apart import assert_apart, pairs_to_compare
from .buffers import as_memory, global_buffer, store_all, to_tensor
from .function import raise_function


def raise_in_place(module: ir.Operation, name: str) -> None:
    """Gives a function of the module such a body. Failure, with every place, where that cannot be."""
    derivatives = {*custom_pullbacks(module), *custom_pushforwards(module)}
    raised = raise_function(module, name, fresh(f"{name}.tensors", functions(module)), derivatives)
    table = functions(module)
    old, tensors = table[name], table[raised.name]
    inputs, results = signature(old)
    attributes = {own: old.attributes[own] for own in old.attributes}
    with ir.InsertionPoint(old), old.location:
        new = ir.Operation.create("func.func", attributes=attributes, regions=1)
    block = new.regions[0].blocks.append(*inputs, arg_locs=[old.location] * len(inputs))
    with ir.InsertionPoint(block), new.location:
        buffers = {n: a for n, a in enumerate(block.arguments) if is_memory(a.type)}
        globals = {root: global_buffer(root) for root in raised.globals}
        written = [*(buffers[n] for n in raised.written), *(globals[root] for root in raised.changed)]
        assert_apart(name, pairs_to_compare([*buffers.values(), *globals.values()], written))
        given = [to_tensor(a, n in raised.written) if n in buffers else a for n, a in enumerate(block.arguments)]
        held = {root: to_tensor(buffer, root in raised.changed) for root, buffer in globals.items()}
        values = iter(copy_block(tensors.regions[0].blocks[0], [*given, *held.values()]))
        returned = [next(values) for _ in results]
        stores = [(next(values), given[n], buffers[n]) for n in raised.finals]
        stores += [(next(values), held[root], globals[root]) for root in raised.changed]
        returned = [as_memory(value, type) for value, type in zip(returned, results, strict=True)]
        store_all(stores)
        build.emit("func.return", [], returned)
    old.erase()
    tensors.erase()
