"""Sparse tensors through elements, slices, reshapes and casts, and the tensors that begin as sparse ones.

A rule gives False where it does not apply; the operation then gets its tensors whole.
"""

from __future__ import annotations

from .. import build
from ..build import DYNAMIC
from ..dialect import WHOLE
from ..mlir import ir
from .bodies import Summand
from .rewrite import Rewrite
from .terms import (
    Index,
    Place,
    Sparse,
    Term,
    as_value,
    both,
    covers,
    equal,
    index_of,
    kept_if,
    part,
    plus,
    put,
    rest_type,
    same,
    same_place,
    spread,
    sum_of,
)


def _may_be_sparse(type: ir.Type) -> bool:
    """Tensors of real numbers, with a dimension, without an encoding."""
    return build.is_tensor(type) and build.is_real(type) and bool(build.shape_of(type)) and ir.RankedTensorType(type).encoding is None


# -- zeros -----------------------------------------------------------------------------------------


def fill(rewrite: Rewrite, op: ir.Operation) -> bool:
    if len(op.results) != 1 or not _may_be_sparse(op.results[0].type) or build.constant_of(op.operands[0]) != 0:
        return False
    rewrite.bind(op.results[0], Sparse(op.results[0].type, rewrite.size_of(op.results[0])))
    return True


def constant(rewrite: Rewrite, op: ir.Operation) -> bool:
    value = op.results[0]
    if not _may_be_sparse(value.type) or build.constant_of(value) != 0:
        return False
    rewrite.bind(value, Sparse(value.type, build.shape_of(value.type)))
    return True


# -- elements --------------------------------------------------------------------------------------


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
    total = sum_of([*into.terms, term], into, rewrite.few)
    if total is None:
        return False
    rewrite.bind(op.results[0], total)
    return True


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


# -- slices ----------------------------------------------------------------------------------------


def written_parts(op: ir.Operation, first: int) -> list[list[Index]]:
    """Offsets, sizes and strides of a slice operation, whose operands from `first` on are the dynamic ones."""
    dynamic = iter(list(op.operands)[first:])
    return [
        [next(dynamic) if n == DYNAMIC else n for n in ir.DenseI64ArrayAttr(op.attributes[name])]
        for name in ("static_offsets", "static_sizes", "static_strides")
    ]


def slice_parts(rewrite: Rewrite, op: ir.Operation, first: int) -> list[list[Index]]:
    """The same as values of the new function."""
    return [[n if isinstance(n, int) else index_of(rewrite.dense(n)) for n in own] for own in written_parts(op, first)]


def kept_dimensions(sizes: list[Index], part: ir.Type) -> list[int] | None:
    """The dimensions of a slice that its type keeps; None where it is not clear which."""
    shape, kept = build.shape_of(part), []
    for d, size in enumerate(sizes):
        wanted = shape[len(kept)] if len(kept) < len(shape) else None
        if wanted is not None and (size == wanted if isinstance(size, int) else wanted == DYNAMIC):
            kept.append(d)
        elif size != 1:
            return None
    return kept if len(kept) == len(shape) else None


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
    total = sum_of(terms, result, rewrite.few)
    if total is None and any(not term.hot for term in terms):
        if len(terms) != 1:
            return False
        rewrite.bind(op.results[0], _as_type(terms[0].core, type))
        return True
    if total is None:
        return False
    rewrite.bind(op.results[0], total)
    return True


_NOTHING = object()  # of a term that lies outside of a slice


def _as_size(size: Index, static: int) -> Index:
    return as_value(size) if static == DYNAMIC else static


def _as_type(value: ir.Value, type: ir.Type) -> ir.Value:
    if build.is_tensor(type) and not build.is_tensor(value.type):
        return build.emit1("tensor.from_elements", type, value)
    return value if value.type == type else build.emit1("tensor.cast", type, value)


def _sliced(term: Term, source: Sparse, offsets, sizes, strides, kept: list[int]):
    """The part of a term in a slice; `_NOTHING`, or None where it would not be as sparse as it was."""
    hit: ir.Value | bool = True
    place: list[Index | None] = []
    for d in range(len(offsets)):
        here = term.place[d]
        if here is not None:
            if same(here, offsets[d]) and sizes[d] == 1:
                moved: Index | None = 0
            elif isinstance(offsets[d], int) and offsets[d] == 0 and strides[d] == 1 and same(sizes[d], source.sizes[d]):
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
        left = [shape[d] if _is_whole(d, offsets, sizes, strides, source) else _static(sizes[d]) for d in rest if d in kept]
        of = build.tensor_type(left, build.element(source.type))
        if any(not _is_whole(d, offsets, sizes, strides, source) for d in rest):
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


