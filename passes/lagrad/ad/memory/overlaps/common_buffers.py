"""Functions whose buffers may overlap: those of one element type as parts of one common buffer.

    func.func @f.parts(%common: memref<?xf64>, %at: index, %n: index, %stride: index, ...) {
      %x = "lagrad.part"(%common, %at, %n, %stride) : (...) -> memref<?xf64>
      func.call @f(%x, ...)

What is done to one part is done to the others, because they have a root in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .... import build
from ....analysis.call_graph import functions, signature, symbol
from ....analysis.memory import PART, is_memory
from ....mlir import ir
from ...calls.declarations import fresh
from ..places.views import shape_of


@dataclass(frozen=True)
class Common:
    """Arguments of a function, by their numbers, that may be parts of one buffer, and the type of that."""

    type: ir.MemRefType
    members: tuple[int, ...]


def common_buffers(function: ir.Operation, touched: Sequence[int]) -> list[Common]:
    """The common buffers of a function's arguments, as far as an argument that is `touched` is in one with others.

    Who marks an argument `llvm.noalias` says that it overlaps nothing.
    """
    found: dict[ir.Type, list[int]] = {}
    for number, type in enumerate(signature(function)[0]):
        if isinstance(type, ir.MemRefType) and not is_memory(type.element_type):
            if not is_marked_apart(function, number):
                flat = ir.MemRefType.get([build.DYNAMIC], type.element_type, None, type.memory_space)
                found.setdefault(flat, []).append(number)
    return [Common(type, tuple(own)) for type, own in found.items() if len(own) > 1 and set(own) & set(touched)]


def is_marked_apart(function: ir.Operation, number: int) -> bool:
    """Whether who calls promises that an argument overlaps nothing."""
    marks = list(function.attributes["arg_attrs"]) if "arg_attrs" in function.attributes else []
    return bool(marks) and "llvm.noalias" in ir.DictAttr(marks[number])


def numbers_of_part(type: ir.Type) -> int:
    """How many numbers say which part of a common buffer a memref of this type is."""
    shape = shape_of(type)
    return 1 + shape.count(build.DYNAMIC) + len(shape)


def on_parts(module: ir.Operation, primal: str, commons: Sequence[Common]) -> ir.Operation:
    """Adds a function that takes common buffers first, then what `primal` takes, numbers in place of their parts."""
    table = functions(module)
    function = table[primal]
    inputs, results = signature(function)
    of = {n: k for k, common in enumerate(commons) for n in common.members}
    taken = [common.type for common in commons]
    for number, type in enumerate(inputs):
        taken += [build.index_type()] * numbers_of_part(type) if number in of else [type]
    with ir.InsertionPoint(module.regions[0].blocks[0]), function.location:
        new = build.private_function(fresh(f"{primal}.parts", table), taken, results)
        with ir.InsertionPoint(build.entry(new)):
            rest = iter(new.regions[0].blocks[0].arguments)
            buffers = [next(rest) for _ in commons]
            given = []
            for number, type in enumerate(inputs):
                if number in of:
                    numbers = [next(rest) for _ in range(numbers_of_part(type))]
                    given.append(build.emit1(PART, type, buffers[of[number]], *numbers))
                else:
                    given.append(next(rest))
            own = {"callee": ir.FlatSymbolRefAttr.get(symbol(function))}
            build.emit("func.return", [], build.emit("func.call", results, given, **own))
    return new
