"""`lagrad-pack-functions`: elementary functions of several numbers of a block become functions of vectors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ...build import emit1
from ...dialect import EXACT
from ...errors import Report
from ...mlir import ir
from ...passes import Pass
from ..walk import walk
from .vectorize_math import Loops, reason

# So many of them at least are computed sooner as a vector than one by one by the C library.
_FEWEST = {"math.sin": 3, "math.cos": 3, "math.tanh": 2, "math.sinh": 2, "math.expm1": 2}
_KIND = {"math.cos": "math.sin"}  # both of a number are in one vector
_LANES = 8
_SLICE = 16  # operations at most that move up for a number
_WINDOW = 32  # functions after the first one of a vector that are looked at
_PURE = ("arith.", "math.", "index.", "vector.extract", "vector.from_elements", "memref.load")


class Unit(NamedTuple):
    """The functions of one kind of one number in a block."""

    kind: str
    number: ir.Value
    calls: list[ir.Operation]


class Group(NamedTuple):
    """Functions that one vector computes, in front of an operation; what moves there, too, in its order."""

    units: list[Unit]
    at: int  # the place in the block
    place: ir.Operation
    moved: list[ir.Operation]

    def calls(self) -> list[ir.Operation]:
        return [call for unit in self.units for call in unit.calls]


@dataclass(frozen=True)
class PackFunctions(Pass):
    """Compute an elementary function of several numbers at once where these do not wait for each other.

    ```mlir
    %0 = math.sin %a : f64
    %1 = math.sin %b : f64
    %2 = math.sin %c : f64
    ```
    becomes
    ```mlir
    %v = vector.from_elements %a, %b, %c, %c : vector<4xf64>
    %s = math.sin %v : vector<4xf64>
    %0 = vector.extract %s[0] : f64 from vector<4xf64>
    ```
    of which `lagrad-vectorize-math` makes arithmetic. What computes the numbers moves up to the first one that needs a
    result. Loops that get lanes keep their functions of one number.

    Functions are sin, cos, tanh, sinh and expm1, which the C library takes long for. Three sines are packed, or two of
    the others. The copies of an operation marked `lagrad.exact` must give the same bits: if one of a kind stands alone,
    all of them are left to the library.
    """

    name = "lagrad-pack-functions"
    aim = "vector-math"
    creates = ("vector", "math")

    def run(self, op, report) -> None:
        while _pack_some(op, report):  # what waited for functions that now are packed
            pass


def _pack_some(op: ir.Operation, report: Report) -> bool:
    """Packs functions that wait for no others; whether there were any."""
    loops = Loops()
    functions: dict[ir.Block, list[ir.Operation]] = {}
    for child in walk(op):
        if child.name in _FEWEST and str(child.results[0].type) in ("f64", "f32"):
            functions.setdefault(child.block, []).append(child)
    blocks = {block: [call for call in calls if reason(call, loops)] for block, calls in functions.items()}
    found = {block: _groups(block, calls) for block, calls in blocks.items()}
    grouped = {call for groups in found.values() for group in groups for call in group.calls()}
    alone = {_kind(c) for calls in blocks.values() for c in calls if EXACT in c.attributes and c not in grouped}
    for block, groups in found.items():
        if any(EXACT in call.attributes and _kind(call) in alone for group in groups for call in group.calls()):
            calls = [call for call in blocks[block] if EXACT not in call.attributes or _kind(call) not in alone]
            groups = found[block] = _groups(block, calls)
        moved: set[ir.Operation] = set()
        for group in sorted(groups, key=lambda group: group.at):
            report.remark(group.place.location, f"{len(group.units)} numbers have '{group.units[0].kind}' at once")
            for each in group.moved:
                if each not in moved:
                    each.move_before(group.place)
            moved.update(group.moved)
            _pack(group)
    return any(found.values())


def _kind(call: ir.Operation) -> tuple[str, str]:
    return _KIND.get(call.name, call.name), str(call.results[0].type)


def _units(calls: Iterable[ir.Operation]) -> list[Unit]:
    units: dict[tuple, Unit] = {}
    for call in calls:
        kind, type = _kind(call)
        units.setdefault((kind, type, call.operands[0]), Unit(kind, call.operands[0], [])).calls.append(call)
    return list(units.values())


def _groups(block: ir.Block, calls: list[ir.Operation]) -> list[Group]:
    """The vectors of a block, each of which can be made whether or not the others are."""
    units, groups = _units(calls), []
    order = None
    while len(units) > 1:
        order = order or _Order(block, calls)
        group = order.group(units[0], units[1 : _WINDOW + 1])
        if len(group.units) >= _FEWEST[units[0].kind]:
            groups.append(group)
            units = [unit for unit in units if unit not in group.units]
        else:
            units = units[1:]
    return groups


class _Order:
    """The places of the operations of a block."""

    def __init__(self, block: ir.Block, calls: Iterable[ir.Operation]):
        self.block, self.calls = block, set(calls)
        self.ops = [view.operation for view in block.operations]
        self.place = {op: n for n, op in enumerate(self.ops)}
        self.writers = [n for n, op in enumerate(self.ops) if not op.name.startswith(_PURE)]

    def group(self, first: Unit, others: Iterable[Unit]) -> Group:
        """The functions that can be computed at once with the first ones."""
        units, place, moved = [first], self._first_use(first), []
        for unit in others:
            if len(units) == _LANES:
                break
            if unit.kind != first.kind or unit.number.type != first.number.type:
                continue
            earlier = min(place, self._first_use(unit))
            found = self._moved([*units, unit], earlier)
            if found is not None:
                units, place, moved = [*units, unit], earlier, found
        return Group(units, place, self.ops[place], [self.ops[n] for n in sorted(moved)])

    def _first_use(self, unit: Unit) -> int:
        users = (use.owner for call in unit.calls for use in call.results[0].uses)
        return min(map(self._at, users), default=len(self.ops) - 1)

    def _at(self, op: ir.Operation) -> int:
        op = op.operation
        while op.block != self.block:
            op = op.parent.operation
        return self.place[op]

    def _moved(self, units: list[Unit], place: int) -> set[int] | None:
        """What moves in front of a place so that the numbers are there; None where that cannot be.

        No number waits for a function that may be packed itself, and so may move down.
        """
        write = next((n for n in self.writers if n >= place), len(self.ops))
        found: set[int] = set()
        work = [unit.number for unit in units]
        while work:
            value = work.pop()
            if isinstance(value.owner, ir.Block):
                continue
            op = value.owner.operation
            if op in self.calls:
                return None
            n = self.place.get(op, -1)
            if n < place or n in found:
                continue
            waits = op.name == "memref.load" and n > write
            if waits or not op.name.startswith(_PURE) or len(found) == _SLICE * len(units):
                return None
            found.add(n)
            work += op.operands
        return found


def _pack(group: Group) -> None:
    of = group.units[0].number.type
    lanes = next(n for n in (2, 4, 8) if n >= len(group.units))
    numbers = [unit.number for unit in group.units]
    numbers += [numbers[-1]] * (lanes - len(numbers))
    with group.place.location, ir.InsertionPoint(group.place):
        vector = emit1("vector.from_elements", ir.VectorType.get([lanes], of), *numbers)
        for name in dict.fromkeys(call.name for unit in group.units for call in unit.calls):
            several = emit1(name, vector.type, vector)
            for lane, unit in enumerate(group.units):
                for call in unit.calls:
                    if call.name == name:
                        position = ir.DenseI64ArrayAttr.get([lane])
                        one = emit1("vector.extract", of, several, static_position=position)
                        call.results[0].replace_all_uses_with(one)
    for unit in group.units:
        for call in unit.calls:
            call.erase()
