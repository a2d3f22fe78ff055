"""What is asked for: a derivative of a kind, and a request, which says of what function and where it is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..mlir import ir


@dataclass(kw_only=True)
class Derivative:
    """A kind of derivative with respect to some arguments, by their numbers."""

    kind: str
    wrt: list[int]
    with_primal: bool = False  # whether it gives the results of the function too
    vectors: int | None = None  # directions at once: -1 any number, None one
    compressed: bool = False  # whether a Jacobian or Hessian is a sparse matrix
    one_hot: bool = (
        False  # whether cotangents, or tangents, have one nonzero element, and are given by it; or rows are made so
    )


@dataclass(kw_only=True)
class Request(Derivative):
    """One derivative to write: `function` is its declaration, `primal` the function's name.

    The compiler makes some itself, with `dataclasses.replace` or from nothing, for what it needs on the way.
    """

    function: ir.Operation
    name: str
    primal: str
    mode: str | None = None  # of a Jacobian, if it is not to be chosen
    chunk: int | None = None  # of the directions of a Jacobian or Hessian


Fill = Callable[[ir.Operation, Request], None]  # writes the body of a request of a module
