"""`linalg.generic` over many directions: one more parallel dimension, which only the
operands that depend on the directions have. A product of a matrix and a vector becomes one of
two matrices.

The results that do not depend on the directions are computed by an operation of their own, once; what
the others need of them they read.
"""

from __future__ import annotations

from ... import build
from ...analysis import linalg_form
from ...analysis.program import walk
from ...analysis.recording.slices import Slicer
from ...build import is_tensor
from ...mlir import ir
from ...rules import batched
from ..reverse import tape
from ..scope import Scope
from .batch import Batch


@batched("linalg.generic")
def generic(op, batch: Batch):
    mapped = [k for k, r in enumerate(op.results) if batch.is_mapped(r)]
    once = [k for k in range(len(op.results)) if k not in mapped]
    results: dict[int, ir.Value] = {}
    if once:
        body = _Body(op, batch, once)
        results |= dict(zip(once, body.emit(False)))
    if mapped:
        body = _Body(op, batch, mapped, results)
        results |= dict(zip(mapped, body.emit(True)))
    return [results[k] for k in range(len(op.results))]


class _Body:
    """The part of a generic that computes some of its results; `known` ones are read where they are complete."""

    def __init__(self, op: ir.Operation, batch: Batch, outputs: list[int], known: dict[int, ir.Value] | None = None):
        self.op, self.batch = op, batch
        self.maps, self.ins = linalg_form.maps(op), linalg_form.inputs(op)
        self.body = batch.program.body(op)
        self.yields = batch.program.yields(op)
        self.read = {
            self.yields[k]: (result, self.maps[self.ins + k])
            for k, result in (known or {}).items()
            if linalg_form.is_full(self.maps[self.ins + k]) and not isinstance(self.yields[k].owner, ir.Block)
        }
        self.slicer = Slicer(batch.program)
        self.computed: set[ir.Value] = set()
        self.arguments: set[ir.Value] = set()
        self.used: dict[ir.Value, None] = {}  # of the known results, in order
        self.outputs = list(outputs)
        for k in self.outputs:  # grows: a sum that is read while it is made is made along
            self._need(self.yields[k])
            self.outputs += [n for n in range(len(op.results)) if n not in self.outputs and self._is_made_along(n)]

    def _out(self, k: int) -> ir.Value:
        return self.body.arguments[self.ins + k]

    def _is_made_along(self, k: int) -> bool:
        return self._out(k) in self.arguments and not linalg_form.is_full(self.maps[self.ins + k])

    def _need(self, value: ir.Value) -> None:
        owner = value.owner
        if value in self.read:
            self.used[value] = None
        elif isinstance(owner, ir.Block):
            if owner == self.body:
                self.arguments.add(value)
        elif self.batch.program.block_of(value) == self.body and value not in self.computed:
            self.computed.add(value)
            for v in self.slicer.behind(owner.operation, [value]):  # of a branch, what computes this result
                self._need(v)

    def emit(self, over_directions: bool) -> list[ir.Value]:
        """The results, batched or not; those computed along are not given."""
        op, batch, operands = self.op, self.batch, list(self.op.operands)
        own = [self.ins + k for k in self.outputs]
        taken = [n for n, a in enumerate(self.body.arguments) if a in self.arguments and n not in own]
        taken += self._sizes_only(taken)
        keys = [self.body.arguments[n] for n in taken]
        ins = [batch.value(operands[n]) for n in taken]
        depends = [batch.is_mapped(operands[n]) for n in taken]
        maps = [self.maps[n] for n in taken]
        for v in self.used:
            result, map = self.read[v]
            keys.append(v), ins.append(result), depends.append(False), maps.append(map)
        for v in self._captured_scalars() if over_directions else ():
            keys.append(v), ins.append(batch.value(v)), depends.append(True)
            maps.append(ir.AffineMap.get(self.maps[0].n_dims, 0, []))
        inits = [operands[self.ins + k] for k in self.outputs]
        outs = [batch.lifted(v) if over_directions else batch.value(v) for v in inits]
        maps += [self.maps[self.ins + k] for k in self.outputs]
        iterators = [str(i).split("<")[1][:-1] for i in op.attributes["iterator_types"]]
        if over_directions:
            maps = [_with_directions(m, batch, d) for m, d in zip(maps, depends + [True] * len(outs))]
            iterators = batch.grown(iterators, "parallel")

        def body(arguments: list[ir.Value]) -> list[ir.Value]:
            scope = Scope(batch.scope).bind(keys, arguments[: len(keys)])
            scope.bind([self._out(k) for k in self.outputs], arguments[len(keys) :])
            part = self.slicer.block(self.body, [self.yields[k] for k in self.outputs], self.used)
            tape.emit_slice(self.slicer, part, scope)
            return [scope[self.yields[k]] for k in self.outputs]

        results = build.generic(ins, outs, maps, iterators, body)
        if over_directions:
            _renumber(results[0].owner.operation, batch)
        return results

    def _sizes_only(self, taken: list[int]) -> list[int]:
        """Inputs that nothing reads, but that alone have the size of a dimension."""
        operands = list(self.op.operands)
        named = {d for n in taken for d in _dims(self.maps[n])}
        named |= {d for k in self.outputs for d in _dims(self.maps[self.ins + k])}
        extra = []
        for n in range(len(operands)):
            if is_tensor(operands[n].type) and _dims(self.maps[n]) - named:
                named |= _dims(self.maps[n])
                extra.append(n)
        return extra

    def _captured_scalars(self) -> list[ir.Value]:
        captured = self.batch.program.captures(self.op)
        return [v for v in captured if self.batch.is_mapped(v) and not is_tensor(v.type)]


def _dims(map: ir.AffineMap) -> set[int]:
    return {e.position for e in map.results if isinstance(e, ir.AffineDimExpr)}


def _with_directions(map: ir.AffineMap, batch: Batch, depends: bool) -> ir.AffineMap:
    """The map in a space with the dimension of the directions, which the operand has or not."""
    count = map.n_dims
    first, own = (0, count) if batch.inner else (1, 0)
    moved = ir.AffineMap.get(count + 1, 0, [ir.AffineDimExpr.get(d + first) for d in range(count)])
    results = [e.compose(moved) for e in map.results]
    return ir.AffineMap.get(count + 1, 0, batch.grown(results, ir.AffineDimExpr.get(own)) if depends else results)


def _renumber(op: ir.Operation, batch: Batch) -> None:
    """The body in the space with one dimension more, which batched tensors that it gathers from have too."""
    number = ir.IntegerType.get_signless(64)
    if not batch.inner:
        for child in list(walk(op)):
            if child.name == "linalg.index":
                child.attributes["dim"] = ir.IntegerAttr.get(number, child.attributes["dim"].value + 1)
    gathers = [child for child in walk(op) if child.name == "tensor.extract"]
    gathers = [child for child in gathers if len(child.operands) <= len(build.shape_of(child.operands[0].type))]
    if not gathers:
        return
    with op.location, ir.InsertionPoint.at_block_begin(op.regions[0].blocks[0]):
        own = linalg_form.maps(op)[0].n_dims - 1 if batch.inner else 0
        direction = build.emit1("linalg.index", build.index_type(), dim=ir.IntegerAttr.get(number, own))
    for child in gathers:
        source, *at = child.operands
        with child.location, ir.InsertionPoint(child):
            element = build.extract(source, batch.grown(at, direction))
        child.results[0].replace_all_uses_with(element)
        child.erase()
