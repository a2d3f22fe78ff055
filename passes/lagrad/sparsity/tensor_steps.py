"""What tensor operations do to tensors of sets, and to tensors of integers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..build import DYNAMIC, has_derivative, kept_dimensions, shape_of
from ..mlir import ir
from . import generic, tensors
from .integers import Unknown, is_unknown
from .propagation import Builder, Environment, Propagation, Step, UnknownSize, shape_known


def _dim(self: Propagation, op: ir.Operation) -> Step:
    tensor, dimension = self.readers(op.operands)
    return self.computed(op, lambda env: None if (d := dimension(env)) is None else int(shape_known(tensor(env))[d]))


def _index(self: Propagation, op: ir.Operation) -> Step:
    dimension = op.attributes["dim"].value
    return self.computed(op, lambda env: self.grid[dimension])


def _empty(self: Propagation, op: ir.Operation) -> Step:
    rest = iter(op.operands)
    shape = [next(rest) if n == DYNAMIC else n for n in shape_of(op.results[0].type)]
    sizes = self.sizes(op, shape)
    return self.computed(op, lambda env: np.zeros(sizes(env), np.int64))


def _filled(type: ir.Type, shape, value) -> object:
    if isinstance(value, np.ndarray):
        raise tensors.InLanes
    return Unknown(tuple(shape)) if value is None else np.full(shape, value, np.int64)


def _splat(self: Propagation, op: ir.Operation) -> Step:
    number, *rest = op.operands
    dynamic = iter(rest)
    sizes = self.sizes(op, [next(dynamic) if n == DYNAMIC else n for n in shape_of(op.results[0].type)])
    read = self.reader(number)
    return self.computed(op, lambda env: _filled(op.results[0].type, sizes(env), read(env)))


def _fill(self: Propagation, op: ir.Operation) -> Step:
    number, into = self.readers(op.operands)
    return self.computed(op, lambda env: _filled(op.results[0].type, shape_known(into(env)), number(env)))


def _from_elements(self: Propagation, op: ir.Operation) -> Step:
    read, shape = self.readers(op.operands), shape_of(op.results[0].type)

    def compute(env: Environment):
        values = [r(env) for r in read]
        if any(isinstance(v, np.ndarray) for v in values):
            raise tensors.InLanes
        if any(v is None for v in values):
            return Unknown(tuple(shape))
        return np.array(values, np.int64).reshape(shape)

    return self.computed(op, compute)


def _extract(self: Propagation, op: ir.Operation) -> Step:
    source, *at = self.readers(op.operands)
    if has_derivative(op.results[0].type):
        return self.computed(op, lambda env: tensors.extract(self.sets, source(env), [i(env) for i in at]))

    def compute(env: Environment):
        tensor, positions = source(env), [i(env) for i in at]
        if is_unknown(tensor) or None in _known(positions):
            return None
        return tensors.extract(None, tensor, positions)

    return self.computed(op, compute)


def _known(positions: Sequence) -> list:
    """Positions of which those that are arrays count as known."""
    return [0 if isinstance(p, np.ndarray) else p for p in positions]


def _insert(self: Propagation, op: ir.Operation) -> Step:
    scalar, _, *at = self.readers(op.operands)
    into = self.mover(op.operands[1], op)
    sets = self.sets if has_derivative(op.results[0].type) else None

    def compute(env: Environment):
        value, tensor, positions = scalar(env), into(env), [i(env) for i in at]
        if sets is None and (value is None or is_unknown(tensor) or None in _known(positions)):
            return Unknown(shape_known(tensor))
        tensors.insert(sets, value, tensor, positions)
        return tensor

    return self.computed(op, compute)


def slice_reader(self: Propagation, op: ir.Operation, first: int) -> Callable[[Environment], tuple]:
    """Looks up offsets, sizes and strides, of which the sizes must be known."""
    dynamic = iter(list(op.operands)[first:])
    parts = [
        [next(dynamic) if n == DYNAMIC else n for n in op.attributes[name]]
        for name in ("static_offsets", "static_sizes", "static_strides")
    ]
    offsets, strides = ([n if isinstance(n, int) else self.reader(n) for n in parts[k]] for k in (0, 2))
    sizes = self.sizes(op, parts[1])
    value = lambda n, env: n if isinstance(n, int) else n(env)  # noqa: E731
    return lambda env: ([value(n, env) for n in offsets], sizes(env), [value(n, env) for n in strides])


def _extract_slice(self: Propagation, op: ir.Operation) -> Step:
    source, where, kept = self.reader(op.operands[0]), slice_reader(self, op, 1), kept_dimensions(op)
    sets = self.sets if has_derivative(op.results[0].type) else None

    def compute(env: Environment):
        tensor, (offsets, sizes, strides) = source(env), where(env)
        shape = tuple(sizes[k] for k in kept)
        if sets is None and (is_unknown(tensor) or None in _known([*offsets, *strides])):
            return Unknown(shape)
        return tensors.extract_slice(sets, tensor, offsets, sizes, strides).reshape(shape)

    return self.computed(op, compute)


def _insert_slice(self: Propagation, op: ir.Operation) -> Step:
    source, where = self.reader(op.operands[0]), slice_reader(self, op, 2)
    into = self.mover(op.operands[1], op)
    sets = self.sets if has_derivative(op.results[0].type) else None

    def compute(env: Environment):
        part, tensor, places = source(env), into(env), where(env)
        if sets is None and (is_unknown(part) or is_unknown(tensor) or None in _known([*places[0], *places[2]])):
            return Unknown(shape_known(tensor))
        tensors.insert_slice(sets, part, tensor, *places)
        return tensor

    return self.computed(op, compute)


def _reshaped(self: Propagation, op: ir.Operation, shape: Callable[[Environment, tuple], Sequence[int]]) -> Step:
    read = self.reader(op.operands[0])

    def compute(env: Environment):
        value = read(env)
        wanted = tuple(shape(env, shape_known(value)))
        return Unknown(wanted) if is_unknown(value) else value.reshape(wanted).copy()

    return self.computed(op, compute)


def _cast(self: Propagation, op: ir.Operation) -> Step:
    return _reshaped(self, op, lambda env, shape: shape)


def _expand_shape(self: Propagation, op: ir.Operation) -> Step:
    rest = iter(list(op.operands)[1:])
    sizes = self.sizes(op, [next(rest) if n == DYNAMIC else n for n in op.attributes["static_output_shape"]])
    return _reshaped(self, op, lambda env, shape: sizes(env))


def _collapse_shape(self: Propagation, op: ir.Operation) -> Step:
    groups = [[index.value for index in group] for group in op.attributes["reassociation"]]
    return _reshaped(self, op, lambda env, shape: [int(np.prod([shape[d] for d in group])) for group in groups])


def _reshape(self: Propagation, op: ir.Operation) -> Step:
    static = shape_of(op.results[0].type)
    if DYNAMIC not in static:
        return _reshaped(self, op, lambda env, shape: static)
    read = self.reader(op.operands[1])

    def shape_in(env: Environment, _) -> list[int]:
        sizes = read(env)
        if is_unknown(sizes):
            raise UnknownSize(op)
        return [int(n) for n in sizes]

    return _reshaped(self, op, shape_in)


STEPS: dict[str, Builder] = {
    "linalg.fill": _fill,
    "linalg.generic": generic.step,
    "linalg.index": _index,
    "tensor.cast": _cast,
    "tensor.collapse_shape": _collapse_shape,
    "tensor.dim": _dim,
    "tensor.empty": _empty,
    "tensor.expand_shape": _expand_shape,
    "tensor.extract": _extract,
    "tensor.extract_slice": _extract_slice,
    "tensor.from_elements": _from_elements,
    "tensor.insert": _insert,
    "tensor.insert_slice": _insert_slice,
    "tensor.reshape": _reshape,
    "tensor.splat": _splat,
}
