"""`lagrad-layer-tape`: loops run in layers, each with a part of the tape that fits into a scratchpad."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from .. import build
from ..dialect import IN_LAYER, LAYER, LAYER_BYTES
from ..errors import Failure, Report
from ..forms import trip_count
from ..mlir import ir
from ..passes import Pass, option
from .iterations import count_iterations, is_plain
from .reads import rows_read
from .rows import direction, is_outside, row_of
from .tapes import Level, Tape, tapes


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
      scf.for %i = %first to %last step %c1 iter_args(%t = %u) -> tensor<?xf64> { ... } {lagrad.in_layer}
      ...
    } {lagrad.layer = 128 : i64, lagrad.layer_bytes = 1024 : i64}
    ```
    The loop that records goes through the layers first to last, the adjoint loop last to first, and both have the same
    ones: as many iterations as fit in either. Iterations keep their order, and results their bits. A loop is cut if the
    rows that it writes or reads follow its iterations up or down, and their size is known; of a nest, the outermost
    loop whose rows fit is. One that records, and whose step is not one, counts its iterations first. A tape of which no
    row fits stays in memory. Runs after the passes that lay tapes out, which take the loops as they were (Hakimi,
    Tapeflow, 2023: layers).
    """

    name = "lagrad-layer-tape"
    creates = ("arith", "scf", "tensor")

    scratchpad_bytes: int = option(1024, "The most bytes that the rows of a layer take.")

    def __post_init__(self):
        if not 64 <= self.scratchpad_bytes <= 65536:
            said = f"option 'scratchpad-bytes' of '{self.name}' is from 64 to 65536"
            raise Failure(f"{said}, not {self.scratchpad_bytes}")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            count_iterations(op)
            cuts = _cuts(op, self.scratchpad_bytes)
            iterations = _iterations(cuts, self.scratchpad_bytes)
            # A list, because an operation that changes is not found in a dictionary any more.
            for loop, rows, places in [(loop, rows, cuts[loop]) for loop, rows in iterations.items()]:
                trips = trip_count.known(loop)
                # Of one layer, optimisation leaves no loop, and of the moves of whole tapes no copies.
                rows = rows if trips is None else max(1, min(rows, -(-trips // 2)))
                _cut(loop, rows, self.scratchpad_bytes, all(each.direction < 0 for each in places))
                report.remark(loop.location, f"this loop runs in layers of {rows} iterations for its tapes")


@dataclass(frozen=True, eq=False)
class _Place:
    """A loop that writes or reads a tape row by row, the bytes of such a row, and whether rows go up (1) or down.

    A layer has `edge` rows more than iterations: those that it shares with the layer beside it.
    """

    tape: Tape
    loop: ir.Operation
    bytes: int
    direction: int
    edge: int = 0

    def takes(self, iterations: int) -> int:
        """The bytes of the scratchpad for so many iterations."""
        return (iterations + self.edge) * self.bytes


def _cuts(op: ir.Operation, room: int) -> dict[ir.Operation, list[_Place]]:
    """The loops to be cut, with the tapes that come into their scratchpads.

    A tape is written, and read, in nests of loops, whose rows are the smaller the further inside they are. It wants the
    outermost loop whose rows fit beside those of the tapes that came before; it gets the innermost that is cut.
    """
    nests = [nest for tape in tapes(op) for nest in [_writing(tape), *_reading(tape)]]
    wanted = _chosen(nests, room)
    return _chosen([[place for place in reversed(nest) if place.loop in wanted] for nest in nests], room)


def _chosen(nests: list[list[_Place]], room: int) -> dict[ir.Operation, list[_Place]]:
    """Of each nest the first place that has room beside those that came before, if there is one; by their loops."""
    found: dict[ir.Operation, list[_Place]] = {}
    for nest in nests:
        for place in nest:
            beside = found.get(place.loop, [])
            if sum(each.takes(1) for each in [*beside, place]) <= room:
                found[place.loop] = [*beside, place]
                break
    return found


def _iterations(cuts: dict[ir.Operation, list[_Place]], room: int) -> dict[ir.Operation, int]:
    """How many iterations the layers of each loop have: as many as fit; the same where rows of a tape are shared."""
    found = {}
    for loop, places in cuts.items():
        edges = sum(each.takes(0) for each in places)
        found[loop] = (room - edges) // max(1, sum(each.bytes for each in places))
    rows: dict[tuple[Tape, int], set[ir.Operation]] = {}
    for place in (place for places in cuts.values() for place in places):
        rows.setdefault((place.tape, place.bytes), set()).add(place.loop)
    changed = True
    while changed:
        before = dict(found)
        for loops in rows.values():
            found |= dict.fromkeys(loops, min(found[loop] for loop in loops))
        changed = found != before
    return found


def _writing(tape: Tape) -> list[_Place]:
    """The loops that write a tape row by row, the outermost first."""
    sizes = [(level, _bytes(level.type, 1)) for level in tape.levels]
    places = [_Place(tape, level.loop, bytes, 1) for level, bytes in sizes if bytes is not None]
    by_rows = {level.loop for level in tape.levels if is_plain(level.loop) and _is_by_rows(level)}
    return [place for place in places if place.loop in by_rows]


def _is_by_rows(level: Level) -> bool:
    rows = [row_of(op) for op in level.writes]
    return all(row is not None and direction(row, level.loop) == 1 for row in rows)


def _reading(tape: Tape) -> list[list[_Place]]:
    """The nests that read rows of a tape one after the other; of each the loops, the outermost first."""
    value, known = tape.outermost.result, {}
    nests: dict[tuple[ir.Operation, ...], list[_Place]] = {}
    for reader in tape.readers():
        nest = [loop for loop in _loops_around(reader) if is_plain(loop) and is_outside(value, loop)]
        for loop in nest:
            if loop not in known:
                rows = rows_read(value, loop)
                bytes = None if rows is None else _bytes(tape.outermost.type, rows.dimension + 1)
                least, most = (0, 0) if bytes is None else rows.offsets
                known[loop] = None if bytes is None else _Place(tape, loop, bytes, rows.direction, most - least)
        nests[tuple(nest)] = [known[loop] for loop in nest if known[loop] is not None]
    return list(nests.values())


def _loops_around(op: ir.Operation) -> list[ir.Operation]:
    """The loops that an operation is in, the outermost first."""
    found = []
    while (op := op.block.owner.operation).name != "func.func":
        if op.name == "scf.for":
            found.append(op)
    return found[::-1]


def _cut(loop: ir.Operation, rows: int, room: int, backwards: bool) -> None:
    """Makes a loop over layers of `rows` iterations around a loop, with scratchpads of `room` bytes at most."""
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
        for name, number in ((LAYER, rows), (LAYER_BYTES, room)):
            outer.attributes[name] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), number)
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
    loop.attributes[IN_LAYER] = ir.UnitAttr.get()
    loop.move_before(end_of_layer)
    loop.operands[0], loop.operands[1] = first, end
    for number, argument in enumerate(inner):
        loop.operands[3 + number] = argument


def _bytes(type: ir.RankedTensorType, dimension: int) -> int | None:
    """Of the dimensions from `dimension` on of a tensor; None where their size is not known."""
    shape = build.shape_of(type)[dimension:]
    return None if build.DYNAMIC in shape else build.bytes_of(type) * prod(shape)
