"""The pullback of a pullback of a function whose loops keep snapshots, as the pullback of a pushforward.

A pullback gives g(x, c) = J(x)^T c, and so the pullback of it at v has the cotangents

    of c:  J(x) v                       which is the pushforward of the function along v
    of x:  d/dx (c^T J(x) v)            which is the pullback of that pushforward at c

A pullback for many c has as many v. A Hessian-vector product is the gradient of a pushforward, and goes the same way.
Jacobians, Hessians, products for many directions and one-hot pullbacks call these (`each_direction.py`).
In this form the loops keep snapshots of states and tangents. The adjoint of an adjoint loop would need the states of
the loop forwards and its own backwards, and has them all recorded (`ad/snapshots/recorded.py`).

Where a function that is to be differentiated in reverse mode calls a pullback, the pullback of that is made in this
form beside it, and is what the adjoint of the call calls.
"""

from __future__ import annotations

from dataclasses import replace

from .. import build, requests
from ..ad.calls.own_derivatives import PULLBACK, PUSHFORWARD
from ..ad.memory.raising.need import is_on_memory
from ..ad.prepare import publish
from ..analysis.call_graph import functions, reachable, signature
from ..analysis.memory import is_memory
from ..analysis.program import walk
from ..analysis.request import Request
from ..build import DYNAMIC, has_derivative
from ..dialect import CALLED, SECOND_PULLBACK, SNAPSHOTS
from ..mlir import ir
from . import each_direction
from .second_arguments import Exchanged

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
        if second.kind not in _REVERSE or not (first and _may_have_own(module, first, is_budgeted)):
            continue
        calls = not _is_plain(second) or each_direction.is_written(module, first)
        if calls or is_on_memory(module, first.primal, first):
            made += _give_own(module, first)
            continue
        with second.function.location:
            made += _write(module, first, second)
    return [*made, *_made_for_calls(module, is_budgeted)]


def _may_keep(op: ir.Operation, is_budgeted: bool) -> bool:
    return SNAPSHOTS in op.attributes or is_budgeted and op.name in ("scf.for", "scf.while")


def _made_for_calls(module: ir.Operation, is_budgeted: bool) -> list[str]:
    """Gives pullbacks that are called, and whose callers have an adjoint, one of their own.

    Where the callers have adjoints of adjoints, so are what these call.
    """
    made: list[str] = []
    asked = requests.collect(module)
    known = {request.name: request for request in asked}
    work = [(request.primal, 1) for request in asked if request.kind in _REVERSE]  # and how often it has an adjoint
    for caller, times in work:  # grows
        for name in reachable(module, caller):
            function = functions(module).get(name)
            if name not in known and function is not None and requests.primals_of(function):
                (known[name],) = requests.named(module, [name])
            first = known.get(name)
            if first is None or first.kind not in _REVERSE:
                continue
            more = [(first.primal, times + 1)]
            if _may_have_own(module, first, is_budgeted):
                made += _give_own(module, first)
                if times > 1 and SECOND_PULLBACK in first.function.attributes:
                    more.append((first.function.attributes[SECOND_PULLBACK].value, times - 1))
            work += [each for each in more if each not in work]
    return made


def _may_have_own(module: ir.Operation, first: Request, is_budgeted: bool) -> bool:
    """Whether the pullback of a request is made of a pushforward, for the snapshots of its loops."""
    is_pulled = first.kind in ("pullback", "gradient", "hvp") and not first.one_hot
    return (is_pulled or each_direction.is_written(module, first)) and _keeps_snapshots(module, first, is_budgeted)


def _give_own(module: ir.Operation, first: Request) -> list[str]:
    """Gives calls of a request, or of what it is on tensors, a pullback of their own; the names of what is made."""
    if is_on_memory(module, first.primal, first):
        first.function.attributes[CALLED] = ir.UnitAttr.get()  # `bring_called` goes on
    elif SECOND_PULLBACK not in first.function.attributes and not any(map(is_memory, signature(first.function)[0])):
        return _bring(module, first)
    return []


