"""A pullback or pushforward for many directions at once: written for one direction, then batched."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from .. import build
from ..analysis.call_graph import functions, reachable, signature
from ..analysis.dependence import dependents
from ..analysis.program import Program
from ..errors import Report
from ..mlir import ir
from . import normal_form, open_forms
from .batch import Batch
from .calls import custom_pullbacks
from .prepare import publish
from .scope import Scope


class OneDirection:
    """The derivative for one direction, in normal form, ready to be batched.

    `fill(module, request, report)` writes it; the request is one for a single direction whose
    declaration is `type`. `directions` are the numbers of the arguments that are directions.
    """

    def __init__(self, module: ir.Operation, request, type: ir.FunctionType, directions: Sequence[int], fill: Callable, report: Report):
        self.directions = list(directions)
        derivatives = custom_pullbacks(module)
        scratch = _scratch(module, request, derivatives)
        with request.function.location, ir.InsertionPoint(scratch.body):
            one = ir.Operation.create(
                "func.func",
                attributes={
                    "sym_name": ir.StringAttr.get(request.name),
                    "sym_visibility": ir.StringAttr.get("private"),
                    "function_type": ir.TypeAttr.get(type),
                },
                regions=1,
            )
        fill(scratch.operation, dataclasses.replace(request, function=one), report)
        table = functions(scratch.operation)
        called = [table[name] for name in reachable(scratch.operation, request.name) if name in table]
        self.module = normal_form.isolate(table[request.name], called, set(derivatives.values()))
        self.name = request.name
        normal_form.inline_calls(self.module, self.name)
        normal_form.to_linalg(self.module)
        while self._rewrite_open_forms():
            normal_form.to_linalg(self.module)
        self.program = Program(normal_form.function_named(self.module, self.name), derivatives)
        self.mapped = self._dependents(self.program)

    def _dependents(self, program: Program) -> set[ir.Value]:
        return dependents(program, [program.arguments[n] for n in self.directions])

    def _rewrite_open_forms(self) -> bool:
        program = Program(normal_form.function_named(self.module, self.name))
        mapped = self._dependents(program)
        outermost: list[ir.Operation] = []

        def collect(block: ir.Block) -> None:
            for op in program.ops(block):
                if any(r in mapped for r in op.results):
                    if op.name in open_forms.FORMS and op.name != "scf.while":
                        outermost.append(op)
                    elif op.name != "linalg.generic":
                        for body in program.bodies(op):
                            collect(body)

        collect(program.entry)
        return any([open_forms.replace(op, open_forms.FORMS[op.name]) for op in outermost])

    def emit(
        self, arguments: list[ir.Value], count: ir.Value | int, kept: int = 0, invariant: ir.InsertionPoint | None = None
    ) -> list[ir.Value]:
        """Emits it at the insertion point for `count` directions, which are batched arguments.

        The first `kept` results are the primal's; the others are derivatives, and batched. What
        does not depend on a direction goes to `invariant`.
        """
        batch = Batch(self.program, self.mapped, count, Scope().bind(self.program.arguments, arguments), invariant)
        batch.run(self.program.entry)
        primal, derivatives = self.program.results[:kept], self.program.results[kept:]
        return [*map(batch.value, primal), *map(batch.lifted, derivatives)]


def fill(module: ir.Operation, request, type: ir.FunctionType, directions: Sequence[int], write: Callable, report: Report) -> None:
    """Writes the body of a request for many directions at once; `type` is that for one, which `write` fills."""
    one = OneDirection(module, request, type, directions, write, report)
    function = request.function
    takes, gives = signature(function)
    with function.location:
        entry = function.regions[0].blocks.append(*takes, arg_locs=[function.location] * len(takes))
        with ir.InsertionPoint(entry):
            arguments = list(entry.arguments)
            count = build.sizes_of(arguments[directions[0]])[0]
            kept = len(gives) - len(request.wrt) if request.with_primal else 0
            build.emit("func.return", [], one.emit(arguments, count, kept))
    publish(request)


def many(type: ir.Type, count: int) -> ir.Type:
    """The type of `count` directions of a type (DYNAMIC: of any number)."""
    return build.tensor_type([count, *build.shape_of(type)], build.element(type))


def _scratch(module: ir.Operation, request, derivatives: dict[str, str]) -> ir.Module:
    """A module with copies of the primal and of all that it and its derivative may call."""
    table = functions(module)
    with request.function.location:
        scratch = ir.Module.create()
    names = [request.primal]
    for name in names:  # grows
        called = [*reachable(module, name), *([derivatives[name]] if name in derivatives else [])]
        names += [other for other in called if other in table and other not in names]
    with ir.InsertionPoint(scratch.body):
        for name in names:
            table[name].clone(ip=ir.InsertionPoint.current)
    return scratch
