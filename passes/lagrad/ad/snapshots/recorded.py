"""An adjoint loop that computes states again, as one that reads them from a tape.

This is the form in which such a loop has a derivative in reverse mode. The adjoint of a loop that rewinds would itself
go over all iterations before, for each iteration: n^2 / 2 adjoints of the primal's body, where n are enough.
"""

from __future__ import annotations

from ... import build
from ...dialect import SNAPSHOTS, WHICH
from ...errors import Report, note
from ...mlir import ir
from ..emission import TAPE, for_loop
from .nest import Nest, iteration, nests
from .stack import empty_rows, read_row, write_row


def record(root: ir.Operation, report: Report) -> None:
    """Rewrites the nests inside an operation; a warning says of each that it keeps no snapshots."""
    for nest in list(nests(root)):
        report.warning(
            nest.loop.location,
            f"'{SNAPSHOTS}' does not hold in the pullback of this adjoint: "
            "the states of all its iterations are recorded",
            note(nest.loop.location, "ask for the pullback of a pushforward, or for the pushforward of a pullback"),
        )
        with nest.loop.location:
            _record(nest)


def _record(nest: Nest) -> None:
    loop = nest.loop
    with ir.InsertionPoint(loop):
        tapes = _tapes(nest)
    body = loop.regions[0].blocks[0]
    with ir.InsertionPoint.at_block_begin(body):
        row = iteration(nest, body.arguments[0])
        before = [read_row(tape, row, start) for tape, start in zip(tapes, nest.starts)]
    for state, read in zip(nest.states, before):
        state.replace_all_uses_with(read)
    for rewind in nest.rewinds:
        rewind.erase()
    for name in (SNAPSHOTS, *WHICH):
        if name in loop.attributes:
            del loop.attributes[name]


def _tapes(nest: Nest) -> list[ir.Value]:
    """Runs the primal, and keeps the state before each iteration."""
    zero, one, starts = build.index(0), build.index(1), nest.starts
    rows = build.emit1("arith.maxsi", one.type, nest.trips, one)
    tapes = [write_row(start, empty_rows(start, rows), zero) for start in starts]
    last = build.emit1("arith.subi", one.type, nest.trips, one)
    loop = for_loop([zero, last, one], [*starts, *tapes])
    loop.attributes[TAPE] = ir.DenseI64ArrayAttr.get(list(range(len(starts), 2 * len(starts))))
    block = loop.regions[0].blocks[0]
    with ir.InsertionPoint(block):
        number, *carried = block.arguments
        after = nest.advance(number, carried[: len(starts)])
        next = build.emit1("arith.addi", one.type, number, one)
        filled = [write_row(part, tape, next) for part, tape in zip(after, carried[len(starts) :])]
        build.emit("scf.yield", [], [*after, *filled])
    return list(loop.results)[len(starts) :]
