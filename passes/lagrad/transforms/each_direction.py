"""A derivative in many directions, or in one that is one-hot, as a program that calls that in one direction.

Jacobians in reverse mode and Hessians are made row by row. It takes and gives what the request does. Pullbacks are made
of it, so that the loops keep snapshots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .. import build, requests
from ..ad.directions.jacobian import is_forward
from ..ad.directions.seeds import seed, sizes_of_results
from ..ad.emission import for_loop
from ..ad.snapshots.stack import read_row
from ..analysis.call_graph import functions, signature
from ..analysis.derivative_types import block
from ..analysis.request import Request
from ..build import has_derivative
from ..mlir import ir

Sizes = list[ir.Value | int]


def is_written(module: ir.Operation, request: Request) -> bool:
    """Whether there is such a program."""
    match request.kind:
        case "pullback":
            return request.one_hot
        case "jacobian":
            types = signature(functions(module)[request.primal])
            in_columns = request.mode is None and not request.one_hot and is_forward(*types, request.wrt)
            return not (request.compressed or request.mode == "forward" or in_columns)
        case "hessian":
            return not request.compressed
        case "hvp":
            return request.vectors is not None
    return False


def write(module: ir.Operation, request: Request, one: str) -> str:
    """Writes it, and returns its name; `one` names the pullback or Hessian-vector product that it calls."""
    name = requests.fresh_name(module, f"{request.name}.by_directions")
    with request.function.location:
        with ir.InsertionPoint(module.regions[0].blocks[0]):
            function = build.private_function(name, *signature(request.function))
        entry = build.entry(function)
        with ir.InsertionPoint(entry):
            writer = {"pullback": _seeded, "hvp": _products}.get(request.kind, _rows)
            build.emit("func.return", [], writer(module, request, one, list(entry.arguments)))
    return name


def _seeded(module: ir.Operation, request: Request, one: str, arguments: list[ir.Value]) -> list[ir.Value]:
    """The pullback of a cotangent with one nonzero."""
    inputs, results = signature(functions(module)[request.primal])
    primal, flat = arguments[: len(inputs)], iter(arguments[len(inputs) :])
    sizes = sizes_of_results(module, request, results, primal)
    return call(module, one, [*primal, *(seed(t, own, flat) for t, own in zip(results, sizes) if has_derivative(t))])


def _products(module: ir.Operation, request: Request, one: str, arguments: list[ir.Value]) -> list[ir.Value]:
    """Products of the Hessian and several directions."""
    places = [n + sum(other < n for other in request.wrt) for n in request.wrt]
    of = {n + 1: arguments[n] for n in places}  # what a row of the directions is like
    count = build.sizes_of(arguments[places[0] + 1])[0]
    starts = [build.empty(t, [count, *_sizes(arguments[n])]) for n, t in zip(places, signature(request.function)[1])]

    def product(at: Sequence[ir.Value], into: list[ir.Value]) -> list[ir.Value]:
        given = [read_row(v, at[0], of[n]) if n in of else v for n, v in enumerate(arguments)]
        return list(map(_put, call(module, one, given), into, [at] * len(into)))

    return _each([count], starts, product)


def _rows(module: ir.Operation, request: Request, one: str, arguments: list[ir.Value]) -> list[ir.Value]:
    """A Jacobian or a Hessian."""
    if request.kind == "hessian":
        order = sorted(request.wrt)
        like = [(arguments[n].type, _sizes(arguments[n])) for n in order]
        rows = [_rows_of(module, request, one, arguments, like, order.index(n)) for n in request.wrt]
        return [array for row in rows for array in row]
    results = signature(functions(module)[request.primal])[1]
    kept = call(module, request.primal, arguments) if request.with_primal else []
    sizes = sizes_of_results(module, request, results, arguments)
    like = [(t, own) for t, own in zip(results, sizes) if has_derivative(t)]
    rows = [_rows_of(module, request, one, arguments, like, k) for k in range(len(like))]
    return [*kept, *(array for row in rows for array in row)]


def _rows_of(
    module: ir.Operation,
    request: Request,
    one: str,
    arguments: list[ir.Value],
    like: list[tuple[ir.Type, Sizes]],
    number: int,
) -> list[ir.Value]:
    """The rows of one of the values that directions are `like`."""
    type, sizes = like[number]
    of = [arguments[n] for n in request.wrt]
    starts = [
        build.empty(t, [*sizes, *_sizes(v)]) if build.is_tensor(t := block(type, v.type)) else build.zeros(t, [])
        for v in of
    ]

    def row(at: Sequence[ir.Value], into: list[ir.Value]) -> list[ir.Value]:
        directions = [build.zeros(t, own) for t, own in like]
        unit = build.constant(build.element(type), 1.0)
        directions[number] = build.insert(unit, directions[number], at) if build.is_tensor(type) else unit
        given = [*arguments, *directions]
        if request.kind == "hessian":
            own = dict(zip(sorted(request.wrt), directions))
            given = [v for n, x in enumerate(arguments) for v in ([x, own[n]] if n in own else [x])]
        return list(map(_put, call(module, one, given), into, [at] * len(into)))

    return _each(sizes, starts, row)


def _each(
    sizes: Sizes,
    carried: list[ir.Value],
    body: Callable[[Sequence[ir.Value], list[ir.Value]], list[ir.Value]],
    at: tuple[ir.Value, ...] = (),
) -> list[ir.Value]:
    """What a body gives that runs for each place in some sizes, in loops that carry what it gives."""
    if len(at) == len(sizes):
        return body(at, carried)
    size = sizes[len(at)]
    loop = for_loop([build.index(0), build.index(size) if isinstance(size, int) else size, build.index(1)], carried)
    number, *inside = loop.regions[0].blocks[0].arguments
    with ir.InsertionPoint(loop.regions[0].blocks[0]):
        build.emit("scf.yield", [], _each(sizes, inside, body, (*at, number)))
    return list(loop.results)


def _put(value: ir.Value, into: ir.Value, at: Sequence[ir.Value]) -> ir.Value:
    """An array with a value at a place in its first dimensions."""
    if not build.is_tensor(into.type):
        return value
    if not build.is_tensor(value.type):
        return build.insert(value, into, at)
    sizes = build.sizes_of(value)
    offsets, sizes = [*at, *[0] * len(sizes)], [*[1] * len(at), *sizes]
    return build.insert_slice(value, into, offsets, sizes, [1] * len(sizes))


def _sizes(value: ir.Value) -> Sizes:
    return build.sizes_of(value) if build.is_tensor(value.type) else []


def call(module: ir.Operation, name: str, arguments: list[ir.Value]) -> list[ir.Value]:
    _, results = signature(functions(module)[name])
    return build.emit("func.call", results, arguments, callee=ir.FlatSymbolRefAttr.get(name))
