"""Control flow around memory: loops and branches also carry the contents of what is written in them."""

from __future__ import annotations

from collections.abc import Sequence

from ... import build
from ...analysis.memory import is_memory
from ...errors import Failure, error, note
from ...mlir import ir
from ..emission import for_loop
from ..rewrites.control_forms import nest
from ..scope import Scope, clone, copy_in
from .points_to import Root
from .raiser import Raiser, raises, touches_memory


@raises("scf.for")
def loop(raiser: Raiser, op: ir.Operation) -> None:
    if not touches_memory(op):
        clone(op, raiser.scope)
        return
    _no_memrefs(op)
    roots, block = raiser.changed(op), op.regions[0].blocks[0]
    bounds, starts = [raiser.value(v) for v in op.operands[:3]], [raiser.value(v) for v in list(op.operands)[3:]]
    new = for_loop(bounds, starts + _held(raiser, roots), op)
    body = new.regions[0].blocks[0]
    with raiser.inside(body):
        _enter(raiser, block, list(body.arguments), roots)
        _leave(raiser, raiser.block(block), roots)
    _after(raiser, op, new, roots)


@raises("scf.if")
def branch(raiser: Raiser, op: ir.Operation) -> None:
    if not touches_memory(op):
        clone(op, raiser.scope)
        return
    _no_memrefs(op)
    roots = raiser.changed(op)
    types = [r.type for r in op.results] + [raiser.contents[root].type for root in roots]
    new = ir.Operation.create("scf.if", results=types, operands=[raiser.value(op.operands[0])], regions=2)
    for region, own in zip(op.regions, new.regions):
        with raiser.inside(own.blocks.append()):
            if region.blocks:
                _leave(raiser, raiser.block(region.blocks[0]), roots)
            else:
                build.emit("scf.yield", [], _held(raiser, roots))
    _after(raiser, op, new, roots)


@raises("scf.while")
def while_loop(raiser: Raiser, op: ir.Operation) -> None:
    if not touches_memory(op):
        clone(op, raiser.scope)
        return
    _no_memrefs(op)
    roots = raiser.changed(op)
    held = _held(raiser, roots)
    types = [v.type for v in held]
    results = [*(r.type for r in op.results), *types]
    starts = [*(raiser.value(v) for v in op.operands), *held]
    new = ir.Operation.create("scf.while", results=results, operands=starts, regions=2)
    for region, own in zip(op.regions, new.regions):
        block = region.blocks[0]
        taken = [*(a.type for a in block.arguments), *types]
        body = own.blocks.append(*taken, arg_locs=[op.location] * len(taken))
        with raiser.inside(body):
            _enter(raiser, block, list(body.arguments), roots)
            _leave(raiser, raiser.block(block), roots)
    _after(raiser, op, new, roots)


@raises("scf.index_switch")
def index_switch(raiser: Raiser, op: ir.Operation) -> None:
    if not touches_memory(op):
        clone(op, raiser.scope)
        return
    _no_memrefs(op)
    roots = raiser.changed(op)
    types = [r.type for r in op.results] + [raiser.contents[root].type for root in roots]
    new = ir.Operation.create(
        op.name,
        results=types,
        operands=[raiser.value(op.operands[0])],
        attributes={"cases": op.attributes["cases"]},
        regions=len(op.regions),
    )
    for region, own in zip(op.regions, new.regions):
        with raiser.inside(own.blocks.append()):
            _leave(raiser, raiser.block(region.blocks[0]), roots)
    _after(raiser, op, new, roots)


@raises("scf.execute_region", "memref.alloca_scope")
def region(raiser: Raiser, op: ir.Operation) -> None:
    """Runs once, so what is known of memory behind it is what is known at its end."""
    last = raiser.block(op.regions[0].blocks[0])
    for result, value in zip(op.results, last.operands):
        if is_memory(value.type):
            raiser.pointers[result] = raiser.pointer(value)
        else:
            raiser.scope[result] = raiser.value(value)


@raises("scf.parallel")
def parallel(raiser: Raiser, op: ir.Operation) -> None:
    """One iteration after the other, which is one of the orders that the operation allows."""
    if not touches_memory(op):
        clone(op, raiser.scope)
        return
    block, operands = op.regions[0].blocks[0], [raiser.value(v) for v in op.operands]
    rank, roots = len(block.arguments), raiser.changed(op)
    lower, upper, step = (operands[n * rank : (n + 1) * rank] for n in range(3))
    starts = operands[3 * rank :]

    def body(at: list[ir.Value], carried: list[ir.Value]) -> list[ir.Value]:
        with raiser.inside(ir.InsertionPoint.current.block):
            raiser.scope.bind(block.arguments, at)
            raiser.contents.update(zip(roots, carried[len(starts) :], strict=True))
            last = raiser.block(block)
            reduced = []
            for region, before, term in zip(last.regions, carried, last.operands):
                combine = region.blocks[0]
                arguments = [before, raiser.value(term)]
                reduced += copy_in(Scope(raiser.scope).bind(combine.arguments, arguments), combine)
            return reduced + _held(raiser, roots)

    results = nest(lower, upper, step, starts + _held(raiser, roots), body)
    raiser.scope.bind(op.results, results[: len(starts)])
    raiser.contents.update(zip(roots, results[len(starts) :], strict=True))


def _held(raiser: Raiser, roots: Sequence[Root]) -> list[ir.Value]:
    return [raiser.contents[root] for root in roots]


def _enter(raiser: Raiser, block: ir.Block, arguments: list[ir.Value], roots: Sequence[Root]) -> None:
    """The arguments of a block, and behind them what memory holds at its beginning."""
    own = len(list(block.arguments))
    raiser.scope.bind(block.arguments, arguments[:own])
    raiser.contents.update(zip(roots, arguments[own:], strict=True))


def _leave(raiser: Raiser, last: ir.Operation, roots: Sequence[Root]) -> None:
    """The terminator of a block, which also passes on what memory holds at its end."""
    build.emit(last.name, [], [raiser.value(v) for v in last.operands] + _held(raiser, roots))


def _after(raiser: Raiser, op: ir.Operation, new: ir.Operation, roots: Sequence[Root]) -> None:
    own = len(list(op.results))
    raiser.scope.bind(op.results, list(new.results)[:own])
    raiser.contents.update(zip(roots, list(new.results)[own:], strict=True))


def _no_memrefs(op: ir.Operation) -> None:
    if any(is_memory(v.type) for v in (*op.operands, *op.results)):
        raise Failure(
            error(
                op.location,
                f"cannot differentiate '{op.name}' that passes on memrefs",
                note(None, "carry values, or an index that says which memory is meant"),
            )
        )
