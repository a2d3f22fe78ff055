"""What is found out about a segment: its closed form, what that costs, and whether it is used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import sympy

from ...ad.fill import fill
from ...analysis.call_graph import functions
from ...build import has_derivative
from ...errors import Report
from ...mlir import ir, passmanager
from ...requests import collect, declare
from ..budget import Budget, OutOfBudget
from ..cost import RECORDED, cost, dearest_path, operations, saved, weight
from ..formulas.closed_form import ClosedForm, NoClosedForm, closed_form
from ..formulas.emission import is_emittable
from ..formulas.stable import SQUARES, patterns, stable
from .branches import made_inside
from .cones import Segment
from .expressions import expression_of, symbols_of
from .functions_of_segment import define_both, define_copy, define_form, define_pullback
from .surroundings import Surroundings, surroundings

LEAST = 3  # operations that a closed form has to save: fewer are not seen in the time of a program


@dataclass
class Verdict:
    """Whether a segment is coarsened, and why.

    `before` and `after` are costs of its pullback as ordinary AD has it, and in closed form; `form` is None where there
    is no closed form. `expression` is the primal, in stable form where `patterns` says that one was found.
    """

    segment: Segment
    symbols: dict[ir.Value, sympy.Symbol]
    reason: str = ""
    expression: sympy.Expr | None = None
    form: ClosedForm | None = None
    patterns: tuple[str, ...] = ()
    before: int = 0
    after: int = 0
    is_used: bool = False

    @property
    def saved(self) -> int:
        """What the closed form saves."""
        return self.before - self.after

    @property
    def text(self) -> str:
        costs = f"{self.before} before, {self.after} after" if self.form else "no closed form"
        names = [*self.patterns, *(["quotient"] if self.form and self.form.cancels else [])]
        found = f", stable as {', '.join(names)}" if names else ""
        what = f"a segment of {len(self.segment.ops)} operations on {len(self.segment.inputs)} values: {costs}{found}"
        return f"{what}; {'coarsened' if self.is_used else 'left to ordinary AD'}: {self.reason}"

    @property
    def formulas(self) -> str:
        """The segment in symbols of its inputs, and its partials as they are used; nothing without a closed form."""
        if self.form is None:
            return ""
        floats = [self.symbols[value] for value in _floats(self.segment)]
        partials = "; ".join(f"d/d{symbol} = {part}" for symbol, part in zip(floats, self.form.partials, strict=True))
        return f"{self.expression}; {partials}"


def judge(segment: Segment, active: set[ir.Value], budget: Budget, always: bool) -> Verdict:
    """The verdict on a segment of which the inputs in `active` are differentiated.

    `always` asks for the closed form whatever it costs. A segment with nothing active is left as it is.
    """
    verdict = Verdict(segment, symbols_of(segment))
    wanted = [number for number, value in enumerate(_floats(segment)) if value in active]
    if not wanted:
        verdict.reason = "nothing in it is differentiated"
        return verdict
    try:
        with budget.spend():
            _differentiate(verdict)
    except OutOfBudget:
        verdict.reason = "the time for symbolic work is used up"
        return verdict
    except (NoClosedForm, OverflowError, ValueError, RecursionError):
        verdict.reason = "SymPy has no closed form that is arithmetic"
        return verdict
    verdict.before, verdict.after = _costs(verdict, wanted)
    may_lose = verdict.form.cancels or bool(verdict.patterns)
    keeps = bool({*verdict.patterns} - {SQUARES}) or may_lose and verdict.after <= verdict.before
    verdict.is_used = always or keeps or verdict.after + LEAST <= verdict.before
    if always:
        verdict.reason = "the program asks for it"
    elif keeps:
        verdict.reason = "it keeps digits, or the range, that the program as written loses"
    else:
        verdict.reason = f"{verdict.form.shape}, it is {'' if verdict.is_used else 'not '}cheaper"
    return verdict


def unless_parts_are_better(verdict: Verdict, smaller: Iterable[Verdict]) -> Verdict:
    """The verdict on a segment with nests; it is not used if its parts save as much and keep as many digits."""
    used = [own for own in smaller if own.is_used]
    patterns = {name for own in used for name in own.patterns}
    if not used or not patterns.issuperset(verdict.patterns) or sum(own.saved for own in used) < verdict.saved:
        return verdict
    return replace(verdict, is_used=False, reason="its parts save as much")


def _floats(segment: Segment) -> list[ir.Value]:
    return [value for value in segment.inputs if has_derivative(value.type)]


def _differentiate(verdict: Verdict) -> None:
    written = expression_of(verdict.segment, verdict.symbols)
    verdict.expression = stable(written)
    verdict.patterns = tuple(patterns(written, verdict.expression))
    symbols = [verdict.symbols[value] for value in _floats(verdict.segment)]
    if not is_emittable(verdict.expression):
        raise NoClosedForm
    verdict.form = closed_form(verdict.expression, symbols)


def _costs(verdict: Verdict, wanted: list[int]) -> tuple[int, int]:
    """Of the pullback with respect to the wanted float inputs, as ordinary AD makes it, and in closed form.

    Where the primal runs before, ordinary AD has from it what is dear, recorded or in the same block. The closed form
    is a function of the inputs, so it shares only what stands in the same block. Of branches in branches ordinary AD
    runs one side, and the closed form all, with the conditions in front of them.
    """
    segment, floats = verdict.segment, _floats(verdict.segment)
    numbers = [segment.inputs.index(floats[number]) for number in wanted]
    scratch = ir.Module.create(segment.location)
    define_copy(scratch.operation, "segment", segment)
    declare(scratch.operation, "pullback", "segment", numbers, "ordinary", segment.location)
    for request in collect(scratch.operation):
        fill(scratch.operation, request, Report())
    form = ClosedForm([verdict.form.partials[number] for number in wanted], verdict.form.shape)
    define_pullback(scratch.operation, "closed", segment, verdict.symbols, form)
    define_form(scratch.operation, "form", segment, verdict.symbols, verdict.expression)
    passmanager.PassManager.parse("builtin.module(canonicalize,cse)").run(scratch.operation)
    table, place = functions(scratch.operation), surroundings(segment)
    before, after = (cost(table[name], place is Surroundings.LANES) for name in ("ordinary", "closed"))
    if segment.nests:
        before = min(before, dearest_path(table["ordinary"], place is Surroundings.LANES))
        after += sum(weight(op) for value in segment.inputs for op in made_inside(value, segment.ops))
    if place is not Surroundings.LANES:
        before -= _shared(scratch, "segment", "ordinary", 0 if place is Surroundings.ONCE else RECORDED)
    if place is Surroundings.ONCE:
        after -= _shared(scratch, "form" if verdict.patterns else "segment", "closed", 0)
    return before, after


def _shared(scratch: ir.Module, value: str, pullback: str, price: int) -> int:
    """What a pullback saves if it has, at a price, what the value computes too."""
    with ir.Location.unknown(scratch.context):
        module = ir.Module.parse(str(scratch))
        table = functions(module.operation)
        alone = [operations(table[name]) for name in (value, pullback)]
        define_both(module.operation, "both", table[value], table[pullback])
    passmanager.PassManager.parse("builtin.module(inline,canonicalize,cse)").run(module.operation)
    return saved(*alone, operations(functions(module.operation)["both"]), price)
