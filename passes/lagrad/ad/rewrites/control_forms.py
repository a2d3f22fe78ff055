"""Structured control flow said with `scf.for` and `scf.if`.

Each function builds the equal of an operation at the insertion point and gives the values
of its results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ... import build
from ...mlir import ir
from ..emission import for_loop
from ..scope import Scope, copy_block, copy_in


def index_switch(op: ir.Operation) -> list[ir.Value]:
    """A chain of `scf.if`, one a case; the default last."""
    cases = list(op.attributes["cases"])
    default, *regions = op.regions
    types = [r.type for r in op.results]

    def chain(number: int) -> list[ir.Value]:
        if number == len(cases):
            return copy_block(default.blocks[0], [])
        here = build.compare_integers("eq", op.operands[0], build.index(cases[number]))
        branch = ir.Operation.create("scf.if", results=types, operands=[here], regions=2)
        with ir.InsertionPoint(branch.regions[0].blocks.append()):
            build.emit("scf.yield", [], copy_block(regions[number].blocks[0], []))
        with ir.InsertionPoint(branch.regions[1].blocks.append()):
            build.emit("scf.yield", [], chain(number + 1))
        return list(branch.results)

    return chain(0)


def execute_region(op: ir.Operation) -> list[ir.Value]:
    """What its one block does."""
    return copy_block(op.regions[0].blocks[0], [])


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
    loop = for_loop([lower[d], upper[d], step[d]], carried)
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
        terms = copy_in(scope, block)
        reduced = []
        for region, before, term in zip(reduce.regions, carried, terms):
            combine = region.blocks[0]
            reduced += copy_in(Scope(scope).bind(combine.arguments, [before, term]), combine)
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
        copy_in(scope, block)
        outs = dict(zip(list(block.arguments)[len(at) :], carried))
        for view in in_parallel.regions[0].blocks[0].operations:
            source, into, *positions = view.operation.operands
            outs[into] = ir.Operation.create(
                "tensor.insert_slice",
                results=[outs[into].type],
                operands=[scope.found(source), outs[into], *map(scope.found, positions)],
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
