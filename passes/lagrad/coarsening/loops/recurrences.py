"""Recurrences that are linear in what a loop carries, in closed form.

    s = a_i * s + b_i * w + c_i * v    ->    A * s_0 + B * w + C * v

a_i, b_i and c_i are data, w and v parameters. Each *moment* A, B, C is a recurrence of its own, which reads data only:

    A = a_i * A, from one        B = a_i * B + b_i, from zero        C = a_i * C + c_i, from zero

A sum is the case of a_i = 1, where A stays one; a product is the case without the rest. A product of parameters alone,
s = w * s, is a power, w^n * s_0. One of both, s = w * a_i * s, is left alone: the product of the a_i may leave the
range where that of the w * a_i does not. Of several values that are read
by each other, as the last two of a filter are, each has a moment for each thing that the recurrences multiply. What is
added up this way has the same parts as what the loop computes, so rounding them does no more harm.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from ...analysis.dependence import closure
from ...mlir import ir
from ..formulas.polynomials import ONE, ZERO, Polynomial
from .body import LoopBody

Moment = tuple[int, sympy.Expr]  # of a carried value, and of a monomial in parameters and starts


@dataclass(frozen=True)
class Recurrence:
    """The next value of what a loop carries: data times values that it carries, by their numbers, and what is added.

    Or it is its last value times the monomial `power` in parameters, and there is nothing else.
    """

    factors: dict[int, sympy.Expr]
    added: Polynomial
    power: sympy.Expr | None = None

    def is_sum(self, number: int) -> bool:
        """Whether it is its own last value and what is added."""
        return self.factors == {number: ONE}


def start(number: int) -> sympy.Symbol:
    """The symbol of what a carried value is at the start."""
    return sympy.Symbol(f"start{number}", real=True)


def recurrences(body: LoopBody) -> dict[int, Recurrence]:
    """The carried values that have linear recurrences with data as coefficients.

    Nothing else reads them. Of others the loop is left alone.
    """
    found = {n: own for n in range(len(body.parts.carried)) if n not in body.steady and (own := _linear(body, n))}
    while True:
        linear = {n for n, own in found.items() if own.power is None}
        kept = {n: own for n, own in found.items() if own.factors.keys() <= linear and _is_private(body, n, found)}
        if len(kept) == len(found):
            return kept
        found = kept


def _linear(body: LoopBody, number: int) -> Recurrence | None:
    polynomial = body.polynomial(body.parts.terminator.operands[number])
    if polynomial is None:
        return None
    carried = {
        body.symbols[v]: n for n, v in enumerate(body.parts.carried) if v in body.symbols and n not in body.steady
    }
    symbol, factors, added = body.symbols.get(body.parts.carried[number]), {}, {}
    if len(polynomial) == 1:
        ((key, coefficient),) = polynomial.items()
        power = key / symbol if symbol in key.free_symbols else ONE
        if coefficient == ONE and power != ONE and carried.keys().isdisjoint(power.free_symbols):
            return Recurrence({}, {}, power)
    for key, coefficient in polynomial.items():
        if key in carried:
            factors[carried[key]] = coefficient
        elif carried.keys().isdisjoint(key.free_symbols):
            added[key] = coefficient
        else:
            return None
    return Recurrence(factors, added)


def _is_private(body: LoopBody, number: int, found: dict[int, Recurrence]) -> bool:
    """Whether only next values of those found are computed from a carried value."""

    def results(value: ir.Value) -> list[ir.Value]:
        return [result for use in value.uses for result in _reached(use)]

    inside = set(body.ops)
    for value in closure([body.parts.carried[number]], results):
        for use in value.uses:
            op = use.owner.operation
            if op == body.parts.terminator:
                if use.operand_number not in found:
                    return False
            elif op.name == "scf.yield":
                if op.block not in body.blocks:
                    return False
            elif op not in inside or not op.name.startswith(("arith.", "math.")):
                return False
    if body.parts.condition is None:
        return True
    uses = [use.owner.operation for use in body.parts.tested[number].uses]
    return uses == [body.parts.condition]


def _reached(use: ir.OpOperand) -> list[ir.Value]:
    """What is computed from an operand; of a branch that yields it, the result."""
    op = use.owner.operation
    if op.name != "scf.yield":
        return list(op.results)
    around = op.block.owner.operation
    return [around.results[use.operand_number]] if around.name == "scf.if" else []


def moments(found: dict[int, Recurrence], zeros: set[int]) -> list[Moment]:
    """The moments that are not zero throughout; of what starts as zero there is none of the start."""
    keys = {n: dict.fromkeys([*own.added, *([start(n)] if n not in zeros else [])]) for n, own in found.items()}
    while True:
        more = {
            n: dict.fromkeys([*keys[n], *(key for m in own.factors for key in keys[m])]) for n, own in found.items()
        }
        if more == keys:
            break
        keys = more
    return [(n, key) for n in found for key in keys[n]]


def following(moment: Moment, found: dict[int, Recurrence], symbols: dict[Moment, sympy.Symbol]) -> sympy.Expr:
    """The next value of a moment, in symbols of moments and data."""
    number, key = moment
    own = found[number]
    parts = [factor * symbols[m, key] for m, factor in own.factors.items() if (m, key) in symbols]
    return sympy.Add(*parts, own.added.get(key, ZERO))
