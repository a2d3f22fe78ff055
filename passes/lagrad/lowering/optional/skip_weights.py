"""`lagrad-skip-weights`: sums of products with weights leave out what has weight zero."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...ad.rewrites.choices import either
from ...analysis import linalg_form
from ...build import defining_op, emit1, extract, index, insert
from ...errors import Report
from ...mlir import arith, ir, scf
from ...passes import Pass
from ...triangular.support import TRIANGLE
from ..facts.in_place import is_known_before
from ..facts.loops_around import before_loops
from ..facts.sum_of_products import all_places, leaves, sums
from ..products.finite import and_finite
from ..walk import walk
from .chosen_columns import columns_of, is_empty

_PERCENT = 60  # weights of a hundred that are not zero, up to which the others are left out


@dataclass(frozen=True)
class SkipWeights(Pass):
    """Sum over those indices only whose weight is not zero, where the program finds that many are.

    ```
    t[i, n] = w[n] * x[i, n]
    y[i, j] += sum_n t[i, n] * z[j, n]
    ```
    becomes
    ```
    if (at most 60 percent of the w[n] are not zero, and all of x and z is finite)
      chosen = where w is not zero
      t'[i, u] = w[chosen[u]] * x[i, chosen[u]]
      y[i, j] += sum_u t'[i, u] * z[j, chosen[u]]
    else what it was
    ```
    The weights of a mixture, or of attention, are exponentials, of which most underflow where there are many
    dimensions: the gradient by the parameters of a component then is a sum over the points that are near to it. Zero
    times infinity is NaN, hence the question.

    Runs with `inspect=true`: products with weights of which 60 to 95 percent are zero take 1.2 to 13 times as long
    without it (`python -m benchmarks.thresholds.weights`), as in gradients of mixtures; nothing else that was measured
    does.
    """

    name = "lagrad-skip-weights"
    aim = "adjoint-sparsity"
    creates = ("arith", "linalg", "scf", "tensor")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context:
            done: set[ir.Operation] = set()
            for generic in [child for child in walk(op) if child.name == "linalg.generic"]:
                if generic not in done and (found := _found(generic)) is not None:
                    report.remark(
                        generic.location, "where many of the weights are zero, sums leave out what they are of"
                    )
                    done.update(found.dims)
                    with generic.location:
                        found.replace()


@dataclass(frozen=True)
class _Sums:
    """Sums over the index of some weights, with the operation that gives weights to what they sum if they do not do
    that themselves."""

    weights: ir.Value
    weighted: ir.Value | None
    dims: dict[ir.Operation, int]  # of each: the dimension that the weights have

    @property
    def sums(self) -> list[ir.Operation]:
        return [op for op in self.dims if not self._is_weighted(op.results[0])]

    def _is_weighted(self, value: ir.Value) -> bool:
        return self.weighted is not None and value == self.weighted

    def replace(self) -> None:
        first = self.sums[0]
        for op in self.dims:
            if self._is_weighted(op.results[0]):
                op.move_before(first)
                first = op
        with ir.InsertionPoint(first):
            length = emit1("tensor.dim", build.index_type(), self.weights, index(0))
            found, chosen, left = _not_zero(self.weights, length)
            count = arith.minsi(found, length)  # which `lagrad-hoist-buffers` would not know
            scaled, bound = (
                emit1("arith.muli", count.type, v, index(n)) for v, n in ((count, 100), (length, _PERCENT))
            )
            pays = self._all_finite(build.compare_integers("sle", scaled, bound))
            some, taken = (emit1("arith.select", count.type, pays, count, other) for other in (index(0), length))
            known = {
                (self.weights, 0): either(
                    pays, build.extract_slice(left, self.weights.type, [0], [some], [1]), self.weights
                )
            }
            for op, dim in self.dims.items():
                for number, (value, places) in enumerate(zip(op.operands, _places(op))):
                    if dim in places and not self._is_weighted(value):
                        key = value, places.index(dim)
                        if key not in known:
                            known[key] = _chosen(pays, *key, chosen, some, length, taken)
                        op.operands[number] = known[key]

    def _all_finite(self, pays: ir.Value) -> ir.Value:
        """`pays`, and zero times each of the other factors is zero."""
        inputs = [v for op in self.dims for v in list(op.operands)[: linalg_form.inputs(op)]]
        first = self.sums[0]
        factors = [_whole(v, first) for v in inputs if v != self.weights and not self._is_weighted(v)]
        return and_finite(pays, first, factors)


def _found(op: ir.Operation) -> _Sums | None:
    """The sums that an operation gives weights to, or that it is."""
    if len(op.results) != 1 or TRIANGLE in op.attributes or (places := _places(op)) is None:
        return None
    for number in range(linalg_form.inputs(op)):
        if len(places[number]) == 1 and op.operands[number] not in [
            v for n, v in enumerate(op.operands) if n != number
        ]:
            found = _sums_of(op, number) if _gives_weights(op, number) else _sum(op, number)
            if found is not None:
                return found
    return None


def _gives_weights(op: ir.Operation, number: int) -> bool:
    """Whether an operation multiplies its operand `number` with others, element by element."""
    body, ins, maps = op.regions[0].blocks[0], linalg_form.inputs(op), linalg_form.maps(op)
    factors = leaves(list(body.operations)[-1].operands[0])[0]
    is_factor = body.arguments[number] in factors and body.arguments[ins] not in factors
    return is_factor and maps[ins].is_permutation and len(maps[ins].results) > 1 and all(
        isinstance(v.owner, ir.Block) and v.owner == body for v in factors
    )  # fmt: skip


def _sum(op: ir.Operation, number: int) -> _Sums | None:
    """A sum of products of matrices with weights."""
    if linalg_form.maps(op)[0].n_dims < 3 or not _is_sum(op, number, 0):
        return None
    (dim,) = _places(op)[number]
    return _Sums(op.operands[number], None, {op: dim}) if _is_open(op, dim) else None


def _sums_of(product: ir.Operation, number: int) -> _Sums | None:
    """The sums of what an operation gives weights to, if one of them is a product of matrices."""
    places, weighted = _places(product), product.results[0]
    (dim,) = places[number]
    axis, dims = places[-1].index(dim), {product: dim}
    users = {use.owner.operation: use.operand_number for use in weighted.uses}
    order = sorted(
        users,
        key=lambda op: sum(other.block == op.block and other.is_before_in_block(op) for other in users if other != op),
    )
    for user in order:
        if user.block != product.block or user.name != "linalg.generic" or not _is_sum(user, users[user], axis):
            return None
        dims[user] = _places(user)[users[user]][axis]
    if not any(linalg_form.maps(user)[0].n_dims > 2 for user in order):
        return None
    factors = [v for op in order for v in list(op.operands)[: linalg_form.inputs(op)] if v != weighted]
    is_known = all(is_known_before(order[0], v) for v in factors)
    if not is_known or not all(_is_open(op, d) for op, d in dims.items()):
        return None
    return _Sums(product.operands[number], weighted, dims)


def _is_open(op: ir.Operation, dim: int) -> bool:
    """Whether no operand says how large a dimension is."""
    return all(
        build.shape_of(v.type)[own.index(dim)] == build.DYNAMIC
        for v, own in zip(op.operands, _places(op))
        if dim in own
    )


def _is_sum(user: ir.Operation, number: int, axis: int) -> bool:
    """Whether an operation adds to its result products with its operand `number`, over one of its indices."""
    if len(user.results) != 1 or TRIANGLE in user.attributes or (terms := sums(user)) is None:
        return False
    places, body = _places(user), user.regions[0].blocks[0]
    dim, argument = places[number][axis], body.arguments[number]
    if dim in places[-1] or any(view.operation.name == "linalg.index" for view in body.operations):
        return False
    once = list(user.operands).count(user.operands[number]) == 1
    return once and all(any(argument in f.values for f in term.factors) and term.guard is None for term in terms[0])


def _places(op: ir.Operation) -> list[tuple[int, ...]] | None:
    """The dimensions that the indices of each operand are; None where they are not so simple."""
    places = all_places(op)
    return None if None in places else places


def _whole(value: ir.Value, op: ir.Operation) -> ir.Value:
    """What a tensor is a part of, if that stays the same in more of the loops around an operation."""
    place = before_loops(op, [value])
    while defining_op(value, "tensor.extract_slice") is not None:
        source = value.owner.operation.operands[0]
        if before_loops(op, [source]) == place:
            break
        value, place = source, before_loops(op, [source])
    return value


def _chosen(
    pays: ir.Value, tensor: ir.Value, axis: int, chosen: ir.Value, some: ir.Value, length: ir.Value, taken: ir.Value
) -> ir.Value:
    """`some` of the `length` columns of a tensor if that pays, otherwise all; room for those that are `taken` if it is
    nothing else."""
    sizes = build.sizes_of(tensor)
    if is_empty(tensor):
        return build.empty(tensor.type, [taken if d == axis else n for d, n in enumerate(sizes)])
    # No iteration of a loop changes the size of this room.
    room = build.empty(tensor.type, [length if d == axis else n for d, n in enumerate(sizes)])
    few = [some if d == axis else n for d, n in enumerate(sizes)]
    part = build.extract_slice(room, tensor.type, [0] * len(few), few, [1] * len(few))
    return either(pays, columns_of(tensor, axis, chosen, part), tensor)


def _not_zero(weights: ir.Value, length: ir.Value) -> list[ir.Value]:
    """How many weights are not zero, where they are, and what they are."""
    lists = [
        build.empty(build.tensor_type([build.DYNAMIC], t), [length])
        for t in (build.index_type(), build.element(weights.type))
    ]
    loop = scf.ForOp(index(0), length, index(1), [index(0), *lists])
    with ir.InsertionPoint(loop.body):
        at, (so_far, *lists) = loop.induction_variable, loop.inner_iter_args
        weight = extract(weights, [at])
        counts = arith.cmpf(arith.CmpFPredicate.UNE, weight, build.constant(weight.type, 0.0))
        lists = [
            insert(v, list_, [so_far]) for v, list_ in zip((at, weight), lists)
        ]  # the next one overwrites what does not count
        scf.yield_([emit1("arith.addi", so_far.type, so_far, emit1("arith.index_castui", so_far.type, counts)), *lists])
    return list(loop.results)
