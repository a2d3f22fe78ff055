"""An `scf.while` that counts up to a bound, as what JAX makes of `scan` and `fori_loop`, is an `scf.for`.

Then it is known how often it runs, and what a clamped index, as that of `stablehlo.dynamic_slice`, comes to.
"""

from __future__ import annotations

from dataclasses import dataclass

from .... import build
from ....analysis.program import walk
from ....mlir import ir

_SLT = 2  # the predicate of arith.cmpi


@dataclass(frozen=True)
class _Counter:
    """The loop carries, at `slot`, a number that grows by one while it is below the bound."""

    slot: int
    bound: ir.Value


def convert(module: ir.Operation) -> None:
    """Inner loops first."""
    for loop in reversed([op for op in walk(module) if op.name == "scf.while"]):
        counter = _counter(loop)
        if counter:
            _as_for(loop, counter)


def _counter(loop: ir.Operation) -> _Counter | None:
    head, tail = (region.blocks[0] for region in loop.regions)
    operations = [op.operation for op in head.operations]
    if len(operations) != 2 or operations[0].name != "arith.cmpi":
        return None
    compare, end = operations
    if compare.attributes["predicate"].value != _SLT or end.operands[0] != compare.results[0]:
        return None
    if list(end.operands)[1:] != list(head.arguments):
        return None
    number, bound = compare.operands
    slots = [k for k, argument in enumerate(head.arguments) if argument == number]
    if not slots or not isinstance(number.type, ir.IntegerType) or bound in list(head.arguments):
        return None
    (slot,) = slots
    following = list(tail.operations)[-1].operation.operands[slot].owner
    if isinstance(following, ir.Block) or following.operation.name != "arith.addi":
        return None
    one, other = following.operands
    if one != tail.arguments[slot] or build.constant_of(other) != 1:
        return None
    return _Counter(slot, bound)


def _as_for(loop: ir.Operation, counter: _Counter) -> None:
    slot, inits = counter.slot, list(loop.operands)
    start, rest = inits[slot], inits[:slot] + inits[slot + 1 :]
    with ir.InsertionPoint(loop), loop.location:
        bounds = [build.emit1("arith.index_cast", build.index_type(), v) for v in (start, counter.bound)]
        new = ir.Operation.create("scf.for", [v.type for v in rest], [*bounds, build.index(1), *rest], regions=1)
        block = loop.regions[1].blocks[0]
        block.append_to(new.regions[0])
        number = block.add_argument(build.index_type(), loop.location)
        with ir.InsertionPoint.at_block_begin(block):
            block.arguments[slot].replace_all_uses_with(build.emit1("arith.index_cast", start.type, number))
        others = [argument for k, argument in enumerate(block.arguments) if k != slot][:-1]
        carried = [block.add_argument(argument.type, loop.location) for argument in others]
        for old, argument in zip(others, carried, strict=True):
            old.replace_all_uses_with(argument)
        for _ in inits:
            block.erase_argument(0)
        end = list(block.operations)[-1].operation
        with ir.InsertionPoint(end):
            build.emit("scf.yield", [], [v for k, v in enumerate(end.operands) if k != slot])
        end.erase()
        last = build.emit1("arith.maxsi", start.type, start, counter.bound)
    values = list(new.results)
    values.insert(slot, last)
    for result, value in zip(loop.results, values, strict=True):
        result.replace_all_uses_with(value)
    loop.erase()


def fold_clamps(module: ir.Operation) -> None:
    """`min(max(i, 0), n - 1)` is `i`, of the number `i` of a loop between constants that are in these bounds."""
    for op in [op for op in walk(module) if op.name in ("arith.maxsi", "arith.minsi", "arith.index_cast")]:
        value, out = op.operands[0], op.results[0]
        found = _number_of_loop(value)
        if found is None:
            continue
        number, (least, largest) = found
        if op.name == "arith.index_cast":
            if number == value or number.type != out.type or largest >= 1 << 31:
                continue
            value = number
        else:
            limit = build.constant_of(op.operands[1])
            if limit is None or not (limit <= least if op.name == "arith.maxsi" else limit >= largest):
                continue
        out.replace_all_uses_with(value)
        op.erase()


def _number_of_loop(value: ir.Value) -> tuple[ir.Value, tuple[int, int]] | None:
    """The induction variable that a value is, through casts, with its least and its largest number."""
    while not isinstance(value.owner, ir.Block):
        if value.owner.operation.name != "arith.index_cast":
            return None
        value = value.owner.operands[0]
    loop = value.owner.owner.operation
    if loop.name != "scf.for" or value != value.owner.arguments[0]:
        return None
    first, stop = (build.constant_of(bound) for bound in list(loop.operands)[:2])
    return None if first is None or stop is None else (value, (first, max(first, stop - 1)))
