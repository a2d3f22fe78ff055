"""The body of a loop as polynomials: what its scalars are of the parameters, and of the data that it reads.

*Parameters* are floats from outside that the loop meets with new values, or that are differentiated. *Data* is all that
is computed inside from none. So is what the loop carries, if it starts as data and its next value is data: a flag, a
counter, the power of a number. Everything else that it carries is a parameter, while it is read. A part of the body
that is data is one symbol, however many operations it has: it is never taken apart, so it keeps its digits.

A choice by data is a polynomial if both sides are: its coefficients are choices.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy

from ...analysis.program import captured_by, walk
from ...build import constant_of
from ...mlir import ir
from ..formulas.polynomials import Polynomial, chosen, data, negated, over, parameter, plus, times
from ..formulas.terms import has_term, literal
from .parts import LoopParts

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
    """The body of a loop, read.

    `steady` are the numbers of the carried values that are data. `symbols` has the symbol of every parameter and of
    every piece of data that the polynomials hold.
    """

    def __init__(
        self, parts: LoopParts, is_parameter: Callable[[ir.Value], bool], is_changed: Callable[[ir.Value], bool]
    ):
        """`is_changed` says of a value from outside that is no float whether the loop meets it with new values."""
        self.parts = parts
        self._is_parameter = is_parameter
        self.steady = {n for n, start in enumerate(parts.starts) if self._may_be_data(start, is_changed)}
        while True:
            self._start()
            kept = {n for n in self.steady if parts.terminator.operands[n] not in self._varied}
            if kept == self.steady:
                break
            self.steady = kept

    def _may_be_data(self, start: ir.Value, is_changed: Callable[[ir.Value], bool]) -> bool:
        if constant_of(start) is not None:
            return True
        if isinstance(start.type, _FLOATS):
            return not self._is_parameter(start)
        return isinstance(start.type, (ir.IntegerType, ir.IndexType)) and not is_changed(start)

    def _start(self) -> None:
        """Reads the block, if what is carried at the numbers `steady` is data, and nothing else that is."""
        self.ops: list[ir.Operation] = []  # those of the block, the ones inside of choices that were read among them
        self.symbols: dict[ir.Value, sympy.Symbol] = {}
        self._varied = {value for n, value in enumerate(self.parts.carried) if n not in self.steady}
        self._known: dict[ir.Value, Polynomial | None] = {}
        self.blocks = {self.parts.block}
        for op in self.parts.ops:
            self._read(op)

    @property
    def data_ops(self) -> list[ir.Operation]:
        """The operations that compute data, in their order."""
        return [op for op in self.ops if self._varied.isdisjoint(op.results)]

    @property
    def varied_ops(self) -> list[ir.Operation]:
        """The operations of the block that read parameters, or what the loop carries."""
        return [op for op in self.parts.ops if not self._varied.isdisjoint(op.results)]

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
            self.ops.append(op)
            return
        self._varied.update(op.results)
        for result in op.results:
            self._known[result] = None
        if op.name == "scf.if" and _is_flat(op) and not self._depends(op.operands[0]):
            self.read_branches(op)
            yields = [list(region.blocks[0].operations)[-1].operation.operands for region in op.regions]
            for result, x, y in zip(op.results, *yields, strict=True):
                self._known[result] = self._choice(op.operands[0], x, y)
        elif op.name == "arith.select" and isinstance(op.results[0].type, _FLOATS):
            self._known[op.results[0]] = self._choice(*op.operands)
        elif op.name in _RULES and isinstance(op.results[0].type, _FLOATS):
            operands = list(map(self.polynomial, op.operands))
            if all(operand is not None for operand in operands):
                self._known[op.results[0]] = _RULES[op.name](*operands)
        self.ops.append(op)

    def read_branches(self, choice: ir.Operation) -> None:
        """Reads what stands in the branches of a choice, whatever its condition is."""
        for region in choice.regions:
            self.blocks.add(region.blocks[0])
            for view in list(region.blocks[0].operations)[:-1]:
                self._read(view.operation)

    def _choice(self, condition: ir.Value, x: ir.Value, y: ir.Value) -> Polynomial | None:
        sides = self.polynomial(x), self.polynomial(y)
        if None in sides or self._depends(condition):
            return None
        return chosen(self.symbol(condition), *sides)

    def _depends(self, value: ir.Value) -> bool:
        if value in self._varied:
            return True
        if self.is_inside(value) or not isinstance(value.type, _FLOATS) or constant_of(value) is not None:
            return False
        return self._is_parameter(value)

    def is_inside(self, value: ir.Value) -> bool:
        """Whether a value that is visible at the end of the body is made in it."""
        owner = value.owner
        return (owner if isinstance(owner, ir.Block) else owner.operation.block) in self.blocks


def _is_flat(op: ir.Operation) -> bool:
    """Whether both branches are scalar arithmetic, which may run whatever the condition is."""
    return len(op.results) > 0 and all(
        has_term(child) or child.name in ("arith.constant", "scf.yield") for child in walk(op) if child.name != "scf.if"
    )


def _of_literal(number: float) -> Polynomial | None:
    try:
        return data(literal(number))
    except (OverflowError, ValueError):
        return None  # not finite
