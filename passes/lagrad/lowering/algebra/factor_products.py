"""`lagrad-factor-products`: two products that are added up and have a factor in common become one."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...mlir import ir
from ...passes import Pass
from ..facts.sum_of_products import places_of, sums
from ..walk import walk

_SIDES = ((0, 1), (1, 0))  # of a product: the factor in common, the other one


@dataclass(frozen=True)
class FactorProducts(Pass):
    """Take a factor out of a sum of two contractions.

    ```
    c[m, n] += a[m, k] * x[k, n]
    c[m, n] += a[m, k] * y[n, k]
    ```
    becomes
    ```
    s[k, n] = x[k, n] + y[n, k]
    c[m, n] += a[m, k] * s[k, n]
    ```
    The adjoint of a product of a matrix with itself, `r^T r`, is such a sum, `r g + r g^T`, as every operand of a product has its
    part in the adjoint. Half of the multiplications are left, and a matrix of sums. As it is another order of sums, strict
    code does not have it.
    """

    name = "lagrad-factor-products"
    creates = ("arith", "linalg", "tensor")

    def run(self, op: ir.Operation, report) -> None:
        for generic in [child for child in walk(op) if child.name == "linalg.generic"]:
            if (second := _product(generic)) is None or (first := _product_before(generic)) is None:
                continue
            if (sides := _in_common(first, second)) is not None:
                with generic.location, ir.InsertionPoint(generic):
                    result = _factored(first, second, *sides)
                generic.results[0].replace_all_uses_with(result)
                generic.erase()
                first.op.erase()


@dataclass(frozen=True)
class _Product:
    """`out[...] += a[...] * b[...]` or `-=`; for each of the three, the dimension that each index is."""

    op: ir.Operation
    places: tuple[tuple[int, ...], ...]
    is_negative: bool


def _product(generic: ir.Operation) -> _Product | None:
    """The contraction of two tensors that an operation is; None if it is anything else."""
    if len(generic.results) != 1 or len(generic.operands) != 3 or (terms := sums(generic)) is None or len(terms[0]) != 1:
        return None
    (term,) = terms[0]
    places = tuple(places_of(attribute.value) for attribute in generic.attributes["indexing_maps"])
    count = generic.attributes["indexing_maps"][0].value.n_dims
    if term.guard is not None or term.numbers or any(f.is_computed for f in term.factors) or not term.is_contraction(set(places[2]), count):
        return None
    read = [ir.BlockArgument(factor.values[0]).arg_number for factor in term.factors]
    return _Product(generic, places, term.negative) if sorted(read) == [0, 1] else None


def _product_before(generic: ir.Operation) -> _Product | None:
    """The one to which this one adds, if nothing else reads that."""
    out = generic.operands[2]
    if isinstance(out.owner, ir.Block) or len(list(out.uses)) != 1:
        return None
    before = out.owner.operation
    return _product(before) if before.name == "linalg.generic" and before.block == generic.block else None


def _in_common(first: _Product, second: _Product) -> tuple[int, int, tuple[int, ...]] | None:
    """Which operands of the two the other factors are, and the dimensions of the first at the indices of the second's."""
    for (mine, x), (theirs, y) in ((one, other) for one in _SIDES for other in _SIDES):
        if first.op.operands[mine] != second.op.operands[theirs]:
            continue
        pairs = [*zip(second.places[theirs], first.places[mine]), *zip(second.places[2], first.places[2])]
        renamed = dict(pairs)
        if len(set(pairs)) != len(renamed) or len(set(renamed.values())) != len(renamed):
            continue
        found = tuple(renamed[d] for d in second.places[y])
        is_less = len(found) < len(renamed)  # sums than products
        if set(found) == set(first.places[x]) and is_less and first.op.operands[x].type.element_type == second.op.operands[y].type.element_type:
            return x, y, found
    return None


def _factored(first: _Product, second: _Product, x: int, y: int, places: tuple[int, ...]) -> ir.Value:
    """The sum of the other factors, which takes the place of the first one's in its product."""
    one, other = first.op.operands[x], second.op.operands[y]
    sizes = [one.type.get_dim_size(d) for d in range(one.type.rank)]
    dynamic = [build.emit1("tensor.dim", build.index_type(), one, build.index(d)) if n == build.DYNAMIC else n for d, n in enumerate(sizes)]
    empty = build.empty(build.tensor_type(sizes, one.type.element_type), dynamic)
    count = len(sizes)
    same = ir.AffineMap.get_identity(count)
    turned = ir.AffineMap.get(count, 0, [ir.AffineExpr.get_dim(first.places[x].index(d)) for d in places])
    name = "arith.addf" if first.is_negative == second.is_negative else "arith.subf"
    (total,) = build.generic([one, other], [empty], [same, turned, same], ["parallel"] * count, lambda v: [build.emit1(name, v[2].type, v[0], v[1])])
    whole = first.op.clone(ip=ir.InsertionPoint.current).operation
    whole.operands[x] = total
    return whole.results[0]
