"""Calls that stay calls: a version of the function for arguments and results of which most is zero.

    %y = call @g(%x, %w)          %x one-hot at %i, the result one-hot at %i too
    %v = call @g_one_hot(%core, %w, %i)

A sparse tensor is passed as the cores of its terms; the indices of all of them are passed once each. Where a version
would do what the function does, or there is no seeing into that, it gets its tensors whole. A call of which a slice
of a result is read is one of a version that gives the slice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .. import build
from ..ad.calls.declarations import close, declare, open_body
from ..analysis.call_graph import functions, is_declaration, signature, symbol
from ..analysis.program import walk
from ..mlir import ir
from .narrow import erase_unused, narrow_reads
from .passing import Parts, Passing, Slot, with_values
from .reads import Reads, narrow_argument, reads_of
from .rewrite import Rewrite
from .terms import as_value, part


@dataclass(frozen=True)
class Version:
    """A function that was written for a call.

    `results` say how it gives what the old one gave, `reads` where tensors are read that it takes only in part.
    """

    name: str
    types: list[ir.Type]
    results: tuple[Parts | None, ...]
    reads: dict[int, tuple[int | Slot | None, ...]]


class Versions:
    """The versions of a module's functions, each written when it is first called.

    `write` writes a function's body anew between what it gets and what it gives, and says what got shorter.
    `begins` tells functions that make sparse tensors themselves.
    """

    def __init__(self, module: ir.Operation, few: int, write: Callable, begins: Callable[[ir.Operation], bool]):
        self.module, self.few, self.write, self.begins = module, few, write, begins
        self.made: dict[tuple, Version | None] = {}
        self.narrow: dict[tuple, Version | None] = {}  # those that give results in part
        self.open: list[str] = []  # the functions of which a version is being written
        self.gains: dict[str, list[tuple[ir.Location, str]]] = {}

    def call(self, rewrite: Rewrite, op: ir.Operation) -> bool:
        """The rule for `func.call`."""
        passing = Passing()
        arguments, given = passing.take_apart([with_values(rewrite.form(v)) for v in op.operands])
        given += passing.indices
        version = self.find(op.attributes["callee"].value, arguments, given, len(passing.indices))
        if version is None:
            return False
        values = _called(version, given, passing)
        more = sum(1 if parts is None else len(parts.places) for parts in version.results)
        found = Passing([*passing.indices, *values[more:]]).put_together(version.results, iter(values))
        for old, new in zip(op.results, found):
            rewrite.bind(old, new)
        rewrite.gain(op, "'func.call' passes what is not zero of a tensor")
        return True

    def function(self, name: str) -> ir.Operation | None:
        """A function that a version may be written of: one block, and nothing else is promised of it than what it
        does."""
        function = functions(self.module).get(name)
        if function is None or is_declaration(function) or len(list(function.regions[0].blocks)) != 1:
            return None
        names = [own if isinstance(own, str) else own.name for own in function.attributes]
        promises = any(own.startswith("lagrad.") for own in names) or "lagrad.inactive" in str(
            function.attributes.get("arg_attrs", "")
        )
        return None if promises else function

    def find(
        self, name: str, arguments: tuple[Parts | None, ...], given: list[ir.Value], indices: int
    ) -> Version | None:
        """The version for arguments that are passed like this; the last of what is given are indices."""
        key = name, arguments, tuple(v.type for v in given)
        if key in self.made:
            return self.made[key]
        function = self.function(name)
        if function is None or name in self.open or not (any(arguments) or self.begins(function)):
            return None
        self.open.append(name)
        self.made[key] = self._written(function, arguments, given, indices)
        self.open.pop()
        return self.made[key]

    def _written(self, function: ir.Operation, arguments, given: list[ir.Value], indices: int) -> Version | None:
        new = self._declared(function, "one_hot", [v.type for v in given])
        entry = open_body(new)
        own = list(entry.arguments)
        values, known = own[: len(own) - indices], own[len(own) - indices :]
        found: list[tuple[Parts | None, ...]] = []

        def leave(rewrite: Rewrite, old: list[ir.Value]) -> None:
            passing = Passing(known)
            results, cores = passing.take_apart([rewrite.form(v) for v in old])
            found.append(results)
            close(new, cores + passing.indices[len(known) :])

        gains = self.write(function, new, Passing(known).put_together(arguments, iter(values)), leave, self)
        (results,) = found
        if not (gains and any(arguments)) and not any(results):
            new.erase()
            return None
        return self._finished(new, results, indices, gains)

    def _finished(self, new: ir.Operation, results: tuple, indices: int, gains: list) -> Version:
        """A version that is written; of tensors that it reads in one place it takes what is there."""
        arguments = list(new.regions[0].blocks[0].arguments)
        values, known = arguments[: len(arguments) - indices], arguments[len(arguments) - indices :]
        reads = {
            n: place for n, v in enumerate(values) if build.is_tensor(v.type) and (place := narrow_argument(v, known))
        }
        types, passing = signature(new)[1], Passing(known)
        new.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get([v.type for v in arguments], types))
        self.gains[symbol(new)] = gains
        return Version(symbol(new), types, results, {n: tuple(map(passing.slot, place)) for n, place in reads.items()})

    def _declared(self, function: ir.Operation, suffix: str, types: list[ir.Type]) -> ir.Operation:
        with function.location:
            new = declare(self.module, f"{symbol(function)}_{suffix}", types)
        if "no_inline" not in function.attributes:
            del new.attributes["no_inline"]
        return new

    def narrow_call(self, op: ir.Operation, _: Reads) -> list[ir.Operation] | None:
        """Replaces a call of which results are read in one place only by that of a version which gives what is
        there."""
        name = op.attributes["callee"].value
        function = self.function(name)
        if function is None or name in self.open:
            return None
        groups = [found[0] if (found := reads_of(r, op, 1)) is not None else None for r in op.results]
        if not any(groups):
            return None
        passing = Passing()
        with ir.InsertionPoint(op):
            places = [
                None if g is None else tuple(n if n is None else passing.slot(as_value(n)) for n in g.place)
                for g in groups
            ]
        wanted = tuple(
            place if any(True for _ in r.uses) else () for r, place in zip(op.results, places)
        )  # (): nobody reads it
        key = name, wanted
        if key not in self.narrow:
            self.open.append(name)
            self.narrow[key] = self._narrowed(function, wanted, passing)
            self.open.pop()
        if (version := self.narrow[key]) is None:
            return None
        with ir.InsertionPoint(op):
            values = iter(_called(version, [*op.operands, *passing.indices], passing))
        for result, place, group in zip(op.results, wanted, groups):
            if place is None:
                result.replace_all_uses_with(next(values))
            elif place:
                group.replace(next(values))
        op.erase()
        return []

    def _narrowed(self, function: ir.Operation, wanted: tuple, passing: Passing) -> Version | None:
        """A version that gives results in part, at indices that it gets too; None where nothing gets shorter."""
        count = len(passing.indices)
        new = self._declared(function, "in_part", [*signature(function)[0], *[build.index_type()] * count])
        copy = function.clone(ip=ir.InsertionPoint(new)).operation
        copy.regions[0].blocks[0].append_to(new.regions[0])
        copy.erase()
        block = new.regions[0].blocks[0]
        inner = Passing([block.add_argument(build.index_type(), new.location) for _ in range(count)])
        *_, old = (view.operation for view in block.operations)
        with old.location, ir.InsertionPoint(old):
            values = [
                value if place is None else part(value, tuple(map(inner.index, place)), build.sizes_of(value))
                for value, place in zip(old.operands, wanted)
                if place != ()
            ]
            close(new, values)
        old.erase()
        erase_unused(new)
        gains = narrow_reads(new, self.few, self.narrow_call)
        if not gains:
            new.erase()
            return None
        return self._finished(new, (), count, gains)

    def drop_unused(self) -> list[tuple[ir.Location, str]]:
        """Erases versions that only other versions call, which were tried in vain; what got shorter in those that are
        left."""
        while True:
            called = {op.attributes["callee"].value for op in walk(self.module) if op.name == "func.call"}
            unused = self.gains.keys() - called
            if not unused:
                return [gain for own in self.gains.values() for gain in own]
            for name in unused:
                functions(self.module)[name].erase()
                del self.gains[name]


def _called(version: Version, given: list[ir.Value], passing: Passing) -> list[ir.Value]:
    """The results of a call of a version, which takes some of what is given in part only."""
    for number, place in version.reads.items():
        given[number] = part(given[number], tuple(map(passing.index, place)), build.sizes_of(given[number]))
    return build.emit("func.call", version.types, given, callee=ir.FlatSymbolRefAttr.get(version.name))
