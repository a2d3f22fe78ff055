"""What the functions that stay calls do with their arguments, as far as their callers must know.

A call has the derivative that its body would have in its place. So its caller looks through
it: which results depend on which arguments, which arguments it may decide not to use.
"""

from __future__ import annotations

from ..build import has_derivative
from ..mlir import ir
from ..rules import CHOOSING
from .activity import Activity
from .call_graph import calls, functions, is_declaration
from .program import Program, walk
from .split import OPAQUE, Uses
from .taken import taken

_TIES = CHOOSING - {"arith.select"}  # operations that ask which operand is a constant


class CallUses:
    """What is known of the functions of a module, each looked at once, but not those with an attribute in `opaque`."""

    def __init__(self, module: ir.Operation, *opaque: str):
        self.module, self.opaque = module, set(opaque)
        self._known: dict[str, Uses] = {}

    def __getitem__(self, name: str) -> Uses:
        if name not in self._known:
            self._known[name] = OPAQUE  # to itself, if it is recursive
            function = functions(self.module).get(name)
            if function is not None and not is_declaration(function) and self.opaque.isdisjoint(function.attributes):
                self._known[name] = self._look(function)
        return self._known[name]

    def _look(self, function: ir.Operation) -> Uses:
        if len(list(function.regions[0].blocks)) > 1 or _works_on_memory(function):
            return OPAQUE  # what is not in the form that is differentiated
        called = {name: self[name] for name in calls(function)}
        program = Program(function, called)
        floats = [n for n, v in enumerate(program.arguments) if has_derivative(v.type)]
        arguments = [program.arguments[n] for n in floats]
        results = [r for r in program.results if has_derivative(r.type)]

        def among(values: set[ir.Value]) -> frozenset[int]:
            return frozenset(n for n, v in zip(floats, arguments) if v in values)

        varied = {n: Activity(program, [v], []).varied for n, v in zip(floats, arguments)}
        return Uses(
            tuple(frozenset(n for n in floats if r in varied[n]) for r in program.results),
            tuple(among(taken(program, [r], Activity(program, arguments, [r]).is_active)) for r in program.results),
            among(Activity(program, arguments, results).discarded()),
            any(op.name in _TIES for op in walk(function)) or any(uses.has_ties for uses in called.values()),
        )


def _works_on_memory(function: ir.Operation) -> bool:
    return any(isinstance(v.type, ir.MemRefType) for op in walk(function) for v in op.operands)
