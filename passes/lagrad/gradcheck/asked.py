"""What a request asks for, as something in one direction that differences can be taken of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from .. import requests
from ..analysis.call_graph import functions, signature
from ..analysis.derivative_types import directions_of, held, rows_of
from ..analysis.request import Request
from ..build import shape_of
from ..mlir import ir
from . import one_direction
from .on_memory import Memory

_ANY_NUMBER = 3  # of directions, where a request takes any


@dataclass(frozen=True)
class Asked:
    """A request without handles into its module, as the derivative in one direction that it amounts to."""

    name: str
    kind: str
    primal: str
    wrt: tuple[int, ...]
    kept: int  # results that are the primal's
    vectors: int | None
    checked: str  # the function that is moved: a Hessian is the derivative of the gradient
    directions: tuple[int, ...]
    shapes: tuple[tuple[int, ...], ...] | None = None  # of the rows of a compressed matrix
    one_hot: bool = False
    memory: Memory | None = None  # of a function on memory

    @classmethod
    def of(cls, module: ir.Operation, r: Request) -> Asked:
        inputs, results = signature(functions(module)[r.primal])
        checked = r.primal
        if r.kind in ("hvp", "hessian"):
            checked = requests.fresh_name(module, f"{r.primal}_gradient")
            requests.declare(module, "gradient", r.primal, r.wrt, checked, r.function.location, of_sum=True)
        memory = Memory.of(inputs, results, r.wrt, r.kind)
        with r.function.location:
            directions = directions_of(r.kind, inputs, memory.results(inputs, results), r.wrt)
            rows = [held(inputs[n]) for n in r.wrt] if r.kind == "hessian" else rows_of(r.wrt, inputs, results)
        kept = len(results) if r.with_primal else 0
        shapes = tuple(tuple(shape_of(t)) for t in rows) if r.compressed else None
        of = (r.name, r.kind, r.primal, tuple(r.wrt), kept, r.vectors, checked, tuple(directions), shapes, r.one_hot)
        return cls(*of, memory if memory.buffers else None)

    def gradient(self) -> Asked:
        """The gradient whose derivative this is."""
        return replace(
            self, name=self.checked, kind="gradient", vectors=None, checked=self.primal, directions=(), shapes=None,
            memory=self.memory and replace(self.memory, kind="gradient"),
        )  # fmt: skip

    @property
    def amounts_to(self) -> str:
        return self.kind if self.kind in ("pullback", "gradient") else "pushforward"

    def moved(self, function: Callable) -> Callable:
        """The function that is moved, which gives all that depends on what moves."""
        return function if self.memory is None else self.memory.primal(function)

    def derivative(self, function: Callable) -> Callable:
        if self.memory is not None:
            function = self.memory.derivative(function, self.kept)
        if self.shapes is not None:
            return one_direction.of_compressed(function, self.wrt, self.kept, self.shapes)
        if self.kind in ("jacobian", "hessian"):
            return one_direction.of_jacobian(function, self.wrt, self.kept)
        if self.one_hot:
            return one_direction.of_one_hot(function, self.directions, self.kept)
        if self.vectors is not None:
            return one_direction.of_many(
                function, self.directions, self.kept, _ANY_NUMBER if self.vectors == -1 else self.vectors
            )
        return function
