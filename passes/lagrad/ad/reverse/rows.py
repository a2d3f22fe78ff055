"""Rows of tapes: how many there are, how large each is, and writing and reading one."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...analysis.recording.slices import Key, Residual, Slicer
from ...forms import trip_count
from ...mlir import ir
from ..emission import emit, for_loop
from ..scope import Scope


def key_sizes(slicer: Slicer, key: Key, scope: Scope) -> list[ir.Value | int]:
    """The shape of a key in the derivative: trip counts of residuals, then the value's own sizes.

    A size that changes in a loop whose rows the key is, is the largest of all iterations.
    """
    sizes: list[ir.Value | int] = []
    loops: list[ir.Operation] = []
    while isinstance(key, Residual):
        loops.append(key.loop)
        bounds = [scope[v] for v in list(key.loop.operands)[:3]]
        sizes.append(trip_count.emitted(bounds, trip_count.is_unsigned(key.loop)))
        key = key.key
    for size in slicer.program.sizes(key):
        if isinstance(size, int):
            sizes.append(size)
        elif (loop := slicer.changes_in(size, loops)) is not None:
            sizes.append(_largest(slicer, loop, size, scope))
        else:
            sizes.append(scope[size])
    return sizes


@dataclass(frozen=True)
class _Largest:
    """A key for the largest of the values that a size has in the iterations of a loop; no tuple, as that would be its
    `Residual` too.
    """

    loop: ir.Operation
    size: ir.Value


def _largest(slicer: Slicer, loop: ir.Operation, size: ir.Value, scope: Scope) -> ir.Value:
    """Runs what a loop computes a size from, before the loop itself."""
    key = _Largest(loop, size)
    if key not in scope:
        part, operands = slicer.loop(loop, [Residual(loop, size)]), list(loop.operands)
        bounds = [scope[v] for v in operands[:3]]
        found = for_loop(bounds, [*(scope[operands[3 + k]] for k in part.slots), build.index(0)], loop)
        block, body = found.regions[0].blocks[0], slicer.program.body(loop)
        induction, *carried, most = block.arguments
        inside = Scope(scope).bind(
            [body.arguments[0], *(body.arguments[k + 1] for k in part.slots)], [induction, *carried]
        )
        with ir.InsertionPoint(block):
            emit(slicer, part.body, inside)
            more = build.emit1("arith.maxsi", most.type, most, inside[size])
            yields = slicer.program.yields(loop)
            build.emit("scf.yield", [], [*(inside[yields[k]] for k in part.slots), more])
        scope[key] = list(found.results)[-1]
    return scope[key]


def tensor_type(sizes: list[ir.Value | int], key: Key) -> ir.Type:
    """The type of many rows of a key: what they are is said of them all."""
    while isinstance(key, Residual):
        key = key.key
    shape = [n if isinstance(n, int) else build.DYNAMIC for n in sizes]
    return build.tensor_type(shape, build.element(key.type), build.encoding_of(key.type))


def empty_tape(slicer: Slicer, residual: Residual, scope: Scope) -> ir.Value:
    sizes = key_sizes(slicer, residual, scope)
    return build.empty(tensor_type(sizes, residual), sizes)


def _row_slice(row: ir.Value, sizes: list[ir.Value | int]):
    rank = len(sizes)
    return [row, *[0] * rank], [1, *sizes], [1] * (rank + 1)


def write_row(slicer, value: ir.Value, tape: ir.Value, row: ir.Value, key: Key, scope: Scope) -> ir.Value:
    """The tape with a row filled in."""
    sizes = key_sizes(slicer, key, scope)
    if not sizes and not build.is_tensor(value.type):
        return build.insert(value, tape, [row])
    return build.insert_slice(value, tape, *_row_slice(row, sizes))


def read_row(slicer, tape: ir.Value, row: ir.Value, key: Key, scope: Scope) -> ir.Value:
    """The key as it was in an iteration."""
    sizes = key_sizes(slicer, key, scope)
    if not sizes and not _is_tensor_key(key):
        return build.extract(tape, [row])
    type = key.type if not isinstance(key, Residual) else tensor_type(sizes, key)
    return build.extract_slice(tape, type, *_row_slice(row, sizes))


def _is_tensor_key(key: Key) -> bool:
    return isinstance(key, Residual) or build.is_tensor(key.type)
