"""What does not depend on how busy a machine is: sizes of code, blocks and bytes of the heap, page faults."""

from __future__ import annotations

from dataclasses import dataclass

from lagrad import emit, execute
from lagrad.lowering.machine.constants import translated
from lagrad.lowering.machine.native import object_code
from lagrad.lowering.machine.processors import NATIVE
from lagrad.mlir import ir

from ..adbench import peers
from ..adbench.worker_process import Cell
from . import program
from .measure import ModelWorker
from .model import Model


@dataclass(frozen=True)
class Counts:
    model: str
    code_bytes: int
    lines: int  # of LLVM IR
    blocks: int | None  # that a call takes of the heap; None without a C compiler
    page_faults: float  # of a call
    heap_mb: float | None


def code_size(text: str, entry: str = program.GRADIENT) -> tuple[int, int]:
    """Bytes of the object file with that function of the program, and lines of its LLVM IR."""
    module = execute.parse(text)
    with module.context, ir.Location.unknown():
        execute.keep_entries(module.operation, [entry], execute.PIPELINE)
        lowered = emit.lower(module.operation, execute.PIPELINE)
        made, _ = translated(lowered)
    return len(object_code(made, NATIVE)), made.count("\n")


def of(each: Model) -> Counts:
    """Of a process with one thread."""
    code_bytes, lines = code_size(program.with_request(each))
    worker = ModelWorker(Cell("lagrad", each.name, "", "", 1), peers.tools()["lagrad"].python)
    try:
        memory, used = worker.ask("memory"), worker.ask("use", seconds=0.2)
    finally:
        worker.close()
    return Counts(each.name, code_bytes, lines, used["blocks"], used["page_faults"], memory["heap_mb"])


def table(counts: list[Counts]) -> str:
    head = ["model", "code, KB", "lines of LLVM IR", "allocations of a second call", "its page faults", "heap, MB"]
    rows = [head, ["---"] + ["---:"] * 5]
    for c in counts:
        heap_mb, blocks = ("-" if value is None else f"{value:.4g}" for value in (c.heap_mb, c.blocks))
        rows.append([c.model, f"{c.code_bytes / 1e3:.0f}", str(c.lines), blocks, f"{c.page_faults:.2g}", heap_mb])
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)
