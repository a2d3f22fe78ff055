"""The loop that counted how often another one runs (`ad/rewrites/counted_while.py`), found in a program."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...mlir import ir

# Comparisons of a counter that goes up with its bound: whether the bound itself is below, and whether signs count.
_BELOW = {"slt": (0, True), "ult": (0, False), "sle": (1, True), "ule": (1, False)}
_TURNED = {"sgt": "slt", "ugt": "ult", "sge": "sle", "uge": "ule"}
_PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge".split()


@dataclass(frozen=True)
class Counting:
    """An `scf.while`, and that of the values it carries which counts its iterations from 0."""

    loop: ir.Operation
    slot: int

    @property
    def blocks(self) -> tuple[ir.Block, ir.Block]:
        before, after = (region.blocks[0] for region in self.loop.regions)
        return before, after

    @property
    def passed(self) -> list[ir.Value]:
        """What the condition passes on."""
        return last_operands(self.blocks[0])[1:]

    @property
    def trips(self) -> ir.Value:
        return self.loop.results[self.passed.index(self.number)]

    @property
    def number(self) -> ir.Value:
        """The iteration, where the condition is."""
        return self.blocks[0].arguments[self.slot]

    def most(self) -> int | None:
        """The most iterations, if the condition asks whether a counter is below a number that is known."""
        conditions, found = [last_operands(self.blocks[0])[0]], []
        while conditions:
            owner = conditions.pop().owner
            if isinstance(owner, ir.Block):
                continue
            if owner.operation.name == "arith.andi":
                conditions += owner.operation.operands
            elif owner.operation.name == "arith.cmpi":
                found.append(self._most(owner.operation))
        return min((n for n in found if n is not None), default=None)

    def _most(self, compare: ir.Operation) -> int | None:
        """The most iterations that a comparison lets happen."""
        predicate = _PREDICATES[ir.IntegerAttr(compare.attributes["predicate"]).value]
        counter, bound = compare.operands
        if predicate in _TURNED:
            predicate, counter, bound = _TURNED[predicate], bound, counter
        limit = build.constant_of(bound)
        if predicate not in _BELOW or limit is None or counter.owner != self.blocks[0]:
            return None
        slot = ir.BlockArgument(counter).arg_number
        first, step = build.constant_of(self.loop.operands[slot]), _step(self, slot)
        more, is_signed = _BELOW[predicate]
        if first is None or step is None or step < 1 or not is_signed and (first < 0 or limit < 0):
            return None
        if limit + more + step > _largest(counter.type):
            return None  # the counter may begin again at the other end
        return max(0, -((first - limit - more) // step))


def counting(trips: ir.Value) -> Counting | None:
    """The loop that a number of iterations was counted by, if it was."""
    trips = unclamped(trips)
    if isinstance(trips.owner, ir.Block) or trips.owner.operation.name != "scf.while":
        return None
    loop = trips.owner.operation
    passed = last_operands(loop.regions[0].blocks[0])[1:][ir.OpResult(trips).result_number]
    if passed.owner != loop.regions[0].blocks[0]:
        return None
    found = Counting(loop, ir.BlockArgument(passed).arg_number)
    return found if build.constant_of(loop.operands[found.slot]) == 0 and _step(found, found.slot) == 1 else None


def _step(count: Counting, slot: int) -> int | None:
    """What an iteration adds to a value that is carried, if that is a number."""
    before, after = count.blocks
    more = build.defining_op(last_operands(after)[slot], "arith.addi")
    if more is None:
        return None
    counted = [a for a, v in zip(after.arguments, count.passed) if v == before.arguments[slot]]
    one, other = more.operands
    return build.constant_of(other) if one in counted else build.constant_of(one) if other in counted else None


def _largest(type: ir.Type) -> int:
    """The largest signed number of a type of integers; an index has 32 bits at least."""
    return 2 ** ((type.width if isinstance(type, ir.IntegerType) else 32) - 1) - 1


def unclamped(trips: ir.Value) -> ir.Value:
    """n for max(n, 0): as the iterations of a loop from 0 to n are written, or as canonicalization leaves that."""
    if isinstance(trips.owner, ir.Block) or trips.owner.operation.name not in ("arith.maxsi", "arith.select"):
        return trips
    op, (first, *others) = trips.owner.operation, trips.owner.operation.operands
    if op.name == "arith.maxsi":
        return first if build.constant_of(others[0]) == 0 else trips
    if isinstance(first.owner, ir.Block) or build.constant_of(others[1]) != 0:
        return trips
    compare = first.owner.operation
    is_less = compare.name == "arith.cmpi" and ir.IntegerAttr(compare.attributes["predicate"]).value == 2
    is_clamp = is_less and build.constant_of(compare.operands[0]) == 0 and compare.operands[1] == others[0]
    return others[0] if is_clamp else trips


def last_operands(block: ir.Block) -> list[ir.Value]:
    return list(list(block.operations)[-1].operands)
