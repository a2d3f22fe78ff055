"""Loops and branches that carry each tangent beside its primal value (LAGrad, section 3.2.1).

There is no tape: an iteration has what its tangents read, and a branch yields both.
"""

from __future__ import annotations

from .. import build
from ..analysis.demand import BOTH, Key
from ..mlir import ir
from . import tape
from .tangents import Tangents


def for_tangents(op: ir.Operation, tangents: Tangents) -> None:
    program, body = tangents.program, tangents.program.body(op)
    induction, *arguments = body.arguments
    kept = _kept(tangents, arguments, op.results)
    starts = [tangents[of(op.operands[k + 3])] for k, of in kept]
    bounds = [tangents[v] for v in list(op.operands)[:3]]
    loop = tape.for_loop(bounds, starts, op)
    block = loop.regions[0].blocks[0]
    with ir.InsertionPoint(block):
        inside = tangents.inside([induction, *_keys(kept, arguments)], block.arguments)
        inside.run(body)
        build.emit("scf.yield", [], [inside[key] for key in _keys(kept, program.yields(op))])
    tangents.scope.bind(_keys(kept, op.results), loop.results)


def while_tangents(op: ir.Operation, tangents: Tangents) -> None:
    program = tangents.program
    before, after = program.bodies(op)
    condition, *passes = program.yields(op)
    carried = _kept(tangents, before.arguments)
    passed = _kept(tangents, after.arguments, op.results)
    starts = [tangents[key] for key in _keys(carried, op.operands)]
    types = [key.type for key in _keys(passed, op.results)]
    loop = ir.Operation.create("scf.while", results=types, operands=starts, regions=2)
    head = _block(loop.regions[0], [v.type for v in starts])
    with ir.InsertionPoint(head):
        inside = tangents.inside(_keys(carried, before.arguments), head.arguments)
        inside.run(before)
        build.emit("scf.condition", [], [inside[condition], *(inside[key] for key in _keys(passed, passes))])
    tail = _block(loop.regions[1], types)
    with ir.InsertionPoint(tail):
        inside = tangents.inside(_keys(passed, after.arguments), tail.arguments)
        inside.run(after)
        build.emit("scf.yield", [], [inside[key] for key in _keys(carried, program.yields(op, 1))])
    tangents.scope.bind(_keys(passed, op.results), loop.results)


def branch_tangents(op: ir.Operation, tangents: Tangents) -> None:
    """`scf.if` and `scf.index_switch`."""
    kept = _kept(tangents, op.results)
    branch = ir.Operation.create(
        op.name,
        results=[key.type for key in _keys(kept, op.results)],
        operands=[tangents[op.operands[0]]],
        attributes={name: op.attributes[name] for name in op.attributes},
        regions=len(op.regions),
    )
    for number, block in enumerate(tangents.program.bodies(op)):
        with ir.InsertionPoint(branch.regions[number].blocks.append()):
            inside = tangents.inside([], [])
            inside.run(block)
            yields = tangents.program.yields(op, number)
            build.emit("scf.yield", [], [inside[key] for key in _keys(kept, yields)])
    tangents.scope.bind(_keys(kept, op.results), branch.results)


def _kept(tangents: Tangents, *stages) -> list[tuple]:
    """(number, primal or Tangent) of what a region op carries, if it is wanted at any stage."""
    return [
        (k, of) for k in range(len(stages[0])) for of in BOTH if any(of(values[k]) in tangents.keys for values in stages)
    ]


def _keys(kept: list[tuple], values) -> list[Key]:
    return [of(values[k]) for k, of in kept]


def _block(region: ir.Region, types: list[ir.Type]) -> ir.Block:
    return region.blocks.append(*types, arg_locs=[ir.Location.current] * len(types))
