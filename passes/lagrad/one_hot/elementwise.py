"""Elementwise arithmetic on whole tensors, as the loops that it stands for; a choice between two, term by term."""

from __future__ import annotations

from .. import build
from ..mlir import ir
from .rewrite import Rewrite
from .structured import structured
from .terms import Term, same_place


def elementwise(rewrite: Rewrite, op: ir.Operation) -> bool:
    if len(op.results) != 1 or not build.is_tensor(op.results[0].type):
        return False
    if not any(rewrite.sparse(v) is not None for v in op.operands):
        return False
    generic = _as_loops(op)  # in the old function, which goes away
    done = structured(rewrite, generic)
    if done:
        rewrite.bind(op.results[0], rewrite.form(generic.results[0]))
        where, words = rewrite.gains.pop()
        rewrite.gain(op, words.replace(where.name, op.name))
    generic.erase()
    return done


def _as_loops(op: ir.Operation) -> ir.Operation:
    """A `linalg.generic` before an elementwise operation that does the same."""
    result, operands = op.results[0], list(op.operands)
    rank = len(build.shape_of(result.type))
    identity = ir.AffineMap.get_identity(rank)
    maps = [identity if build.is_tensor(v.type) else ir.AffineMap.get(rank, 0, []) for v in operands]
    names = [own if isinstance(own, str) else own.name for own in op.attributes]
    attributes = {name: op.attributes[name] for name in names}

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        return [build.emit1(op.name, build.element(result.type), *arguments[:-1], **attributes)]

    shape = next(v for v in operands if v.type == result.type)  # which is not read, and says the sizes
    with ir.InsertionPoint(op):
        made = build.generic(operands, [shape], [*maps, identity], ["parallel"] * rank, body)
    return made[0].owner.operation


def select(rewrite: Rewrite, op: ir.Operation) -> bool:
    """One of two sparse tensors at the same places."""
    condition, yes, no = op.operands
    one, other = rewrite.sparse(yes), rewrite.sparse(no)
    if one is None or other is None or build.is_tensor(condition.type):
        return False
    places = [t.place for t in one.terms]
    places += [t.place for t in other.terms if not any(same_place(t.place, p) for p in places)]
    if len(places) > rewrite.few:
        return False
    pick = rewrite.dense(condition)
    terms = []
    for place in places:
        cores = [next((t.core for t in s.terms if same_place(t.place, place)), None) for s in (one, other)]
        cores = [s.zero_core(place) if core is None else core for s, core in zip((one, other), cores)]
        terms.append(Term(build.emit1("arith.select", cores[0].type, pick, *cores), place))
    rewrite.bind(op.results[0], one.with_terms(terms))
    return True
