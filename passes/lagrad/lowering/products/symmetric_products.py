"""Products that are symmetric: half of the work, `syrk` and `syr2k` of BLAS, and a copy of one half to the other.

`C += A Aᵀ` is one, and so is `C += A Bᵀ; C += B Aᵀ`, the tangent of the first, if C was symmetric before:
here, if it has just been filled with one number.
"""

from __future__ import annotations

from ... import build
from ...mlir import ir, llvm, scf
from ..facts.in_place import inside
from .blas_functions import AS_IT_IS, ROW_MAJOR, TRANSPOSED, Emission, Function, Groups
from .contraction import Contraction, contraction
from .matrices import Axis, Matrix

_UPPER = 121


def square(op: ir.Operation, parts: Contraction, groups: Groups, operands: list[Matrix], product: Function) -> Function | None:
    """`syrk` for a contraction that `product`, a `gemm`, would compute; None if it is not symmetric."""
    order = _orders(groups, operands, product)
    is_square = parts.operands[0] == parts.operands[1] and _mirrored(parts, parts, groups)
    if order is None or not is_square or not _is_filled(parts.operands[2], op):
        return None
    trans, lead, other = order[0]
    m, n, k = product.axes

    def emit(e: Emission) -> None:
        e.call(
            "syrk", ROW_MAJOR, _UPPER, trans, e.extent[m], e.extent[k],
            e.factor, e.address(0), e.leading(0, lead, other), e.one, e.address(2), e.leading(2, m, n),
        )  # fmt: skip
        _copy_half(e, m, n)

    return Function("syrk", product.axes, emit)


def square_of_two(
    op: ir.Operation, parts: Contraction, groups: Groups, operands: list[Matrix], product: Function
) -> tuple[Function, ir.Operation] | None:
    """`syr2k` for a contraction and the transposed one after it, and that one; None if there is no such pair."""
    later = _next_user(parts.operands[2], op, parts.operands)
    second = contraction(later) if later is not None else None
    order = _orders(groups, operands, product)
    if second is None or second.guard is not None or order is None or order[0][0] != order[1][0] or not _is_filled(parts.operands[2], op):
        return None
    same_sign = second.negative == parts.negative and list(second.numbers) == list(parts.numbers)
    if not (same_sign and _mirrored(parts, second, groups)):
        return None
    (trans, *first), (_, *other) = order
    m, n, k = product.axes

    def emit(e: Emission) -> None:
        e.call(
            "syr2k", ROW_MAJOR, _UPPER, trans, e.extent[m], e.extent[k],
            e.factor, e.address(0), e.leading(0, *first), e.address(1), e.leading(1, *other),
            e.one, e.address(2), e.leading(2, m, n),
        )  # fmt: skip
        _copy_half(e, m, n)

    return Function("syr2k", product.axes, emit), later


def _orders(groups: Groups, operands: list[Matrix], product: Function) -> list[tuple[int, Axis, Axis]] | None:
    """How A[m, k] and B[n, k] lie in memory, if C has rows of m and there is one axis for each of the two."""
    if not len(groups.m) == len(groups.n) == 1 or len(groups.m[0]) > 1 or len(groups.n[0]) > 1:
        return None
    m, n, k = product.axes
    if (m, n) != (groups.m[0], groups.n[0]) or operands[2].fixed[n] != 1:
        return None  # gemm has turned the product round
    found = []
    for operand, rows in zip(operands, (m, n)):
        if operand.fixed[k] == 1:
            found.append((AS_IT_IS, rows, k))
        elif operand.fixed[rows] == 1:
            found.append((TRANSPOSED, k, rows))
        else:
            return None
    return found


def _mirrored(one: Contraction, other: Contraction, groups: Groups) -> bool:
    """Whether `other` is `one` with m and n, and A and B, exchanged."""
    (m,), (n,) = groups.m[0], groups.n[0]
    swapped = {m: n, n: m}
    a, b, c = (tuple(swapped.get(d, d) for d in own) for own in one.places)
    theirs = other.places
    if list(other.operands[:2]) == [one.operands[1], one.operands[0]]:
        return other.operands[2] == one.operands[2] and _same_places((b, a, one.places[2]), theirs, (m, n))
    if list(other.operands[:2]) == [one.operands[0], one.operands[1]]:
        return other.operands[2] == one.operands[2] and _same_places((a, b, one.places[2]), theirs, (m, n))
    return False


def _same_places(ours: tuple, theirs: tuple, both: tuple[int, int]) -> bool:
    """Whether two contractions read the same elements, whatever number each dimension has in either."""
    renamed: dict[int, int] = {}
    for own, other in zip(ours, theirs):
        for d, e in zip(own, other):
            if renamed.setdefault(d, e) != e:
                return False
    return len(set(renamed.values())) == len(renamed)


def _copy_half(e: Emission, m: Axis, n: Axis) -> None:
    """`C[i, j] = C[j, i]` for all j < i."""
    zero, one = build.index(0), build.index(1)
    rows = scf.ForOp(one, e.extent[m], one)
    with ir.InsertionPoint(rows.body):
        columns = scf.ForOp(zero, rows.induction_variable, one)
        with ir.InsertionPoint(columns.body):
            i, j = rows.induction_variable, columns.induction_variable
            there = e.operands[2].address({**e.at, m: j, n: i})
            llvm.store(llvm.load(e.element, there), e.operands[2].address({**e.at, m: i, n: j}))
            scf.yield_([])
        scf.yield_([])


def _is_filled(memory: ir.Value, op: ir.Operation) -> bool:
    """Whether the last operation before `op` that touches some memory writes one number everywhere."""
    if not isinstance(memory.owner, ir.Block) and memory.owner.operation.name not in ("memref.alloc", "memref.alloca"):
        return False  # it may have another name too
    users = [use.owner.operation for use in memory.uses]
    if any(isinstance(result.type, ir.MemRefType) for user in users for result in user.results):
        return False  # a part of it may have been written
    before = [here for user in users if (here := inside(user, op.block)) is not None and here.is_before_in_block(op)]
    last = next((one for one in before if not any(one.is_before_in_block(other) for other in before)), None)
    return last is not None and (last.name == "linalg.fill" or last.name == "linalg.generic" and _fills(last))


def _fills(op: ir.Operation) -> bool:
    body = op.regions[0].blocks[0]
    return len(op.operands) == 1 and len(body.operations) == 1 and body.operations[0].operands[0] not in list(body.arguments)


def _next_user(memory: ir.Value, op: ir.Operation, operands: tuple[ir.Value, ...]) -> ir.Operation | None:
    """The next operation in a block that touches some memory, if it is the next to touch any of the operands."""
    users = [use.owner.operation for value in operands for use in value.uses]
    after = [here for user in users if (here := inside(user, op.block)) is not None and op.is_before_in_block(here)]
    first = next((one for one in after if not any(other.is_before_in_block(one) for other in after)), None)
    return first if first is not None and memory in list(first.operands) else None
