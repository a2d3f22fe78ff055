"""`lagrad-share-reciprocals`: several quotients with one divisor are products with its reciprocal."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...build import constant, emit1
from ...dialect import EXACT
from ...mlir import arith, ir
from ...passes import Pass
from ..walk import walk

_LEAST = 3  # quotients: with two a division of four numbers at once costs as much as what it takes to share it
# Divisors below the first, and above its reciprocal, are multiplied by the second, and by its reciprocal.
_SCALES = {"f64": (2.0**-1020, 2.0**60), "f32": (2.0**-124, 2.0**30)}


@dataclass(frozen=True)
class ShareReciprocals(Pass):
    """Divide once where a block has three or more quotients with one divisor.

    ```mlir
    %a = arith.divf %x, %d : f64
    %b = arith.divf %y, %d : f64
    %c = arith.divf %z, %d : f64
    ```
    becomes
    ```mlir
    %s = ...                          // 2^60 if the reciprocal of %d may overflow, 2^-60 if it may be subnormal, 1.0 else
    %r = 1.0 / (%d * %s)
    %a = (%x * %r) * %s
    ```
    and so on. A square root needs no `%s`: other than zero and infinity it is far from the ends of the range. A product may
    differ by one unit in the last place from the quotient; zero, infinity, NaN, subnormal and huge divisors give what
    division gives. Hence it is part of code that may be reassociated only.
    """

    name = "lagrad-share-reciprocals"
    creates = ("arith", "math")

    def run(self, op, report) -> None:
        for block in [block for around in (op, *walk(op)) for region in around.regions for block in region.blocks]:
            _share(block)


def _share(block: ir.Block) -> None:
    quotients: dict[ir.Value, list[ir.Operation]] = {}
    for view in block.operations:
        op = view.operation
        if op.name == "arith.divf" and str(op.results[0].type) in _SCALES and EXACT not in op.attributes:
            quotients.setdefault(op.operands[1], []).append(op)
    for ops in quotients.values():
        if len(ops) >= _LEAST:
            _multiply(ops)


def _multiply(quotients: list[ir.Operation]) -> None:
    divisor = quotients[0].operands[1]  # now: it may have been a quotient itself
    type = divisor.type
    # Not to be reassociated: the reciprocal times the scale may overflow, what is divided times the reciprocal does not.
    exact = ir.Attribute.parse("#arith.fastmath<contract>")
    with quotients[0].location, ir.InsertionPoint(quotients[0]):
        scale = None if _is_middling(divisor) else _scale(divisor)
        scaled = emit1("arith.mulf", type, divisor, scale, fastmath=exact) if scale else divisor
        reciprocal = emit1("arith.divf", type, constant(type, 1.0), scaled, fastmath=exact)
    for op in quotients:
        with op.location, ir.InsertionPoint(op):
            product = emit1("arith.mulf", type, op.operands[0], reciprocal, fastmath=exact)
            op.results[0].replace_all_uses_with(emit1("arith.mulf", type, product, scale, fastmath=exact) if scale else product)
        op.erase()


def _scale(divisor: ir.Value) -> ir.Value:
    type = divisor.type
    least, factor = _SCALES[str(type)]
    size = emit1("math.absf", type, divisor)
    is_small = arith.cmpf(arith.CmpFPredicate.OLT, size, constant(type, least))
    is_large = arith.cmpf(arith.CmpFPredicate.OGT, size, constant(type, 1 / least))
    down = arith.select(is_large, constant(type, 1 / factor), constant(type, 1.0))
    return arith.select(is_small, constant(type, factor), down)


def _is_middling(value: ir.Value) -> bool:
    """Is it zero, infinity, NaN, or a number whose reciprocal is normal, for certain?

    The root of the smallest positive number is about 2^-537, that of the largest 2^512; in f32 2^-74.5 and 2^64.
    """
    if isinstance(value.owner, ir.Block):
        return False
    owner = value.owner.operation
    if owner.name == "math.sqrt":
        return True
    if owner.name == "arith.constant":
        size, (least, _) = abs(ir.FloatAttr(owner.attributes["value"]).value), _SCALES[str(value.type)]
        return size == 0 or math.isinf(size) or math.isnan(size) or least <= size <= 1 / least
    if owner.name in ("arith.negf", "math.absf"):
        return _is_middling(owner.operands[0])
    if owner.name == "arith.select":
        return all(map(_is_middling, list(owner.operands)[1:]))
    if owner.name == "scf.if":
        at = ir.OpResult(value).result_number
        return all(_is_middling(branch.blocks[0].operations[-1].operands[at]) for branch in owner.regions)
    return False
