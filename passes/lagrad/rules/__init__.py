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
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from . import operations
from .operations import (
    BATCHES,
    DEPENDS,
    LOWERINGS,
    SIZES,
    TERMINATORS,
    Operation,
    add_gradients,
    adjoint,
    batched,
    define,
    depends,
    everything,
    has_rule,
    is_foreign,
    known,
    linear,
    lowering,
    note_change,
    nothing,
    operands,
    results,
    sizes,
    tangent,
    terminators,
)
from .text import copy_block


@dataclass(frozen=True)
class Partials:
    """The derivative of an elementwise op, an expression for each operand."""

    op: str
    operands: tuple[str, ...]
    adjoints: dict[str, Callable]
    pushforwards: dict[str, Callable] = field(default_factory=dict)  # where they are not the adjoints

    def pushforward(self, operand: str) -> Callable:
        """This operand's share of the result's tangent: what its adjoint is, at a tangent."""
        return self.pushforwards.get(operand, self.adjoints[operand])

    def reads(self, operand: str) -> tuple[str, ...]:
        """Names of the primal values that this operand's adjoint reads."""
        code = self.adjoints[operand].__code__
        return code.co_varnames[1 : code.co_argcount]


@dataclass(frozen=True)
class Casts:
    """An op that changes the width of a float: the cotangent changes back."""

    op: str


@dataclass(frozen=True)
class Structured:
    """A tensor op with a written pullback.

    `pullback(op, ct, sweep)` adds to the adjoints of the operands; `reads(op)` lists the
    primal values it looks up with `sweep.value`.
    """

    op: str
    pullback: Callable
    reads: Callable


@dataclass(frozen=True)
class View:
    """A tensor op whose result is a part, or another shape, of its first operand.

    A view has no adjoint of its own: what is added to the result is added to that part of the
    source's. `enter(op, acc, sweep)` gives the part of the accumulator, `leave(op, part,
    acc, sweep)` the accumulator with the part put back (where it is None: a new one); `reads(op)` as above.
    """

    op: str
    enter: Callable
    leave: Callable
    reads: Callable


RULES: dict[str, Partials | Casts | Structured | View | Operation] = {}
INACTIVE: set[str] = set()  # the derivative is zero, or there is none: activity ends here
FROM_INTEGERS: set[str] = set()  # inactive unless a bitcast hides a float in the integer
CHOOSING: set[str] = set()  # the result is one of the operands, and the derivative of the others zero
REFUSED: dict[str, str] = {}  # op -> why it cannot be differentiated, and what to do
REWRITTEN = {"math.sincos": "math.sin and math.cos"}  # becomes these before differentiation
REGIONS = {"scf.for", "scf.if", "linalg.generic"}  # differentiated by lagrad.ad


def put(rule: Partials | Casts | Structured | View | Operation):
    """Makes it the rule of its operation, whatever was said of that before."""
    known(rule.op)
    note_change(rule.op)
    RULES[rule.op] = rule
    REFUSED.pop(rule.op, None)
    INACTIVE.discard(rule.op)
    return rule


def partials(header: str, **adjoints: Callable) -> None:
    """One elementwise rule; see the module's docstring. ValueError where the header, or a lambda, has other operands."""
    found = re.fullmatch(r"([\w$]+(?:\.[\w$]+)+)\((\s*\w+\s*(?:,\s*\w+\s*)*)\)", header)
    if found is None:
        raise ValueError(f"a rule starts with an operation and its operands, as 'toy.mul(x, y)', not with '{header}'")
    op, names = found.groups()
    operands = tuple(name.strip() for name in names.split(","))
    rule = Partials(op, operands, adjoints)
    strange = [*(name for name in adjoints if name not in operands)]
    strange += [read for name in adjoints for read in rule.reads(name) if read not in (*operands, "out")]
    if strange:
        raise ValueError(f"{header} has no operand '{strange[0]}'")
    put(rule)


def pushforwards(op: str, **shares: Callable) -> None:
    """The shares of tangents in an op between real and complex numbers, whose Jacobian is not diagonal.

    They read what the adjoints of these operands read.
    """
    rule = RULES[op]
    assert all(f.__code__.co_varnames[1 : f.__code__.co_argcount] == rule.reads(name) for name, f in shares.items()), op
    rule.pushforwards.update(shares)


def casts(*ops: str) -> None:
    for op in ops:
        put(Casts(op))


def structured(op: str, reads: Callable = lambda op: ()) -> Callable:
    """Decorates the pullback of a tensor op."""

    def register(pullback: Callable) -> Callable:
        put(Structured(op, pullback, reads))
        return pullback

    return register


def view(op: str, enter: Callable, leave: Callable, reads: Callable = lambda op: ()) -> None:
    put(View(op, enter, leave, reads))


def inactive(*ops: str) -> None:
    INACTIVE.update(ops)
    for op in ops:
        known(op)


def from_integers(*ops: str) -> None:
    FROM_INTEGERS.update(ops)


def chooses(*ops: str) -> None:
    CHOOSING.update(ops)


def refused(reason: str, *ops: str) -> None:
    REFUSED.update(dict.fromkeys(ops, reason))


def table() -> list[dict[str, str]]:
    """One row an op for `--list-rules` and the manual: op, kind, what each adjoint reads."""
    rows = []
    for op, rule in RULES.items():
        match rule:
            case Partials():
                reads = "; ".join(
                    f"{x}: {', '.join(rule.reads(x)) or '-'}" for x in rule.adjoints
                )
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
    rows += [{"op": op, "kind": "lowered", "reads": ""} for op in LOWERINGS if op not in RULES.keys() | INACTIVE]
    rows += [{"op": op, "kind": "rewritten", "reads": into} for op, into in REWRITTEN.items()]
    rows += [{"op": op, "kind": "region", "reads": ""} for op in REGIONS]
    rows += [{"op": op, "kind": "inactive", "reads": ""} for op in INACTIVE | FROM_INTEGERS]
    rows += [{"op": op, "kind": "refused", "reads": why} for op, why in REFUSED.items()]
    return sorted(rows, key=lambda row: row["op"])


# The dialects' tables fill the registries above.
for _dialect in ("arith", "math", "complex", "tensor", "other"):
    importlib.import_module(f".{_dialect}", __name__)
operations.reading = False
