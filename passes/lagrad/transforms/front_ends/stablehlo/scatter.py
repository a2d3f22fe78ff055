"""`stablehlo.scatter` as loops: one step for each window of the updates.

A window that does not lie inside the operand is left out, as StableHLO says. Windows are taken in the order of the
updates, in which StableHLO leaves the choice open.
"""

from __future__ import annotations

from dataclasses import dataclass

from .... import build
from ....ad.scope import copy_block
from ....analysis.program import walk
from ....errors import Failure, error, note
from ....mlir import ir, stablehlo
from .emission import SGE, SLE, as_index, at_each, compare, loop, window, with_window
from .scalars import boxed, extracted


@dataclass(frozen=True)
class _Dimensions:
    """The attribute of a scatter: which dimensions of the updates are windows, and where these go."""

    window: list[int]  # of the updates
    inserted: list[int]  # of the operand: windows are one element wide there
    batching: list[int]  # of the operand, likewise
    index_batching: list[int]  # those of the indices that go with them
    targets: list[int]  # of the operand, in the order of an index vector
    vector: int  # of the indices


def convert(module: ir.Operation) -> None:
    for op in [op for op in walk(module) if op.name == "stablehlo.scatter"]:
        if len(op.results) != 1:
            why = "several arrays are scattered at once"
            advice = note(None, "scatter them one after another")
            raise Failure(error(op.location, f"cannot convert 'stablehlo.scatter': {why}", advice))
        with ir.InsertionPoint(op), op.location:
            op.results[0].replace_all_uses_with(_loops(op))
        op.erase()


def _loops(op: ir.Operation) -> ir.Value:
    operand, indices, updates = op.operands
    dimensions = _dimensions(op)
    scattered = [d for d in range(len(build.shape_of(updates.type))) if d not in dimensions.window]
    sizes = build.sizes_of(updates)

    def nest(level: int, into: ir.Value, at: list[ir.Value]) -> ir.Value:
        if level == len(scattered):
            return _step(op, dimensions, into, dict(zip(scattered, at)))
        (out,) = loop(0, sizes[scattered[level]], 1, [into], lambda i, carried: [nest(level + 1, carried[0], [*at, i])])
        return out

    return nest(0, operand, [])


def _step(op: ir.Operation, dimensions: _Dimensions, into: ir.Value, at: dict[int, ir.Value]) -> ir.Value:
    """One window: `at` says where it is in the dimensions of the updates that are none of windows."""
    _, indices, updates = op.operands
    shape, update_shape = build.shape_of(into.type), build.shape_of(updates.type)
    alone = [*dimensions.inserted, *dimensions.batching]
    given = iter(update_shape[d] for d in dimensions.window)
    widths = [1 if d in alone else next(given) for d in range(len(shape))]
    starts = _starts(dimensions, indices, list(at.values()), len(shape))
    inside = [
        test
        for start, width, size in zip(starts, widths, build.sizes_of(into), strict=True)
        if not isinstance(start, int)
        for test in _tests(start, width, size)
    ]

    def write() -> ir.Value:
        offsets = [at.get(d, 0) for d in range(len(update_shape))]
        sizes = [1 if d in at else n for d, n in enumerate(update_shape)]
        kept = [widths[d] for d in range(len(shape)) if d not in alone]
        old = window(into, starts, widths, kept)
        new = window(updates, offsets, sizes, kept)
        return with_window(_combined(op, old, new), into, starts, widths)

    if not inside:
        return write()
    condition = inside[0]
    for test in inside[1:]:
        condition = build.emit1("arith.andi", condition.type, condition, test)
    choice = ir.Operation.create("scf.if", [into.type], [condition], regions=2)
    for region, value in zip(choice.regions, (write, lambda: into)):
        with ir.InsertionPoint(region.blocks.append()):
            build.emit("scf.yield", [], [value()])
    return choice.results[0]


def _starts(dimensions: _Dimensions, indices: ir.Value, at: list[ir.Value], rank: int) -> list[ir.Value | int]:
    """Where the window begins in each dimension of the operand."""
    starts: list[ir.Value | int] = [0] * rank
    for k, target in enumerate(dimensions.targets):
        place = list(at)
        if dimensions.vector < len(build.shape_of(indices.type)):
            place.insert(dimensions.vector, build.index(k))
        starts[target] = build.emit1("arith.index_cast", build.index_type(), build.extract(indices, place))
    for target, source in zip(dimensions.batching, dimensions.index_batching, strict=True):
        starts[target] = at[source - (source > dimensions.vector)]
    return starts


def _tests(start: ir.Value, width: int, size: ir.Value | int) -> list[ir.Value]:
    """Whether a window of that width lies inside."""
    last = build.emit1("arith.subi", build.index_type(), as_index(size), build.index(width))
    return [compare(start, build.index(0), SGE), compare(start, last, SLE)]


def _combined(op: ir.Operation, old: ir.Value, new: ir.Value) -> ir.Value:
    """The operation's region at each element of the window."""
    if not build.is_tensor(old.type):
        return _at_element(op, old, new)
    return at_each([new], old, lambda elements: _at_element(op, elements[1], elements[0]))


def _at_element(op: ir.Operation, old: ir.Value, new: ir.Value) -> ir.Value:
    block = op.regions[0].blocks[0]
    given = [boxed(v, argument.type) for argument, v in zip(block.arguments, (old, new), strict=True)]
    (result,) = copy_block(block, given)
    return extracted(result)


def _dimensions(op: ir.Operation) -> _Dimensions:
    told = stablehlo.ScatterDimensionNumbers(op.attributes["scatter_dimension_numbers"])
    return _Dimensions(
        list(told.update_window_dims),
        list(told.inserted_window_dims),
        list(told.input_batching_dims),
        list(told.scatter_indices_batching_dims),
        list(told.scattered_dims_to_operand_dims),
        told.index_vector_dim,
    )
