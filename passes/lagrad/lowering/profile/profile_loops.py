"""`lagrad-profile-loops`: a program that measures its loops and calls."""

from __future__ import annotations

import json
import platform
from dataclasses import dataclass

import numpy as np

from ...build import constant, emit, emit1, index, intrinsic
from ...mlir import ir
from ...passes import Pass, option
from .called_work import called_work
from .costs import copied_bytes, cost
from .counters import begin_function, held, hold
from .sites import COPY, Site, sites

COUNTERS, SITES = "lagrad_profile_counters", "lagrad_profile_sites"  # the functions that give what was measured
TICKS, ENTRIES, OPERATIONS, BYTES = range(4)  # the columns of the counters
MEASURES = ("time", "work")
_CELLS, _ZEROS, _INSIDE, _TEXT = (f"lagrad.profile.{name}" for name in ("counters", "zeros", "inside", "sites"))

_IS_X86 = platform.machine().lower() in ("x86_64", "amd64")


@dataclass(frozen=True)
class ProfileLoops(Pass):
    """Measure the time, or count the operations and bytes, of each loop, call and function.

    A site is a function with a body, or in it a loop, a call of an external function or a copy of memory. It has four
    counters: ticks of the processor's clock, how often it was entered, operations on floats, bytes that are read and
    written. What a site inside another one does counts for the inner one only, also in a function that is called. With
    `measure=time` two readings of the clock stand around each site; with `measure=work` each block adds what it
    computes and moves, as `lagrad-count-operations` does, to the site that it is in. The two are the same program
    with the same sites, so that counting takes no time from what is timed.

    `lagrad_profile_counters`, a function of `tensor<(n+1)x4xi64>`, gives the clock as it is, in its first row, and the
    counters of n sites, and begins again. `lagrad_profile_sites` gives what the sites are, as JSON in bytes. Runs on
    loops over memory once all buffers have their places; in one thread, as nobody guards the counters.
    """

    name = "lagrad-profile-loops"
    creates = ("func", "arith", "memref", "llvm")

    measure: str = option("time", "What is measured: time or work.", known=MEASURES)
    depth: int = option(2, "So many loops, one inside another, are told apart.", least=0)

    def run(self, op: ir.Operation, report) -> None:
        found = sites(op, self.depth)
        with op.context, op.location:
            type = ir.MemRefType.get([len(found) + 1, 4], ir.IntegerType.get_signless(64))
            counters = Counters(type)
            if self.measure == "work":  # first what is the program's own
                numbers = {site.op: number for number, site in enumerate(found, 1)}
                for site, number in numbers.items():
                    _count_blocks(site, number, numbers, counters)
            for number, site in enumerate(found, 1):
                with site.op.location:
                    _time(site, counters, number) if self.measure == "time" else _count_entries(site, counters, number)
            body = op.regions[0].blocks[0]
            with ir.InsertionPoint.at_block_begin(body):
                _define(found, type)


@dataclass(frozen=True)
class Counters:
    """The table of counters, one row a site, and one cell: the ticks of the sites inside the one that runs."""

    type: ir.Type

    @property
    def i64(self) -> ir.Type:
        return ir.IntegerType.get_signless(64)

    def add(self, site: int, column: int, amount: ir.Value) -> None:
        cells, at = held(_CELLS, self.type), [index(site), index(column)]
        before = emit1("memref.load", self.i64, cells, *at)
        emit("memref.store", [], [emit1("arith.addi", self.i64, before, amount), cells, *at])

    def inside(self) -> ir.Value:
        return emit1("memref.load", self.i64, held(_INSIDE, _one(self.i64)), index(0))

    def set_inside(self, ticks: ir.Value) -> None:
        emit("memref.store", [], [ticks, held(_INSIDE, _one(self.i64)), index(0)])


def _time(site: Site, counters: Counters, number: int) -> None:
    """Reads the clock before and after a site, and takes off what the sites inside it took."""
    before, afters = _around(site)
    with before:
        saved = counters.inside()
        counters.set_inside(constant(counters.i64, 0))
        start = _clock()
    for after in afters:
        with after:
            took = emit1("arith.subi", counters.i64, _clock(), start)
            own = emit1("arith.subi", counters.i64, took, counters.inside())
            counters.add(number, TICKS, own)
            counters.add(number, ENTRIES, constant(counters.i64, 1))
            counters.set_inside(emit1("arith.addi", counters.i64, saved, took))