def _is_whole(d: int, offsets, sizes, strides, source: Sparse) -> bool:
    return isinstance(offsets[d], int) and offsets[d] == 0 and strides[d] == 1 and same(sizes[d], source.sizes[d])


def _shifted(index: Index, offset: Index, size: int) -> tuple[Index, ir.Value | bool]:
    """An index as one of a part of `size` elements from `offset` on, and whether it is there; else zero."""
    moved = plus(index, offset, -1)
    if isinstance(moved, int):
        return (moved, True) if 0 <= moved < size else (0, False)
    inside = build.compare_integers("ult", moved, build.index(size))  # a negative one is a large one
    return build.emit1("arith.select", moved.type, inside, moved, build.index(0)), inside


def insert_slice(rewrite: Rewrite, op: ir.Operation) -> bool:
    into, source = rewrite.sparse(op.operands[1]), rewrite.sparse(op.operands[0])
    if into is None:
        return False
    offsets, sizes, strides = slice_parts(rewrite, op, 2)
    kept = kept_dimensions(sizes, op.operands[0].type)
    if kept is None:
        return False
    if into.terms and source is not None and _overwrites_core(rewrite, op, into, source, (offsets, sizes, strides), kept):
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
    if not all(_is_whole(d, offsets, sizes, strides, into) for d in rest):
        base = into.terms[0].core if into.terms else into.zero_core(ones)
        parts = [[own[d] for d in rest] for own in (offsets, sizes, strides)]
        core = build.insert_slice(core, base, *parts)
    elif rest:
        core = _as_type(core, into.core_type(ones))
    rewrite.bind(op.results[0], into.with_terms([Term(core, ones)]))
    return True


def _overwrites_core(rewrite: Rewrite, op: ir.Operation, into: Sparse, source: Sparse, parts, kept: list[int]) -> bool:
    """A slice that is all of the one-hot dimensions, and has its nonzeros at the same indices."""
    if len(into.terms) > 1 or len(source.terms) > 1:
        return False
    (term,) = into.terms
    offsets, sizes, strides = parts
    if not all(_is_whole(d, offsets, sizes, strides, into) and d in kept for d in term.hot):
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
                partly.append(not _is_whole(d, offsets, sizes, strides, into))
        core = term.core
        if any(partly):
            parts = [[own[d] for d in core_dims] for own in (offsets, sizes, strides)]
            core = build.insert_slice(core, into.zero_core(tuple(place)), *parts)
        elif core_dims:
            core = _as_type(core, into.core_type(tuple(place)))
        terms.append(Term(core, tuple(place)))
    total = sum_of(terms, into, rewrite.few)
    if total is None:
        return False
    rewrite.bind(op.results[0], total)
    return True


# -- reshapes and casts ----------------------------------------------------------------------------


def cast(rewrite: Rewrite, op: ir.Operation) -> bool:
    source, type = rewrite.sparse(op.operands[0]), op.results[0].type
    if source is None or not _may_be_sparse(type):
        return False
    sizes = [n if n != DYNAMIC else as_value(own) for n, own in zip(build.shape_of(type), source.sizes)]
    result = Sparse(type, sizes)
    terms = [Term(_as_type(t.core, result.core_type(t.place)) if t.rest else t.core, t.place) for t in source.terms]
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
        core = term.core if not groups else reshaped("tensor.collapse_shape", term.core, result.core_type(tuple(place)), groups)
        terms.append(Term(core, tuple(place)))
    total = sum_of(terms, result, rewrite.few)
    if total is None:
        return False
    rewrite.bind(op.results[0], total)
    return True


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
    attributes = {"reassociation": ir.ArrayAttr.get([ir.ArrayAttr.get([ir.IntegerAttr.get(number, d) for d in g]) for g in groups])}
    if name == "tensor.expand_shape":
        attributes["static_output_shape"] = ir.DenseI64ArrayAttr.get(build.shape_of(type))
    return build.emit1(name, type, core, **attributes)


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
