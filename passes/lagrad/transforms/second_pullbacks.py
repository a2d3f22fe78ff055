"""The pullback of a pullback of a function whose loops keep snapshots, as the pullback of a pushforward.

A pullback gives g(x, c) = J(x)^T c, and so the pullback of it at v has the cotangents

    of c:  J(x) v                       which is the pushforward of the function along v
    of x:  d/dx (c^T J(x) v)            which is the pullback of that pushforward at c

In this form the loops keep snapshots of states and tangents. The adjoint of an adjoint loop would need the states of
the loop forwards and its own backwards, and has them all recorded (`ad/snapshots/recorded.py`).

Where a function that is to be differentiated in reverse mode calls a pullback, the pullback of that is made in this
form beside it, and is what the adjoint of the call calls.
"""

from __future__ import annotations

from .. import build, requests
from ..ad.calls.own_derivatives import PULLBACK, PUSHFORWARD
from ..ad.prepare import publish
from ..analysis.call_graph import functions, reachable, signature
from ..analysis.memory import is_memory
from ..analysis.program import walk
from ..analysis.request import Request
from ..build import DYNAMIC, has_derivative
from ..dialect import SECOND_PULLBACK, SNAPSHOTS
from ..mlir import ir

_REVERSE = set(requests.KINDS) - {"pushforward"}


def rewrite_second_pullbacks(module: ir.Operation, is_budgeted: bool = False) -> list[str]:
    """Gives such requests a body that calls others; the names of these, which the program did not ask for.

    With a budget of memory any loop may keep snapshots.
    """
    table = functions(module)
    if not any(_may_keep(op, is_budgeted) for function in table.values() for op in walk(function)):
        return []
    made: list[str] = []
    asked = {request.name: request for request in requests.collect(module)}
    for second in asked.values():
        first = asked.get(second.primal)
        if first and _is_plain(second) and _is_plain(first) and _keeps_snapshots(module, first, is_budgeted):
            with second.function.location:
                made += _write(module, first, second)
    return [*made, *_made_for_calls(module, is_budgeted)]


def _may_keep(op: ir.Operation, is_budgeted: bool) -> bool:
    return SNAPSHOTS in op.attributes or is_budgeted and op.name in ("scf.for", "scf.while")


def _made_for_calls(module: ir.Operation, is_budgeted: bool) -> list[str]:
    """Gives pullbacks that are called, and whose callers have an adjoint, one of their own."""
    made: list[str] = []
    asked = {request.name: request for request in requests.collect(module)}
    callers = [r.primal for r in asked.values() if r.kind in _REVERSE]
    called = [name for caller in dict.fromkeys(callers) for name in reachable(module, caller) if name != caller]
    for name in dict.fromkeys(called):
        first = asked.get(name)
        if first and _is_plain(first) and _keeps_snapshots(module, first, is_budgeted):
            second = _ask(module, "pullback", name, None, f"{name}.pullback")
            (request,) = requests.named(module, [second])
            with first.function.location:
                made += [second, *_write(module, first, request)]
            first.function.attributes[SECOND_PULLBACK] = ir.FlatSymbolRefAttr.get(second)
    return made


def forget_second_pullbacks(module: ir.Operation) -> None:
    """When all derivatives are written, nobody asks any more."""
    for function in functions(module).values():
        if SECOND_PULLBACK in function.attributes:
            del function.attributes[SECOND_PULLBACK]


def _is_plain(request: Request) -> bool:
    """Whether it is the pullback for one cotangent, or a gradient."""
    return request.kind in ("pullback", "gradient") and request.vectors is None and not request.one_hot


def _keeps_snapshots(module: ir.Operation, first: Request, is_budgeted: bool) -> bool:
    """Whether it is of a function on values that states no derivative itself, and may have loops with snapshots."""
    table = functions(module)
    function = table[first.primal]
    inputs, results = signature(function)
    if any(is_memory(t) or build.is_complex(t) for t in (*inputs, *results)):
        return False
    if not {PULLBACK, PUSHFORWARD}.isdisjoint(function.attributes):
        return False
    if first.kind == "gradient" and any(DYNAMIC in build.shape_of(t) for t in results if has_derivative(t)):
        return False  # its cotangent has a size that the function alone knows
    name = first.primal
    while "lagrad.pushforward" in table[name].attributes:  # it has the loops of its own primal, with tangents
        (name,) = requests.primals_of(table[name])
    called = [table[other] for other in (name, *reachable(module, name)) if other in table]
    return any(_may_keep(op, is_budgeted) for each in called for op in walk(each))


def _write(module: ir.Operation, first: Request, second: Request) -> list[str]:
    """Writes the body of a request, and returns what it asks for."""
    inputs, results = signature(functions(module)[first.primal])
    taken, _ = signature(functions(module)[first.name])
    floats = [t for t in results if has_derivative(t)]
    pushed = _ask(module, "pushforward", first.primal, first.wrt, f"{second.name}.pushforward")
    of_arguments = [n for n in second.wrt if n < len(inputs)]
    back = beside = None
    if of_arguments:
        places = [n + sum(other < n for other in first.wrt) for n in of_arguments]
        back = _ask(module, "pullback", pushed, places, f"{second.name}.pullback", len(of_arguments) < len(second.wrt))
        if first.with_primal:
            beside = _ask(module, "pullback", first.primal, of_arguments, f"{second.name}.beside")
    types, _ = signature(second.function)
    entry = second.function.regions[0].blocks.append(*types, arg_locs=[second.function.location] * len(types))
    with ir.InsertionPoint(entry):
        arguments = list(entry.arguments)
        primal, cotangents = arguments[: len(inputs)], arguments[len(inputs) : len(taken)]
        if first.kind == "gradient":
            cotangents = [build.full(t, build.shape_of(t), 1.0) for t in floats]
        moves = arguments[len(taken) :] if second.kind == "pullback" else _ones(primal, first)
        of_values = [moves.pop(0) for _ in floats] if first.with_primal else []
        tangents = dict(zip(first.wrt, moves, strict=True))
        pairs = [v for n, x in enumerate(primal) for v in ([x, tangents[n]] if n in tangents else [x])]
        found = _call(module, back or pushed, [*pairs, *(cotangents if back else [])])
        products = [found.pop(0) for _ in floats] if len(of_arguments) < len(second.wrt) else []
        if beside:
            found = [build.add(x, y) for x, y in zip(found, _call(module, beside, [*primal, *of_values]), strict=True)]
        own = _call(module, first.name, arguments[: len(taken)]) if second.with_primal else []
        gradients = dict(zip(of_arguments, found, strict=True))
        gradients.update(enumerate(products, len(inputs)))
        build.emit("func.return", [], [*own, *(gradients[n] for n in second.wrt)])
    publish(second)
    return [name for name in (pushed, back, beside) if name]


def _ask(module: ir.Operation, kind: str, of: str, wrt: list[int] | None, name: str, with_primal: bool = False) -> str:
    name = requests.fresh_name(module, name)
    requests.declare(module, kind, of, wrt, name, functions(module)[of].location, with_primal)
    return name


def _call(module: ir.Operation, name: str, arguments: list[ir.Value]) -> list[ir.Value]:
    _, results = signature(functions(module)[name])
    return build.emit("func.call", results, arguments, callee=ir.FlatSymbolRefAttr.get(name))


def _ones(primal: list[ir.Value], first: Request) -> list[ir.Value]:
    """The cotangent of a gradient of a pullback, which has one float result."""
    (number,) = first.wrt
    return [build.full(primal[number].type, build.sizes_of(primal[number]), 1.0)]
