"""Finds passes that go on with operations that they have erased.

The bindings do not notice that: what is read may be right by luck, anything, or the end of the process. Here `erase`
moves an operation to a module of its own instead, for as long as the pass runs; then nothing of the program may use it,
and nothing may have been built in it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from lagrad.mlir import ir
from lagrad.pipelines import running

_KEPT: list[ir.Module] = []  # graveyards with what the program still uses, which must not be freed before it


@dataclass
class _Buried:
    inside: list[ir.Operation]  # itself first
    sizes: list[int]  # of its blocks
    erased_by: str


class Graveyard:
    """Takes the place of `erase` and of running a pass, and collects what is wrong."""

    def __init__(self, monkeypatch):
        self.found: list[str] = []
        self._module: ir.Module | None = None
        self._buried: list[_Buried] = []
        erase, run = ir.Operation.erase, running._Run.run

        def bury(view: ir.Operation | ir.OpView) -> None:
            erase(view.operation) if self._module is None else self._bury(view.operation)

        def run_and_look(runner, the_pass, number: int, op: ir.Operation) -> None:
            if self._module is not None:
                return run(runner, the_pass, number, op)
            with op.context, ir.Location.unknown():
                self._module = ir.Module.create()
                with ir.InsertionPoint(self._module.body):
                    self._end = ir.Operation.create("ub.poison", results=[ir.IndexType.get()])
            try:
                run(runner, the_pass, number, op)
                self._look(the_pass.name)
            finally:
                self._buried = []
                if self.found:
                    _KEPT.append(self._module)
                self._module = None

        monkeypatch.setattr(ir.Operation, "erase", bury)
        monkeypatch.setattr(ir.OpView, "erase", bury)
        monkeypatch.setattr(running._Run, "run", run_and_look)

    def _bury(self, op: ir.Operation) -> None:
        if any(True for result in op.results for _ in result.uses):
            self.found.append(f"erased, but in use: {op}")
        op.move_before(self._end)
        inside = list(_walk(op))
        with ir.InsertionPoint(self._module.body), ir.Location.unknown(op.context):
            for child in inside:
                for k, value in enumerate(list(child.operands)):
                    child.operands[k] = ir.Operation.create(
                        "builtin.unrealized_conversion_cast", results=[value.type]
                    ).results[0]
        caller = sys._getframe(2)
        self._buried.append(_Buried(inside, _sizes(inside), f"{caller.f_code.co_filename}:{caller.f_lineno}"))

    def _look(self, name: str) -> None:
        for one in self._buried:
            if _sizes(one.inside) != one.sizes:
                self.found.append(f"{name} built something in what {one.erased_by} had erased: {one.inside[0]}")
            for child in one.inside:
                values = [*child.results, *(a for block in _blocks(child) for a in block.arguments)]
                for user in {use.owner.operation for value in values for use in value.uses}:
                    if _root(user) != self._module.operation:
                        self.found.append(f"{name} uses in {user} what {one.erased_by} had erased: {child}")


def _blocks(op: ir.Operation) -> Iterator[ir.Block]:
    for region in op.regions:
        yield from region.blocks


def _walk(op: ir.Operation) -> Iterator[ir.Operation]:
    yield op
    for block in _blocks(op):
        for child in block.operations:
            yield from _walk(child.operation)


def _sizes(inside: list[ir.Operation]) -> list[int]:
    return [len(list(block.operations)) for op in inside for block in _blocks(op)]


def _root(op: ir.Operation) -> ir.Operation:
    while op.parent is not None:
        op = op.parent.operation
    return op
