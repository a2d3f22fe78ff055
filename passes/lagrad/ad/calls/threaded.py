"""Functions written again so that each of some calls in them hands values to the next.

Branches and loops with such calls inside take the values, the *state*, and give it back; what is around them does not.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from ... import build
from ...analysis.call_graph import signature
from ...analysis.program import walk
from ...mlir import ir
from ..scope import Scope, clone
from .declarations import close, open_body
from .record_layout import Layout

THREADED = {"scf.if", "scf.for", "scf.while", "scf.index_switch", "scf.execute_region"}  # what may have calls inside


class Threaded(ABC):
    """A copy of a function that hands some values from each call inside to the next: a `state`.

    Branches and loops with calls inside take the state, and give it back.
    """

    def __init__(self, function: ir.Operation, primal: ir.Operation, layout: Layout, made: dict[str, dict[str, str]]):
        self.function, self.primal, self.layout, self.made = function, primal, layout, made
        self.count = len(signature(primal)[0])
        self.width = len(layout.types)

    def write(self) -> None:
        entry = open_body(self.function)
        with ir.InsertionPoint(entry):
            body = self.primal.regions[0].blocks[0]
            scope = Scope().bind(body.arguments, list(entry.arguments)[: self.count])
            extra = list(entry.arguments)[self.count :]
            self.start(extra[: self.width])
            values, state = self.block(body, scope, self.first(extra))
            close(self.function, [*values, *self.returned(state)])

    def block(self, block: ir.Block, scope: Scope, state: list[ir.Value]) -> tuple[list[ir.Value], list[ir.Value]]:
        """Copies a block; what its terminator takes, and the state behind it."""
        (*operations, last) = [view.operation for view in block.operations]
        for op in operations:
            with op.location:
                if (name := self.layout.callee(op)) is not None:
                    operands = []
                    for value in op.operands:  # a number made of floats may be another one the next time
                        is_number = isinstance(value.type, (ir.IntegerType, ir.IndexType))
                        operand, state = self.decided(value, scope, state) if is_number else (scope[value], state)
                        operands.append(operand)
                    values, state = self.call(name, operands, [r.type for r in op.results], state)
                    scope.bind(op.results, values)
                elif any(self.layout.callee(child) is not None for child in walk(op)):
                    values, state = _CONTROL[op.name](self, op, scope, state)
                    scope.bind(op.results, values)
                else:
                    clone(op, scope)
        return [scope[v] for v in last.operands], state

    def decided(self, value: ir.Value, scope: Scope, state: list[ir.Value]) -> tuple[ir.Value, list[ir.Value]]:
        """A condition, a bound or a choice, of the primal, which is recorded unless integers alone make it."""
        return (scope[value], state) if _is_exact(value) else self.decide(scope[value], state)

    # -- what the copies differ in --------------------------------------------------------------

    @abstractmethod
    def start(self, tensors: list[ir.Value]) -> None:
        """At the beginning of the function."""

    @abstractmethod
    def first(self, extra: list[ir.Value]) -> list[ir.Value]:
        """The state at first, of the last arguments."""

    @abstractmethod
    def returned(self, state: list[ir.Value]) -> list[ir.Value]:
        """What the function gives besides its results."""

    @abstractmethod
    def call(self, name: str, operands: list[ir.Value], results: list[ir.Type], state: list[ir.Value]):
        """The results of a call, and the state behind it."""

    @abstractmethod
    def decide(self, value: ir.Value, state: list[ir.Value]) -> tuple[ir.Value, list[ir.Value]]:
        """A number that floats decide, and the state behind it."""

    # -- branches and loops ---------------------------------------------------------------------

    def _branches(self, op: ir.Operation, scope: Scope, state: list[ir.Value], chosen: list[ir.Value], **attributes):
        types = [r.type for r in op.results]
        new = ir.Operation.create(
            op.name, results=[*types, *(v.type for v in state)], operands=chosen, attributes=attributes,
            regions=len(op.regions),
        )  # fmt: skip
        for region, old in zip(new.regions, op.regions):
            with ir.InsertionPoint(region.blocks.append()):
                values, behind = self.block(old.blocks[0], Scope(scope), state)
                build.emit("scf.yield", [], [*values, *behind])
        return list(new.results)[: len(types)], list(new.results)[len(types) :]

    def _if(self, op: ir.Operation, scope: Scope, state: list[ir.Value]):
        condition, state = self.decided(op.operands[0], scope, state)
        return self._branches(op, scope, state, [condition])

    def _switch(self, op: ir.Operation, scope: Scope, state: list[ir.Value]):
        choice, state = self.decided(op.operands[0], scope, state)
        return self._branches(op, scope, state, [choice], cases=op.attributes["cases"])

    def _region(self, op: ir.Operation, scope: Scope, state: list[ir.Value]):
        return self._branches(op, scope, state, [])

    def _for(self, op: ir.Operation, scope: Scope, state: list[ir.Value]):
        bounds = []
        for value in list(op.operands)[:3]:
            bound, state = self.decided(value, scope, state)
            bounds.append(bound)
        carried = [*(scope[v] for v in list(op.operands)[3:]), *state]
        types = [bounds[0].type, *(v.type for v in carried)]
        kept = {name: op.attributes[name] for name in op.attributes if name != "operandSegmentSizes"}
        operands = [*bounds, *carried]
        new = ir.Operation.create("scf.for", results=types[1:], operands=operands, attributes=kept, regions=1)
        body = new.regions[0].blocks.append(*types, arg_locs=[op.location] * len(types))
        count = 1 + len(list(op.results))
        with ir.InsertionPoint(body):
            arguments = list(body.arguments)
            inside = Scope(scope).bind(op.regions[0].blocks[0].arguments, arguments[:count])
            values, behind = self.block(op.regions[0].blocks[0], inside, arguments[count:])
            build.emit("scf.yield", [], [*values, *behind])
        return list(new.results)[: count - 1], list(new.results)[count - 1 :]

    def _while(self, op: ir.Operation, scope: Scope, state: list[ir.Value]):
        (before, after), width = [region.blocks[0] for region in op.regions], len(state)
        carried = [*(scope[v] for v in op.operands), *state]
        passed = [*(r.type for r in op.results), *(v.type for v in state)]
        new = ir.Operation.create("scf.while", results=passed, operands=carried, regions=2)
        types = [v.type for v in carried]
        block = new.regions[0].blocks.append(*types, arg_locs=[op.location] * len(types))
        with ir.InsertionPoint(block):
            arguments = list(block.arguments)
            inside = Scope(scope).bind(before.arguments, arguments[: len(types) - width])
            (_, *values), behind = self.block(before, inside, arguments[len(types) - width :])
            condition, behind = self.decided(list(before.operations)[-1].operands[0], inside, behind)
            build.emit("scf.condition", [], [condition, *values, *behind])
        block = new.regions[1].blocks.append(*passed, arg_locs=[op.location] * len(passed))
        with ir.InsertionPoint(block):
            arguments = list(block.arguments)
            inside = Scope(scope).bind(after.arguments, arguments[: len(passed) - width])
            values, behind = self.block(after, inside, arguments[len(passed) - width :])
            build.emit("scf.yield", [], [*values, *behind])
        return list(new.results)[: len(passed) - width], list(new.results)[len(passed) - width :]


_CONTROL: dict[str, Callable] = {
    "scf.if": Threaded._if,
    "scf.for": Threaded._for,
    "scf.while": Threaded._while,
    "scf.index_switch": Threaded._switch,
    "scf.execute_region": Threaded._region,
}
_EXACT = ("arith.", "index.")


def _is_exact(value: ir.Value) -> bool:
    """Whether a number comes from integer arithmetic on arguments, sizes and constants, which is the same each time."""
    work, seen = [value], set()
    while work:
        value = work.pop()
        if value in seen or (isinstance(value.owner, ir.Block) and value.owner.owner.operation.name == "func.func"):
            continue
        seen.add(value)
        if isinstance(value.owner, ir.Block):
            loop = value.owner.owner.operation
            if loop.name != "scf.for" or ir.BlockArgument(value).arg_number != 0:
                return False
            work += list(loop.operands)[:3]
            continue
        op = value.owner.operation
        if op.name == "tensor.dim":
            work += list(op.operands)  # the size of an argument
            continue
        if not op.name.startswith(_EXACT) or any(build.has_derivative(v.type) for v in op.operands):
            return False
        work += list(op.operands)
    return True
