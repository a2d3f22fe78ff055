"""A `linalg.generic` on tensors or on buffers: how far it goes, parts of it, and its body at one point."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from .. import build
from ..analysis import linalg_form
from ..build import DYNAMIC, emit1, index, index_type
from ..mlir import ir
from .parts import part_of

Number = ir.Value | int
Instead = Callable[[ir.Operation, dict[ir.Value, ir.Value]], ir.Value | None]


class Generic:
    """The operation `op`; indices of operands that are no dimensions are read whole, and belong to no part."""

    def __init__(self, op: ir.Operation):
        self.op = op
        self.maps = linalg_form.maps(op)
        self.ins: int = op.attributes["operandSegmentSizes"][0]
        self.count: int = self.maps[0].n_dims
        self.body: ir.Block = op.regions[0].blocks[0]
        self.sizes: dict[int, Number] = {}  # that are emitted

    @cached_property
    def dims(self) -> list[list[int | None]]:
        """For each operand the dimension that each of its indices is; None where one is anything else."""
        return [[e.position if isinstance(e, ir.AffineDimExpr) else None for e in map.results] for map in self.maps]

    @cached_property
    def steps(self) -> list[ir.Operation]:
        """The operations of the body but the last one."""
        return [view.operation for view in self.body.operations][:-1]

    @property
    def yielded(self) -> list[ir.Value]:
        """What the body yields."""
        return list(list(self.body.operations)[-1].operands)

    # -- sizes ----------------------------------------------------------------------------------

    @cached_property
    def extents(self) -> list[int]:
        """How far each dimension goes; DYNAMIC where no operand says so."""
        found = [DYNAMIC] * self.count
        for value, own in zip(self.op.operands, self.dims):
            for size, d in zip(value.type.shape if own else (), own):
                if d is not None:
                    found[d] = max(found[d], size)
        return found

    def settle(self) -> None:
        """Emits all sizes here, for what follows."""
        self.sizes = {d: self.size(d) for d in range(self.count)}

    def size(self, d: int) -> Number:
        """How far a dimension goes; a value is emitted here. Some operand must have it for an index."""
        if d in self.sizes:
            return self.sizes[d]
        if self.extents[d] != DYNAMIC:
            return self.extents[d]
        value, axis = next((v, own.index(d)) for v, own in zip(self.op.operands, self.dims) if d in own)
        return emit1("tensor.dim" if build.is_tensor(value.type) else "memref.dim", index_type(), value, index(axis))

    # -- parts ----------------------------------------------------------------------------------

    def place(
        self, n: int, value: ir.Value, points: Mapping[int, ir.Value], ranges: Mapping[int, tuple[Number, Number]]
    ):
        """Offsets and sizes of what operand `n`, now `value`, has at points and in ranges; None for all of it."""
        own = self.dims[n]
        if not any(d in points or d in ranges for d in own):
            return None
        offsets, sizes = [], []
        for axis, d in enumerate(own):
            static = value.type.shape[axis]
            first, size = (points[d], 1) if d in points else ranges.get(d, (0, static))
            if size == DYNAMIC:
                size = self.size(d) if d is not None else build.sizes_of(value)[axis]
            offsets.append(first)
            sizes.append(size)
        return offsets, sizes

    def restricted(
        self,
        points: Mapping[int, ir.Value],
        ranges: Mapping[int, tuple[Number, Number]] | None = None,
        operands: Sequence[ir.Value] | None = None,
        parts: Mapping[int, ir.Value] | None = None,
        instead: Instead = lambda op, known: None,
    ) -> list[ir.Value]:
        """Emits the operation on a part of its iteration space; its results, which are parts of the whole ones.

        Dimensions in `points` are gone: each has one index. Those in `ranges` run from a first index on, so far. Parts
        are taken of `operands`, the operation's own by default, but where `parts` has one, by the number of the
        operand. `instead(op, known)` may give the result of an operation of the body, which is not copied then.
        """
        ranges, parts = ranges or {}, parts or {}
        slices = []
        for n, value in enumerate(operands if operands is not None else self.op.operands):
            place = None if n in parts else self.place(n, value, points, ranges)
            dropped = {axis for axis, d in enumerate(self.dims[n]) if d in points}
            slices.append(parts[n] if n in parts else value if place is None else part_of(value, *place, dropped))
        left = [d for d in range(self.count) if d not in points]
        zero, number = ir.AffineConstantExpr.get(0), {d: n for n, d in enumerate(left)}
        renumber = [ir.AffineDimExpr.get(number[d]) if d in number else zero for d in range(self.count)]
        old_from_new = ir.AffineMap.get(len(left), 0, renumber)
        results = [
            [expression.compose(old_from_new) for expression, d in zip(map.results, own) if d not in points]
            for map, own in zip(self.maps, self.dims)
        ]
        maps = [ir.AffineMap.get(len(left), 0, expressions) for expressions in results]
        kinds = [linalg_form.iterators(self.op)[d] for d in left]

        def index_of(d: int) -> ir.Value:
            if d in points:
                return points[d]
            dim = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), number[d])
            here = emit1("linalg.index", index_type(), dim=dim)
            first = ranges.get(d, (0, 0))[0]
            if isinstance(first, int) and first == 0:
                return here
            return emit1("arith.addi", index_type(), here, index(first) if isinstance(first, int) else first)

        def body(arguments: list[ir.Value]) -> list[ir.Value]:
            known = self.at(index_of, dict(zip(self.body.arguments, arguments)), instead=instead)
            return [known.get(v, v) for v in self.yielded]

        return build.generic(slices[: self.ins], slices[self.ins :], maps, kinds, body)

    # -- the body -------------------------------------------------------------------------------

    def at(
        self,
        index_of: Callable[[int], ir.Value],
        known: Mapping[ir.Value, ir.Value] | None = None,
        steps: Iterable[ir.Operation] | None = None,
        instead: Instead = lambda op, known: None,
    ) -> dict[ir.Value, ir.Value]:
        """Emits the body, or some of its operations, at a point: what is known afterwards of its values.

        `index_of(d)` emits or gives the index in a dimension. Elements of operands that are not `known` are read.
        """
        known = dict(known or {})
        for op in self.steps if steps is None else steps:
            if op.name == "linalg.index":
                known[op.results[0]] = index_of(op.attributes["dim"].value)
            elif (result := instead(op, known)) is not None:
                known[op.results[0]] = result
            else:
                new = (v for v in _inputs(op) if v not in known)
                read = {v for v in new if isinstance(v.owner, ir.Block) and v.owner == self.body}
                known.update({a: self.element(a.arg_number, index_of) for a in self.body.arguments if a in read})
                clone_into(op, known)
        return known

    def store(self, index_of: Callable[[int], ir.Value], known: Mapping[ir.Value, ir.Value]) -> None:
        """Writes to buffers what the body yields at a point, of which this is known."""
        for n, value in enumerate(self.yielded, self.ins):
            if value not in known and isinstance(value.owner, ir.Block) and value.owner == self.body:
                value = self.element(value.arg_number, index_of)
            build.emit("memref.store", [], [known.get(value, value), self.op.operands[n], *map(index_of, self.dims[n])])

    def element(self, n: int, index_of: Callable[[int], ir.Value]) -> ir.Value:
        """Operand `n` at a point; a number is the same everywhere."""
        value = self.op.operands[n]
        if not isinstance(value.type, (ir.RankedTensorType, ir.MemRefType)):
            return value
        read = "tensor.extract" if build.is_tensor(value.type) else "memref.load"
        return emit1(read, build.element(value.type), value, *map(index_of, self.dims[n]))


def _inputs(op: ir.Operation) -> Iterable[ir.Value]:
    """The values that an operation, and what is inside of it, uses."""
    yield from op.operands
    for region in op.regions:
        for block in region.blocks:
            for child in block.operations:
                yield from _inputs(child.operation)


def clone_into(op: ir.Operation, known: dict[ir.Value, ir.Value]) -> None:
    """A copy of an operation with known values in the place of its own; its results are known then."""
    copy = op.clone(ip=ir.InsertionPoint.current).operation
    rewire(copy, known)
    known.update(zip(op.results, copy.results))


def rewire(op: ir.Operation, known: dict[ir.Value, ir.Value]) -> None:
    """Gives an operation, and all inside it, known values in the place of its operands."""
    for number, operand in enumerate(op.operands):
        if operand in known:
            op.operands[number] = known[operand]
    for region in op.regions:
        for block in region.blocks:
            for child in block.operations:
                rewire(child.operation, known)


def on_vectors(op: ir.Operation, operands: Iterable[ir.Value], shape: Sequence[int]) -> list[ir.Value]:
    """Emits an elementwise operation on vectors of a shape; operands that are numbers are spread."""
    types = [ir.VectorType.get(shape, r.type) for r in op.results]
    attributes = {name: op.attributes[name] for name in op.attributes}
    return build.emit(op.name, types, [spread(v, shape) for v in operands], **attributes)


def spread(value: ir.Value, shape: Sequence[int]) -> ir.Value:
    """A vector of a number; a vector itself."""
    if isinstance(value.type, ir.VectorType):
        return value
    return emit1("vector.broadcast", ir.VectorType.get(shape, value.type), value)
