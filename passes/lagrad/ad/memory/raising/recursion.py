"""Functions on memory that call themselves, as functions on tensors that do.

    func.func @f(%x: memref<?xf64>, %n: index)  ->  func.func @f.tensors(%x: tensor<?xf64>, %n: index) -> tensor<?xf64>

A call takes what memory holds, and gives what the memory that it writes holds then. A memref that is a part of the
caller's memory goes as all of that, flat, and as the numbers of the part. So do memrefs that have their memory in
common, as parts of one tensor. There is a version of the function for each way in which calls share memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .... import build
from ....analysis.call_graph import functions, reachable, recursive, signature
from ....analysis.memory import is_memory
from ....analysis.recorded import recorded
from ....mlir import ir
from ...calls.declarations import fresh
from ..overlaps.common_buffers import Common, numbers_of_part, on_parts
from ..places.points_to import PointsTo
from .form import structured


@dataclass(frozen=True)
class Version:
    """One function on tensors: what it is made of, and which arguments hold something else at the end."""

    name: str
    primal: str
    commons: tuple[Common, ...]
    finals: tuple[int, ...]


@dataclass
class Recursion:
    """The functions on memory that a function reaches and that call themselves, and their versions on tensors."""

    module: ir.Operation
    writes: dict[str, set[int]]  # of each function: the arguments through which it writes
    versions: dict[tuple, Version] = field(default_factory=dict)
    todo: list[Version] = field(default_factory=list)

    @staticmethod
    def of(module: ir.Operation, primal: str, derivatives: set[str]) -> "Recursion":
        table = functions(module)
        names = [n for n in recursive(module, primal) if n not in derivatives and _takes_memory(table[n])]
        return Recursion(module, _writes(module, names, derivatives))

    def names(self) -> list[str]:
        """The versions."""
        return [version.name for version in self.versions.values()]

    def version(self, name: str, shared: tuple[tuple[int, ...], ...], types: list[ir.Type]) -> Version:
        """The version of a function in which the arguments of each group in `shared` are parts of one buffer."""
        commons = tuple(Common(_flat(types[own[0]]), own) for own in shared)
        key = (name, commons)
        if key not in self.versions:
            taken = {*functions(self.module), *(own.name for own in self.versions.values())}
            finals = _finals(self.writes[name], commons, types)
            wanted = ".".join([name, "tensors", *("_".join(map(str, own)) for own in shared)])
            is_there = wanted in self._with_records()  # of another request
            own = wanted if is_there else fresh(wanted, taken)
            self.versions[key] = Version(own, name, commons, finals)
            if not is_there:
                self.todo.append(self.versions[key])
        return self.versions[key]

    def write(self, raise_one: Callable[[str, Version], None]) -> None:
        """Adds the versions that calls name. `raise_one` writes one, of a function on memory of this name."""
        while self.todo:
            version = self.todo.pop()
            table = functions(self.module)
            if not version.commons:
                raise_one(version.primal, version)
                continue
            once = table[version.primal].clone(ip=ir.InsertionPoint(table[version.primal])).operation
            once.attributes["sym_name"] = ir.StringAttr.get(fresh(f"{version.primal}.once", table))
            parts = on_parts(self.module, ir.StringAttr(once.attributes["sym_name"]).value, version.commons)
            try:
                raise_one(ir.StringAttr(parts.attributes["sym_name"]).value, version)
            finally:
                parts.erase()
                once.erase()

    def erase(self) -> None:
        """Erases the versions that no other function of the module calls, directly or not, nor has records of."""
        table, own = functions(self.module), {version.name for version in self.versions.values()}
        kept = self._with_records()
        kept |= {name for other in {*table} - (own - kept) for name in reachable(self.module, other)}
        for name in own - kept:
            if name in table:
                table[name].erase()

    def _with_records(self) -> set[str]:
        """The functions of which others are versions that record what their calls give."""
        return {known.primal for f in functions(self.module).values() if (known := recorded(f)) is not None}


def _takes_memory(function: ir.Operation) -> bool:
    inputs, results = signature(function)
    return bool(list(function.regions[0].blocks)) and any(is_memory(type) for type in (*inputs, *results))


def _writes(module: ir.Operation, names: list[str], derivatives: set[str]) -> dict[str, set[int]]:
    """Through which arguments these functions write, a fixed point over their calls."""
    copies = {name: structured(module, name, derivatives) for name in names}
    writes: dict[str, set[int]] = {name: set() for name in names}
    while True:
        before = {name: set(own) for name, own in writes.items()}
        for name, (_copy, function) in copies.items():
            points_to = PointsTo(function, writes)
            written = points_to.written(function)
            arguments = list(function.regions[0].blocks[0].arguments)
            writes[name] |= {n for n, a in enumerate(arguments) if points_to.arguments.get(a) in written}
        if writes == before:
            return writes


def _flat(type: ir.Type) -> ir.MemRefType:
    type = ir.MemRefType(type)
    return ir.MemRefType.get([build.DYNAMIC], type.element_type, None, type.memory_space)


def _finals(writes: set[int], commons: tuple[Common, ...], types: list[ir.Type]) -> tuple[int, ...]:
    """The arguments of a version that hold something else at the end, common buffers first."""
    found = [k for k, common in enumerate(commons) if writes & set(common.members)]
    parts, at = {n for common in commons for n in common.members}, len(commons)
    for number, type in enumerate(types):
        if number in parts:
            at += numbers_of_part(type)
            continue
        found += [at] if number in writes else []
        at += 1
    return tuple(found)