def _bring(module: ir.Operation, first: Request) -> list[str]:
    """Gives calls of a request a pullback of their own; the names of what is made, in the order of writing."""
    if each_direction.is_written(module, first):
        kind = "pullback" if first.kind in ("pullback", "jacobian") else "hvp"
        with_primal = first.with_primal and first.kind == "pullback"
        one = _ask(module, kind, first.primal, first.wrt, f"{first.name}.one", with_primal)
        made = [*_bring(module, *requests.named(module, [one])), one]
        second = _ask(module, "pullback", each_direction.write(module, first, one), None, f"{first.name}.pullback")
        made.append(second)
    else:
        second = _ask(module, "pullback", first.name, None, f"{first.name}.pullback")
        (request,) = requests.named(module, [second])
        with first.function.location:
            made = [second, *_write(module, first, request)]
    first.function.attributes[SECOND_PULLBACK] = ir.FlatSymbolRefAttr.get(second)
    return made


def bring_called(module: ir.Operation, wanted: Request) -> tuple[list[str], list[Request]]:
    """If a request is what one on memory is on tensors, and calls of that need a pullback: what is made for that.

    The names of all of it, and what of it is to be written.
    """
    if CALLED not in wanted.function.attributes or is_on_memory(module, wanted.primal, wanted):
        return [], []
    made = _bring(module, wanted)
    return [wanted.name, *made], [each for each in requests.named(module, made) if each]


def forget_second_pullbacks(module: ir.Operation) -> None:
    """When all derivatives are written, nobody asks any more."""
    for function in functions(module).values():
        if SECOND_PULLBACK in function.attributes:
            del function.attributes[SECOND_PULLBACK]


def _is_plain(request: Request) -> bool:
    """Whether it is the pullback for one cotangent, or a gradient."""
    return request.kind in ("pullback", "gradient") and request.vectors is None and not request.one_hot


def _keeps_snapshots(module: ir.Operation, first: Request, is_budgeted: bool) -> bool:
    """Whether it is of a function that states no derivative itself, gives values, and may have loops with snapshots."""
    table = functions(module)
    function = table[first.primal]
    _, results = signature(function)
    if not {PULLBACK, PUSHFORWARD}.isdisjoint(function.attributes):
        return False
    is_gradient = first.kind not in ("pullback", "jacobian")
    if is_gradient and any(DYNAMIC in build.shape_of(t) for t in results if has_derivative(t)):
        return False  # its cotangent has a size that the function alone knows
    name = first.primal
    while "lagrad.pushforward" in table[name].attributes:  # it has the loops of its own primal, with tangents
        (name,) = requests.primals_of(table[name])
    called = [table[other] for other in (name, *reachable(module, name)) if other in table]
    return any(_may_keep(op, is_budgeted) for each in called for op in walk(each))


def _write(module: ir.Operation, first: Request, second: Request) -> list[str]:
    """Writes the body of a request, and returns what it asks for."""
    if first.kind == "hvp":
        along = _ask(module, "pushforward", first.primal, first.wrt, f"{second.name}.along")
        places = [n + sum(other < n for other in first.wrt) for n in first.wrt]
        return [along, *_write(module, replace(first, kind="gradient", primal=along, wrt=places), second)]
    own = {} if first.vectors is None else {"vectors": first.vectors}
    pushed = _ask(
        module, "pushforward", first.primal, first.wrt, f"{second.name}.pushforward", first.with_primal, **own
    )
    parts = Exchanged(module, first, second, pushed)
    back = None
    if parts.wrt:
        back = _ask(module, "pullback", pushed, parts.wrt, f"{second.name}.pullback", parts.with_primal)
    types, _ = signature(second.function)
    entry = second.function.regions[0].blocks.append(*types, arg_locs=[second.function.location] * len(types))
    with ir.InsertionPoint(entry):
        parts.take(list(entry.arguments))
        found = each_direction.call(module, back or pushed, [*parts.pairs(), *(parts.cotangents() if back else [])])
        build.emit("func.return", [], parts.results(found))
    publish(second)
    return [name for name in (pushed, back) if name]


def _ask(
    module: ir.Operation, kind: str, of: str, wrt: list[int] | None, name: str, with_primal: bool = False, **own: int
) -> str:
    name = requests.fresh_name(module, name)
    if kind in ("gradient", "hvp"):
        own["of_sum"] = True  # what is asked for says so, or it is one number
    requests.declare(module, kind, of, wrt, name, functions(module)[of].location, with_primal, **own)
    return name
