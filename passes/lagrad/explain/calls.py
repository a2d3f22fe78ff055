"""Results of calls. A call that is inlined is no operation any longer: its results are what the function returns."""

from __future__ import annotations

import re

from ..analysis.call_graph import functions
from ..analysis.walk import walk
from ..mlir import ir
from .sources import Span, Text

_NAMES = re.compile(r"(%[\w.$-]+)(?::(\d+))?")


class CallResults:
    """Where the text names the result of a call, and where the values are named that it may be."""

    def __init__(self, module: ir.Operation, text: Text):
        self.text = text
        self.found: list[tuple[Span, Span]] = []
        with module.context:
            table = functions(module)
            self._returned = {name: self._of_function(function) for name, function in table.items()}
            for function in table.values():
                for op in walk(function):
                    if op.name == "func.call":
                        self._add(op)

    def rows(self, values: list[dict]) -> list[dict]:
        """Rows of `Values.table` for the results of calls, of values that have a row."""
        rows: list[dict] = []
        places = {(*call[:2],) for call, _ in self.found}
        by_place: dict[tuple[int, int], list[dict]] = {}
        for row in values:
            if row["at"] and tuple(row["at"][:2]) not in places:
                by_place.setdefault(tuple(row["at"][:2]), []).append(row)
        for _ in range(len(self.found)):  # a function may return what another one gave it
            new = [
                {**row, "at": call, "name": self.text.named(call), "what": f"result of a call, {row['what']}"}
                for call, place in self.found
                if tuple(call[:2]) not in by_place
                for row in by_place.get(tuple(place[:2]), [])
            ]
            if not new:
                break
            for row in new:
                by_place.setdefault(tuple(row["at"][:2]), []).append(row)
            rows += new
        return rows

    def _add(self, call: ir.Operation) -> None:
        names = self._names(call)
        returned = self._returned.get(ir.FlatSymbolRefAttr(call.attributes["callee"]).value, [])
        places = [self._place(call.operands[each]) if isinstance(each, int) else each for each in returned]
        self.found += [(name, place) for name, place in zip(names, places) if name and place]

    def _names(self, call: ir.Operation) -> list[Span | None]:
        """What the text calls each result of an operation; the results of `%a:2 = ` share a name."""
        first = self.text.definition(call.location)
        if first is None or not self.text.named(first).startswith("%"):
            return []
        line, column, _ = first
        text = self.text.lines[line - 1]
        end = text.find("=", column)
        spans = []
        for found in _NAMES.finditer(text, column, end):
            spans += [[line, found.start(1), len(found[1])]] * int(found[2] or 1)
        return spans

    def _of_function(self, function: ir.Operation) -> list[Span | int | None]:
        """Where what a function returns is named, or its number if it is an argument; nothing of several blocks."""
        blocks = list(function.regions[0].blocks)
        if len(blocks) != 1:
            return []
        arguments, results = list(blocks[0].arguments), list(blocks[0].operations)[-1].operation.operands
        return [arguments.index(value) if value in arguments else self._place(value) for value in results]

    def _place(self, value: ir.Value) -> Span | None:
        owner = value.owner
        if isinstance(owner, ir.Block) or owner.operation.name != "func.call":
            return self.text.definition(value.location)
        names = self._names(owner.operation)
        number = list(owner.operation.results).index(value)
        return names[number] if number < len(names) else None
