"""One loop as operations over all of its iterations.

The operations of the body go one after the other, each for all iterations at once: a scalar becomes a tensor with one
dimension, `linalg` and slices get one dimension more. That is right where no iteration reads what another one writes,
but for sums. Scalars wait until somebody reads them as a tensor, so that what computes them is one operation.
"""

from __future__ import annotations

from .. import build
from ..analysis.program import captured_by
from ..build import is_tensor, shape_of
from ..forms.generic import clone_into
from ..mlir import ir
from ..rules.sums import adds_to
from . import batched
from .carried import READS, WRITES, Kept, Last, Own, Place, Sum, carried, place_of
from .elements import Elements, is_scalar
from .not_raised import NotRaised
from .operands import Operands
from .space import Along, Version

_MAY_FAIL = {f"arith.{name}{kind}" for name in ("div", "rem", "ceildiv", "floordiv") for kind in ("si", "ui")}
_CLONED = {
    "tensor.empty",
    "tensor.from_elements",
    "tensor.extract_slice",
    "tensor.dim",
    "linalg.fill",
    "linalg.generic",
}


def raise_loop(loop: ir.Operation) -> None:
    """Puts such operations in the place of an `scf.for`. Raises NotRaised, and leaves it, where that cannot be."""
    _check(loop)
    with ir.InsertionPoint(loop), loop.location:
        room = ir.Operation.create("scf.execute_region", regions=1)
    block = room.regions[0].blocks.append()
    try:
        with ir.InsertionPoint(block), loop.location:
            results = Iterations(loop).emit()
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
        if not known and not is_scalar(op):
            raise NotRaised(f"'{op.name}' has no form over all iterations", op)


class Iterations(Operands):
    """The body of a loop over all iterations; the insertion point is in front of it."""

    def __init__(self, loop: ir.Operation):
        super().__init__(loop)
        self.owned: dict[ir.Value, Own] = {}  # version -> how iterations own it
        self.rewritten: dict[ir.Value, Place] = {}  # version that the next iteration does not read -> what is written

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
                case Last(versions, place):
                    self.rewritten.update(dict.fromkeys(versions, place))
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
        if self.yields[k] in self.rewritten:
            return self._last(k)
        own, version = self.owned[self.yields[k]], self.versions[self.yields[k]]
        offsets, sizes, strides, _ = self._owned_place(self.inits[k], own)
        if self.is_all(self.inits[k], version.whole, offsets, sizes, strides):
            return version.whole
        return build.insert_slice(version.whole, self.inits[k], offsets, sizes, strides)

    def _last(self, k: int) -> ir.Value:
        """A tensor with what the last iteration writes; what it was if there is none."""
        init, written = self.inits[k], self.yields[k].owner.operation.operands[0]
        place = self.rewritten[self.yields[k]]
        parts = [[self.here(n) for n in part] for part in (place.offsets, place.sizes, place.strides)]
        along = self.operand(written)

        def write() -> ir.Value:
            source = self.same.get(written, written) if self.is_same(written) else self._in_last(along, written.type)
            if is_tensor(source.type):
                return build.insert_slice(source, init, *parts)
            return build.insert(source, init, [build.index(n) if isinstance(n, int) else n for n in parts[0]])

        if isinstance(self.count, int):
            return write() if self.count else init
        runs = build.compare_integers("ne", self.count, build.index(0))
        branch = ir.Operation.create("scf.if", results=[init.type], operands=[runs], regions=2)
        for region, emit in zip(branch.regions, (write, lambda: init)):
            with ir.InsertionPoint(region.blocks.append()):
                build.emit("scf.yield", [], [emit()])
        return branch.results[0]

    def _in_last(self, along: Along, type: ir.Type) -> ir.Value:
        """A value of the last iteration."""
        if isinstance(self.count, int):
            number = build.index(self.count - 1)
        else:
            number = build.emit1("arith.subi", self.count.type, self.count, build.index(1))
        if not is_tensor(type):
            return build.extract(along.whole, [] if along.axis is None else [number])
        if along.axis is None:
            return along.whole
        sizes = build.sizes_of(along.whole)
        offsets: list[ir.Value | int] = [0] * len(sizes)
        offsets[along.axis], sizes[along.axis] = number, 1
        return build.extract_slice(along.whole, type, offsets, sizes, [1] * len(sizes))

    def _emit(self, op: ir.Operation) -> None:
        if op.name in WRITES and op.operands[1] in self.rewritten:
            return
        if op.name in READS and op.results[0] in self.sums or self._is_part_of_sum(op):
            return
        read = [*op.operands, *captured_by(op)] if len(op.regions) else list(op.operands)
        if op.name == "tensor.dim" and op.operands[0] in (*self.versions, *self.sums):
            raise NotRaised("a size of a tensor that the loop carries", op)
        if all(map(self.is_same, read)) and (op.name in _CLONED or is_scalar(op) and op.name not in _MAY_FAIL):
            clone_into(op, self.same)
        elif is_scalar(op):
            pass  # waits
        elif op.name in READS:
            self._read(op)
        elif op.name in WRITES:
            self._insert(op)
        elif op.name == "linalg.generic":
            batched.generic(self, op)
        elif op.name == "linalg.fill":
            batched.spread(self, op)
        elif op.name == "tensor.from_elements" and not shape_of(op.results[0].type):
            self.along[op.results[0]] = self.operand(op.operands[0])
        else:
            raise NotRaised(f"'{op.name}' has no form over all iterations", op)

    def _is_part_of_sum(self, op: ir.Operation) -> bool:
        """Whether it is the last operation of a sum, which is emitted here if it is `linalg`."""
        if op.name == "linalg.generic":
            init = list(op.operands)[-1]
            if init in self.sums and len(op.results) == 1:
                batched.generic(self, op, self.sums[init])
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
        slice = Elements(self, wanted, starts)
        if not any(along.axis is not None for along in slice.leaves.values()):
            raise NotRaised("what is added reads no tensor along the iterations", self.loop)
        totals = slice.emit(outs, ["reduction"], ir.AffineMap.get(1, 0, []), starts)
        for k, total, end in zip(added, totals, ends):
            self.results[k] = (
                build.extract(total, []) if end is None else build.insert_slice(total, self.inits[k], *end)
            )
