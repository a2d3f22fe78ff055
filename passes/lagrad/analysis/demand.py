"""What a pushforward computes: primal values and tangents, from what is asked for backwards.

A key is a primal value, the tangent of an active one, or that effects have been had. The tangent of a
result depends on the tangents of what it is computed from and on the primal values that its rule
reads; so a linear program's pushforward has no primal operation at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..build import has_derivative, is_tensor
from ..mlir import ir
from ..rules import RULES, Casts, Operation, Partials, Structured, View
from . import linalg_form
from .activity import Activity
from .program import Program
from .recording.elementwise_reads import partial_reads
from .recording.slices import Effect
from .split import Pushed


class Tangent(NamedTuple):
    """The tangent of a primal value."""

    value: ir.Value

    @property
    def type(self) -> ir.Type:
        return self.value.type


Key = ir.Value | Tangent | Effect


def primal(value: ir.Value) -> ir.Value:
    """The key of a value itself, as `Tangent` makes that of its tangent."""
    return value


BOTH = (primal, Tangent)

# Carry tangents beside primal values, through their regions.
REGIONS = {"scf.for", "scf.while", "scf.if", "scf.index_switch", "linalg.generic"}

# Linear in all operands that have a derivative: the operation itself, applied to tangents.
LINEAR = {
    "arith.select",
    "complex.create",
    "tensor.concat",
    "tensor.gather",
    "tensor.scatter",
    "linalg.pack",
    "linalg.unpack",
}

# The operand that is only a place to write into.
DESTINATION = {"linalg.fill": 1, "linalg.pack": 1, "linalg.unpack": 1}


def is_linear(op: ir.Operation) -> bool:
    return op.name in LINEAR or isinstance(RULES.get(op.name), Casts | Structured | View)


class Demand:
    """The keys that a pushforward computes, those in the regions of its operations included."""

    def __init__(self, program: Program, activity: Activity, results: Iterable[ir.Value], kept: Iterable[ir.Value]):
        """Of the tangents of `results`, and of the primal values `kept`."""
        self.program, self.activity = program, activity
        self.peaks: dict[Tangent, set[Key]] = {}  # of a maximum over dimensions: the keys of its body
        wanted = [key for r in results for key in self.tangent(r)]
        self.keys = self._closure([*kept, *wanted, *self._effects(program.entry)])

    def has_tangent(self, value: ir.Value) -> bool:
        return self.activity.is_active(value) and has_derivative(value.type)

    def tangent(self, value: ir.Value) -> list[Key]:
        """The tangent of a value, or what the zeros in its place take."""
        return [Tangent(value)] if self.has_tangent(value) else self._sizes(value)

    def _sizes(self, value: ir.Value) -> list[ir.Value]:
        return self.program.dynamic_sizes(value) if is_tensor(value.type) else []

    def pushed(self, op: ir.Operation) -> Pushed | None:
        """What is known of the pushforwards of the function that an operation calls, if it stays a function of the
        program."""
        own = self.program.derivatives.get(op.attributes["callee"].value) if op.name == "func.call" else None
        return own if isinstance(own, Pushed) else None

    def active_numbers(self, op: ir.Operation) -> tuple[int, ...]:
        """The operands with a tangent, by number."""
        return tuple(n for n, v in enumerate(op.operands) if self.has_tangent(v))

    def is_augmented(self, op: ir.Operation) -> bool:
        """Whether an operation carries tangents through its regions."""
        return op.name in REGIONS and self.activity.is_active_op(op)

    def peak(self, op: ir.Operation, number: int) -> ir.Value | None:
        """The value whose maximum or minimum over dimensions an output of a generic is.

        Its tangent is the mean of the tangents that tie (docs/conventions.md), also where the
        pullback has a closed form; elsewhere the pullback takes the elements one by one, and
        so do tangents.
        """
        if linalg_form.is_full(linalg_form.maps(op)[linalg_form.inputs(op) + number]):
            return None
        if linalg_form.no_closed_form(op, self.activity.is_active):
            return None
        return linalg_form.extremum(op, number)

    def _closure(self, wanted: Iterable[Key], inside: ir.Block | None = None) -> set[Key]:
        reached = set(wanted)
        work = list(reached)
        while work:
            for key in self._behind(work.pop()):
                if key not in reached and (inside is None or self._is_inside(key, inside)):
                    reached.add(key)
                    work.append(key)
        return reached

    def _is_inside(self, key: Key, block: ir.Block) -> bool:
        value = key.value if isinstance(key, Tangent) else key
        return not self.program.is_defined_outside(value, block)

    def _behind(self, key: Key) -> list[Key]:
        """The keys that a key is computed from."""
        if isinstance(key, Effect):
            return self._behind_effect(key.op)
        value, of = (key.value, Tangent) if isinstance(key, Tangent) else (key, primal)
        owner = value.owner
        if isinstance(owner, ir.Block):
            op = owner.owner.operation
            return [] if op.name == "func.func" else self._through_regions(op, value, of)
        op = owner.operation
        if self.is_augmented(op):
            return self._behind_result(op, value, of)
        return self._behind_tangent(op) if of is Tangent else self.program.inputs(op)

    def _effects(self, block: ir.Block) -> list[Key]:
        return [Effect(op) for op in self.program.ops(block) if self.program.is_kept(op)]

    def _behind_effect(self, op: ir.Operation) -> list[Key]:
        if not self.is_augmented(op):
            return self.program.inputs(op)
        inside = [key for block in self.program.bodies(op) for key in self._effects(block)]
        return [*(op.results if op.name == "linalg.generic" else self.program.flow.decisions(op)), *inside]

    def _read(self, value: ir.Value, of) -> list[Key]:
        return self.tangent(value) if of is Tangent else [value]

    def _behind_tangent(self, op: ir.Operation) -> list[Key]:
        rule = RULES.get(op.name)
        if isinstance(rule, Partials) and not is_linear(op):
            named = [v for name, v in zip(rule.operands, op.operands) if name in rule.adjoints]
            tangents = [Tangent(v) for v in named if self.has_tangent(v)]
            return [*partial_reads(rule, op, self.activity, is_later=False), *tangents]
        if isinstance(rule, Operation):
            tangents = [Tangent(v) for v in op.operands if self.has_tangent(v)]
            sizes = [size for v in (*op.operands, *op.results) for size in self._sizes(v)]
            return [*rule.tangent_reads(op), *tangents, *sizes]
        if self.pushed(op):
            return [*op.operands, *(Tangent(op.operands[n]) for n in self.active_numbers(op))]
        keys: list[Key] = []
        for number, value in enumerate(op.operands):
            if DESTINATION.get(op.name) == number:
                keys += self._sizes(value)
            elif has_derivative(value.type):
                keys += self.tangent(value)
            if op.name == "func.call" or not has_derivative(value.type):
                keys.append(value)
        return keys

    # -- operations with regions -----------------------------------------------------------------

    def _through_regions(self, op: ir.Operation, value: ir.Value, of) -> list[Key]:
        """What an argument or a result is computed from: what decides, and where its edges start."""
        edges = self.program.flow.back(value)
        return [*self.program.flow.decisions(op), *(key for edge in edges for key in self._read(edge.source, of))]

    def _behind_result(self, op: ir.Operation, value: ir.Value, of) -> list[Key]:
        if op.name != "linalg.generic":
            return self._through_regions(op, value, of)
        number = ir.OpResult(value).result_number
        sizes = [size for v in op.operands for size in self._sizes(v)]
        if of is Tangent and (peak := self.peak(op, number)) is not None:
            return sizes + self._behind_peak(op, number, peak)
        into = op.operands[linalg_form.inputs(op) + number]
        return [*sizes, *self._read(into, of), *self._through_regions(op, value, of)]

    def _behind_peak(self, op: ir.Operation, number: int, value: ir.Value) -> list[Key]:
        body, result = self.program.body(op), op.results[number]
        inside = self._closure([value, *self.tangent(value)], body)
        self.peaks[Tangent(result)] = inside
        outside = [key for own in inside for key in self._behind(own) if not self._is_inside(key, body)]
        init = op.operands[linalg_form.inputs(op) + number]
        return [result, *outside, init, *(self.tangent(init) if self.has_tangent(init) else [])]
