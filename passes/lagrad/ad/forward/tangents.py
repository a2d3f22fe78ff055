"""The tangent sweep: a block of the primal emitted again, each active operation followed by its tangent.

`Tangents` finds primal values and tangents in its scope and emits what the demand names and
nothing else. The Jacobian of an elementwise operation is diagonal, so its tangent is the sum
of the pullback's own lambdas at the operands' tangents; a linear operation is applied to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ... import build
from ...analysis.demand import BOTH, DESTINATION, Demand, Key, Tangent, is_linear
from ...analysis.recording.slices import Effect
from ...build import has_derivative
from ...mlir import ir
from ...rules import RULES, Operation, Partials
from ...rules.kinks import strong
from ..reverse.elementwise import has_finite_partials, is_number, primal_scalars, widened
from ..scope import Scope, clone

# Operands whose share is a product with the last value that it reads: another factor, or a quotient.
_FACTORS = {"arith.mulf": "xy", "complex.mul": "xy", "math.fma": "xy", "arith.divf": "y", "complex.div": "y"}

# What emits operations that carry tangents through their regions, where sweeps of their own run.
REGIONS: dict[str, Callable[[ir.Operation, "Tangents"], None]] = {}


def tangents_of(*names: str) -> Callable:
    """Decorates what emits operations with regions and their tangents."""

    def register(emit: Callable) -> Callable:
        REGIONS.update(dict.fromkeys(names, emit))
        return emit

    return register


class Tangents:
    def __init__(self, demand: Demand, scope: Scope, keys: set[Key] | None = None):
        self.demand, self.program = demand, demand.program
        self.scope = scope
        self.keys = demand.keys if keys is None else keys

    def inside(self, keys: Iterable[Key], values: Iterable[ir.Value], only: set[Key] | None = None) -> "Tangents":
        """The sweep over a region: what its arguments stand for, and the keys it computes if not all."""
        return Tangents(self.demand, Scope(self.scope).bind(keys, values), only or self.keys)

    def __getitem__(self, key: Key) -> ir.Value:
        """A primal value or a tangent in the derivative; zeros for the tangent of what is inactive.

        Of a tensor that nothing is written into yet, neither it nor its tangent says anything.
        """
        if isinstance(key, Tangent) and not self.demand.has_tangent(key.value):
            is_empty = not isinstance(key.value.owner, ir.Block) and key.value.owner.operation.name == "tensor.empty"
            return (build.empty if is_empty else build.zeros)(key.type, self.sizes(key.value))
        return self.scope[key]

    def sizes(self, value: ir.Value) -> list[ir.Value | int]:
        """The sizes of a primal tensor in the derivative, static or not."""
        return [n if isinstance(n, int) else self.scope[n] for n in self.program.sizes(value)]

    # -- what a rule may ask ---------------------------------------------------------------------

    def value(self, primal: ir.Value) -> ir.Value:
        """The primal value in the derivative."""
        return self.scope[primal]

    def is_active(self, primal: ir.Value) -> bool:
        return self.demand.activity.is_active(primal)

    # -- the sweep -------------------------------------------------------------------------------

    def run(self, block: ir.Block) -> None:
        """Emits the operations of a block, its terminator left out."""
        for op in self.program.ops(block)[:-1]:
            tangents = any(Tangent(r) in self.keys for r in op.results)
            primal = Effect(op) in self.keys or any(r in self.keys for r in op.results)
            with op.location:
                if self.demand.is_augmented(op) and (primal or tangents):
                    REGIONS[op.name](op, self)
                    continue
                if tangents and self.demand.pushed(op):
                    self._push(op)
                    continue
                if primal:
                    clone(op, self.scope)
                if tangents:
                    self.scope.bind(map(Tangent, op.results), self._tangents(op))

    def _tangents(self, op: ir.Operation) -> list[ir.Value]:
        rule = RULES.get(op.name)
        if op.name == "func.call":
            return self._call(op)
        if isinstance(rule, Operation):
            return self._operation(rule, op)
        if is_linear(op) or self._is_affine(rule, op):
            return self._linear(op)
        return [self._elementwise(rule, op)]

    def _operation(self, rule: Operation, op: ir.Operation) -> list[ir.Value]:
        """What a rule gives for the results: of those without a tangent of their own, nobody reads one."""
        dxs = [self.scope[Tangent(v)] if self.demand.has_tangent(v) else None for v in op.operands]
        given = list(rule.tangent(op, dxs, self))
        return [v if v is not None else self._no_tangent(r) for r, v in zip(op.results, given, strict=True)]

    def _no_tangent(self, result: ir.Value) -> ir.Value | None:
        return build.zeros(result.type, self.sizes(result)) if has_derivative(result.type) else None

    def _is_affine(self, rule: Partials, op: ir.Operation) -> bool:
        """Whether the partials are constants and all operands have tangents."""
        return all(map(self.demand.has_tangent, op.operands)) and not any(map(rule.reads, rule.adjoints))

    def _linear(self, op: ir.Operation) -> list[ir.Value]:
        """The operation itself, applied to tangents."""
        operands = list(op.operands)
        into = operands.pop(DESTINATION[op.name]) if op.name in DESTINATION else None
        tangents = {v: self[Tangent(v)] for v in operands if has_derivative(v.type)}
        if into is not None:
            tangents[into] = build.empty(into.type, self.sizes(into))
        return list(clone(op, self.scope, tangents).results)

    def _elementwise(self, rule: Partials, op: ir.Operation) -> ir.Value:
        """The sum of the rule's shares at the operands' tangents.

        Adjoints of what a select discards are products with a zero, or quotients of one, and so stay zero whatever the
        tangent of the other factor or of the divisor is.
        """
        values = primal_scalars(rule, op, self.demand.activity, self.scope, is_later=False)
        is_selected = self.demand.activity.is_selected
        factors = _FACTORS.get(op.name, "") if is_selected(op.results[0]) else ""
        finite = has_finite_partials(op) and not is_selected(op.results[0])
        total = None
        for name, operand in zip(rule.operands, op.operands):
            if name in rule.adjoints and self.demand.has_tangent(operand):
                dx = widened(self.scope[Tangent(operand)], op)
                dx.finite_partials = finite
                read = [values[n] for n in rule.reads(name)]
                share = rule.pushforward(name)(dx, *read)
                if name in factors and not is_number(read[-1].value):
                    share = strong(read[-1], share)
                total = share if total is None else total + share
        type = op.results[0].type
        return build.constant(type, 0.0) if total is None else build.resize(total.value, type)

    def _push(self, op: ir.Operation) -> None:
        """Calls a pushforward of a function of the program, which gives the results too."""
        active = self.demand.active_numbers(op)
        arguments = [
            self.scope[of(v)] for n, v in enumerate(op.operands) for of in BOTH if of is not Tangent or n in active
        ]
        floats = [r for r in op.results if has_derivative(r.type)]
        keys = [*op.results, *map(Tangent, floats)]
        callee = ir.FlatSymbolRefAttr.get(self.demand.pushed(op).version(active))
        self.scope.bind(keys, build.emit("func.call", [key.type for key in keys], arguments, callee=callee))

    def _call(self, op: ir.Operation) -> list[ir.Value]:
        """Calls the callee's own pushforward."""
        operands = list(op.operands)
        arguments = [self[of(v)] for v in operands for of in BOTH if of is not Tangent or has_derivative(v.type)]
        own = self.program.derivatives[op.attributes["callee"].value]
        floats = [r for r in op.results if has_derivative(r.type)]
        results = build.emit("func.call", [r.type for r in floats], arguments, callee=ir.FlatSymbolRefAttr.get(own))
        given = dict(zip(floats, results))
        return [given.get(r) for r in op.results]
