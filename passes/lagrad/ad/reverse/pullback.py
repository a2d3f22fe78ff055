"""The body of a pullback: the primal slice that the adjoints read, then the adjoint sweep."""

from __future__ import annotations

from ... import build
from ...analysis.activity import Activity
from ...analysis.program import Program
from ...analysis.recording.cost import Costs
from ...analysis.recording.slices import Slicer
from ...analysis.recording.tbr import Plan
from ...build import has_derivative
from ...mlir import ir
from ..scope import Scope
from . import tape
from .sweep import Sweep
from .whole_loops import cheapest_plan


def plan_pullback(program: Program, activity: Activity, tape: str, with_primal: bool) -> Plan:
    """What the adjoint of a whole function reads and records, in one of `cost.MODES`."""
    if tape in ("auto", "functions"):
        return cheapest_plan(program, activity, Costs(tape), with_primal)
    plan = Plan(Slicer(program), activity, Costs(tape))
    plan.block(program.entry)
    return plan


def emit_pullback(
    function: ir.Operation, program: Program, plan: Plan, wrt: list[int], with_primal: bool, seeds: int | None
) -> None:
    """Fills an empty function: primal arguments and cotangents in, [primal results and] gradients out.

    `seeds` is the number of cotangent arguments, or None for a gradient, whose one float
    result has cotangent one.
    """
    slicer = plan.slicer
    types = list(ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value).inputs)
    entry = function.regions[0].blocks.append(*types, arg_locs=[function.location] * len(types))
    arguments = list(entry.arguments)
    with ir.InsertionPoint(entry), function.location:
        scope = Scope().bind(program.arguments, arguments[: len(program.arguments)])
        wanted = list(plan.needs[program.entry])
        if with_primal:
            wanted += program.results
        results = [r for r in program.results if has_derivative(r.type)]
        for value in (*results, *(program.arguments[n] for n in wrt)):
            wanted += program.dynamic_sizes(value)
        wanted += slicer.effects(program.entry)
        tape.emit_slice(slicer, slicer.block(program.entry, wanted), scope)
        if seeds is None:
            sizes = [n if isinstance(n, int) else scope[n] for n in program.sizes(results[0])]
            cotangents = [build.full(results[0].type, sizes, 1.0)]
        else:
            cotangents = arguments[len(program.arguments) :]
        sweep = adjoint_sweep(plan, scope, results, cotangents)
        returned = [scope[r] for r in program.results] if with_primal else []
        build.emit("func.return", [], returned + [sweep.gradient(program.arguments[n]) for n in wrt])


def adjoint_sweep(
    plan: Plan,
    scope: Scope,
    results: list[ir.Value],
    cotangents: list[ir.Value],
    adjoints: dict[ir.Value, ir.Value] | None = None,
) -> Sweep:
    """The sweep over a whole function, from the cotangents of its results and the adjoints of arguments so far."""
    sweep = Sweep(plan, scope)
    for argument, so_far in (adjoints or {}).items():
        sweep.adjoints[argument] = build.whole_slice(so_far, sweep.sizes(argument))
    for result, ct in zip(results, cotangents, strict=True):
        if plan.activity.is_active(result):
            sweep.add(result, build.whole_slice(ct, sweep.sizes(result)))
    sweep.run(plan.program.entry)
    return sweep
