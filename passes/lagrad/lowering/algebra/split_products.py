"""`lagrad-split-products`: sums of products of computed factors become contractions of tensors."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from ... import build
from ...forms.generic import Generic
from ...mlir import ir
from ...passes import Pass, option
from ...scalars import Scalar, where
from ..columns.unroll_small import is_unrolled
from ..facts.sum_of_products import Factor, Term, all_places, static_sizes, sums
from ..walk import reached, walk
from .joined_indices import join_indices


@dataclass(frozen=True)
class SplitProducts(Pass):
    """Write each product in a sum as a contraction of two tensors.

    ```
    c[m, n] += exp(a[m, k]) * b[k, n] - d[m, k] * e[k, n]
    ```
    in one `linalg.generic`, as fusion and forward mode leave it, becomes
    ```
    x[m, k] = exp(a[m, k])
    c[m, n] += x[m, k] * b[k, n]
    c[m, n] -= d[m, k] * e[k, n]
    ```
    which a library can compute. A factor gets a tensor only if that is smaller than the work: it depends
    on some dimensions and not on all. Numbers that depend on none stay in the product. Where the sizes
    are known and the work is small, nothing changes.

    A tensor between operations, `x[m, k, e]` in `c[m, n] += x[m, k, e] * w[e, k, n]`, is stored as
    `x[m, e, k]`: `(e, k)` is one index then, and the sum one product of matrices. So it is if all who use the
    tensor are `linalg.generic`, and none of them reads it against the order of another operand for that.
    """

    name = "lagrad-split-products"
    aim = "blas"
    creates = ("arith", "linalg", "tensor")

    work: int = option(4096, "Multiplications, where they are known, below which a sum stays as it is.")

    def run(self, op: ir.Operation, report) -> None:
        for generic in [child for child in walk(op) if child.name == "linalg.generic" and child.results]:
            terms = sums(generic)
            if (
                terms is not None
                and _is_worth(generic, terms)
                and not _is_small(generic, self.work)
                and not is_unrolled(generic)
            ):
                with generic.location, ir.InsertionPoint(generic):
                    results = _Split(generic).results(terms)
                build.replace_op(generic, *results)
        for generic in [child for child in walk(op) if child.name == "linalg.generic" and child.results]:
            if sums(generic) is not None and not _is_small(generic, self.work):
                join_indices(generic)


def _is_worth(generic: ir.Operation, terms: list[list[Term]]) -> bool:
    """Whether it is a sum over some dimension, of contractions, and not one contraction of tensors already."""
    maps = all_places(generic)
    count = generic.attributes["indexing_maps"][0].value.n_dims
    outs = [set(own) for own in maps[generic.attributes["operandSegmentSizes"][0] :]]
    computed = [factor for own in terms for term in own for factor in term.factors if factor.is_computed]
    return (
        all(len(out) < count for out in outs)
        and all(term.is_contraction(out, count) for own, out in zip(terms, outs) for term in own)
        and all(len(factor.dims) < count for factor in computed)
        and (len(computed) > 0 or [len(own) for own in terms] != [1])
    )


def _is_small(generic: ir.Operation, work: int) -> bool:
    sizes = static_sizes(generic)
    return build.DYNAMIC not in sizes and prod(sizes) < work


class _Split:
    """Tensors for factors and the contractions of them, in front of the operation that they replace."""

    def __init__(self, generic: ir.Operation):
        self.generic = Generic(generic)
        self.operands, self.body, self.ins = list(generic.operands), self.generic.body, self.generic.ins
        self.maps, self.places = self.generic.maps, self.generic.dims

    def results(self, terms: list[list[Term]]) -> list[ir.Value]:
        found = []
        for number, own in enumerate(terms, self.ins):
            value = self.operands[number]
            for term in own:
                value = self.contraction(term, value, number)
            found.append(value)
        return found

    def contraction(self, term: Term, out: ir.Value, number: int) -> ir.Value:
        """`out` and a term; its map is that of operand `number`."""
        count = self.maps[number].n_dims
        tensors, places = zip(*map(self.tensor, term.factors))
        arguments = self._read_by(term.numbers)

        def body(inner: list[ir.Value]) -> list[ir.Value]:
            a, b, *read, last = inner
            numbers = self._copy(term.numbers, dict(zip(arguments, read)), ())
            product = self._product([a, b, *numbers])
            if term.guard is not None:
                guard = a if term.factors[0].values == [term.guard] else b
                product = where(Scalar(guard) == 0.0, 0.0, Scalar(product)).value
            return [build.emit1("arith.subf" if term.negative else "arith.addf", last.type, last, product)]

        maps = [_map(count, own) for own in places] + [self.maps[a.arg_number] for a in arguments]
        kinds = ["parallel" if d in self.places[number] else "reduction" for d in range(count)]
        inputs = [*tensors, *(self.operands[a.arg_number] for a in arguments)]
        return build.generic(inputs, [out], [*maps, self.maps[number]], kinds, body)[0]

    def tensor(self, factor: Factor) -> tuple[ir.Value, tuple[int, ...]]:
        """The elements of a factor, and the dimension that each of its indices is."""
        if not factor.is_computed:
            number = ir.BlockArgument(factor.values[0]).arg_number
            return self.operands[number], self.places[number]
        arguments = self._read_by(factor.values)
        widest = max((self.places[a.arg_number] for a in arguments), key=len, default=())
        places = (*widest, *sorted(factor.dims - set(widest)))
        sizes = [self.generic.size(d) for d in places]
        static = [n if isinstance(n, int) else build.DYNAMIC for n in sizes]
        out = build.empty(build.tensor_type(static, factor.values[0].type), sizes)
        own = [tuple(places.index(d) for d in self.places[a.arg_number]) for a in arguments]
        maps = [_map(len(places), p) for p in (*own, range(len(places)))]

        def body(inner: list[ir.Value]) -> list[ir.Value]:
            return [self._product(self._copy(factor.values, dict(zip(arguments, inner)), places))]

        inputs = [self.operands[a.arg_number] for a in arguments]
        return build.generic(inputs, [out], maps, ["parallel"] * len(places), body)[0], places

    def _product(self, values: list[ir.Value]) -> ir.Value:
        first, *others = values
        for other in others:
            first = build.emit1("arith.mulf", first.type, first, other)
        return first

    def _read_by(self, values: list[ir.Value]) -> list[ir.BlockArgument]:
        """The arguments of the body that some values are computed from."""
        inside = self._behind(values)
        return [a for a in self.body.arguments if a in inside]

    def _behind(self, values: list[ir.Value]) -> set[ir.Value]:
        """What a body has computed, or read, to get some values."""
        is_inside = lambda value: build.parent_block(value) == self.body
        operands = lambda value: [] if (op := build.defining_op(value)) is None else op.operands
        return reached(filter(is_inside, values), lambda value: filter(is_inside, operands(value)))

    def _copy(self, wanted: list[ir.Value], known: dict, places: tuple[int, ...]) -> list[ir.Value]:
        """The wanted values at the insertion point, computed from `known` ones; `places` are the dimensions there."""
        needed = self._behind(wanted)
        steps = [op for op in self.generic.steps if any(result in needed for result in op.results)]

        def index_of(d: int) -> ir.Value:
            number = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), places.index(d))
            return build.emit1("linalg.index", build.index_type(), dim=number)

        known = self.generic.at(index_of, known, steps)
        return [known.get(value, value) for value in wanted]


def _map(count: int, dims) -> ir.AffineMap:
    return ir.AffineMap.get(count, 0, [ir.AffineExpr.get_dim(d) for d in dims])
