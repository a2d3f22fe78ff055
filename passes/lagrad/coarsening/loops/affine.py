"""Loops that carry `s = a * s + b`, where a and b stay: how often a loop ran is all that its derivative needs of it.

    s = a * s + b, n times, from s_0    ->    a^n * s_0 + b * (1 + a + ... + a^(n-1))

a and b are arithmetic on floats from outside of the loop. An iteration may leave s as it is, whatever decides that:
`Phi(c, s, a * s + b)`. Then n counts the others. A loop that breaks is of this kind: the condition that ends it depends
on s, and the last iteration may change nothing. So n is a number, or a value of the program, or one that the loop
counts. This is corollary C6 of X. Shen et al. (OOPSLA 2021, figure 5), and F5 where the loop breaks.

The loop stays, and computes what it did, to the last bit: only derivatives are those of the closed form. A loop of
which nobody wants the value goes.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from ...analysis.recording.cost import UNKNOWN_TRIPS
from ...build import constant_of, defining_op
from ...dialect import STOP_GRADIENT as STOP
from ...forms import trip_count
from ...mlir import ir
from ..cost import cost, weight
from ..formulas.phi import exit_of_affine
from ..formulas.polynomials import ONE
from .body import LoopBody
from .parts import LoopParts, parts_of

# Operations of a step of `powers`, and of what is made of its results.
_STEP, _REST = 12, 12
_SWEEPS = 3  # ordinary AD runs the body, records, and runs its adjoint


@dataclass
class AffineLoop:
    """What a loop carries at `number`: `factor` and `added` are in symbols of values from outside of the loop.

    `choice` says whether an iteration leaves it as it is, on its first side if `stays_if_true`; None if none does.
    """

    parts: LoopParts
    number: int
    factor: sympy.Expr
    added: sympy.Expr
    values: dict[sympy.Symbol, ir.Value]
    choice: ir.Operation | None
    stays_if_true: bool

    @property
    def is_counted(self) -> bool:
        """Whether the loop has to run, and count, for it to be known how often the value changes."""
        return self.choice is not None or self.parts.condition is not None

    @property
    def trips(self) -> int | None:
        """How often the loop runs, if that is known."""
        return None if self.is_counted else trip_count.known(self.parts.loop)

    @property
    def formula(self) -> str:
        """What an iteration makes of s, and what s is at the exit."""
        start = sympy.Symbol("start") if self.has_start else sympy.S.Zero
        count = sympy.Symbol("n") if self.trips is None else sympy.Integer(self.trips)
        end = exit_of_affine(start, self.factor, self.added, count)
        return f"s = {self.factor * sympy.Symbol('s') + self.added}; at the exit {end}"

    @property
    def has_start(self) -> bool:
        """Whether s starts as something else than zero."""
        return constant_of(self.parts.starts[self.number]) != 0

    def costs(self) -> tuple[int, int]:
        """Operations of value and derivative: by ordinary AD, and with the derivative in closed form."""
        trips = UNKNOWN_TRIPS if self.trips is None else self.trips
        body = trips * sum(weight(op) + cost(op) for op in self.parts.ops)
        return _SWEEPS * body, body + _REST + (0 if self.factor == ONE else _STEP * trips.bit_length())


def affine_loops(loop: ir.Operation, active: set[ir.Value]) -> list[AffineLoop]:
    """What an `scf.for`, or an `scf.while` that counts, carries so that its exit is closed, and depends on `active`.

    A loop with an attribute of lagrad's stays as it is: that says how it is differentiated.
    """
    parts = parts_of(loop)
    if parts is None or any(str(name).startswith("lagrad.") for name in loop.attributes):
        return []
    body = LoopBody(parts, lambda value: True, lambda value: False)
    wanted = [n for n, result in enumerate(loop.results) if result in active and any(map(_is_read, result.uses))]
    return [own for number in wanted if (own := _affine(body, number)) is not None]


def _is_read(use: ir.OpOperand) -> bool:
    return use.owner.operation.name != STOP


def _affine(body: LoopBody, number: int) -> AffineLoop | None:
    parts, carried = body.parts, body.parts.carried[number]
    following, stays_if_true = parts.terminator.operands[number], True
    choice = defining_op(following, "arith.select", "scf.if")
    if choice is not None and choice.block == parts.block and carried in (sides := _sides(choice, following)):
        stays_if_true = sides[0] == carried
        following = sides[1 if stays_if_true else 0]
        body.read_branches(choice)
    else:
        choice = None
    polynomial = body.polynomial(following)
    symbol = body.symbols.get(carried)
    if polynomial is None or symbol is None:
        return None
    factor, added = [], []
    for key, coefficient in polynomial.items():
        rest = key / symbol if symbol in key.free_symbols else key
        if symbol in rest.free_symbols:
            return None
        (added if rest is key else factor).append(coefficient * rest)
    factor, added = sympy.Add(*factor), sympy.Add(*added)
    read = factor.free_symbols | added.free_symbols
    values = {own: value for value, own in body.symbols.items() if own in read}
    if any(map(body.is_inside, values.values())) or factor == 0 or (factor == ONE and added == 0):
        return None
    return AffineLoop(parts, number, factor, added, values, choice, stays_if_true)


def _sides(choice: ir.Operation, result: ir.Value) -> list[ir.Value]:
    """What a choice gives where its condition holds, and where not."""
    if choice.name == "arith.select":
        return list(choice.operands)[1:]
    number = list(choice.results).index(result)
    return [list(region.blocks[0].operations)[-1].operation.operands[number] for region in choice.regions]
