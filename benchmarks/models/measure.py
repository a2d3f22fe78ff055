"""Every tool on every model: one line of results each, the tools of a model one after another on the same core."""

from __future__ import annotations

import ast
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from ..adbench import peers
from ..adbench.worker_process import Cell, Worker, WorkerFailed
from .model import Model

Line = dict[str, object]
TORCH = Path(__file__).with_name("torch_twins.py")


def in_torch() -> set[str]:
    """The models that are written in PyTorch, which this process may not have."""
    return {each.name for each in ast.parse(TORCH.read_text("utf-8")).body if isinstance(each, ast.FunctionDef)}


class ModelWorker(Worker):
    module = "benchmarks.models.worker"


def run(
    models: list[Model], tools: list[peers.Tool], threads: int, seconds: float, tell: Callable[[str], None]
) -> Iterator[Line]:
    """`tell` hears of a tool that fails, or that differs from JAX in f64 by more than the model allows."""
    from . import jax_models

    torch = in_torch()
    with tempfile.TemporaryDirectory() as folder:
        for each in models:
            right = Path(folder) / f"{each.name}.npz"
            np.savez(right, *jax_models.reference(jax_models.MODELS[each.name]))
            for tool in tools:
                if tool.name == "torch" and each.twin not in torch:
                    continue
                try:
                    yield _line(each, tool, threads, seconds, right)
                except WorkerFailed as problem:
                    tell(f"{tool.name} {each.name}: {problem}")


def _line(each: Model, tool: peers.Tool, threads: int, seconds: float, right: Path) -> Line:
    worker = ModelWorker(Cell(tool.name, each.name, "", "", threads), tool.python)
    try:
        checked = worker.ask("check", against=str(right))
        if checked["max_rel_err"] > checked["allowed"]:
            raise WorkerFailed(f"off by {checked['max_rel_err']:.1e}, more than {checked['allowed']:.0e}")
        memory, used = worker.ask("memory"), worker.ask("use", seconds=seconds)
        cell = {"model": each.name, "tool": tool.name, "threads": threads}
        return cell | worker.facts | checked | memory | used
    finally:
        worker.close()
