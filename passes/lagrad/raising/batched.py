"""Operations of `linalg` in the body of a loop, for all iterations: with one dimension more, which is the first."""

from __future__ import annotations

from .. import build
from ..analysis import linalg_form
from ..analysis.program import captured_by
from ..build import is_tensor, shape_of
from ..forms.generic import Generic
from ..mlir import ir
from .carried import WRITES, place_of
from .not_raised import NotRaised
from .operands import Operands
from .space import Along, dimension


def spread(loop: Operands, op: ir.Operation) -> None:
    number, into = op.operands
    target = loop.lifted(into)
    known = loop.operand(number)
    rank = len(shape_of(target.whole.type))
    own = ir.AffineMap.get(rank, 0, [] if known.axis is None else [ir.AffineDimExpr.get(target.axis)])
    maps = [own, ir.AffineMap.get_identity(rank)]
    whole = build.generic([known.whole], [target.whole], maps, ["parallel"] * rank, lambda args: args[:1])[0]
    loop.along[op.results[0]] = Along(whole, target.axis)


def generic(loop: Operands, op: ir.Operation, sum: int | None = None) -> None:
    """A `linalg.generic` with one dimension more, which is the first; a reduction where iterations add up."""
    generic = Generic(op)
    rank, operands = generic.count, list(op.operands)
    ins = [loop.operand(v) for v in operands[: generic.ins]]
    keys, maps = list(generic.body.arguments)[: generic.ins], [_grown(m, a.axis) for m, a in zip(generic.maps, ins)]
    known: dict[ir.Value, ir.Value] = {}
    counters = []
    for value in captured_by(op):
        if loop.is_same(value):
            if value in loop.same:
                known[value] = loop.same[value]
        elif is_tensor(value.type):
            raise NotRaised("an element is read at a place that is computed", op)
        elif isinstance(value.type, ir.IndexType):
            counters.append((value, loop.indices.of(value)))
        else:
            along = loop.operand(value)
            keys.append(value), ins.append(along), maps.append(_grown(ir.AffineMap.get(rank, 0, []), along.axis))
    starts = {value: index.start() for value, index in counters}
    if sum is None:
        outs = [loop.lifted(v) for v in operands[generic.ins :]]
    else:
        outs = [Along(_sum_init(loop, op, sum), None)]
    out_maps = generic.maps[generic.ins :]
    maps += [_grown(m, a.axis) for m, a in zip(out_maps, outs)]
    if not any(ir.AffineDimExpr.get(0) in list(m.results) for m in maps):
        raise NotRaised("what is added reads no tensor along the iterations", op)
    kinds = ["parallel" if sum is None else "reduction", *linalg_form.iterators(op)]

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        own = list(generic.body.arguments)[generic.ins :]
        here = known | dict(zip([*keys, *own], arguments, strict=True))
        for value, index in counters:
            here[value] = _index_at(starts[value], index.step)
        here = generic.at(lambda d: dimension(d + 1), here)
        return [here.get(v, v) for v in generic.yielded]

    results = build.generic([a.whole for a in ins], [a.whole for a in outs], maps, kinds, body)
    if sum is None:
        loop.along.update((r, Along(new, a.axis)) for r, new, a in zip(op.results, results, outs))
        return
    init, write = loop.inits[sum], loop.yields[sum].owner.operation
    if write.name in WRITES:
        place = place_of(write)
        parts = [[loop.here(n) for n in part] for part in (place.offsets, place.sizes, place.strides)]
        results = [build.insert_slice(results[0], init, *parts)]
    loop.results[sum] = results[0]


def _sum_init(loop: Operands, op: ir.Operation, k: int) -> ir.Value:
    """What a sum by `linalg` adds to."""
    read = list(op.operands)[-1]
    if read == loop.arguments[k]:
        return loop.inits[k]
    place = place_of(read.owner.operation)
    parts = [[loop.here(n) for n in part] for part in (place.offsets, place.sizes, place.strides)]
    return build.extract_slice(loop.inits[k], read.type, *parts)


def _grown(map: ir.AffineMap, axis: int | None) -> ir.AffineMap:
    """A map with one dimension more in front, that of the iterations, which the operand has at `axis` or not."""
    moved = ir.AffineMap.get(map.n_dims + 1, 0, [ir.AffineDimExpr.get(d + 1) for d in range(map.n_dims)])
    results = [expression.compose(moved) for expression in map.results]
    if axis is not None:
        results.insert(axis, ir.AffineDimExpr.get(0))
    return ir.AffineMap.get(map.n_dims + 1, 0, results)


def _index_at(start: ir.Value | int, step: int) -> ir.Value:
    """An index in the iteration that the first dimension counts."""
    number = dimension(0)
    if step != 1:
        number = build.emit1("arith.muli", number.type, number, build.index(step))
    if isinstance(start, int) and start == 0:
        return number
    return build.emit1("arith.addi", number.type, number, build.index(start) if isinstance(start, int) else start)
