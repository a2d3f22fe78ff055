"""`lagrad-slice-chains`: operations over a common dimension run slice by slice, so that what they pass on is one
slice."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from ... import build
from ...build import DYNAMIC, defining_op, shape_of
from ...errors import Report
from ...forms.generic import Generic
from ...mlir import ir, scf
from ...passes import Pass
from ..facts.in_place import inside
from ..facts.sum_of_products import all_places, static_sizes
from ..walk import walk

_LARGE = 1 << 13  # elements of a tensor that is passed on, where they are known, below which it may be whole
_REUSE = 8  # multiplications with each element of a matrix that is read again for each slice


@dataclass(frozen=True)
class SliceChains(Pass):
    """Run operations that pass on tensors to each other one slice of their first dimension at a time.

    ```mlir
    %a = linalg.generic ... outs(%0 : tensor<20x3x?xf64>)
    %b = linalg.generic ... ins(%r, %a : tensor<3x3xf64>, tensor<20x3x?xf64>) outs(%1 : tensor<20x3x?xf64>)
    ```
    becomes
    ```mlir
    %b = scf.for %i = 0 to 20 iter_args(%c = %1) {
      %slice = linalg.generic ... outs(%2 : tensor<3x?xf64>)
      ... linalg.generic ... ins(%r, %slice) ... inserted into %c[%i]
    }
    ```
    and `%a`, which is a derivative in 20 directions perhaps, takes the memory of one and stays in a cache. The number
    of slices is known, nothing else reads `%a`, and no operation in the chain needs several slices: neither by what it
    computes nor, as a product with a large matrix, to be fast.
    """

    name = "lagrad-slice-chains"
    aim = "fusion"
    creates = ("arith", "linalg", "scf", "tensor")

    def run(self, op: ir.Operation, report: Report) -> None:
        taken: list[ir.Operation] = []
        chains = []
        for last in [child for child in walk(op) if child.name == "linalg.generic"][::-1]:
            if last not in taken and (chain := _chain(last)) is not None:
                taken += chain.members
                chains.append(chain)
        for chain in chains:
            report.remark(chain.members[-1].location, f"{len(chain.members)} operations run slice by slice")
            with chain.members[-1].location:
                chain.replace()


@dataclass(frozen=True)
class _Chain:
    """Operations in their order, the last of which gives the result, and the dimension of each that is cut."""

    members: list[ir.Operation]
    dims: list[int]

    def replace(self) -> None:
        last = self.members[-1]
        whole = last.results[0]
        with ir.InsertionPoint(last):
            sizes = build.sizes_of(_out(last))
            loop = scf.ForOp(build.index(0), build.index(sizes[0]), build.index(1), [_out(last)])
        slices: dict[ir.Value, ir.Value] = {}
        with ir.InsertionPoint(loop.body):
            for op, dim in zip(self.members, self.dims):
                into = loop.inner_iter_args[0] if op == last else _out(op)
                slices[op.results[0]] = _sliced(op, dim, loop.induction_variable, into, slices)
            rest = [0] * (len(sizes) - 1)
            place = [loop.induction_variable, *rest], [1, *sizes[1:]], [1] * len(sizes)
            scf.yield_([build.insert_slice(slices[whole], loop.inner_iter_args[0], *place)])
        whole.replace_all_uses_with(loop.results[0])
        for op in self.members[::-1]:
            if not list(op.results[0].uses):
                op.erase()


def _chain(last: ir.Operation) -> _Chain | None:
    """The longest chain to an operation; None if nothing large is passed on in it."""
    if (dim := _cut(last)) is None:
        return None
    members, dims, left = [last], [dim], True
    while left:
        left = False
        for value in [v for op in members for v in _read_by(op)]:
            op = _producer(value, last)
            if op is None or op in members or (dim := _cut(op)) is None:
                continue
            readers = [inside(use.owner.operation, op.block) for use in value.uses]
            ours = [reader for reader in readers if reader in members]
            are_slices = all(_reads_slice(r, dims[members.index(r)], value) for r in ours)
            if (_is_fill(op) or ours == readers) and are_slices:
                members.insert(0, op)
                dims.insert(0, dim)
                left = True
    passed_on = [op for op in members[:-1] if not _is_fill(op)]
    if not any(DYNAMIC in (shape := shape_of(op.results[0].type)) or prod(shape) >= _LARGE for op in passed_on):
        return None
    order = sorted(
        range(len(members)), key=lambda n: sum(m.is_before_in_block(members[n]) for m in members if m != members[n])
    )
    return _Chain([members[n] for n in order], [dims[n] for n in order])


def _cut(op: ir.Operation) -> int | None:
    """The dimension that is the first one of an operation's result, if all can be done one index at a time."""
    if len(op.results) != 1 or len(shape := shape_of(op.results[0].type)) < 2 or not 1 < shape[0] != DYNAMIC:
        return None
    places = all_places(op)
    if None in places:
        return None
    dim = places[-1][0]
    return dim if all(_is_cheap_again(op, v, own, places[-1], dim) for v, own in zip(_ins(op), places)) else None


