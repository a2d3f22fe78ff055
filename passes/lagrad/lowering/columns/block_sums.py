"""`lagrad-block-sums`: long sums of narrow floats are sums of sums over blocks."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...build import DYNAMIC, constant, defining_op, element, emit1, generic
from ...errors import Report
from ...forms.generic import Generic
from ...forms.nests import nest
from ...mlir import ir, memref
from ...passes import Pass, option
from ..facts.sum_of_products import all_places, keeps_order, places_of, static_sizes
from ..walk import enclosing_function, last, walk

_NARROW = 32  # bits of the widest float whose sums are taken in blocks
_LANES = 32  # accumulators that LLVM makes of one
_BLOCK = 1024  # terms of a block at least: to begin one and to add it costs little then


@dataclass(frozen=True)
class BlockSums(Pass):
    """Add up long sums of floats of 32 bits or less block by block.

    ```mlir
    for i in 0 .. 1000000: s += x[i]
    ```
    becomes
    ```mlir
    for block of 1024 i
      t = 0
      for i in block: t += x[i]
      s += t
    ```
    The rounding error of a sum grows with the number of terms that go into one accumulator one after the other, so it
    grows with the square root of the number of terms now, as long as blocks are not the smaller part: N. J. Higham,
    "The accuracy of floating point summation", SIAM J. Sci. Comput. 14 (1993), section 3. A sum has `least` terms or
    more, known before it runs, reads each element of what it adds up once, and has at most `most` results; so products
    of matrices stay as they are, and so does what is marked `lagrad.exact`, and every sum in strict code.
    """

    name = "lagrad-block-sums"
    aim = "digits"
    creates = ("arith", "linalg", "memref", "scf")

    least: int = option(8192, "Terms of a sum that is taken in blocks.", least=2)
    most: int = option(1024, "Results of an operation whose sums are taken in blocks: they are on the stack.", least=1)

    def run(self, op: ir.Operation, report: Report) -> None:
        for sum_ in [child for child in walk(op) if child.name == "linalg.generic" and _is_narrow_sum(child)]:
            blocks = _Blocks(sum_)
            if blocks.terms >= self.least and blocks.results <= self.most and blocks.may_be_made:
                with sum_.location:
                    blocks.emit()
                terms = blocks.block * blocks.inner
                report.remark(sum_.location, f"{blocks.terms} terms are added up in blocks of {terms}")
                sum_.erase()


def _is_narrow_sum(generic: ir.Operation) -> bool:
    """Whether an operation on buffers of known sizes adds narrow floats to its one result."""
    body = generic.regions[0].blocks[0]
    ins, outs = generic.attributes["operandSegmentSizes"]
    if generic.results or outs != 1 or "reduction" not in str(generic.attributes["iterator_types"]):
        return False
    kind = element(generic.operands[ins].type)
    if not isinstance(kind, ir.FloatType) or kind.width > _NARROW or keeps_order(generic):
        return False
    if any(view.operation.name == "linalg.index" or view.operation.regions for view in body.operations):
        return False
    if any(places_of(attribute.value) is None for attribute in generic.attributes["indexing_maps"]):
        return False
    return DYNAMIC not in static_sizes(generic) and _adds(body, ins)


def _adds(body: ir.Block, ins: int) -> bool:
    """Whether a body yields the sum of its last argument, which it uses for nothing else, and something."""
    out, add = body.arguments[ins], defining_op(last(body).operands[0], "arith.addf")
    return add is not None and list(add.operands).count(out) == 1 == len(list(out.uses))


class _Blocks:
    """A sum over some dimensions, of which one is taken in blocks."""

    def __init__(self, generic: ir.Operation):
        self.generic = generic
        self.operands = list(generic.operands)
        self.places = all_places(generic)
        sizes = static_sizes(generic)
        *self.ins, out = self.places
        summed = [d for d in range(len(sizes)) if d not in out]
        self.results = math.prod(sizes[d] for d in out)
        self.terms = math.prod(sizes[d] for d in summed)
        lanes = _LANES if self.results == 1 else 1
        wanted = max(_BLOCK, math.isqrt(self.terms * lanes))
        self.along = self._along(summed, sizes, wanted)
        self.size = sizes[self.along]
        self.inner = self.terms // max(1, self.size)
        self.block = 1 << (max(1, wanted // max(1, self.inner)).bit_length() - 1)
        whole = set(range(len(sizes)))
        # An input that has some of the summed dimensions, and not all others, makes it a product of matrices.
        reads_once = all(not out or set(own) == whole or set(own).isdisjoint(summed) for own in self.ins)
        self.may_be_made = self.block < self.size and reads_once and any(set(own) == whole for own in self.ins)

    def _along(self, summed: list[int], sizes: list[int], wanted: int) -> int:
        """The outermost dimension of which one index has no more terms than a block: its blocks lie along memory.

        The longest one where all have more.
        """
        whole = next((own for own in self.ins if len(own) == len(sizes)), summed)
        fitting = (d for d in whole if d in summed and self.terms <= wanted * sizes[d])
        return next(fitting, max(summed, key=lambda d: sizes[d]))

    def emit(self) -> None:
        with ir.InsertionPoint(self.generic):
            whole = self.size // self.block * self.block
            nest([(0, whole, self.block)], lambda at, _: self._add(at[0], self.block))
            if whole < self.size:
                self._add(whole, self.size - whole)

    def _add(self, start: ir.Value | int, size: int) -> None:
        """Adds the sum over `size` indices from `start` on to the result, by way of a buffer for it alone."""
        out = self.operands[-1]
        type = ir.MemRefType.get(list(ir.MemRefType(out.type).shape), element(out.type))
        with ir.InsertionPoint.at_block_begin(enclosing_function(self.generic).regions[0].blocks[0]):
            part = memref.alloca(type, [], [])
        identity = ir.AffineMap.get_identity(len(self.places[-1]))
        kinds, zero = ["parallel"] * len(self.places[-1]), constant(element(out.type), 0.0)
        generic([], [part], [identity], kinds, lambda _: [zero])
        Generic(self.generic).restricted({}, {self.along: (start, size)}, [*self.operands[:-1], part])
        generic([part], [out], [identity, identity], kinds, lambda v: [emit1("arith.addf", v[1].type, v[1], v[0])])
