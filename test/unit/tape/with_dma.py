"""The functions of a program with DMA and barriers, whose operations call the simulator of dma_simulator.c."""

from __future__ import annotations

import ctypes
import functools
import pathlib
import subprocess
import tempfile
from unittest import mock

import lagrad
from lagrad import build, pipelines
from lagrad.lowering.walk import walk
from lagrad.mlir import ir
from lagrad.tape.stream_tape import StreamTape, leave_space

PASS = StreamTape.name


@functools.cache
def library() -> tuple[str, ctypes.CDLL]:
    """The simulator: where it is, and its functions."""
    path = f"{tempfile.mkdtemp()}/libdma.so"
    source = pathlib.Path(__file__).with_name("dma_simulator.c")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", path, source], check=True)
    loaded = ctypes.CDLL(path)
    for name in ("dma_pending", "dma_moved", "dma_faults", "dma_size", "dma_barriers"):
        getattr(loaded, name).restype = ctypes.c_int64
    return path, loaded


def with_dma(program: str, passes: str, entry: list[str]):
    """The functions of a program with DMA, whose operations call the simulator, and how many of these there are.

    `passes` come before the strict lowering. In it, calls take the place of DMA and barriers as soon as
    `lagrad-stream-tape` has made them.
    """
    started: dict[str, int] = {}
    lowering = str(pipelines.read("lagrad-to-llvm-strict")).replace(PASS, f"{PASS}{{target=dma}}")
    streams = StreamTape.run

    def run(self: StreamTape, op: ir.Operation, report) -> None:
        streams(self, op, report)
        started.update(to_calls(op))

    with mock.patch.object(StreamTape, "run", run):
        text = f"{passes},{lowering.removeprefix('builtin.module(').removesuffix(')')}"
        return lagrad.compile(program, pipeline=text, entry=entry, libraries=[library()[0]]), started


def to_calls(module: ir.Operation) -> dict[str, int]:
    """Calls of the simulator in place of DMA; gives how many there are."""
    counts = {"dma_start": 0, "dma_wait": 0, "barrier": 0}
    streams: list[ir.Value] = []
    with module.context, module.location:
        for op in [op for op in walk(module) if op.name.partition(".")[2] in counts]:
            name = op.name.partition(".")[2]
            counts[name] += 1
            with op.location, ir.InsertionPoint(op):
                given = arguments(name, list(op.operands), streams)
                build.emit("func.call", [], given, callee=ir.FlatSymbolRefAttr.get(name))
            op.erase()
        leave_space(module)
        for name, count in (("dma_start", 6), ("dma_wait", 3), ("barrier", 0)):
            types = ", ".join(["index"] * count)
            declared = ir.Operation.parse(f"func.func private @{name}({types})")
            ir.InsertionPoint.at_block_begin(module.regions[0].blocks[0]).insert(declared)
    return counts


def arguments(name: str, operands: list[ir.Value], streams: list[ir.Value]) -> list[ir.Value]:
    """From, to, bytes, elements, tag and stream of a start; tag, elements and stream of a wait; nothing of a barrier.

    A stream is the moves that share tags, whose memory may be another one's later; `streams` are the tags so far.
    """
    match name:
        case "dma_start":
            source, *_, count, tags, at = operands
            target = operands[1 + len(ir.MemRefType(source.type).shape)]
            return [address(source), address(target), bytes_of(count, source), count, *tag_of(tags, at, streams)]
        case "dma_wait":
            tags, at, count = operands
            tag, stream = tag_of(tags, at, streams)
            return [tag, count, stream]
    return []


def bytes_of(count: ir.Value, buffer: ir.Value) -> ir.Value:
    return build.emit1("arith.muli", count.type, count, build.index(build.bytes_of(ir.MemRefType(buffer.type))))


def address(buffer: ir.Value) -> ir.Value:
    """Of the first element that a view shows."""
    type, number = ir.MemRefType(buffer.type), build.index_type()
    base = ir.MemRefType.get([], type.element_type, memory_space=type.memory_space)
    results = [base, *[number] * (1 + 2 * len(type.shape))]
    strided = ir.Operation.create("memref.extract_strided_metadata", results=results, operands=[buffer])
    begin = build.emit1("memref.extract_aligned_pointer_as_index", number, strided.results[0])
    return build.emit1("arith.addi", number, begin, bytes_of(strided.results[1], buffer))


def tag_of(tags: ir.Value, at: ir.Value, streams: list[ir.Value]) -> list[ir.Value]:
    """The address of a tag, and the number of its stream."""
    if tags not in streams:
        streams.append(tags)
    begin = build.emit1("memref.extract_aligned_pointer_as_index", build.index_type(), tags)
    place = build.emit1("arith.muli", at.type, at, build.index(4))
    return [build.emit1("arith.addi", at.type, begin, place), build.index(streams.index(tags))]
