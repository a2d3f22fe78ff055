"""`lagrad-fuse-results`: elementwise operations of several results become part of what reads them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ... import build
from ...analysis import linalg_form
from ...build import defining_op, is_tensor
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import VIEWS, inside, is_elementwise, only_reads, viewed
from ..walk import walk

MOST_TENSORS = 16  # that one loop goes through: with more, processors no longer fetch them ahead


@dataclass(frozen=True)
class FuseResults(Pass):
    """Fuse elementwise `linalg.generic`s with a later one that reads their results where it writes.

    Upstream's fusion takes a producer only if its one result is used once. A derivative computes a
    value and its tangent, or a cotangent, in one operation, and both are read by the next: a chain of
    these would go through memory between any two. Nothing is computed twice: results that
    are read elsewhere, later, stay results of the fused operation, as long as it has no more
    than 16 inputs and results.
    """

    name = "lagrad-fuse-results"
    creates = ("linalg",)

    def run(self, op: ir.Operation, report) -> None:
        for block in _blocks(op):
            _Fusion(block).run()


def _blocks(op: ir.Operation) -> Iterator[ir.Block]:
    for region in op.regions:
        for block in region.blocks:
            yield block
            for child in block.operations:
                if child.operation.name != "linalg.generic":
                    yield from _blocks(child.operation)


class _Fusion:
    """The operations of a block, in which a fused one takes the place of its consumer."""

    def __init__(self, block: ir.Block):
        self.block = block
        self.ops: list[ir.Operation | None] = [view.operation for view in block.operations]

    def run(self) -> None:
        for n, op in enumerate(self.ops):
            while op.name == "linalg.generic" and (place := self.producer(op, n)) is not None:
                producer, self.ops[place] = self.ops[place], None
                op = self.ops[n] = _fused(producer, op)

    def producer(self, consumer: ir.Operation, n: int) -> int | None:
        """The place of an elementwise operation that a consumer reads point by point, and that can wait for it."""
        for value in list(consumer.operands)[: linalg_form.inputs(consumer)]:
            if (op := defining_op(value)) is None:
                continue
            if op.block == self.block and _is_producer(op) and self.can_join(op, consumer):
                place = n - 1
                while self.ops[place] is None or self.ops[place] != op:
                    place -= 1
                if not self.is_overwritten(op, range(place + 1, n)):
                    return place
        return None

    def can_join(self, producer: ir.Operation, consumer: ir.Operation) -> bool:
        maps, ins = linalg_form.maps(consumer), linalg_form.inputs(consumer)
        identity = ir.AffineMap.get_identity(maps[0].n_dims)
        for use in (use for result in producer.results for use in result.uses):
            user = inside(use.owner.operation, self.block)
            if use.owner.operation == consumer:
                if use.operand_number >= ins or maps[use.operand_number] != identity:
                    return False
            elif user == consumer or user.is_before_in_block(consumer):
                return False
        kept = _kept(producer, consumer)
        read = {*list(producer.operands)[: linalg_form.inputs(producer)], *list(consumer.operands)[:ins]}
        if len(read - set(producer.results)) + len(kept) + len(consumer.results) > MOST_TENSORS:
            return False
        # What is kept as a result is written once a point, so the points must be the elements.
        return is_elementwise(consumer) or not kept and _has_sizes(producer, consumer)

    def is_overwritten(self, producer: ir.Operation, places: range) -> bool:
        """Whether operations may write to what the producer reads. Then it would need a copy, if it waited."""
        roots = [viewed(v) for v in list(producer.operands)[: linalg_form.inputs(producer)]]
        return any(self.ops[n] is not None and _overwrites(self.ops[n], roots) for n in places)


def _overwrites(op: ir.Operation, roots: list[ir.Value]) -> bool:
    """May an operation, or one inside it, write to one of some tensors in place?"""
    for number, value in enumerate(op.operands):
        if is_tensor(value.type) and op.name not in VIEWS and not only_reads(op, number) and viewed(value) in roots:
            return True
    return op.name != "linalg.generic" and any(_overwrites(child, roots) for child in walk(op))


def _is_producer(op: ir.Operation) -> bool:
    """Whether each point of a generic makes its own element of every result from its inputs alone."""
    if op.name != "linalg.generic" or not op.results:
        return False
    maps, ins = linalg_form.maps(op), linalg_form.inputs(op)
    identity = ir.AffineMap.get_identity(maps[0].n_dims)
    outs = list(op.regions[0].blocks[0].arguments)[ins:]
    return all(map == identity for map in maps[ins:]) and not any(list(out.uses) for out in outs)


def _kept(producer: ir.Operation, consumer: ir.Operation) -> list[ir.Value]:
    return [r for r in producer.results if any(use.owner.operation != consumer for use in r.uses)]


def _has_sizes(producer: ir.Operation, consumer: ir.Operation) -> bool:
    """Whether what the fused operation reads and writes has the size of every dimension."""
    maps = linalg_form.maps(producer)[: linalg_form.inputs(producer)]
    maps += [m for v, m in zip(consumer.operands, linalg_form.maps(consumer)) if v not in list(producer.results)]
    named = {e.position for m in maps for e in m.results if isinstance(e, ir.AffineDimExpr)}
    return len(named) == linalg_form.maps(consumer)[0].n_dims


def _fused(producer: ir.Operation, consumer: ir.Operation) -> ir.Operation:
    """One operation in the place of both."""
    kept = _kept(producer, consumer)
    first, second = linalg_form.inputs(producer), linalg_form.inputs(consumer)
    first_maps, second_maps = linalg_form.maps(producer), linalg_form.maps(consumer)
    body, rest = producer.regions[0].blocks[0], consumer.regions[0].blocks[0]
    (*_, made), (*moved, last) = [op.operation for op in body.operations], [op.operation for op in rest.operations]
    values = dict(zip(producer.results, made.operands))
    for number in reversed(range(first, len(producer.operands))):
        body.erase_argument(number)
    sources = list(zip(list(producer.operands)[:first], first_maps))
    reads = dict(zip(sources, body.arguments))
    for value, map, argument in zip(list(consumer.operands)[:second], second_maps, rest.arguments):
        if value in values:
            by = values[value]
        elif (value, map) in reads:
            by = reads[value, map]
        else:
            by = reads[value, map] = body.add_argument(argument.type, argument.location)
            sources.append((value, map))
        argument.replace_all_uses_with(by)
    outs = [producer.operands[first + ir.OpResult(r).result_number] for r in kept] + list(consumer.operands)[second:]
    arguments = [body.add_argument(build.element(out.type), producer.location) for out in outs]
    for argument, by in zip(list(rest.arguments)[second:], arguments[len(kept) :]):
        argument.replace_all_uses_with(by)
    for op in moved:
        op.move_before(made)
    with ir.InsertionPoint(made), last.location:
        build.emit("linalg.yield", [], [*(values[r] for r in kept), *last.operands])
    made.erase()
    identity = ir.AffineMap.get_identity(first_maps[0].n_dims)
    maps = [*(map for _, map in sources), *[identity] * len(kept), *second_maps[second:]]
    with ir.InsertionPoint(consumer), consumer.location:
        fused = ir.Operation.create(
            "linalg.generic",
            results=[out.type for out in outs],
            operands=[*(value for value, _ in sources), *outs],
            attributes={
                "indexing_maps": ir.ArrayAttr.get([ir.AffineMapAttr.get(map) for map in maps]),
                "iterator_types": consumer.attributes["iterator_types"],
                "operandSegmentSizes": ir.DenseI32ArrayAttr.get([len(sources), len(outs)]),
            },
            regions=1,
        )
    body.append_to(fused.regions[0])
    results = list(fused.results)
    for old, new in zip([*kept, *consumer.results], results):
        old.replace_all_uses_with(new)
    consumer.erase()
    producer.erase()
    return fused
