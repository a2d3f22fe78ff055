"""Calls of pushforwards along tangents that are constant zeros: pushforwards by the other arguments.

A program that takes a gradient forwards calls a pushforward once for each argument, with one for its tangent and zeros
for the others. A product with a zero cannot be folded afterwards, as the other factor may be infinite.
"""

from __future__ import annotations

from .. import requests
from ..analysis.call_graph import functions, symbol
from ..analysis.request import Request
from ..analysis.walk import walk
from ..build import constant_of, emit
from ..errors import Failure
from ..mlir import ir


def leave_out_zero_tangents(module: ir.Operation) -> None:
    """Calls what takes fewer tangents, a request that the module gets, where some are zero and some are not."""
    asked: dict[str, Request | None] = {}
    made: dict[tuple[str, tuple[int, ...]], str] = {}
    table = functions(module)
    for op in [op for op in walk(module) if op.name == "func.call"]:
        callee = ir.FlatSymbolRefAttr(op.attributes["callee"]).value
        if callee not in asked:
            asked[callee] = _pushforward(module, table, callee)
        if request := asked[callee]:
            _narrow(module, op, request, made)


def _pushforward(module: ir.Operation, table: dict[str, ir.Operation], name: str) -> Request | None:
    """The request of this name, if it is a pushforward along one tangent for each argument; what is wrong is told
    elsewhere."""
    if name not in table or "lagrad.pushforward" not in table[name].attributes:
        return None
    try:
        (request,) = requests.named(module, [name])
    except Failure:
        return None
    return None if request.vectors is not None or request.one_hot else request


def _narrow(module: ir.Operation, call: ir.Operation, request: Request, made: dict) -> None:
    kept, wrt, operands = [], [], list(call.operands)
    while operands:
        number = len(kept) - len(wrt)
        kept.append(operands.pop(0))
        if number in request.wrt:
            tangent = operands.pop(0)
            if not _is_zero(tangent):
                kept.append(tangent)
                wrt.append(number)
    if not wrt or len(wrt) == len(request.wrt):
        return
    key = symbol(request.function), tuple(wrt)
    if key not in made:
        made[key] = requests.fresh_name(module, f"{key[0]}_by_{'_'.join(map(str, wrt))}")
        location = request.function.location
        requests.declare(module, "pushforward", request.primal, wrt, made[key], location, request.with_primal)
    with call.location, ir.InsertionPoint(call):
        callee = ir.FlatSymbolRefAttr.get(made[key])
        results = emit("func.call", [r.type for r in call.results], kept, callee=callee)
    for old, new in zip(call.results, results):
        old.replace_all_uses_with(new)
    call.erase()


def _is_zero(value: ir.Value) -> bool:
    if isinstance(value.owner, ir.Block):
        return False
    op = value.owner.operation
    if op.name in ("linalg.fill", "tensor.splat"):
        return _is_zero(op.operands[0])
    return op.name == "arith.constant" and constant_of(value) == 0
