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
from ..ad import tape
from ..ad.directions import Fill, OneDirection, Workshop, body
from ..ad.jacobian import CHUNK
from ..ad.prepare import publish
from ..analysis.call_graph import signature
from ..analysis.derivative_types import directions_of, many
from ..build import has_derivative, shape_of
from ..errors import Failure, error
from ..mlir import ir
from .coloring import Coloring, color, color_symmetric
from .detect import detect
from .pattern import Part, Pattern, with_full_blocks


def fill(module: ir.Operation, request, fill: Fill) -> None:
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


def _check_sizes(request, pattern: Pattern) -> None:
    """Failure where the declaration has another number of entries."""
    _, gives = signature(request.function)
    for type in gives[-3:-1]:
        if shape_of(type) not in ([build.DYNAMIC], [pattern.count]):
            raise Failure(
                error(
                    request.function.location,
                    f"the compressed {request.kind} of @{request.primal} with respect to {request.wrt} has "
                    f"{pattern.count} entries; @{request.name} has the type {type}, which may be "
                    f"{build.tensor_type([pattern.count], build.element(type))} or {build.tensor_type([build.DYNAMIC], build.element(type))}",
                )
            )


def _values(request, workshop: Workshop, function: str, pattern: Pattern, coloring: Coloring, arguments: list[ir.Value]) -> ir.Value:
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
    products = _products(one, given, coloring, shown, of, min(request.chunk or CHUNK, coloring.count))
    width = sum(part.size for part in shown)
    return _picked(products, _constant(_narrow(coloring.directions.astype(np.int64) * width + coloring.places)), into)


def _products(one: OneDirection, given: list, coloring: Coloring, shown: tuple[Part, ...], of: ir.Type, chunk: int) -> ir.Value:
    """The products with all directions, one after the other; a chunk of them at a time.

    `given` has a Part where the directions of that argument or result stand.
    """
    rounds = -(-coloring.count // chunk)
    total, width = rounds * chunk, sum(part.size for part in shown)
    colors = [_constant(coloring.colors[v.start : v.stop].reshape(v.shape).astype(np.int32)) if isinstance(v, Part) else v for v in given]
    start = build.empty(build.tensor_type([total, width], of), [total, width])
    loop = tape.for_loop([build.index(0), build.index(total), build.index(chunk)], [start])
    begin, rows = loop.regions[0].blocks[0].arguments
    with ir.InsertionPoint(loop.regions[0].blocks[0]):
        arguments = [_seeds(c, begin, chunk, of) if isinstance(v, Part) else v for v, c in zip(given, colors)]
        for part, product in zip(shown, one.emit(arguments, chunk, invariant=ir.InsertionPoint(loop)), strict=True):
            flat = _flat(product, 1)
            rows = build.insert_slice(flat, rows, [begin, part.start], [chunk, part.size], [1, 1])
        build.emit("scf.yield", [], [rows])
    return _flat(loop.results[0], 0)


def _seeds(colors: ir.Value, begin: ir.Value, chunk: int, of: ir.Type) -> ir.Value:
    """For each of `chunk` colours from `begin` on: one where an element has it, zero elsewhere."""
    shape = shape_of(colors.type)
    rank = len(shape)
    own = ir.AffineMap.get(rank + 1, 0, [ir.AffineDimExpr.get(d + 1) for d in range(rank)])

    def is_one(args: list[ir.Value]) -> list[ir.Value]:
        zero = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 0)
        direction = build.emit1("linalg.index", build.index_type(), dim=zero)
        wanted = build.emit1("arith.addi", begin.type, begin, direction)
        hit = build.compare_integers("eq", build.to_index(args[0]), wanted)
        return [build.emit1("arith.select", of, hit, build.constant(of, 1.0), build.constant(of, 0.0))]

    into = build.empty(many(build.tensor_type(shape, of), chunk), [chunk, *shape])
    maps = [own, ir.AffineMap.get_identity(rank + 1)]
    return build.generic([colors], [into], maps, ["parallel"] * (rank + 1), is_one)[0]


def _picked(products: ir.Value, places: ir.Value, into: ir.Value) -> ir.Value:
    """The products at those places."""
    identity = ir.AffineMap.get_identity(1)

    def pick(args: list[ir.Value]) -> list[ir.Value]:
        return [build.extract(products, [build.to_index(args[0])])]

    return build.generic([places], [into], [identity, identity], ["parallel"], pick)[0]


def _flat(tensor: ir.Value, kept: int) -> ir.Value:
    """All dimensions but the first `kept` as one, which is there even for a scalar."""
    shape = shape_of(tensor.type)
    size = int(np.prod(shape[kept:], dtype=np.int64))
    result = build.tensor_type([*shape[:kept], size], build.element(tensor.type))
    if len(shape) == kept + 1:
        return tensor
    number = ir.IntegerType.get_signless(64)
    if len(shape) == kept:
        groups = [[d] for d in range(kept - 1)] + [[kept - 1, kept]]
        name, more = "tensor.expand_shape", {"static_output_shape": ir.DenseI64ArrayAttr.get([*shape, 1])}
    else:
        groups = [[d] for d in range(kept)] + [list(range(kept, len(shape)))]
        name, more = "tensor.collapse_shape", {}
    reassociation = [ir.ArrayAttr.get([ir.IntegerAttr.get(number, d) for d in group]) for group in groups]
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
