"""A derivative of a function on memory, around that of the raised function.

A shadow goes in as the cotangent of what its buffer holds at the end, and comes out as that of what it held at the
beginning. So the wrapper reads buffers and shadows as tensors, runs the derivative of the raised function, and writes
what buffers hold at the end, and the new shadows, where the old ones were.
"""

from __future__ import annotations

from collections.abc import Iterator

from ... import build
from ...analysis.call_graph import functions, signature, symbol
from ...analysis.derivative_types import has_tangent, type_of
from ...analysis.memory import is_memory
from ...analysis.request import Derivative, Fill, Request
from ...build import has_derivative
from ...dialect import APART
from ...errors import Failure, error, note
from ...mlir import ir
from ...raising.function import raise_loops
from ..calls.declarations import fresh
from ..calls.outlined_pieces import outline
from ..calls.own_derivatives import custom_pushforwards, known_pullbacks
from ..prepare import publish
from . import along_axes, versions
from .arguments import Arguments
from .called import erase_unused, hand_on, result_of
from .overlaps.apart import assert_apart, mark_apart
from .places.buffers import as_memory, global_buffer, is_read_of, store_all, to_tensor
from .raising.function import Raised, raise_function
from .raising.recursion import Recursion

_KINDS = {"pullback": "pullback", "gradient": "pullback", "pushforward": "pushforward"}


def fill(module: ir.Operation, request: Request, again: Fill) -> None:
    """Writes the body of a derivative of a function on memory; `again` writes those of functions on tensors."""
    if request.kind in ("jacobian", "hessian") or request.kind == "hvp" and not request.one_hot:
        along_axes.fill(module, request, again)
        return
    if request.one_hot:
        raise Failure(
            error(
                request.function.location,
                f"cannot write a one-hot direction of @{request.primal}, through whose memory active values pass",
                note(None, "leave lagrad.cotangent or lagrad.tangent out, and pass all of the direction"),
            )
        )
    name = fresh(f"{request.primal}.tensors", functions(module))
    derivatives = {*known_pullbacks(module), *custom_pushforwards(module)}
    recursion = Recursion.of(module, request.primal, derivatives)
    raised = raise_function(module, request.primal, name, derivatives, request.wrt, recursion)
    for each in (raised.name, *recursion.names()):
        raise_loops(functions(module)[each])
    before = set(functions(module))
    outline(module)
    pieces = [piece for piece in functions(module) if piece not in before]
    try:
        inner = _derivative(module, request, raised, again)
    except Failure:
        recursion.erase()
        raise
    commons = versions.common_buffers_of(module, request, raised.written)
    function = request.function
    if commons:
        function = versions.declare_apart(module, request.name, *signature(function), function.location)
    try:
        _Wrapper(module, request, raised, function).write(inner)
    finally:
        erase_unused(module, [symbol(inner), name, *pieces])
        recursion.erase()
    if commons:
        versions.choose(module, request, commons, raised, symbol(function), again)
    publish(request)
    if commons:
        request.function.attributes[APART] = ir.FlatSymbolRefAttr.get(symbol(function))


def _derivative(module: ir.Operation, request: Request, raised: Raised, again: Fill) -> ir.Operation:
    """The derivative of the raised function, a private function of the module."""
    kind = _KINDS[request.kind]
    with_primal = request.with_primal or bool(raised.written or raised.changed)
    name = fresh(f"{request.name}.tensors", functions(module))
    asked = Derivative(kind=kind, wrt=request.wrt, with_primal=with_primal, vectors=request.vectors)
    with ir.InsertionPoint(module.regions[0].blocks[0]), request.function.location:
        type = type_of(asked, *signature(functions(module)[raised.name]))
        function = build.private_function(name, type.inputs, type.results)
    hand_on(request, function)
    wanted = Request(
        kind=kind,
        wrt=request.wrt,
        with_primal=with_primal,
        vectors=request.vectors,
        function=function,
        name=name,
        primal=raised.name,
    )
    try:
        again(module, wanted)
    except Failure:
        function.erase()
        functions(module)[raised.name].erase()
        raise
    return function


