"""Tensors that branches make one memory."""

from __future__ import annotations

from ...mlir import ir
from .in_place import BRANCHES, passed_on


def passed_with(value: ir.Value, cut: tuple[ir.Value, ...] = ()) -> set[ir.Value]:
    """The tensors that branches make one memory with a value: what they pass on, and what they give as the result.

    One-shot bufferization decides so before all else, whatever is written in between. Results in `cut` are taken for
    tensors of their own.
    """
    found: set[ir.Value] = set()
    work = [value]
    while work:
        value = work.pop()
        if value in found:
            continue
        found.add(value)
        for use in value.uses:
            user = use.owner.operation
            if user.name == "scf.yield" and user.parent.name in BRANCHES:
                result = user.parent.results[use.operand_number]
                work += [] if result in cut else [result]
        if value not in cut and not isinstance(value.owner, ir.Block) and value.owner.operation.name in BRANCHES:
            work += passed_on(value) or []
    return found
