"""The text of the derivatives, the line of the program that each line comes from, and its tapes."""

from __future__ import annotations

from collections.abc import Container

from ..analysis.call_graph import functions
from ..mlir import ir
from ..tape.tapes import tapes
from .printed import Printed, printed
from .sources import Text


def derivative(module: ir.Operation, known: Container[str], text: Text) -> dict:
    """What the page shows of the module with the derivatives: all its functions but the `known` ones.

    `sources` has a line of the program for each line, or null: locations survive differentiation. A tape has the lines
    of its loop, its writes and its reads.
    """
    whole = printed(module)
    lines = {op: at for op, at in zip(whole.ops, whole.at)}
    shown = [
        number for number, op in enumerate(whole.ops) if op.parent.operation == module and not _is_known(op, known)
    ]
    shown.sort(key=lambda number: _is_helper(whole.ops[number]))  # functions that passes add come last
    kept = [line for number in shown if (at := whole.at[number]) for line in range(at[0], at[1] + 1)]
    new = {line: number for number, line in enumerate(kept)}
    sources = _sources(whole, text)
    return {
        "lines": [whole.lines[line].removeprefix("  ") for line in kept],
        "sources": [sources.get(line) for line in kept],
        "tapes": [
            row
            for function in functions(module).values()
            for tape in tapes(function)
            if (row := _tape(tape, lines, new))
        ],
    }


def _is_known(op: ir.Operation, known: Container[str]) -> bool:
    return "sym_name" in op.attributes and ir.StringAttr(op.attributes["sym_name"]).value in known


def _is_helper(op: ir.Operation) -> bool:
    return "sym_name" in op.attributes and ir.StringAttr(op.attributes["sym_name"]).value.startswith("lagrad.")


def _sources(whole: Printed, text: Text) -> dict[int, int]:
    found = {}
    for op, at in zip(whole.ops, whole.at):
        if at and (line := text.line(op.location)):
            found[at[0]] = found[at[1]] = line
    return found


def _tape(tape, lines: dict, new: dict[int, int]) -> dict | None:
    """None of a tape of a function that is not shown."""

    def numbers(ops) -> list[int]:
        return sorted({new[at[0]] for op in ops if (at := lines.get(op)) and at[0] in new})

    loops = numbers([tape.outermost.loop])
    if not loops:
        return None
    writes = [write for level in tape.levels for write in level.writes]
    return {
        "loop": loops[0],
        "writes": numbers(writes),
        "reads": numbers(tape.readers()),
        "type": str(tape.outermost.type),
    }
