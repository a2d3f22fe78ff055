"""`lagrad-layer-tape`: loops run in layers, each with a part of the tape that fits into a scratchpad."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod

from .. import build
from ..errors import Failure, Report
from ..forms import trip_count
from ..lowering.walk import walk
from ..mlir import ir
from ..passes import Pass, option
from .rows import direction, reads_in, row_of
from .tapes import Tape, tapes

LAYER = "lagrad.layer"  # on a loop over layers: the iterations of a layer


@dataclass(frozen=True)
class LayerTape(Pass):
    """Cut loops that write or read tapes into layers.

    ```mlir
    scf.for %i = %c0 to %n step %c1 iter_args(%t = %tape) -> tensor<?xf64> { ... }
    ```
    becomes, where 128 rows of all tapes of the loop fit,
    ```mlir
    scf.for %layer = %c0 to %layers step %c1 iter_args(%u = %tape) -> tensor<?xf64> {
      %first = arith.muli %layer, %c128 : index
      ...
      scf.for %i = %first to %last step %c1 iter_args(%t = %u) -> tensor<?xf64> { ... }
      ...
    } {lagrad.layer = 128 : i64}
    ```
    The loop that records goes through the layers first to last, the adjoint loop last to first, so both have the same
    ones. Iterations keep their order, and results their bits. A loop over indices with step one is cut if the rows that
    it writes or reads follow its counter up or down, and their size is known; of a nest, the outermost loop is. Runs
    after the passes that lay tapes out, which take the loops as they were (Hakimi, Tapeflow, 2023: layers).
    """

    name = "lagrad-layer-tape"
    creates = ("arith", "scf", "tensor")

    scratchpad_bytes: int = option(1024, "The most bytes that the rows of a layer take, if one row fits.")

    def __post_init__(self):
        if not 64 <= self.scratchpad_bytes <= 65536:
            said = f"option 'scratchpad-bytes' of '{self.name}' is from 64 to 65536"
            raise Failure(f"{said}, not {self.scratchpad_bytes}")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            found = tapes(op)
            recording = _recording(found)
            reading = [cut for cut in _reading(op, found) if all(cut[0] != loop for loop, _, _ in recording)]
            for loop, mine, backwards in [*recording, *reading]:
                rows = max(1, self.scratchpad_bytes // _bytes(mine))
                _cut(loop, rows, backwards)
                report.remark(loop.location, f"this loop runs in layers of {rows} iterations for its tapes")


def _recording(found: list[Tape]) -> list[tuple[ir.Operation, list[Tape], bool]]:
    """The loops that write tapes row by row, and the tapes."""
    loops = dict.fromkeys(tape.outermost.loop for tape in found)
    mine = {loop: [tape for tape in found if tape.outermost.loop == loop] for loop in loops if _is_plain(loop)}
    return [(loop, tapes, False) for loop, tapes in mine.items() if all(map(_is_by_rows, tapes)) and _bytes(tapes)]


def _is_by_rows(tape: Tape) -> bool:
    level = tape.outermost
    rows = [row_of(op) for op in level.writes]
    return all(row is not None and direction(row, level.loop) == 1 for row in rows)


def _reading(op: ir.Operation, found: list[Tape]) -> list[tuple[ir.Operation, list[Tape], bool]]:
    """The outermost loops that read rows of tapes one after the other, the tapes, and whether backwards."""
    chosen = []
    for loop in (child for child in walk(op) if child.name == "scf.for" and _is_plain(child)):
        reads = {tape: reads_in(tape.outermost.result, loop) for tape in found if tape.outermost.loop != loop}
        moving = {tape: {r.direction for r in rs} for tape, rs in reads.items() if rs and any(r.direction for r in rs)}
        directions = set().union(*moving.values())
        if len(directions) == 1 and directions <= {1, -1} and _bytes(moving):
            chosen.append((loop, list(moving), directions == {-1}))
    return chosen


def _is_plain(loop: ir.Operation) -> bool:
    lower, _, step = list(loop.operands)[:3]
    return isinstance(lower.type, ir.IndexType) and build.constant_of(step) == 1 and not trip_count.is_unsigned(loop)


def _cut(loop: ir.Operation, rows: int, backwards: bool) -> None:
    """Makes a loop over layers of `rows` iterations around a loop."""
    with loop.location, ir.InsertionPoint(loop):
        lower, upper, step = list(loop.operands)[:3]
        zero, one = build.index(0), build.index(1)
        trips = trip_count.emitted([lower, upper, step], False)
        trips = build.index(trips) if isinstance(trips, int) else trips
        size = build.index(rows)
        layers = build.emit1("arith.ceildivui", trips.type, trips, size)
        carried = list(loop.operands)[3:]
        outer = ir.Operation.create(
            "scf.for", results=[v.type for v in carried], operands=[zero, layers, one, *carried], regions=1
        )
        outer.attributes[LAYER] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), rows)
        types = [trips.type, *(v.type for v in carried)]
        block = outer.regions[0].blocks.append(*types, arg_locs=[ir.Location.current] * len(types))
    for old, new in zip(loop.results, outer.results):
        old.replace_all_uses_with(new)
    with loop.location, ir.InsertionPoint(block):
        layer, *inner = block.arguments
        if backwards:
            last = build.emit1("arith.subi", layers.type, layers, one)
            layer = build.emit1("arith.subi", layers.type, last, layer)
        first = build.emit1("arith.muli", size.type, layer, size)
        end = build.emit1("arith.minui", size.type, build.emit1("arith.addi", size.type, first, size), trips)
        if backwards:
            first, end = (build.emit1("arith.subi", trips.type, trips, at) for at in (end, first))
        first, end = (build.emit1("arith.addi", lower.type, lower, at) for at in (first, end))
        end_of_layer = ir.Operation.create("scf.yield", operands=list(loop.results))
    loop.move_before(end_of_layer)
    loop.operands[0], loop.operands[1] = first, end
    for number, argument in enumerate(inner):
        loop.operands[3 + number] = argument


def _bytes(tapes: Iterable[Tape]) -> int:
    """Of a row of all tapes that have rows of a known size; no others come into a scratchpad."""
    shapes = [(tape.outermost.type, build.shape_of(tape.outermost.type)[1:]) for tape in tapes]
    return sum(build.bytes_of(type) * prod(shape) for type, shape in shapes if build.DYNAMIC not in shape)
