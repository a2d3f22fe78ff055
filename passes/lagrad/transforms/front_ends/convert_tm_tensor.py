"""lagrad-convert-tm-tensor: scans, sorts and scatters of PyTorch's exports become loops on tensors."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...ad.scope import copy_block
from ...analysis.program import walk
from ...errors import Failure, Report, error, note
from ...mlir import ir
from ...passes import Pass
from .stablehlo.emission import SGE, SLT, Values, as_index, at_each, compare, loop, number, window
from .stablehlo.sort import in_order, said_of

_PREFIX = "tm_tensor."
_OUTSIDE = "an index of a scatter is out of bounds"


@dataclass(frozen=True)
class ConvertTmTensor(Pass):
    """Convert `tm_tensor.scan`, `sort`, `topk` and `scatter`, which torch-mlir makes of `cumsum`, `sort` and others.

    ```mlir
    %sums:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<9xf32>) outs(...) { ... arith.addf ... }
    ```
    becomes a loop that carries the last sum. A sort becomes loops that find a permutation of integers, and gathers by
    it. An index of a scatter that is out of bounds is an error when the program runs, as in PyTorch.
    A module without such operations stays as it is.
    """

    name = "lagrad-convert-tm-tensor"
    creates = ("arith", "cf", "tensor", "linalg", "scf")

    def run(self, op: ir.Operation, report: Report) -> None:
        found = [each for each in walk(op) if each.name.startswith(_PREFIX) and each.results]
        if left := [each for each in found if each.name not in _CONVERTED]:
            raise Failure(*(error(each.location, f"cannot convert '{each.name}' to linalg") for each in left))
        for each in found:
            if any(build.DYNAMIC in build.shape_of(v.type) for v in each.operands):
                advice = note(None, "export the program for tensors of known sizes")
                raise Failure(error(each.location, f"cannot convert '{each.name}' of tensors of dynamic sizes", advice))
            with op.context, ir.InsertionPoint(each), each.location:
                for result, value in zip(each.results, _CONVERTED[each.name](each), strict=True):
                    result.replace_all_uses_with(value)
            each.erase()


def _at_each(sizes: list[int], inits: Values, body, at: tuple[ir.Value, ...] = ()) -> Values:
    """Loops over all places; the body makes the next of the carried values from a place and the last ones."""
    if len(at) == len(sizes):
        return body(list(at), inits)
    return loop(0, sizes[len(at)], 1, inits, lambda i, carried: _at_each(sizes, carried, body, (*at, i)))


def _scan(op: ir.Operation) -> Values:
    """Along each line of the dimension: an inclusive scan begins with the first element, any other with what is given.

    The region takes what it gave last, and the next element.
    """
    source, out, given = op.operands
    dimension, shape = op.attributes["dimension"].value, build.shape_of(source.type)
    is_inclusive = ir.BoolAttr(op.attributes["inclusive"]).value
    size, block = shape[dimension], op.regions[0].blocks[0]
    if not size:
        return [out, given]

    def line(others: Values, carried: Values) -> Values:
        def element(i: ir.Value) -> ir.Value:
            return build.extract(source, place(i))

        def place(i: ir.Value) -> Values:
            return [*others[:dimension], i, *others[dimension:]]

        def step(i: ir.Value, state: Values) -> Values:
            into, last = state
            before = element(i if is_inclusive else build.emit1("arith.subi", i.type, i, build.index(1)))
            (new,) = copy_block(block, [last, before])
            return [build.insert(new, into, place(i)), new]

        first = element(build.index(0)) if is_inclusive else build.extract(given, others)
        started = build.insert(first, carried[0], place(build.index(0)))
        filled, last = loop(1, size, 1, [started, first], step)
        return [filled, build.insert(last, carried[1], others)]

    return _at_each(shape[:dimension] + shape[dimension + 1 :], [out, given], line)


def _sort(op: ir.Operation) -> Values:
    """The region says whether two elements may stay in their order."""
    block = op.regions[0].blocks[0]

    def is_later(one: Values, other: Values) -> ir.Value:
        stay = said_of(block, one, other)
        return build.emit1("arith.xori", stay.type, stay, build.constant(stay.type, 1))

    return in_order(list(op.operands), op.attributes["dimension"].value, is_later)


def _scatter(op: ir.Operation) -> Values:
    """The first dimension of updates and indices counts the updates; the others are dimensions of the last ones of the
    original, from where the indices say. The region takes an update and what is there."""
    updates, indices, original = op.operands
    targets = list(ir.DenseI64ArrayAttr(op.attributes["dimension_map"]))
    sizes, shape, block = build.shape_of(updates.type), build.shape_of(original.type), op.regions[0].blocks[0]
    alone = len(shape) - (len(sizes) - 1)  # so many dimensions are those of no window

    def one(at: Values, carried: Values) -> Values:
        number, *inside = at
        place = [build.index(0)] * alone + inside
        for k, target in enumerate(targets):
            start = build.extract(indices, [number, build.index(k)])
            start = _from_the_end(build.emit1("arith.index_cast", build.index_type(), start), shape[target])
            place[target] = build.emit1("arith.addi", start.type, start, place[target])
            for test in (
                compare(place[target], build.index(0), SGE),
                compare(place[target], as_index(shape[target]), SLT),
            ):
                build.emit("cf.assert", [], [test], msg=ir.StringAttr.get(_OUTSIDE))
        (new,) = copy_block(block, [build.extract(updates, at), build.extract(carried[0], place)])
        return [build.insert(new, carried[0], place)]

    return _at_each(sizes, [original], one)


def _from_the_end(index: ir.Value, size: int) -> ir.Value:
    """A negative index counts from there."""
    other = build.emit1("arith.addi", index.type, index, build.index(size))
    return build.emit1("arith.select", index.type, compare(index, build.index(0), SLT), other, index)


def _topk(op: ir.Operation) -> Values:
    """The first elements of a sorted line, and where they were, or the numbers given for them. The region says whether
    one element is to be before another."""
    values, *numbers = op.operands[: len(op.operands) - 2]
    dimension, kept = op.attributes["dimension"].value, op.results[0].type
    element = build.element(op.results[1].type)
    block = op.regions[0].blocks[0]

    def is_later(one: Values, other: Values) -> ir.Value:
        return said_of(block, other, one)

    numbers = numbers or [_counted(values, dimension, element)]
    sorted_ones = in_order([values, *numbers], dimension, is_later, lambda scalars: scalars[:1])
    sizes = build.shape_of(kept)
    return [window(each, [0] * len(sizes), sizes, sizes) for each in sorted_ones]


def _counted(like: ir.Value, dimension: int, element: ir.Type) -> ir.Value:
    """A tensor of that shape whose elements are their number along a dimension."""
    shape = build.shape_of(like.type)

    def at(_: Values) -> ir.Value:
        place = build.emit1("linalg.index", build.index_type(), dim=number(dimension))
        return build.emit1("arith.index_cast", element, place)

    return at_each([], build.empty(build.tensor_type(shape, element), shape), at)


_CONVERTED = {
    f"{_PREFIX}scan": _scan,
    f"{_PREFIX}sort": _sort,
    f"{_PREFIX}scatter": _scatter,
    f"{_PREFIX}topk": _topk,
}
