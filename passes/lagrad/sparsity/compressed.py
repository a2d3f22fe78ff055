"""Compressed Jacobians and Hessians: a few directions instead of one for each column, and the entries picked out.

The pattern and its colouring are found when the derivative is written, so the function that is written
holds the colours and the places of the entries as constants. It gives the matrix as SciPy's CSR: the
values, the column of each, and where each row begins. The rows are the elements of the float results, one
result after the other, the columns those of the arguments in wrt.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from .. import build
from ..ad.account import counted
from ..ad.directions.jacobian import CHUNK
from ..ad.directions.many import OneDirection, Workshop, body
from ..ad.emission import for_loop
from ..ad.prepare import publish
from ..analysis.call_graph import signature
from ..analysis.derivative_types import directions_of
from ..analysis.request import Fill, Request
from ..build import shape_of
from ..errors import Failure, Report, error
from ..mlir import ir
from .coloring import Coloring, color, color_symmetric
from .detect import detect
from .pattern import Part, Pattern, with_full_blocks


def fill(module: ir.Operation, request: Request, fill: Fill, report: Report) -> None:
    """Writes the body of a `lagrad.jacobian` or `lagrad.hessian` with `lagrad.compressed`."""
    workshop = Workshop(module, dataclasses.replace(request, compressed=False), fill)
    inputs, results = workshop.signature(request.primal)
    function = request.primal
    if request.kind == "hessian":
        function = workshop.derive("gradient", request.primal, request.wrt)
    pattern = with_full_blocks(detect(workshop.module.operation, function, request.wrt))
    if request.kind == "hessian":
        pattern = pattern.symmetric()
        coloring = color_symmetric(pattern)
    else:
        coloring = color(pattern, request.mode or "auto")
    _check_sizes(request, pattern)
    _report(request, pattern, coloring, report)
    arguments, here = body(request)
    with here, request.function.location:
        kept = []
        if request.with_primal:
            kept = build.emit("func.call", results, arguments, callee=ir.FlatSymbolRefAttr.get(request.primal))
        values = _values(request, workshop, function, pattern, coloring, arguments)
        _, gives = signature(request.function)
        matrix = [values, _constant(pattern.indices), _constant(pattern.indptr)]
        matrix = [_cast(value, type) for value, type in zip(matrix, gives[len(kept) :])]
        build.emit("func.return", [], [*kept, *matrix])
    publish(request)


def _report(request: Request, pattern: Pattern, coloring: Coloring, report: Report) -> None:
    how = {"forward": "pushforwards", "reverse": "pullbacks", "symmetric": "pushforwards, by a star colouring"}[
        coloring.mode
    ]
    report.remark(
        request.function.location,
        f"@{request.name}, {pattern.shape[0]} x {pattern.shape[1]}, has {counted(pattern.count, 'nonzero')} "
        f"and takes {counted(coloring.count, 'direction')}: {how}",
    )
    report.entry(
        request=request.name,
        kind=request.kind,
        primal=request.primal,
        wrt=request.wrt,
        entries=pattern.count,
        directions=coloring.count,
        coloring=coloring.mode,
    )


def _check_sizes(request: Request, pattern: Pattern) -> None:
    """Failure where the declaration has another number of entries."""
    _, gives = signature(request.function)
    for type in gives[-3:-1]:
        if shape_of(type) not in ([build.DYNAMIC], [pattern.count]):
            raise Failure(
                error(
                    request.function.location,
                    f"the compressed {request.kind} of @{request.primal} with respect to {request.wrt} has "
                    f"{pattern.count} entries; @{request.name} has the type {type}, which may be "
                    f"{build.tensor_type([pattern.count], build.element(type))} or "
                    f"{build.tensor_type([build.DYNAMIC], build.element(type))}",
                )
            )


def _values(
    request: Request, workshop: Workshop, function: str, pattern: Pattern, coloring: Coloring, arguments: list[ir.Value]
) -> ir.Value:
    inputs, results = workshop.signature(function)
    of = build.element(inputs[request.wrt[0]]) if request.wrt else ir.F64Type.get()
    into = build.empty(build.tensor_type([pattern.count], of), [pattern.count])
    if not pattern.count:
        return into
    reverse = coloring.mode == "reverse"
    kind = "pullback" if reverse else "pushforward"
    one = OneDirection(
        workshop, workshop.derive(kind, function, request.wrt), directions_of(kind, inputs, results, request.wrt)
    )
    seeded, shown = (pattern.results, pattern.arguments) if reverse else (pattern.arguments, pattern.results)
    given: list[ir.Value | Part] = list(arguments)
    if reverse:
        given += seeded
    else:  # each tangent stands behind its argument
        tangents = {part.number: part for part in seeded}
        given = [v for n, a in enumerate(arguments) for v in ([a, tangents[n]] if n in tangents else [a])]
    chunk = min(request.chunk or CHUNK, coloring.count)
    if request.chunk is None:  # equal chunks
        chunk = -(-coloring.count // -(-coloring.count // chunk))
    products = _products(one, given, coloring, shown, of, chunk)
    places = coloring.places.astype(np.int64) * _padded(coloring, chunk) + coloring.directions
    return _picked(products, _constant(_narrow(places)), into)


def _products(
    one: OneDirection, given: list, coloring: Coloring, shown: tuple[Part, ...], of: ir.Type, chunk: int
) -> ir.Value:
    """The products with all directions, a chunk of them at a time: for each element one for each direction.

    `given` has a Part where the directions of that argument or result stand.
    """
    total, width = _padded(coloring, chunk), sum(part.size for part in shown)
    colors = [
        _constant(coloring.colors[v.start : v.stop].reshape(v.shape).astype(np.int32)) if isinstance(v, Part) else v
        for v in given
    ]
    start = build.empty(build.tensor_type([width, total], of), [width, total])
    loop = for_loop([build.index(0), build.index(total), build.index(chunk)], [start])
    begin, columns = loop.regions[0].blocks[0].arguments
    with ir.InsertionPoint(loop.regions[0].blocks[0]):
        types = [a.type for a in one.program.arguments]
        arguments = [
            _cast(_seeds(c, begin, chunk, of), build.tensor_type([*shape_of(t), chunk], of))
            if isinstance(v, Part)
            else v
            for v, c, t in zip(given, colors, types, strict=True)
        ]
        products = one.emit(arguments, chunk, inner=True, invariant=ir.InsertionPoint(loop))
        for part, product in zip(shown, products, strict=True):
            static = build.tensor_type([*part.shape, chunk], of)  # the type may leave open what is known
            flat = _reshaped(_cast(product, static), [part.size, chunk])
            columns = build.insert_slice(flat, columns, [part.start, begin], [part.size, chunk], [1, 1])
        build.emit("scf.yield", [], [columns])
    return _reshaped(loop.results[0], [width * total])


def _padded(coloring: Coloring, chunk: int) -> int:
    """Directions in whole chunks; those that no element has are zero."""
    return -(-coloring.count // chunk) * chunk


def _seeds(colors: ir.Value, begin: ir.Value, chunk: int, of: ir.Type) -> ir.Value:
    """For each element one where it has the color, from `begin` on, of a direction, zero for the others of the
    chunk."""
    shape = shape_of(colors.type)
    rank = len(shape)
    own = ir.AffineMap.get(rank + 1, 0, [ir.AffineDimExpr.get(d) for d in range(rank)])

    def is_one(args: list[ir.Value]) -> list[ir.Value]:
        last = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), rank)
        direction = build.emit1("linalg.index", build.index_type(), dim=last)
        wanted = build.emit1("arith.addi", begin.type, begin, direction)
        hit = build.compare_integers("eq", build.to_index(args[0]), wanted)
        return [build.emit1("arith.select", of, hit, build.constant(of, 1.0), build.constant(of, 0.0))]

    into = build.empty(build.tensor_type([*shape, chunk], of), [*shape, chunk])
    maps = [own, ir.AffineMap.get_identity(rank + 1)]
    return build.generic([colors], [into], maps, ["parallel"] * (rank + 1), is_one)[0]


def _picked(products: ir.Value, places: ir.Value, into: ir.Value) -> ir.Value:
    """The products at those places."""
    identity = ir.AffineMap.get_identity(1)

    def pick(args: list[ir.Value]) -> list[ir.Value]:
        return [build.extract(products, [build.to_index(args[0])])]

    return build.generic([places], [into], [identity, identity], ["parallel"], pick)[0]


def _reshaped(tensor: ir.Value, shape: list[int]) -> ir.Value:
    """Leading dimensions as one, which is there even for a scalar."""
    here = shape_of(tensor.type)
    if here == shape:
        return tensor
    merged = len(here) - len(shape) + 1  # dimensions that become the first
    groups = [[0, 1]] if merged == 0 else [list(range(merged)), *([merged + d] for d in range(len(shape) - 1))]
    number = ir.IntegerType.get_signless(64)
    reassociation = [ir.ArrayAttr.get([ir.IntegerAttr.get(number, d) for d in group]) for group in groups]
    name, more = "tensor.collapse_shape", {}
    if merged == 0:
        name, more = "tensor.expand_shape", {"static_output_shape": ir.DenseI64ArrayAttr.get(shape)}
    result = build.tensor_type(shape, build.element(tensor.type))
    return build.emit1(name, result, tensor, reassociation=ir.ArrayAttr.get(reassociation), **more)


def _constant(numbers: np.ndarray) -> ir.Value:
    """A constant tensor of integers."""
    numbers = np.array(numbers, order="C")
    width = ir.IntegerType.get_signless(8 * numbers.itemsize)
    attribute = ir.DenseElementsAttr.get(numbers, shape=numbers.shape, type=width)
    return build.emit1("arith.constant", attribute.type, value=attribute)


def _narrow(places: np.ndarray) -> np.ndarray:
    """In 32 bits where they fit."""
    return places.astype(np.int32) if places.max(initial=0) < 2**31 else places


def _cast(value: ir.Value, type: ir.Type) -> ir.Value:
    return value if value.type == type else build.emit1("tensor.cast", type, value)
