"""Sums that a scalar is a term of."""

from __future__ import annotations

from ..mlir import ir


def adds_to(total: ir.Value, start: ir.Value) -> bool:
    """Whether a scalar is a sum with another one as a term, and nobody reads that one, or what is between, else."""
    behind = [total]
    while behind:
        value = behind.pop()
        if len(list(value.uses)) != 1:
            continue
        if value == start:
            return True
        if isinstance(value.owner, ir.Block):
            continue
        op = value.owner.operation
        if op.name in ("arith.addf", "complex.add"):
            behind += op.operands
        elif op.name in ("arith.subf", "complex.sub"):
            behind.append(op.operands[0])
    return False
