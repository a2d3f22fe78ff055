"""Tensors that branches make one memory."""

from __future__ import annotations

from ...build import defining_op
from ...mlir import ir
from ..walk import reached
from .in_place import BRANCHES, passed_on


def passed_with(value: ir.Value, cut: tuple[ir.Value, ...] = ()) -> set[ir.Value]:
    """The tensors that branches make one memory with a value: what they pass on, and what they give as the result.

    One-shot bufferization decides so before all else, whatever is written in between. Results in `cut` are taken for
    tensors of their own.
    """

    def others(value: ir.Value) -> list[ir.Value]:
        ends = [(use.owner.operation, use.operand_number) for use in value.uses]
        results = [end.parent.results[n] for end, n in ends if end.name == "scf.yield" and end.parent.name in BRANCHES]
        is_choice = value not in cut and defining_op(value, *BRANCHES) is not None
        return [*(r for r in results if r not in cut), *(passed_on(value) if is_choice else ())]

    return reached([value], others)
