"""What a pullback of a pullback takes and gives, as arguments and results of the pullback of a pushforward."""

from __future__ import annotations

from .. import build
from ..analysis.call_graph import functions, signature
from ..analysis.derivative_types import many
from ..analysis.memory import is_memory
from ..analysis.request import Request
from ..build import has_derivative
from ..mlir import ir


class Exchanged:
    """What the pullback of a pullback takes and gives, as arguments and results of the pullback of a pushforward.

    Memory that the pullback has a shadow of is changed in place: its own shadow is the tangent, and goes where the
    pushforward has it; the shadow of the first pullback is that of the tangent.
    """

    def __init__(self, module: ir.Operation, first: Request, second: Request, pushed: str):
        self.first, self.second = first, second
        table = functions(module)
        (self.inputs, self.given), (self.taken, _) = signature(table[first.primal]), signature(table[first.name])
        self.floats = [t for t in self.given if has_derivative(t)]
        self.shadowed = [n for n in first.wrt if is_memory(self.inputs[n])]
        self.behind = len(self.taken) - len(self.shadowed)
        self.of_arguments = [n for n in second.wrt if n < len(self.inputs)]
        moving = [n for n in first.wrt if second.with_primal or n in self.shadowed]
        self.wrt = [*map(self.place, self.of_arguments), *(self.place(n) + 1 for n in moving)]
        of_seeds = any(len(self.inputs) <= n < self.behind for n in second.wrt)
        self.with_primal = of_seeds or first.with_primal and second.with_primal or not self.wrt
        along, _ = signature(table[pushed])
        self.gradients_at = [n for n in self.wrt if not is_memory(along[n])]

    def place(self, number: int) -> int:
        """Where the pushforward takes an argument of the function; its tangent follows."""
        return number + sum(other < number for other in self.first.wrt)

    def take(self, arguments: list[ir.Value]) -> None:
        """Sorts the arguments of the second pullback."""
        first, second = self.first, self.second
        self.primal, rest = arguments[: len(self.inputs)], arguments[len(self.inputs) :]
        if first.kind == "gradient":
            self.seeds = [build.full(t, build.shape_of(t), 1.0) for t in self.floats]
        else:
            self.seeds, rest = rest[: len(self.floats)], rest[len(self.floats) :]
        shadows = dict(zip(self.shadowed, rest))
        moves = arguments[len(self.taken) :]
        if second.kind == "gradient":
            moves = [*self._ones(), *moves]
        self.of_values = [moves.pop(0) for _ in self.floats if first.with_primal]
        self.tangents = {n: moves.pop(0) for n in first.wrt if n not in self.shadowed}
        self.shadow_at = {self.place(n) + 1: shadow for n, shadow in shadows.items()}
        for n in second.wrt:
            if n < len(self.inputs) and is_memory(self.inputs[n]):
                self.shadow_at[self.place(n)] = moves.pop(0)
            elif n >= self.behind:
                self.tangents[self.shadowed[n - self.behind]] = moves.pop(0)

    def pairs(self) -> list[ir.Value]:
        """Arguments of the pushforward."""
        of = self.tangents
        return [v for n, x in enumerate(self.primal) for v in ([x, of[n]] if n in of else [x])]

    def cotangents(self) -> list[ir.Value]:
        """What the pullback of the pushforward takes beside these."""
        return [*self.of_values, *self.seeds, *(self.shadow_at[n] for n in self.wrt if n not in self.gradients_at)]

    def results(self, found: list[ir.Value]) -> list[ir.Value]:
        """What the second pullback gives, from what the pullback of the pushforward gives."""
        first, second = self.first, self.second
        kept = [found.pop(0) for _ in self.given if self.with_primal and first.with_primal]
        products = [found.pop(0) for _ in self.floats if self.with_primal]
        gradients = dict(zip(self.gradients_at, found, strict=True))
        of = {n: gradients[self.place(n)] for n in self.of_arguments if self.place(n) in gradients}
        of |= dict(enumerate(products, len(self.inputs)))
        if second.with_primal:
            kept += [gradients[self.place(n) + 1] for n in first.wrt if n not in self.shadowed]
        return [*(kept if second.with_primal else []), *(of[n] for n in second.wrt if n in of)]

    def _ones(self) -> list[ir.Value]:
        """The cotangent of a gradient of a pullback, which has one float result."""
        (number,) = (n for n in self.first.wrt if n not in self.shadowed)
        type, sizes = self.primal[number].type, build.sizes_of(self.primal[number])
        if self.first.vectors is not None:
            seed = self.seeds[0]
            type, sizes = many(type, build.shape_of(seed.type)[0]), [build.sizes_of(seed)[0], *sizes]
        return [build.full(type, sizes, 1.0)]
