"""What rounding decides: integers and conditions, and which element is the largest.

Such a value must not be recorded in one run and compared with what another run computes, nor decided twice.
"""

from __future__ import annotations

from ..build import has_derivative
from ..mlir import ir
from . import linalg_form
from .program import Program
from .rounding import rounds


class Decisions:
    """Of the values of a program, the rounded ones that decide what they are; found where they are asked for."""

    def __init__(self, program: Program):
        self.program = program
        self._sources: dict[ir.Value, list[ir.Value]] = {}
        self._rounds: dict[ir.Operation, bool] = {}

    def sources(self, value: ir.Value) -> list[ir.Value]:
        """The rounded values that an integer, or a maximum over dimensions, is decided by; [] of another value."""
        if value not in self._sources:
            self._sources[value] = self._find(value) if self._is_decided(value) else []
        return self._sources[value]

    def rounds_inside(self, value: ir.Value) -> bool:
        """Whether the operation that decides an integer rounds, such as a loop until something has converged."""
        owner = value.owner
        return not isinstance(owner, ir.Block) and not has_derivative(value.type) and self._rounded(owner.operation)

    def _is_decided(self, value: ir.Value) -> bool:
        owner = value.owner
        if isinstance(owner, ir.Block):
            return False
        if not has_derivative(value.type):
            return any(has_derivative(v.type) for v in self.program.inputs(owner.operation))
        op, number = owner.operation, ir.OpResult(value).result_number
        if op.name != "linalg.generic" or linalg_form.is_full(linalg_form.maps(op)[linalg_form.inputs(op) + number]):
            return False
        return linalg_form.extremum(op, number) is not None

    def _find(self, value: ir.Value) -> list[ir.Value]:
        """Behind what moves and compares, the values of operations that round."""
        found: dict[ir.Value, None] = {}
        seen: set[ir.Value] = set()
        work = self._floats_behind(value)
        while work:
            each = work.pop()
            if each in seen:
                continue
            seen.add(each)
            if isinstance(each.owner, ir.Block):
                if each.owner.owner.operation.name in ("scf.for", "scf.while"):
                    found[each] = None  # another run of the loop may carry something else
            elif self._rounded(each.owner.operation):
                found[each] = None
            else:
                work += self._floats_behind(each)
        return list(found)

    def _floats_behind(self, value: ir.Value) -> list[ir.Value]:
        return [v for v in self.program.inputs(value.owner.operation) if has_derivative(v.type)]

    def _rounded(self, op: ir.Operation) -> bool:
        if op not in self._rounds:
            self._rounds[op] = rounds(op)
        return self._rounds[op]
