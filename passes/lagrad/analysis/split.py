"""What is known of functions that stay calls, and of one that is differentiated as two."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..mlir import ir
from .program import Program


@dataclass(frozen=True)
class Uses:
    """What a function does with its arguments, by their numbers; of the results that are not here nothing is known."""

    influences: tuple[
        frozenset[int], ...
    ]  # for each result, what has a derivative into it, or would if it were a float
    taken: tuple[frozenset[int], ...]  # for each result, the floats that reach it for certain
    doubted: frozenset[int]  # what it may decide not to use
    has_ties: bool  # whether it matters to it which of its arguments are constants

    def takes(self, result: int) -> frozenset[int]:
        return self.taken[result] if result < len(self.taken) else frozenset()

    def doubts(self, argument: int) -> bool:
        return argument in self.doubted

    def is_influenced(self, result: int, argument: int) -> bool:
        return result >= len(self.influences) or argument in self.influences[result]


class _Opaque(Uses):
    """A function that is not looked into: anything may come of each of its arguments, or nothing."""

    def doubts(self, argument: int) -> bool:
        return True


OPAQUE = _Opaque((), (), frozenset(), True)
ELSEWHERE = Uses((), (), frozenset(), False)  # its pullback is no part of the program, and decides nothing for it


@dataclass(frozen=True)
class Brought:
    """A function that brings its own pullback."""

    pullback: str
    uses: Uses


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
    uses: Uses = OPAQUE  # what the function that was split does
    accumulated: tuple[
        int, ...
    ] = ()  # arguments in wrt whose adjoint so far is passed on, after the cotangents, and added to
    primal: str | None = None  # the function that gives the same results, where that is simpler to look into
    is_piece: bool = False  # marked `lagrad.checkpoint`: the pullback runs it again
    places: tuple[int | None, ...] = ()  # for each result, the argument in whose place it comes to be, if it is known

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


def uses_of(program: Program, call: ir.Operation) -> Uses:
    """What is known of the function that a call names."""
    match program.derivatives.get(call.attributes["callee"].value):
        case Split(uses=uses) | Brought(uses=uses) | (Uses() as uses):
            return uses
    return OPAQUE
