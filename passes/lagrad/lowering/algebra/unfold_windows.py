"""`lagrad-unfold-windows`: convolutions become contractions, which a library computes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from ... import build
from ...ad.rewrites.control_forms import nest
from ...forms.parts import part_of
from ...mlir import ir
from ...passes import Pass, option
from ..facts.sum_of_products import places_of, sums
from ..products.blas_functions import LETTERS
from ..walk import walk

_ASSUMED = 64  # a size that is not known


@dataclass(frozen=True)
class UnfoldWindows(Pass):
    """Copy what a sum of products reads at sums of indices to a tensor that has a dimension for each index.

    ```
    y[n, f, h, w] += x[n, c, h + i, w + j] * k[f, c, i, j]
    ```
    becomes, for each n,
    ```
    u[c, i, j, h, w] = x[n, c, h + i, w + j]
    y[n, f, h, w] += u[c, i, j, h, w] * k[f, c, i, j]
    ```
    which is a product of matrices; where the copy would be larger than `room`, for each h, too. Where the sum is added
    to such a place, as in the adjoint of a convolution, the product is computed in a tensor of zeros, which is added
    then. It pays if each element is used more than once: if there are at least `reuse` numbers for each of it (the
    sizes of what the window does not depend on, here f), and of numbers that the library knows.
    """

    name = "lagrad-unfold-windows"
    aim = "blas"
    creates = ("arith", "linalg", "scf", "tensor")

    reuse: int = option(2, "How often an element is used at least.")
    work: int = option(1 << 16, "Multiplications, where they are known, below which a sum stays as it is.")
    room: int = option(1 << 18, "Elements of the copy from which on it is made a row at a time.")

    def run(self, op: ir.Operation, report) -> None:
        for generic in [child for child in walk(op) if child.name == "linalg.generic" and len(child.results) == 1]:
            sum_ = _windowed(generic, self.room)
            if sum_ is None or sum_.reuse < self.reuse or sum_.work < self.work or not sum_.is_contraction():
                continue
            report.remark(
                generic.location, "this convolution is a product of matrices: its windows are copied side by side"
            )
            with generic.location, ir.InsertionPoint(generic):
                generic.results[0].replace_all_uses_with(sum_.unfolded())
            generic.erase()


def _windowed(generic: ir.Operation, room: int) -> _Windowed | None:
    """The sum that an operation is, if one of its operands alone has sums of dimensions as indices."""
    maps = [attribute.value for attribute in generic.attributes["indexing_maps"]]
    places = [places_of(map) for map in maps]
    if places.count(None) != 1 or any(child.name == "linalg.index" for child in walk(generic)):
        return None
    if not all(str(build.element(value.type)) in LETTERS for value in generic.operands):
        return None
    window = places.index(None)
    indices = [_terms(e) for e in maps[window].results]
    others = {p for p in places if p}  # of those with the same indices one factor may be computed
    if len(others) != 2 or None in indices or len({d for own in indices for d in own}) < sum(map(len, indices)):
        return None
    return _Windowed(generic, maps, places, window, indices, room)


def _terms(expression: ir.AffineExpr) -> dict[int, int] | None:
    """The dimensions that are added up, each with its factor; None if the expression is anything else."""
    if isinstance(expression, ir.AffineDimExpr):
        return {expression.position: 1}
    if isinstance(expression, ir.AffineMulExpr) and isinstance(expression.rhs, ir.AffineConstantExpr):
        inner = _terms(expression.lhs)
        return None if inner is None else {d: n * expression.rhs.value for d, n in inner.items()}
    if isinstance(expression, ir.AffineAddExpr):
        left, right = _terms(expression.lhs), _terms(expression.rhs)
        return None if left is None or right is None or set(left) & set(right) else left | right
    return None


class _Windowed:
    """A sum over windows of the operand number `window`, whose indices are sums of multiples of dimensions."""

    def __init__(self, generic: ir.Operation, maps, places, window: int, indices: list[dict[int, int]], room: int):
        self.generic, self.places, self.window, self.indices = generic, places, window, indices
        self.operands, self.out = list(generic.operands), len(maps) - 1
        self.count = maps[0].n_dims
        inside = {d for own in indices for d in own}
        self.static = [self._static(d) for d in range(self.count)]
        known = [_ASSUMED if n == build.DYNAMIC else n for n in self.static]
        self.work = prod(known)
        self.reuse = prod(known[d] for d in range(self.count) if d not in inside)
        # The dimensions of the window are also those of either other operand. Last are those along which it lies in
        # order.
        groups = [[d for d in own if d in inside] for own in dict.fromkeys(places) if own]
        narrow, wide = sorted(groups, key=lambda group: prod(known[d] for d in group))
        alone = [d for own in indices if list(own.values()) == [1] for d in own]
        self.outer = [
            d for d in alone if d in narrow and d in wide or d in indices[0] and d in wide and len(indices) > 1
        ]
        is_narrow_last = any(list(indices[-1]) == [d] for d in narrow)
        order = [*wide, *narrow] if is_narrow_last else [*narrow, *wide]
        self.inner = [d for d in dict.fromkeys(order) if d not in self.outer]
        for d in [d for d in wide if d in self.inner][:-1]:
            if prod(known[n] for n in self.inner) > room and d not in alone:
                self.outer.append(d)
                self.inner.remove(d)
        self.kept = [d for d in range(self.count) if d not in self.outer]
        self.is_whole = inside == {*self.outer, *self.inner}

    def _static(self, d: int) -> int:
        value, axis = self._known_by(d)
        return build.DYNAMIC if value is None else build.shape_of(value.type)[axis]

    def _known_by(self, d: int) -> tuple[ir.Value | None, int]:
        """An operand that has a dimension as an index, and which of its indices that is."""
        for value, own in zip(self.operands, self.places):
            if own and d in own:
                return value, own.index(d)
        return (self.operands[self.window], self.indices.index({d: 1})) if {d: 1} in self.indices else (None, 0)

    def _size(self, d: int) -> ir.Value | int:
        if self.static[d] != build.DYNAMIC:
            return self.static[d]
        value, axis = self._known_by(d)
        return build.emit1("tensor.dim", build.index_type(), value, build.index(axis))

    def is_contraction(self) -> bool:
        """Whether the rest is one sum of products of two factors, when the window has an index for each of its
        dimensions."""
        if not self.is_whole:
            return False
        window = [*self.outer, *self.inner]
        trial = self._contraction(self.operands, list(range(self.count)), window)
        terms = sums(trial)
        outputs = window if self.window == self.out else self.places[self.out]
        found = terms is not None and len(terms[0]) == 1 and terms[0][0].is_contraction(set(outputs), self.count)
        trial.erase()
        return found

    def unfolded(self) -> ir.Value:
        """Builds the product, in loops over the outer dimensions."""
        upper = [build.index(n) if isinstance(n, int) else n for n in map(self._size, self.outer)]
        zero, one = [build.index(0)] * len(upper), [build.index(1)] * len(upper)
        out = self.operands[self.out]
        return nest(zero, upper, one, [out], lambda at, carried: [self._trip(dict(zip(self.outer, at)), carried[0])])[0]

    def _trip(self, at: dict[int, ir.Value], out: ir.Value) -> ir.Value:
        whole = [*self.operands[: self.out], out]
        parts = [self._part(number, value, at) for number, value in enumerate(whole)]
        operands = [part.of(value) for value, part in zip(whole, parts)]
        source = operands[self.window]
        sizes = [self._size(d) for d in self.inner]
        windows = build.tensor_type(
            [n if isinstance(n, int) else build.DYNAMIC for n in sizes], build.element(source.type)
        )
        identity, spread = ir.AffineMap.get_identity(len(self.inner)), self._spread()
        if self.window == self.out:
            operands[self.out] = build.zeros(windows, sizes)
            product = self._contraction(operands, self.kept, self.inner).results[0]
            kinds = ["parallel" if {d: 1} in self.indices else "reduction" for d in self.inner]
            [result] = build.generic(
                [product], [source], [identity, spread], kinds, lambda args: [build.add(args[1], args[0])]
            )
        else:
            kinds = ["parallel"] * len(self.inner)
            operands[self.window] = build.generic(
                [source], [build.empty(windows, sizes)], [spread, identity], kinds, lambda args: [args[0]]
            )[0]
            result = self._contraction(operands, self.kept, self.inner).results[0]
        return parts[self.out].put(result, out)

    def _spread(self) -> ir.AffineMap:
        """Where an element of the copy is in what is read in an iteration of the loops."""
        found = []
        for own in self.indices:
            terms = [ir.AffineDimExpr.get(self.inner.index(d)) * n for d, n in own.items() if d in self.inner]
            if terms:
                found.append(sum(terms[1:], terms[0]))
        return ir.AffineMap.get(len(self.inner), 0, found)

    def _part(self, number: int, value: ir.Value, at: dict[int, ir.Value]) -> _Part:
        """The part of an operand that an iteration of the loops is about."""
        if not build.is_tensor(value.type):
            return _Part([], [], [])
        indices = self.indices if number == self.window else [{d: 1} for d in self.places[number]]
        offsets, sizes, kept = [], [], []
        for own, size in zip(indices, build.sizes_of(value)):
            outside, inside = ({d: n for d, n in own.items() if (d in at) == there} for there in (True, False))
            offsets.append(_total(0, [(at[d], n) for d, n in outside.items()]))
            last = _total(1 - sum(inside.values()), [(self._size(d), n) for d, n in inside.items()])
            sizes.append(last if outside else size)
            kept.append(bool(inside) or not own)
        return _Part(offsets, sizes, kept)

    def _contraction(self, operands: Sequence[ir.Value], dims: list[int], window: list[int]) -> ir.Operation:
        """The same sum of other operands, over some dimensions, where the window has these as indices."""
        op = self.generic.clone().operation
        for number, value in enumerate(operands):
            op.operands[number] = value
        plain = [window if number == self.window else own for number, own in enumerate(self.places)]
        maps = [[ir.AffineDimExpr.get(dims.index(d)) for d in own if d in dims] for own in plain]
        op.attributes["indexing_maps"] = ir.ArrayAttr.get(
            [ir.AffineMapAttr.get(ir.AffineMap.get(len(dims), 0, map)) for map in maps]
        )
        kinds = ["parallel" if d in plain[self.out] else "reduction" for d in dims]
        op.attributes["iterator_types"] = ir.ArrayAttr.get(
            [ir.Attribute.parse(f"#linalg.iterator_type<{kind}>") for kind in kinds]
        )
        op.results[0].set_type(operands[self.out].type)
        return op


@dataclass(frozen=True)
class _Part:
    """A part of a tensor without the dimensions that loops go over: those that are not `kept`."""

    offsets: list[ir.Value | int]
    sizes: list[ir.Value | int]
    kept: list[bool]

    @property
    def is_whole(self) -> bool:
        return all(isinstance(n, int) for n in self.offsets)

    def of(self, value: ir.Value) -> ir.Value:
        if self.is_whole:
            return value
        return part_of(value, self.offsets, self.sizes, {axis for axis, kept in enumerate(self.kept) if not kept})

    def put(self, part: ir.Value, into: ir.Value) -> ir.Value:
        return (
            part if self.is_whole else build.insert_slice(part, into, self.offsets, self.sizes, [1] * len(self.sizes))
        )


def _total(number: int, terms: list[tuple[ir.Value | int, int]]) -> ir.Value | int:
    """A number and multiples of others."""
    number += sum(value * times for value, times in terms if isinstance(value, int))
    for value, times in terms:
        if not isinstance(value, int):
            product = value if times == 1 else build.emit1("arith.muli", value.type, value, build.index(times))
            if number == 0 and isinstance(number, int):
                number = product
            else:
                before = build.index(number) if isinstance(number, int) else number
                number = build.emit1("arith.addi", value.type, product, before)
    return number
