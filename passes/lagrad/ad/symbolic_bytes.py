"""How many bytes keys take, in symbols for the sizes and trip counts that are not known."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from ..analysis.program import Program
from ..analysis.recording.slices import Key, Residual
from ..build import bytes_of, constant_of
from ..forms import trip_count
from ..mlir import ir

Symbol = ir.Value | ir.Operation  # a size, or a loop: how often it runs


class SymbolicBytes:
    """Names what is not known of one program as it is met: `n1`, `n2`, ..."""

    def __init__(self, program: Program):
        self.program = program
        self.names: dict[Symbol, str] = {}

    def text(self, keys: Iterable[Key], times: int = 1) -> str:
        """What some keys take together, as in `8 * n1 + 16 bytes`; `nothing` of none."""
        numbers: dict[tuple[Symbol, ...], int] = {}
        for key in keys:
            number, unknown = self._bytes(key)
            numbers[unknown] = numbers.get(unknown, 0) + number * times
        if not numbers:
            return "nothing"
        ordered = sorted(numbers, key=lambda unknown: (-len(unknown), [self._number(symbol) for symbol in unknown]))
        terms = [" * ".join([str(numbers[unknown]), *map(self.names.get, unknown)]) for unknown in ordered]
        return f"{' + '.join(terms)} byte{'s' * (terms != ['1'])}"

    def _bytes(self, key: Key) -> tuple[int, tuple[Symbol, ...]]:
        """A number, and what it is to be multiplied by."""
        factors: list[Symbol | int] = []
        while isinstance(key, Residual):
            trips = trip_count.known(key.loop)
            factors.append(_trips(key.loop) if trips is None else trips)
            key = key.key
        factors += self.program.sizes(key)
        unknown = [n for n in factors if not isinstance(n, int)]
        for symbol in unknown:
            self.names.setdefault(symbol, f"n{len(self.names) + 1}")
        known = [n for n in factors if isinstance(n, int)]
        return bytes_of(key.type) * prod(known), tuple(sorted(unknown, key=self._number))

    def _number(self, symbol: Symbol) -> int:
        return int(self.names[symbol][1:])


def _trips(loop: ir.Operation) -> Symbol:
    """How often a loop runs: from 0 in steps of 1, its upper bound."""
    lower, upper, step = list(loop.operands)[:3]
    return upper if constant_of(lower) == 0 and constant_of(step) == 1 else loop
