"""A derivative for many directions at once: written for one direction, then batched."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from ... import build
from ...analysis.call_graph import NAMING, functions, reachable, recursive, signature
from ...analysis.dependence import dependents, of_recursive
from ...analysis.derivative_types import directions_of, type_of
from ...analysis.effects import pure_functions
from ...analysis.program import Program, walk
from ...analysis.recorded import recorded
from ...analysis.request import Derivative, Fill, Request
from ...dialect import EXACT
from ...mlir import ir
from ..calls.declarations import fresh
from ..calls.own_derivatives import (
    PULLBACK,
    PUSHFORWARD,
    custom_pullbacks,
    custom_pushforwards,
    known_pullbacks,
)
from ..prepare import publish
from ..rewrites import isolated, loop_form, normal_form, open_forms
from ..rewrites.repeated_decisions import mark_called
from ..scope import Scope
from ..sizes.call_sizes import CallSizes
from . import batch_control, batch_linalg, batch_tensor  # noqa: F401  they fill the table of batch
from .batch import Batch


class Workshop:
    """A module of its own with copies of a request's primal and of all that it calls, in which
    derivatives are made on the way to the one that is asked for."""

    def __init__(self, module: ir.Operation, request: Request, fill: Fill):
        self.request, self.fill = request, fill
        self.module = isolated.module_like(request.function)
        table = functions(module)
        names = [request.primal]
        for name in names:  # grows
            own = (known_pullbacks(module), custom_pushforwards(module))
            more = [*reachable(module, name), *(d[name] for d in own if name in d)]
            if name in table and (known := recorded(table[name])) is not None:
                more += [known.replay, known.primal]
            names += [other for other in more if other in table and other not in names]
        with ir.InsertionPoint(self.module.body):
            for name in names:
                table[name].clone(ip=ir.InsertionPoint.current)
        self._there = dict(zip(names, names))  # what functions of the workshop are called in the request's module

    def signature(self, name: str) -> tuple[list[ir.Type], list[ir.Type]]:
        return signature(functions(self.module.operation)[name])

    def derive(self, kind: str, primal: str, wrt: list[int], with_primal: bool = False, name: str = "") -> str:
        """Makes a derivative for one direction; its name."""
        name = name or f"{self.request.name}.{kind}.{len(functions(self.module.operation))}"
        function = self._declare(
            name, type_of(Derivative(kind=kind, wrt=wrt, with_primal=with_primal), *self.signature(primal))
        )
        wanted = dataclasses.replace(
            self.request,
            kind=kind,
            function=function,
            name=name,
            primal=primal,
            wrt=wrt,
            with_primal=with_primal,
            vectors=None,
            one_hot=False,
        )
        self.fill(self.module.operation, wanted)
        if mark_called(self.module.operation):  # what stays a call is called in the request's module
            self.request.function.attributes[EXACT] = ir.UnitAttr.get()
        return name

    def only(self, primal: str, numbers: list[int]) -> str:
        """Makes a function that gives some results of another; its name."""
        inputs, results = self.signature(primal)
        name = f"{primal}.results." + ".".join(map(str, numbers))
        function = self._declare(name, ir.FunctionType.get(inputs, [results[n] for n in numbers]))
        with function.location:
            entry = function.regions[0].blocks.append(*inputs, arg_locs=[function.location] * len(inputs))
            with ir.InsertionPoint(entry):
                called = build.emit(
                    "func.call", results, list(entry.arguments), callee=ir.FlatSymbolRefAttr.get(primal)
                )
                build.emit("func.return", [], [called[n] for n in numbers])
        return name

    def bring(self, function: ir.Operation | None = None) -> None:
        """Copies the functions that were made here, and that the request's function calls, into its module."""
        table, module = functions(self.module.operation), self.request.function.parent.operation
        function = function or self.request.function
        own = [(function, attribute) for attribute in (PULLBACK, PUSHFORWARD) if attribute in function.attributes]
        own += [
            (op, NAMING[op.name]) for op in walk(function) if op.name in NAMING and NAMING[op.name] in op.attributes
        ]
        for op, attribute in own:
            callee = op.attributes[attribute].value
            if callee in table and callee not in self._there:
                taken = functions(module)
                self._there[callee] = callee if callee not in taken else fresh(callee, {*taken, *table})
                with ir.InsertionPoint(module.regions[0].blocks[0]):
                    copy = table[callee].clone(ip=ir.InsertionPoint.current).operation
                copy.attributes["sym_name"] = ir.StringAttr.get(self._there[callee])
                self.bring(copy)
            op.attributes[attribute] = ir.FlatSymbolRefAttr.get(self._there.get(callee, callee))

    def _declare(self, name: str, type: ir.FunctionType) -> ir.Operation:
        with self.request.function.location, ir.InsertionPoint(self.module.body):
            return build.private_function(name, type.inputs, type.results)


def _derivatives(module: ir.Operation) -> list[dict[str, str]]:
    return [custom_pullbacks(module), custom_pushforwards(module)]


