"""What a pullback of a pullback takes and gives, as arguments and results of the pullback of a pushforward."""

from __future__ import annotations

from .. import build
from ..analysis.call_graph import functions, signature
from ..analysis.derivative_types import many
from ..analysis.request import Request
from ..build import has_derivative
from ..mlir import ir


class Exchanged:
    """What the pullback of a pullback takes and gives, as arguments and results of the pullback of a pushforward.

    No derivative flows through memory among them.
    """

    def __init__(self, module: ir.Operation, first: Request, second: Request, pushed: str):
        self.first, self.second = first, second
        table = functions(module)
        (self.inputs, self.given), (self.taken, _) = signature(table[first.primal]), signature(table[first.name])
        self.floats = [t for t in self.given if has_derivative(t)]
        self.of_arguments = [n for n in second.wrt if n < len(self.inputs)]
        moving = first.wrt if second.with_primal else []
        self.wrt = [*map(self.place, self.of_arguments), *(self.place(n) + 1 for n in moving)]
        of_seeds = any(len(self.inputs) <= n for n in second.wrt)
        self.with_primal = of_seeds or first.with_primal and second.with_primal or not self.wrt

    def place(self, number: int) -> int:
        """Where the pushforward takes an argument of the function; its tangent follows."""
        return number + sum(other < number for other in self.first.wrt)

    def take(self, arguments: list[ir.Value]) -> None:
        """Sorts the arguments of the second pullback."""
        first, second = self.first, self.second
        self.primal, self.seeds = arguments[: len(self.inputs)], arguments[len(self.inputs) : len(self.taken)]
        if first.kind == "gradient":
            self.seeds = [build.full(t, build.shape_of(t), 1.0) for t in self.floats]
        moves = arguments[len(self.taken) :]
        if second.kind == "gradient":
            moves = self._ones()
        self.of_values = [moves.pop(0) for _ in self.floats if first.with_primal]
        self.tangents = dict(zip(first.wrt, moves, strict=True))

    def pairs(self) -> list[ir.Value]:
        """Arguments of the pushforward."""
        of = self.tangents
        return [v for n, x in enumerate(self.primal) for v in ([x, of[n]] if n in of else [x])]

    def cotangents(self) -> list[ir.Value]:
        """What the pullback of the pushforward takes beside these."""
        return [*self.of_values, *self.seeds]

    def results(self, found: list[ir.Value]) -> list[ir.Value]:
        """What the second pullback gives, from what the pullback of the pushforward gives."""
        first, second = self.first, self.second
        kept = [found.pop(0) for _ in self.given if self.with_primal and first.with_primal]
        products = [found.pop(0) for _ in self.floats if self.with_primal]
        gradients = dict(zip(self.wrt, found, strict=True))
        of = {n: gradients[self.place(n)] for n in self.of_arguments}
        of |= dict(enumerate(products, len(self.inputs)))
        if second.with_primal:
            kept += [gradients[self.place(n) + 1] for n in first.wrt]
        return [*(kept if second.with_primal else []), *(of[n] for n in second.wrt)]

    def _ones(self) -> list[ir.Value]:
        """The cotangent of a gradient of a pullback, which has one float result."""
        (number,) = self.first.wrt
        type, sizes = self.primal[number].type, build.sizes_of(self.primal[number])
        if self.first.vectors is not None:
            seed = self.seeds[0]
            type, sizes = many(type, build.shape_of(seed.type)[0]), [build.sizes_of(seed)[0], *sizes]
        return [build.full(type, sizes, 1.0)]
