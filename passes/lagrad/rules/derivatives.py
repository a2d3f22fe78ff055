"""The tables of rules, and what fills them: the derivatives of elementwise operations, casts, views and the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from .. import dialect
from ..mlir import ir

Reads = Callable[[ir.Operation], Iterable[ir.Value]]
Sizes = Sequence[ir.Value | int]


def nothing(op: ir.Operation) -> list[ir.Value]:
    return []


def operands(op: ir.Operation) -> list[ir.Value]:
    return list(op.operands)


def results(op: ir.Operation) -> list[ir.Value]:
    return list(op.results)


def everything(op: ir.Operation) -> list[ir.Value]:
    return [*op.operands, *op.results]


@dataclass(frozen=True)
class Partials:
    """The derivative of an elementwise op, an expression for each operand."""

    op: str
    operands: tuple[str, ...]
    adjoints: dict[str, Callable]
    pushforwards: dict[str, Callable] = field(default_factory=dict)  # where they are not the adjoints
    functions: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)  # name -> op, operands

    def pushforward(self, operand: str) -> Callable:
        """This operand's share of the result's tangent: what its adjoint is, at a tangent."""
        return self.pushforwards.get(operand, self.adjoints[operand])

    def reads(self, operand: str) -> tuple[str, ...]:
        """Names of the primal values, and of functions of them, that this operand's adjoint reads."""
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


@dataclass
class Operation:
    """An operation with an adjoint or a tangent of its own, or both; each says which primal values it reads.

    `adjoint(op, cts, sweep)`: one cotangent a result (None of a result without a derivative); one gradient an operand,
    of its type, or None. Or it adds to the adjoints itself, and gives None. With `none_for_zeros` also the cotangent of
    a result that nothing active reads is None; one is there.
    `tangent(op, dxs, sweep)`: one tangent an operand (None where there is none); one tangent a result, or None.
    """

    op: str
    adjoint: Callable | None = None
    reads: Reads = nothing
    tangent: Callable | None = None
    tangent_reads: Reads = nothing
    none_for_zeros: bool = False

    def has(self, mode: str) -> bool:
        return (self.adjoint if mode == "reverse" else self.tangent) is not None


RULES: dict[str, Partials | Casts | Structured | View | Operation] = {}
INACTIVE: set[str] = set()  # the derivative is zero, or there is none: activity ends here
FROM_INTEGERS: set[str] = set()  # inactive unless a bitcast hides a float in the integer
CHOOSING: set[str] = set()  # the result is one of the operands, and the derivative of the others zero
REFUSED: dict[str, str] = {}  # op -> why it cannot be differentiated, and what to do
REWRITTEN = {"math.sincos": "math.sin and math.cos"}  # becomes these before differentiation
REGIONS = {"scf.for", "scf.if", "linalg.generic"}  # differentiated by lagrad.ad


reading = True  # whether what is said now comes from a table of ours, or from a file that `loading` knows
UNNAMED: list[str] = []  # the operations of which something was said otherwise

# The dialects that upstream's passes know; operations of others they neither inline nor look into.
UPSTREAM = {"arith", "cf", "complex", "func", "linalg", "math", "memref", "scf", "tensor", "vector"}


def known(op: str) -> None:
    """Lets programs have an operation that upstream does not know."""
    if op.split(".")[0] not in UPSTREAM:
        dialect.ACCEPTED.add(op)
        if op not in dialect.OURS:
            note_change(op)


def note_change(op: str) -> None:
    """Remembers an operation of which something is said outside of our tables and of files of rules."""
    if not reading:
        UNNAMED.append(op)


def is_foreign(op: str) -> bool:
    """Whether an operation is one of rules that upstream's passes do not know."""
    return op in dialect.ACCEPTED


def put(rule: Partials | Casts | Structured | View | Operation):
    """Makes it the rule of its operation, whatever was said of that before."""
    known(rule.op)
    note_change(rule.op)
    RULES[rule.op] = rule
    REFUSED.pop(rule.op, None)
    INACTIVE.discard(rule.op)
    return rule


def partials(header: str, **shares: Callable | str) -> None:
    """One elementwise rule; see `lagrad.rules`. ValueError where the header, or a lambda, has other operands."""
    op, operands = _parsed(header)
    adjoints = {name: share for name, share in shares.items() if not isinstance(share, str)}
    functions = {name: _parsed(share) for name, share in shares.items() if isinstance(share, str)}
    rule = Partials(op, operands, adjoints, functions=functions)
    strange = [*(name for name in adjoints if name not in operands)]
    strange += [read for name in adjoints for read in rule.reads(name) if read not in (*operands, *functions, "out")]
    strange += [read for _, of in functions.values() for read in of if read not in operands]
    if strange:
        raise ValueError(f"{header} has no operand '{strange[0]}'")
    put(rule)


def _parsed(text: str) -> tuple[str, tuple[str, ...]]:
    """The name and the operands of `toy.mul(x, y)`."""
    found = re.fullmatch(r"([\w$]+(?:\.[\w$]+)+)\((\s*\w+\s*(?:,\s*\w+\s*)*)\)", text)
    if found is None:
        raise ValueError(f"a rule starts with an operation and its operands, as 'toy.mul(x, y)', not with '{text}'")
    op, names = found.groups()
    return op, tuple(name.strip() for name in names.split(","))


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


def has_rule(op: str, mode: str) -> bool:
    """Whether an operation has a rule for a mode."""
    rule = RULES.get(op)
    return rule.has(mode) if isinstance(rule, Operation) else rule is not None
