"""Which functions, loops, calls and copies of a lowered program are told apart in its profile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...analysis.call_graph import symbol
from ...build import constant_of
from ...mlir import ir
from ..interface.checks import place
from ..walk import callee, walk
from .called_work import is_known
from .costs import copied_bytes

LOOPS = ("scf.for", "scf.while", "scf.parallel", "scf.forall")
COPY = "memref.copy"
RECORDS = "lagrad.tape"  # the attribute of a loop that writes tapes
_SHORT = 16  # iterations of an innermost loop that is not worth two readings of a clock
_SMALL = 4096  # bytes that a copy must read and write to be worth them


@dataclass(frozen=True)
class Site:
    """A part of a program with counters of its own; what a site inside it does is not its.

    `kind` is function, loop, call or copy; `name` the function that it is in, or that is called. `parent` is the
    number of the site around it, None for a function. `records` says that a loop writes tapes, `counted` that its
    work is known: not of a call of a function that somebody else has written.
    """

    kind: str
    name: str
    place: str
    parent: int | None
    op: ir.Operation
    records: bool = False

    def described(self) -> dict:
        """The site without its operation."""
        told = {"kind": self.kind, "name": self.name, "place": self.place, "parent": self.parent}
        return told | {"records": self.records, "counted": self.kind != "call" or is_known(self.name)}


def sites(module: ir.Operation, depth: int) -> list[Site]:
    """The functions with a body, and in each the loops, calls of external functions and copies, `depth` deep.

    A loop that is all that the loop around it does is no site: it is told with that one. A short innermost loop
    inside another is none either, nor a small copy.
    """
    inside = (view.operation for view in module.regions[0].blocks[0].operations)
    functions = [op for op in inside if op.name == "func.func"]
    external = {symbol(f) for f in functions if not f.regions[0].blocks}
    found: list[Site] = []
    for function in functions:
        if function.regions[0].blocks:
            name = symbol(function)
            found.append(Site("function", name, place(function), None, function))
            _visit(function, len(found) - 1, name, depth, external, found)
    return found


def _visit(around: ir.Operation, parent: int, name: str, depth: int, external: set[str], found: list[Site]) -> None:
    if depth == 0:
        return
    inside = list(_candidates(around, external))
    while around.name in LOOPS and len(inside) == 1 and inside[0].name in LOOPS:
        inside = list(_candidates(inside[0], external))
    if around.name in LOOPS and len(inside) == 1 and inside[0].name == COPY:
        return
    for op in inside:
        if around.name in LOOPS and _is_short(op):
            continue
        kind = "loop" if op.name in LOOPS else "copy" if op.name == COPY else "call"
        said = callee(op) if kind == "call" else name
        found.append(Site(kind, said, place(op), parent, op, RECORDS in op.attributes))
        if kind == "loop":
            _visit(op, len(found) - 1, name, depth - 1, external, found)


def _candidates(around: ir.Operation, external: set[str]) -> Iterator[ir.Operation]:
    """The outermost loops, calls of external functions, and copies of an operation."""
    for region in around.regions:
        for block in region.blocks:
            for view in block.operations:
                op = view.operation
                if op.name in LOOPS or op.name == "func.call" and callee(op) in external or _is_large_copy(op):
                    yield op
                else:
                    yield from _candidates(op, external)


def _is_large_copy(op: ir.Operation) -> bool:
    return op.name == COPY and ((size := copied_bytes(op.operands[0].type)) is None or size >= _SMALL)


def _is_short(op: ir.Operation) -> bool:
    """Whether an innermost loop is known to have few iterations."""
    if op.name != "scf.for" or any(child.name in LOOPS or callee(child) for child in walk(op)):
        return False
    lower, upper, step = (constant_of(op.operands[n]) for n in range(3))
    return None not in (lower, upper, step) and upper - lower <= _SHORT * step
