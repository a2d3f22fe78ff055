"""A function on memory whose body works on tensors: it reads its buffers first, and writes them last."""

from __future__ import annotations

from collections.abc import Callable

from .... import build
from ....analysis.call_graph import functions, signature
from ....analysis.memory import is_memory
from ....mlir import ir
from ...calls.declarations import fresh
from ...calls.own_derivatives import custom_pullbacks, custom_pushforwards
from ...scope import copy_block
from ..overlaps.apart import Pairs, assert_apart, pairs_to_compare
from ..places.buffers import as_memory, global_buffer, store_all, to_tensor
from .function import Raised, raise_function
from .recursion import Recursion


def raise_in_place(module: ir.Operation, name: str) -> Callable[[], None]:
    """Makes such a function of one of the module; what this gives puts it in the place of that.

    Until then others that call it may be raised as well: they need what it says of memory. Failure, with every place,
    where that cannot be.
    """
    recursion = Recursion.of(module, name, _derivatives(module))
    raised = raised_copy(module, name, recursion)
    old, new = functions(module)[name], alike(module, name)
    with ir.InsertionPoint(new.regions[0].blocks[0]), new.location:
        assert_apart(name, pairs(new, raised))
        write_body(module, new, raised)
    new.attributes["sym_name"] = ir.StringAttr.get(fresh(f"{name}.raised", functions(module)), module.context)
    functions(module)[raised.name].erase()
    recursion.erase()

    def put() -> None:
        old.erase()
        new.attributes["sym_name"] = ir.StringAttr.get(name, module.context)

    return put


def _derivatives(module: ir.Operation) -> set[str]:
    return {*custom_pullbacks(module), *custom_pushforwards(module)}


def raised_copy(module: ir.Operation, name: str, recursion: Recursion | None = None) -> Raised:
    """Adds the function on tensors that a function on memory amounts to, and those that it calls if they recur."""
    new = fresh(f"{name}.tensors", functions(module))
    return raise_function(module, name, new, _derivatives(module), recursion=recursion)


def alike(module: ir.Operation, name: str) -> ir.Operation:
    """A function beside another one with all that is said of it, and an empty body."""
    old = functions(module)[name]
    inputs, _ = signature(old)
    with ir.InsertionPoint(old), old.location:
        attributes = {own: old.attributes[own] for own in old.attributes}
        new = ir.Operation.create("func.func", attributes=attributes, regions=1)
    new.regions[0].blocks.append(*inputs, arg_locs=[old.location] * len(inputs))
    return new


def pairs(function: ir.Operation, raised: Raised) -> Pairs:
    """The buffers that have to lie apart: those that are written, each with the others."""
    buffers = {n: a for n, a in enumerate(function.regions[0].blocks[0].arguments) if is_memory(a.type)}
    globals = {root: global_buffer(root) for root in raised.globals}
    written = [*(buffers[n] for n in raised.written), *(globals[root] for root in raised.changed)]
    return pairs_to_compare([*buffers.values(), *globals.values()], written)


def write_body(module: ir.Operation, function: ir.Operation, raised: Raised) -> None:
    """Emits what the function on tensors does, for a function on memory that lies apart."""
    _, results = signature(function)
    arguments = list(function.regions[0].blocks[0].arguments)
    buffers = {n: a for n, a in enumerate(arguments) if is_memory(a.type)}
    globals = {root: global_buffer(root) for root in raised.globals}
    given = [to_tensor(a, n in raised.written) if n in buffers else a for n, a in enumerate(arguments)]
    held = {root: to_tensor(buffer, root in raised.changed) for root, buffer in globals.items()}
    body = functions(module)[raised.name].regions[0].blocks[0]
    values = iter(copy_block(body, [*given, *held.values()]))
    returned = [next(values) for _ in results]
    stores = [(next(values), given[n], buffers[n]) for n in raised.finals]
    stores += [(next(values), held[root], globals[root]) for root in raised.changed]
    returned = [as_memory(value, type) for value, type in zip(returned, results, strict=True)]
    store_all(stores)
    build.emit("func.return", [], returned)
