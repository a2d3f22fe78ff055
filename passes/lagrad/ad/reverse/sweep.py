"""The adjoint sweep over a block: the active operations backwards, each adding to the
accumulators of what it reads.

A `Sweep` belongs to one block of the derivative. It finds primal values in its scope, keeps
the adjoints of the block's values and of the captured ones, and is all that a rule sees.
"""

from __future__ import annotations

from collections.abc import Callable

from ... import build
from ...analysis.recording.elementwise_reads import is_narrow
from ...analysis.recording.tbr import Plan, view_of
from ...build import has_derivative
from ...mlir import ir
from ...rules import CHOOSING, RULES, Casts, Operation, Partials, Structured, add_gradients
from ...rules.kinks import strong
from ..scope import Scope, clone
from ..strong_gradients import strong_gradient
from .elementwise import has_finite_partials, is_number, primal_scalars, widened

# Of calls and operations with regions, which run sweeps of their own: what adds the adjoints of their operands.
ADJOINTS: dict[str, Callable[[ir.Operation, "Sweep"], None]] = {}


def adjoint_of(name: str) -> Callable:
    """Decorates what adds to the adjoints of the operands of an operation."""

    def register(adjoint: Callable) -> Callable:
        ADJOINTS[name] = adjoint
        return adjoint

    return register


class Sweep:
    def __init__(self, plan: Plan, scope: Scope, adjoints: dict[ir.Value, ir.Value] | None = None):
        self.plan = plan
        self.program = plan.program
        self.scope = scope
        self.adjoints = adjoints if adjoints is not None else {}  # root -> its adjoint so far
        self.passed_on: set[ir.Operation] = set()  # what reads an element whose adjoint is in its place already
        self.restored: set[ir.Value] = set()  # tensors that loops changed and their adjoints put back

    # -- what a rule may ask ---------------------------------------------------------------------

    def value(self, primal: ir.Value) -> ir.Value:
        """The primal value in the derivative."""
        return self.scope[primal]

    def restore(self, primal: ir.Value, again: ir.Value) -> None:
        """From here on a tensor is read where the adjoint of a loop, which started from it, has put it back."""
        self.scope[primal] = again
        self.restored.add(primal)

    def sizes(self, primal: ir.Value) -> list[ir.Value | int]:
        """The sizes of a primal tensor in the derivative, static or not."""
        return [n if isinstance(n, int) else self.scope[n] for n in self.program.sizes(primal)]

    def is_active(self, primal: ir.Value) -> bool:
        return self.plan.activity.is_active(primal)

    def clone(self, op: ir.Operation, also: dict[ir.Value, ir.Value]) -> ir.Value:
        """A copy of a one-result operation with some operands replaced."""
        return clone(op, self.scope, also).results[0]

    def adjoint(self, primal: ir.Value) -> ir.Value | None:
        """The adjoint of a root so far; None is zero."""
        return self.adjoints.get(primal)

    def take(self, primal: ir.Value) -> ir.Value | None:
        """The complete adjoint of a value, which nothing adds to any more."""
        return self.adjoints.pop(primal, None)

    def zeros(self, primal: ir.Value) -> ir.Value:
        return build.zeros(primal.type, self.sizes(primal))

    def gradient(self, primal: ir.Value) -> ir.Value:
        """The adjoint of a value, be it zero."""
        return self.zeros(primal) if (acc := self.adjoint(primal)) is None else acc

    def add(self, primal: ir.Value, contribution: ir.Value) -> None:
        """Adds a contribution of the value's own shape to its adjoint."""
        acc, leave = self.enter(primal)
        leave(contribution if acc is None else build.add(contribution, acc))

    def accumulate(self, primal: ir.Value, update: Callable) -> None:
        """Replaces the adjoint of a value by `update` of it."""
        acc, leave = self.enter(primal)
        leave(update(self.zeros(primal) if acc is None else acc))

    def enter(self, primal: ir.Value) -> tuple[ir.Value | None, Callable[[ir.Value], None]]:
        """The accumulator of a value, and the function that puts its next state back.

        A view's accumulator is that view of its root's, taken here and put back at once, so
        that the root's is always up to date. None: zero so far.
        """
        views = []
        while (op := view_of(primal)) is not None:
            views.append(op)
            primal = op.operands[0]
        stages = [self.adjoints.get(primal)]
        for op in reversed(views):
            whole = stages[-1]
            stages.append(None if whole is None else RULES[op.name].enter(op, whole, self))

        def leave(part: ir.Value) -> None:
            for op, below in zip(views, reversed(stages[:-1])):
                part = RULES[op.name].leave(op, part, below, self)
            self.adjoints[primal] = part

        return stages[-1], leave

    # -- the sweep -------------------------------------------------------------------------------

    def run(self, block: ir.Block) -> None:
        """Emits the adjoint of a block whose results' adjoints are set."""
        for op in reversed(self.program.ops(block)[:-1]):
            if not self.plan.activity.is_active_op(op):
                continue
            if all(self.adjoint(result) is None for result in op.results):
                continue
            with op.location:
                if op.name in ADJOINTS:
                    ADJOINTS[op.name](op, self)
                    continue
                rule = RULES[op.name]
                if isinstance(rule, Operation):
                    self._operation(rule, op)
                    continue
                ct = self.take(op.results[0])
                match rule:
                    case Partials() as rule:
                        self._elementwise(rule, op, ct)
                    case Casts():
                        operand = op.operands[0]
                        self.add(operand, build.resize(ct, operand.type))
                    case Structured() as rule:
                        rule.pullback(op, ct, self)

    def _operation(self, rule: Operation, op: ir.Operation) -> None:
        """Adds what a rule gives for the operands; it is linear in the cotangents, all zeros of which stay zero."""
        floats = [r for r in op.results if has_derivative(r.type)]
        given = {r: ct for r in floats if (ct := self.take(r)) is not None}
        if not rule.none_for_zeros:
            given = {r: given[r] if r in given else self.zeros(r) for r in floats}
        gradients = rule.adjoint(op, [given.get(r) for r in op.results], self)
        if gradients is None:
            return
        if any(self.plan.activity.is_strong(r) for r in floats):
            cotangents = list(given.values())
            gradients = [
                g if g is None or not self.is_active(v) else strong_gradient(cotangents, g, self.sizes(v))
                for v, g in zip(op.operands, gradients, strict=True)
            ]
        add_gradients(op, gradients, self)

    def _elementwise(self, rule: Partials, op: ir.Operation, ct: ir.Value) -> None:
        values = primal_scalars(rule, op, self.plan.activity, self.scope)
        seed = widened(ct, op)
        guard = self.plan.activity.is_strong(op.results[0]) and op.name not in CHOOSING  # these pass on all or nothing
        seed.finite_partials = not guard and has_finite_partials(op)
        for name, operand in zip(rule.operands, op.operands):
            if name not in rule.adjoints or not self.is_active(operand):
                continue
            share = rule.adjoints[name](seed, *(values[n] for n in rule.reads(name)))
            if guard and not all(is_number(values[n].value) for n in rule.reads(name)):
                share = strong(seed, share)
            self.add(operand, build.resize(share.value, operand.type) if is_narrow(op) else share.value)
