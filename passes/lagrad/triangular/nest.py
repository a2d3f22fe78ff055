"""A `linalg.generic` as loops over a part of its iteration space, with a `linalg.generic` inside."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from .. import build
from ..analysis import linalg_form
from ..forms.generic import Generic
from ..mlir import ir
from .support import Atom, atom_at, compared, implies, is_read, of_operand
from .triangle import is_packed, triangle_of


def loop(lower: ir.Value, upper: ir.Value, carried: Sequence[ir.Value], body: Callable) -> list[ir.Value]:
    """`scf.for` with step one; `body(induction, carried)` gives what it yields."""
    types = [v.type for v in carried]
    op = ir.Operation.create("scf.for", results=types, operands=[lower, upper, build.index(1), *carried], regions=1)
    block = op.regions[0].blocks.append(build.index_type(), *types, arg_locs=[ir.Location.current] * (1 + len(types)))
    with ir.InsertionPoint(block):
        build.emit("scf.yield", [], body(block.arguments[0], list(block.arguments)[1:]))
    return list(op.results)


class Nest:
    """The loops of one operation: which dimensions they run over, and what is left for the operation inside.

    `atoms` say where the iteration space is not to be skipped. Every atom has a looped index, and so has each
    packed tensor its column: what is stored of a column is contiguous.
    """

    def __init__(self, op: ir.Operation, atoms: Sequence[Atom]):
        self.op, self.atoms = op, atoms
        self.maps, self.ins = linalg_form.maps(op), linalg_form.inputs(op)
        self.operands = [_packed_source(v, m, frozenset(atoms)) for v, m in zip(op.operands, self.maps)]
        self.generic = Generic(op)
        self.generic.settle()
        self.count, self.sizes = self.generic.count, self.generic.sizes
        self.looped = self._choose()

    # -- the choice ------------------------------------------------------------------------------

    def _choose(self) -> tuple[int, ...]:
        """The fewest dimensions that will do, and of those the ones that leave rows, or stored columns, whole."""
        forced = {_column(m) for v, m in zip(self.operands, self.maps) if is_packed(v.type)}
        involved = sorted({d for atom in self.atoms for d in atom[:2]} | forced)
        candidates = [
            chosen
            for size in range(len(involved) + 1)
            for chosen in itertools.combinations(involved, size)
            if forced <= set(chosen) and all(a.large in chosen or a.small in chosen for a in self.atoms)
        ]
        return min(candidates, key=lambda chosen: (len(chosen), self._strided(chosen), chosen))

    def _strided(self, looped: tuple[int, ...]) -> int:
        """How many operands an innermost loop would walk through with a stride."""
        strided = 0
        for value, map in zip(self.operands, self.maps):
            dims = [ir.AffineDimExpr(e).position for e in map.results if isinstance(e, ir.AffineDimExpr)]
            if not dims or is_packed(value.type):
                continue
            strided += dims[-1] in looped and any(d not in looped for d in dims)
        return strided

    # -- emission --------------------------------------------------------------------------------

    def emit(self) -> list[ir.Value]:
        """The results."""
        starts = []
        for number, init in enumerate(self.operands[self.ins :]):
            if is_read(self.op, number):
                starts.append(init)
            elif self._covers(number):
                starts.append(build.empty(init.type, build.sizes_of(init)))
            else:
                starts.append(build.zeros(init.type, build.sizes_of(init)))
        return self._loops(list(self.looped), {}, starts)

    def _covers(self, number: int) -> bool:
        """Whether the loops write every stored element of a result."""
        triangle = triangle_of(self.op.results[number].type)
        if triangle is None or not triangle.packed:
            return not self.atoms
        own = atom_at(triangle, self.maps[self.ins + number])
        return all(implies(frozenset([own]), atom) for atom in self.atoms)

    def _loops(self, left: list[int], at: dict[int, ir.Value], carried: list[ir.Value]) -> list[ir.Value]:
        if not left:
            return self._inside(at, carried)
        dimension, *rest = left
        lower, upper = self._bounds(dimension, at)
        return loop(
            _value(lower), _value(upper), carried, lambda i, inner: self._loops(rest, {**at, dimension: i}, inner)
        )

    def _bounds(self, dimension: int, at: dict[int, ir.Value]) -> tuple[ir.Value | int, ir.Value | int]:
        """From where to where an index runs, given those of the loops around."""
        lowers: list[ir.Value | int] = []
        uppers: list[ir.Value | int] = []
        is_whole = True
        for atom in self.atoms:
            if atom.large == dimension and atom.small in at:
                lowers.append(_plus(at[atom.small], atom.gap))
            elif atom.large == dimension and atom.gap > 0:
                lowers.append(atom.gap)
            if atom.small == dimension and atom.large in at:
                uppers.append(_plus(at[atom.large], 1 - atom.gap))
                is_whole = is_whole and not self._is_square(atom)
        if is_whole:
            uppers.append(self.sizes[dimension])
        return _extreme("arith.maxsi", lowers or [0]), _extreme("arith.minsi", uppers)

    def _is_square(self, atom: Atom) -> bool:
        """Whether both indices of an atom run equally far, so that one bounds the other, and it keeps them no further
        apart than one."""
        if not 0 <= atom.gap <= 1:
            return False
        if all(isinstance(self.sizes[d], int) for d in atom[:2]):
            return self.sizes[atom.large] == self.sizes[atom.small]
        found = (atom_at(t, m) for v, m in zip(self.op.operands, self.maps) if (t := of_operand(v)))
        return any(own is not None and set(own[:2]) == set(atom[:2]) for own in found)

    def _inside(self, at: dict[int, ir.Value], carried: list[ir.Value]) -> list[ir.Value]:
        """The operation on the slices that one iteration of the loops touches."""
        ranges = {}
        for d in range(self.count):
            if d not in at and any(d in atom[:2] for atom in self.atoms):
                lower, upper = self._bounds(d, at)
                size = _minus(upper, lower)
                if not self._is_ordered(d):
                    size = _extreme("arith.maxsi", [size, 0])
                ranges[d] = lower, size
        operands = [*self.operands[: self.ins], *carried]
        results = self.generic.restricted(at, ranges, operands, instead=self._decided)
        places = [self.generic.place(n, v, at, ranges) for n, v in enumerate(carried, self.ins)]
        return [
            result if place is None else build.insert_slice(result, into, *place, [1] * len(place[0]))
            for result, into, place in zip(results, carried, places)
        ]

    def _is_ordered(self, dimension: int) -> bool:
        """Whether the range of a dimension inside the loops never ends before it begins."""
        own = [atom for atom in self.atoms if dimension in atom[:2]]
        return len(own) == 1 and self._is_square(own[0])

    def _decided(self, op: ir.Operation, known: dict[ir.Value, ir.Value]) -> ir.Value | None:
        """What a comparison of indices comes to wherever the loops go; None if that depends."""
        if op.name != "arith.cmpi":
            return None
        everywhere = frozenset(self.atoms)
        for answer in (True, False):
            if (found := list(compared(op, answer))) and all(implies(everywhere, atom) for atom in found):
                return build.constant(op.results[0].type, int(answer))
        return None


def _packed_source(value: ir.Value, map: ir.AffineMap, atoms: frozenset[Atom]) -> ir.Value:
    """A packed tensor itself where a value is a cast of one, of which nothing is read that is not stored."""
    found = of_operand(value)
    if found is None or not found.packed or (own := atom_at(found, map)) is None or not implies(atoms, own):
        return value
    while triangle_of(value.type) is None:
        value = value.owner.operation.operands[0]
    return value


def _column(map: ir.AffineMap) -> int:
    return ir.AffineDimExpr(list(map.results)[-1]).position


def _value(number: ir.Value | int) -> ir.Value:
    return build.index(number) if isinstance(number, int) else number


def _plus(value: ir.Value | int, number: ir.Value | int) -> ir.Value | int:
    if isinstance(value, int) and isinstance(number, int):
        return value + number
    if isinstance(number, int) and number == 0:
        return value
    if isinstance(value, int) and value == 0:
        return number
    return build.emit1("arith.addi", build.index_type(), _value(value), _value(number))


def _minus(value: ir.Value | int, number: ir.Value | int) -> ir.Value | int:
    if isinstance(value, int) and isinstance(number, int):
        return value - number
    if isinstance(number, int) and number == 0:
        return value
    return build.emit1("arith.subi", build.index_type(), _value(value), _value(number))


def _extreme(name: str, numbers: Sequence[ir.Value | int]) -> ir.Value | int:
    best, *rest = numbers
    for number in rest:
        best = build.emit1(name, build.index_type(), _value(best), _value(number))
    return best
