"""`lagrad-replace-poison`: what nobody reads has a value and a size."""

from __future__ import annotations

from dataclasses import dataclass

from ...ad.rewrites import poison
from ...passes import Pass


@dataclass(frozen=True)
class ReplacePoison(Pass):
    """Turn `ub.poison` into a zero, or an empty tensor.

    Lifting of control flow leaves it where a way through a program makes no value for another way. Bufferization does
    not know it. A tensor gets the sizes of one of its type that a loop or the function around gets.
    """

    name = "lagrad-replace-poison"
    anchor = "func.func"
    creates = ("arith", "tensor", "complex")

    def run(self, op, report) -> None:
        poison.replace(op)
