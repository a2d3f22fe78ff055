"""What a `linalg.generic`, on tensors or on memory, adds to its outputs, as a sum of products of factors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ...analysis import linalg_form
from ...build import DYNAMIC, constant_of
from ...dialect import EXACT
from ...mlir import ir
from ...remembered import remembered
from ..walk import last

_OEQ = 1  # the ordered equality of `arith.cmpf`


@dataclass
class Factor:
    """The product of some values of a body, and the dimensions of the iteration space that it depends on."""

    values: list[ir.Value]
    dims: frozenset[int]

    @property
    def is_computed(self) -> bool:
        """Whether it is anything but an element of an operand."""
        return len(self.values) > 1 or not isinstance(self.values[0].owner, ir.Block)


@dataclass
class Term:
    """A product, to be added or subtracted. `numbers` are the same for all points of the iteration space.

    With a `guard`, one of its values, it is zero where that is zero, whatever the others are: `0 * inf` is 0.
    """

    negative: bool
    numbers: list[ir.Value] = field(default_factory=list)
    factors: list[Factor] = field(default_factory=list)
    guard: ir.Value | None = None

    def is_contraction(self, out: set[int], count: int) -> bool:
        """Whether two factors and the output `out` share the `count` dimensions, each between two or all three."""
        if len(self.factors) != 2:
            return False
        a, b = (set(f.dims) for f in self.factors)
        return a | b | out == set(range(count)) == (a & b) | (a & out) | (b & out)


def sums(generic: ir.Operation) -> list[list[Term]] | None:
    """The terms that are added to each output; None where an output is anything else, or keeps the order of its terms.

    Every operand must be read at some of the dimensions, each at most once.
    """
    body, ins = generic.regions[0].blocks[0], generic.attributes["operandSegmentSizes"][0]
    outs = list(body.arguments)[ins:]
    if not all(_is_used_once(out) for out in outs) or keeps_order(generic):
        return None
    places = all_places(generic)
    if None in places:
        return None
    reads = _Reads(body, places, ins)
    found = []
    for out, value in zip(outs, last(body).operands):
        addends = list(_addends(value, False))
        terms = [_term(addend, negative, reads) for addend, negative in addends if addend != out]
        if None in terms or addends.count((out, False)) != 1:
            return None
        found.append(terms)
    return found


def keeps_order(generic: ir.Operation) -> bool:
    """Whether the body of an operation is to round as it stands."""
    return any(EXACT in view.attributes for view in generic.regions[0].blocks[0].operations)


def all_places(generic: ir.Operation) -> list[tuple[int, ...] | None]:
    """What `places_of` says of each operand of a `linalg.generic`."""
    return [places_of(map) for map in linalg_form.maps(generic)]


@remembered
def places_of(map: ir.AffineMap) -> tuple[int, ...] | None:
    """For each index of an operand the dimension that it is; None if one is anything else, or two are the same."""
    dims = tuple(r.position if isinstance(r, ir.AffineDimExpr) else -1 for r in map.results)
    return dims if -1 not in dims and len(set(dims)) == len(dims) else None


def static_sizes(op: ir.Operation) -> list[int]:
    """How far each dimension of a `linalg.generic` goes; DYNAMIC where no operand knows it."""
    maps = linalg_form.maps(op)
    sizes = [DYNAMIC] * maps[0].n_dims
    for value, map in zip(op.operands, maps):
        for d, size in zip(places_of(map) or (), _shape_of(value.type)):
            sizes[d] = max(sizes[d], size)
    return sizes


@remembered
def _shape_of(type: ir.Type) -> tuple[int, ...]:
    return tuple(type.shape) if isinstance(type, ir.ShapedType) else ()


def _is_used_once(value: ir.Value) -> bool:
    uses = iter(value.uses)
    return next(uses, None) is not None and next(uses, None) is None


def _defined_by(value: ir.Value) -> str:
    return "" if isinstance(value.owner, ir.Block) else value.owner.operation.name


def _addends(value: ir.Value, negative: bool) -> Iterator[tuple[ir.Value, bool]]:
    """What a value is the sum of, and which of it is subtracted. What is used elsewhere too stays in one piece."""
    name = _defined_by(value) if _is_used_once(value) else ""
    if name in ("arith.addf", "arith.subf"):
        left, right = value.owner.operation.operands
        yield from _addends(left, negative)
        yield from _addends(right, negative != (name == "arith.subf"))
    elif name == "arith.negf":
        yield from _addends(value.owner.operation.operands[0], not negative)
    else:
        yield value, negative


def leaves(value: ir.Value) -> tuple[list[ir.Value], bool]:
    """What a value is the product of, and whether it is minus that."""
    name = _defined_by(value)
    if name == "arith.negf":
        parts, negative = leaves(value.owner.operation.operands[0])
        return parts, not negative
    if name == "arith.mulf":
        (left, one), (right, other) = map(leaves, value.owner.operation.operands)
        return left + right, one != other
    return [value], False


class _Reads:
    """Which dimensions the values of a body depend on; None for what cannot stand in another body."""

    def __init__(self, body: ir.Block, places: list[tuple[int, ...]], ins: int):
        self.known: dict[ir.Value, frozenset[int] | None] = {}
        for number, argument in enumerate(body.arguments):
            self.known[argument] = frozenset(places[number]) if number < ins else None
        for view in body.operations:
            op = view.operation
            parts = [self[v] for v in op.operands]
            if op.name == "linalg.index":
                parts.append(frozenset([op.attributes["dim"].value]))
            dims = None if None in parts or len(op.regions) else frozenset().union(*parts)
            self.known.update(dict.fromkeys(op.results, dims))

    def __getitem__(self, value: ir.Value) -> frozenset[int] | None:
        return self.known.get(value, frozenset())  # what stands outside depends on none


def _term(value: ir.Value, negative: bool, reads: _Reads) -> Term | None:
    """The product that a value is, a factor joined to another whose dimensions include its own."""
    guard, product = _guarded(value)
    parts, minus = leaves(product)
    dims = [reads[leaf] for leaf in parts]
    if None in dims:
        return None
    term = Term(negative != minus, [leaf for leaf, own in zip(parts, dims) if not own], guard=guard)
    factors = [Factor([leaf], own) for leaf, own in zip(parts, dims) if own]
    if len(factors) == 2:
        term.factors = factors  # also where the dimensions are the same: a dot product
        return term
    for factor in sorted(factors, key=lambda factor: -len(factor.dims)):
        home = next((f for f in term.factors if factor.dims <= f.dims), None)
        if home is None:
            term.factors.append(factor)
        else:
            home.values += factor.values
    # The product of a guard and something else is zero where only the other is.
    return term if guard is None or any(f.values == [guard] for f in term.factors) else None


def _guarded(value: ir.Value) -> tuple[ir.Value | None, ir.Value]:
    """What a value is zero for if that is zero, and the product that it is elsewhere; None and the value itself.

    The guard may hold for all products, or only for those that are NaN.
    """
    product, rest = value, value
    if (parts := _choice(value)) is not None and parts[0] == parts[1] == parts[2]:
        product, rest = parts[2:]
    if (parts := _choice(rest)) is not None:
        guard, number, zero, product_here = parts
        (guard, *others), _ = leaves(guard)  # minus a value is zero where that is
        if not others and constant_of(number) == constant_of(zero) == 0.0 and guard in leaves(product_here)[0]:
            if product in (value, product_here):
                return guard, product_here
    return None, value


def _choice(value: ir.Value) -> tuple[ir.Value, ...] | None:
    """`x, y, a, b` of `x == y ? a : b`."""
    if _defined_by(value) != "arith.select":
        return None
    condition, *choices = value.owner.operation.operands
    if _defined_by(condition) != "arith.cmpf":
        return None
    compare = condition.owner.operation
    return (*compare.operands, *choices) if compare.attributes["predicate"].value == _OEQ else None
