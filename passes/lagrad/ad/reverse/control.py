"""Adjoints of `scf.for` and `scf.if` (LAGrad, section 3.2.1).

The adjoint loop runs the iterations backwards, but for a loop that only adds up
(`analysis/recording/ahead.py`). It carries the cotangents of the active carried values and the
accumulators of the active captured ones; its body reads the tapes, computes again what they do
not hold, and sweeps the primal body. The adjoint branch does the same with nothing but what was
captured.
"""

from __future__ import annotations

from ... import build
from ...analysis.recording.cut import changing_sizes
from ...analysis.recording.slices import Key, Residual
from ...analysis.recording.tbr import places, root
from ...build import has_derivative
from ...dialect import REPLAY, SNAPSHOTS, TRIPS, WHICH
from ...forms import trip_count
from ...mlir import ir
from ..emission import for_loop
from ..scope import Scope
from . import overwritten, rewinding, rows, tape
from .sweep import Sweep, adjoint_of

# Of a loop, what its adjoint has too: a derivative of the derivative has no tape of what this one has none of.
_INHERITED = (REPLAY, *WHICH, TRIPS)


def captured_roots(op: ir.Operation, sweep: Sweep) -> list[ir.Value]:
    """The values outside a region op whose adjoints its regions add to."""
    captured = sweep.program.captures(op)
    return list(dict.fromkeys(root(v) for v in captured if sweep.is_active(v) and has_derivative(v.type)))


@adjoint_of("scf.for")
def for_adjoint(op: ir.Operation, sweep: Sweep) -> None:
    program = sweep.program
    body = program.body(op)
    arguments = list(body.arguments)
    slots = [k for k, a in enumerate(arguments[1:]) if sweep.is_active(a) and has_derivative(a.type)]
    captured = captured_roots(op, sweep)
    yields = program.yields(op)

    cotangents = [sweep.take(op.results[k]) for k in slots]
    undone = sweep.plan.undone.get(op, [])
    starts = [sweep.zeros(op.results[k]) if ct is None else ct for k, ct in zip(slots, cotangents)] + [
        sweep.zeros(v) if (acc := sweep.adjoint(v)) is None else acc for v in captured
    ]
    starts += [sweep.value(op.results[ir.BlockArgument(v).arg_number - 1]) for v in undone]
    ahead = sweep.plan.ahead[op].slots if op in sweep.plan.ahead else []  # those of states that advance beside the sums
    starts += [sweep.value(op.operands[k + 3]) for k in ahead]
    bounds = [sweep.value(v) for v in list(op.operands)[:3]]
    trips = trip_count.emitted(bounds, trip_count.is_unsigned(op))
    trips = build.index(trips) if isinstance(trips, int) else trips
    loop = for_loop([build.index(0), trips, build.index(1)], starts)
    for name in _INHERITED:
        if name in op.attributes:
            loop.attributes[name] = op.attributes[name]
    if op in sweep.plan.rewound:
        count = ir.IntegerType.get_signless(64)
        loop.attributes[SNAPSHOTS] = ir.IntegerAttr.get(count, sweep.plan.snapshots_of(op))
    block = loop.regions[0].blocks[0]
    with ir.InsertionPoint(block):
        done, *carried = block.arguments
        row = done
        if sweep.plan.runs_backwards(op):
            row = build.emit1("arith.subi", trips.type, trips, build.index(1))
            row = build.emit1("arith.subi", trips.type, row, done)
        scope = Scope(sweep.scope)
        scope[arguments[0]] = trip_count.induction(row, bounds)
        states = [*undone, *(arguments[k + 1] for k in ahead)]
        _provide(op, row, sweep, scope.bind(states, carried[len(starts) - len(states) :]))
        inner = Sweep(sweep.plan, scope, dict(zip(captured, carried[len(slots) :])))
        for slot, ct in zip(slots, carried):
            if sweep.is_active(yields[slot]):
                inner.add(yields[slot], ct)
        inner.run(body)
        nexts = [inner.zeros(arguments[k + 1]) if (ct := inner.take(arguments[k + 1])) is None else ct for k in slots]
        others = [overwritten.before(v, inner) for v in undone] + [scope[yields[k]] for k in ahead]
        build.emit("scf.yield", [], nexts + [inner.adjoint(v) for v in captured] + others)
    results = list(loop.results)
    for value, result in zip(captured, results[len(slots) :]):
        sweep.adjoints[value] = result
    for state, result in zip(undone, results[len(starts) - len(undone) :]):
        sweep.restore(op.operands[ir.BlockArgument(state).arg_number + 2], result)
    for slot, result in zip(slots, results):
        if sweep.is_active(op.operands[slot + 3]):
            sweep.add(op.operands[slot + 3], result)


