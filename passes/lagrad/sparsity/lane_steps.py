"""What operations do in a loop whose iterations are run all at once: tensors with an axis of lanes in front.

The number of axes tells whether a tensor has one: its rank, or one more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..build import has_derivative, is_tensor, kept_dimensions, shape_of
from ..mlir import ir
from . import tensor_steps
from .index_sets import EMPTY
from .integers import is_unknown
from .propagation import Builder, Environment, Propagation, Step
from .scalar_steps import STEPS as SCALAR_STEPS
from .scalar_steps import integer_operation
from .tensors import InLanes


def _in_lanes(self: Propagation, value, rank: int) -> np.ndarray:
    """A value with its axis of lanes, also if it is the same in all of them."""
    value = np.asarray(value)
    return value if value.ndim > rank else np.broadcast_to(value, (len(self.lanes), *value.shape))


def _places(self: Propagation, shape: Sequence[int], offsets, sizes, strides, source_in_lanes: bool) -> tuple:
    """Index arrays of a slice in every lane, one for each axis of the tensor."""
    rank = len(shape)
    places = []
    for axis, (length, offset, size, stride) in enumerate(zip(shape, offsets, sizes, strides)):
        if offset is None or stride is None:
            raise InLanes
        lane = [-1] + [1] * rank
        along = np.arange(size).reshape([1] * (axis + 1) + [-1] + [1] * (rank - axis - 1))
        place = np.reshape(offset, lane) + along * np.reshape(stride, lane)
        places.append(np.clip(place, 0, max(length - 1, 0)))
    lanes = [self.lanes.reshape([-1] + [1] * rank)] if source_in_lanes else []
    return (*lanes, *places)


def _extract(self: Propagation, op: ir.Operation) -> Step:
    rank = len(shape_of(op.operands[0].type))
    source, *at = self.readers(op.operands)

    def compute(env: Environment):
        tensor, positions = source(env), [i(env) for i in at]
        if is_unknown(tensor):
            return None
        if any(p is None for p in positions):
            raise InLanes
        if tensor.size == 0:
            return EMPTY
        lanes = tensor.ndim > rank
        inside = tuple(np.clip(p, 0, n - 1) for p, n in zip(positions, tensor.shape[lanes:]))
        element = tensor[(self.lanes, *inside) if lanes else inside]
        return element if element.ndim else int(element)

    return self.computed(op, compute)


def _extract_slice(self: Propagation, op: ir.Operation) -> Step:
    rank, kept = len(shape_of(op.operands[0].type)), kept_dimensions(op)
    source, where = self.reader(op.operands[0]), tensor_steps.slice_reader(self, op, 1)

    def compute(env: Environment):
        tensor, (offsets, sizes, strides) = source(env), where(env)
        if is_unknown(tensor) or tensor.size == 0 or rank == 0:
            raise InLanes
        lanes = tensor.ndim > rank
        part = tensor[_places(self, tensor.shape[lanes:], offsets, sizes, strides, lanes)]
        return (
            part.reshape(part.shape[0], *(sizes[k] for k in kept))
            if part.shape[0] > 1
            else part.reshape([sizes[k] for k in kept])
        )

    return self.computed(op, compute)


def _from_elements(self: Propagation, op: ir.Operation) -> Step:
    read, shape = self.readers(op.operands), shape_of(op.results[0].type)

    def compute(env: Environment):
        values = [r(env) for r in read]
        if any(v is None for v in values):
            raise InLanes
        return np.stack([_in_lanes(self, v, 0) for v in values], axis=-1).reshape(-1, *shape)

    return self.computed(op, compute)


def _write(self: Propagation, tensor: np.ndarray, places: tuple, value: np.ndarray) -> np.ndarray:
    """Writes a value, or one for each lane; of lanes that meet the last one counts."""
    if not places:
        raise InLanes  # one element, which all lanes would write
    flat = np.ravel_multi_index(np.broadcast_arrays(*places), tensor.shape)
    before = self.written.setdefault(id(tensor), [])
    if any(np.intersect1d(flat, other).size for other in before):
        raise InLanes  # which of them is the last one?
    before.append(np.unique(flat))
    tensor[places] = value
    return tensor


def _insert(self: Propagation, op: ir.Operation) -> Step:
    scalar, into, *at = self.readers(op.operands)

    def compute(env: Environment):
        value, tensor, positions = scalar(env), into(env), [i(env) for i in at]
        if value is None or is_unknown(tensor) or any(p is None for p in positions) or tensor.size == 0:
            raise InLanes
        places = tuple(np.clip(p, 0, n - 1) for p, n in zip(positions, tensor.shape))
        return _write(self, tensor, tuple(np.broadcast_to(p, self.lanes.shape) for p in places), value)

    return self.computed(op, compute)


def _insert_slice(self: Propagation, op: ir.Operation) -> Step:
    rank = len(shape_of(op.operands[0].type))
    source, into, where = (
        self.reader(op.operands[0]),
        self.reader(op.operands[1]),
        tensor_steps.slice_reader(self, op, 2),
    )

    def compute(env: Environment):
        part, tensor, (offsets, sizes, strides) = source(env), into(env), where(env)
        if is_unknown(part) or is_unknown(tensor) or 0 in (*tensor.shape, *sizes):
            raise InLanes
        places = _places(self, tensor.shape, offsets, sizes, strides, False)
        places = tuple(np.broadcast_to(p, (len(self.lanes), *p.shape[1:])) for p in places)
        return _write(self, tensor, places, _in_lanes(self, part, rank).reshape(-1, *sizes))

    return self.computed(op, compute)


def _if(self: Propagation, op: ir.Operation) -> Step:
    condition = self.reader(op.operands[0])
    bodies = [self.block(block) for block in self.program.bodies(op)]
    yields = [self.readers(self.program.yields(op, region)) for region in range(2)]
    results, types = [self.place(r) for r in op.results], [r.type for r in op.results]

    def run(env: Environment) -> None:
        choice = condition(env)
        taken = [0, 1] if not isinstance(choice, (int, np.integer)) else [0 if choice else 1]
        found = []
        for side in taken:
            bodies[side](env)
            found.append([read(env) for read in yields[side]])
        for place, type, *values in zip(results, types, *found):
            env[place] = values[0] if len(values) == 1 else _either(self, type, choice, *values)

    return run


def _either(self: Propagation, type: ir.Type, choice, x, y):
    rank = len(shape_of(type))
    if is_unknown(x) or is_unknown(y):
        if is_tensor(type):
            raise InLanes
        return None
    if choice is not None:
        return np.where(np.reshape(choice, [-1] + [1] * rank) != 0, _in_lanes(self, x, rank), _in_lanes(self, y, rank))
    if has_derivative(type):
        return self.sets.join([_in_lanes(self, x, rank), _in_lanes(self, y, rank)])
    if is_tensor(type):
        raise InLanes
    return x if np.array_equal(x, y) else None


STEPS: dict[str, Callable] = {
    "scf.if": _if,
    "tensor.extract": _extract,
    "tensor.extract_slice": _extract_slice,
    "tensor.from_elements": _from_elements,
    "tensor.insert": _insert,
    "tensor.insert_slice": _insert_slice,
}


def builder(op: ir.Operation) -> Builder:
    return STEPS.get(op.name) or SCALAR_STEPS.get(op.name) or integer_operation(op)
