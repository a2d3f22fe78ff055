"""Which values depend on given ones: through what, the one who asks says.

Where control goes through regions, the edges of `flow` are followed. `dependents` is the closest look, at elements and
not at shapes, for what depends on the directions of a derivative; `activity` asks for what a derivative goes through.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator

from ..mlir import ir
from .call_graph import functions
from .flow import around
from .program import Program, walk

Calls = dict[str, list[set[int]]]  # function -> for each result, the arguments that it depends on, by number
_SHAPES = {"func.return", "tensor.dim", "tensor.rank"}  # nothing depends on elements through these


def closure(seeds: Iterable[ir.Value], step: Callable[[ir.Value], Iterable[ir.Value]]) -> set[ir.Value]:
    """The seeds and what is found from them by any number of steps."""
    reached = set(seeds)
    work = list(reached)
    while work:
        for value in step(work.pop()):
            if value not in reached:
                reached.add(value)
                work.append(value)
    return reached


def onward(
    program: Program,
    value: ir.Value,
    stops: Container[str],
    otherwise: Callable[[ir.Operation, int], Iterable[ir.Value]],
) -> Iterator[ir.Value]:
    """The values that depend directly on a value, if none do through the operations `stops`.

    `otherwise(op, number)` tells what depends on operand `number` of an operation of which no edges are known, or that
    it decides for.
    """
    for use in value.uses:
        op, number = use.owner.operation, use.operand_number
        if op.name in stops:
            continue
        if edges := program.flow.onward(op, number):
            yield from (edge.target for edge in edges)
        else:
            yield from otherwise(op, number)


def dependents(program: Program, seeds: Iterable[ir.Value], calls: Calls = {}) -> set[ir.Value]:
    """The seeds and every value that depends on one of them. Of functions in `calls` it is known what depends on
    what."""

    def otherwise(op: ir.Operation, number: int) -> Iterable[ir.Value]:
        depends = calls.get(op.attributes["callee"].value) if op.name == "func.call" else None
        if depends is None:
            return everything(program, op)
        return [result for result, numbers in zip(op.results, depends) if number in numbers]

    return closure(seeds, lambda value: onward(program, value, _SHAPES, otherwise))


def everything(program: Program, op: ir.Operation) -> Iterator[ir.Value]:
    """All that an operation gives, and computes inside, where it is not known what depends on what."""
    op = around(op)
    while not op.results and op.name not in ("func.func", "cf.assert"):
        op = op.parent.operation  # it may leave something where others find it
    for inner in (op, *walk(op)):
        yield from inner.results
        for block in program.bodies(inner):
            yield from block.arguments if inner.name != "func.func" else ()


def of_recursive(module: ir.Operation, names: Iterable[str]) -> Calls:
    """What depends on what in functions that call each other and themselves: the least that is true of all of them."""
    table = functions(module)
    programs = {name: Program(table[name]) for name in names if len(list(table[name].regions[0].blocks)) == 1}
    known: Calls = {name: [set() for _ in program.results] for name, program in programs.items()}
    while True:
        found = {name: _depends(program, known) for name, program in programs.items()}
        if found == known:
            return known
        known = found


def _depends(program: Program, calls: Calls) -> list[set[int]]:
    behind = [dependents(program, [argument], calls) for argument in program.arguments]
    return [{n for n, reached in enumerate(behind) if result in reached} for result in program.results]
