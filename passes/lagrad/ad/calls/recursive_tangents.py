"""Functions that call themselves, in forward mode: their pushforwards call themselves.

There is one for each set of arguments that have a tangent. It gives the results too, so that each call
of the primal is one call of the pushforward.
"""

from __future__ import annotations

from collections.abc import Callable

from ...analysis.activity import Activity
from ...analysis.call_graph import functions, recursive, signature, symbol
from ...analysis.demand import Demand
from ...analysis.derivative_types import type_of
from ...analysis.program import Program
from ...analysis.request import Derivative, Request
from ...analysis.split import Pushed
from ...build import has_derivative
from ...dialect import UPDATES
from ...errors import Diagnostic, Failure
from ...mlir import ir
from .declarations import declare
from .kept_calls import of_vectors, takes_vectors


class Pusher:
    """Finds the functions that a primal `name` calls and that call themselves, and writes their pushforwards.

    `fill` writes a request. `own` has the functions that bring their pushforward, and learns of these; `made`
    has those of this module that are there already.
    """

    def __init__(self, module: ir.Operation, name: str, fill: Callable, own: dict, made: dict):
        self.module, self.fill, self.made = module, fill, made
        table = functions(module)
        found = [each for each in recursive(module, name) if each not in own]
        self.names = [each for each in found if not takes_vectors(table[each])]
        self.refused = [each for each in found if each not in self.names]
        own.update((each, Pushed(lambda wrt, each=each: self.made[self._key(each, wrt)])) for each in self.names)

    def refusals(self, program: Program, activity: Activity) -> list[Diagnostic]:
        """Why the active calls of the others cannot be differentiated."""
        calls = [
            op
            for block in program.blocks()
            for op in program.ops(block)
            if op.name == "func.call" and activity.is_active_op(op)
        ]
        return [of_vectors(op) for op in calls if op.attributes["callee"].value in self.refused]

    def write(self, demand: Demand) -> list[Diagnostic]:
        """Writes those that the active calls of a program need; why some of them cannot be."""
        problems: list[Diagnostic] = []
        program = demand.program
        for op in [op for block in program.blocks() for op in program.ops(block) if op.name == "func.call"]:
            name = op.attributes["callee"].value
            if name in self.names and demand.activity.is_active_op(op):
                try:
                    self._write(name, demand.active_numbers(op))
                except Failure as failure:
                    problems += failure.diagnostics
        return problems

    def _key(self, name: str, wrt: tuple[int, ...]) -> tuple:
        return self.module, name, "pushforward", wrt

    def _write(self, name: str, wrt: tuple[int, ...]) -> None:
        if self._key(name, wrt) in self.made:
            return
        function = functions(self.module)[name]
        inputs, results = signature(function)
        with function.location:
            type = type_of(Derivative(kind="pushforward", wrt=wrt, with_primal=True), inputs, results)
            pushforward = declare(self.module, f"{name}_pushforward", list(type.inputs), list(type.results))
        self.made[self._key(name, wrt)] = symbol(pushforward)
        own = symbol(pushforward)
        self.fill(
            Request(kind="pushforward", function=pushforward, name=own, primal=name, wrt=list(wrt), with_primal=True)
        )
        pushforward.attributes["sym_visibility"] = ir.StringAttr.get("private")
        if UPDATES in function.attributes:
            pairs = _tangents_too(list(ir.DenseI64ArrayAttr(function.attributes[UPDATES])), results, wrt)
            pushforward.attributes[UPDATES] = ir.DenseI64ArrayAttr.get(pairs, function.context)


def _tangents_too(updates: list[int], results: list[ir.Type], wrt: tuple[int, ...]) -> list[int]:
    """What a pushforward updates: what the function does, and the tangents of that."""
    floats = [n for n, type in enumerate(results) if has_derivative(type)]
    pairs = []
    for argument, result in zip(updates[0::2], updates[1::2]):
        place = argument + sum(n < argument for n in wrt)
        pairs += [place, result]
        if argument in wrt:
            pairs += [place + 1, len(results) + floats.index(result)]
    return pairs
