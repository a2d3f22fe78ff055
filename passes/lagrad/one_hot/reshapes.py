"""Sparse tensors of another shape or type: an index of a dimension is an index of each that it becomes."""

from __future__ import annotations

from .. import build
from ..build import DYNAMIC
from ..mlir import ir
from .rewrite import Rewrite
from .terms import Index, Place, Sparse, Term, as_type, as_value, may_be_sparse, part, plus, spread


def cast(rewrite: Rewrite, op: ir.Operation) -> bool:
    source, type = rewrite.sparse(op.operands[0]), op.results[0].type
    if source is None or not may_be_sparse(type):
        return False
    sizes = [n if n != DYNAMIC else as_value(own) for n, own in zip(build.shape_of(type), source.sizes)]
    result = Sparse(type, sizes)
    terms = [Term(as_type(t.core, result.core_type(t.place)) if t.rest else t.core, t.place) for t in source.terms]
    rewrite.bind(op.results[0], result.with_terms(terms))
    return True


def dim(rewrite: Rewrite, op: ir.Operation) -> bool:
    source = rewrite.sparse(op.operands[0])
    number = build.constant_of(op.operands[1])
    if source is None or number is None:
        return False
    rewrite.bind(op.results[0], as_value(source.sizes[number]))
    return True


def expand_shape(rewrite: Rewrite, op: ir.Operation) -> bool:
    """A dimension that becomes several: an index of it is an index of each."""
    source, type = rewrite.sparse(op.operands[0]), op.results[0].type
    shape = build.shape_of(type)
    if source is None or DYNAMIC in shape:
        return False
    result, terms = Sparse(type, shape), []
    for term in source.terms:
        place: list[Index | None] = []
        for d, group in enumerate(groups_of(op)):
            place += _split_index(term.place[d], [shape[g] for g in group])
        core = term.core
        if term.rest:
            groups, at = [], 0
            for d, group in enumerate(groups_of(op)):
                if term.place[d] is None:
                    groups.append(list(range(at, at + len(group))))
                    at += len(group)
            core = reshaped("tensor.expand_shape", core, result.core_type(tuple(place)), groups)
        terms.append(Term(core, tuple(place)))
    rewrite.bind(op.results[0], result.with_terms(terms))
    return True


def collapse_shape(rewrite: Rewrite, op: ir.Operation) -> bool:
    """Dimensions that become one: it has an index where all of them have, or all but those of size one."""
    source, type = rewrite.sparse(op.operands[0]), op.results[0].type
    shape = build.shape_of(op.operands[0].type)
    if source is None or DYNAMIC in shape or not build.shape_of(type):
        return False
    result, terms = Sparse(type, build.shape_of(type)), []
    for term in source.terms:
        wide = list(term.place)
        for group in groups_of(op):
            if any(wide[d] is None and shape[d] != 1 for d in group):
                for d in group:
                    wide[d] = None
            elif any(wide[d] is not None for d in group):
                for d in group:  # of size one, so there is one index
                    wide[d] = 0 if wide[d] is None else wide[d]
        term = _at(term, source, tuple(wide))
        place: list[Index | None] = []
        groups, at = [], 0
        for group in groups_of(op):
            if any(wide[d] is None for d in group):
                place.append(None)
                groups.append(list(range(at, at + len(group))))
                at += len(group)
            else:
                place.append(_joined_index([wide[d] for d in group], [shape[d] for d in group]))
        core = (
            term.core
            if not groups
            else reshaped("tensor.collapse_shape", term.core, result.core_type(tuple(place)), groups)
        )
        terms.append(Term(core, tuple(place)))
    return rewrite.bind_sum(op.results[0], terms, result)


def _at(term: Term, like: Sparse, place: Place) -> Term:
    """A term with an index for dense dimensions of size one, or with fewer indices."""
    ones = [d for d in term.rest if place[d] is not None]
    if ones:
        inner = tuple(0 if d in ones else None for d in term.rest)
        narrow = tuple(n if n is not None else (0 if d in ones else None) for d, n in enumerate(term.place))
        term = Term(part(term.core, inner, like.core_sizes(term.place)), narrow)
    return spread(term, like, place)


def groups_of(op: ir.Operation) -> list[list[int]]:
    return [[n.value for n in group] for group in op.attributes["reassociation"]]


def _split_index(index: Index | None, shape: list[int]) -> list[Index | None]:
    if index is None:
        return [None] * len(shape)
    if len(shape) == 1:
        return [index]
    found: list[Index | None] = []
    for size in reversed(shape[1:]):
        if isinstance(index, int):
            found.append(index % size)
            index //= size
        else:
            by = build.index(size)
            found.append(build.emit1("arith.remui", by.type, index, by))
            index = build.emit1("arith.divui", by.type, index, by)
    return [index, *reversed(found)]


def _joined_index(indices: list[Index], shape: list[int]) -> Index:
    joined = indices[0]
    for index, size in zip(indices[1:], shape[1:]):
        if isinstance(joined, int):
            joined = joined * size
        elif size != 1:
            joined = build.emit1("arith.muli", joined.type, joined, build.index(size))
        joined = plus(joined, index) if not (isinstance(joined, int) and joined == 0) else index
    return joined


def reshaped(name: str, core: ir.Value, type: ir.Type, groups: list[list[int]]) -> ir.Value:
    if core.type == type:
        return core
    number = ir.IntegerType.get_signless(64)
    attributes = {
        "reassociation": ir.ArrayAttr.get(
            [ir.ArrayAttr.get([ir.IntegerAttr.get(number, d) for d in g]) for g in groups]
        )
    }
    if name == "tensor.expand_shape":
        attributes["static_output_shape"] = ir.DenseI64ArrayAttr.get(build.shape_of(type))
    return build.emit1(name, type, core, **attributes)