class _Wrapper:
    """The body of one derivative on memory, as it is written."""

    def __init__(self, module: ir.Operation, request: Request, raised: Raised, function: ir.Operation):
        self.request, self.raised, self.function = request, raised, function
        self.inputs, self.results = signature(functions(module)[request.primal])
        self.taken, self.given = signature(functions(module)[raised.name])
        self.block = build.entry(function)
        self.is_forward = request.kind == "pushforward"
        self.arguments = Arguments.of(request, self.inputs, self.results, list(self.block.arguments))
        self.primal, self.directions = self.arguments.primal, self.arguments.directions
        self.cotangents = self.arguments.cotangents

    def write(self, inner: ir.Operation) -> None:
        """Emits the body around that of the `inner` derivative."""
        with ir.InsertionPoint(self.block), self.request.function.location:
            globals = {root: global_buffer(root) for root in self.raised.globals}
            if self.function == self.request.function:  # else its caller has made sure
                held = [(buffer, root in self.raised.changed) for root, buffer in globals.items()]
                pairs = self.arguments.pairs(self.raised.written, held)
                assert_apart(self.request.name, pairs)
                if pairs:
                    mark_apart(self.function, pairs)
            primal = [self._tensor(v, n in self.raised.written) for n, v in enumerate(self.primal)]
            held = [self._tensor(globals[root], root in self.raised.changed) for root in self.raised.globals]
            given = list(self._given(primal, held))
            results = iter(result_of(inner, given))
            kept, stores = [], []
            if self.request.with_primal or self.raised.written or self.raised.changed:
                kept = [next(results) for _ in self.results]
                finals = {n: next(results) for n in self.raised.finals}
                stores = [(finals[n], primal[n], self.primal[n]) for n in self.raised.written]
                starts = dict(zip(self.raised.globals, held))
                stores += [(next(results), starts[root], globals[root]) for root in self.raised.changed]
            derivative = self._tangents(results) if self.is_forward else self._gradients(results)
            returned = self._keep(derivative, given, stores)
            returned = [*(kept if self.request.with_primal else []), *returned]
            types = signature(self.function)[1]
            returned = [as_memory(value, type) for value, type in zip(returned, types, strict=True)]
            store_all(stores)
            build.emit("func.return", [], returned)

    def _given(self, primal: list[ir.Value], held: list[ir.Value]) -> Iterator[ir.Value]:
        """The arguments of the derivative on tensors, for those of the function on tensors."""
        if self.is_forward:
            for number, value in enumerate(primal):
                yield value
                if number in self.directions:
                    yield self._tensor(self.directions[number], True)
            yield from held
            return
        yield from [*primal, *held]
        if self.request.kind == "gradient":
            (type,) = (t for t in self.results if has_tangent(t))
            yield self._one(type)
        yield from (self._tensor(ct, False) for ct in self.cotangents)
        for number in self.raised.finals:
            if number in self.directions:
                yield self._tensor(self.directions[number], True)
            elif has_derivative(self.taken[number]):
                yield self._nothing(primal[number])
        starts = dict(zip(self.raised.globals, held))
        yield from (self._nothing(starts[root]) for root in self.raised.changed if has_derivative(starts[root].type))

    def _one(self, type: ir.Type) -> ir.Value:
        if build.DYNAMIC in build.shape_of(type):
            raise Failure(
                error(
                    self.request.function.location,
                    f"cannot write a gradient of @{self.request.primal}: it is on memory, and its result of open size",
                    note(None, "ask for lagrad.pullback, which takes the cotangent"),
                )
            )
        return build.full(type, [], 1.0)

    def _nothing(self, like: ir.Value) -> ir.Value:
        """The cotangent of what memory holds at the end where nobody asks for its derivative: nothing reads it."""
        sizes = build.sizes_of(like)
        if self.request.vectors is None:
            return build.empty(like.type, sizes)
        count = self.request.vectors
        shape = [build.DYNAMIC if count == -1 else count, *build.shape_of(like.type)]
        type = build.tensor_type(shape, build.element(like.type))
        return build.empty(type, [self._count() if count == -1 else count, *sizes])

    def _count(self) -> ir.Value:
        """How many directions there are."""
        direction = next(iter([*self.cotangents, *self.directions.values()]))
        name = "memref.dim" if is_memory(direction.type) else "tensor.dim"
        return build.emit1(name, build.index_type(), direction, build.index(0))

    def _gradients(self, results: Iterator[ir.Value]) -> list[tuple[ir.Value, int | None]]:
        """What the pullback gives, each with the number of the argument whose shadow takes it."""
        return [(next(results), n if n in self.directions else None) for n in self.request.wrt]

    def _tangents(self, results: Iterator[ir.Value]) -> list[tuple[ir.Value, int | None]]:
        """What the pushforward gives, likewise; tangents of memory that nobody asks for are left out."""
        given = [(next(results), None) for t in self.results if has_tangent(t)]
        for number in self.raised.finals:
            if has_derivative(self.taken[number]):
                tangent = next(results)
                given += [(tangent, number)] if number in self.directions else []
        return given

    def _keep(self, derivative: list, given: list[ir.Value], stores: list) -> list[ir.Value]:
        """Sorts what the derivative gives into stores to shadows and what is returned."""
        returned = []
        for tensor, number in derivative:
            if number is None:
                returned.append(tensor)
                continue
            shadow = self.directions[number]
            (start,) = (v for v in given if is_read_of(v, shadow))
            stores.append((tensor, start, shadow))
        return returned

    def _tensor(self, value: ir.Value, is_written: bool) -> ir.Value:
        return to_tensor(value, is_written) if is_memory(value.type) else value
