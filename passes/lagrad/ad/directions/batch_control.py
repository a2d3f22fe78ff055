"""Loops and branches over many directions: they carry and yield batched values, and run once."""

from __future__ import annotations

from ...mlir import ir
from ...rules import batched
from ..emission import TAPE
from ..regions import Again, Slot
from .batch import Batch


class _Batched(Again):
    """The one form of a value is batched, if what it becomes depends on the directions, or as it was."""

    def __init__(self, batch: Batch):
        super().__init__(batch.program)
        self.batch = batch

    def forms(self, targets: list[ir.Value]) -> list[bool]:
        return [any(map(self.batch.is_mapped, targets))]

    def type(self, value: ir.Value, is_mapped: bool | None) -> ir.Type:
        return self.batch.type(value.type) if is_mapped else value.type

    def value(self, value: ir.Value, is_mapped: bool | None) -> ir.Value:
        return self.batch.lifted(value) if is_mapped else self.batch.value(value)

    def inside(self, slots: list[Slot], values: list[ir.Value]) -> "_Batched":
        inner = self.batch.inside()
        inner.scope.bind([value for value, _ in slots], values)
        return _Batched(inner)

    def run(self, block: ir.Block) -> None:
        self.batch.run(block)


@batched("scf.for", "scf.if", "scf.while")
def regions(op, batch: Batch):
    slots, again = _Batched(batch).emit(op)
    if tapes := [k for k in op.attributes.get(TAPE, []) if k < len(slots) and not slots[k][1]]:
        again.attributes[TAPE] = ir.DenseI64ArrayAttr.get(tapes)
    return list(again.results)
