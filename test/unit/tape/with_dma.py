"""The functions of a program with DMA, whose operations call the simulator of dma_simulator.c."""

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
from lagrad.tape.stream import StreamTape, leave_space

PASS = StreamTape.name


@functools.cache
def library() -> tuple[str, ctypes.CDLL]:
    """The simulator: where it is, and its functions."""
    path = f"{tempfile.mkdtemp()}/libdma.so"
    source = pathlib.Path(__file__).with_name("dma_simulator.c")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", path, source], check=True)
    loaded = ctypes.CDLL(path)
    for name in ("dma_pending", "dma_moved", "dma_faults", "dma_size"):
        getattr(loaded, name).restype = ctypes.c_int64
    return path, loaded


def with_dma(program: str, passes: str, entry: list[str]):
    """The functions of a program with DMA, whose operations call the simulator, and how many of these there are.

    `passes` come before the strict lowering. In it, calls take the place of DMA as soon as `lagrad-stream-tape` has made
    it.
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
    counts = {"dma_start": 0, "dma_wait": 0}
    with module.context, module.location:
        for op in [op for op in walk(module) if op.name.removeprefix("memref.") in counts]:
            name, operands = op.name.removeprefix("memref."), list(op.operands)
            counts[name] += 1
            with op.location, ir.InsertionPoint(op):
                given = arguments(operands) if name == "dma_start" else waited(operands)
                build.emit("func.call", [], given, callee=ir.FlatSymbolRefAttr.get(name))
        for op in [op for op in walk(module) if op.name.removeprefix("memref.") in counts]:
            op.erase()
        leave_space(module)
        for name, count in (("dma_start", 5), ("dma_wait", 2)):
            types = ", ".join(["index"] * count)
            declared = ir.Operation.parse(f"func.func private @{name}({types})")
            ir.InsertionPoint.at_block_begin(module.regions[0].blocks[0]).insert(declared)
    return counts


def arguments(operands: list[ir.Value]) -> list[ir.Value]:
    """From, to, bytes, elements and tag of a `memref.dma_start`."""
    rank = (len(operands) - 5) // 2
    source, target, count, tags, at = operands[0], operands[1 + rank], *operands[-3:]
    return [address(source), address(target), bytes_of(count, source), count, tag_address(tags, at)]


def waited(operands: list[ir.Value]) -> list[ir.Value]:
    """Tag and elements of a `memref.dma_wait`."""
    tags, at, count = operands
    return [tag_address(tags, at), count]


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


def tag_address(tags: ir.Value, at: ir.Value) -> ir.Value:
    begin = build.emit1("memref.extract_aligned_pointer_as_index", build.index_type(), tags)
    return build.emit1("arith.addi", at.type, begin, build.emit1("arith.muli", at.type, at, build.index(4)))
