"""The mathematics: for every operation, its derivative, that it has none, or why it is refused.

    partials("arith.mulf(x, y)", x=lambda ct, y: ct * y, y=lambda ct, x: ct * x)

The header names the operands; each keyword gives that operand's adjoint from the result's
cotangent `ct`; the other parameters of the lambda are exactly the primal values that it
reads (operands by name, `out` for the result). An operand without a keyword has derivative
zero almost everywhere. The Jacobian of an elementwise op is diagonal, so the same lambda at
a tangent gives that operand's share of the pushforward.

Operations on tensors that move or gather elements are in `tensor`; `linalg` and `scf`, whose
regions are differentiated in turn, are in `lagrad.ad`. What any dialect may say of its operations is in
`operations`; `loading` runs files that say so.
"""

from __future__ import annotations

import importlib

from . import derivatives
from .derivatives import (
    CHOOSING,
    FROM_INTEGERS,
    INACTIVE,
    REFUSED,
    REGIONS,
    REWRITTEN,
    RULES,
    Casts,
    Operation,
    Partials,
    Structured,
    View,
    casts,
    chooses,
    everything,
    from_integers,
    has_rule,
    inactive,
    is_foreign,
    nothing,
    operands,
    partials,
    pushforwards,
    refused,
    results,
    structured,
    view,
)
from .operations import (
    BATCHES,
    DEPENDS,
    LOWERINGS,
    SHADOWS,
    SIZES,
    TERMINATORS,
    add_gradients,
    adjoint,
    batched,
    define,
    depends,
    linear,
    lowering,
    shadow,
    sizes,
    tangent,
    terminators,
)
from .text import copy_block

__all__ = [
    "BATCHES",
    "CHOOSING",
    "Casts",
    "DEPENDS",
    "FROM_INTEGERS",
    "INACTIVE",
    "LOWERINGS",
    "Operation",
    "Partials",
    "REFUSED",
    "REGIONS",
    "REWRITTEN",
    "RULES",
    "SHADOWS",
    "SIZES",
    "Structured",
    "TERMINATORS",
    "View",
    "add_gradients",
    "adjoint",
    "batched",
    "casts",
    "chooses",
    "copy_block",
    "define",
    "depends",
    "everything",
    "from_integers",
    "has_rule",
    "inactive",
    "is_foreign",
    "linear",
    "lowering",
    "nothing",
    "operands",
    "partials",
    "pushforwards",
    "refused",
    "results",
    "shadow",
    "sizes",
    "structured",
    "table",
    "tangent",
    "terminators",
    "view",
]


def table() -> list[dict[str, str]]:
    """One row an op for `--list-rules` and the manual: op, kind, what each adjoint reads."""
    rows = []
    for op, rule in RULES.items():
        match rule:
            case Partials():
                said = {name: f"{op}({', '.join(of)})" for name, (op, of) in rule.functions.items()}
                reads = {x: ", ".join(said.get(name, name) for name in rule.reads(x)) for x in rule.adjoints}
                reads = "; ".join(f"{x}: {names or '-'}" for x, names in reads.items())
                rows.append({"op": op, "kind": "elementwise", "reads": reads})
            case Casts():
                rows.append({"op": op, "kind": "linear", "reads": "-"})
            case Structured():
                rows.append({"op": op, "kind": "tensor", "reads": ""})
            case View():
                rows.append({"op": op, "kind": "view", "reads": ""})
            case Operation():
                modes = [mode for mode in ("reverse", "forward") if rule.has(mode)]
                rows.append({"op": op, "kind": "operation", "reads": f"({', '.join(modes)})"})
    lowered = (LOWERINGS | SHADOWS).keys() - RULES.keys() - INACTIVE
    rows += [{"op": op, "kind": "lowered", "reads": ""} for op in lowered]
    rows += [{"op": op, "kind": "rewritten", "reads": into} for op, into in REWRITTEN.items()]
    rows += [{"op": op, "kind": "region", "reads": ""} for op in REGIONS]
    rows += [{"op": op, "kind": "inactive", "reads": ""} for op in INACTIVE | FROM_INTEGERS]
    rows += [{"op": op, "kind": "refused", "reads": why} for op, why in REFUSED.items()]
    return sorted(rows, key=lambda row: row["op"])


# The dialects' tables fill the registries above.
_LINEAR_ALGEBRA = ("linear_algebra", "factors", "singular_values")
_THEIR_LOOPS = ("linear_algebra_loops", "factors_loops", "singular_values_loops", "fourier_loops")
_SPECIAL = ("special", "special_values")
for _dialect in (
    *("arith", "math", "complex", "tensor", "other"), *_SPECIAL, *_LINEAR_ALGEBRA, *_THEIR_LOOPS, "implicit",
):  # fmt: skip
    importlib.import_module(f".{_dialect}", __name__)
derivatives.reading = False
