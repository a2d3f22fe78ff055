"""What several conversions emit: loops, comparisons, windows of tensors, operations on each element."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .... import build
from ....ad.emission import for_loop
from ....mlir import ir

EQ, SLT, SLE, SGE = 0, 2, 3, 5  # predicates of arith.cmpi

Values = list[ir.Value]
Mixed = Sequence[ir.Value | int]


def flag_type() -> ir.Type:
    return ir.IntegerType.get_signless(1)


def number(value: int) -> ir.Attribute:
    return ir.IntegerAttr.get(ir.IntegerType.get_signless(64), value)


def compare(one: ir.Value, other: ir.Value, predicate: int) -> ir.Value:
    return build.emit1("arith.cmpi", flag_type(), one, other, predicate=number(predicate))


def as_index(size: ir.Value | int) -> ir.Value:
    return build.index(size) if isinstance(size, int) else size


def loop(
    start: ir.Value | int,
    stop: ir.Value | int,
    step: int,
    inits: Sequence[ir.Value],
    body: Callable[[ir.Value, Values], Values],
) -> Values:
    """An `scf.for` whose body makes the next of the carried values from its index and the last ones."""
    op = for_loop([as_index(n) for n in (start, stop, step)], list(inits))
    block = op.regions[0].blocks[0]
    with ir.InsertionPoint(block):
        at, *carried = block.arguments
        build.emit("scf.yield", [], body(at, carried))
    return list(op.results)


def window(source: ir.Value, offsets: Mixed, sizes: list[int], kept: list[int]) -> ir.Value:
    """A window of a tensor, with the sizes of the dimensions that it keeps; a scalar if it keeps none."""
    if not kept:
        return build.extract(source, [as_index(o) for o in offsets])
    operands, attributes = build.slice_operands(offsets, sizes, [1] * len(sizes), source)
    type = build.tensor_type(kept, build.element(source.type))
    return build.emit("tensor.extract_slice", [type], operands, **attributes)[0]


def with_window(part: ir.Value, into: ir.Value, offsets: Mixed, sizes: list[int]) -> ir.Value:
    """The tensor with a window, or a scalar, in it."""
    if not build.is_tensor(part.type):
        return build.insert(part, into, [as_index(o) for o in offsets])
    operands, attributes = build.slice_operands(offsets, sizes, [1] * len(sizes), part, into)
    return build.emit("tensor.insert_slice", [into.type], operands, **attributes)[0]


def at_each(inputs: Values, out: ir.Value, body: Callable[[Values], ir.Value]) -> ir.Value:
    """A `linalg.generic` over tensors of one shape; the body gets their elements, and last that of `out`."""
    rank, operands = len(build.shape_of(out.type)), [*inputs, out]
    same = ir.AffineMapAttr.get(ir.AffineMap.get_identity(rank))
    parallel = ir.Attribute.parse("#linalg.iterator_type<parallel>")
    op = ir.Operation.create(
        "linalg.generic",
        results=[out.type],
        operands=operands,
        attributes={
            "indexing_maps": ir.ArrayAttr.get([same] * len(operands)),
            "iterator_types": ir.ArrayAttr.get([parallel] * rank),
            "operandSegmentSizes": ir.DenseI32ArrayAttr.get([len(inputs), 1]),
        },
        regions=1,
    )
    types = [build.element(v.type) for v in operands]
    block = op.regions[0].blocks.append(*types, arg_locs=[ir.Location.current] * len(types))
    with ir.InsertionPoint(block):
        build.emit("linalg.yield", [], [body(list(block.arguments))])
    return op.results[0]
