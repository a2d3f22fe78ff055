"""`lagrad-gather-updates`: what is added to one element of a tensor in several places is added at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .. import build
from ..dialect import EXACT
from ..errors import Report
from ..lowering.walk import blocks
from ..mlir import ir
from ..passes import Pass

_SUMS = {"arith.addf": "arith.subf", "complex.add": "complex.sub"}


@dataclass(frozen=True)
class GatherUpdates(Pass):
    """Gather contributions to one element of a tensor into one update.

    ```mlir
    x_bar[i] += a        // each: tensor.extract, arith.addf, tensor.insert
    x_bar[j] += b
    x_bar[i] += c
    ```
    becomes `x_bar[j] += b` and `x_bar[i] += a + c`; what is subtracted likewise. Updates do not depend on each other,
    whether `i` and `j` are equal or not: each only adds (L. Hascoet, "The data-dependence graph of adjoint programs",
    INRIA RR-4167, 2001). The indices of `a` and `c` have to be the same values, so `cse` goes first. The order of the
    terms of a sum changes; sums that are to keep theirs, `lagrad.exact`, stay.
    """

    name = "lagrad-gather-updates"
    creates = ("arith", "tensor")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context:
            for block in blocks(op):
                for chain in list(_chains(block)):
                    _gather(chain)


@dataclass(frozen=True)
class _Update:
    """`insert (extract of [...] + term) into of [...]`, or with a minus.

    Nothing else uses what is read, the sum, and the tensor.
    """

    read: ir.Operation
    addition: ir.Operation  # or subtraction
    write: ir.Operation
    term: int  # the number of the operand of the sum

    @property
    def at(self) -> tuple[ir.Value, ...]:
        return tuple(self.read.operands)[1:]


def _chains(block: ir.Block) -> Iterator[list[_Update]]:
    """Updates of a block each of which goes on with what the one before it gives."""
    updates: dict[ir.Value, _Update] = {}  # by the tensor that they take
    for view in block.operations:
        if view.operation.name == "tensor.insert" and (found := _update(view.operation)):
            updates[found.write.operands[1]] = found
    given = {update.write.results[0] for update in updates.values()}
    for tensor, update in updates.items():
        if tensor not in given:
            chain = [update]
            while chain[-1].write.results[0] in updates:
                chain.append(updates[chain[-1].write.results[0]])
            yield chain


def _update(write: ir.Operation) -> _Update | None:
    scalar, tensor, *at = write.operands
    if isinstance(scalar.owner, ir.Block) or scalar.owner.operation.name not in (*_SUMS, *_SUMS.values()):
        return None
    addition = scalar.owner.operation
    if EXACT in addition.attributes or addition.block != write.block or _count(scalar) != 1 or _count(tensor) != 2:
        return None
    for number, operand in enumerate(addition.operands):
        read = None if isinstance(operand.owner, ir.Block) else operand.owner.operation
        if read is not None and read.name == "tensor.extract" and list(read.operands) == [tensor, *at]:
            is_own = _count(operand) == 1 and (addition.name in _SUMS or number == 0)
            return _Update(read, addition, write, 1 - number) if is_own else None
    return None


def _count(value: ir.Value) -> int:
    return sum(1 for _ in value.uses)


def _gather(chain: list[_Update]) -> None:
    """Of the updates of one element the last one adds all terms."""
    places: dict[tuple[ir.Value, ...], list[_Update]] = {}
    for update in chain:
        places.setdefault(update.at, []).append(update)
    for *before, last in places.values():
        for update in before:
            term, other = update.addition.operands[update.term], last.addition.operands[last.term]
            plus = next(name for name, minus in _SUMS.items() if last.addition.name in (name, minus))
            with last.addition.location, ir.InsertionPoint(last.addition):
                if update.addition.name == last.addition.name:
                    total = build.emit1(plus, term.type, term, other)
                else:
                    total = build.emit1(_SUMS[plus], term.type, other, term)
            last.addition.operands[last.term] = total
            update.write.results[0].replace_all_uses_with(update.write.operands[1])
            for op in (update.write, update.addition, update.read):
                op.erase()
