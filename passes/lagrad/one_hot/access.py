"""How an index follows from the induction variable of a loop: iv + b, or b - iv."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..mlir import ir


@dataclass(frozen=True)
class Access:
    """An index as sign * iv + base; `base` is a sum of old values and a number."""

    sign: int
    values: tuple[tuple[int, ir.Value], ...]
    number: int

    def is_like(self, other: "Access") -> bool:
        return (self.sign, self.number, len(self.values)) == (other.sign, other.number, len(other.values)) and all(
            s == t and v == w for (s, v), (t, w) in zip(self.values, other.values)
        )


def access(value: ir.Value, iv: ir.Value) -> Access | None:
    """How an index follows from an induction variable; None where it does not, or not one to one."""
    found = _linear(value, iv)
    return found if found is not None and abs(found.sign) == 1 else None


def _linear(value: ir.Value, iv: ir.Value) -> Access | None:
    if value == iv:
        return Access(1, (), 0)
    number = build.constant_of(value)
    if number is not None:
        return Access(0, (), int(number))
    body = iv.owner
    if not isinstance(value.owner, ir.Block) and is_inside(value, body):
        op = value.owner.operation
        if op.name in ("arith.addi", "arith.subi"):
            x, y = (_linear(v, iv) for v in op.operands)
            sign = 1 if op.name == "arith.addi" else -1
            if x is None or y is None:
                return None
            return Access(
                x.sign + sign * y.sign, (*x.values, *((sign * s, v) for s, v in y.values)), x.number + sign * y.number
            )
        return None
    if isinstance(value.owner, ir.Block) and is_inside(value, body):
        return None
    if not isinstance(value.owner, ir.Block) and value.owner.operation.name == "arith.subi":
        x, y = (_linear(v, iv) for v in value.owner.operation.operands)
        if x is not None and y is not None and not y.values:
            return Access(x.sign, x.values, x.number - y.number)
    return Access(0, ((1, value),), 0)


def is_inside(value: ir.Value, block: ir.Block) -> bool:
    """Whether a value is defined in a block, at any depth."""
    owner = value.owner
    here = owner if isinstance(owner, ir.Block) else owner.operation.block
    while here != block:
        op = here.owner.operation
        if op.name == "func.func":
            return False
        here = op.block
    return True
