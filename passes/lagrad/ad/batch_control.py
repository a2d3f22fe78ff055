"""Loops and branches over many directions: they carry and yield batched values, and run once."""

from __future__ import annotations

from .. import build
from ..mlir import ir
from . import tape
from .batch import Batch, batched


def _placed(values, mapped: list[bool], batch: Batch) -> list[ir.Value]:
    """Values for places of which some hold batched ones."""
    return [batch.lifted(v) if is_mapped else batch.value(v) for v, is_mapped in zip(values, mapped)]


def _which(values, batch: Batch) -> list[bool]:
    return [batch.is_mapped(v) for v in values]


@batched("scf.for")
def for_loop(op, batch: Batch):
    bounds, starts = list(op.operands)[:3], list(op.operands)[3:]
    mapped = _which(op.results, batch)
    loop = tape.for_loop([batch.value(v) for v in bounds], _placed(starts, mapped, batch), op)
    if tapes := [k for k in op.attributes.get(tape.TAPE, []) if k < len(mapped) and not mapped[k]]:
        loop.attributes[tape.TAPE] = ir.DenseI64ArrayAttr.get(tapes)
    block, body = loop.regions[0].blocks[0], batch.program.body(op)
    inner = batch.inside()
    inner.scope.bind(body.arguments, block.arguments)
    with ir.InsertionPoint(block):
        inner.run(body)
        results = _placed(batch.program.yields(op), mapped, inner)
        build.emit("scf.yield", [], results)
    return list(loop.results)


@batched("scf.if")
def branch(op, batch: Batch):
    mapped = _which(op.results, batch)
    types = [batch.type(r.type) if is_mapped else r.type for r, is_mapped in zip(op.results, mapped)]
    chosen = ir.Operation.create("scf.if", results=types, operands=[batch.value(op.operands[0])], regions=2)
    for number, region in enumerate(op.regions):
        if not region.blocks:
            continue
        with ir.InsertionPoint(chosen.regions[number].blocks.append()):
            inner = batch.inside()
            inner.run(region.blocks[0])
            results = _placed(batch.program.yields(op, number), mapped, inner)
            build.emit("scf.yield", [], results)
    return list(chosen.results)


@batched("scf.while")
def while_loop(op, batch: Batch):
    before, after = batch.program.bodies(op)
    carried, passed = _which(before.arguments, batch), _which(op.results, batch)
    starts = _placed(op.operands, carried, batch)
    types = [batch.type(r.type) if is_mapped else r.type for r, is_mapped in zip(op.results, passed)]
    loop = ir.Operation.create("scf.while", results=types, operands=starts, regions=2)
    for region, body, types, mapped in (
        (0, before, [v.type for v in starts], [False, *passed]),
        (1, after, types, carried),
    ):
        block = loop.regions[region].blocks.append(*types, arg_locs=[op.location] * len(types))
        inner = batch.inside()
        inner.scope.bind(body.arguments, block.arguments)
        last = batch.program.terminator(body)
        with ir.InsertionPoint(block):
            inner.run(body)
            build.emit(last.name, [], _placed(last.operands, mapped, inner))
    return list(loop.results)
