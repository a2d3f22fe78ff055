"""What is known of a tensor that is zero nearly everywhere: a sum of few terms, each at one place.

A term has an index for each of its one-hot dimensions, and a core with the elements of the others:

    tensor<4x5xf64>, indices (%i, None), core tensor<5xf64>     row %i, the others are zero
    tensor<4x5xf64>, indices (%i, %j),   core f64               one element

So a dimension is dense, one-hot, or, with more terms than one, few-hot. No term at all is zero. Terms are
added: two may be at one place, which only the run knows. Indices are the compiler's own: no value that the
program computes holds them beside the tensor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .. import build
from ..mlir import ir

Index = ir.Value | int
Place = tuple[Index | None, ...]  # one entry a dimension, None where it is dense


@dataclass(frozen=True, eq=False)
class Term:
    """One part of a sparse tensor: a scalar or a tensor of its dense dimensions."""

    core: ir.Value
    place: Place

    @property
    def hot(self) -> list[int]:
        return [d for d, index in enumerate(self.place) if index is not None]

    @property
    def rest(self) -> list[int]:
        return [d for d, index in enumerate(self.place) if index is None]


@dataclass(frozen=True, eq=False)
class Sparse:
    """A tensor of a type as the sum of its terms; `sizes` has one entry a dimension."""

    type: ir.Type
    sizes: list[Index]
    terms: tuple[Term, ...] = ()

    def with_terms(self, terms: Sequence[Term]) -> "Sparse":
        return Sparse(self.type, self.sizes, tuple(terms))

    def core_type(self, place: Place) -> ir.Type:
        """The type of the core of a term at a place."""
        return rest_type(self.type, [d for d, index in enumerate(place) if index is None])

    def core_sizes(self, place: Place) -> list[Index]:
        return [size for size, index in zip(self.sizes, place) if index is None]

    def zero_core(self, place: Place) -> ir.Value:
        return build.zeros(self.core_type(place), self.core_sizes(place))

    def dense(self) -> ir.Value:
        """The tensor itself, at the insertion point."""
        whole = build.zeros(self.type, self.sizes)
        for number, term in enumerate(self.terms):
            whole = put(term.core, whole, term.place, self.sizes, adds=number > 0)
        return whole


def rest_type(type: ir.Type, dims: Sequence[int]) -> ir.Type:
    """The type of a tensor's elements along some of its dimensions; a scalar for none."""
    shape = build.shape_of(type)
    return build.tensor_type([shape[d] for d in dims], build.element(type)) if dims else build.element(type)


def may_be_sparse(type: ir.Type) -> bool:
    """Tensors of real numbers, with a dimension, without an encoding."""
    return (
        build.is_tensor(type)
        and build.is_real(type)
        and bool(build.shape_of(type))
        and ir.RankedTensorType(type).encoding is None
    )


# -- indices ---------------------------------------------------------------------------------------


def index_of(value: ir.Value) -> Index:
    """A constant index as a number."""
    number = build.constant_of(value)
    return value if number is None else int(number)


def as_value(index: Index) -> ir.Value:
    return build.index(index) if isinstance(index, int) else index


def same(one: Index | None, other: Index | None) -> bool:
    """Whether two indices are equal for certain: one number, one value, or the same computed from the same."""
    if one is None or other is None:
        return one is None and other is None
    if isinstance(one, int) or isinstance(other, int):
        return isinstance(one, int) and isinstance(other, int) and one == other
    return _same_value(one, other, 4)


def _same_value(one: ir.Value, other: ir.Value, depth: int) -> bool:
    if one == other:
        return True
    if isinstance(one.owner, ir.Block) or isinstance(other.owner, ir.Block) or depth == 0:
        return False
    a, b = one.owner.operation, other.owner.operation
    if a.name != b.name or not a.name.startswith(("arith.", "affine.apply")) or one.type != other.type:
        return False
    names = [own if isinstance(own, str) else own.name for own in a.attributes]
    if len(names) != len(b.attributes) or any(
        n not in b.attributes or a.attributes[n] != b.attributes[n] for n in names
    ):
        return False
    x, y = list(a.operands), list(b.operands)
    return len(x) == len(y) and all(_same_value(p, q, depth - 1) for p, q in zip(x, y))


def same_place(one: Place, other: Place) -> bool:
    return all(map(same, one, other))


def covers(wide: Place, narrow: Place) -> bool:
    """Whether all elements at one place are at another too."""
    return all(w is None or same(w, n) for w, n in zip(wide, narrow))


