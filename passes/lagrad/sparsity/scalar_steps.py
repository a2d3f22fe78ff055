"""What scalar operations do to index sets and to known integers."""

from __future__ import annotations

import numpy as np

from .. import build
from ..build import DYNAMIC, has_derivative, is_tensor, shape_of
from ..dialect import STOP_GRADIENT
from ..mlir import ir
from . import integers
from .affine import affine
from .index_sets import EMPTY
from .integers import Unknown
from .propagation import Builder, Environment, Propagation, Step, sources_of


def is_integer(type: ir.Type) -> bool:
    return isinstance(type, (ir.IntegerType, ir.IndexType))


def width_of(type: ir.Type) -> int:
    return type.width if isinstance(type, ir.IntegerType) else 64


def _constant(self: Propagation, op: ir.Operation) -> Step:
    type, shape = op.results[0].type, shape_of(op.results[0].type)
    if has_derivative(type):
        return self.computed(op, lambda env: np.zeros(shape, np.int64) if is_tensor(type) else EMPTY)
    attribute = op.attributes["value"]
    if not is_tensor(type):
        number = integers.wrap(int(attribute.value), width_of(type))
        return self.computed(op, lambda env: number)
    if not isinstance(attribute, ir.DenseElementsAttr):
        return self.computed(op, lambda env: Unknown(tuple(shape)))
    values = integers.wrap(np.array(list(attribute), np.int64).reshape(shape), width_of(build.element(type)))
    return self.computed(op, lambda env: values.copy())


def _integer_operation(self: Propagation, op: ir.Operation) -> Step:
    width = width_of(op.results[0].type)
    operation = integers.binary(op.name, width)
    if operation is None or len(op.operands) != 2:
        return self.computed(op, lambda env: None)
    x, y = self.readers(op.operands)
    return self.computed(op, lambda env: operation(x(env), y(env)))


def _compare(self: Propagation, op: ir.Operation) -> Step:
    if not is_integer(op.operands[0].type):
        return _unknown_operation(self, op)
    operation = integers.compare(op.attributes["predicate"].value, width_of(op.operands[0].type))
    x, y = self.readers(op.operands)
    return self.computed(op, lambda env: operation(x(env), y(env)))


def _resize(self: Propagation, op: ir.Operation) -> Step:
    if not is_integer(op.operands[0].type):
        return _unknown_operation(self, op)
    here, there = width_of(op.operands[0].type), width_of(op.results[0].type)
    unsigned = op.name in ("arith.extui", "arith.index_castui")
    read = self.reader(op.operands[0])

    def compute(env: Environment):
        if (value := read(env)) is None:
            return None
        if unsigned:
            value = value & ((1 << here) - 1) if here < 64 else value
        elif here == 1:
            value = -value  # the signed value of a set bit
        return integers.wrap(value, there)

    return self.computed(op, compute)


def _select(self: Propagation, op: ir.Operation) -> Step | None:
    condition, *sides = op.operands
    type = op.results[0].type
    owner = condition.owner
    if (
        not isinstance(owner, ir.Block)
        and owner.operation.name == "arith.cmpf"
        and has_derivative(type)
        and not is_tensor(type)
    ):
        return self.follow(op.results[0], sides)
    choose, x, y = self.reader(condition), *(self.mover(side, op) for side in sides)
    return self.computed(op, lambda env: self.chosen(op, type, choose(env), x(env), y(env)))


def _stop_gradient(self: Propagation, op: ir.Operation) -> Step:
    read = self.mover(op.operands[0], op)
    if not has_derivative(op.results[0].type):
        return self.computed(op, read)
    return self.computed(op, lambda env: np.zeros_like(read(env)) if is_tensor(op.results[0].type) else EMPTY)


def _elementwise(self: Propagation, op: ir.Operation, sources: list[ir.Value]) -> Step:
    """What is left elementwise on tensors."""
    read = self.readers(sources)
    shaped = self.reader(op.operands[0])
    return self.computed(
        op, lambda env: np.array(self.sets.join([np.zeros_like(shaped(env)), *(r(env) for r in read)]))
    )


def _unknown_operation(self: Propagation, op: ir.Operation) -> Step:
    """All results depend on all operands, and on all that regions capture."""
    if len(op.results) == 1 and is_tensor(op.results[0].type) and (sources := sources_of(op)) is not None:
        if has_derivative(op.results[0].type) and op.operands and has_derivative(op.operands[0].type):
            return _elementwise(self, op, sources)
    read = self.readers(v for v in self.program.inputs(op) if has_derivative(v.type))
    results = [
        (self.place(r), r.type, self.sizes(op, _known_sizes(self, r)) if is_tensor(r.type) else lambda env: [])
        for r in op.results
    ]

    def run(env: Environment) -> None:
        values = [r(env) for r in read]
        for place, type, sizes in results:
            env[place] = self.anything(type, sizes(env), values)

    return run


def _known_sizes(self: Propagation, value: ir.Value) -> list:
    """The sizes of a result: numbers, and values that exist already."""
    shape = shape_of(value.type)
    if DYNAMIC not in shape:
        return shape
    known = self.program.sizes_of.get(value, shape)
    return [size if not isinstance(size, int) and size in self.leaves else n for size, n in zip(known, shape)]


def _affine(self: Propagation, op: ir.Operation) -> Step:
    map, read = op.attributes["map"].value, self.readers(op.operands)
    expressions = [affine(e, map.n_dims) for e in map.results]
    choose = {"affine.min": min, "affine.max": max, "affine.apply": lambda values: values[0]}[op.name]

    def compute(env: Environment):
        values = [r(env) for r in read]
        if not all(isinstance(v, (int, np.integer)) for v in values):
            return None
        return choose([e(values) for e in expressions])

    return self.computed(op, compute)


def integer_operation(op: ir.Operation) -> Builder:
    """The builder of an operation that stands in no table."""
    if op.name.startswith("arith.") and len(op.results) == 1 and is_integer(op.results[0].type):
        return _integer_operation
    return _unknown_operation


STEPS: dict[str, Builder] = {
    "affine.apply": _affine,
    "affine.max": _affine,
    "affine.min": _affine,
    "arith.constant": _constant,
    "arith.cmpi": _compare,
    "arith.select": _select,
    "arith.index_cast": _resize,
    "arith.index_castui": _resize,
    "arith.extsi": _resize,
    "arith.extui": _resize,
    "arith.trunci": _resize,
    STOP_GRADIENT: _stop_gradient,
}
