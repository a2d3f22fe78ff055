"""Branches and inner loops of a body for several iterations at once.

A branch on what is the same in all iterations stays one. Else both sides are computed for all lanes and each takes its
own, or a side is skipped where no lane takes it.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...build import constant, emit1
from ...forms.nests import choice, nest
from ...mlir import ir
from ..walk import walk_block
from .runs import reduced

MAY_TRAP = {
    *(f"arith.{name}" for name in ("divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi")),
    *(f"index.{name}" for name in ("divs", "divu", "rems", "remu", "ceildivs", "ceildivu", "floordivs")),
    *("affine.apply", "affine.min", "affine.max"),  # may divide
}
_FEW = 8  # operations of a branch that run for all lanes sooner than that it is asked whether any needs them


class Control:
    """The branches and inner loops of `lanes` (`Lanes`).

    Where several branches have one condition, `agree` has it asked, once for a body, whether all lanes take one side.
    """

    def __init__(self, lanes, agree: bool):
        self.lanes = lanes
        self.agree = agree
        self.side: dict[ir.Value, int] = {}  # of branches on a condition, where all lanes take it

    # -- lanes that agree -----------------------------------------------------------------------

    def decides(self, op: ir.Operation, rest: list[ir.Operation]) -> bool:
        """Is this a branch that may be skipped, with another one behind it on the same condition?"""
        if not self.agree or op.name != "scf.if" or op.operands[0] not in self.lanes.moving or _is_cheap(op):
            return False
        return any(other.name == "scf.if" and other.operands[0] == op.operands[0] for other in rest)

    def if_all_agree(self, condition: ir.Value, ops: list[ir.Operation]) -> None:
        """The operations twice: without branches on the condition, for lanes that all take the longer side of these,
        and with them."""
        self.agree = False
        lanes = self.lanes
        branches = [op for op in ops if op.name == "scf.if" and op.operands[0] == condition]
        lengths = [sum(len(list(walk_block(b))) for op in branches for b in op.regions[side].blocks) for side in (0, 1)]
        side = lengths.index(max(lengths))
        taken = _mask_of(lanes.vector(condition), None, side == 0)

        def written(sides: dict[ir.Value, int]) -> None:
            known = dict(lanes.vectors), dict(lanes.lists), dict(lanes.uniform)
            self.side = sides
            for op in ops:
                with op.location:
                    lanes.operation(op, None)
            lanes.vectors, lanes.lists, lanes.uniform = known

        choice(reduced("and", taken), [], lambda: written({condition: side}), lambda: written({}))

    # -- branches -------------------------------------------------------------------------------

    def branch(self, op: ir.Operation, mask: ir.Value | None) -> None:
        lanes, condition = self.lanes, op.operands[0]
        blocks = [region.blocks[0] for region in op.regions if region.blocks]
        if condition not in lanes.moving:
            self._uniform_branch(op, blocks, mask)
            return
        if condition in self.side:
            if self.side[condition] < len(blocks):  # there may be no other side
                ends = lanes.block(blocks[self.side[condition]], mask)
                lanes.vectors.update(zip(op.results, [lanes.vector(v) for v in ends]))
            return
        which = lanes.vector(condition)
        if _is_cheap(op):
            ends = [[lanes.vector(v) for v in lanes.block(b, None)] for b in blocks]
        else:
            ends = [self._where_any(op, b, _mask_of(which, mask, n == 0)) for n, b in enumerate(blocks)]
        if op.results:
            for result, x, y in zip(op.results, *ends):
                lanes.vectors[result] = emit1("arith.select", x.type, which, x, y)

    def _uniform_branch(self, op: ir.Operation, blocks: list[ir.Block], mask: ir.Value | None) -> None:
        lanes = self.lanes
        types = [lanes.vector_type(r.type) if r in lanes.moving else r.type for r in op.results]
        side = lambda block: [self._like(v, r) for v, r in zip(lanes.block(block, mask), op.results)]
        sides = [lambda block=block: side(block) for block in blocks]
        self._note(op.results, choice(lanes.one(op.operands[0]), types, *sides))

    def _where_any(self, op: ir.Operation, block: ir.Block, mask: ir.Value) -> list[ir.Value]:
        """A branch that runs if any lane needs it, as vectors."""
        types = [self.lanes.vector_type(r.type) for r in op.results]
        sides = [lambda: [self.lanes.vector(v) for v in self.lanes.block(block, mask)]]
        if types:
            sides.append(lambda: [emit1("vector.broadcast", t, constant(t.element_type, 0)) for t in types])
        return choice(reduced("or", mask), types, *sides)

    # -- inner loops ----------------------------------------------------------------------------

    def loop(self, op: ir.Operation, mask: ir.Value | None) -> None:
        lanes, body = self.lanes, op.regions[0].blocks[0]
        counter, *carried = body.arguments
        bounds = [lanes.one(v) for v in list(op.operands)[:3]]
        inits = [self._like(v, r) for v, r in zip(list(op.operands)[3:], op.results)]

        def inside(at: list[ir.Value], values: list[ir.Value]) -> list[ir.Value]:
            lanes.uniform[counter] = at[0]
            self._note(carried, values)
            return [self._like(v, r) for v, r in zip(lanes.block(body, mask), op.results)]

        if mask is None:
            lanes.again.enter(op)
        self._note(op.results, nest([tuple(bounds)], inside, inits))
        lanes.again.leave(op)

    def _like(self, value: ir.Value, result: ir.Value) -> ir.Value:
        return self.lanes.vector(value) if result in self.lanes.moving else self.lanes.one(value)

    def _note(self, values: Iterable[ir.Value], made: Iterable[ir.Value]) -> None:
        for old, new in zip(values, made):
            (self.lanes.vectors if old in self.lanes.moving else self.lanes.uniform)[old] = new


def _is_cheap(branch: ir.Operation) -> bool:
    """Do both sides run for all lanes sooner than that it is asked whether any needs them?"""
    blocks = [block for region in branch.regions for block in region.blocks]
    return all(_is_speculatable(b) and len(list(walk_block(b))) <= _FEW for b in blocks)


def _is_speculatable(block: ir.Block) -> bool:
    """Can the block run where the program would not run it?"""
    for view in block.operations:
        op = view.operation
        if op.name.startswith("memref.") or op.name in MAY_TRAP or op.name == "scf.for":
            return False
        if not all(_is_speculatable(inner) for region in op.regions for inner in region.blocks):
            return False
    return True


def _mask_of(condition: ir.Value, mask: ir.Value | None, taken: bool) -> ir.Value:
    if not taken:
        ones = emit1("vector.broadcast", condition.type, constant(condition.type.element_type, 1))
        condition = emit1("arith.xori", condition.type, condition, ones)
    return condition if mask is None else emit1("arith.andi", condition.type, condition, mask)
