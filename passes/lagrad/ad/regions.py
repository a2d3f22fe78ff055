"""Operations with regions that are emitted again, with other values in their places than the primal's.

What is emitted for a value goes wherever the value goes: the edges of `analysis.flow` say from which operand to which
argument, around and to which result. A *form* is one of the values that are emitted for a value: itself, its tangent,
it in many directions. An operand that only decides stays one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TypeVar

from .. import build
from ..analysis.program import Program
from ..mlir import ir
from .emission import TAPE

Form = TypeVar("Form")
Slot = tuple[
    ir.Value, Form | None
]  # an argument or a result, in a form; None of what nothing becomes, such as a counter


class Again(ABC):
    """One way to emit such operations. It says which forms values have, and emits blocks."""

    def __init__(self, program: Program):
        self.program = program

    # -- what a way of emitting says ---------------------------------------------------------------

    @abstractmethod
    def forms(self, targets: list[ir.Value]) -> list[Form]:
        """In which forms a value is emitted that becomes these arguments and results."""

    @abstractmethod
    def type(self, value: ir.Value, form: Form | None) -> ir.Type:
        """The type of a value in a form."""

    @abstractmethod
    def value(self, value: ir.Value, form: Form | None) -> ir.Value:
        """The value at hand, in a form."""

    @abstractmethod
    def inside(self, slots: list[Slot], values: list[ir.Value]) -> "Again":
        """The same in a block, whose arguments are `values`."""

    @abstractmethod
    def run(self, block: ir.Block) -> None:
        """Emits what a block does, its terminator left out."""

    # -- emission ------------------------------------------------------------------------------------

    def emit(self, op: ir.Operation) -> tuple[list[Slot], ir.Operation]:
        """The operation emitted again, and what its results are."""
        results = self._slots(op.results)
        copy = ir.Operation.create(
            op.name,
            results=[self.type(*slot) for slot in results],
            operands=self._handed_on(op),
            attributes={
                name: op.attributes[name] for name in op.attributes if name != TAPE
            },  # places have other numbers
            regions=len(op.regions),
        )
        for region, twin in zip(op.regions, copy.regions):
            for block in region.blocks:
                self._emit_block(block, twin)
        return results, copy

    def _emit_block(self, block: ir.Block, region: ir.Region) -> None:
        slots, end = self._slots(block.arguments), self.program.terminator(block)
        there = region.blocks.append(*(self.type(*slot) for slot in slots), arg_locs=[ir.Location.current] * len(slots))
        with ir.InsertionPoint(there):
            inside = self.inside(slots, list(there.arguments))
            inside.run(block)
            build.emit(end.name, [], inside._handed_on(end))

    def _handed_on(self, user: ir.Operation) -> list[ir.Value]:
        """The operands of an operation or of a terminator, in all their forms."""
        return [self.value(v, form) for n, v in enumerate(user.operands) for form in self._forms_of(user, n)]

    def _forms_of(self, user: ir.Operation, number: int) -> list[Form | None]:
        edges = self.program.flow.onward(user, number)
        return self.forms([edge.target for edge in edges]) if edges else [None]

    def _slots(self, targets) -> list[Slot]:
        slots: list[Slot] = []
        for target in targets:
            edges = self.program.flow.back(target)
            slots += [(target, form) for form in (self._forms_of(edges[0].user, edges[0].number) if edges else [None])]
        return slots
