"""A `linalg.generic` with some of its results only.

    %most, %place = linalg.generic ... { arith.maximumf %in, %most ... arith.select %larger, %index, %place }

is how front ends say a maximum and where it is; mostly nobody reads where. Upstream drops a result that nobody reads if
its body does not read it either: this one reads what it overwrites. With it the operation is no maximum, and has no
adjoint in closed form.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import build
from ..analysis import linalg_form
from ..analysis.program import walk
from ..mlir import ir

_PURE = ("arith", "complex", "index", "math")


def drop_unread(op: ir.Operation) -> None:
    """Drops the results in `op` that nobody reads, and that no other result of their operation follows from."""
    for generic in [child for child in walk(op) if child.name == "linalg.generic" and len(child.results) > 1]:
        kept = [number for number, result in enumerate(generic.results) if list(result.uses)]
        if not kept or len(kept) == len(generic.results) or not _follow_from_kept(generic, kept):
            continue
        with generic.location, ir.InsertionPoint(generic):
            copy = keep(generic, kept)
        for number, result in zip(kept, copy.results):
            generic.results[number].replace_all_uses_with(result)
        generic.erase()


def keep(generic: ir.Operation, kept: Sequence[int]) -> ir.Operation:
    """A copy at the insertion point that has these results only; what remains reads none of the other outputs."""
    ins, copy = linalg_form.inputs(generic), generic.clone()
    numbers = [*range(ins), *(ins + number for number in kept)]
    maps, operands = list(generic.attributes["indexing_maps"]), list(generic.operands)
    body = copy.regions[0].blocks[0]
    *before, end = [view.operation for view in body.operations]
    with ir.InsertionPoint(end):
        build.emit("linalg.yield", [], [end.operands[number] for number in kept])
    end.erase()
    for op in reversed(before):
        if _is_pure(op) and not any(list(result.uses) for result in op.results):
            op.erase()
    for number in reversed(range(ins, len(operands))):
        if number not in numbers:
            body.erase_argument(number)
    attributes = {name: generic.attributes[name] for name in generic.attributes}
    attributes["indexing_maps"] = ir.ArrayAttr.get([maps[number] for number in numbers])
    attributes["operandSegmentSizes"] = ir.DenseI32ArrayAttr.get([ins, len(kept)])
    made = ir.Operation.create(
        "linalg.generic",
        results=[generic.results[number].type for number in kept],
        operands=[operands[number] for number in numbers],
        attributes=attributes,
        regions=1,
    )
    body.append_to(made.regions[0])
    copy.erase()
    return made


def _follow_from_kept(generic: ir.Operation, kept: Sequence[int]) -> bool:
    """Whether the kept results need no output but their own, and all else that the body does is arithmetic."""
    body, ins = generic.regions[0].blocks[0], linalg_form.inputs(generic)
    *before, end = [view.operation for view in body.operations]
    needed = {end.operands[number] for number in kept}
    for op in reversed(before):
        if not _is_pure(op) or any(result in needed for result in op.results):
            needed.update(v for each in (op, *walk(op)) for v in each.operands)
    return not any(body.arguments[ins + n] in needed for n in range(len(generic.results)) if n not in kept)


def _is_pure(op: ir.Operation) -> bool:
    return op.name.split(".")[0] in _PURE or op.name == "linalg.index"
