"""A derivative of a function on memory for arguments that overlap.

It copies them to common buffers, differentiates with respect to those, and copies back. Two arguments have their
elements in common as their memory has, and a shadow, or a tangent, is put where its argument is. That is right if the
shadows overlap as the arguments do, which it makes sure of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce

from .... import build
from ....analysis.call_graph import functions, signature
from ....analysis.derivative_types import type_of
from ....analysis.request import Derivative, Fill, Request
from ....mlir import ir
from ...calls.declarations import fresh
from ..arguments import Arguments
from ..places.views import shape_of
from . import overlap_functions as at_run_time
from .apart import Pairs, assert_apart
from .common_buffers import Common, numbers_of_part, on_parts
from .layout import Layout, allocate, table
from .overlap_functions import Elements, absent, copy, match


def write(
    module: ir.Operation,
    request: Request,
    commons: Sequence[Common],
    written: Sequence[int],
    pairs: Callable[[Arguments], Pairs],
    again: Fill,
) -> ir.Operation:
    """Adds this version of a request's function to a module; Failure where it cannot be.

    `written` are the arguments that the function writes, `pairs` says which memory must lie apart.
    """
    inner = _derivative(module, request, commons, again)
    takes, gives = signature(request.function)
    with ir.InsertionPoint(module.regions[0].blocks[0]), request.function.location:
        name = fresh(f"{request.name}.overlapping", functions(module))
        new = build.private_function(name, takes, gives, _rare())
        with ir.InsertionPoint(build.entry(new)):
            inputs, results = signature(functions(module)[request.primal])
            given = Arguments.of(request, inputs, results, list(new.regions[0].blocks[0].arguments))
            assert_apart(request.name, _of_others(pairs(given), given, commons))
            build.emit("func.return", [], _around(request, commons, given, inner, written))
    return new


def _derivative(module: ir.Operation, request: Request, commons: Sequence[Common], again: Fill) -> Request:
    """The derivative of the function on parts."""
    primal = on_parts(module, request.primal, commons)
    name = fresh(f"{request.name}.parts", functions(module))
    inputs, results = signature(primal)
    old, _ = signature(functions(module)[request.primal])
    wrt = [k for k, common in enumerate(commons) if set(common.members) & set(request.wrt)]
    members = {n for common in commons for n in common.members}
    at = len(commons)
    for number, type in enumerate(old):
        if number in members:
            at += numbers_of_part(type)
        else:
            wrt += [at] if number in request.wrt else []
            at += 1
    asked = Derivative(kind=request.kind, wrt=wrt, with_primal=request.with_primal, vectors=request.vectors)
    with ir.InsertionPoint(module.regions[0].blocks[0]), request.function.location:
        type = type_of(asked, inputs, results)
        function = build.private_function(name, type.inputs, type.results)
    wanted = replace(request, wrt=wrt, function=function, name=name, primal=_name(primal))
    try:
        again(module, wanted)
    except BaseException:
        function.erase()
        raise
    finally:
        primal.erase()
    for own, value in {"sym_visibility": ir.StringAttr.get("private"), **_rare()}.items():
        function.attributes[own] = value
    return wanted


def _rare() -> dict[str, ir.Attribute]:
    return dict.fromkeys(at_run_time.RARE, ir.UnitAttr.get())


def _name(function: ir.Operation) -> str:
    return ir.StringAttr(function.attributes["sym_name"]).value


def _of_others(pairs: Pairs, given: Arguments, commons: Sequence[Common]) -> Pairs:
    """The pairs that are not parts of one common buffer, or directions of such parts: of those each element is
    compared."""
    together = [{values[n] for n in own.members for values in _both(given) if n in values} for own in commons]
    return [(one, other) for one, other in pairs if not any(one in own and other in own for own in together)]


def _both(given: Arguments) -> tuple[dict[int, ir.Value], dict[int, ir.Value]]:
    return dict(enumerate(given.primal)), given.directions


class _Copy:
    """One common buffer, and that of the directions of its parts, if they have any."""

    def __init__(self, request: Request, common: Common, given: Arguments):
        self.request, self.given, self.common = request, given, common
        self.directed = [n for n in common.members if n in given.directions]
        buffers = [given.primal[n] for n in common.members] + [given.directions[n] for n in self.directed]
        self.layout = Layout(buffers, request.name)
        self.count = None  # of directions
        if self.directed and request.vectors is not None:
            self.count = _metadata(given.directions[self.directed[0]])[0][0]
        self.buffer = allocate(common.type, self.layout.length)
        self.direction = self._directions() if self.directed else None

    def fill(self) -> None:
        for buffer, part in self._parts():
            copy(_open(buffer), part)

    def give_back(self, written: Sequence[int]) -> None:
        kept = [self.given.primal[n] for n in written] + list(self.given.directions.values())
        for buffer, part in self._parts():
            if buffer in kept:
                copy(part, _open(buffer))

    def numbers(self, n: int) -> list[ir.Value]:
        """Which part an argument is."""
        first, sizes, strides = self._elements(n)
        open_ones = [
            size for size, static in zip(sizes, shape_of(self.given.primal[n].type)) if static == build.DYNAMIC
        ]
        return [first, *open_ones, *strides]

    def _parts(self) -> Iterator[tuple[ir.Value, ir.Value]]:
        for n in self.common.members:
            yield self.given.primal[n], _part(self.buffer, self._elements(n))
        for n in self.directed:
            yield self.given.directions[n], _part(self.direction, self._many(n))

    def _elements(self, n: int) -> Elements:
        sizes, strides = _metadata(self.given.primal[n])
        return self.layout.first[self.given.primal[n]], sizes, strides

    def _many(self, n: int) -> Elements:
        """The elements of the directions of a part, in the buffer of directions: those of one behind those of
        another."""
        first, sizes, strides = self._elements(n)
        if self.count is None:
            return first, sizes, strides
        return first, [self.count, *sizes], [self.layout.length, *strides]

    def _directions(self) -> ir.Value:
        """Their buffer, once it is sure that two of them overlap exactly where their arguments do, and no argument."""
        length, index = self.layout.length, build.index_type()
        there = table(length if self.count is None else build.emit1("arith.muli", index, length, self.count))
        back = table(length)
        flags = []
        for into in (there, back):
            at_run_time.clear(into)
        for n in self.directed:
            direction = self.given.directions[n]
            sizes, strides = _metadata(direction)
            flags.append(match(there, back, self._many(n), (self.layout.first[direction], sizes, strides)))
        flags += [absent(back, self._elements(n)) for n in self.common.members]
        alike = reduce(lambda a, b: build.emit1("arith.andi", a.type, a, b), flags)
        told = f"@{self.request.name} takes arguments that overlap, and shadows or tangents that do not overlap alike"
        build.emit("cf.assert", [], [alike], msg=ir.StringAttr.get(told))
        flat, vectors = self.common.type, self.request.vectors
        shape = [build.DYNAMIC] if vectors is None else [build.DYNAMIC if vectors == -1 else vectors, build.DYNAMIC]
        type = ir.MemRefType.get(shape, flat.element_type, None, flat.memory_space)
        buffer = allocate(type, *([self.count] if vectors == -1 else []), length)
        _fill(build.constant(flat.element_type, 0), buffer)
        return buffer


def _around(
    request: Request, commons: Sequence[Common], given: Arguments, inner: Request, written: Sequence[int]
) -> list[ir.Value]:
    """Copies in, calls the derivative on parts, copies back; gives what that returns."""
    copies = [_Copy(request, common, given) for common in commons]
    for one in copies:
        one.fill()
    of = {n: one for one in copies for n in one.common.members}
    is_forward, flat = request.kind == "pushforward", []
    for one in copies:
        flat += [one.buffer, one.direction] if is_forward and one.direction is not None else [one.buffer]
    for n, value in enumerate(given.primal):
        if n in of:
            flat += of[n].numbers(n)
        else:
            flat += [value, given.directions[n]] if is_forward and n in given.directions else [value]
    if not is_forward:
        flat += [*given.cotangents, *(one.direction for one in copies if one.direction is not None)]
        flat += [v for n, v in given.directions.items() if n not in of]
    callee = {"callee": ir.FlatSymbolRefAttr.get(inner.name)}
    results = build.emit("func.call", signature(inner.function)[1], flat, **callee)
    for one in copies:
        one.give_back(written)
    return results


def _fill(number: ir.Value, buffer: ir.Value) -> None:
    op = ir.Operation.create(
        "linalg.fill",
        operands=[number, buffer],
        attributes={"operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 1])},
        regions=1,
    )
    body = op.regions[0].blocks.append(number.type, number.type, arg_locs=[ir.Location.current] * 2)
    with ir.InsertionPoint(body):
        build.emit("linalg.yield", [], [body.arguments[0]])


def _metadata(buffer: ir.Value) -> tuple[list[ir.Value], list[ir.Value]]:
    """The sizes and the strides of a buffer."""
    type = ir.MemRefType(buffer.type)
    base, index = ir.MemRefType.get([], type.element_type, None, type.memory_space), build.index_type()
    _, _, *rest = build.emit("memref.extract_strided_metadata", [base, *[index] * (1 + 2 * type.rank)], [buffer])
    return rest[: type.rank], rest[type.rank :]


def _open_type(of: ir.MemRefType, rank: int) -> ir.MemRefType:
    layout = ir.StridedLayoutAttr.get(build.DYNAMIC, [build.DYNAMIC] * rank)
    return ir.MemRefType.get([build.DYNAMIC] * rank, of.element_type, layout, of.memory_space)


def _open(buffer: ir.Value) -> ir.Value:
    """A buffer, by a type that knows nothing of it."""
    own = ir.MemRefType(buffer.type)
    type = _open_type(own, own.rank)
    return buffer if type == own else build.emit1("memref.cast", type, buffer)


def _part(buffer: ir.Value, part: Elements) -> ir.Value:
    first, sizes, strides = part
    rank, dynamic = len(sizes), ir.DenseI64ArrayAttr.get([build.DYNAMIC] * len(sizes))
    return build.emit1(
        "memref.reinterpret_cast",
        _open_type(ir.MemRefType(buffer.type), rank),
        buffer,
        first,
        *sizes,
        *strides,
        operandSegmentSizes=ir.DenseI32ArrayAttr.get([1, 1, rank, rank]),
        static_offsets=ir.DenseI64ArrayAttr.get([build.DYNAMIC]),
        static_sizes=dynamic,
        static_strides=dynamic,
    )
