"""A module as text, and which operation stands on which lines of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..lowering.walk import walk
from ..mlir import ir

_NUMBERED = re.compile(r' loc\("#":(\d+):1\)')
_OF_ARGUMENTS = re.compile(r" loc\(unknown\)")
_ELEMENTS = 16  # of a constant; longer ones are shown as `...`


@dataclass(frozen=True)
class Printed:
    """Lines, and for each operation of the module, in the order of a walk, its first and last line, from 0.

    An operation that prints nothing, as `scf.yield` without operands, has no lines.
    """

    lines: list[str]
    ops: list[ir.Operation]
    at: list[tuple[int, int] | None]


def printed(module: ir.Operation) -> Printed:
    """The module is left as it is: a copy is printed, the locations of which are the numbers of its operations."""
    copy = module.clone()
    with module.context:
        for number, op in enumerate(walk(copy), 1):
            op.location = ir.Location.file("#", number, 1)
            for region in op.regions:
                for block in region.blocks:
                    for argument in block.arguments:
                        argument.set_location(ir.Location.unknown())
        copy.location = ir.Location.unknown()
        text = copy.get_asm(enable_debug_info=True, use_local_scope=True, large_elements_limit=_ELEMENTS)
    ops = list(walk(module))
    at: list[tuple[int, int] | None] = [None] * len(ops)
    lines: list[str] = []
    opened: dict[int, int] = {}  # indentation -> the last line that an operation can begin on
    for line in text.rstrip("\n").split("\n"):
        numbers = [int(number) - 1 for number in _NUMBERED.findall(line)]
        line = _OF_ARGUMENTS.sub("", _NUMBERED.sub("", line))
        indent = len(line) - len(line.lstrip())
        if not line.lstrip().startswith(("}", "^")):
            opened[indent] = len(lines)
        for number in numbers:
            at[number] = (opened.get(indent, len(lines)), len(lines))
        lines.append(line)
    return Printed(lines, ops, at)


def text_of(module: ir.Operation) -> list[str]:
    """The lines of a module without locations."""
    asm = module.get_asm(use_local_scope=True, large_elements_limit=_ELEMENTS)
    return asm.rstrip("\n").split("\n")
