"""Functions that read what a recorded call gave: see `records`."""

from __future__ import annotations

import math

from ... import build
from ...analysis.call_graph import functions, signature, symbol
from ...analysis.program import walk
from ...analysis.recorded import Recorded, recorded, said
from ...build import DYNAMIC, is_tensor, shape_of
from ...dialect import RECORDED
from ...mlir import ir
from .declarations import close, declare, open_body
from .record_layout import Layout, add, all_in_one, element_count, less


def write_recall(function: ir.Operation, name: str, results: list[ir.Type], layout: Layout) -> None:
    """Reads what a call gave from behind the records of the calls inside it."""
    width = len(layout.types)
    entry = open_body(function)
    with ir.InsertionPoint(entry):
        arguments = list(entry.arguments)
        tensors, begin = arguments[-2 * width : -width], arguments[-width:]
        ends = [build.extract(tensors[0], [less(begin[0], width - n)]) for n in range(width)]
        chosen = layout.results[name]
        open_sizes = sum(shape_of(results[n]).count(DYNAMIC) for n in chosen if is_tensor(results[n]))
        # Indices that are results come before the sizes.
        place = less(ends[0], open_sizes)
        sizes = {}
        for number in chosen:
            if is_tensor(results[number]):
                sizes[number] = []
                for size in shape_of(results[number]):
                    if size == DYNAMIC:
                        size, place = build.extract(tensors[0], [place]), add(place, 1)
                    sizes[number].append(size)
        places = [less(ends[0], open_sizes), *ends[1:]]
        values: dict[int, ir.Value] = {}
        for number in reversed(chosen):
            type = results[number]
            at = layout.types.index(build.element(type) if is_tensor(type) else type)
            count = element_count(sizes[number]) if is_tensor(type) else build.index(1)
            places[at] = less(places[at], count)
            values[number] = _element_or_tensor(tensors[at], places[at], count, type, sizes.get(number, []))
        for number, type in enumerate(results):
            if number not in values:
                values[number] = build.empty(type, [build.index(0) if n == DYNAMIC else n for n in shape_of(type)])
        close(function, [*(values[n] for n in range(len(results))), *ends])


def complete(module: ir.Operation, function: ir.Operation) -> None:
    """Lets calls in a function that recall others, and read a result that is not recorded, compute it again."""
    full: dict[str, str] = {}
    for op in [op for op in walk(function) if op.name == "func.call"]:
        called = op.attributes["callee"].value
        known = recorded(functions(module)[called]) if called in functions(module) else None
        if known is None or all(not list(op.results[n].uses) for n in known.missing):
            continue
        if called not in full:
            full[called] = _write_full(module, functions(module)[called], known)
        op.attributes["callee"] = ir.FlatSymbolRefAttr.get(full[called])


def _write_full(module: ir.Operation, recall: ir.Operation, known: Recorded) -> str:
    """Writes a function that gives all results of a call that is recorded."""
    inputs, results = signature(recall)
    with recall.location:
        function = declare(module, f"{symbol(recall)}_all", inputs, results)
        function.attributes[RECORDED] = said(known.replay, known.primal, known.extra)
        entry = open_body(function)
        with ir.InsertionPoint(entry):
            arguments = list(entry.arguments)
            values = build.emit("func.call", results, arguments, callee=ir.FlatSymbolRefAttr.get(symbol(recall)))
            types = signature(functions(module)[known.primal])[1]
            operands = arguments[: len(arguments) - known.extra]
            again = build.emit("func.call", types, operands, callee=ir.FlatSymbolRefAttr.get(known.primal))
            close(function, [again[n] if n in known.missing else v for n, v in enumerate(values)])
    return symbol(function)


def _element_or_tensor(
    row: ir.Value, place: ir.Value, count: ir.Value, type: ir.Type, sizes: list[ir.Value | int]
) -> ir.Value:
    """An element of a row, or a tensor whose elements are there."""
    if not is_tensor(type):
        return build.extract(row, [place])
    shape = shape_of(type)
    if not shape:
        return build.emit1("tensor.from_elements", type, build.extract(row, [place]))
    if len(shape) == 1:
        return build.extract_slice(row, type, [place], sizes, [1])
    whole = DYNAMIC if DYNAMIC in shape else math.prod(shape)
    flat = build.tensor_type([whole], build.element(type))
    elements = build.extract_slice(row, flat, [place], [count if whole == DYNAMIC else whole], [1])
    static = ir.DenseI64ArrayAttr.get(shape)
    return build.emit1(
        "tensor.expand_shape", type, elements, *build.dynamic_sizes(type, sizes),
        reassociation=all_in_one(len(shape)), static_output_shape=static,
    )  # fmt: skip
