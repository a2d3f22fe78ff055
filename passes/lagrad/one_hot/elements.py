"""Elements of sparse tensors: read, overwritten, and added to.

A rule gives False where it does not apply; the operation then gets its tensors whole.
"""

from __future__ import annotations

from .. import build
from ..mlir import ir
from .bodies import Summand
from .rewrite import Rewrite
from .terms import Place, Sparse, Term, both, covers, equal, index_of, kept_if, part, put, same


def extract(rewrite: Rewrite, op: ir.Operation) -> bool:
    source = rewrite.sparse(op.operands[0])
    if source is None:
        return False
    place = indices(rewrite, op, 1)
    rewrite.bind(op.results[0], element(source, place))
    return True


def indices(rewrite: Rewrite, op: ir.Operation, first: int) -> Place:
    return tuple(index_of(rewrite.dense(v)) for v in list(op.operands)[first:])


def element(source: Sparse, place: Place) -> ir.Value:
    """One element of a sparse tensor."""
    total = None
    for term in source.terms:
        hit: ir.Value | bool = True
        for d in term.hot:
            hit = both(hit, equal(term.place[d], place[d]))
        if hit is False:
            continue
        inner = tuple(place[d] for d in term.rest)
        value = kept_if(hit, part(term.core, inner, ()), ())
        total = value if total is None else build.add(value, total)
    return build.constant(build.element(source.type), 0.0) if total is None else total


def insert(rewrite: Rewrite, op: ir.Operation) -> bool:
    into = rewrite.sparse(op.operands[1])
    if into is None:
        return False
    place = indices(rewrite, op, 2)
    added = added_element(op)
    if added is not None:
        value = rewrite.dense(added.value)
        value = value if added.sign > 0 else build.emit1("arith.negf", value.type, value)
        return _with_term(rewrite, op, into, Term(value, place))
    return _overwritten(rewrite, op, into, place, rewrite.dense(op.operands[0]))


def added_element(op: ir.Operation) -> Summand | None:
    """What `tensor.insert` adds to the element that was there, if it does: the scatter that a gather's adjoint is."""
    value = op.operands[0]
    if isinstance(value.owner, ir.Block) or value.owner.operation.name not in ("arith.addf", "arith.subf"):
        return None
    sign = 1 if value.owner.operation.name == "arith.addf" else -1
    x, y = value.owner.operation.operands
    for read, other in ((x, y), (y, x))[: 2 if sign > 0 else 1]:
        if isinstance(read.owner, ir.Block) or read.owner.operation.name != "tensor.extract":
            continue
        source, *at = read.owner.operation.operands
        if source == op.operands[1] and all(map(same, at, list(op.operands)[2:])):
            return Summand(other, sign)
    return None


def _with_term(rewrite: Rewrite, op: ir.Operation, into: Sparse, term: Term) -> bool:
    """A sum with one term more, where it may have that."""
    for number, other in enumerate(into.terms):
        if covers(other.place, term.place):
            inner = tuple(n for n, wide in zip(term.place, other.place) if wide is None)
            core = put(term.core, other.core, inner, into.core_sizes(other.place), adds=True)
            terms = list(into.terms)
            terms[number] = Term(core, other.place)
            rewrite.bind(op.results[0], into.with_terms(terms))
            return True
    return rewrite.bind_sum(op.results[0], [*into.terms, term], into)


def _overwritten(rewrite: Rewrite, op: ir.Operation, into: Sparse, place: Place, scalar: ir.Value) -> bool:
    """A sparse tensor with another value for one element."""
    if not into.terms:
        rewrite.bind(op.results[0], into.with_terms([Term(scalar, place)]))
        return True
    if len(into.terms) > 1 or not covers(into.terms[0].place, place):
        return False  # another term may be at this place
    wide = into.terms[0].place
    inner = tuple(n for n, w in zip(place, wide) if w is None)
    core = put(scalar, into.terms[0].core, inner, into.core_sizes(wide))
    rewrite.bind(op.results[0], into.with_terms([Term(core, wide)]))
    return True
