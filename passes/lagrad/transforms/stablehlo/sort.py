"""`stablehlo.sort` as a permutation that loops find, and gathers by it.

The permutation is made of integers, so a derivative goes through the gathers only: a sorted value has the derivative
of the value that it was. It is found by merging runs of 1, 2, 4, ... elements, which is stable (D. E. Knuth, The Art
of Computer Programming, volume 3, section 5.2.4).
"""

from __future__ import annotations

from collections.abc import Callable

from ... import build
from ...ad.scope import copy_block
from ...analysis.program import walk
from ...errors import Failure, error, note
from ...mlir import ir
from .emission import SGE, Values, at_each, compare, loop, number, window, with_window
from .scalars import boxed, extracted


def convert(module: ir.Operation) -> None:
    """Failure where the sorted dimension is dynamic."""
    for op in [op for op in walk(module) if op.name == "stablehlo.sort"]:
        shape = build.shape_of(op.operands[0].type)
        if build.DYNAMIC in shape:
            advice = note(None, "export the program for arrays of known sizes")
            raise Failure(error(op.location, "cannot convert 'stablehlo.sort' of arrays of dynamic sizes", advice))
        with ir.InsertionPoint(op), op.location:
            dimension, block = op.attributes["dimension"].value, op.regions[0].blocks[0]
            is_later = lambda lines, left, right: said_of(block, lines, right, left)  # noqa: E731
            for result, values in zip(op.results, in_order(list(op.operands), dimension, is_later), strict=True):
                result.replace_all_uses_with(values)
        op.erase()


IsLater = Callable[[Values, ir.Value, ir.Value], ir.Value]
"""Of lines and two places in them: must the first be behind the second? Of equal ones none must."""


def in_order(operands: Values, dimension: int, is_later: IsLater) -> Values:
    """Tensors of one shape that are sorted together along a dimension."""
    places = _permutation(operands, dimension, is_later)
    return [_gathered(operand, places, dimension) for operand in operands]


def said_of(block: ir.Block, lines: Values, one: ir.Value, other: ir.Value) -> ir.Value:
    """What a region says of two elements, whose arguments are pairs of each line's."""
    scalars = [build.extract(line, [place]) for line in lines for place in (one, other)]
    given = [boxed(v, argument.type) for v, argument in zip(scalars, block.arguments, strict=True)]
    (result,) = copy_block(block, given)
    return extracted(result)


def _permutation(operands: Values, dimension: int, is_later: IsLater) -> ir.Value:
    """At each place, the number along the dimension of the element that goes there."""
    shape = build.shape_of(operands[0].type)
    type = build.tensor_type(shape, build.index_type())
    others = [d for d in range(len(shape)) if d != dimension]
    sizes = [n if d == dimension else 1 for d, n in enumerate(shape)]

    def nest(level: int, places: ir.Value, at: dict[int, ir.Value]) -> ir.Value:
        if level < len(others):
            d = others[level]
            (out,) = loop(0, shape[d], 1, [places], lambda i, carried: [nest(level + 1, carried[0], at | {d: i})])
            return out
        offsets = [at.get(d, 0) for d in range(len(shape))]
        lines = [window(operand, offsets, sizes, [shape[dimension]]) for operand in operands]
        return with_window(_order_of_line(lines, shape[dimension], is_later), places, offsets, sizes)

    return nest(0, build.empty(type, shape), {})


def _order_of_line(lines: Values, size: int, is_later: IsLater) -> ir.Value:
    type = build.tensor_type([size], build.index_type())
    (order,) = loop(0, size, 1, [build.empty(type, [size])], lambda i, c: [build.insert(i, c[0], [i])])
    run = 1
    while run < size:
        order = _merged(lines, size, order, run, is_later)
        run *= 2
    return order


def _merged(lines: Values, size: int, order: ir.Value, run: int, is_later: IsLater) -> ir.Value:
    """The order with neighbouring sorted runs of that length merged to sorted runs of twice the length."""
    end = build.index(size)

    def merge(low: ir.Value, carried: Values) -> Values:
        middle, high = (_least(_sum(low, build.index(n)), end) for n in (run, 2 * run))
        inits = [low, middle, *carried]
        return loop(low, high, 1, inits, lambda k, state: _next(lines, order, (middle, high), k, state, is_later))[2:]

    (merged,) = loop(0, size, 2 * run, [build.empty(order.type, [size])], merge)
    return merged


def _next(
    lines: Values, order: ir.Value, ends: tuple[ir.Value, ir.Value], k: ir.Value, state: Values, is_later: IsLater
) -> Values:
    """The next element of the two runs; of equal ones, that of the left run."""
    left, right, merged = state
    last, one = build.index(build.shape_of(order.type)[0] - 1), build.index(1)
    first, second = (build.extract(order, [_least(i, last)]) for i in (left, right))
    left_over, right_over = (compare(i, end, SGE) for i, end in zip((left, right), ends))
    later = is_later(lines, first, second)
    flag = later.type
    rightmost = build.emit1("arith.select", flag, left_over, build.constant(flag, 1), later)
    from_right = build.emit1("arith.select", flag, right_over, build.constant(flag, 0), rightmost)
    taken = build.emit1("arith.select", first.type, from_right, second, first)
    return [
        build.emit1("arith.select", left.type, from_right, left, _sum(left, one)),
        build.emit1("arith.select", right.type, from_right, _sum(right, one), right),
        build.insert(taken, merged, [k]),
    ]


def _gathered(source: ir.Value, places: ir.Value, dimension: int) -> ir.Value:
    shape = build.shape_of(source.type)

    def element(given: Values) -> ir.Value:
        at = [build.emit1("linalg.index", build.index_type(), dim=number(d)) for d in range(len(shape))]
        at[dimension] = given[0]
        return build.extract(source, at)

    return at_each([places], build.empty(source.type, shape), element)


def _sum(one: ir.Value, other: ir.Value) -> ir.Value:
    return build.emit1("arith.addi", one.type, one, other)


def _least(one: ir.Value, other: ir.Value) -> ir.Value:
    return build.emit1("arith.minsi", one.type, one, other)
