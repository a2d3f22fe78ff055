"""The calculus of choices: what may be done with `Phi(c, x, y)`, which is x where the condition c holds, else y.

Formulas, for any function f:

    through    f(Phi(c, x, y)) = Phi(c, f(x), f(y))
    together   f(Phi(c, x, y), Phi(c, z, w)) = Phi(c, f(x, z), f(y, w))
    nested     Phi(c, ... Phi(c, x, y) ..., z) = Phi(c, ... x ..., z), and on the other side y
    turned     Phi(c, Phi(d, x, y), Phi(d, z, w)) = Phi(d, Phi(c, x, z), Phi(c, y, w))
    swapped    Phi(not c, x, y) = Phi(c, y, x)

and what follows from them:

    factored   Phi(c, a x, a y) = a Phi(c, x, y)
    apart      Phi(c, a + x, a + y) = a + Phi(c, x, y)

That Phi(c, x, x) is x is part of `Phi`, and its derivative stands in `derivative`. A loop has choices too: what it
carries is at the entry of an iteration `Phi(first, start, following)`, and at its exit the last such value. Two of
these have a closed form in the number of iterations, `exit_of_affine` and `exit_of_power`. X. Shen et al. (OOPSLA 2021)
have a calculus of the same name; docs/design/coarsening.md says which of these are formulae of its figure 5.
"""

from __future__ import annotations

from collections.abc import Iterable

import sympy

from .functions import Geometric, Phi


def through(expression: sympy.Expr) -> sympy.Expr:
    """A sum, product or function with one choice in it, as a choice; for two of the same condition, `together`.

    What has choices of different conditions, or is no such thing, stays as it is.
    """
    choices = [part for part in expression.args if isinstance(part, Phi)]
    if isinstance(expression, Phi) or not choices or len({choice.args[0] for choice in choices}) > 1:
        return expression
    sides = [[part.args[side] if isinstance(part, Phi) else part for part in expression.args] for side in (1, 2)]
    return Phi(choices[0].args[0], *(expression.func(*side) for side in sides))


def together(expression: sympy.Expr) -> sympy.Expr:
    """A sum or product in which choices of the same condition are one choice."""
    if not isinstance(expression, (sympy.Add, sympy.Mul)):
        return expression
    by_condition: dict[sympy.Basic, list[Phi]] = {}
    for part in expression.args:
        if isinstance(part, Phi):
            by_condition.setdefault(part.args[0], []).append(part)
    rest = [part for part in expression.args if not isinstance(part, Phi)]
    merged = [through(expression.func(*own)) if len(own) > 1 else own[0] for own in by_condition.values()]
    return expression.func(*rest, *merged)


def nested(choice: Phi) -> sympy.Expr:
    """A choice with no other of the same condition inside."""
    condition, x, y = choice.args
    return Phi(condition, _decided(x, condition, 1), _decided(y, condition, 2))


def turned(choice: Phi) -> sympy.Expr:
    """A choice of two by one other condition, as a choice of that, if there are fewer choices then."""
    condition, x, y = choice.args
    if not (isinstance(x, Phi) and isinstance(y, Phi) and x.args[0] == y.args[0]):
        return choice
    found = Phi(x.args[0], *(Phi(condition, own, other) for own, other in zip(x.args[1:], y.args[1:])))
    return found if len(found.atoms(Phi)) < len(choice.atoms(Phi)) else choice


def swapped(choice: Phi) -> sympy.Expr:
    """A choice whose condition is no negation."""
    condition, x, y = choice.args
    return Phi(condition.args[0], y, x) if isinstance(condition, sympy.Not) else choice


def factored(choice: Phi) -> sympy.Expr:
    """Common factors of both sides taken out. A side that is zero has none: its zero stays strong."""
    return _taken_out(choice, sympy.Mul)


def apart(choice: Phi) -> sympy.Expr:
    """Common addends of both sides taken out."""
    return _taken_out(choice, sympy.Add)


def exit_of_affine(start: sympy.Expr, factor: sympy.Expr, added: sympy.Expr, trips: sympy.Expr) -> sympy.Expr:
    """What a loop carries at its exit, if each of so many iterations makes `factor * s + added` of s."""
    return factor**trips * start + added * Geometric(factor, trips)


def exit_of_power(start: sympy.Expr, factor: sympy.Expr, exponent: sympy.Expr, trips: sympy.Expr) -> sympy.Expr:
    """What a loop carries at its exit, if each of so many iterations makes `factor * s^exponent` of s.

    The paper's C9 has another power of the factor, `exponent + trips - 1`. It is the same for two iterations, and for
    an exponent of one.
    """
    return factor ** Geometric(exponent, trips) * start**exponent**trips


def simplified(expression: sympy.Expr) -> sympy.Expr:
    """An expression by all of these, from the leaves up: as few choices as they make of it."""
    if not expression.has(Phi):
        return expression
    expression = expression.func(*map(simplified, expression.args))
    expression = together(expression)
    if not isinstance(expression, Phi):
        return expression
    for rule in (swapped, nested, turned, factored, apart):
        if not isinstance(expression, Phi):
            break
        expression = rule(expression)
    return expression


def _decided(expression: sympy.Expr, condition: sympy.Basic, side: int) -> sympy.Expr:
    found = {part: part.args[side] for part in expression.atoms(Phi) if part.args[0] == condition}
    while found:
        expression = expression.xreplace(found)
        found = {part: part.args[side] for part in expression.atoms(Phi) if part.args[0] == condition}
    return expression


def _taken_out(choice: Phi, kind: type) -> sympy.Expr:
    condition, x, y = choice.args
    ours, theirs = list(kind.make_args(x)), list(kind.make_args(y))
    common = [part for part in ours if part in theirs and not part.has(Phi)]
    if not common:
        return choice
    return kind(*common, Phi(condition, kind(*_without(ours, common)), kind(*_without(theirs, common))))


def _without(parts: Iterable[sympy.Expr], common: list[sympy.Expr]) -> list[sympy.Expr]:
    return [part for part in parts if part not in common]
