"""`lagrad-skip-columns`: columns that no gather reads are not computed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

from ... import build
from ...build import DYNAMIC, emit1, shape_of
from ...errors import Report
from ...mlir import ir
from ...passes import Pass, option
from ...triangular.support import TRIANGLE
from ..facts.sum_of_products import all_places
from ..walk import walk
from .chosen_columns import Chosen, is_empty
from .gathers import Gather, gather_of


@dataclass(frozen=True)
class SkipColumns(Pass):
    """Compute those columns of a tensor that are read, where data say which.

    ```
    y[i, v] = sum_k a[i, k] * x[k, v]
    z[c, i] = y[i, places[c]]
    ```
    becomes, where the program finds that no more than `percent` of the columns of `y` occur in `places`,

    ```
    chosen, numbers = what occurs in places, and which of these each column is
    x'[k, u] = x[k, chosen[u]]
    y'[i, u] = sum_k a[i, k] * x'[k, u]
    z[c, i]  = y'[i, numbers[places[c]]]
    ```
    and otherwise stays what it was, with `x` for `x'`. All that lies between `x` and `y`, in any number of directions,
    has fewer columns then. "Columns" are whatever an index of the gather counts. If `x'` has more than `bytes`, it must
    be `large` percent of `x` at most: a quarter takes no more memory, with what is computed from it, than all columns
    of that do.

    Runs with `inspect=true`: the Jacobian of ADBench's Hand takes 1.0 to 2.2 times as long without it, and nothing else
    that was measured does.
    """

    name = "lagrad-skip-columns"
    aim = "adjoint-sparsity"
    creates = ("arith", "linalg", "scf", "tensor")

    percent: int = option(75, "Columns of a hundred up to which those that are read are chosen.")
    bytes: int = option(1 << 16, "Bytes of the columns that are chosen, more than which is large.")
    large: int = option(25, "Columns of a hundred up to which those that are read are chosen, where they are large.")

    def run(self, op: ir.Operation, report: Report) -> None:
        done: set[ir.Operation] = set()
        for generic in [child for child in walk(op) if child.name == "linalg.generic"]:
            if generic not in done and (columns := _around(generic)) is not None:
                report.remark(generic.location, "columns that are not read are not computed")
                columns.replace(columns.choose(self._percent))
                done.update(columns.dims)

    def _percent(self, bytes: ir.Value) -> ir.Value:
        is_large = build.compare_integers("sgt", bytes, build.index(self.bytes))
        return emit1(
            "arith.select", bytes.type, is_large, build.index(min(self.large, self.percent)), build.index(self.percent)
        )


@dataclass(frozen=True)
class _Columns:
    """Operations that run over the same columns, in their order, each with its dimension for them; and who reads the
    results."""

    dims: dict[ir.Operation, int]
    gathers: list[Gather]
    count: tuple[ir.Value, int]  # a tensor with all columns, and its dimension for them

    @property
    def first(self) -> ir.Operation:
        return next(iter(self.dims))

    def choose(self, percent: Callable[[ir.Value], ir.Value]) -> Chosen:
        """Finds the columns; `percent` emits how many of a hundred may be chosen that have so many bytes."""
        with self.first.location, ir.InsertionPoint(self.first):
            gathers = list({gather.key(): gather for gather in self.gathers}.values())
            lengths = [_size(gather.argument(), 0) for gather in gathers]
            return Chosen(
                _size(*self.count), lambda chosen: percent(_product([chosen, self._bytes()])), gathers, lengths
            )

    def _bytes(self) -> ir.Value:
        """Of a column of all that is chosen from, as far as that is known where the first operation is."""
        given = {(op.operands[number], axis) for op, number, axis in self._given()}
        known = [(v, axis) for v, axis in given if _is_before(v, self.first) and not is_empty(v)]
        total = build.index(0)
        for tensor, axis in known:
            others = [_size(tensor, d) for d in range(len(shape_of(tensor.type))) if d != axis]
            total = emit1(
                "arith.addi", total.type, total, _product([build.index(build.bytes_of(tensor.type)), *others])
            )
        return total

    def replace(self, chosen: Chosen) -> None:
        for op, number, axis in self._given():
            with op.location:
                op.operands[number] = chosen.of(op.operands[number], axis, op)
        for gather in self.gathers:
            chosen.rename(gather)

    def _given(self) -> list[tuple[ir.Operation, int, int]]:
        """The operands with columns that none of the operations computes, by number, and the dimension of each."""
        computed = {op.results[0] for op in self.dims}
        return [
            (op, number, places.index(dim))
            for op, dim in self.dims.items()
            for number, places in enumerate(_places(op))
            if dim in places and op.operands[number] not in computed
        ]


def _around(start: ir.Operation) -> _Columns | None:
    """The operations over the columns of a result that is gathered; None where there is nothing to be gained."""
    if (axis := _gathered_axis(start)) is None:
        return None
    dims = _connected(start, axis)
    while left := [op for op in dims if not all(_is_of_columns(use, op, dims) for use in op.results[0].uses)]:
        for op in left:
            del dims[op]
    if start not in dims or not any(
        "reduction" in str(kind) for op in dims for kind in op.attributes["iterator_types"]
    ):
        return None
    order = sorted(dims, key=lambda op: sum(other.is_before_in_block(op) for other in dims if other != op))
    gathers = [g for op in order for use in op.results[0].uses if (g := _gather(use, op, dims[op])) is not None]
    known = all(_is_before(value, order[0]) for gather in gathers for value in gather.reads())
    if not known or max(gather.times for gather in gathers) < 2:
        return None
    out = order[0].operands[len(order[0].operands) - 1]
    return _Columns({op: dims[op] for op in order}, gathers, (out, _places(order[0])[-1].index(dims[order[0]])))


def _gathered_axis(op: ir.Operation) -> int | None:
    """The dimension of a result in which bodies read it at places that data say."""
    if len(op.results) != 1 or not build.is_tensor(op.results[0].type):
        return None
    readers = [use.owner.operation for use in op.results[0].uses]
    for axis, size in enumerate(shape_of(op.results[0].type)):
        if size == DYNAMIC and readers and gather_of(readers[0], axis, op.block) is not None:
            return axis
    return None


def _connected(start: ir.Operation, axis: int) -> dict[ir.Operation, int]:
    """Operations that pass columns on to each other, with the dimension of each for them."""
    found: dict[ir.Operation, int] = {}
    left = [(start, axis)]  # and a dimension of its result
    while left:
        op, axis = left.pop()
        if op in found or (places := _places(op)) is None or not _runs_over(op, dim := places[-1][axis]):
            continue
        found[op] = dim
        for value, own in zip(op.operands, places):
            if dim in own and not isinstance(value.owner, ir.Block) and value.owner.operation.block == start.block:
                left.append((value.owner.operation, own.index(dim)))
        for use in op.results[0].uses:
            user = use.owner.operation
            if user.block == start.block and (theirs := _places(user)) is not None:
                its = theirs[use.operand_number][axis]
                if its in theirs[-1]:
                    left.append((user, theirs[-1].index(its)))
    return found


def _runs_over(op: ir.Operation, dim: int) -> bool:
    """Whether an operation does the same for every index of a dimension, which nobody knows the size of."""
    bodies = [child for child in walk(op)]
    sizes = [shape_of(v.type)[own.index(dim)] for v, own in zip(op.operands, _places(op)) if dim in own]
    numbered = any(child.name == "linalg.index" and child.attributes["dim"].value == dim for child in bodies)
    bounded = dim in list(op.attributes[TRIANGLE])[:2] if TRIANGLE in op.attributes else False
    return not numbered and not bounded and all(size == DYNAMIC for size in sizes)


def _is_of_columns(use: ir.OpOperand, op: ir.Operation, dims: dict[ir.Operation, int]) -> bool:
    """Whether a result is used by columns: by one of the operations, or by a gather of them."""
    user = use.owner.operation
    if user in dims:
        return _places(user)[use.operand_number].index(dims[user]) == _places(op)[-1].index(dims[op])
    return _gather(use, op, dims[op]) is not None


def _gather(use: ir.OpOperand, op: ir.Operation, dim: int) -> Gather | None:
    user = use.owner.operation
    is_read = user.name == "tensor.extract" and use.operand_number == 0
    return gather_of(user, _places(op)[-1].index(dim), op.block) if is_read else None


def _places(op: ir.Operation) -> list[tuple[int, ...]] | None:
    """The dimensions of the operands of a `linalg.generic` with one result; None where they are not so simple."""
    if op.name != "linalg.generic" or len(op.results) != 1:
        return None
    places = all_places(op)
    return None if None in places else places


def _is_before(value: ir.Value, op: ir.Operation) -> bool:
    """Whether a value that is used further down in the block of an operation is known where that stands."""
    owner = value.owner
    return isinstance(owner, ir.Block) or owner.operation.block != op.block or owner.operation.is_before_in_block(op)


def _product(values: list[ir.Value]) -> ir.Value:
    return reduce(lambda a, b: emit1("arith.muli", a.type, a, b), values)


def _size(tensor: ir.Value, axis: int) -> ir.Value:
    return emit1("tensor.dim", build.index_type(), tensor, build.index(axis))
