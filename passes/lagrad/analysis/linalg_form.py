"""What the body of a `linalg.generic` does with its outputs, and whether its adjoint has a
closed form: another `linalg.generic` with permuted maps (LAGrad, section 3.2.3)."""

from __future__ import annotations

from ..build import is_tensor
from ..mlir import ir
from ..remembered import remembered


def maps(op: ir.Operation) -> list[ir.AffineMap]:
    return list(_maps(op.attributes["indexing_maps"]))


@remembered
def _maps(attribute: ir.ArrayAttr) -> tuple[ir.AffineMap, ...]:
    return tuple(each.value for each in attribute)


def inputs(op: ir.Operation) -> int:
    """How many of the operands are `ins`, of an operation on tensors."""
    return len(op.operands) - len(op.results)


def iterators(op: ir.Operation) -> list[str]:
    """The kind of each dimension of the iteration space."""
    return list(_kinds(op.attributes["iterator_types"]))


@remembered
def _kinds(attribute: ir.ArrayAttr) -> tuple[str, ...]:
    return tuple(str(kind).split("<")[1].rstrip(">") for kind in attribute)


def is_full(map: ir.AffineMap) -> bool:
    """Every point of the iteration space has an element of its own."""
    return map.is_permutation


def is_fill(op: ir.Operation) -> bool:
    """Whether a `linalg.generic` writes one scalar to every element of its output."""
    if len(op.operands) != 2 or len(op.results) != 1 or is_tensor(op.operands[0].type):
        return False
    body = op.regions[0].blocks[0]
    (*before, last) = body.operations
    return not before and last.operands[0] == body.arguments[0] and maps(op)[1].is_permutation


_SUMS = {"arith.addf", "complex.add"}
_DIFFERENCES = {"arith.subf", "complex.sub"}


def accumulates(op: ir.Operation, number: int) -> bool:
    """Whether output `number` is a sum: it yields `out + g`, with `out` used for nothing else."""
    body = op.regions[0].blocks[0]
    out = body.arguments[inputs(op) + number]
    value = _yielded(op)[number]
    while value != out:
        owner = value.owner
        if isinstance(owner, ir.Block) or _uses(value) != 1:
            return False
        term = owner.operation
        if term.name in _SUMS:
            left, right = term.operands
            value = left if _reaches(left, out) else right
        elif term.name in _DIFFERENCES:
            value = term.operands[0]
        else:
            return False
    return _uses(out) == 1


_EXTREMA = {"arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"}


def extremum(op: ir.Operation, number: int) -> ir.Value | None:
    """The value whose largest or smallest output `number` is, if the body yields
    `maximumf(out, g)` or the like, with `out` used for nothing else: g. None if not."""
    out = op.regions[0].blocks[0].arguments[inputs(op) + number]
    value = _yielded(op)[number]
    owner = value.owner
    if isinstance(owner, ir.Block) or owner.operation.name not in _EXTREMA:
        return None
    others = [v for v in owner.operation.operands if v != out]
    if len(others) != 1 or _uses(out) != 1 or _uses(value) != 1:
        return None
    return others[0]


def no_closed_form(op: ir.Operation, is_active) -> str | None:
    """Why the adjoint of an active `linalg.generic` must go through loops; None where it need not.

    `is_active(value)` tells which values are active.
    """
    body = op.regions[0].blocks[0]
    for number in range(len(op.results)):
        out = body.arguments[inputs(op) + number]
        if is_full(maps(op)[inputs(op) + number]):
            continue
        if accumulates(op, number) or extremum(op, number) is not None:
            continue
        if is_active(op.results[number]) or _uses(out) > _uses_in_yield(op, out):
            return "it reduces by something other than a sum, a maximum or a minimum"
    for child in _nested(body):
        if child.name == "tensor.extract" and is_active(child.operands[0]):
            return "its body gathers from an active tensor"
        if child.name == "func.call" and any(is_tensor(v.type) and is_active(v) for v in child.operands):
            return "its body calls a function of an active tensor"
        if child.name in ("scf.for", "scf.while") and any(is_active(r) for r in child.results):
            return "its body has a loop"
    return None


def _yielded(op: ir.Operation) -> list[ir.Value]:
    return list(list(op.regions[0].blocks[0].operations)[-1].operands)


def _uses(value: ir.Value) -> int:
    return sum(1 for _ in value.uses)


def _uses_in_yield(op: ir.Operation, value: ir.Value) -> int:
    return sum(1 for yielded in _yielded(op) if yielded == value)


def _reaches(value: ir.Value, out: ir.Value) -> bool:
    """Whether a chain of sums that starts at `value` ends at `out`."""
    while value != out:
        owner = value.owner
        if isinstance(owner, ir.Block) or owner.operation.name not in _SUMS | _DIFFERENCES:
            return False
        if owner.operation.name in _SUMS and _reaches(owner.operands[1], out):
            return True
        value = owner.operands[0]
    return True


def _nested(block: ir.Block):
    for view in block.operations:
        yield view.operation
        for region in view.operation.regions:
            for child in region.blocks:
                yield from _nested(child)
