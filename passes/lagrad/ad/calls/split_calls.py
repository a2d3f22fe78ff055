"""Calls that are not inlined.

A function marked `no_inline` is split in two for the adjoint of its callers: the augmented primal also returns
residuals, all that its adjoint reads beyond the arguments, and the pullback takes them. So nothing is computed twice,
and a function that is called at many places is differentiated once. One marked `lagrad.checkpoint` returns no residuals
(`pieces`). Both are `no_inline` in turn: a derivative of the derivative splits them again. Functions that call
themselves cannot be inlined, and are split by `recursive_calls`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ... import build
from ...analysis.activity import Activity
from ...analysis.call_graph import functions, is_declaration, reachable, signature, symbol
from ...analysis.call_uses import CallUses
from ...analysis.effects import PRINT, effects_of, pure_functions
from ...analysis.places import Places
from ...analysis.program import Program
from ...analysis.recorded import recorded
from ...analysis.recording import cost
from ...analysis.recording.cost import cost_of
from ...analysis.recording.cut import is_repeatable
from ...analysis.recording.slices import Key
from ...analysis.recording.tbr import Plan, root
from ...analysis.split import Brought, Split, Uses
from ...build import has_derivative
from ...dialect import CHECKPOINT, EXACT, PURE, STOP_GRADIENT
from ...errors import Diagnostic, Failure, Report
from ...mlir import ir
from ..reverse import tape
from ..reverse.pullback import adjoint_sweep
from ..reverse.sweep import Sweep
from ..rewrites import open_forms
from ..rewrites.marks import INACTIVE
from ..scope import Scope
from . import local_jacobians, pieces, recursive_calls
from .declarations import close, declare, open_body
from .kept_calls import takes_vectors
from .local_jacobians import LOCAL_JACOBIAN

_ARITHMETIC = {
    *(f"arith.{name}{kind}" for name in ("add", "sub", "mul", "cmp") for kind in "fi"),
    "arith.constant",
    "arith.negf",
    "arith.select",
    "tensor.from_elements",
    "tensor.splat",
}
RUN_AGAIN = "run again"  # pieces that no loop records anything of: their names, among what is made
CHEAP = 1  # what a view or an element of an argument costs: computed again by the pullback


@dataclass(frozen=True)
class Callee:
    """What `prepare` needs to know of a function that is to be split."""

    primal: str
    function: ir.Operation  # where it is asked for
    wrt: list[int]
    of: list[int]
    doubted: list[int]  # results that the caller may decide not to use
    constants: list[int]  # arguments that are constants where it is called

    @property
    def version(self) -> tuple[tuple[int, ...], ...]:
        """What its derivative depends on: calls that have this in common share one."""
        return tuple(map(tuple, (self.wrt, self.of, self.doubted, self.constants)))


def marked(module: ir.Operation, callees: list[str], own: Container[str]) -> list[str]:
    """The functions among `callees` that are not to be inlined.

    One that takes or gives vectors is inlined all the same: the caller works on tensors. So is one whose effects take
    floats, of which only the caller knows whether they are active, and one with effects and a local Jacobian.
    """
    table = functions(module)
    chosen = [
        name
        for name in callees
        if name in table
        and not is_declaration(table[name])
        and not {"no_inline", CHECKPOINT, LOCAL_JACOBIAN}.isdisjoint(table[name].attributes)
        and INACTIVE not in table[name].attributes
        and name not in own
        and not takes_vectors(table[name])
    ]
    pure = pure_functions(module) if chosen else set()

    def takes_no_float(op: ir.Operation) -> bool:
        if op.name != "func.call":
            return op.name == PRINT
        name = op.attributes["callee"].value
        if name in own or not is_declaration(table[name]) or INACTIVE in table[name].attributes:
            return True  # its derivative is known, or the effects in it are looked at themselves
        return all(_is_stopped(v) for v in op.operands if has_derivative(v.type))

    def is_closed(name: str) -> bool:
        inside = [table[other] for other in (name, *reachable(module, name)) if other in table and other not in own]
        return LOCAL_JACOBIAN not in table[name].attributes and all(
            takes_no_float(op) for function in inside for op in effects_of(function, pure)
        )

    return [name for name in chosen if name in pure or is_closed(name)]


def _is_name(pullback: object) -> bool:
    """Whether a function brings its own pullback, and is not one that is split already."""
    return isinstance(pullback, str)


def _is_stopped(value: ir.Value) -> bool:
    return not isinstance(value.owner, ir.Block) and value.owner.operation.name == STOP_GRADIENT


class Splitter:
    """Splits the functions that the primal `name` calls, as their active calls are met.

    `plan(callee, report)` plans the reverse sweep of a function, `fill` writes a request. `own` learns of the split
    ones; `made` has those of this module that are there already. Where a function cannot be differentiated its
    diagnostics are kept in `problems`.
    """

    def __init__(
        self, module: ir.Operation, name: str, plan: Callable, fill: Callable, own: dict, made: dict, report: Report
    ):
        self.module, self.plan, self.fill = module, plan, fill
        self.own, self.made, self.report = own, made, report
        self.recursive, self.refused = recursive_calls.find(module, name, own)
        inside, table = reachable(module, name), functions(module)
        self.recorded = {name: known for name in inside if (known := recorded(table[name]))}
        self.names = list(dict.fromkeys([*marked(module, inside, own), *self.recursive, *self.recorded]))
        self.problems: list[Diagnostic] = []
        for function in (table[other] for other in inside if other in table):
            if CHECKPOINT in function.attributes and symbol(function) not in {*own, *self.names}:
                report.warning(
                    function.location,
                    f"'{CHECKPOINT}' of @{symbol(function)} does not hold: "
                    "it is inlined, as it takes vectors or has effects on floats",
                )
        uses = CallUses(module, INACTIVE, "lagrad.custom_pullback")
        self.uses: CallUses = made.setdefault((module, "uses"), uses)
        own.update({name: Brought(pullback, self.uses[name]) for name, pullback in own.items() if _is_name(pullback)})
        own.update({name: self.uses[name] for name in self.names})  # known, also where a call is not active

    def rewrite(self, program: Program, activity: Activity) -> bool:
        """Makes active calls of these functions calls of augmented ones; whether there were any."""
        copy = program.function.parent.operation
        # What is active is known of the program as it is; so all of it is asked before anything changes.
        versions = [
            (op, self._callee(op, activity))
            for block in program.blocks()
            for op in program.ops(block)
            if op.name == "func.call" and op.attributes["callee"].value in self.names and activity.is_active_op(op)
            # a call with bits of floats stays, and what makes these is refused
            if all(has_derivative(v.type) for v in op.operands if activity.is_active(v))
        ]
        return any(
            [open_forms.replace(op, lambda call: self._augmented(call, callee, copy)) for op, callee in versions]
        )

    def refusals(self, program: Program, activity: Activity) -> list[Diagnostic]:
        """Why the active calls of functions that call themselves cannot be split."""
        calls = [
            op
            for block in program.blocks()
            for op in program.ops(block)
            if op.name == "func.call" and activity.is_active_op(op)
        ]
        return [self.refused[name](op) for op in calls if (name := op.attributes["callee"].value) in self.refused]

    def _callee(self, call: ir.Operation, activity: Activity) -> Callee:
        name, of = call.attributes["callee"].value, _active(call.results, activity)
        doubted = [n for n in of if activity.is_strong(call.results[n])]
        floats = [n for n, v in enumerate(call.operands) if has_derivative(v.type)]
        if name in self.recorded:  # records are neither
            count = len(signature(functions(self.module)[self.recorded[name].primal])[0])
            floats = [n for n in floats if n < count]
        constants = [n for n in floats if self.uses[name].has_ties and activity.is_constant(call.operands[n])]
        return Callee(name, call, _active(call.operands, activity), of, doubted, constants)

    def _augmented(self, call: ir.Operation, callee: Callee, copy: ir.Operation) -> list[ir.Value] | None:
        name = callee.primal
        key = (self.module, name, *callee.version)
        if key not in self.made:
            self.made[key] = self._split(callee)
        if isinstance(self.made[key], Failure):  # of another request, perhaps
            self.problems += self.made[key].diagnostics
            return None
        augmented, split = self.made[key]
        self.own[augmented] = split
        results = signature(functions(self.module)[augmented])[1]
        if augmented not in functions(copy):
            declaration = declare(copy, augmented, [v.type for v in call.operands], results)
            if augmented in pure_functions(self.module):
                declaration.attributes[PURE] = ir.UnitAttr.get()
        values = build.emit("func.call", results, list(call.operands), callee=ir.FlatSymbolRefAttr.get(augmented))
        return values[: len(call.results)]

    def _split(self, callee: Callee) -> tuple[str, Split] | Failure:
        name = callee.primal
        uses = self.uses[name]
        try:
            if LOCAL_JACOBIAN in functions(self.module)[name].attributes:
                with functions(self.module)[name].location:
                    wrt, of, doubted, _ = callee.version
                    return local_jacobians.write(self.module, name, callee.function, wrt, of, doubted, uses, self.fill)
            if name in self.recorded:
                return recursive_calls.write_recorded(
                    self.module, name, callee, uses, self.plan, self.made, self.report
                )
            if name in self.recursive:
                return recursive_calls.write(self.module, name, callee, uses, self.plan, self.made, self.report)
            _copy, plan = self.plan(callee, self.report)
        except Failure as failure:
            return failure
        with functions(self.module)[name].location:
            augmented, split = _write(self.module, name, plan, callee, uses)
        if name in self.made.get((self.module, RUN_AGAIN), ()):
            split = replace(split, cost=0)
        self.made.setdefault((self.module, "plans"), {})[augmented] = _copy, plan
        return augmented, split


def _active(values: Sequence[ir.Value], activity: Activity) -> list[int]:
    return [n for n, v in enumerate(values) if activity.is_active(v) and has_derivative(v.type)]


def _write(module: ir.Operation, name: str, plan: Plan, callee: Callee, uses: Uses) -> tuple[str, Split]:
    """Writes the two functions into the module."""
    program, slicer = plan.program, plan.slicer
    results = [program.results[n] for n in callee.of]
    wrt = [program.arguments[n] for n in callee.wrt]
    needs = [*plan.needs[program.entry], *(size for v in (*results, *wrt) for size in program.dynamic_sizes(v))]
    is_checkpoint = CHECKPOINT in functions(module)[name].attributes
    taken, residuals = (pieces.snapshot(plan, needs), []) if is_checkpoint else _boundary(plan, needs)
    arguments = [program.arguments[n] for n in taken]

    augmented = declare(module, f"{name}_augmented", [v.type for v in program.arguments])
    entry = open_body(augmented)
    with ir.InsertionPoint(entry):
        scope = Scope().bind(program.arguments, entry.arguments)
        wanted = [*residuals, *program.results, *slicer.effects(program.entry)]
        tape.emit_slice(slicer, slicer.block(program.entry, wanted), scope)
        returned = [scope[r] for r in program.results]
        # What is a result already is not returned again: two results in one place would be at risk.
        returned += [v for v in dict.fromkeys(scope[key] for key in residuals) if v not in returned]
        kept = [returned.index(scope[key]) for key in residuals]
        close(augmented, returned)

    given = [*(v.type for v in arguments), *(returned[n].type for n in kept), *(r.type for r in results)]
    pullback = declare(module, f"{name}_adjoint", given)
    entry = open_body(pullback)
    with ir.InsertionPoint(entry):
        known, cotangents = [*arguments, *residuals], list(entry.arguments)
        scope = Scope().bind(known, cotangents[: len(known)])
        tape.emit_slice(slicer, slicer.block(program.entry, needs, known), scope)
        sweep = adjoint_sweep(plan, scope, results, cotangents[len(known) :])
        close(pullback, [sweep.gradient(v) for v in wrt])
    if is_checkpoint:
        pieces.finish(program, augmented, pullback)
    if EXACT in callee.function.attributes:  # the call, which stands for the request, goes away
        for function in (augmented, pullback):
            function.attributes[EXACT] = ir.UnitAttr.get()
    varied = {n: Activity(program, [program.arguments[n]], []).varied for n in callee.wrt}
    depends = [tuple(n for n in callee.wrt if r in varied[n]) for r in program.results]
    depends += [tuple(callee.wrt)] * (len(returned) - len(depends))
    boundary = (tuple(taken), tuple(kept), tuple(callee.of), tuple(callee.wrt))
    split = Split(
        symbol(pullback),
        *boundary,
        tuple(depends),
        cost_of(program.function),
        uses,
        is_piece=is_checkpoint,
        places=_places(program),
    )
    return symbol(augmented), split


def _places(program: Program) -> tuple[int | None, ...]:
    """For each result of a function, the number of the argument in whose place it is."""
    places = Places(program)
    numbers = {a: n for n, a in enumerate(program.arguments)}
    return tuple(numbers.get(places.of(result)) for result in program.results)


def _boundary(plan: Plan, needs: list[Key]) -> tuple[list[int], list[Key]]:
    """What the adjoint takes: numbers of arguments, and residuals. The rest is cheap to have again.

    What decides something and what it decides come from one run: the largest element is found again if the elements
    are.
    """
    again = _computed_again(plan, needs)
    while True:
        taken, residuals, seen = _taken(plan, needs, again)
        sources = {key: plan.slicer.decisions.sources(key) for key in residuals if isinstance(key, ir.Value)}
        decided = {key for key, behind in sources.items() if any(v in again and v in seen for v in behind)}
        decided = {key for key in decided if is_repeatable(plan.program, key.owner.operation)}
        if not decided:
            return sorted(taken), sorted(residuals, key=plan.slicer.order)
        again |= decided


def _taken(plan: Plan, needs: list[Key], again: set[ir.Value]) -> tuple[set[int], dict[Key, None], set[Key]]:
    """Numbers of arguments, residuals, and all keys that are met, if these values are computed again."""
    program, slicer = plan.program, plan.slicer
    taken: set[int] = set()
    residuals: dict[Key, None] = {}
    seen, work = set(needs), list(needs)
    while work:
        key = work.pop()
        op = slicer.maker(key)
        if op is None:
            taken.add(ir.BlockArgument(key).arg_number)
        elif key in again:
            behind = program.inputs(op)
            work += [v for v in behind if v not in seen]
            seen.update(behind)
        else:
            residuals[key] = None
    return taken, residuals, seen


def _computed_again(plan: Plan, needs: list[Key]) -> set[ir.Value]:
    """The values that the adjoint computes from what it takes: views, and arithmetic that costs less than to be kept.

    A result has memory of its own, which the caller frees; functions and sums are computed once.
    """
    program, slicer = plan.program, plan.slicer
    price: dict[Key, int] = {}  # of what is computed again, all that is behind it included
    for op, _ in slicer.block(program.entry, needs).ops:
        behind = sum(price.get(v, 0) for v in program.inputs(op))
        if not is_repeatable(program, op):
            continue
        own = cost.recompute(program, op)
        for result in op.results:
            is_less = plan.costs.recompute(program, op) + behind <= plan.costs.record(result)
            if own <= CHEAP or is_less and _is_arithmetic(program, op) and result not in program.results:
                price[result] = own + behind
    return set(price)


def _is_arithmetic(program: Program, op: ir.Operation) -> bool:
    """Whether an operation adds and multiplies, element by element where it is one of tensors."""
    inner = [child for block in program.bodies(op) for child in program.ops(block)[:-1]]
    if op.name == "linalg.generic":
        sums = any("reduction" in str(kind) for kind in op.attributes["iterator_types"])
        return not sums and all(_is_arithmetic(program, child) for child in inner)
    return op.name == "linalg.fill" or op.name in _ARITHMETIC


def adjoint(op: ir.Operation, split: Split, sweep: Sweep) -> None:
    """Calls the pullback and adds what it gives."""
    cotangents = [sweep.zeros(op.results[n]) if (ct := sweep.take(op.results[n])) is None else ct for n in split.of]
    leave: dict[int, Callable[[ir.Value], None]] = {}
    roots: set[ir.Value] = set()
    for number in split.accumulated:
        operand = op.operands[number]
        so_far = None
        if root(operand) not in roots:  # two accumulators are never parts of one tensor
            so_far, leave[number] = sweep.enter(operand)
        roots.add(root(operand))
        cotangents.append(sweep.zeros(operand) if so_far is None else so_far)
    gradients = build.emit(
        "func.call",
        [op.operands[n].type for n in split.wrt],
        [*(sweep.value(v) for v in split.reads(op)), *cotangents],
        callee=ir.FlatSymbolRefAttr.get(split.pullback),
    )
    for number in sorted(range(len(gradients)), key=lambda n: split.wrt[n] not in leave):
        leave.get(split.wrt[number], partial(sweep.add, op.operands[split.wrt[number]]))(gradients[number])
