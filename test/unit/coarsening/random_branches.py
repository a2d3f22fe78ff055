"""Branches in branches at random, two or three deep: conditions from outside and made inside, numbers that are guarded
from zero by them, and values that branches share."""

from __future__ import annotations

import random

_TWO = ("arith.addf", "arith.subf", "arith.mulf")
_ONE = ("math.sin", "math.tanh", "arith.negf")
_GUARDED = ("math.sqrt", "math.log", "math.rsqrt")  # of what is positive only


def program(seed: int, type: str = "f64") -> str:
    """A function of two conditions that is coarsened, with its derivatives of both modes and of second order."""
    lines = _Lines(random.Random(seed))
    values = ["%x", "%y", "%z"]
    for op in ("arith.subf", "arith.mulf"):  # in front of the branches, in the same segment
        lines.two(values, op)
    result = lines.nest(values, ["%b", "%c"], 3)
    body = "\n".join(lines.lines)
    return f"""
        func.func @f(%x: f64, %y: f64, %z: f64, %b: i1, %c: i1) -> f64 attributes {{lagrad.coarsen}} {{
          %zero = arith.constant 0.0 : f64
          {body}
          %r = arith.mulf {result}, {result} : f64
          return %r : f64
        }}
        func.func private @gradient(f64, f64, f64, i1, i1) -> (f64, f64, f64) attributes {{lagrad.gradient = @f}}
        func.func private @pullback(f64, f64, f64, i1, i1, f64) -> (f64, f64, f64) attributes {{lagrad.pullback = @f}}
        func.func private @pushforward(f64, f64, f64, f64, f64, f64, i1, i1) -> f64
            attributes {{lagrad.pushforward = @f}}
        func.func private @twice(f64, f64, f64, f64, f64, f64, i1, i1) -> (f64, f64, f64)
            attributes {{lagrad.pushforward = @gradient}}
    """.replace("f64", type)


class _Lines:
    def __init__(self, rng: random.Random):
        self.rng, self.lines, self.count = rng, [], 0

    def nest(self, values: list[str], conditions: list[str], depth: int) -> str:
        """An `scf.if` on one of the conditions, or on a new one; its result."""
        condition, guarded = self.condition(values, conditions)
        result = self.name()
        self.lines.append(f"{result} = scf.if {condition} -> (f64) {{")
        self.side(values, [*conditions, condition], depth, guarded)
        self.lines.append("} else {")
        self.side(values, [*conditions, condition], depth, None)
        self.lines.append("}")
        return result

    def condition(self, values: list[str], conditions: list[str]) -> tuple[str, str | None]:
        """A condition, and what is positive where it holds, if anything is."""
        kind, own = self.rng.random(), self.name()
        if kind < 0.35:
            return self.rng.choice(conditions), None
        tested = self.rng.choice(values)
        self.lines.append(f"{own} = arith.cmpf ogt, {tested}, %zero : f64")
        if kind < 0.5:
            both = self.name()
            self.lines.append(f"{both} = arith.andi {own}, {self.rng.choice(conditions)} : i1")
            own = both
        return own, tested

    def side(self, values: list[str], conditions: list[str], depth: int, guarded: str | None) -> None:
        values = list(values)
        if guarded:
            self.one(values, self.rng.choice(_GUARDED), guarded)
        for _ in range(self.rng.randint(1, 2)):
            if self.rng.random() < 0.3:
                self.one(values, self.rng.choice(_ONE), self.recent(values))
            else:
                self.two(values, self.rng.choice(_TWO))
        if depth > 1 and self.rng.random() < 0.75:
            values.append(self.nest(values, conditions, depth - 1))
            self.two(values, "arith.addf")
        self.lines.append(f"scf.yield {values[-1]} : f64")

    def one(self, values: list[str], op: str, operand: str) -> None:
        values.append(self.name())
        self.lines.append(f"{values[-1]} = {op} {operand} : f64")

    def two(self, values: list[str], op: str) -> None:
        operands = self.recent(values), self.rng.choice(values)
        values.append(self.name())
        self.lines.append(f"{values[-1]} = {op} {operands[0]}, {operands[1]} : f64")

    def recent(self, values: list[str]) -> str:
        return values[-1] if self.rng.random() < 0.6 else self.rng.choice(values)

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"
