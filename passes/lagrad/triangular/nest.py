"""A `linalg.generic` as loops over a part of its iteration space, with a `linalg.generic` inside."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from .. import build
from ..analysis import linalg_form
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
        self.count = self.maps[0].n_dims
        self.sizes = [self._size(d) for d in range(self.count)]
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

    def _size(self, dimension: int) -> ir.Value | int:
        """How far a dimension goes, read off an operand."""
        for value, map in zip(self.op.operands, self.maps):
            for position, e in enumerate(map.results):
                if isinstance(e, ir.AffineDimExpr) and ir.AffineDimExpr(e).position == dimension:
                    static = build.shape_of(value.type)[position]
                    return static if static != build.DYNAMIC else _dim(value, position)
        raise AssertionError("a linalg operation's maps reach every dimension")

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
        """Whether both indices of an atom run equally far, so that one bounds the other, and it keeps them no further apart than one."""
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
        values = [*self.operands[: self.ins], *carried]
        places = [self._place(v, m, at, ranges) for v, m in zip(values, self.maps)]
        slices = [
            v if p is None else build.extract_slice(v, self._slice_type(v, m, at, ranges), *p)
            for v, m, p in zip(values, self.maps, places)
        ]
        results = self._generic(slices, at, ranges)
        return [
            r if p is None else build.insert_slice(r, c, *p)
            for r, c, p in zip(results, carried, places[self.ins :])
        ]

    def _is_ordered(self, dimension: int) -> bool:
        """Whether the range of a dimension inside the loops never ends before it begins."""
        own = [atom for atom in self.atoms if dimension in atom[:2]]
        return len(own) == 1 and self._is_square(own[0])

    def _place(self, value: ir.Value, map: ir.AffineMap, at: dict, ranges: dict):
        """Offsets, sizes and steps of what is read of a tensor with a map; None for all of it."""
        dims = [ir.AffineDimExpr(e).position if isinstance(e, ir.AffineDimExpr) else None for e in map.results]
        if not any(d in at or d in ranges for d in dims):
            return None
        offsets, sizes = [], []
        for position, d in enumerate(dims):
            if d in at:
                offsets.append(at[d])
                sizes.append(1)
            elif d in ranges:
                offsets.append(ranges[d][0])
                sizes.append(ranges[d][1])
            else:
                offsets.append(0)
                sizes.append(self.sizes[d] if d is not None else build.sizes_of(value)[position])
        return offsets, sizes, [1] * len(dims)

    def _slice_type(self, value: ir.Value, map: ir.AffineMap, at: dict, ranges: dict) -> ir.Type:
        shape = []
        for static, e in zip(build.shape_of(value.type), map.results):
            d = ir.AffineDimExpr(e).position if isinstance(e, ir.AffineDimExpr) else None
            if d in at:
                continue
            size = ranges[d][1] if d in ranges else self.sizes[d] if d is not None else static
            shape.append(size if isinstance(size, int) else build.DYNAMIC)
        return build.tensor_type(shape, build.element(value.type))

    def _generic(self, slices: list[ir.Value], at: dict, ranges: dict) -> list[ir.Value]:
        left = [d for d in range(self.count) if d not in at]
        number = {d: n for n, d in enumerate(left)}
        zero, new = ir.AffineConstantExpr.get(0), {d: ir.AffineDimExpr.get(n) for d, n in number.items()}
        old_from_new = ir.AffineMap.get(len(left), 0, [new.get(d, zero) for d in range(self.count)])
        maps = []
        for map in self.maps:
            kept = [e for e in map.results if not (isinstance(e, ir.AffineDimExpr) and ir.AffineDimExpr(e).position in at)]
            maps.append(ir.AffineMap.get(len(left), 0, [e.compose(old_from_new) for e in kept]))
        kinds = [_kind(self.op, d) for d in left]

        def index_of(d: int) -> ir.Value:
            if d in at:
                return at[d]
            here = build.emit1("linalg.index", build.index_type(), dim=ir.IntegerAttr.get(ir.IntegerType.get_signless(64), number[d]))
            return _value(_plus(here, ranges[d][0])) if d in ranges else here

        def body(arguments: list[ir.Value]) -> list[ir.Value]:
            block = self.op.regions[0].blocks[0]
            known = dict(zip(block.arguments, arguments))
            for view in block.operations:
                child = view.operation
                if child.name == "linalg.yield":
                    return [known.get(v, v) for v in child.operands]
                if child.name == "linalg.index":
                    known[child.results[0]] = index_of(child.attributes["dim"].value)
                elif (told := self._decided(child)) is not None:
                    known[child.results[0]] = build.constant(child.results[0].type, int(told))
                else:
                    clone_into(child, known)

        return build.generic(slices[: self.ins], slices[self.ins :], maps, kinds, body)

    def _decided(self, op: ir.Operation) -> bool | None:
        """What a comparison of indices comes to wherever the loops go; None if that depends."""
        if op.name != "arith.cmpi":
            return None
        everywhere = frozenset(self.atoms)
        for answer in (True, False):
            if (found := list(compared(op, answer))) and all(implies(everywhere, atom) for atom in found):
                return answer
        return None


def clone_into(op: ir.Operation, known: dict[ir.Value, ir.Value]) -> None:
    """A copy of an operation with known values in the place of its own; its results are known then."""
    copy = op.clone(ip=ir.InsertionPoint.current).operation
    _rewire(copy, known)
    known.update(zip(op.results, copy.results))


def _rewire(op: ir.Operation, known: dict[ir.Value, ir.Value]) -> None:
    for number, operand in enumerate(op.operands):
        if operand in known:
            op.operands[number] = known[operand]
    for region in op.regions:
        for block in region.blocks:
            for child in block.operations:
                _rewire(child.operation, known)


def _kind(op: ir.Operation, dimension: int) -> str:
    return "reduction" if "reduction" in str(op.attributes["iterator_types"][dimension]) else "parallel"


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


def _dim(value: ir.Value, position: int) -> ir.Value:
    return build.emit1("tensor.dim", build.index_type(), value, build.index(position))


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
