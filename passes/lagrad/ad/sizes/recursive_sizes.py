"""The sizes of what functions return that call themselves.

Where each is that of an argument, this is found by induction: what the branches that do not call the
function again return says which argument it may be, and it is if the others return the same
for calls of which it is assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ... import build
from ...analysis.call_graph import signature
from ...analysis.program import Program
from ...dialect import UPDATES
from ...mlir import ir

Place = tuple[int, int]  # an argument, and a dimension of it
Sizes = dict[Place, Place]  # a result and a dimension of it -> where its size is found
OfResult = Callable[[ir.Value], list | None]


def infer(names: list[str], program: Callable[[str, OfResult], Program | None]) -> dict[str, Sizes]:
    """What is known of each function; `program` gives one in normal form, for what is said of the sizes of what calls
    give.
    """
    known: dict[str, Sizes] = {}

    def of_call(result: ir.Value) -> list[ir.Value | int] | None:
        return emit(
            result,
            list(result.owner.operation.operands),
            known.get(result.owner.operation.attributes["callee"].value, {}),
        )

    for name in names:
        here = program(name, of_call)
        known[name] = {} if here is None else _candidates(here)
    while True:
        rest = {name: {} if not known[name] else _confirmed(program(name, of_call), known[name]) for name in names}
        if rest == known:
            return known
        known = rest


def emit(result: ir.Value, operands: list[ir.Value], sizes: Sizes) -> list[ir.Value | int] | None:
    """The sizes of a result of a call with these operands, built at the insertion point; None if some are not known."""
    number, shape = ir.OpResult(result).result_number, build.shape_of(result.type)
    places = [sizes.get((number, d)) if n == build.DYNAMIC else n for d, n in enumerate(shape)]
    if None in places:
        return None
    return [n if isinstance(n, int) else build.sizes_of(operands[n[0]])[n[1]] for n in places]


def updated(function: ir.Operation) -> Sizes:
    """What a function that updates some arguments says of the sizes of its results."""
    numbers = list(ir.DenseI64ArrayAttr(function.attributes[UPDATES])) if UPDATES in function.attributes else []
    types = signature(function)[0]
    return {
        (result, d): (argument, d)
        for argument, result in zip(numbers[0::2], numbers[1::2])
        for d, n in enumerate(build.shape_of(types[argument]))
        if n == build.DYNAMIC
    }


def _places(program: Program, values: list[ir.Value]) -> Iterator[tuple[Place, ir.Value]]:
    for number, value in enumerate(values):
        for d, size in enumerate(program.sizes(value) if build.is_tensor(value.type) else []):
            if not isinstance(size, int):
                yield (number, d), size


def _candidates(program: Program) -> Sizes:
    """For each size of a result, the one argument that some way through the function gives it the size of."""
    of_arguments = {size: place for place, size in _places(program, program.arguments)}
    found: Sizes = {}
    for place, size in _places(program, program.results):
        origins = {of_arguments[v] for v in _origins(program, size) if v in of_arguments}
        if len(origins) == 1:
            (found[place],) = origins
    return found


def _origins(program: Program, size: ir.Value) -> set[ir.Value]:
    """The values that a size may be, by branches and loops."""
    found, work = {size}, [size]
    while work:
        value = work.pop()
        behind: list[ir.Value] = []
        if not isinstance(value.owner, ir.Block):
            op = value.owner.operation
            if op.name == "arith.select":
                behind = list(op.operands)[1:]
            else:
                behind = [edge.source for edge in program.flow.back(value) or ()]
        work += [v for v in behind if v not in found]
        found.update(behind)
    return found


def _confirmed(program: Program, assumed: Sizes) -> Sizes:
    """What remains of an assumption about a function whose calls of itself it is made for."""
    of_arguments = dict(_places(program, program.arguments))
    of_results = dict(_places(program, program.results))
    return {
        place: origin
        for place, origin in assumed.items()
        if place not in of_results or of_results[place] == of_arguments[origin]
    }
