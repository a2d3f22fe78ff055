"""`stablehlo.sort` as a permutation that loops find, and gathers by it.

The permutation is made of integers, so a derivative goes through the gathers only: a sorted value has the derivative
of the value that it was. What the elements are compared by is computed once for each, and moves with its number. Runs
of a few elements are sorted by counting, for each element, those before it; longer ones are merged. Both are stable
(D. E. Knuth, The Art of Computer Programming, volume 3, sections 5.2 and 5.2.4). Two runs of one length are merged from
both ends at once, to the middle: neither of them can be over before that, and no step waits for the one on the other
side (the parity merge of I. van den Hoven's quadsort).
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from .... import build
from ....ad.scope import copy_block
from ....analysis.program import walk
from ....errors import Failure, error, note
from ....mlir import ir
from .emission import SGE, SLT, Values, at_each, compare, loop, number, window, with_window
from .scalars import boxed, extracted
from .sort_keys import Keyed

_COUNTED = 16  # elements of a run that is sorted by counting


def convert(module: ir.Operation) -> None:
    """Failure where the sorted dimension is dynamic."""
    for op in [op for op in walk(module) if op.name == "stablehlo.sort"]:
        shape = build.shape_of(op.operands[0].type)
        if build.DYNAMIC in shape:
            advice = note(None, "export the program for arrays of known sizes")
            raise Failure(error(op.location, "cannot convert 'stablehlo.sort' of arrays of dynamic sizes", advice))
        with ir.InsertionPoint(op), op.location:
            keyed = Keyed(op.regions[0].blocks[0])
            is_later = lambda one, other: keyed.said(other, one)  # noqa: E731
            sorted_ones = in_order(
                list(op.operands), op.attributes["dimension"].value, is_later, keyed.keys, keyed.is_total
            )
            for result, values in zip(op.results, sorted_ones, strict=True):
                result.replace_all_uses_with(values)
        op.erase()


IsLater = Callable[[Values, Values], ir.Value]
"""Of the keys of two elements: must the first be behind the second? Of equal ones none must."""

Keys = Callable[[Values], Values]
"""What elements are compared by, of the scalars that one consists of."""


def in_order(operands: Values, dimension: int, is_later: IsLater, keys: Keys = list, is_total: bool = False) -> Values:
    """Tensors of one shape that are sorted together along a dimension.

    What says of NaN that it is behind no number and before none puts elements in no order that `is_total`. Then what
    comes out is in some order, but has each element once.
    """
    order = functools.partial(_order_of_line, is_later=is_later, keys=keys, is_total=is_total)
    places = _permutation(operands, dimension, order)
    return [_gathered(operand, places, dimension) for operand in operands]


def said_of(block: ir.Block, one: Values, other: Values) -> ir.Value:
    """What a region says of two elements, whose arguments are pairs of their scalars."""
    scalars = [v for pair in zip(one, other) for v in pair]
    given = [boxed(v, argument.type) for v, argument in zip(scalars, block.arguments, strict=True)]
    (result,) = copy_block(block, given)
    return extracted(result)


def _permutation(operands: Values, dimension: int, order: Callable[[Values, int], ir.Value]) -> ir.Value:
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
        return with_window(order(lines, shape[dimension]), places, offsets, sizes)

    return nest(0, build.empty(type, shape), {})


def _order_of_line(lines: Values, size: int, is_later: IsLater, keys: Keys, is_total: bool) -> ir.Value:
    """The numbers of the elements in order. The lists that are sorted: these numbers, and each key."""

    def element(i: ir.Value) -> Values:
        return [i, *keys([build.extract(line, [i]) for line in lines])]

    if size == 0:
        return build.empty(build.tensor_type([0], build.index_type()), [0])
    lists = [build.empty(build.tensor_type([size], v.type), [size]) for v in element(build.index(0))]
    lists = loop(0, size, 1, lists, lambda i, carried: _put(element(i), carried, i))
    run = 1
    while is_total and run < _COUNTED and size % (2 * run) == 0:
        run *= 2
    if run > 1:
        lists = _counted(lists, size, run, is_later)
    while run < size:
        merged = _merged_from_both_ends if is_total and size % (2 * run) == 0 else _merged
        lists = merged(lists, size, run, is_later)
        run *= 2
    return lists[0]


def _counted(lists: Values, size: int, run: int, is_later: IsLater) -> Values:
    """Runs of that length sorted, by how many of its run are before each element."""

    def rank(low: ir.Value, i: ir.Value) -> ir.Value:
        own = _taken(lists[1:], i)

        def count(j: ir.Value, carried: Values) -> Values:
            other = _taken(lists[1:], j)
            stays = build.emit1("arith.xori", flag.type, is_later(other, own), flag)
            before = build.emit1("arith.select", flag.type, compare(j, i, SLT), stays, is_later(own, other))
            return [_sum(carried[0], build.emit1("arith.select", j.type, before, build.index(1), build.index(0)))]

        return loop(low, _sum(low, build.index(run)), 1, [low], count)[0]

    flag = build.constant(ir.IntegerType.get_signless(1), 1)
    ranks = build.empty(lists[0].type, [size])
    each = lambda low, at: loop(  # noqa: E731
        low, _sum(low, build.index(run)), 1, at, lambda i, carried: [build.insert(rank(low, i), carried[0], [i])]
    )
    (ranks,) = loop(0, size, run, [ranks], each)
    return loop(
        0, size, 1, _empty(lists), lambda i, carried: _put(_taken(lists, i), carried, build.extract(ranks, [i]))
    )


def _merged(lists: Values, size: int, run: int, is_later: IsLater) -> Values:
    """Neighbouring sorted runs of that length merged to sorted runs of twice the length."""
    end = build.index(size)

    def merge(low: ir.Value, carried: Values) -> Values:
        middle, high = (_least(_sum(low, build.index(n)), end) for n in (run, 2 * run))
        inits = [low, middle, *carried]
        return loop(low, high, 1, inits, lambda k, state: _next(lists, (middle, high), k, state, is_later))[2:]

    return loop(0, size, 2 * run, _empty(lists), merge)


def _next(lists: Values, ends: tuple[ir.Value, ir.Value], k: ir.Value, state: Values, is_later: IsLater) -> Values:
    """The next element of the two runs; of equal ones, that of the left run."""
    left, right, *merged = state
    last, one = build.index(build.shape_of(lists[0].type)[0] - 1), build.index(1)
    first, second = (_taken(lists, _least(i, last)) for i in (left, right))
    left_over, right_over = (compare(i, end, SGE) for i, end in zip((left, right), ends))
    later = is_later(first[1:], second[1:])
    flag = later.type
    rightmost = build.emit1("arith.select", flag, left_over, build.constant(flag, 1), later)
    from_right = build.emit1("arith.select", flag, right_over, build.constant(flag, 0), rightmost)
    return [
        build.emit1("arith.select", left.type, from_right, left, _sum(left, one)),
        build.emit1("arith.select", right.type, from_right, _sum(right, one), right),
        *_put(_either(from_right, second, first), merged, k),
    ]


def _merged_from_both_ends(lists: Values, size: int, run: int, is_later: IsLater) -> Values:
    """The same where all runs have that length."""

    def merge(low: ir.Value, carried: Values) -> Values:
        middle, high = (_sum(low, build.index(n)) for n in (run, 2 * run))
        ends = [_sum(i, build.index(-1)) for i in (middle, high)]

        def step(k: ir.Value, state: Values) -> Values:
            left, right, left_end, right_end, *merged = state
            first, second, first_end, second_end = (_taken(lists, i) for i in (left, right, left_end, right_end))
            from_right = is_later(first[1:], second[1:])
            to_left = is_later(first_end[1:], second_end[1:])
            merged = _put(_either(from_right, second, first), merged, k)
            far = _sum(ends[1], build.emit1("arith.subi", k.type, low, k))
            merged = _put(_either(to_left, first_end, second_end), merged, far)
            one, less, none = (build.index(n) for n in (1, -1, 0))
            steps = [(from_right, none, one), (from_right, one, none), (to_left, less, none), (to_left, none, less)]
            moved = [_sum(i, build.emit1("arith.select", i.type, *by)) for i, by in zip(state, steps)]
            return [*moved, *merged]

        return loop(low, middle, 1, [low, middle, *ends, *carried], step)[4:]

    return loop(0, size, 2 * run, _empty(lists), merge)


def _taken(lists: Values, i: ir.Value) -> Values:
    return [build.extract(each, [i]) for each in lists]


def _put(values: Values, lists: Values, i: ir.Value) -> Values:
    return [build.insert(value, each, [i]) for value, each in zip(values, lists, strict=True)]


def _either(flag: ir.Value, one: Values, other: Values) -> Values:
    return [build.emit1("arith.select", a.type, flag, a, b) for a, b in zip(one, other, strict=True)]


def _empty(lists: Values) -> Values:
    return [build.empty(each.type, build.shape_of(each.type)) for each in lists]


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