def plus(index: Index, number: Index, sign: int = 1) -> Index:
    """index + sign * number"""
    if isinstance(number, int) and number == 0:
        return index
    if isinstance(index, int) and isinstance(number, int):
        return index + sign * number
    if sign < 0 and same(index, number):
        return 0
    left, right = as_value(index), as_value(number)
    return build.emit1("arith.addi" if sign > 0 else "arith.subi", left.type, left, right)


def equal(one: Index, other: Index) -> ir.Value | bool:
    """Whether two indices are equal, as an i1 where only the run knows."""
    if same(one, other):
        return True
    if isinstance(one, int) and isinstance(other, int):
        return False
    return build.compare_integers("eq", as_value(one), as_value(other))


def both(one: ir.Value | bool, other: ir.Value | bool) -> ir.Value | bool:
    if isinstance(one, bool):
        return other if one else False
    if isinstance(other, bool):
        return one if other else False
    return build.emit1("arith.andi", one.type, one, other)


# -- parts of tensors ------------------------------------------------------------------------------


def part(whole: ir.Value, place: Place, sizes: Sequence[Index]) -> ir.Value:
    """What a dense tensor has at a place: a scalar, or a slice without the dimensions that have an index."""
    rest = [d for d, index in enumerate(place) if index is None]
    if len(rest) == len(place):
        return whole
    if not rest:
        return build.extract(whole, [as_value(index) for index in place])
    offsets, own = (
        [0 if index is None else index for index in place],
        [1 if index is not None else n for n, index in zip(sizes, place)],
    )
    return build.extract_slice(whole, rest_type(whole.type, rest), offsets, own, [1] * len(place))


def put(core: ir.Value, whole: ir.Value, place: Place, sizes: Sequence[Index], adds: bool = False) -> ir.Value:
    """A tensor with a core written to a place of it, or added to what is there."""
    if adds:
        core = add(core, part(whole, place, sizes))
    if all(index is None for index in place):
        return core
    if not build.is_tensor(core.type):
        return build.insert(core, whole, [as_value(index) for index in place])
    offsets, own = (
        [0 if index is None else index for index in place],
        [1 if index is not None else n for n, index in zip(sizes, place)],
    )
    return build.insert_slice(core, whole, offsets, own, [1] * len(place))


def as_type(value: ir.Value, type: ir.Type) -> ir.Value:
    """A core as a value of a type that says more or less of its sizes."""
    if build.is_tensor(type) and not build.is_tensor(value.type):
        return build.emit1("tensor.from_elements", type, value)
    return value if value.type == type else build.emit1("tensor.cast", type, value)


def add(x: ir.Value, y: ir.Value) -> ir.Value:
    """The sum of two cores, in place of the second."""
    return build.add(x, y)


def spread(term: Term, like: Sparse, wide: Place) -> Term:
    """The same part at a place that covers its own: with more dense dimensions."""
    if same_place(term.place, wide):
        return term
    inner = tuple(n for n, w in zip(term.place, wide) if w is None)
    sizes = like.core_sizes(wide)
    core = put(term.core, build.zeros(like.core_type(wide), sizes), inner, sizes)
    return Term(core, wide)


def kept_if(condition: ir.Value | bool, core: ir.Value, sizes: Sequence[Index]) -> ir.Value:
    """A core where a condition holds, zeros elsewhere."""
    if condition is True:
        return core
    if not build.is_tensor(core.type):
        zero = build.constant(core.type, 0.0)
        return zero if condition is False else build.emit1("arith.select", core.type, condition, core, zero)
    if condition is False:
        return build.zeros(core.type, sizes)
    identity = ir.AffineMap.get_identity(len(sizes))

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        zero = build.constant(arguments[0].type, 0.0)
        return [build.emit1("arith.select", zero.type, condition, arguments[0], zero)]

    into = build.empty(core.type, sizes)
    return build.generic([core], [into], [identity] * 2, ["parallel"] * len(sizes), body)[0]


def sum_of(terms: Sequence[Term], like: Sparse, few: int) -> Sparse | None:
    """Terms added up: those at one place are one. None where there would be more than `few`."""
    found: list[Term] = []
    for term in terms:
        for number, other in enumerate(found):
            if same_place(term.place, other.place):
                found[number] = Term(add(term.core, other.core), term.place)
                break
        else:
            found.append(term)
    if len(found) > few or any(not term.hot for term in found):
        return None
    return like.with_terms(found)