class OneDirection:
    """A derivative for one direction, in normal form, ready to be batched.

    `directions` are the numbers of the arguments that are directions.
    """

    def __init__(self, workshop: Workshop, name: str, directions: list[int]):
        module = workshop.module.operation
        self.workshop, self.name, self.directions = workshop, name, directions
        table, derivatives = functions(module), _derivatives(module)
        loops = recursive(module, name)
        self._calls = of_recursive(module, loops)
        opaque = {*(own for each in derivatives for own in each.values()), *loops}
        called = [table[other] for other in reachable(module, name) if other in table]
        self.module = isolated.isolate(table[name], called, opaque)
        normal_form.inline_calls(self.module, name)
        normal_form.to_linalg(self.module)
        while self._rewrite_open_forms():
            normal_form.to_linalg(self.module)
        self.program = Program(isolated.function_named(self.module, name), derivatives[0])
        self.mapped = self._dependents(self.program)
        if self._calls and self._separate_calls():
            self.program = Program(isolated.function_named(self.module, name), derivatives[0])
            self.mapped = self._dependents(self.program)
        pure = pure_functions(module) if derivatives[1] else set()
        self.pushforwards = {
            own: (primal, signature(table[primal])[1], primal in pure) for primal, own in derivatives[1].items()
        }

    def _dependents(self, program: Program) -> set[ir.Value]:
        return dependents(program, [program.arguments[n] for n in self.directions], self._calls)

    def _separate_calls(self) -> bool:
        """What calls give that depends on no direction comes from calls of their own, with zeros for what does."""
        mixed = [
            op
            for op in walk(self.program.function)
            if op.name == "func.call"
            and any(r in self.mapped for r in op.results)
            and any(r not in self.mapped and list(r.uses) for r in op.results)
        ]
        for op in mixed:
            with op.location, ir.InsertionPoint(op):
                operands = [build.zeros(v.type, build.sizes_of(v)) if v in self.mapped else v for v in op.operands]
                results = build.emit(
                    "func.call", [r.type for r in op.results], operands, callee=op.attributes["callee"]
                )
            for old, new in zip(op.results, results):
                if old not in self.mapped:
                    old.replace_all_uses_with(new)
        return bool(mixed)

    def _rewrite_open_forms(self) -> bool:
        program = Program(isolated.function_named(self.module, self.name))
        mapped = self._dependents(program)
        outermost: list[tuple[ir.Operation, Callable]] = []

        def collect(block: ir.Block) -> None:
            for op in program.ops(block):
                if not any(r in mapped for r in op.results):
                    continue
                if op.name in open_forms.FORMS and op.name != "scf.while":
                    outermost.append((op, open_forms.FORMS[op.name]))
                elif op.name == "linalg.generic":
                    if _works_on_tensors(op, mapped):
                        outermost.append((op, loop_form.to_loops))
                else:
                    for body in program.bodies(op):
                        collect(body)

        collect(program.entry)
        return any([open_forms.replace(op, builder) for op, builder in outermost])

    def emit(
        self,
        arguments: list[ir.Value],
        count: ir.Value | int,
        kept: int = 0,
        inner: bool = False,
        invariant: ir.InsertionPoint | None = None,
        sizes: list[list[ir.Value | int]] | None = None,
    ) -> list[ir.Value]:
        """Emits it at the insertion point for `count` directions, which are batched arguments.

        The first `kept` results are the primal's; the others are derivatives, and batched. The dimension
        of the directions is the first one of all that is batched, or the last one, `inner`. What
        does not depend on a direction goes to `invariant`, where `sizes` are known to be those of the directions.
        """
        batch = Batch(
            self.program, self.mapped, count, Scope().bind(self.program.arguments, arguments), inner, invariant
        )
        batch.pushforwards, batch.call_sizes = self.pushforwards, CallSizes(self.workshop.module.operation)
        if sizes is not None:
            batch.sizes = {self.program.arguments[n]: own for n, own in zip(self.directions, sizes)}
        batch.run(self.program.entry)
        self.workshop.bring()
        primal, derivatives = self.program.results[:kept], self.program.results[kept:]
        return [*map(batch.value, primal), *map(batch.lifted if self.directions else batch.value, derivatives)]


def _works_on_tensors(generic: ir.Operation, mapped: set[ir.Value]) -> bool:
    """Whether the body does more with a whole tensor that depends on a direction than take elements of it."""
    return any(
        v in mapped and build.is_tensor(v.type)
        for child in walk(generic)
        if child.name != "tensor.extract"
        for v in child.operands
    )


def body(request: Request) -> tuple[list[ir.Value], ir.InsertionPoint]:
    """The arguments of a request's function, which gets a body, and where that begins."""
    types, _ = signature(request.function)
    entry = request.function.regions[0].blocks.append(*types, arg_locs=[request.function.location] * len(types))
    return list(entry.arguments), ir.InsertionPoint(entry)


def fill_vectors(module: ir.Operation, request: Request, fill: Fill) -> None:
    """Writes the body of a pullback or pushforward for many directions at once."""
    workshop = Workshop(module, request, fill)
    inputs, results = workshop.signature(request.primal)
    name = workshop.derive(request.kind, request.primal, request.wrt, request.with_primal, request.name)
    _emit(
        request,
        workshop,
        name,
        directions_of(request.kind, inputs, results, request.wrt),
        len(results) if request.with_primal else 0,
    )


def fill_hvp(module: ir.Operation, request: Request, fill: Fill) -> None:
    """Writes the body of a product of the Hessian and a direction, or many: the pushforward of the gradient."""
    workshop = Workshop(module, request, fill)
    inputs, results = workshop.signature(request.primal)
    gradient = workshop.derive("gradient", request.primal, request.wrt)
    name = workshop.derive("pushforward", gradient, request.wrt)
    _emit(request, workshop, name, directions_of("hvp", inputs, results, request.wrt), 0)


def _emit(request: Request, workshop: Workshop, name: str, directions: list[int], kept: int) -> None:
    one = OneDirection(workshop, name, [] if request.vectors is None else directions)
    arguments, here = body(request)
    with here, request.function.location:
        count = 1 if request.vectors is None else build.sizes_of(arguments[directions[0]])[0]
        build.emit("func.return", [], one.emit(arguments, count, kept))
    publish(request)
