"""A segment as one expression of its inputs."""

from __future__ import annotations

import sympy

from ...build import constant_of
from ...mlir import ir
from ..formulas.functions import Phi
from ..formulas.terms import TERMS, literal
from .branches import yielded
from .cones import Segment


def symbols_of(segment: Segment) -> dict[ir.Value, sympy.Symbol]:
    """A symbol for each input: x0, x1, ... for numbers, c0, ... for conditions; both are numbered by the input."""
    return {
        value: sympy.Symbol(f"{'c' if isinstance(value.type, ir.IntegerType) else 'x'}{number}", real=True)
        for number, value in enumerate(segment.inputs)
    }


def expression_of(segment: Segment, symbols: dict[ir.Value, sympy.Symbol]) -> sympy.Expr:
    """The segment's result in symbols of its inputs. OverflowError or ValueError for a literal that is not finite."""
    known: dict[ir.Value, sympy.Expr] = dict(symbols)

    def term(value: ir.Value) -> sympy.Expr:
        if value in known:
            return known[value]
        number = constant_of(value)
        if number is not None:
            if isinstance(value.type, ir.IntegerType) and value.type.width == 1:
                return sympy.true if number else sympy.false
            return literal(number)
        op = value.owner.operation
        if op.name == "scf.if":
            known[value] = Phi(term(op.operands[0]), *map(term, yielded(op)))
        else:
            known[value] = TERMS[op.name](*map(term, op.operands))
        return known[value]

    for op in segment.ops:  # in order, so that the recursion stays in one branch
        term(op.results[0])
    return known[segment.root]
