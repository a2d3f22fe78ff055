"""The body of a loop as polynomials: what its scalars are of the parameters, and of the data that it reads.

*Parameters* are floats from outside that the loop meets with new values, or that are differentiated. What a loop
carries is a parameter too, while it is read. *Data* is all that is computed inside from neither. A part of the body
that is data is one symbol, however many operations it has: it is never taken apart, so it keeps its digits.
"""

from __future__ import annotations

from collections.abc import Callable, Container

import sympy

from ..analysis.program import captured_by
from ..build import constant_of
from ..mlir import ir
from .polynomials import Polynomial, data, negated, over, parameter, plus, times
from .terms import literal

_FLOATS = (ir.F64Type, ir.F32Type)

# Operation -> polynomial of the operands' polynomials, None where it is none.
_RULES: dict[str, Callable[..., Polynomial | None]] = {
    "arith.addf": plus,
    "arith.subf": lambda x, y: plus(x, negated(y)),
    "arith.mulf": times,
    "arith.negf": negated,
    "arith.divf": over,
    "math.fma": lambda x, y, z: None if (product := times(x, y)) is None else plus(product, z),
}


class LoopBody:
    """The body of an `scf.for`, read.

    `symbols` has the symbol of every parameter and of every piece of data that the polynomials hold.
    """

    def __init__(self, loop: ir.Operation, is_parameter: Callable[[ir.Value], bool]):
        self.block = loop.regions[0].blocks[0]
        _, *self.carried = self.block.arguments
        *self.ops, self.terminator = [view.operation for view in self.block.operations]
        self.symbols: dict[ir.Value, sympy.Symbol] = {}
        self._is_parameter = is_parameter
        self._varied = set(self.carried)
        self._known: dict[ir.Value, Polynomial | None] = {}
        for op in self.ops:
            self._read(op)

    @property
    def data_ops(self) -> list[ir.Operation]:
        """The operations that compute data, in their order."""
        return [op for op in self.ops if self._varied.isdisjoint(op.results)]

    @property
    def varied_ops(self) -> list[ir.Operation]:
        """The operations that read parameters, or what the loop carries."""
        return [op for op in self.ops if not self._varied.isdisjoint(op.results)]

    def symbol(self, value: ir.Value) -> sympy.Symbol:
        """The symbol of a parameter or of data: p0, p1, ... and d0, d1, ... by their first use."""
        if value not in self.symbols:
            kind = "p" if self._depends(value) else "d"
            self.symbols[value] = sympy.Symbol(f"{kind}{len(self.symbols)}", real=True)
        return self.symbols[value]

    def polynomial(self, value: ir.Value) -> Polynomial | None:
        """What a scalar of the body is, or a scalar from outside; None if it is no polynomial."""
        if value in self._known:
            return self._known[value]
        if not isinstance(value.type, _FLOATS):
            return None
        number = constant_of(value)
        if number is not None:
            return _of_literal(number)
        return parameter(self.symbol(value)) if self._depends(value) else data(self.symbol(value))

    def _read(self, op: ir.Operation) -> None:
        if not any(map(self._depends, (*op.operands, *captured_by(op)))):
            return
        self._varied.update(op.results)
        for result in op.results:
            self._known[result] = None
        if op.name in _RULES and isinstance(op.results[0].type, _FLOATS):
            operands = list(map(self.polynomial, op.operands))
            if all(operand is not None for operand in operands):
                self._known[op.results[0]] = _RULES[op.name](*operands)

    def _depends(self, value: ir.Value) -> bool:
        if value in self._varied:
            return True
        if self.is_inside(value) or not isinstance(value.type, _FLOATS) or constant_of(value) is not None:
            return False
        return self._is_parameter(value)

    def is_inside(self, value: ir.Value) -> bool:
        """Whether a value that is visible at the end of the body is made in it."""
        owner = value.owner
        return (owner if isinstance(owner, ir.Block) else owner.operation.block) == self.block


def sums(body: LoopBody, wanted: Container[int]) -> dict[int, Polynomial]:
    """The carried values, of those wanted, that the loop adds something to; what it adds, in parameters from outside.

    A value that is added to any other carried value, or multiplied, is none of these.
    """
    own = {body.symbol(value) for value in body.carried if isinstance(value.type, _FLOATS)}
    found = {}
    for number, (value, following) in enumerate(zip(body.carried, body.terminator.operands, strict=True)):
        polynomial = body.polynomial(following)
        if number not in wanted or not polynomial or polynomial.get(body.symbol(value)) != 1:
            continue
        added = {key: part for key, part in polynomial.items() if key != body.symbol(value)}
        if added and not any(own & key.free_symbols for key in added):
            found[number] = added
    return found


def _of_literal(number: float) -> Polynomial | None:
    try:
        return data(literal(number))
    except (OverflowError, ValueError):
        return None  # not finite
