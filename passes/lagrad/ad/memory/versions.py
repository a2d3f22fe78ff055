"""Two versions of a derivative on memory: one for arguments that lie apart, one for those that overlap.

A function on tensors does what one on memory does if its arguments lie apart, and that is found out when the derivative
runs. What is differentiated again is the version for arguments that lie apart (`lagrad.apart` names it); derivatives
of that have no other one: they assert.
"""

from __future__ import annotations

from collections.abc import Sequence

from ... import build
from ...analysis.call_graph import functions, reachable, signature, symbol
from ...analysis.memory import is_memory
from ...analysis.request import Fill, Request
from ...dialect import APART, RESTRICT
from ...errors import Failure
from ...mlir import ir
from ..calls.declarations import fresh
from .arguments import Arguments
from .overlaps import overlapping
from .overlaps.apart import Pairs, assert_apart
from .overlaps.common_buffers import Common, common_buffers
from .overlaps.layout import lie_apart
from .places.buffers import global_buffer
from .raising.function import Raised


def common_buffers_of(module: ir.Operation, request: Request, written: Sequence[int]) -> list[Common]:
    """The buffers that arguments which overlap are parts of; none where only one version is made."""
    table = functions(module)
    called = [request.primal, *reachable(module, request.primal)]
    if any(name in table and APART in table[name].attributes for name in called):
        return []
    return common_buffers(table[request.primal], [*written, *request.wrt])


def declare_apart(
    module: ir.Operation, name: str, takes: Sequence[ir.Type], gives: Sequence[ir.Type], location: ir.Location
) -> ir.Operation:
    """Adds the version of a function for arguments that lie apart, which has no body yet."""
    alone, nothing = ir.DictAttr.get({RESTRICT: ir.UnitAttr.get()}), ir.DictAttr.get({})
    marks = ir.ArrayAttr.get([alone if is_memory(type) else nothing for type in takes])
    with ir.InsertionPoint(module.regions[0].blocks[0]), location:
        own = fresh(f"{name}.apart", functions(module))
        return build.private_function(own, takes, gives, {"no_inline": ir.UnitAttr.get(), "arg_attrs": marks})


def call_either(flag: ir.Value, yes: str, no: str, function: ir.Operation) -> None:
    """Ends a function with a call of one of two, which take and give what it does."""
    arguments, gives = list(function.regions[0].blocks[0].arguments), signature(function)[1]
    branch = ir.Operation.create("scf.if", results=gives, operands=[flag], regions=2)
    for region, name in zip(branch.regions, (yes, no)):
        with ir.InsertionPoint(region.blocks.append()):
            results = build.emit("func.call", gives, arguments, callee=ir.FlatSymbolRefAttr.get(name))
            build.emit("scf.yield", [], results)
    build.emit("func.return", [], list(branch.results))


def choose(
    module: ir.Operation, request: Request, commons: Sequence[Common], raised: Raised, apart: str, again: Fill
) -> None:
    """Makes the version for arguments that overlap, and writes the body of the request: a call of one of the two."""

    def pairs(given: Arguments) -> Pairs:
        globals = [(global_buffer(root), root in raised.changed) for root in raised.globals]
        return given.pairs(raised.written, globals)

    try:
        other = overlapping.write(module, request, commons, raised.written, pairs, again)
    except Failure:
        other = None  # for such arguments it cannot be done: an assertion says so
    takes, gives = signature(request.function)
    with ir.InsertionPoint(build.entry(request.function)), request.function.location:
        arguments = list(request.function.regions[0].blocks[0].arguments)
        compared = pairs(Arguments.of(request, *signature(functions(module)[request.primal]), arguments))
        if other is None:
            assert_apart(request.name, compared)
            callee = {"callee": ir.FlatSymbolRefAttr.get(apart)}
            build.emit("func.return", [], build.emit("func.call", gives, arguments, **callee))
            return
        call_either(lie_apart(compared), apart, symbol(other), request.function)
