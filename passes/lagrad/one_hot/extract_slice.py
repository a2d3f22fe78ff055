"""Slices of sparse tensors: each term's part of the slice, at an index moved into it."""

from __future__ import annotations

from .. import build
from ..build import DYNAMIC
from ..dialect import WHOLE
from ..mlir import ir
from .rewrite import Rewrite
from .slices import is_whole, kept_dimensions, slice_parts
from .terms import Index, Sparse, Term, as_type, as_value, both, equal, kept_if, plus, same


def extract_slice(rewrite: Rewrite, op: ir.Operation) -> bool:
    source = rewrite.sparse(op.operands[0])
    if source is None:
        return False
    offsets, sizes, strides = slice_parts(rewrite, op, 1)
    type = op.results[0].type
    kept = kept_dimensions(sizes, type)
    if kept is None:
        return False
    if WHOLE in op.attributes:  # these sizes are the tensor's own
        own = [as_value(n) if static == DYNAMIC else static for n, static in zip(sizes, build.shape_of(source.type))]
        source = Sparse(source.type, own, source.terms)
    result = Sparse(type, [_as_size(sizes[d], build.shape_of(type)[n]) for n, d in enumerate(kept)])
    terms = []
    for term in source.terms:
        found = _sliced(term, source, offsets, sizes, strides, kept)
        if found is None:
            return False
        if found is not _NOTHING:
            terms.append(found)
    if not kept and terms:  # one element, as a tensor without dimensions
        return False
    if len(terms) == 1 and not terms[0].hot:  # all of the slice
        rewrite.bind(op.results[0], as_type(terms[0].core, type))
        return True
    return rewrite.bind_sum(op.results[0], terms, result)


_NOTHING = object()  # of a term that lies outside of a slice


def _as_size(size: Index, static: int) -> Index:
    return as_value(size) if static == DYNAMIC else static


def _sliced(term: Term, source: Sparse, offsets, sizes, strides, kept: list[int]):
    """The part of a term in a slice; `_NOTHING`, or None where it would not be as sparse as it was."""
    hit: ir.Value | bool = True
    place: list[Index | None] = []
    for d in range(len(offsets)):
        here = term.place[d]
        if here is not None:
            if same(here, offsets[d]) and sizes[d] == 1:
                moved: Index | None = 0
            elif (
                isinstance(offsets[d], int) and offsets[d] == 0 and strides[d] == 1 and same(sizes[d], source.sizes[d])
            ):
                moved = here
            elif sizes[d] == 1:
                hit, moved = both(hit, equal(here, offsets[d])), 0
            elif strides[d] == 1 and isinstance(sizes[d], int):
                moved, inside = _shifted(here, offsets[d], sizes[d])
                hit = both(hit, inside)
            else:
                return None
        else:
            moved = None
        if d in kept:
            place.append(moved)
    if hit is False:
        return _NOTHING
    rest = term.rest
    core = term.core
    own = [sizes[d] for d in rest if d in kept]
    if rest:
        shape = build.shape_of(source.type)
        left = [
            shape[d] if is_whole(d, offsets, sizes, strides, source) else _static(sizes[d]) for d in rest if d in kept
        ]
        of = build.tensor_type(left, build.element(source.type))
        if any(not is_whole(d, offsets, sizes, strides, source) for d in rest):
            if not [d for d in rest if d in kept]:
                core = build.extract(core, [as_value(offsets[d]) for d in rest])
            else:
                parts = [[part[d] for d in rest] for part in (offsets, sizes, strides)]
                core = build.extract_slice(core, of, *parts)
        elif len([d for d in rest if d in kept]) < len(rest):  # dimensions of size one that the type drops
            parts = [[part[d] for d in rest] for part in (offsets, sizes, strides)]
            if own:
                core = build.extract_slice(core, of, *parts)
            else:
                core = build.extract(core, [as_value(0) for _ in rest])
    if hit is not True:
        core = kept_if(hit, core, build.sizes_of(core) if build.is_tensor(core.type) else ())
    return Term(core, tuple(place))


def _static(size: Index) -> int:
    return size if isinstance(size, int) else DYNAMIC


def _shifted(index: Index, offset: Index, size: int) -> tuple[Index, ir.Value | bool]:
    """An index as one of a part of `size` elements from `offset` on, and whether it is there; else zero."""
    moved = plus(index, offset, -1)
    if isinstance(moved, int):
        return (moved, True) if 0 <= moved < size else (0, False)
    inside = build.compare_integers("ult", moved, build.index(size))  # a negative one is a large one
    return build.emit1("arith.select", moved.type, inside, moved, build.index(0)), inside
