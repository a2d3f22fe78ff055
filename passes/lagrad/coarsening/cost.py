"""What functions cost, so that a closed form is used only where it is cheaper.

The unit is one addition. It is counted in operations of MLIR, after canonicalization and CSE, of derivatives that have
the same arguments and results: the one that ordinary AD makes of the segment, and the one in closed form.
"""

from __future__ import annotations

from ..analysis.program import walk
from ..mlir import ir

_FREE = {"arith.constant", "func.return", "scf.yield", "func.func"}
_DIVISIONS = {"arith.divf": 4, "math.sqrt": 4, "math.rsqrt": 4}
_CHEAP = {"math.absf", "math.fma"}
TRANSCENDENTAL = 20


def weight(op: ir.Operation) -> int:
    """Cost of one operation, what is inside left out."""
    if op.name in _FREE:
        return 0
    if op.name in _DIVISIONS:
        return _DIVISIONS[op.name]
    return TRANSCENDENTAL if op.name.startswith("math.") and op.name not in _CHEAP else 1


def cost(function: ir.Operation) -> int:
    """Cost of one call of a function without loops; of a branch both sides count."""
    return sum(map(weight, walk(function)))
