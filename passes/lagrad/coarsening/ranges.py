"""Between which numbers a scalar is, whatever the arguments are: what constants and bounded functions say."""

from __future__ import annotations

from math import inf

from ..build import constant_of, defining_op
from ..mlir import ir

Range = tuple[float, float]
_ALL: Range = (-inf, inf)
_RANGES: dict[str, Range] = {
    **dict.fromkeys(("math.sin", "math.cos", "math.tanh", "math.erf"), (-1.0, 1.0)),
    **dict.fromkeys(("math.exp", "math.exp2", "math.absf", "math.sqrt"), (0.0, inf)),
}
_DEEPEST = 12  # operations


def range_of(value: ir.Value, depth: int = 0) -> Range:
    """The least and the largest number that a scalar can be, if it is none that is not a number; without roundings."""
    number = constant_of(value)
    if isinstance(number, float):
        return number, number
    op = defining_op(value)
    if op is None or depth > _DEEPEST or op.name in _RANGES:
        return _RANGES.get(op.name, _ALL) if op else _ALL
    if op.name not in ("arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.negf"):
        return _ALL
    (a, b), *others = (range_of(operand, depth + 1) for operand in op.operands)
    c, d = others[0] if others else (0.0, 0.0)
    match op.name:
        case "arith.addf":
            return a + c, b + d
        case "arith.subf":
            return a - d, b - c
        case "arith.negf":
            return -b, -a
        case "arith.divf":
            return (a / c, b / c) if c == d and 0 < c < inf else _ALL
    if op.operands[0] == op.operands[1]:
        return 0.0 if a <= 0 <= b else min(a * a, b * b), max(a * a, b * b)
    if inf in (b, d) or -inf in (a, c):
        return _ALL
    return min(a * c, a * d, b * c, b * d), max(a * c, a * d, b * c, b * d)
