"""What a program says of its parts, kept until it is differentiated.

An attribute dies with the operation that canonicalization replaces; an operation does not, so `lagrad.inactive` on
functions, arguments and operations becomes `lagrad.stop_gradient`. A location does not, either: it has the marks of a
`scf.while`, which canonicalization replaces where what it passes on changes (of an `scf.for` it keeps them). What goes
into an effect is stopped too: nobody sees where it leads. `lagrad.pure` on a function goes to its calls, as the
function may be inlined.
"""

from __future__ import annotations

from ... import build
from ...analysis.call_graph import functions
from ...analysis.effects import has_effect, pure_functions
from ...analysis.program import walk
from ...build import has_derivative
from ...dialect import PURE, SNAPSHOTS, STOP_GRADIENT, TRIPS, WHICH
from ...mlir import ir

INACTIVE = "lagrad.inactive"


def stop_inactive(module: ir.Operation) -> None:
    """Puts a stop behind everything that is marked inactive in a module, and takes the marks off."""
    table = functions(module)
    silent = {name for name, function in table.items() if INACTIVE in function.attributes}
    pure = pure_functions(module) if silent else None
    for name, function in table.items():
        if list(function.regions[0].blocks):
            _stop_arguments(function, name in silent and name not in pure)
        for op in list(walk(function)):
            callee = op.attributes["callee"].value if op.name == "func.call" else None
            if INACTIVE in op.attributes or callee in silent:
                if op.results:
                    with op.location, ir.InsertionPoint.after(op):
                        for result in op.results:
                            _stop(result)
                if INACTIVE in op.attributes:
                    if has_effect(op, pure):
                        _stop_operands(op)
                    del op.attributes[INACTIVE]


def keep_loop_marks(module: ir.Operation) -> None:
    """Puts into the location of each `scf.while` what is said of it."""
    for op in walk(module):
        if op.name == "scf.while" and (marks := _loop_marks(op.attributes)):
            op.location = ir.Location.fused([op.location], ir.DictAttr.get(marks))


def taken_marks(loop: ir.Operation) -> dict[str, ir.Attribute]:
    """What is said of a loop, also where canonicalization has replaced it; its location then says no more of it."""
    located, place = _split(loop.location)
    loop.location = place
    return located | _loop_marks(loop.attributes)


def _loop_marks(attributes) -> dict[str, ir.Attribute]:
    return {name: attributes[name] for name in (SNAPSHOTS, *WHICH, TRIPS) if name in attributes}


def _split(location: ir.Location) -> tuple[dict[str, ir.Attribute], ir.Location]:
    """The marks in a location, and the location without them."""
    if (site := _as(ir.CallSiteLoc, location)) is not None:
        marks, callee = _split(site.callee)  # of what was inlined
        return marks, ir.Location.callsite(callee, [site.caller])
    if (fused := _as(ir.FusedLoc, location)) is not None and len(parts := fused.locations) == 1:
        if fused.metadata is not None and (metadata := _as(ir.DictAttr, fused.metadata)) is not None:
            return _loop_marks(metadata), parts[0]
    return {}, location


def _as(kind: type, value):
    """A location or an attribute as one of a kind; None if it is another one."""
    try:
        return kind(value)
    except ValueError:
        return None


def spread_pure(module: ir.Operation) -> None:
    """Says of each call in a function that is `lagrad.pure` that it is, too."""
    for function in functions(module).values():
        if PURE in function.attributes:
            for op in walk(function):
                if op.name == "func.call":
                    op.attributes[PURE] = ir.UnitAttr.get()


def _stop_operands(op: ir.Operation) -> None:
    """Lets an operation read floats through stops."""
    for number, value in enumerate(list(op.operands)):
        if has_derivative(value.type):
            with op.location, ir.InsertionPoint(op):
                op.operands[number] = build.emit1(STOP_GRADIENT, value.type, value)


def _stop_arguments(function: ir.Operation, every: bool) -> None:
    """Stops the arguments that are marked, or `every` one."""
    if every:
        with function.location, ir.InsertionPoint.at_block_begin(function.regions[0].blocks[0]):
            for argument in function.regions[0].blocks[0].arguments:
                _stop(argument)
    attributes = function.attributes.get("arg_attrs")
    if attributes is None:
        return
    block = function.regions[0].blocks[0]
    kept = []
    with ir.InsertionPoint.at_block_begin(block):
        for argument, own in zip(block.arguments, attributes):
            if INACTIVE in own:
                with argument.location:
                    _stop(argument)
            kept.append(ir.DictAttr.get({a.name: a.attr for a in own if a.name != INACTIVE}))
    function.attributes["arg_attrs"] = ir.ArrayAttr.get(kept)


def _stop(value: ir.Value) -> None:
    """Lets every use of a float read it through a stop, built at the insertion point."""
    if has_derivative(value.type):
        stopped = build.emit1(STOP_GRADIENT, value.type, value)
        value.replace_all_uses_except(stopped, [stopped.owner.operation])
