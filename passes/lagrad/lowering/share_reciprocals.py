"""`lagrad-share-reciprocals`: several quotients with one divisor are products with its reciprocal."""

from __future__ import annotations

from dataclasses import dataclass

from ..build import constant, emit1
from ..mlir import ir
from ..passes import Pass
from .walk import walk

_LEAST = 3  # quotients: with two a division of four numbers at once costs as much as what it takes to share it
_SCALES = {"f64": (2.0**-1020, 2.0**60), "f32": (2.0**-124, 2.0**30)}  # divisors below the first are multiplied by the second


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
    %s = ...                          // 2^60 if |%d| is so small that its reciprocal may overflow, 1.0 else
    %r = 1.0 / (%d * %s)
    %a = (%x * %r) * %s
    ```
    and so on. A product may differ by one unit in the last place from the quotient; zero, infinity, NaN and subnormal
    divisors give what division gives. Hence it is part of code that may be reassociated only.
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
        if op.name == "arith.divf" and str(op.results[0].type) in _SCALES:
            quotients.setdefault(op.operands[1], []).append(op)
    for ops in quotients.values():
        if len(ops) >= _LEAST:
            _multiply(ops)


def _multiply(quotients: list[ir.Operation]) -> None:
    divisor = quotients[0].operands[1]  # now: it may have been a quotient itself
    type = divisor.type
    small, large = _SCALES[str(type)]
    # Not to be reassociated: the reciprocal times the scale may overflow, what is divided times the reciprocal does not.
    exact = ir.Attribute.parse("#arith.fastmath<contract>")
    with quotients[0].location, ir.InsertionPoint(quotients[0]):
        one = constant(type, 1.0)
        size = emit1("math.absf", type, divisor)
        olt = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 4)
        is_small = emit1("arith.cmpf", ir.IntegerType.get_signless(1), size, constant(type, small), predicate=olt)
        scale = emit1("arith.select", type, is_small, constant(type, large), one)
        scaled = emit1("arith.mulf", type, divisor, scale, fastmath=exact)
        reciprocal = emit1("arith.divf", type, one, scaled, fastmath=exact)
    for op in quotients:
        with op.location, ir.InsertionPoint(op):
            product = emit1("arith.mulf", type, op.operands[0], reciprocal, fastmath=exact)
            op.results[0].replace_all_uses_with(emit1("arith.mulf", type, product, scale, fastmath=exact))
        op.erase()
