"""Where a loop's body reads a sparse tensor only at the loop's own index."""

from __future__ import annotations

from ..analysis.program import walk
from ..mlir import ir
from .access import Access, access, is_inside
from .rewrite import Rewrite
from .slices import written_parts
from .terms import Index, Term, same

Read = tuple[
    ir.Value, int
]  # an old tensor, or what the loop carries for one, and the dimension of it that the loop runs through
_NO_READS = ("tensor.dim", "scf.for", "scf.yield")


def hot_reads(rewrite: Rewrite, op: ir.Operation) -> list[tuple[Index, Access, list[Read]]]:
    """The sparse tensors that a body reads at the loop's own index; those of one iteration together."""
    body = op.regions[0].blocks[0]
    iv = body.arguments[0]
    reads: dict[ir.Value, list[tuple[ir.Operation, int]]] = {}
    terms: dict[ir.Value, Term] = {}
    for child in walk(op):
        for number, value in enumerate(child.operands):
            form = rewrite.sparse(value)
            if form is not None and len(form.terms) == 1 and not is_inside(value, body):
                reads.setdefault(value, []).append((child, number))
    groups: list[tuple[Index, Access, list[Read]]] = []
    for start, carried in zip(list(op.operands)[3:], list(body.arguments)[1:]):
        form = rewrite.sparse(start)
        if form is not None and len(form.terms) == 1:
            reads[carried] = [
                (use.owner.operation, use.operand_number) for value in _carried_on(carried) for use in value.uses
            ]
            terms[carried] = form.terms[0]
    for value, users in reads.items():
        term = terms.get(value) or rewrite.sparse(value).terms[0]
        for d in term.hot:
            hows = [read_at(child, number, d, iv) for child, number in users if child.name not in _NO_READS]
            if not hows or any(how is None or not how.is_like(hows[0]) for how in hows):
                continue
            for index, how, sources in groups:
                if same(index, term.place[d]) and how.is_like(hows[0]):
                    sources.append((value, d))
                    break
            else:
                groups.append((term.place[d], hows[0], [(value, d)]))
    captured = [(index, how, [read for read in sources if read[0] not in terms]) for index, how, sources in groups]
    return groups + [group for group, whole in zip(captured, groups) if group[2] and len(group[2]) < len(whole[2])]


def _carried_on(carried: ir.Value) -> list[ir.Value]:
    """What a loop carries, and what becomes of it in an iteration by writing to it, also in loops inside."""
    found = [carried]
    for value in found:  # grows
        for use in value.uses:
            op, number = use.owner.operation, use.operand_number
            if op.name in ("tensor.insert", "tensor.insert_slice") and number == 1:
                more = [op.results[0]]
            elif op.name == "scf.for" and number >= 3:
                more = [op.regions[0].blocks[0].arguments[number - 2], op.results[number - 3]]
            else:
                continue
            found += [v for v in more if all(v != other for other in found)]
    return found


def read_at(op: ir.Operation, number: int, d: int, iv: ir.Value) -> Access | None:
    """How an operation reads dimension `d` of its operand: one index of it, which follows from the loop's."""
    if op.name == "tensor.insert" and number == 1:
        return access(op.operands[2 + d], iv)
    if op.name == "tensor.insert_slice" and number == 1:
        offsets, sizes, _ = written_parts(op, 2)
        return access(offsets[d], iv) if sizes[d] == 1 and isinstance(offsets[d], ir.Value) else None
    if number != 0:
        return None
    if op.name == "tensor.extract":
        return access(op.operands[1 + d], iv)
    if op.name == "tensor.extract_slice":
        offsets, sizes, _ = written_parts(op, 1)
        return access(offsets[d], iv) if sizes[d] == 1 and isinstance(offsets[d], ir.Value) else None
    return None
