"""The form in which a function on memory is raised: calls inlined, control flow structured, `affine` lowered.

Operations of `linalg` whose outputs may be memory that they also read, by another view, are loops: those say what
happens first.
"""

from __future__ import annotations

from ....analysis.call_graph import functions, is_declaration, reachable, recursive
from ....analysis.memory import is_memory
from ....analysis.program import walk
from ....dialect import APART
from ....errors import Failure, error, note
from ....mlir import ir
from ...calls.outlined_pieces import wrap_calls
from ...rewrites import isolated, normal_form
from ..overlaps.apart import assert_apart, pairs_to_compare
from ..places.points_to import PointsTo, written_arguments, written_operands
from ..places.typed_views import type_bytes

_TIDY = "scf-forall-to-for,canonicalize,cse"


def structured(module: ir.Operation, primal: str, derivatives: set[str]) -> tuple[ir.Module, ir.Operation]:
    """A copy of a function in this form, and the module that holds it; functions with `derivatives` stay calls."""
    table = functions(module)
    primal = _for_apart(table, primal)
    function = table[primal]
    if is_declaration(function):
        raise Failure(
            error(
                function.location,
                f"cannot differentiate @{primal}: it has no body",
                note(function.location, "it is declared here; define it in this module"),
            )
        )
    callees = [table[name] for name in reachable(module, primal) if name in table]
    opaque = {*derivatives, *recursive(module, primal)}
    copy, name = isolated.isolate(function, callees, opaque), isolated.root_name(function, opaque)
    _call_those_for_apart(copy.operation)
    try:
        wrap_calls(copy.operation)
        normal_form.flatten_calls(copy, name)
        normal_form.run(copy, _TIDY)
        with copy.context:
            type_bytes(isolated.function_named(copy, name))
        if _overlaps(isolated.function_named(copy, name)):
            normal_form.run(copy, f"linalg-generalize-named-ops,convert-linalg-to-loops,{_TIDY}")
    except ir.MLIRError as failure:
        raise Failure(*(error(d.location, d.message) for d in failure.error_diagnostics)) from None
    return copy, isolated.function_named(copy, name)


def _for_apart(table: dict[str, ir.Operation], name: str) -> str:
    """A function, or that which it calls where its arguments lie apart: on tensors they always do."""
    own = table[name].attributes.get(APART)
    return name if own is None else own.value


def _call_those_for_apart(module: ir.Operation) -> None:
    """Calls them in place of those that choose. An assertion says that this is right; whoever raises it looks at it."""
    table = functions(module)
    for call in [op for function in table.values() for op in walk(function) if op.name == "func.call"]:
        name = call.attributes["callee"].value
        if name in table and (apart := _for_apart(table, name)) != name:
            call.attributes["callee"] = ir.FlatSymbolRefAttr.get(apart)
            written = [call.operands[n] for n in written_arguments(table[apart])]
            buffers = [v for v in call.operands if is_memory(v.type)]
            twice = [(v, v) for v in dict.fromkeys(written) if buffers.count(v) > 1]
            with call.location, ir.InsertionPoint(call):
                assert_apart(name, [*pairs_to_compare(list(dict.fromkeys(buffers)), written), *twice])


def _overlaps(function: ir.Operation) -> bool:
    """Whether the order in which an operation of `linalg` goes through memory may matter."""
    if len(list(function.regions[0].blocks)) != 1:
        raise Failure(
            error(function.location, "cannot differentiate this function: its control flow could not be lifted to scf")
        )
    points_to = PointsTo(function)
    return any(op.name.startswith("linalg.") and _is_ordered(op, points_to) for op in walk(function))


def _is_ordered(op: ir.Operation, points_to: PointsTo) -> bool:
    outputs = written_operands(op)
    inside = [v for child in walk(op) for v in child.operands if is_memory(v.type)]
    if any(points_to.roots(a) for child in walk(op) for a in written_operands(child)):
        return True
    read = [v for v in [*op.operands, *inside] if is_memory(v.type)]
    for number, output in enumerate(outputs):
        read.remove(output)
        own = set(points_to.roots(output))
        others = [v for v in [*read, *outputs[number + 1 :]] if own & set(points_to.roots(v))]
        if any(not _is_elementwise(op) or v != output or v in inside for v in others):
            return True
    return False


def _is_elementwise(op: ir.Operation) -> bool:
    """Whether each element is computed from those at the same place."""
    if op.name != "linalg.generic":
        return op.name in ("linalg.copy", "linalg.add", "linalg.sub", "linalg.mul", "linalg.div", "linalg.exp")
    maps = {str(map) for map in op.attributes["indexing_maps"]}
    return len(maps) == 1 and all("parallel" in str(kind) for kind in op.attributes["iterator_types"])
