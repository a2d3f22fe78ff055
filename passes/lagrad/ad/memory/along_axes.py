"""Jacobians, Hessians and products with Hessians of a function on memory: those of the raised function, around which
buffers are read as tensors.

Rows of a Jacobian are the float results, or where there are none, what the buffers in wrt hold at the end. Its arrays
are values. A product with a Hessian is added to the shadow of a buffer, as a gradient is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ... import build
from ...analysis.call_graph import functions, signature, symbol
from ...analysis.derivative_types import has_tangent, type_of
from ...analysis.memory import is_float_memory, is_memory
from ...analysis.request import Derivative, Fill, Request
from ...mlir import ir
from ...raising.function import raise_loops
from ..calls.declarations import fresh
from ..calls.own_derivatives import custom_pushforwards, known_pullbacks
from ..prepare import publish
from ..scope import copy_block
from .called import erase_unused, hand_on, result_of
from .overlaps.apart import assert_apart, pairs_to_compare
from .places.buffers import Store, as_memory, global_buffer, store_all, to_tensor
from .raising.function import Raised, raise_function
from .raising.recursion import Recursion


def fill(module: ir.Operation, request: Request, again: Fill) -> None:
    """Writes the body of such a derivative; `again` writes that of a function on tensors."""
    derivatives = {*known_pullbacks(module), *custom_pushforwards(module)}
    recursion = Recursion.of(module, request.primal, derivatives)
    name = fresh(f"{request.primal}.tensors", functions(module))
    raised = raise_function(module, request.primal, name, derivatives, request.wrt, recursion)
    for each in (raised.name, *recursion.names()):
        raise_loops(functions(module)[each])
    made = [name]
    try:
        rows = _rows(module, request, raised)
        made.insert(0, symbol(rows))
        inner = _derivative(module, request, rows, again)
        made.insert(0, symbol(inner))
        _write(module, request, raised, inner)
    finally:
        erase_unused(module, made)
        recursion.erase()
    publish(request)


def _rows(module: ir.Operation, request: Request, raised: Raised) -> ir.Operation:
    """A function on tensors that gives what the derivative is of, and no more."""
    inputs, results = signature(functions(module)[request.primal])
    taken, given = signature(functions(module)[raised.name])
    numbers = [n for n, type in enumerate(results) if has_tangent(type)]
    if not numbers:
        buffers = [n for n in request.wrt if is_float_memory(inputs[n])]
        numbers = [len(results) + raised.finals.index(n) for n in buffers]
    with ir.InsertionPoint(module.regions[0].blocks[0]), request.function.location:
        name = fresh(f"{request.primal}.rows", functions(module))
        function = build.private_function(name, taken, [given[n] for n in numbers])
        with ir.InsertionPoint(build.entry(function)):
            body = functions(module)[raised.name].regions[0].blocks[0]
            values = copy_block(body, list(function.regions[0].blocks[0].arguments))
            build.emit("func.return", [], [values[n] for n in numbers])
    return function


def _derivative(module: ir.Operation, request: Request, rows: ir.Operation, again: Fill) -> ir.Operation:
    """The derivative of that function, a private one of the module."""
    asked = Derivative(kind=request.kind, wrt=request.wrt, vectors=request.vectors, compressed=request.compressed)
    with ir.InsertionPoint(module.regions[0].blocks[0]), request.function.location:
        type = type_of(asked, *signature(rows))
        gives = list(type.results)
        if request.compressed:  # whose number of entries is found out, and compared with what is asked for
            gives = signature(request.function)[1][-len(gives) :]
        name = fresh(f"{request.name}.tensors", functions(module))
        function = build.private_function(name, type.inputs, gives)
    hand_on(request, function)
    wanted = replace(request, function=function, name=name, primal=symbol(rows), with_primal=False)
    try:
        again(module, wanted)
    except BaseException:
        function.erase()
        raise
    return function


def _write(module: ir.Operation, request: Request, raised: Raised, inner: ir.Operation) -> None:
    inputs, results = signature(functions(module)[request.primal])
    block = build.entry(request.function)
    with ir.InsertionPoint(block), request.function.location:
        rest = iter(block.arguments)
        primal, tangents = [], {}
        for number in range(len(inputs)):
            primal.append(next(rest))
            if request.kind == "hvp" and number in request.wrt:
                tangents[number] = next(rest)
        shadows = dict(zip((n for n in request.wrt if is_float_memory(inputs[n])), rest))  # of a product
        globals = {root: global_buffer(root) for root in raised.globals}
        changed = [*(primal[n] for n in raised.written), *(globals[r] for r in raised.changed), *shadows.values()]
        known = [v for v in (*primal, *tangents.values(), *shadows.values()) if is_memory(v.type)]
        assert_apart(request.name, pairs_to_compare([*known, *globals.values()], changed))
        values = [_read(v, n in raised.written) for n, v in enumerate(primal)]
        moved = {n: _read(v, False) for n, v in tangents.items()}
        held = {root: to_tensor(buffer, root in raised.changed) for root, buffer in globals.items()}
        given = [v for n, own in enumerate(values) for v in ([own, moved[n]] if n in moved else [own])]
        found = result_of(inner, [*given, *held.values()])
        stores: list[Store] = []
        kept: Sequence[ir.Value] = []
        if request.with_primal or raised.written or raised.changed:
            left = copy_block(functions(module)[raised.name].regions[0].blocks[0], [*values, *held.values()])
            kept, ends = left[: len(results)], iter(left[len(results) :])
            finals = {n: next(ends) for n in raised.finals}
            stores = [(finals[n], values[n], primal[n]) for n in raised.written]
            stores += [(next(ends), held[root], globals[root]) for root in raised.changed]
        returned = []
        for number, value in zip(request.wrt if request.kind == "hvp" else [None] * len(found), found):
            if number in shadows:
                start = to_tensor(shadows[number], True)
                stores.append((build.add(start, value), start, shadows[number]))
            else:
                returned.append(value)
        returned = [*(kept if request.with_primal else []), *returned]
        types = signature(request.function)[1]
        returned = [as_memory(value, type) for value, type in zip(returned, types, strict=True)]
        store_all(stores)
        build.emit("func.return", [], returned)


def _read(value: ir.Value, is_written: bool) -> ir.Value:
    return to_tensor(value, is_written) if is_memory(value.type) else value
