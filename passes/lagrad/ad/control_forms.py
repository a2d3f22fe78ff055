"""Structured control flow said with `scf.for` and `scf.if`.

Each function builds the equal of an operation at the insertion point and gives the values
of its results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .. import build
from ..mlir import ir
from . import tape
from .scope import Scope, clone


def _copy(block: ir.Block, scope: Scope) -> list[ir.Value]:
    """Copies what a block does, its terminator left out; the operands of the terminator."""
    (*operations, last) = [view.operation for view in block.operations]
    for child in operations:
        clone(child, scope)
    return [found(v, scope) for v in last.operands]


def found(value: ir.Value, scope: Scope) -> ir.Value:
    return scope[value] if value in scope else value


def index_switch(op: ir.Operation) -> list[ir.Value]:
    """A chain of `scf.if`, one a case; the default last."""
    cases = list(op.attributes["cases"])
    default, *regions = op.regions
    types = [r.type for r in op.results]

    def chain(number: int) -> list[ir.Value]:
        if number == len(cases):
            return _copy(default.blocks[0], Scope())
        here = build.compare_integers("eq", op.operands[0], build.index(cases[number]))
        branch = ir.Operation.create("scf.if", results=types, operands=[here], regions=2)
        with ir.InsertionPoint(branch.regions[0].blocks.append()):
            build.emit("scf.yield", [], _copy(regions[number].blocks[0], Scope()))
        with ir.InsertionPoint(branch.regions[1].blocks.append()):
            build.emit("scf.yield", [], chain(number + 1))
        return list(branch.results)

    return chain(0)


def execute_region(op: ir.Operation) -> list[ir.Value]:
    """What its one block does."""
    return _copy(op.regions[0].blocks[0], Scope())


def nest(
    lower: Sequence[ir.Value],
    upper: Sequence[ir.Value],
    step: Sequence[ir.Value],
    carried: list[ir.Value],
    body: Callable[[list[ir.Value], list[ir.Value]], list[ir.Value]],
    at: tuple[ir.Value, ...] = (),
) -> list[ir.Value]:
    """Loops inside each other; `body(induction variables, carried)` gives what is carried on."""
    if len(at) == len(lower):
        return body(list(at), carried)
    d = len(at)
    loop = tape.for_loop([lower[d], upper[d], step[d]], carried)
    block = loop.regions[0].blocks[0]
    induction, *inside = block.arguments
    with ir.InsertionPoint(block):
        build.emit("scf.yield", [], nest(lower, upper, step, inside, body, (*at, induction)))
    return list(loop.results)


def parallel(op: ir.Operation) -> list[ir.Value]:
    """Nested loops that carry the reductions, in the order of the iterations."""
    operands, block = list(op.operands), op.regions[0].blocks[0]
    rank = len(block.arguments)
    lower, upper, step = (operands[i * rank : (i + 1) * rank] for i in range(3))

    def body(at: list[ir.Value], carried: list[ir.Value]) -> list[ir.Value]:
        scope = Scope().bind(block.arguments, at)
        reduce = list(block.operations)[-1].operation
        terms = _copy(block, scope)
        reduced = []
        for region, before, term in zip(reduce.regions, carried, terms):
            combine = region.blocks[0]
            reduced += _copy(combine, Scope(scope).bind(combine.arguments, [before, term]))
        return reduced

    return nest(lower, upper, step, operands[3 * rank :], body)


def forall(op: ir.Operation) -> list[ir.Value]:
    """Nested loops that carry the shared outputs and insert the slices one after the other."""
    operands, block = list(op.operands), op.regions[0].blocks[0]
    rest = iter(operands)
    lower, upper, step = (
        [next(rest) if n == build.DYNAMIC else build.index(n) for n in op.attributes[name]]
        for name in ("staticLowerBound", "staticUpperBound", "staticStep")
    )

    def body(at: list[ir.Value], carried: list[ir.Value]) -> list[ir.Value]:
        scope = Scope().bind(block.arguments, [*at, *carried])
        in_parallel = list(block.operations)[-1].operation
        _copy(block, scope)
        outs = dict(zip(list(block.arguments)[len(at) :], carried))
        for view in in_parallel.regions[0].blocks[0].operations:
            source, into, *positions = view.operation.operands
            outs[into] = ir.Operation.create(
                "tensor.insert_slice",
                results=[outs[into].type],
                operands=[found(source, scope), outs[into], *(found(p, scope) for p in positions)],
                attributes={
                    name: view.operation.attributes[name]
                    for name in (
                        "static_offsets",
                        "static_sizes",
                        "static_strides",
                        "operandSegmentSizes",
                    )
                },
            ).results[0]
        return list(outs.values())

    return nest(lower, upper, step, list(rest), body)
