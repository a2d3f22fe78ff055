"""Loops and branches that carry each tangent beside its primal value (LAGrad, section 3.2.1).

There is no tape: an iteration has what its tangents read, and a branch yields both.
"""

from __future__ import annotations

from collections.abc import Callable

from ...analysis.demand import BOTH, Key, primal
from ...mlir import ir
from ..regions import Again, Slot
from .tangents import Tangents, tangents_of


class _Augmented(Again):
    """The forms of a value are itself and its tangent, as far as something reads them where the value goes."""

    def __init__(self, tangents: Tangents):
        super().__init__(tangents.program)
        self.tangents = tangents

    def forms(self, targets: list[ir.Value]) -> list[Callable]:
        return [of for of in BOTH if any(of(v) in self.tangents.keys for v in targets)]

    def type(self, value: ir.Value, of: Callable | None) -> ir.Type:
        return value.type

    def value(self, value: ir.Value, of: Callable | None) -> ir.Value:
        return self.tangents[(of or primal)(value)]

    def inside(self, slots: list[Slot], values: list[ir.Value]) -> "_Augmented":
        return _Augmented(self.tangents.inside(keys_of(slots), values))

    def run(self, block: ir.Block) -> None:
        self.tangents.run(block)


@tangents_of("scf.for", "scf.if", "scf.index_switch", "scf.while")
def region_tangents(op: ir.Operation, tangents: Tangents) -> None:
    """A loop or a branch with its tangents."""
    slots, again = _Augmented(tangents).emit(op)
    tangents.scope.bind(keys_of(slots), again.results)


def keys_of(slots: list[Slot]) -> list[Key]:
    return [(of or primal)(value) for value, of in slots]
