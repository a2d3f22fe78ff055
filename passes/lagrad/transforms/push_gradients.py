"""A gradient by one number is a tangent: it may run forwards."""

from __future__ import annotations

from math import prod

from .. import build, requests
from ..ad.calls.declarations import open_body
from ..ad.prepare import publish
from ..analysis.call_graph import functions, signature
from ..analysis.recording.ahead import is_sum
from ..analysis.request import Request
from ..analysis.walk import walk
from ..build import DYNAMIC, emit1, has_derivative
from ..errors import Report
from ..mlir import ir
from ..requests.kinds import OF_SUM

_KINDS = ("gradient", "value_and_grad")


def push_gradients(module: ir.Operation, report: Report) -> list[str]:
    """Gives requests for a gradient by one number a body that calls a pushforward along one; the names of these.

        func.func private @df(f64, tensor<1000xf64>) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [0]}

    The pushforward runs `@f` once and keeps nothing of its iterations, where the reverse mode would need a tape. So
    this is done where a loop of `@f` carries more than sums. The number may be the one element of a tensor. Gradients
    by more numbers, of functions on memory, and of other types than that of the number stay as they are.
    """
    made = []
    for request in requests.collect(module):
        if _is_by_one_number(module, request):
            report.remark(request.function.location, f"@{request.name} runs forwards: it is by one number")
            made.append(_define(module, request))
    return made


def _is_by_one_number(module: ir.Operation, request: Request) -> bool:
    primal = functions(module)[request.primal]
    inputs, results = signature(primal)
    if request.kind not in _KINDS or len(request.wrt) != 1 or len(results) != 1:
        return False
    types = [inputs[request.wrt[0]], *results]
    if any(isinstance(t, ir.MemRefType) for t in inputs) or OF_SUM in request.function.attributes:
        return False
    is_one = all(map(_is_one_number, types)) and len({str(_element(t)) for t in types}) == 1
    return is_one and any(map(_carries_a_state, walk(primal)))


def _carries_a_state(op: ir.Operation) -> bool:
    """Whether an operation is a loop that carries floats which are no sums: its adjoint would read some of each
    iteration."""
    if op.name != "scf.for":
        return op.name == "scf.while"
    (block,) = op.regions[0].blocks
    pairs = zip(list(block.arguments)[1:], block.operations[len(block.operations) - 1].operands)
    return any(has_derivative(before.type) and not is_sum(before, after) for before, after in pairs)


def _is_one_number(type: ir.Type) -> bool:
    is_one = not isinstance(type, ir.RankedTensorType) or DYNAMIC not in type.shape and prod(type.shape) == 1
    return is_one and isinstance(_element(type), ir.FloatType)


def _element(type: ir.Type) -> ir.Type:
    return type.element_type if isinstance(type, ir.RankedTensorType) else type


def _define(module: ir.Operation, request: Request) -> str:
    """Gives a request its body: a call of the pushforward along one, whose name this is."""
    (number,), location = request.wrt, request.function.location
    name = requests.fresh_name(module, f"{request.name}_forwards")
    pushforward = requests.declare(module, "pushforward", request.primal, [number], name, location, request.with_primal)
    of = signature(functions(module)[request.primal])[0][number]
    gives = signature(pushforward)[1]
    block = open_body(request.function)
    with location, ir.InsertionPoint(block):
        values = list(block.arguments)
        values.insert(number + 1, _as(of, build.constant(_element(of), 1.0)))
        *value, tangent = build.emit("func.call", gives, values, callee=ir.FlatSymbolRefAttr.get(name))
        build.emit("func.return", [], [*value, _as(of, tangent)])
    publish(request)
    return name


def _as(type: ir.Type, value: ir.Value) -> ir.Value:
    """One number as another type: of a tensor, or alone."""
    if isinstance(value.type, ir.RankedTensorType):
        zeros = [build.index(0)] * value.type.rank
        value = emit1("tensor.extract", value.type.element_type, value, *zeros)
    return value if value.type == type else emit1("tensor.from_elements", type, value)
