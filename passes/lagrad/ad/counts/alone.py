"""Arithmetic that rounded like its copies, and has none any longer.

What decides how often a loop runs is marked `lagrad.exact` where one loop counts and another one computes
(`ad/rewrites/repeated_decisions.py`), with the number of the operation that they are copies of. Where one loop does
both, nothing has to agree with it, and it may be reordered like all else.
"""

from __future__ import annotations

from collections import Counter

from ...analysis.program import walk
from ...dialect import EXACT
from ...mlir import ir

_NO_INLINE = "no_inline"  # one of several functions, which have to agree


def unmark(function: ir.Operation, numbers: set[int], marked: set[str]) -> None:
    """Takes the marks with these numbers off what has no copies in a function.

    `marked` are the functions that have marks inside: what those that are called compute is not known here.
    """
    operations = list(walk(function))
    calls = {op.attributes["callee"].value for op in operations if op.name == "func.call"}
    if _NO_INLINE in function.attributes or EXACT in function.attributes or calls & marked:
        return
    numbered = [op for op in operations if is_numbered(op)]
    copies = Counter(map(number_of, numbered))
    for op in numbered:
        if number_of(op) in numbers and copies[number_of(op)] == 1:
            del op.attributes[EXACT]


def numbers(loop: ir.Operation) -> set[int]:
    """The numbers of what is marked in a loop."""
    return {number_of(op) for op in walk(loop) if is_numbered(op)}


def is_numbered(op: ir.Operation) -> bool:
    return EXACT in op.attributes and isinstance(op.attributes[EXACT], ir.IntegerAttr)


def number_of(op: ir.Operation) -> int:
    return ir.IntegerAttr(op.attributes[EXACT]).value
