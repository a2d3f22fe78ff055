"""Private functions that differentiation adds to a module."""

from __future__ import annotations

from collections.abc import Container, Sequence

from ... import build
from ...analysis.call_graph import functions, signature
from ...mlir import ir


def declare(
    module: ir.Operation,
    wanted: str,
    types: list[ir.Type],
    results: Sequence[ir.Type] = (),
    taken: Container[str] | None = None,
) -> ir.Operation:
    """Adds a private function without a body, which is not to be inlined; its name is new in `taken`, or in the
    module."""
    taken = functions(module) if taken is None else taken
    with ir.InsertionPoint(module.regions[0].blocks[0]):
        return build.private_function(fresh(wanted, taken), types, results, {"no_inline": ir.UnitAttr.get()})


def fresh(wanted: str, taken: Container[str]) -> str:
    """A name that is not taken."""
    name, number = wanted, 0
    while name in taken:
        name, number = f"{wanted}_{number}", number + 1
    return name


def open_body(function: ir.Operation) -> ir.Block:
    """The block of a declared function, which has none yet."""
    types, _ = signature(function)
    return function.regions[0].blocks.append(*types, arg_locs=[function.location] * len(types))


def close(function: ir.Operation, values: list[ir.Value]) -> None:
    """Returns values from the end of a function, whose type follows."""
    build.emit("func.return", [], values)
    inputs, _ = signature(function)
    function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(inputs, [v.type for v in values]))
