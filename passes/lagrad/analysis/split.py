"""Functions that are called, not inlined, and differentiated by functions of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..mlir import ir


@dataclass(frozen=True)
class Split:
    """What is known of an augmented primal: a function that also returns what its adjoint reads.

    It is made for some active arguments and results. Its pullback takes some of the arguments, some of
    what the augmented primal returns, and the cotangents, in this order.
    """

    pullback: str
    arguments: tuple[int, ...]  # numbers of those that the pullback takes
    kept: tuple[int, ...]  # numbers of the augmented primal's results that the pullback takes
    of: tuple[int, ...]  # results that have a cotangent
    wrt: tuple[int, ...]  # arguments that get a gradient, in the order of the pullback's results
    depends: tuple[tuple[int, ...], ...]  # for each result, the arguments in wrt whose change it feels
    cost: int  # of a call, as `cost` counts
    accumulated: tuple[int, ...] = ()  # arguments in wrt whose adjoint so far is passed on, after the cotangents, and added to
    primal: str | None = None  # the function that gives the same results, where that is simpler to look into

    def reads(self, call: ir.Operation) -> list[ir.Value]:
        """What the adjoint of a call of the augmented primal reads."""
        return [*(call.operands[n] for n in self.arguments), *(call.results[n] for n in self.kept)]


@dataclass(frozen=True)
class Pushed:
    """A function that is called, not inlined, and differentiated forward by others.

    `version` names the one for the numbers of the arguments that have a tangent. It takes each of these
    followed by its tangent, and gives the results of the function before the tangents of the float ones.
    """

    version: Callable[[tuple[int, ...]], str]
