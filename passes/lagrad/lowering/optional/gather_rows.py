"""`lagrad-gather-rows`: the few numbers that a gather reads for one place are brought together, and read as a
vector."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ... import build
from ...build import emit, emit1, index
from ...errors import Report
from ...forms.generic import clone_into, on_vectors, spread
from ...forms.nests import nest
from ...mlir import ir
from ...passes import Pass
from ..facts.memory import are_apart
from ..facts.sum_of_products import all_places
from ..products.matrices import static_strides
from ..walk import walk
from .row_layout import Rooms, can_turn, turn

_WIDTHS = {2: 2, 3: 4, 4: 4}  # of the vector for so many numbers
_ELEMENTWISE = {f"arith.{name}f" for name in ("add", "sub", "mul", "div", "neg", "maximum", "minimum")}


@dataclass(frozen=True)
class GatherRows(Pass):
    """Store what a gather reads at one place side by side, and compute with it as one vector.

    ```
    for c
      for i = 0 to 3
        z[c, i] = u[c] * y[i, places[c]]
    ```
    reads three places of memory for each `c`. If `y` is memory of the function that whoever else uses it goes through
    once, its columns are laid out as rows:

    ```
    for c
      z[c, 0 to 3] = u[c] * rows_of_y[places[c], 0 to 3]
    ```
    reads one. What the vector has more than the row is written to the next row, before that is; the last row is
    computed number by number.

    Runs with `inspect=true`: the Jacobian of ADBench's Hand takes 1.01 to 2.0 times as long without it, and nothing
    else that was measured does.
    """

    name = "lagrad-gather-rows"
    aim = "simd"
    creates = ("arith", "memref", "scf", "vector")

    def run(self, op: ir.Operation, report: Report) -> None:
        rooms: Rooms = {}
        for generic in [child for child in walk(op) if child.name == "linalg.generic"]:
            if not (gathers := _gathers(generic)) or not _rows_are_apart(generic, gathers):
                continue
            sources = dict.fromkeys(op.operands[0] for op in gathers)
            if all(can_turn(source, generic) for source in sources):
                report.remark(generic.location, "what is gathered at one place is one vector")
                with generic.location:
                    _Rows(generic, gathers).emit(sources, rooms)
                generic.erase()


def _gathers(generic: ir.Operation) -> list[ir.Operation]:
    """The reads at places that data say, if all that depends on the last dimension is these and elementwise
    arithmetic."""
    places = all_places(generic)
    kinds = [str(kind) for kind in generic.attributes["iterator_types"]]
    last = len(kinds) - 1
    body = generic.regions[0].blocks[0]
    if (
        None in places
        or len(generic.results)
        or generic.attributes["operandSegmentSizes"][1] != 1
        or any("parallel" not in k for k in kinds)
    ):
        return []
    if last < 1 or places[-1] != tuple(range(last + 1)) or list(body.arguments[len(places) - 1].uses):
        return []
    moving = {a for a, own in zip(body.arguments, places) if last in own}
    numbers: set[ir.Value] = set()
    found = []
    (*steps, end) = [view.operation for view in body.operations]
    for op in steps:
        if len(op.regions):
            return []
        if op.name == "linalg.index" and op.attributes["dim"].value == last:
            numbers.update(op.results)
        elif (
            op.name == "memref.load"
            and len(op.operands) == 3
            and op.operands[1] in numbers
            and op.operands[2] not in numbers | moving
        ):
            found.append(op)
            moving.update(op.results)
        elif any(v in numbers for v in op.operands):
            return []
        elif any(v in moving for v in op.operands):
            if op.name not in _ELEMENTWISE:
                return []
            moving.update(op.results)
    return found if end.operands[0] in moving else []


def _rows_are_apart(generic: ir.Operation, gathers: list[ir.Operation]) -> bool:
    """Whether a vector may be read and written where a row begins: it ends in the next one, and in no other array."""
    *inputs, out = generic.operands
    places = all_places(generic)
    last = len(places[-1]) - 1
    size = ir.MemRefType(out.type).shape[-1]
    element = build.element(out.type)
    if (
        size not in _WIDTHS
        or not isinstance(element, ir.FloatType)
        or any(r.type != element for g in gathers for r in g.results)
    ):
        return False
    if any(ir.MemRefType(g.operands[0].type).shape[0] != size for g in gathers):
        return False
    for value, own in zip(generic.operands, places):
        if last in own:
            is_row = (
                isinstance(value.type, ir.MemRefType)
                and own[-2:] == (last - 1, last)
                and build.element(value.type) == element
            )
            if not is_row or static_strides(ir.MemRefType(value.type))[-2:] != [size, 1]:
                return False
    read = [*inputs, *(op.operands[0] for op in walk(generic) if op.name == "memref.load")]
    return all(are_apart(v, out) for v in read if isinstance(v.type, ir.MemRefType))


class _Rows:
    """The loops for one operation."""

    def __init__(self, generic: ir.Operation, gathers: list[ir.Operation]):
        self.generic, self.gathers = generic, gathers
        self.places = all_places(generic)
        self.body = generic.regions[0].blocks[0]
        self.out = generic.operands[len(self.places) - 1]
        self.vector = ir.VectorType.get([_WIDTHS[ir.MemRefType(self.out.type).shape[-1]]], build.element(self.out.type))

    def emit(self, sources: Iterable[ir.Value], rooms: Rooms) -> None:
        known = dict(turn(source.owner.operation, self.vector.shape[0], rooms) for source in sources)
        with ir.InsertionPoint(self.generic):
            zero = index(0)
            *outer, rows, size = [build.size_of(self.out, d) for d in range(len(self.places[-1]))]
            middle = emit1("arith.maxsi", zero.type, emit1("arith.subi", zero.type, rows, index(1)), zero)
            nest([*outer, middle], lambda at, _: self._point([*at, zero], known))
            nest([*outer, (middle, rows, 1), size], lambda at, _: self._point(at, {}))

    def _point(self, at: list[ir.Value], rows_of: dict[ir.Value, ir.Value]) -> None:
        """The body for one number of a row, or for the whole row that begins there if the rows of arrays are known."""
        known: dict[ir.Value, ir.Value] = {}
        (*steps, end) = [view.operation for view in self.body.operations]
        for n, (argument, own) in enumerate(zip(self.body.arguments, self.places[:-1])):
            value, place = self.generic.operands[n], [at[d] for d in own]
            if rows_of and len(at) - 1 in own:
                known[argument] = emit1("vector.load", self.vector, value, *place)
            elif list(argument.uses):
                known[argument] = (
                    emit1("memref.load", argument.type, value, *place)
                    if isinstance(value.type, ir.MemRefType)
                    else value
                )
        for op in steps:
            operands = [known.get(v, v) for v in op.operands]
            if op.name == "linalg.index":
                known[op.results[0]] = at[op.attributes["dim"].value]
            elif rows_of and op in self.gathers:
                known[op.results[0]] = emit1("vector.load", self.vector, rows_of[op.operands[0]], operands[2], index(0))
            elif any(v.type == self.vector for v in operands):
                known.update(zip(op.results, on_vectors(op, operands, self.vector.shape)))
            else:
                clone_into(op, known)
        value = known.get(end.operands[0], end.operands[0])
        if rows_of:
            emit("vector.store", [], [spread(value, self.vector.shape), self.out, *at])
        else:
            emit("memref.store", [], [value, self.out, *at])
