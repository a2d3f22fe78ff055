"""`lagrad-order-sums`: in loops that carry a state, what is known last is added last."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

from ...build import constant, defining_op, emit1, replace_op
from ...dialect import COARSENED
from ...mlir import ir
from ...passes import Pass
from ...requests import modules_inside
from ..walk import walk
from .set_fastmath import flags_of
from .vectorize_math import Loops

_SIGNS = {"arith.addf": 1, "arith.subf": -1}  # of the second operand
_SUM = 4  # cycles, as all that is not listed here
_CYCLES = {"arith.divf": 13, "math.sqrt": 15, "arith.select": 1, "arith.negf": 1, "math.absf": 1, "arith.cmpf": 1}
_FUNCTION = 40
_CONTRACT = "#arith.fastmath<contract>"


@dataclass(frozen=True)
class OrderSums(Pass):
    """Add what is known last at the end, in loops of coarsened programs whose iterations wait for each other.

    Such a loop takes as long as the longest chain of operations from a state to the next one. In
    ```mlir
    %0 = arith.addf %early, %late fastmath<reassoc,contract> : f64
    %1 = arith.addf %0, %other fastmath<reassoc,contract> : f64
    ```
    one addition more than necessary waits for `%late`. Sums of three terms or more are written anew: the two that are
    known first are added first. They are `reassoc` no more, so LLVM keeps that order. When values are known is counted
    in cycles of operations, and twice: the state that the first count ends with is where the second one begins.

    A quotient marked `arcp` is a product with the reciprocal if that is known before the dividend.
    """

    name = "lagrad-order-sums"
    creates = ("arith",)
    aim = "reassociation"

    def run(self, op, report) -> None:
        marked = [module for module in (*modules_inside(op), op) if COARSENED in module.attributes]
        if not marked:
            return
        for module in marked:
            del module.attributes[COARSENED]
        loops = Loops()
        for loop in [child for child in walk(op) if child.name == "scf.for"]:
            if loops[loop].has_state and not loops[loop].has_others:
                _order(loop)


def _order(loop: ir.Operation) -> None:
    (block,) = loop.regions[0].blocks
    operations = [view.operation for view in block.operations]
    known: dict[ir.Value, int] = {}  # value -> the cycle at which it is there
    for op in operations:
        known.update(dict.fromkeys(op.results, _end(op, known)))
    known = dict(zip(list(block.arguments)[1:], [known.get(value, 0) for value in operations[-1].operands]))
    for op in operations:
        if _is_sum(op) and not _continues(op):
            terms = list(_terms(op, 1))
            if len(terms) > 2:
                value, cycle = _written(op, terms, known)
                known[value] = cycle
                replace_op(op, value)
                continue
        if op.name == "arith.divf" and "arcp" in flags_of(op):
            dividend, divisor = op.operands
            if known.get(dividend, 0) - known.get(divisor, 0) > _CYCLES[op.name] - _SUM:
                value = _by_reciprocal(op)
                known[value] = known[dividend] + _SUM
                replace_op(op, value)
                continue
        known.update(dict.fromkeys(op.results, _end(op, known)))


def _by_reciprocal(op: ir.Operation) -> ir.Value:
    dividend, divisor = op.operands
    with op.location, ir.InsertionPoint(op):
        reciprocal = emit1("arith.divf", divisor.type, constant(divisor.type, 1.0), divisor)
        return emit1("arith.mulf", divisor.type, dividend, reciprocal, fastmath=ir.Attribute.parse(_CONTRACT))


def _end(op: ir.Operation, known: dict[ir.Value, int]) -> int:
    """When the results of an operation are known."""
    begin = max((known.get(value, 0) for child in (op, *walk(op)) for value in child.operands), default=0)
    if op.name.startswith("math.") and op.name not in ("math.fma", *_CYCLES):
        return begin + _FUNCTION
    return begin + (_CYCLES.get(op.name, _SUM) if begin else 0)


def _is_sum(op: ir.Operation | None) -> bool:
    return op is not None and op.name in _SIGNS and _is_float(op) and "reassoc" in flags_of(op)


def _is_float(op: ir.Operation) -> bool:
    return isinstance(op.results[0].type, ir.FloatType)


def _continues(op: ir.Operation) -> bool:
    """Whether a sum is a term of another one, and of nothing else."""
    uses = list(op.results[0].uses)
    return len(uses) == 1 and _is_sum(uses[0].owner.operation) and uses[0].owner.operation.block == op.block


def _terms(op: ir.Operation, sign: int) -> Iterator[tuple[ir.Value, int]]:
    for value, own in zip(op.operands, (sign, sign * _SIGNS[op.name])):
        inner = defining_op(value)
        if _is_sum(inner) and _continues(inner) and inner.block == op.block:
            yield from _terms(inner, own)
        else:
            yield value, own


def _written(op: ir.Operation, terms: list[tuple[ir.Value, int]], known: dict[ir.Value, int]) -> tuple[ir.Value, int]:
    """The sum anew in front of its last operation, and when it is known. One sign at least is positive."""
    of = op.results[0].type
    flags = ",".join(flag for flag in flags_of(op) if flag not in ("reassoc", "nsz")) or "none"
    fastmath = ir.Attribute.parse(f"#arith.fastmath<{flags}>")
    heap = [(known.get(value, 0), number, sign, value) for number, (value, sign) in enumerate(terms)]
    heapq.heapify(heap)
    with op.location, ir.InsertionPoint(op):
        while len(heap) > 1:
            (_, _, sign, x), (cycle, number, other, y) = heapq.heappop(heap), heapq.heappop(heap)
            if sign < other:
                x, y, sign, other = y, x, other, sign
            value = emit1("arith.addf" if sign == other else "arith.subf", of, x, y, fastmath=fastmath)
            heapq.heappush(heap, (cycle + _SUM if cycle else 0, number + len(terms), sign, value))
    return heap[0][3], heap[0][0]
