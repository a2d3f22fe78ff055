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
from .exchanges import Exchange
from .pointers import Choice, Pointer
from .points_to import Root
from .raiser import Raiser, raises, touches_memory
from .views import Cast, Whole


@raises("scf.for")
def loop(raiser: Raiser, op: ir.Operation) -> None:
    if not touches_memory(op):
        clone(op, raiser.scope)
        return
    if any(is_memory(v.type) for v in op.results):
        _exchanging_loop(raiser, op)
        return
    roots, block = raiser.changed(op), op.regions[0].blocks[0]
    bounds, starts = [raiser.value(v) for v in op.operands[:3]], [raiser.value(v) for v in list(op.operands)[3:]]
    new = for_loop(bounds, starts + _held(raiser, roots), op)
    body = new.regions[0].blocks[0]
    with raiser.inside(body):
        _enter(raiser, block, list(body.arguments), roots)
        _leave(raiser, raiser.block(block), roots)
    _after(raiser, op, new, roots)


def _exchanging_loop(raiser: Raiser, op: ir.Operation) -> None:
    """A loop that carries memrefs: it carries their numbers and contents in front of other memory that it changes."""
    exchange = Exchange.of(raiser, op)
    if exchange is None:
        raise _passes_on(op)
    block, own = op.regions[0].blocks[0], {b.root for b in exchange.buffers}
    roots = [root for root in raiser.changed(op) if root not in own]
    values = [k for k in range(len(op.results)) if k not in exchange.places]
    starts = [raiser.value(op.operands[3 + k]) for k in values]
    numbers = [build.index(k) for k in range(len(exchange.places))]
    held = [raiser.contents[b.root] for b in exchange.buffers]
    bounds = [raiser.value(v) for v in op.operands[:3]]
    new = for_loop(bounds, [*starts, *numbers, *held, *_held(raiser, roots)], op)
    ends = [len(starts), len(starts) + len(numbers), len(starts) + 2 * len(numbers)]
    body = new.regions[0].blocks[0]
    with raiser.inside(body):
        induction, *carried = body.arguments
        raiser.scope[block.arguments[0]] = induction
        raiser.scope.bind([block.arguments[1 + k] for k in values], carried[: ends[0]])
        raiser.contents.update(zip(exchange.inside, carried[ends[1] : ends[2]], strict=True))
        raiser.contents.update(zip(roots, carried[ends[2] :], strict=True))
        exchange.enter(raiser, block)
        last = raiser.block(block)
        given = [raiser.value(last.operands[k]) for k in values]
        given += [carried[ends[0] + k] for k in exchange.order]
        given += [raiser.contents[exchange.inside[k]] for k in exchange.order]
        build.emit("scf.yield", [], [*given, *_held(raiser, roots)])
        exchange.leave(raiser)
    results = list(new.results)
    raiser.scope.bind([op.results[k] for k in values], results[: ends[0]])
    raiser.contents.update(zip(roots, results[ends[2] :], strict=True))
    pointers = exchange.after(results[ends[0] : ends[1]], results[ends[1] : ends[2]], raiser.contents)
    raiser.pointers.update(zip([op.results[k] for k in exchange.places], pointers, strict=True))


@raises("scf.if")
def branch(raiser: Raiser, op: ir.Operation) -> None:
    """A memref that it gives is that of the side which was taken."""
    if not touches_memory(op):
        clone(op, raiser.scope)
        return
    flag, roots = raiser.value(op.operands[0]), raiser.changed(op)
    memrefs = [k for k, result in enumerate(op.results) if is_memory(result.type)]
    values = [k for k in range(len(op.results)) if k not in memrefs]
    types = [op.results[k].type for k in values] + [raiser.contents[root].type for root in roots]
    new = ir.Operation.create("scf.if", results=types, operands=[flag], regions=2)
    sides = []
    for region, own in zip(op.regions, new.regions):
        with raiser.inside(own.blocks.append()):
            last = raiser.block(region.blocks[0]) if region.blocks else None
            given = [raiser.value(last.operands[k]) for k in values]
            sides.append([raiser.pointer(last.operands[k]) for k in memrefs])
            build.emit("scf.yield", [], given + _held(raiser, roots))
    for k, one, other in zip(memrefs, *sides):
        if not (_is_known_outside(raiser, one) and _is_known_outside(raiser, other)):
            raise _passes_on(op)
        raiser.pointers[op.results[k]] = Choice(flag, one, other)
    raiser.scope.bind([op.results[k] for k in values], list(new.results)[: len(values)])
    raiser.contents.update(zip(roots, list(new.results)[len(values) :], strict=True))


def _is_known_outside(raiser: Raiser, pointer: Pointer) -> bool:
    """Whether a memref that a branch gives is a whole buffer that is there before it."""
    while isinstance(pointer, Cast):
        pointer = pointer.of
    return isinstance(pointer, Whole) and pointer.root in raiser.contents


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
        raise _passes_on(op)


def _passes_on(op: ir.Operation) -> Failure:
    return Failure(
        error(
            op.location,
            f"cannot differentiate '{op.name}' that passes on memrefs",
            note(None, "a loop may exchange whole buffers; else carry an index that says which memory is meant"),
        )
    )
