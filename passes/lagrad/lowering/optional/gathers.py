"""Gathers: reads of a tensor, in the body of an operation, at places that data say."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import prod

from ... import build
from ...analysis import linalg_form
from ...build import DYNAMIC
from ...mlir import ir
from ..facts.sum_of_products import all_places, static_sizes

_STEPS = {
    f"arith.{name}"
    for name in ("addi", "subi", "muli", "index_cast", "index_castui", "extsi", "extui", "trunci", "constant")
}


@dataclass(frozen=True)
class Gather:
    """A `tensor.extract` in the body of a `linalg.generic`; one of its indices is a function of one dimension,
    `dim`."""

    op: ir.Operation
    axis: int  # of the tensor: what that index counts
    dim: int

    @property
    def reader(self) -> ir.Operation:
        return self.op.block.owner.operation

    @property
    def index(self) -> ir.Value:
        return self.op.operands[1 + self.axis]

    @property
    def times(self) -> int:
        """How many elements are read at each place."""
        return prod(n for d, n in enumerate(static_sizes(self.reader)) if d != self.dim)

    def reads(self) -> list[ir.Value]:
        """The values from outside of the body that the index is computed from."""
        return [
            _outside(v, self.op.block) for v in _slice(self.index, self.op.block) if _step(v, self.op.block) is None
        ]

    def argument(self) -> ir.Value:
        """A tensor with one element for each place: one of those that are read."""
        return next(
            _outside(v, self.op.block) for v in _slice(self.index, self.op.block) if _is_argument(v, self.op.block)
        )

    def key(self, value: ir.Value | None = None) -> Hashable:
        """What the index is: equal for gathers at the same places."""
        value = value or self.index
        if (step := _step(value, self.op.block)) is None:
            return _outside(value, self.op.block)
        if step.name == "linalg.index":
            return step.name
        number = str(step.attributes["value"]) if step.name == "arith.constant" else ""
        return step.name, number, str(value.type), *map(self.key, step.operands)

    def index_at(self, place: ir.Value) -> ir.Value:
        """The index at a place, computed at the insertion point."""
        body = self.op.block
        known: dict[ir.Value, ir.Value] = {}
        for value in _slice(self.index, body):
            if (step := _step(value, body)) is None:
                outside = _outside(value, body)
                known[value] = outside if outside == value else build.extract(outside, [place])
            elif step.name == "linalg.index":
                known[value] = place
            else:
                copy = step.clone(ip=ir.InsertionPoint.current).operation
                for number, operand in enumerate(step.operands):
                    copy.operands[number] = known[operand]
                known[value] = copy.results[0]
        return known[self.index]


def gather_of(op: ir.Operation, axis: int, block: ir.Block) -> Gather | None:
    """The gather that a `tensor.extract` is, in the body of an operation of a block."""
    reader = op.block.owner.operation
    if op.name != "tensor.extract" or reader.name != "linalg.generic" or reader.block != block:
        return None
    places = all_places(reader)
    values = _slice(op.operands[1 + axis], op.block)
    steps = [step for v in values if (step := _step(v, op.block)) is not None]
    arguments = [ir.BlockArgument(v).arg_number for v in values if _is_argument(v, op.block)]
    if None in places or any(step.name not in _STEPS | {"linalg.index", "tensor.extract"} for step in steps):
        return None
    if any(n >= linalg_form.inputs(reader) or len(places[n]) != 1 for n in arguments):
        return None
    dims = {places[n][0] for n in arguments} | {
        step.attributes["dim"].value for step in steps if step.name == "linalg.index"
    }
    if not arguments or len(dims) != 1:
        return None  # an argument is as long as there are places
    (dim,) = dims
    always = all(0 < n != DYNAMIC for d, n in enumerate(static_sizes(reader)) if d != dim)
    return Gather(op, axis, dim) if always else None  # otherwise the places may be anything, and nothing read there


def _slice(value: ir.Value, body: ir.Block) -> list[ir.Value]:
    """What a value in a body is computed from, and the value, each after what it is computed from."""
    found: list[ir.Value] = []

    def visit(value: ir.Value) -> None:
        if value not in found:
            for operand in step.operands if (step := _step(value, body)) is not None else ():
                visit(operand)
            found.append(value)

    visit(value)
    return found


def _step(value: ir.Value, body: ir.Block) -> ir.Operation | None:
    """The operation of a body that computes a value."""
    if isinstance(value.owner, ir.Block) or value.owner.operation.block != body:
        return None
    return value.owner.operation


def _is_argument(value: ir.Value, body: ir.Block) -> bool:
    return isinstance(value.owner, ir.Block) and value.owner == body


def _outside(value: ir.Value, body: ir.Block) -> ir.Value:
    """A value from outside; of an argument of a body the operand that it is an element of."""
    return body.owner.operation.operands[ir.BlockArgument(value).arg_number] if _is_argument(value, body) else value
