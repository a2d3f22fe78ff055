"""One loop as operations over all of its iterations.

The operations of the body go one after the other, each for all iterations at once: a scalar becomes a tensor with one
dimension, `linalg` and slices get one dimension more. That is right where no iteration reads what another one writes,
but for sums. Scalars wait until somebody reads them as a tensor, so that what computes them is one operation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .. import build
from ..analysis import linalg_form
from ..analysis.program import captured_by
from ..build import is_tensor, shape_of
from ..forms import trip_count
from ..forms.generic import Generic, clone_into
from ..mlir import ir
from .carried import READS, WRITES, Kept, Own, Place, Sum, adds_to, carried, place_of
from .not_raised import NotRaised
from .steady import Indices

_SCALARS = ("arith.", "math.", "complex.")
_MAY_FAIL = {f"arith.{name}{kind}" for name in ("div", "rem", "ceildiv", "floordiv") for kind in ("si", "ui")}
_CLONED = {
    "tensor.empty",
    "tensor.from_elements",
    "tensor.extract_slice",
    "tensor.dim",
    "linalg.fill",
    "linalg.generic",
}


@dataclass(frozen=True)
class Along:
    """A value of all iterations in one tensor: dimension `axis` is that of the iterations, None if all have the same."""

    whole: ir.Value
    axis: int | None


@dataclass
class Version:
    """A carried tensor at some point of the iterations, restricted in one dimension to what they own."""

    whole: ir.Value | None  # None while `scalar` waits to be written to `before`
    before: "Version | None" = None
    place: Place | None = None
    scalar: ir.Value | None = None


def raise_loop(loop: ir.Operation) -> None:
    """Puts such operations in the place of an `scf.for`. Raises NotRaised, and leaves it, where that cannot be."""
    _check(loop)
    with ir.InsertionPoint(loop), loop.location:
        room = ir.Operation.create("scf.execute_region", regions=1)
    block = room.regions[0].blocks.append()
    try:
        with ir.InsertionPoint(block), loop.location:
            results = _Iterations(loop).emit()
        for op in list(block.operations):
            op.operation.move_before(room)
        for old, new in zip(loop.results, results, strict=True):
            old.replace_all_uses_with(new)
    finally:
        room.erase()
    loop.erase()


def _check(loop: ir.Operation) -> None:
    """Raises NotRaised for what can be seen at once."""
    for view in loop.regions[0].blocks[0].operations:
        op = view.operation
        known = op.name in READS or op.name in WRITES or op.name in _CLONED or op.name == "scf.yield"
        if not known and not _is_scalar(op):
            raise NotRaised(f"'{op.name}' has no form over all iterations", op)


def _is_scalar(op: ir.Operation) -> bool:
    """An operation on numbers and nothing else."""
    return op.name.startswith(_SCALARS) and not any(
        isinstance(v.type, ir.ShapedType) for v in (*op.operands, *op.results)
    )


class _Iterations:
    """The body of a loop over all iterations; the insertion point is in front of it."""

    def __init__(self, loop: ir.Operation):
        self.loop = loop
        self.block = loop.regions[0].blocks[0]
        *self.body, last = [view.operation for view in self.block.operations]
        self.yields = list(last.operands)
        self.induction, *self.arguments = self.block.arguments
        self.bounds = list(loop.operands)[:3]
        self.inits = list(loop.operands)[3:]
        self.indices = Indices(loop)
        self.count = trip_count.emitted(self.bounds, trip_count.is_unsigned(loop))
        self.number = {op: n for n, op in enumerate(self.body)}
        self.same: dict[ir.Value, ir.Value] = {}  # of the body, and the same in all iterations
        self.along: dict[ir.Value, Along] = {}
        self.versions: dict[ir.Value, Version] = {}
        self.owned: dict[ir.Value, Own] = {}  # version -> how iterations own it
        self.sums: dict[ir.Value, int] = {}  # version, or element read of it -> the argument that is added to
        self.slices: dict[tuple, ir.Value] = {}
        self.sizes: dict[ir.Value, list[ir.Value | int]] = {}  # of those
        self.results: list[ir.Value | None] = [None] * len(self.inits)

    # -- what there is ---------------------------------------------------------------------------

    def is_outside(self, value: ir.Value) -> bool:
        return (value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block) != self.block

    def is_same(self, value: ir.Value) -> bool:
        return value in self.same or self.is_outside(value)

    def here(self, value: ir.Value | int) -> ir.Value | int:
        """What is the same in all iterations, in front of the loop."""
        if isinstance(value, int):
            return value
        if not self.is_same(value):
            raise NotRaised("a size or a place changes with the iterations", self.loop)
        number = build.constant_of(value)
        return self.same.get(value, value) if number is None else int(number)

    def operand(self, value: ir.Value) -> Along:
        """A value as an operand of `linalg` over the iterations."""
        if self.is_same(value):
            return Along(self.same.get(value, value), None)
        if value in self.versions or value in self.sums:
            raise NotRaised("a tensor that the loop carries is read as a whole", self.loop)
        if value not in self.along:
            self.compute([value])
        return self.along[value]

    def lifted(self, value: ir.Value) -> Along:
        """A tensor with a dimension of the iterations, whether they have different ones or not; it may be written."""
        known = self.operand(value)
        if known.axis is not None:
            return known
        sizes = build.sizes_of(known.whole)
        type = build.tensor_type([self.static_count(), *shape_of(value.type)], build.element(value.type))
        into = build.empty(type, [self.count, *sizes])
        owner = known.whole.owner
        if isinstance(owner, ir.Block) or owner.operation.name not in ("tensor.empty", "linalg.fill"):
            rank = len(sizes)
            own = ir.AffineMap.get(rank + 1, 0, [ir.AffineDimExpr.get(d + 1) for d in range(rank)])
            maps = [own, ir.AffineMap.get_identity(rank + 1)]
            into = build.generic([known.whole], [into], maps, ["parallel"] * (rank + 1), lambda args: args[:1])[0]
        elif owner.operation.name == "linalg.fill":
            into = build.fill(owner.operation.operands[0], into)
        return Along(into, 0)

    def static_count(self) -> int:
        return self.count if isinstance(self.count, int) else build.DYNAMIC

    # -- slices ----------------------------------------------------------------------------------

    def across(self, place: Place, axis: int, own: bool) -> tuple[list, list, list, list[int], int]:
        """Offsets, sizes, strides, kept dimensions and axis of a place in a tensor that has all iterations at `axis`.

        That dimension is one of the place's if the iterations `own` an index of it each, else one more.
        """
        parts = []
        for part, number in zip((place.offsets, place.sizes, place.strides), (0, self.count, 1)):
            found = [*part[:axis], number, *part[axis + 1 if own else axis :]]
            parts.append([self.here(n) for n in found])
        kept = place.kept if own else [d if d < axis else d + 1 for d in place.kept]
        kept = sorted([*kept, axis])
        return *parts, kept, kept.index(axis)

    def slice(self, whole: ir.Value, offsets: list, sizes: list, strides: list, kept: list[int]) -> ir.Value:
        """A part of a tensor, each part once; the tensor itself if that is all of it."""
        shape = [sizes[d] if isinstance(sizes[d], int) else build.DYNAMIC for d in kept]
        type = build.tensor_type(shape, build.element(whole.type))
        if self.is_all(whole, None, offsets, sizes, strides) and len(kept) == len(sizes):
            return whole
        key = (whole, *offsets, None, *sizes, None, *strides, None, *kept)
        if key not in self.slices:
            self.slices[key] = build.extract_slice(whole, type, offsets, sizes, strides)
            self.sizes[self.slices[key]] = [sizes[d] for d in kept]
        return self.slices[key]

    def is_all(self, whole: ir.Value, part: ir.Value | None, offsets: list, sizes: list, strides: list) -> bool:
        """Whether a part is known to be the whole tensor, and has its type."""
        if any(not isinstance(n, int) or n for n in offsets) or any(not isinstance(n, int) or n != 1 for n in strides):
            return False
        known = self.sizes.get(whole, shape_of(whole.type))
        same = all(build.same_size(n, own) and own != build.DYNAMIC for n, own in zip(sizes, known, strict=True))
        return same and (part is None or part.type == whole.type)

    def of_source(self, source: ir.Value, place: Place) -> Along:
        """A place, which changes with the iterations, of a tensor that does not."""
        source = self.same.get(source, source)
        found = [self.indices.of(offset) for offset in place.offsets]
        moving = [d for d, index in enumerate(found) if index.step]
        if len(moving) > 1 or any(found[d].step < 0 for d in moving):
            raise NotRaised("what is read is no slice along one dimension", self.loop)
        offsets = [index.start() for index in found]
        sizes, strides = [self.here(n) for n in place.sizes], [self.here(n) for n in place.strides]
        if not moving:
            return Along(self.slice(source, offsets, sizes, strides, place.kept), None)
        [axis] = moving
        if axis in place.kept or sizes[axis] != 1:
            raise NotRaised("a window moves with the iterations", self.loop)
        sizes[axis], strides[axis] = self.count, found[axis].step
        kept = sorted([*place.kept, axis])
        return Along(self.slice(source, offsets, sizes, strides, kept), kept.index(axis))

    # -- operations ------------------------------------------------------------------------------

    def emit(self) -> list[ir.Value]:
        """The results of the loop."""
        for k, (argument, init) in enumerate(zip(self.arguments, self.inits)):
            self._begin(k, argument, init)
        for op in self.body:
            with op.location:
                self._emit(op)
        self._write()
        self._add_up()
        return [result if result is not None else self._end(k) for k, result in enumerate(self.results)]

    def _begin(self, k: int, argument: ir.Value, init: ir.Value) -> None:
        yielded = self.yields[k]
        if yielded == argument:
            self.same[argument] = init
            self.results[k] = init
        elif not is_tensor(argument.type):
            if not build.has_derivative(argument.type) or not adds_to(yielded, argument):
                raise NotRaised("an iteration needs what the one before it computes", self.loop)
            self.sums[argument] = k
        else:
            match carried(argument, yielded, self.indices):
                case Kept():
                    self.same[argument] = init
                case Own() as own:
                    self._own(argument, init, own)
                case Sum(write, read):
                    self.sums[argument] = k
                    self.sums[write.results[0]] = k
                    if read is not None:
                        self.sums[read] = k

    def _own(self, argument: ir.Value, init: ir.Value, own: Own) -> None:
        self.versions[argument] = Version(self.slice(init, *self._owned_place(init, own)))
        self.owned[argument] = own

    def _owned_place(self, tensor: ir.Value, own: Own) -> tuple[list, list, list, list[int]]:
        """What all iterations together read and write of a tensor: offsets, sizes, strides, kept dimensions."""
        if own.place is not None:
            offsets, sizes, strides, kept, _ = self.across(own.place, own.axis, own=True)
        else:
            sizes = build.sizes_of(tensor)
            offsets, strides, kept = [0] * len(sizes), [1] * len(sizes), list(range(len(sizes)))
        offsets[own.axis], sizes[own.axis], strides[own.axis] = own.index.start(), self.count, own.index.step
        return offsets, sizes, strides, kept

    def _part(self, place: Place, own: Own) -> tuple[list, list, list, list[int], int]:
        """A place in what all iterations together own: as `across`."""
        if own.place is None:
            return self.across(place, own.axis, own=True)
        kept = sorted([*place.kept, own.axis])
        sizes = [self.count if d == own.axis else self.here(place.sizes[d]) for d in kept]
        return [0] * len(kept), sizes, [1] * len(kept), list(range(len(kept))), kept.index(own.axis)

    def _end(self, k: int) -> ir.Value:
        own, version = self.owned[self.yields[k]], self.versions[self.yields[k]]
        offsets, sizes, strides, _ = self._owned_place(self.inits[k], own)
        if self.is_all(self.inits[k], version.whole, offsets, sizes, strides):
            return version.whole
        return build.insert_slice(version.whole, self.inits[k], offsets, sizes, strides)

    def _emit(self, op: ir.Operation) -> None:
        if op.name in READS and op.results[0] in self.sums or self._is_part_of_sum(op):
            return
        read = [*op.operands, *captured_by(op)] if len(op.regions) else list(op.operands)
        if op.name == "tensor.dim" and op.operands[0] in (*self.versions, *self.sums):
            raise NotRaised("a size of a tensor that the loop carries", op)
        if all(map(self.is_same, read)) and (op.name in _CLONED or _is_scalar(op) and op.name not in _MAY_FAIL):
            clone_into(op, self.same)
        elif _is_scalar(op):
            pass  # waits
        elif op.name in READS:
            self._read(op)
        elif op.name in WRITES:
            self._insert(op)
        elif op.name == "linalg.generic":
            self._generic(op)
        elif op.name == "linalg.fill":
            self._spread(op)
        elif op.name == "tensor.from_elements" and not shape_of(op.results[0].type):
            self.along[op.results[0]] = self.operand(op.operands[0])
        else:
            raise NotRaised(f"'{op.name}' has no form over all iterations", op)

    def _is_part_of_sum(self, op: ir.Operation) -> bool:
        """Whether it is the last operation of a sum, which is emitted here if it is `linalg`."""
        if op.name == "linalg.generic":
            init = list(op.operands)[-1]
            if init in self.sums and len(op.results) == 1:
                self._generic(op, self.sums[init])
                return True
        return op.name in WRITES and op.results[0] in self.sums

    def _read(self, op: ir.Operation) -> None:
        source, place, result = op.operands[0], place_of(op), op.results[0]
        if source in self.versions:
            version, own = self.versions[source], self.owned[source]
            if version.scalar is not None and self._is_there(version.place, place) and op.name == "tensor.extract":
                self.along[result] = self.operand(version.scalar)
                return
            *parts, axis = self._part(place, own)
            self.along[result] = Along(self.slice(self._written(version), *parts), axis)
        elif source in self.sums:  # what no iteration writes
            self.along[result] = self.of_source(self.inits[self.sums[source]], place)
        elif self.is_same(source):
            self.along[result] = self.of_source(source, place)
        else:
            whole = self.operand(source)
            *parts, axis = self.across(place, whole.axis, own=False)
            self.along[result] = Along(self.slice(whole.whole, *parts), axis)

    def _is_there(self, one: Place, other: Place) -> bool:
        return all(self.indices.of(a) == self.indices.of(b) for a, b in zip(one.offsets, other.offsets))

    def _insert(self, op: ir.Operation) -> None:
        source, into = list(op.operands)[:2]
        place, result = place_of(op), op.results[0]
        if into in self.versions:
            before, own = self.versions[into], self.owned[into]
            self.owned[result] = own
            if op.name == "tensor.insert":
                self.versions[result] = Version(None, before, place, source)
                return
            target, part = self._written(before), self._part(place, own)
            self.versions[result] = Version(self._put(source, target, part))
        else:
            lifted = self.lifted(into)
            part = self.across(place, lifted.axis, own=False)
            self.along[result] = Along(self._put(source, lifted.whole, part), lifted.axis)

    def _put(self, source: ir.Value, target: ir.Value, part: tuple) -> ir.Value:
        """A tensor with a value of all iterations in a part of it."""
        offsets, sizes, strides, kept, axis = part
        given = self._as_slice(source, axis)
        if self.is_all(target, given, offsets, sizes, strides):
            return given
        return build.insert_slice(given, target, offsets, sizes, strides)

    def _as_slice(self, source: ir.Value, axis: int) -> ir.Value:
        """A value of all iterations, with their dimension at `axis`."""
        if not is_tensor(source.type) and self.is_same(source):
            type = build.tensor_type([self.static_count()], source.type)
            return build.fill(self.same.get(source, source), build.empty(type, [self.count]))
        given = self.lifted(source) if is_tensor(source.type) else self.operand(source)
        if given.axis is None:  # an element that all iterations read
            type = build.tensor_type([self.static_count()], source.type)
            maps = [ir.AffineMap.get(1, 0, []), ir.AffineMap.get_identity(1)]
            into = build.empty(type, [self.count])
            return build.generic([given.whole], [into], maps, ["parallel"], lambda args: args[:1])[0]
        if given.axis != axis:
            raise NotRaised("the dimensions of what is written stand in another order", self.loop)
        return given.whole

    # -- scalars ---------------------------------------------------------------------------------

    def _written(self, version: Version) -> ir.Value:
        """The tensor of a version, what waits written to it."""
        if version.whole is None:
            self._write()
        return version.whole

    def _write(self) -> None:
        """Writes all scalars that wait, as one operation."""
        waiting = [v for v in self.versions.values() if v.whole is None]
        while waiting:
            ready = [v for v in waiting if v.before.whole is not None]
            parts = [self._target(v) for v in ready]
            inits = [self.slice(v.before.whole, *part) for v, (*part, _) in zip(ready, parts)]
            written = self.compute([v.scalar for v in ready], inits)
            for v, (offsets, sizes, strides, _, _), given in zip(ready, parts, written):
                v.whole = given
                if not self.is_all(v.before.whole, given, offsets, sizes, strides):
                    v.whole = build.insert_slice(given, v.before.whole, offsets, sizes, strides)
            waiting = [v for v in waiting if v.whole is None]

    def _target(self, version: Version) -> tuple[list, list, list, list[int], int]:
        own = next(self.owned[value] for value, known in self.versions.items() if known is version)
        return self._part(version.place, own)

    def compute(self, wanted: Sequence[ir.Value], inits: Sequence[ir.Value] | None = None) -> list[ir.Value]:
        """Emits one operation over the iterations that gives scalars of the body, as tensors.

        Where their `inits` are not read, they are tensors without contents.
        """
        slice = _Slice(self, wanted)
        read = {along.whole for along in slice.leaves.values()}
        outs = []
        for k, value in enumerate(wanted):
            type = build.tensor_type([self.static_count()], value.type)
            kept = inits is not None and inits[k] in read and inits[k] not in outs
            outs.append(inits[k] if kept else build.empty(type, [self.count]))
        results = slice.emit(outs, ["parallel"], ir.AffineMap.get_identity(1), {})
        if inits is None:
            self.along.update((value, Along(result, 0)) for value, result in zip(wanted, results))
        return results

    def _add_up(self) -> None:
        """Emits the sums of scalars, as one operation."""
        added = [k for k in dict.fromkeys(self.sums.values()) if self.results[k] is None]
        if not added:
            return
        wanted, starts, outs, ends = [], {}, [], []
        for k in added:
            init, yielded, argument = self.inits[k], self.yields[k], self.arguments[k]
            if not is_tensor(argument.type):
                wanted.append(yielded)
                starts[argument] = len(outs)
                outs.append(build.emit1("tensor.from_elements", build.tensor_type([], init.type), init))
                ends.append(None)
                continue
            write = yielded.owner.operation
            read = next(value for value, n in self.sums.items() if n == k and value not in (argument, yielded))
            offsets = [self.here(index) for index in place_of(write).offsets]
            ones = [1] * len(offsets)
            wanted.append(write.operands[0])
            starts[read] = len(outs)
            type = build.tensor_type([], build.element(init.type))
            outs.append(build.extract_slice(init, type, offsets, ones, ones))
            ends.append((offsets, ones, ones))
        slice = _Slice(self, wanted, starts)
        if not any(along.axis is not None for along in slice.leaves.values()):
            raise NotRaised("what is added reads no tensor along the iterations", self.loop)
        totals = slice.emit(outs, ["reduction"], ir.AffineMap.get(1, 0, []), starts)
        for k, total, end in zip(added, totals, ends):
            self.results[k] = (
                build.extract(total, []) if end is None else build.insert_slice(total, self.inits[k], *end)
            )

    # -- linalg ----------------------------------------------------------------------------------

    def _spread(self, op: ir.Operation) -> None:
        number, into = op.operands
        target = self.lifted(into)
        known = self.operand(number)
        rank = len(shape_of(target.whole.type))
        own = ir.AffineMap.get(rank, 0, [] if known.axis is None else [ir.AffineDimExpr.get(target.axis)])
        maps = [own, ir.AffineMap.get_identity(rank)]
        whole = build.generic([known.whole], [target.whole], maps, ["parallel"] * rank, lambda args: args[:1])[0]
        self.along[op.results[0]] = Along(whole, target.axis)

    def _generic(self, op: ir.Operation, sum: int | None = None) -> None:
        """A `linalg.generic` with one dimension more, which is the first; a reduction where iterations add up."""
        generic = Generic(op)
        rank, operands = generic.count, list(op.operands)
        ins = [self.operand(v) for v in operands[: generic.ins]]
        keys, maps = list(generic.body.arguments)[: generic.ins], [_grown(m, a.axis) for m, a in zip(generic.maps, ins)]
        known: dict[ir.Value, ir.Value] = {}
        counters = []
        for value in captured_by(op):
            if self.is_same(value):
                if value in self.same:
                    known[value] = self.same[value]
            elif is_tensor(value.type):
                raise NotRaised("an element is read at a place that is computed", op)
            elif isinstance(value.type, ir.IndexType):
                counters.append((value, self.indices.of(value)))
            else:
                along = self.operand(value)
                keys.append(value), ins.append(along), maps.append(_grown(ir.AffineMap.get(rank, 0, []), along.axis))
        starts = {value: index.start() for value, index in counters}
        if sum is None:
            outs = [self.lifted(v) for v in operands[generic.ins :]]
        else:
            outs = [Along(self._sum_init(op, sum), None)]
        out_maps = generic.maps[generic.ins :]
        maps += [_grown(m, a.axis) for m, a in zip(out_maps, outs)]
        if not any(ir.AffineDimExpr.get(0) in list(m.results) for m in maps):
            raise NotRaised("what is added reads no tensor along the iterations", op)
        kinds = ["parallel" if sum is None else "reduction", *linalg_form.iterators(op)]

        def body(arguments: list[ir.Value]) -> list[ir.Value]:
            own = list(generic.body.arguments)[generic.ins :]
            here = known | dict(zip([*keys, *own], arguments, strict=True))
            for value, index in counters:
                here[value] = _index_at(starts[value], index.step)
            here = generic.at(lambda d: _dimension(d + 1), here)
            return [here.get(v, v) for v in generic.yielded]

        results = build.generic([a.whole for a in ins], [a.whole for a in outs], maps, kinds, body)
        if sum is None:
            self.along.update((r, Along(new, a.axis)) for r, new, a in zip(op.results, results, outs))
            return
        init, write = self.inits[sum], self.yields[sum].owner.operation
        if write.name in WRITES:
            place = place_of(write)
            parts = [[self.here(n) for n in part] for part in (place.offsets, place.sizes, place.strides)]
            results = [build.insert_slice(results[0], init, *parts)]
        self.results[sum] = results[0]

    def _sum_init(self, op: ir.Operation, k: int) -> ir.Value:
        """What a sum by `linalg` adds to."""
        read = list(op.operands)[-1]
        if read == self.arguments[k]:
            return self.inits[k]
        place = place_of(read.owner.operation)
        parts = [[self.here(n) for n in part] for part in (place.offsets, place.sizes, place.strides)]
        return build.extract_slice(self.inits[k], read.type, *parts)


class _Slice:
    """What of the body computes scalars, from elements that are read."""

    def __init__(self, loop: _Iterations, wanted: Sequence[ir.Value], starts: dict[ir.Value, int] | None = None):
        self.loop, self.wanted, self.starts = loop, wanted, starts or {}
        self.leaves: dict[ir.Value, Along] = {}
        steps: set[ir.Operation] = set()
        left = list(wanted)
        while left:
            value = left.pop()
            if value in self.starts or loop.is_same(value) or value in self.leaves or value == loop.induction:
                continue
            if value in loop.along:
                self.leaves[value] = loop.along[value]
                continue
            if value in loop.sums or not _is_scalar(value.owner.operation):
                raise NotRaised("an iteration needs what the one before it computes", loop.loop)
            op = value.owner.operation
            if op not in steps:
                steps.add(op)
                left += op.operands
        self.steps = sorted(steps, key=loop.number.__getitem__)

    def emit(self, outs: list, kinds: list[str], out_map: ir.AffineMap, starts: dict[ir.Value, int]) -> list[ir.Value]:
        loop = self.loop
        leaves = {value: along for value, along in self.leaves.items() if along.whole not in outs}
        maps = [ir.AffineMap.get(1, 0, [] if a.axis is None else [ir.AffineDimExpr.get(0)]) for a in leaves.values()]

        def body(arguments: list[ir.Value]) -> list[ir.Value]:
            given, taken = arguments[: len(leaves)], arguments[len(leaves) :]
            here = dict(loop.same)
            here.update(zip(leaves, given))
            for value, along in self.leaves.items():
                if along.whole in outs:
                    here[value] = taken[outs.index(along.whole)]
            here.update((value, taken[k]) for value, k in starts.items())
            if loop.induction in {v for op in self.steps for v in op.operands} | set(self.wanted):
                here[loop.induction] = trip_count.induction(_dimension(0), loop.bounds)
            for op in self.steps:
                with op.location:
                    clone_into(op, here)
            return [here.get(v, v) for v in self.wanted]

        ins = [along.whole for along in leaves.values()]
        return build.generic(ins, outs, [*maps, *[out_map] * len(outs)], kinds, body)


def _grown(map: ir.AffineMap, axis: int | None) -> ir.AffineMap:
    """A map with one dimension more in front, that of the iterations, which the operand has at `axis` or not."""
    moved = ir.AffineMap.get(map.n_dims + 1, 0, [ir.AffineDimExpr.get(d + 1) for d in range(map.n_dims)])
    results = [expression.compose(moved) for expression in map.results]
    if axis is not None:
        results.insert(axis, ir.AffineDimExpr.get(0))
    return ir.AffineMap.get(map.n_dims + 1, 0, results)


def _dimension(d: int) -> ir.Value:
    return build.emit1("linalg.index", build.index_type(), dim=ir.IntegerAttr.get(ir.IntegerType.get_signless(64), d))


def _index_at(start: ir.Value | int, step: int) -> ir.Value:
    """An index in the iteration that the first dimension counts."""
    number = _dimension(0)
    if step != 1:
        number = build.emit1("arith.muli", number.type, number, build.index(step))
    if isinstance(start, int) and start == 0:
        return number
    return build.emit1("arith.addi", number.type, number, build.index(start) if isinstance(start, int) else start)