def _provide(op: ir.Operation, row: ir.Value, sweep: Sweep, scope: Scope) -> None:
    """Gives what the adjoint of an iteration reads to its scope: what is recorded, and what is computed from that."""
    slicer, body = sweep.plan.slicer, sweep.program.body(op)
    if op in sweep.plan.rewound:
        rewinding.emit_state(op, row, sweep, scope)
        tape.emit_slice(slicer, sweep.plan.rewound[op].again, scope)
        return
    if op in sweep.plan.ahead:
        nexts = [sweep.program.yields(op)[k] for k in sweep.plan.ahead[op].slots]
        tape.emit_slice(slicer, slicer.block(body, [*sweep.plan.needs[body], *nexts]), scope)
        return
    needs, recorded = sweep.plan.needs[body], sweep.plan.recorded[op]
    sizes, fixed = changing_sizes(slicer, op, recorded)
    _read(fixed, op, row, sweep, scope)
    where = places(sweep.program, sweep.plan.undone.get(op, ()))
    tape.emit_slice(slicer, slicer.block(body, where, fixed), scope)
    for state in sweep.plan.undone.get(op, ()):
        scope[state] = overwritten.put_back(sweep.program, state, scope[state], scope)
    if sizes:  # rows that are not of one size are read once their sizes are known
        tape.emit_slice(slicer, slicer.block(body, sizes, fixed), scope)
        _read([key for key in recorded if key not in fixed], op, row, sweep, scope)
    tape.emit_slice(slicer, slicer.block(body, needs, [*sweep.plan.given(op), *sizes, *where]), scope)


def _read(keys: list[Key], loop: ir.Operation, row: ir.Value, sweep: Sweep, scope: Scope) -> None:
    """Reads what an iteration recorded."""
    for key in keys:
        scope[key] = rows.read_row(sweep.plan.slicer, sweep.scope[Residual(loop, key)], row, key, scope)


@adjoint_of("scf.if")
def if_adjoint(op: ir.Operation, sweep: Sweep) -> None:
    program, slicer = sweep.program, sweep.plan.slicer
    active = [k for k, r in enumerate(op.results) if sweep.is_active(r) and has_derivative(r.type)]
    cotangents = {k: sweep.take(op.results[k]) for k in active}
    captured = captured_roots(op, sweep)
    if not captured:
        return
    types = [v.type for v in captured]
    adjoint = ir.Operation.create("scf.if", results=types, operands=[sweep.value(op.operands[0])], regions=2)
    for region, branch in enumerate(program.bodies(op)):
        block = adjoint.regions[region].blocks.append()
        with ir.InsertionPoint(block):
            scope = Scope(sweep.scope)
            tape.emit_slice(slicer, slicer.block(branch, sweep.plan.needs[branch]), scope)
            before = {v: acc for v in captured if (acc := sweep.adjoint(v)) is not None}
            inner = Sweep(sweep.plan, scope, before)
            yields = program.yields(op, region)
            for k, ct in cotangents.items():
                if ct is not None and inner.is_active(yields[k]):
                    inner.add(yields[k], ct)
            inner.run(branch)
            after = [inner.zeros(v) if (acc := inner.adjoint(v)) is None else acc for v in captured]
            build.emit("scf.yield", [], after)
    for value, result in zip(captured, adjoint.results):
        sweep.adjoints[value] = result
