"""Which values depend on given ones: on their elements, not on their shapes.

Followed precisely through loops, branches and the bodies of `linalg.generic`, where only the
values that are carried or yielded in a place depend on what is put there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..mlir import ir
from .call_graph import functions
from .program import Program, walk

Calls = dict[str, list[set[int]]]  # function -> for each result, the arguments that it depends on, by number


def dependents(program: Program, seeds: Iterable[ir.Value], calls: Calls = {}) -> set[ir.Value]:
    """The seeds and every value that depends on one of them. Of functions in `calls` it is known what depends on what."""
    reached = set(seeds)
    work = list(reached)
    while work:
        for value in _direct(program, work.pop(), calls):
            if value not in reached:
                reached.add(value)
                work.append(value)
    return reached


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


def _direct(program: Program, value: ir.Value, calls: Calls) -> Iterator[ir.Value]:
    for use in value.uses:
        op, number = use.owner.operation, use.operand_number
        match op.name:
            case "func.return" | "tensor.dim" | "tensor.rank":
                pass
            case "scf.yield" | "linalg.yield" | "scf.condition":
                yield from _after(program, op, number)
            case "scf.for" if number >= 3:
                yield from (program.body(op).arguments[number - 2], op.results[number - 3])
            case "scf.while" | "linalg.generic":
                yield program.body(op).arguments[number]
            case "func.call" if op.attributes["callee"].value in calls:
                depends = calls[op.attributes["callee"].value]
                yield from (result for result, numbers in zip(op.results, depends) if number in numbers)
            case _:
                yield from _anything(program, op)


def _after(program: Program, terminator: ir.Operation, number: int) -> Iterator[ir.Value]:
    op = terminator.parent.operation
    match op.name, terminator.name:
        case "scf.for", _:
            yield from (op.results[number], program.body(op).arguments[number + 1])
        case "scf.if" | "scf.index_switch" | "scf.execute_region", _:
            yield op.results[number]
        case "linalg.generic", _:
            arguments = program.body(op).arguments
            yield from (op.results[number], arguments[len(arguments) - len(op.results) + number])
        case "scf.while", "scf.condition" if number > 0:
            yield from (op.results[number - 1], program.body(op, 1).arguments[number - 1])
        case "scf.while", "scf.yield":
            yield program.body(op).arguments[number]
        case _:
            yield from _anything(program, op)


def _anything(program: Program, op: ir.Operation) -> Iterator[ir.Value]:
    """All that an operation gives, where it is not known what depends on what."""
    while not op.results and op.name not in ("func.func", "cf.assert"):
        op = op.parent.operation  # a terminator of an operation that is not looked into
    for inner in (op, *walk(op)):
        yield from inner.results
        for block in program.bodies(inner):
            yield from block.arguments if inner.name != "func.func" else ()
