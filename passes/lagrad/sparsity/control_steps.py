"""What loops and branches do: they are run as far as their bounds and conditions are known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..analysis.flow import ACROSS, AROUND, ENTRY
from ..mlir import ir
from . import integers
from .integers import is_unknown
from .lanes import ParallelLoop, is_parallel
from .propagation import Builder, Environment, Propagation, Step, copied
from .scalar_steps import width_of


def _for(self: Propagation, op: ir.Operation) -> Step:
    flow, block = self.program.flow, self.program.body(op)
    bounds, entries = self.readers(flow.decisions(op)), flow.along(op, ENTRY)
    starts = [self.mover(edge.source, op) for edge in entries]
    body = self.block(block)
    induction, carried = self.places[block.arguments[0]], [self.places[edge.target] for edge in entries]
    yields = [
        self.reader(edge.source) if edge.source == edge.target else self.mover(edge.source, edge.user)
        for edge in flow.along(self.program.terminator(block), AROUND)
    ]
    results, types = [self.place(r) for r in op.results], [r.type for r in op.results]
    at_once = ParallelLoop(self, op) if is_parallel(self.program, op) else None
    width = width_of(op.operands[0].type)
    unsigned = "unsignedCmp" in op.attributes

    def iterate(env: Environment, at: int | None, values: list) -> list:
        env[induction] = at
        for place, value in zip(carried, values):
            env[place] = value
        body(env)
        return [read(env) for read in yields]

    def run(env: Environment) -> None:
        limits, values = [read(env) for read in bounds], [read(env) for read in starts]
        if all(isinstance(n, (int, np.integer)) for n in limits):
            if unsigned:
                limits = [n & ((1 << width) - 1) for n in limits]
            iterations = range(*limits)
            found = at_once.run(env, iterations, values) if at_once else None
            if found is None:
                for at in iterations:
                    values = iterate(env, integers.wrap(at, width), values)
            else:
                values = found
        else:
            values = _until_stable(self, op, types, values, lambda now: iterate(env, None, now))
        for place, value in zip(results, values):
            env[place] = value

    return run


def _until_stable(self: Propagation, op, types: list[ir.Type], values: list, iterate: Callable[[list], list]) -> list:
    """What carried values may be after any number of iterations."""
    while True:
        after = iterate([copied(v) for v in values])
        joined = [self.join(op, t, x, y) for t, x, y in zip(types, values, after)]
        if all(_same(x, y) for x, y in zip(values, joined)):
            return joined
        values = joined


def _same(x, y) -> bool:
    if is_unknown(x) or is_unknown(y):
        return is_unknown(x) and is_unknown(y)
    return np.array_equal(x, y)


def _if(self: Propagation, op: ir.Operation) -> Step:
    (condition,) = self.readers(self.program.flow.decisions(op))
    branches = [_branch(self, block) for block in self.program.bodies(op)]
    results, types = [self.place(r) for r in op.results], [r.type for r in op.results]

    def run(env: Environment) -> None:
        choice = condition(env)
        if isinstance(choice, (int, np.integer)):
            values = branches[0 if choice else 1](env)
        else:
            pairs = zip(types, branches[0](env), branches[1](env))
            values = [self.chosen(op, type, choice, x, y) for type, x, y in pairs]
        for place, value in zip(results, values):
            env[place] = value

    return run


def _branch(self: Propagation, block: ir.Block) -> Callable[[Environment], list]:
    body, terminator = self.block(block), self.program.terminator(block)
    yields = [self.mover(v, terminator) for v in terminator.operands]

    def run(env: Environment) -> list:
        body(env)
        return [read(env) for read in yields]

    return run


def _while(self: Propagation, op: ir.Operation) -> Step:
    flow, (before, after) = self.program.flow, self.program.bodies(op)
    entries, passes = flow.along(op, ENTRY), flow.along(self.program.terminator(before), ACROSS)
    starts = [self.mover(edge.source, op) for edge in entries]
    test, step = _branch(self, before), _branch(self, after)
    inside, outside = ([self.places[edge.target] for edge in edges] for edges in (entries, passes))
    results = [self.place(r) for r in op.results]
    kept, carried = [r.type for r in op.results], [a.type for a in before.arguments]

    def tested(env: Environment, values: list) -> list:
        for place, value in zip(inside, values):
            env[place] = value
        return test(env)

    def stepped(env: Environment, values: list) -> list:
        for place, value in zip(outside, values):
            env[place] = value
        return step(env)

    def run(env: Environment) -> None:
        values = [read(env) for read in starts]
        while True:
            before_test = [copied(v) for v in values]
            condition, *passed = tested(env, values)
            if not isinstance(condition, (int, np.integer)):
                passed = endless(env, before_test)
                break
            if not condition:
                break
            values = stepped(env, passed)
        for place, value in zip(results, passed):
            env[place] = value

    def endless(env: Environment, values: list) -> list:
        """What passes a test that may end the loop at any time."""
        seen: list = []

        def iterate(now: list) -> list:
            nonlocal seen
            _, *passed = tested(env, now)
            seen = [self.join(op, t, x, y) for t, x, y in zip(kept, seen or passed, passed)]
            return stepped(env, [copied(v) for v in passed])

        _until_stable(self, op, carried, values, iterate)
        return seen

    return run


STEPS: dict[str, Builder] = {"scf.for": _for, "scf.if": _if, "scf.while": _while}
