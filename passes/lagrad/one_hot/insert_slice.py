"""Sparse tensors with a slice overwritten: a slice at one index, one inside of a core, or a sparse one among zeros."""

from __future__ import annotations

from .. import build
from ..mlir import ir
from .rewrite import Rewrite
from .slices import is_whole, kept_dimensions, slice_parts
from .terms import Index, Place, Sparse, Term, as_type, as_value, covers, plus, rest_type, spread


def insert_slice(rewrite: Rewrite, op: ir.Operation) -> bool:
    into, source = rewrite.sparse(op.operands[1]), rewrite.sparse(op.operands[0])
    if into is None:
        return False
    offsets, sizes, strides = slice_parts(rewrite, op, 2)
    kept = kept_dimensions(sizes, op.operands[0].type)
    if kept is None:
        return False
    if (
        into.terms
        and source is not None
        and _overwrites_core(rewrite, op, into, source, (offsets, sizes, strides), kept)
    ):
        return True
    ones = tuple(offsets[d] if sizes[d] == 1 and not _is_one(into.sizes[d]) else None for d in range(len(sizes)))
    if not into.terms and source is not None:
        return _inserted_terms(rewrite, op, into, source, offsets, sizes, strides, kept)
    if all(n is None for n in ones):
        return False
    if into.terms:
        if len(into.terms) > 1 or not covers(into.terms[0].place, ones):
            return False
        ones = into.terms[0].place
    rest = [d for d, n in enumerate(ones) if n is None]
    core = _without_ones(rewrite.dense(op.operands[0]), [d for d in kept], ones, sizes)
    if not all(is_whole(d, offsets, sizes, strides, into) for d in rest):
        base = into.terms[0].core if into.terms else into.zero_core(ones)
        parts = [[own[d] for d in rest] for own in (offsets, sizes, strides)]
        core = build.insert_slice(core, base, *parts)
    elif rest:
        core = as_type(core, into.core_type(ones))
    rewrite.bind(op.results[0], into.with_terms([Term(core, ones)]))
    return True


def _overwrites_core(rewrite: Rewrite, op: ir.Operation, into: Sparse, source: Sparse, parts, kept: list[int]) -> bool:
    """A slice that is all of the one-hot dimensions, and has its nonzeros at the same indices."""
    if len(into.terms) > 1 or len(source.terms) > 1:
        return False
    (term,) = into.terms
    offsets, sizes, strides = parts
    if not all(is_whole(d, offsets, sizes, strides, into) and d in kept for d in term.hot):
        return False
    hot = [kept.index(d) for d in term.hot]
    place = tuple(term.place[kept[n]] if n in hot else None for n in range(len(kept)))
    if source.terms and not covers(place, source.terms[0].place):
        return False
    core = spread(source.terms[0], source, place).core if source.terms else source.zero_core(place)
    rest = [[own[d] for d in term.rest] for own in parts]
    if not term.rest:
        new = core
    elif not build.is_tensor(core.type):
        new = build.insert(core, term.core, [as_value(n) for n in rest[0]])
    else:
        new = build.insert_slice(core, term.core, *rest)
    rewrite.bind(op.results[0], into.with_terms([Term(new, term.place)]))
    return True


def _is_one(size: Index) -> bool:
    return isinstance(size, int) and size == 1


def _without_ones(value: ir.Value, kept: list[int], ones: Place, sizes: list[Index]) -> ir.Value:
    """A slice without those of its dimensions that have an index."""
    dropped = [n for n, d in enumerate(kept) if ones[d] is not None]
    if not dropped:
        if not any(n is None for n in ones):
            return build.extract(value, [])
        return value
    rest = [n for n in range(len(kept)) if n not in dropped]
    own = build.sizes_of(value)
    if not rest:
        return build.extract(value, [build.index(0)] * len(kept))
    return build.extract_slice(value, rest_type(value.type, rest), [0] * len(own), own, [1] * len(own))


def _inserted_terms(rewrite: Rewrite, op, into: Sparse, source: Sparse, offsets, sizes, strides, kept) -> bool:
    """A sparse slice in a tensor of zeros."""
    terms = []
    for term in source.terms:
        place: list[Index | None] = []
        partly = []
        inner = iter(term.place)
        core_dims = []
        for d in range(len(sizes)):
            here = next(inner) if d in kept else 0
            if here is not None:
                if strides[d] != 1:
                    return False
                place.append(plus(offsets[d], here))
            else:
                place.append(None)
                core_dims.append(d)
                partly.append(not is_whole(d, offsets, sizes, strides, into))
        core = term.core
        if any(partly):
            parts = [[own[d] for d in core_dims] for own in (offsets, sizes, strides)]
            core = build.insert_slice(core, into.zero_core(tuple(place)), *parts)
        elif core_dims:
            core = as_type(core, into.core_type(tuple(place)))
        terms.append(Term(core, tuple(place)))
    return rewrite.bind_sum(op.results[0], terms, into)
