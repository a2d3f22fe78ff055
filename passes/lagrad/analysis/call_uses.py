"""What the functions that stay calls do with their arguments, as far as their callers must know.

A call has the derivative that its body would have in its place. So its caller looks through
it: which results depend on which arguments, which arguments it may decide not to use.
"""

from __future__ import annotations

from ..build import has_derivative
from ..mlir import ir
from ..rules import CHOOSING
from .activity import Activity
from .call_graph import calls, functions, is_declaration, signature
from .program import Program, walk
from .recorded import recorded
from .split import ELSEWHERE, OPAQUE, Uses
from .taken import taken

_TIES = CHOOSING - {"arith.select"}  # operations that ask which operand is a constant


class CallUses:
    """What is known of the functions of a module, each looked at once.

    Those with the attribute `inactive` are not looked into; of those with `pullback` that function counts.
    """

    def __init__(self, module: ir.Operation, inactive: str, pullback: str):
        self.module, self.inactive, self.pullback = module, inactive, pullback
        self._known: dict[str, Uses] = {}

    def __getitem__(self, name: str) -> Uses:
        if name not in self._known:
            self._known[name] = OPAQUE  # to itself, if it is recursive
            table = functions(self.module)
            if name in table and (known := recorded(table[name])) is not None:
                self._known[name] = self._look_behind(table[name], known.primal)
            elif name in table and self.inactive not in table[name].attributes:
                own = table[name].attributes[self.pullback].value if self.pullback in table[name].attributes else None
                self._known[name] = self._look(table[name]) if own is None else self._look_at(table[own], table[name])
        return self._known[name]

    def _look_behind(self, function: ir.Operation, primal: str) -> Uses:
        """Of a function with records: what the one without does. Nothing has a derivative into the records."""
        inputs, results = signature(functions(self.module)[primal])
        uses, floats = self[primal], frozenset(_floats(inputs))
        known = tuple(frozenset(n for n in floats if uses.is_influenced(r, n)) for r in range(len(results)))
        nothing = (frozenset(),) * (len(signature(function)[1]) - len(results))
        return Uses((*known, *nothing), uses.taken, frozenset(n for n in floats if uses.doubts(n)), uses.has_ties)

    def _called(self, function: ir.Operation) -> dict[str, Uses]:
        return {name: self[name] for name in calls(function)}

    def _look(self, function: ir.Operation) -> Uses:
        if not _is_structured(function):
            return OPAQUE
        called = self._called(function)
        program = Program(function, called)
        floats = _floats(signature(function)[0])
        arguments = [program.arguments[n] for n in floats]
        results = [r for r in program.results if has_derivative(r.type)]

        def among(values: set[ir.Value]) -> frozenset[int]:
            return frozenset(n for n, v in zip(floats, arguments) if v in values)

        varied = [Activity(program, [v], []).varied for v in program.arguments]
        return Uses(
            tuple(frozenset(n for n, values in enumerate(varied) if r in values) for r in program.results),
            tuple(among(taken(program, [r], Activity(program, arguments, [r]).is_active)) for r in program.results),
            among(Activity(program, arguments, results).discarded()),
            any(op.name in _TIES for op in walk(function)) or any(uses.has_ties for uses in called.values()),
        )

    def _look_at(self, pullback: ir.Operation, function: ir.Operation) -> Uses:
        """Of a function with its own pullback: an argument is taken if a cotangent is, for its gradient."""
        if is_declaration(pullback):
            return ELSEWHERE
        if not _is_structured(pullback):
            return OPAQUE
        program = Program(pullback, self._called(pullback))
        inputs, results = signature(function)
        floats, cotangents = _floats(inputs), dict(zip(_floats(results), program.arguments[len(inputs) :]))
        is_active = Activity(program, cotangents.values(), program.results).is_active
        behind = {n: taken(program, [gradient], is_active) for n, gradient in zip(floats, program.results)}
        takes = {r: frozenset(n for n in floats if ct in behind[n]) for r, ct in cotangents.items()}
        nothing: frozenset[int] = frozenset()
        doubted = frozenset(floats).difference(*takes.values())
        return Uses((), tuple(takes.get(r, nothing) for r in range(len(results))), doubted, False)


def _floats(types: list[ir.Type]) -> list[int]:
    return [n for n, type in enumerate(types) if has_derivative(type)]


def _is_structured(function: ir.Operation) -> bool:
    """Whether a function has a body in about the form that is differentiated, and takes no floats but in tensors."""
    if len(list(function.regions[0].blocks)) != 1:
        return False
    if any(isinstance(type, (ir.VectorType, ir.MemRefType)) for types in signature(function) for type in types):
        return False
    return not any(isinstance(v.type, ir.MemRefType) for op in walk(function) for v in op.operands)