def _count_entries(site: Site, counters: Counters, number: int) -> None:
    """Counts how often a site is entered, and what a call or a copy does."""
    before, _ = _around(site)
    with before:
        counters.add(number, ENTRIES, constant(counters.i64, 1))
        if site.kind == "call" and (work := called_work(site.op)):
            for column, amount in zip((OPERATIONS, BYTES), work):
                counters.add(number, column, amount)
        if site.kind == "copy":
            counters.add(number, BYTES, _bytes_of_copy(site.op, counters.i64))


def _count_blocks(op: ir.Operation, number: int, numbers: dict[ir.Operation, int], counters: Counters) -> None:
    """Adds to the counters of a site, before each block ends that is its own, what is in the block."""
    for region in op.regions:
        for block in region.blocks:
            inside = [view.operation for view in block.operations]
            totals = [0, 0]
            for child in inside:
                for what, amount in cost(child):
                    totals[what == 3] += amount
                if child.name == COPY and child not in numbers:
                    totals[1] += copied_bytes(child.operands[0].type) or 0
                if child not in numbers:
                    _count_blocks(child, number, numbers, counters)
            if any(totals):
                with inside[-1].location, ir.InsertionPoint(inside[-1]):
                    for column, amount in zip((OPERATIONS, BYTES), totals):
                        if amount:
                            counters.add(number, column, constant(counters.i64, amount))


def _around(site: Site) -> tuple[ir.InsertionPoint, list[ir.InsertionPoint]]:
    """Where a site begins, and where it may end."""
    if site.kind != "function":
        return ir.InsertionPoint(site.op), [ir.InsertionPoint.after(site.op)]
    blocks = site.op.regions[0].blocks
    returns = [op for block in blocks for op in block.operations if op.operation.name == "func.return"]
    return ir.InsertionPoint.at_block_begin(blocks[0]), [ir.InsertionPoint(op) for op in returns]


def _clock() -> ir.Value:
    """Ticks of a clock that runs at one speed: of x86-64's time stamp counter, or the system's counter elsewhere.

    A processor reads the first ahead of what is still computed, some hundred operations, unless a fence waits for that
    (Intel's manual, volume 2, RDTSC).
    """
    i64 = ir.IntegerType.get_signless(64)
    if not _IS_X86:
        return intrinsic("llvm.readsteadycounter", [i64])[0]
    intrinsic("llvm.x86.sse2.lfence", [])
    return intrinsic("llvm.readcyclecounter", [i64])[0]


def _bytes_of_copy(copy: ir.Operation, i64: ir.Type) -> ir.Value:
    source = copy.operands[0]
    type = ir.MemRefType(source.type)
    total = constant(i64, copied_bytes(ir.MemRefType.get([1], type.element_type)))
    for axis in range(type.rank):
        size = emit1("memref.dim", ir.IndexType.get(), source, index(axis))
        total = emit1("arith.muli", i64, total, emit1("arith.index_cast", i64, size))
    return total


def _one(type: ir.Type) -> ir.Type:
    return ir.MemRefType.get([1], type)


def _define(found: list[Site], type: ir.Type) -> None:
    """The memory of counters and descriptions, and the functions that give them."""
    text = np.frombuffer(json.dumps([site.described() for site in found]).encode(), np.int8)
    i8, i64 = (ir.IntegerType.get_signless(bits) for bits in (8, 64))
    bytes = ir.MemRefType.get([len(text)], i8)
    hold(_CELLS, type, np.zeros(type.shape, np.int64))
    hold(_ZEROS, type, np.zeros(type.shape, np.int64), is_constant=True)
    hold(_INSIDE, _one(i64), np.zeros(1, np.int64))
    hold(_TEXT, bytes, text, is_constant=True)
    block = begin_function(SITES, bytes)
    with ir.InsertionPoint(block):
        emit("memref.copy", [], [held(_TEXT, bytes), block.arguments[0]])
        emit("func.return", [], [])
    block = begin_function(COUNTERS, type)
    with ir.InsertionPoint(block):
        cells, into = held(_CELLS, type), block.arguments[0]
        emit("memref.copy", [], [cells, into])
        emit("memref.copy", [], [held(_ZEROS, type), cells])
        emit("memref.store", [], [constant(i64, 0), held(_INSIDE, _one(i64)), index(0)])
        emit("memref.store", [], [_clock(), into, index(0), index(0)])
        emit("func.return", [], [])
