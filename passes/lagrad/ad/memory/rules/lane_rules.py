"""Vector operations that say for each lane where it is in memory: a loop over the lanes, in their order."""

from __future__ import annotations

from collections.abc import Callable

from .... import build
from ....mlir import ir
from ...rewrites.control_forms import nest
from ..places.pointers import load, store
from ..places.views import Contents
from ..raising.raiser import Raiser, positions, raises, refusal

# Emits what a lane does, of its number, the function that gives an element of a vector there, what memory holds, which
# it changes, and the values that lanes carry; gives those that go on.
Lane = Callable[[ir.Value, Callable[[ir.Value], ir.Value], Contents, list[ir.Value]], list[ir.Value]]


def _over_lanes(
    raiser: Raiser, op: ir.Operation, mask: ir.Value, carried: list[ir.Value], lane: Lane
) -> list[ir.Value]:
    """Runs the lanes that a mask keeps; they change what memory holds and the values that are `carried`."""
    type = ir.VectorType(mask.type)
    if type.rank != 1 or type.scalable:
        raise refusal(op)
    roots = raiser.changed(op)
    started = [*(raiser.contents[root] for root in roots), *carried]

    def body(at: list[ir.Value], given: list[ir.Value]) -> list[ir.Value]:
        def element(vector: ir.Value) -> ir.Value:
            return _element(vector, at[0])

        branch = ir.Operation.create("scf.if", results=[v.type for v in given], operands=[element(mask)], regions=2)
        with ir.InsertionPoint(branch.regions[0].blocks.append()):
            inside = {**raiser.contents, **dict(zip(roots, given))}
            values = lane(at[0], element, inside, given[len(roots) :])
            build.emit("scf.yield", [], [*(inside[root] for root in roots), *values])
        with ir.InsertionPoint(branch.regions[1].blocks.append()):
            build.emit("scf.yield", [], given)
        return list(branch.results)

    ended = nest([build.index(0)], [build.index(type.shape[0])], [build.index(1)], started, body)
    raiser.contents.update(zip(roots, ended))
    return ended[len(roots) :]


def _element(vector: ir.Value, lane: ir.Value) -> ir.Value:
    position = ir.DenseI64ArrayAttr.get([build.DYNAMIC])
    return build.emit1("vector.extract", build.element(vector.type), vector, lane, static_position=position)


def _further(at: list[ir.Value], by: ir.Value) -> list[ir.Value]:
    return [*at[:-1], build.emit1("arith.addi", build.index_type(), at[-1], by)]


@raises("vector.scatter")
def scatter(raiser: Raiser, op: ir.Operation) -> None:
    memref, *at, indices, mask, vector = op.operands
    at, pointer = positions(raiser, at), raiser.pointer(memref)
    indices, vector = raiser.value(indices), raiser.value(vector)

    def lane(_, element, contents, carried):
        store(element(vector), pointer, _further(at, build.to_index(element(indices))), contents)
        return carried

    _over_lanes(raiser, op, raiser.value(mask), [], lane)


@raises("vector.compressstore")
def compress_store(raiser: Raiser, op: ir.Operation) -> None:
    memref, *at, mask, vector = op.operands
    at, pointer, vector = positions(raiser, at), raiser.pointer(memref), raiser.value(vector)

    def lane(_, element, contents, carried):
        (next,) = carried
        store(element(vector), pointer, _further(at, next), contents)
        return [build.emit1("arith.addi", next.type, next, build.index(1))]

    _over_lanes(raiser, op, raiser.value(mask), [build.index(0)], lane)


@raises("vector.expandload")
def expand_load(raiser: Raiser, op: ir.Operation) -> None:
    memref, *at, mask, otherwise = op.operands
    at, pointer = positions(raiser, at), raiser.pointer(memref)

    def lane(number, _, contents, carried):
        next, vector = carried
        read = load(pointer, _further(at, next), contents)
        position = ir.DenseI64ArrayAttr.get([build.DYNAMIC])
        vector = build.emit1("vector.insert", vector.type, read, vector, number, static_position=position)
        return [build.emit1("arith.addi", next.type, next, build.index(1)), vector]

    started = [build.index(0), raiser.value(otherwise)]
    raiser.scope[op.results[0]] = _over_lanes(raiser, op, raiser.value(mask), started, lane)[1]