def _is_cheap_again(op: ir.Operation, value: ir.Value, places: tuple[int, ...], out: tuple[int, ...], dim: int) -> bool:
    """Whether an input may be read again for each slice: it is cut too, no larger than one, or read for many
    products."""
    if dim in places or not build.is_tensor(value.type):
        return True
    sizes = static_sizes(op)
    others = [n for d, n in enumerate(sizes) if d not in places and d != dim]
    if DYNAMIC in others or prod(others) >= _REUSE:
        return True
    unknown = {d for d in places if sizes[d] == DYNAMIC}
    own, slice = (prod(sizes[d] for d in dims if sizes[d] != DYNAMIC) for dims in (places, set(out) - {dim}))
    return unknown <= set(out) and own <= slice


def _ins(op: ir.Operation) -> list[ir.Value]:
    return list(op.operands)[:-1]


def _out(op: ir.Operation) -> ir.Value:
    return op.operands[len(op.operands) - 1]


def _read_by(op: ir.Operation) -> list[ir.Value]:
    """The tensors that an operation reads, those that its body gathers from among them."""
    gathered = [child.operands[0] for child in walk(op) if child.name == "tensor.extract"]
    return [v for v in (*op.operands, *gathered) if build.is_tensor(v.type)]


def _producer(value: ir.Value, last: ir.Operation) -> ir.Operation | None:
    if (op := defining_op(value)) is None:
        return None
    return op if op.name == "linalg.generic" and op.block == last.block else None


def _is_fill(op: ir.Operation) -> bool:
    """Whether an operation writes one number, which can be done again."""
    return not _ins(op) and len(list(op.regions[0].blocks[0].operations)) == 1


def _reads_slice(op: ir.Operation, dim: int, value: ir.Value) -> bool:
    """Whether an operation needs, of a tensor, the slice at its own index of the dimension only."""
    places = all_places(op)
    if any(v == value and (own[0] != dim or own.count(dim) > 1) for v, own in zip(op.operands, places)):
        return False
    readers = [child for child in walk(op) if value in child.operands]
    return all(
        child.name == "tensor.extract" and child.parent == op and _is_index(child.operands[1], dim) for child in readers
    )


def _is_index(value: ir.Value, dim: int) -> bool:
    owner = defining_op(value)
    return owner is not None and owner.name == "linalg.index" and owner.attributes["dim"].value == dim


def _sliced(op: ir.Operation, dim: int, at: ir.Value, into: ir.Value, slices: dict[ir.Value, ir.Value]) -> ir.Value:
    """The operation at one index of a dimension, with `into` for its output; `slices` are those of values made so."""

    def gathered(child: ir.Operation, known: dict[ir.Value, ir.Value]) -> ir.Value | None:
        if child.name != "tensor.extract" or child.operands[0] not in slices:
            return None
        return build.extract(slices[child.operands[0]], [known.get(v, v) for v in list(child.operands)[2:]])

    operands = [*_ins(op), into]
    known = {n: slices[v] for n, v in enumerate(operands) if v in slices}
    return Generic(op).restricted({dim: at}, operands=operands, parts=known, instead=gathered)[0]
