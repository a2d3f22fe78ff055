"""What functions cost, so that a closed form is used only where it is cheaper.

The unit is one addition. It is counted in operations of MLIR, after canonicalization and CSE, of derivatives that have
the same arguments and results: the one that ordinary AD makes of the segment, and the one in closed form.

In lanes a division costs more additions than one by one: a processor has units for adding eight numbers at once, but
divides eight in about the time of four times two.
"""

from __future__ import annotations

from collections import Counter

from ..analysis.program import walk
from ..mlir import ir

_FREE = {"arith.constant", "func.return", "scf.yield", "func.func"}
_DIVISIONS = {"arith.divf": 4, "math.sqrt": 4, "math.rsqrt": 4}
_DIVISIONS_IN_LANES = {"arith.divf": 8, "math.sqrt": 16, "math.rsqrt": 24}
_CHEAP = {"math.absf", "math.fma"}
TRANSCENDENTAL = 20
RECORDED = 4  # a number that one sweep writes and the other reads


def weight(op: ir.Operation) -> int:
    """Cost of one operation, what is inside left out."""
    return _weight(op.name, _DIVISIONS)


def cost(function: ir.Operation, in_lanes: bool = False) -> int:
    """Cost of one call of a function without loops; of a branch both sides count."""
    divisions = _DIVISIONS_IN_LANES if in_lanes else _DIVISIONS
    return sum(_weight(name, divisions) * count for name, count in operations(function).items())


def dearest_path(op: ir.Operation, in_lanes: bool = False) -> int:
    """Cost of what is inside an operation without loops, if of each branch the dearer side runs."""
    divisions = _DIVISIONS_IN_LANES if in_lanes else _DIVISIONS
    sides = [[view.operation for view in block.operations] for region in op.regions for block in region.blocks]
    paths = (sum(_weight(own.name, divisions) + dearest_path(own, in_lanes) for own in side) for side in sides)
    return max(paths, default=0)


def operations(function: ir.Operation) -> Counter[str]:
    """The operations of a function by their names."""
    return Counter(op.name for op in walk(function))


def saved(value: Counter[str], derivative: Counter[str], both: Counter[str], price: int) -> int:
    """What a derivative saves if it has from the value, at a price each, the operations that they share.

    `both` are the operations of a function that computes the two and shares what they have in common.
    """
    shared = value + derivative - both
    return sum(max(0, _weight(name, _DIVISIONS) - price) * count for name, count in shared.items())


def _weight(name: str, divisions: dict[str, int]) -> int:
    if name in _FREE:
        return 0
    if name in divisions:
        return divisions[name]
    return TRANSCENDENTAL if name.startswith("math.") and name not in _CHEAP else 1
