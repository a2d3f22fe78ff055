"""Whether what is subtracted to keep exponentials finite cancels: nothing depends on it but by rounding.

A softmax is `e / sum(e)` with `e = exp(x - m)`, the logarithm of a sum of exponentials `m + log(sum(exp(x - m)))`, for
whatever `m`. Let `m` grow by `c`. Then each value that is computed from `m` grows by a multiple of `c` (`x - m`, by
`-c`), or by a power of `e^c` (`exp(x - m)`, by `e^-c`), or we do not know. If what leaves is the same as before,
the derivative by `m` is zero.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..build import constant_of
from ..mlir import ir
from .linalg_form import maps


class _Any:
    """A multiple that fits every other: zero times a power is zero, and an infinity plus a multiple itself."""

    def __add__(self, other):
        return None if other is None else self

    __radd__ = __sub__ = __rsub__ = __add__

    def __neg__(self):
        return self


ANY = _Any()
_Multiple = int | _Any | None


@dataclass(frozen=True)
class _Growth:
    """`v + added * c` and `v * e^(times * c)`: what a value becomes, each if it does; both 0 where it stays."""

    added: _Multiple = None
    times: _Multiple = None

    @property
    def stays(self) -> bool:
        return self.added in (0, ANY) or self.times in (0, ANY)


_SAME, _UNKNOWN = _Growth(0, 0), _Growth()
_ZERO, _INFINITE = _Growth(0, ANY), _Growth(ANY, ANY)


@dataclass(frozen=True)
class _Value:
    """How a value grows, and for each dimension of what is subtracted the axis of the value along which that lies."""

    growth: _Growth
    axes: tuple[int, ...]


def cancels(subtracted: ir.Value) -> bool:
    """Whether what its block computes from a float, or a tensor of them, is the same whatever that is."""
    home = subtracted.owner.operation
    known = {subtracted: _Value(_Growth(added=1), tuple(range(_rank(subtracted))))}
    ops = [view.operation for view in home.block.operations]
    for op in ops[ops.index(home) + 1 :]:
        if any(v in known for v in op.operands):
            found = _results(op, known)
            if found is None:
                return False
            known.update((v, own) for v, own in zip(op.results, found) if not own.growth.stays)
    return all(use.owner.operation.block == home.block for value in known for use in value.uses)


def _results(op: ir.Operation, known: dict[ir.Value, _Value]) -> list[_Value] | None:
    """What becomes of the results of an operation; None where that is not known."""
    match op.name:
        case "tensor.expand_shape" | "tensor.collapse_shape":
            return _reshaped(op, known[op.operands[0]]) if op.operands[0] in known else None
        case "tensor.cast":
            return [known[op.operands[0]]]
        case "tensor.extract" | "tensor.from_elements" if len(op.operands) == 1:
            return [_Value(known[op.operands[0]].growth, ())] if not known[op.operands[0]].axes else None
        case "tensor.dim":
            return [_Value(_SAME, ())]
        case "linalg.generic":
            return _structured(op, known)
        case name if name.startswith(("arith.", "math.")):
            growth = _computed(op, lambda v: known[v].growth if v in known else _constant(v))
            axes = {known[v].axes for v in op.operands if v in known}
            return None if growth == _UNKNOWN or len(axes) != 1 else [_Value(growth, axes.pop())]
    return None


def _reshaped(op: ir.Operation, source: _Value) -> list[_Value] | None:
    """Where dimensions of one element are all that is added or left out."""
    expands = op.name == "tensor.expand_shape"
    shape = ir.RankedTensorType((op.results if expands else op.operands)[0].type).shape
    moved = {}
    for narrow, group in enumerate([axis.value for axis in group] for group in op.attributes["reassociation"]):
        long = [wide for wide in group if shape[wide] != 1] or group[:1]
        if len(long) == 1:
            moved |= {narrow: long[0]} if expands else {long[0]: narrow}
    return [_Value(source.growth, tuple(map(moved.get, source.axes)))] if set(source.axes) <= set(moved) else None


def _structured(op: ir.Operation, known: dict[ir.Value, _Value]) -> list[_Value] | None:
    """Of a `linalg.generic` on tensors, if all that grows in it grows by the same element in an iteration."""
    at, body = maps(op), op.regions[0].blocks[0]
    if not op.results or any(len(child.operation.regions) for child in body.operations):
        return None
    grown = [(map, known[v].axes) for map, v in zip(at, op.operands) if v in known]
    places = {tuple(_position(map.results[axis]) for axis in axes) for map, axes in grown}
    if len(places) != 1 or None in (dims := places.pop()):
        return None
    growths = [known[v].growth if v in known else _constant(v) for v in op.operands]
    first = len(op.operands) - len(op.results)
    results = []
    for _ in range(2):  # a sum goes on from what it was: that must be of the same kind
        inside = dict(zip(body.arguments, growths))
        (*steps, last) = [view.operation for view in body.operations]
        for step in steps:
            inside.update(dict.fromkeys(step.results, _computed(step, lambda v: inside.get(v) or _constant(v))))
        before, results = results, [inside.get(v) or _constant(v) for v in last.operands]
        growths[first:] = results
    found = []
    for number, growth in enumerate(results):
        places_out = [_position(result) for result in at[first + number].results]
        if growth == _UNKNOWN or growth != before[number] or not growth.stays and not set(dims) <= set(places_out):
            return None
        found.append(_Value(growth, () if growth.stays else tuple(map(places_out.index, dims))))
    return found


def _computed(op: ir.Operation, of: Callable[[ir.Value], _Growth]) -> _Growth:
    """What becomes of the first result of arithmetic."""
    operands = [of(v) for v in op.operands]
    if op.name == "arith.constant":
        return _constant(op.results[0])
    if all(v == _SAME for v in operands):
        return _SAME
    match op.name.removeprefix("arith.").removeprefix("math."), operands:
        case "addf", [x, y]:
            return _Growth(x.added + y.added if None not in (x.added, y.added) else None, _both(x.times, y.times))
        case "subf", [x, y]:
            return _Growth(x.added - y.added if None not in (x.added, y.added) else None, _both(x.times, y.times))
        case "mulf", [x, y]:
            return _Growth(_still(x, y), x.times + y.times if None not in (x.times, y.times) else None)
        case "divf", [x, y]:
            return _Growth(_still(x, y), x.times - y.times if None not in (x.times, y.times) else None)
        case "negf", [x]:
            return _Growth(None if x.added is None else -x.added, x.times)
        case "exp", [x]:
            return _Growth(0 if x.added == 0 else None, x.added)
        case "log", [x]:
            return _Growth(x.times, 0 if x.times == 0 else None)
        case "extf" | "truncf", [x]:
            return x
        case "maximumf" | "minimumf" | "maxnumf" | "minnumf", [x, y]:
            return _Growth(_both(x.added, y.added), _both(x.times, y.times))
        case "cmpf", [x, y]:
            return _SAME if (_both(x.added, y.added), _both(x.times, y.times)) != (None, None) else _UNKNOWN
        case "select", [condition, x, y] if condition.stays:
            return _Growth(_both(x.added, y.added), _both(x.times, y.times))
    return _SAME if all(v.stays for v in operands) else _UNKNOWN


def _both(x: _Multiple, y: _Multiple) -> _Multiple:
    """The multiple that two values have in common, or None."""
    return y if x is ANY else x if y is ANY or x == y else None


def _still(x: _Growth, y: _Growth) -> _Multiple:
    return 0 if x.added == y.added == 0 else None


def _constant(value: ir.Value) -> _Growth:
    """Of what does not depend on what is subtracted."""
    owner = value.owner
    if not isinstance(owner, ir.Block) and owner.operation.name == "linalg.fill":
        value = owner.operation.operands[0]
    number = constant_of(value)
    if number == 0 and isinstance(number, float):
        return _ZERO
    return _INFINITE if number in (float("inf"), float("-inf")) else _SAME


def _position(expression: ir.AffineExpr) -> int | None:
    """The dimension that an index of an operand is, if it is one."""
    return expression.position if isinstance(expression, ir.AffineDimExpr) else None


def _rank(value: ir.Value) -> int:
    return value.type.rank if isinstance(value.type, ir.RankedTensorType) else 0
