"""A derivative for one direction becomes one for many.

What depends on the directions gets one more dimension; all else is done once, as it was. The dimension is the first
one, or the last one, `inner`, where neighbours in memory are directions of one element. A derivative is linear in its
directions, so nothing that it does with a direction decides what it does: control flow, positions and sizes stay as
they are. Where they do depend on a direction (a pullback of the user's own may compare its cotangents), the directions
take their turns.

A `Batch` belongs to one block of the new function, as a `Sweep` does, and is all that a rule
sees. Scalars that depend on a direction become tensors of one dimension; neighbouring
operations on them share one `linalg.generic`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ... import build
from ...analysis.effects import effects
from ...analysis.program import Program
from ...build import DYNAMIC, is_tensor, shape_of
from ...dialect import PURE
from ...errors import Failure, error, note
from ...mlir import ir
from ...rules import BATCHES, RULES, Partials
from ..emission import for_loop
from ..scope import Scope, clone
from ..sizes.call_sizes import CallSizes

_SCALAR_DIALECTS = {"arith", "complex", "math"}
# operation without regions -> its operands that are not values but decide which, or where
_DECISIONS = {
    "arith.select": slice(0, 1),
    "tensor.expand_shape": slice(1, None),
    "tensor.extract": slice(1, None),
    "tensor.extract_slice": slice(1, None),
    "tensor.insert": slice(2, None),
    "tensor.insert_slice": slice(2, None),
    "tensor.reshape": slice(1, None),
    "tensor.splat": slice(1, None),
}


class Batch:
    def __init__(
        self,
        program: Program,
        mapped: set[ir.Value],
        count: ir.Value | int,
        scope: Scope,
        inner: bool = False,
        invariant: ir.InsertionPoint | None = None,
    ):
        self.program = program
        self.mapped = mapped  # what depends on the directions
        self.count = count  # of directions
        self.scope = scope
        self.inner = inner  # whether their dimension is the last one, not the first
        self.invariant = invariant  # where that goes which does not, if not here
        # Of the user's own -> the function, what it gives, whether it is pure.
        self.pushforwards: dict[str, tuple[str, list[ir.Type], bool]] = {}
        self.call_sizes: CallSizes | None = None  # of the program's own that are called
        self.pending: list[ir.Operation] = []  # scalar operations that wait for each other
        self.sizes: dict[ir.Value, list[ir.Value | int]] = {}  # of directions, where they are known at `invariant`
        self.local: set[ir.Value] = set()  # what does not depend on the directions and still stands here

    # -- what a rule may ask ---------------------------------------------------------------------

    def is_mapped(self, value: ir.Value) -> bool:
        return value in self.mapped

    def value(self, value: ir.Value) -> ir.Value:
        """The value in the new function; batched, if it depends on the directions."""
        if any(value == result for op in self.pending for result in op.results):
            self.flush()
        return self.scope[value]

    def lifted(self, value: ir.Value) -> ir.Value:
        """The value with one dimension more, along which it is constant unless it depends on the directions."""
        here = self.value(value)
        if self.is_mapped(value):
            return here
        into = self.empty(value.type, build.sizes_of(here))
        number = _number_everywhere(value)
        if number is not None:
            return build.fill(self.scope[number], into)
        if _is_empty(value):
            return into
        rank = len(shape_of(value.type))
        first = 0 if self.inner else 1
        own = ir.AffineMap.get(rank + 1, 0, [ir.AffineDimExpr.get(d + first) for d in range(rank)])
        maps = [own, ir.AffineMap.get_identity(rank + 1)]
        return build.generic([here], [into], maps, ["parallel"] * (rank + 1), lambda args: args[:1])[0]

    def grown(self, parts: Sequence, own) -> list:
        """One entry a dimension of a value, with that of the directions where their dimension is."""
        return [*parts, own] if self.inner else [own, *parts]

    def type(self, type: ir.Type) -> ir.Type:
        """A type with the dimension of the directions."""
        count = self.count if isinstance(self.count, int) else DYNAMIC
        encoding = None if self.inner else build.encoding_of(type)
        return build.tensor_type(self.grown(shape_of(type), count), build.element(type), encoding)

    def empty(self, type: ir.Type, sizes: list[ir.Value | int]) -> ir.Value:
        return build.empty(self.type(type), self.grown(sizes, self.count))

    def sizes_of(self, whole: ir.Value) -> list[ir.Value | int]:
        """The sizes of one direction of a batched value."""
        return build.sizes_of(whole)[:-1] if self.inner else build.sizes_of(whole)[1:]

    def place(
        self, offsets: Sequence, sizes: Sequence, strides: Sequence, direction=0, count=None
    ) -> tuple[list, list, list]:
        """Offsets, sizes and strides of a part of every direction, or of one."""
        count = self.count if count is None else count
        return self.grown(offsets, direction), self.grown(sizes, count), self.grown(strides, 1)

    def inside(self) -> "Batch":
        """The batch of a block inside this one."""
        inner = Batch(self.program, self.mapped, self.count, Scope(self.scope), self.inner)
        inner.pushforwards, inner.call_sizes = self.pushforwards, self.call_sizes
        return inner

    # -- emission --------------------------------------------------------------------------------

    def run(self, block: ir.Block) -> None:
        """Emits what a block does, its terminator left out."""
        for op in self.program.ops(block)[:-1]:
            with op.location:
                self._emit(op)

    def _emit(self, op: ir.Operation) -> None:
        mapped, inputs = any(map(self.is_mapped, op.results)), self.program.inputs(op)
        if not mapped and not any(map(self.is_mapped, inputs)):
            if self.invariant is None or not self.local.isdisjoint(inputs):
                clone(op, self.scope)
                self.local.update(op.results)
            else:
                with self.invariant:
                    clone(op, self.scope)
        elif mapped and _is_scalar(op):
            self.pending.append(op)
        elif op.name in BATCHES and not self._decides(op):
            if len(op.regions):
                self.flush()  # what waits may be used inside
            self.local.update(op.results)
            self.scope.bind(op.results, BATCHES[op.name](op, self))
        elif op.results:
            self.scope.bind(op.results, each_direction(op, self))
        else:
            raise Failure(
                error(op.location, f"'{op.name}' depends on a direction, and many directions have no one answer")
            )

    def _decides(self, op: ir.Operation) -> bool:
        """Whether a direction decides what an operation does with it."""
        decisions = self.program.flow.decisions(op) or list(op.operands)[_DECISIONS.get(op.name, slice(0, 0))]
        return any(map(self.is_mapped, decisions))

    def flush(self) -> None:
        """Emits the scalar operations that wait, as one operation over the directions."""
        group, self.pending = self.pending, []
        made = {result for op in group for result in op.results}
        taken = dict.fromkeys(v for op in group for v in op.operands if self.is_mapped(v) and v not in made)
        given = [
            result
            for op in group
            for result in op.results
            if any(use.owner.operation not in group for use in result.uses)
        ]
        if not given:
            return
        identity = ir.AffineMap.get_identity(1)

        def body(arguments: list[ir.Value]) -> list[ir.Value]:
            scope = Scope(self.scope).bind(taken, arguments[: len(taken)])
            for op in group:
                clone(op, scope)
            return [scope[result] for result in given]

        outs = [self.empty(result.type, []) for result in given]
        maps = [identity] * (len(taken) + len(outs))
        self.scope.bind(given, build.generic([self.scope[v] for v in taken], outs, maps, ["parallel"], body))


def each_direction(op: ir.Operation, batch: Batch) -> list[ir.Value]:
    """The operation as it is, once for each direction."""
    _refuse_effects(op, batch)
    inputs = [v for v in batch.program.inputs(op) if batch.is_mapped(v)]
    wholes = {v: batch.value(v) for v in inputs}
    mapped = [number for number, r in enumerate(op.results) if batch.is_mapped(r)]  # nobody reads the others
    starts = [batch.empty(op.results[number].type, _sizes(op, number, batch)) for number in mapped]
    count = build.index(batch.count) if isinstance(batch.count, int) else batch.count
    loop = for_loop([build.index(0), count, build.index(1)], starts)
    block = loop.regions[0].blocks[0]
    direction, *carried = block.arguments
    with ir.InsertionPoint(block):
        scope = Scope(batch.scope)
        scope.bind(inputs, [_take(batch, wholes[v], direction, v.type) for v in inputs])
        results = clone(op, scope).results
        build.emit("scf.yield", [], [_put(batch, results[n], into, direction) for n, into in zip(mapped, carried)])
    given = dict(zip(mapped, loop.results))
    return [given.get(number) for number in range(len(op.results))]


def _refuse_effects(op: ir.Operation, batch: Batch) -> None:
    """Failure where an effect would come once for each direction; derivatives that a program brings may be called
    so."""
    own = {*batch.pushforwards, *(name for name in batch.program.derivatives.values() if isinstance(name, str))}
    for effect in effects(op):
        if effect.name != "func.call" or effect.attributes["callee"].value not in own:
            raise Failure(
                error(
                    effect.location,
                    f"cannot run '{effect.name}' once for each direction",
                    note(
                        op.location,
                        "a direction decides what is done here; "
                        f"ask for one direction at a time, or mark what is called '{PURE}'",
                    ),
                )
            )


def _take(batch: Batch, whole: ir.Value, direction: ir.Value, type: ir.Type) -> ir.Value:
    """What a batched value is in one direction."""
    if not is_tensor(type):
        return build.extract(whole, [direction])
    sizes = batch.sizes_of(whole)
    return build.extract_slice(whole, type, *batch.place([0] * len(sizes), sizes, [1] * len(sizes), direction, 1))


def _put(batch: Batch, part: ir.Value, whole: ir.Value, direction: ir.Value) -> ir.Value:
    if not is_tensor(part.type):
        return build.insert(part, whole, [direction])
    sizes = build.sizes_of(part)
    return build.insert_slice(part, whole, *batch.place([0] * len(sizes), sizes, [1] * len(sizes), direction, 1))


def _sizes(op: ir.Operation, number: int, batch: Batch) -> list[ir.Value | int]:
    """The sizes of a result before it is computed."""
    type = op.results[number].type
    if DYNAMIC not in shape_of(type):
        return shape_of(type)
    if op.name == "func.call" and op.attributes["callee"].value in batch.pushforwards:
        # A tangent has the shape of the result, which the function itself tells.
        primal, types, is_pure = batch.pushforwards[op.attributes["callee"].value]
        if not is_pure:
            raise Failure(
                error(
                    op.location,
                    f"the size of a tangent here takes another call of @{primal}, which may have an effect",
                    note(None, f"mark it '{PURE}' if it may be repeated, or give its result a static shape"),
                )
            )
        arguments, values = [], iter(op.operands)
        for v in values:
            arguments.append(batch.value(v))
            if build.has_derivative(v.type):
                next(values)  # its tangent
        results = build.emit("func.call", types, arguments, callee=ir.FlatSymbolRefAttr.get(primal))
        return build.sizes_of([r for r in results if build.has_derivative(r.type)][number])
    if op.name == "func.call" and op.attributes["callee"].value in batch.program.derivatives.values():
        # A gradient has the shape of its argument.
        floats = [v for v in op.operands if build.has_derivative(v.type)]
        here = batch.value(floats[number])
        return batch.sizes_of(here) if batch.is_mapped(floats[number]) else build.sizes_of(here)
    if op.name == "func.call" and batch.call_sizes is not None:
        one = build.index(0)  # the sizes of what depends on the directions are those of the first
        operands = [
            _take(batch, batch.value(v), one, v.type) if batch.is_mapped(v) and is_tensor(v.type) else batch.value(v)
            for v in op.operands
        ]
        if (sizes := batch.call_sizes.emit(op.results[number], operands)) is not None:
            return sizes
    raise Failure(
        error(
            op.location,
            f"'{op.name}' depends on a direction in more than its values, and its result has no static shape",
        )
    )


def _number_everywhere(value: ir.Value) -> ir.Value | None:
    """The scalar that a value is, or that a fill puts everywhere in it."""
    if not is_tensor(value.type):
        return value
    if isinstance(value.owner, ir.Block) or value.owner.operation.name != "linalg.fill":
        return None
    return value.owner.operation.operands[0]


def _is_empty(value: ir.Value) -> bool:
    return not isinstance(value.owner, ir.Block) and value.owner.operation.name == "tensor.empty"


def _is_scalar(op: ir.Operation) -> bool:
    """An operation on scalars and nothing else."""
    return (
        (op.name.split(".")[0] in _SCALAR_DIALECTS or isinstance(RULES.get(op.name), Partials))
        and not len(op.regions)
        and not any(is_tensor(v.type) for v in (*op.operands, *op.results))
    )
