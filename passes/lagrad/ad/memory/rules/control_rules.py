"""Control flow around memory: loops and branches also carry the contents of what is written in them."""

from __future__ import annotations

from collections.abc import Sequence

from .... import build
from ....analysis.memory import is_memory, touches_memory
from ....dialect import CHECKPOINT
from ....mlir import ir
from ...emission import for_loop
from ...rewrites.control_forms import nest
from ...scope import Scope, clone, copy_in
from ..places.pointers import Choice, Pointer
from ..places.points_to import Root
from ..places.views import Cast, Whole
from ..raising.raiser import Raiser, raises
from .exchanges import Exchange
from .placed import Passed


@raises("scf.for")
def loop(raiser: Raiser, op: ir.Operation) -> None:
    if not touches_memory(op):
        clone(op, raiser.scope)
        return
    exchange = Exchange.of(raiser, op) if any(is_memory(v.type) for v in op.results) else None
    if exchange is not None:
        _exchanging_loop(raiser, op, exchange)
        return
    roots, block, passed = raiser.changed(op), op.regions[0].blocks[0], Passed(raiser, op, op.results)
    bounds, starts = [raiser.value(v) for v in op.operands[:3]], passed.given(list(op.operands)[3:])
    new = for_loop(bounds, starts + _held(raiser, roots), op)
    if CHECKPOINT in op.attributes:
        new.attributes[CHECKPOINT] = ir.UnitAttr.get()
    body = new.regions[0].blocks[0]
    with raiser.inside(body):
        induction, *arguments = body.arguments
        counter, *carried = block.arguments
        raiser.scope[counter] = induction
        raiser.contents.update(zip(roots, arguments[len(starts) :], strict=True))
        passed.take(carried, arguments[: len(starts)])
        last = raiser.block(block)
        build.emit("scf.yield", [], passed.given(last.operands) + _held(raiser, roots))
    _after(raiser, op, new, roots, passed)


def _exchanging_loop(raiser: Raiser, op: ir.Operation, exchange: Exchange) -> None:
    """A loop that exchanges buffers: it carries their numbers and contents in front of other memory that it changes."""
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
    if not touches_memory(op):
        clone(op, raiser.scope)
        return
    flag, roots, passed = raiser.value(op.operands[0]), raiser.changed(op), Passed(raiser, op, op.results)
    types = [*passed.types, *(v.type for v in _held(raiser, roots))]
    new = ir.Operation.create("scf.if", results=types, operands=[flag], regions=2)
    sides = []
    for region, own in zip(op.regions, new.regions):
        with raiser.inside(own.blocks.append()):
            values = list(raiser.block(region.blocks[0]).operands) if region.blocks else []
            sides.append([raiser.pointers.get(v) for v in values])
            build.emit("scf.yield", [], passed.given(values) + _held(raiser, roots))
    _after(raiser, op, new, roots, passed)
    for result, one, other in zip(op.results, *sides):
        if one is not None and _is_known_outside(raiser, one) and _is_known_outside(raiser, other):
            raiser.pointers[result] = Choice(flag, one, other)  # of which more is known than of numbers


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
    roots = raiser.changed(op)
    held = _held(raiser, roots)
    before, after = (region.blocks[0] for region in op.regions)
    entering, leaving = Passed(raiser, op, before.arguments), Passed(raiser, op, op.results)
    results = [*leaving.types, *(v.type for v in held)]
    starts = [*entering.given(op.operands), *held]
    new = ir.Operation.create("scf.while", results=results, operands=starts, regions=2)
    for block, taken, own, given in ((before, entering, 0, leaving), (after, leaving, 1, entering)):
        types = [*taken.types, *(v.type for v in held)]
        body = new.regions[own].blocks.append(*types, arg_locs=[op.location] * len(types))
        with raiser.inside(body):
            arguments = list(body.arguments)
            raiser.contents.update(zip(roots, arguments[len(taken.types) :], strict=True))
            taken.take(block.arguments, arguments[: len(taken.types)])
            last = raiser.block(block)
            flag, values = list(last.operands)[: 1 - own], list(last.operands)[1 - own :]  # there is one in the first
            build.emit(last.name, [], [*map(raiser.value, flag), *given.given(values), *_held(raiser, roots)])
    _after(raiser, op, new, roots, leaving)


@raises("scf.index_switch")
def index_switch(raiser: Raiser, op: ir.Operation) -> None:
    if not touches_memory(op):
        clone(op, raiser.scope)
        return
    roots, passed = raiser.changed(op), Passed(raiser, op, op.results)
    types = [*passed.types, *(v.type for v in _held(raiser, roots))]
    new = ir.Operation.create(
        op.name,
        results=types,
        operands=[raiser.value(op.operands[0])],
        attributes={"cases": op.attributes["cases"]},
        regions=len(op.regions),
    )
    for region, own in zip(op.regions, new.regions):
        with raiser.inside(own.blocks.append()):
            last = raiser.block(region.blocks[0])
            build.emit("scf.yield", [], passed.given(last.operands) + _held(raiser, roots))
    _after(raiser, op, new, roots, passed)


@raises("scf.execute_region", "memref.alloca_scope")
def region(raiser: Raiser, op: ir.Operation) -> None:
    """Runs once, so what is known of memory behind it is what is known at its end."""
    if CHECKPOINT in op.attributes:
        _piece(raiser, op)
        return
    last = raiser.block(op.regions[0].blocks[0])
    for result, value in zip(op.results, last.operands):
        if is_memory(value.type):
            raiser.pointers[result] = raiser.pointer(value)
        else:
            raiser.scope[result] = raiser.value(value)


def _piece(raiser: Raiser, op: ir.Operation) -> None:
    """A marked region stays one, and gives what memory holds behind it."""
    roots, passed = raiser.changed(op), Passed(raiser, op, op.results)
    types = [*passed.types, *(v.type for v in _held(raiser, roots))]
    new = ir.Operation.create(op.name, results=types, attributes={CHECKPOINT: ir.UnitAttr.get()}, regions=1)
    with raiser.inside(new.regions[0].blocks.append()):
        last = raiser.block(op.regions[0].blocks[0])
        build.emit("scf.yield", [], passed.given(last.operands) + _held(raiser, roots))
    _after(raiser, op, new, roots, passed)


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


def _after(raiser: Raiser, op: ir.Operation, new: ir.Operation, roots: Sequence[Root], passed: Passed) -> None:
    own, results = len(passed.types), list(new.results)
    raiser.contents.update(zip(roots, results[own:], strict=True))
    passed.take(op.results, results[:own])
