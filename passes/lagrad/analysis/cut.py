"""Record or recompute: the cheapest set of keys of a loop body to record.

A minimum cut. Each key is a pair of nodes: cutting between them records the key, cutting
the edge from the source to the first recomputes it; who recomputes a key must have its
operands, recorded or recomputed in turn. Carried values cannot be recomputed, the induction
variable and what is captured are free. Where the cut is empty the loop needs no tape
(LAGrad, section 3.4: tape size reduction).
"""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import Failure, error, note
from ..mlir import ir
from . import cost
from .max_flow import Network
from .program import Program
from .slices import Key, Residual, Slicer

INFINITE = 1 << 60
_PURE = {"arith", "math", "tensor", "linalg", "scf", "complex", "index", "affine", "vector", "lagrad"}


def is_repeatable(program: Program, op: ir.Operation) -> bool:
    """Whether running an operation a second time gives the same values and has no effect."""
    if op.name == "func.call":
        return op.attributes["callee"].value in program.pullbacks
    return op.name.split(".")[0] in _PURE and all(
        is_repeatable(program, child)
        for block in program.bodies(op)
        for child in program.ops(block)
    )


def recorded_keys(slicer: Slicer, loop: ir.Operation, needs: Iterable[Key]) -> list[Key]:
    """The keys of the body of `loop` to record so that all of `needs` can be had again."""
    nodes = _Nodes(slicer, loop, list(needs))
    if all(key in nodes.again and not nodes.operands[key] for key in nodes.needs) and sum(
        nodes.again.values()
    ) <= min((nodes.once[key] for key in nodes.needs), default=0):
        return []
    if set(nodes.operands) == set(nodes.needs) and not nodes.again:
        chosen = set(nodes.operands)  # nothing to choose
    else:
        chosen = _minimum_cut(nodes)
    if impossible := [key for key in chosen if nodes.once[key] >= INFINITE]:
        _refuse(slicer, loop, impossible[0])
    return sorted(chosen, key=slicer.order)


def _refuse(slicer: Slicer, loop: ir.Operation, key: Key) -> None:
    maker = slicer.maker(key)
    raise Failure(
        error(
            maker.location if maker else loop.location,
            "cannot record a tensor whose shape changes from one iteration to the next",
            note(loop.location, "the adjoint of this loop reads it; carry a tensor of the largest shape instead"),
        )
    )


class _Nodes:
    """The keys of a loop body behind `needs`: operands in the body, cost of recording and of recomputing."""

    def __init__(self, slicer: Slicer, loop: ir.Operation, needs: list[Key]):
        self.slicer, self.loop = slicer, loop
        self.body = slicer.program.body(loop)
        self.induction = self.body.arguments[0]
        self.needs = [key for key in needs if key != self.induction]
        self.operands: dict[Key, list[Key]] = {}
        self.once: dict[Key, int] = {}  # to record
        self.again: dict[Key, int] = {}  # to recompute; absent: impossible
        work = list(self.needs)
        while work:
            key = work.pop()
            if key not in self.operands:
                self._add(key)
                work += self.operands[key]

    def _add(self, key: Key) -> None:
        slicer, program = self.slicer, self.slicer.program
        op = slicer.maker(key)
        self.once[key] = self._recording(key)
        if op is None:
            self.operands[key] = []
            return
        behind = slicer.loop(op, [key]).outer if op.name == "scf.for" else program.inputs(op)
        self.operands[key] = [
            v
            for v in dict.fromkeys(behind)
            if slicer.home(v) == self.body and v != self.induction
        ]
        if is_repeatable(program, op):
            self.again[key] = cost.recompute(program, op)

    def _recording(self, key: Key) -> int:
        if any(self.slicer.home(size) == self.body for size in self.slicer.size_keys(key)):
            return INFINITE
        rows = 1
        while isinstance(key, Residual):
            rows *= cost.trips(key.loop)
            key = key.key
        return cost.record(key) * max(1, rows)


def _minimum_cut(nodes: _Nodes) -> set[Key]:
    keys = list(nodes.operands)
    number = {key: 2 + 2 * i for i, key in enumerate(keys)}
    source, sink = 0, 1
    network = Network(2 + 2 * len(keys))
    for key in keys:
        inside, outside = number[key], number[key] + 1
        network.edge(source, inside, nodes.again.get(key, INFINITE))
        network.edge(inside, outside, nodes.once[key])
        for operand in nodes.operands[key]:
            network.edge(number[operand] + 1, inside, INFINITE)
    for key in dict.fromkeys(nodes.needs):
        network.edge(number[key] + 1, sink, INFINITE)
    if network.saturate(source, sink) >= INFINITE:
        stuck = [k for k in keys if k not in nodes.again and nodes.once[k] >= INFINITE]
        _refuse(nodes.slicer, nodes.loop, stuck[0])
    near = network.reachable(source)
    return {key for key in keys if near[number[key]] >= 0 > near[number[key] + 1]}
