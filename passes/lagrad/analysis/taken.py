"""Which values reach a result for certain, and which may not be taken.

A select, a branch, a loop that may have no iterations and a call of what is not looked into
decide while the program runs what a value is used for. Where it is used for nothing its
cotangent is zero, and must stay zero on its way back, whatever the partials are
(docs/conventions.md). Other values need no guard.

*Taken* is a value of which every element reaches a result on some way that nothing decides. It
is found backwards, block by block: what each branch takes is taken by the branch, and a loop
takes for the next iteration what this one hands on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..build import constant_of, has_derivative, is_tensor, shape_of
from ..dialect import WHOLE
from ..mlir import ir
from ..rules import CHOOSING, RULES, Casts, Partials
from . import linalg_form
from .program import Program
from .split import uses_of

BRANCHES = ("scf.if", "scf.index_switch")
_SCALARS_INTO = ("linalg.generic", "linalg.fill", "tensor.splat")  # as many copies of a scalar as a tensor has elements
_PARTS = ("complex.re", "complex.im")
_WHOLE = ("tensor.cast", "tensor.collapse_shape", "tensor.expand_shape", "tensor.reshape", "tensor.from_elements")


Activeness = Callable[[ir.Value], bool]


def taken(program: Program, results: Iterable[ir.Value], is_active: Activeness) -> set[ir.Value]:
    """The values of a program that are taken, if `results` are; whether active ones are is what matters."""
    return _Taken(program, is_active).block(program.entry, results)


class _Taken:
    def __init__(self, program: Program, is_active: Activeness):
        self.program, self.is_active = program, is_active

    def block(self, block: ir.Block, yielded: Iterable[ir.Value]) -> set[ir.Value]:
        """What is taken where a block runs and these values that it yields are taken."""
        taken = set(yielded)
        for op in reversed(self.program.ops(block)[:-1]):
            if any(result in taken for result in op.results):
                taken.update(self._behind(op, taken))
        return taken

    def _behind(self, op: ir.Operation, taken: set[ir.Value]) -> Iterable[ir.Value]:
        """What an operation takes, its results being taken, and what is taken inside of it."""
        operands = list(op.operands)
        match op.name:
            case "scf.for":
                return self._for(op, taken)
            case "linalg.generic":
                return self._generic(op, taken)
            case "func.call":
                own = uses_of(self.program, op)
                results = [n for n, r in enumerate(op.results) if r in taken]
                return [v for n, v in enumerate(operands) if any(n in own.takes(r) for r in results)]
            case "arith.select":
                return operands[1:2] if operands[1] == operands[2] else []
            case "tensor.extract":
                return operands[:1] if _has_elements(shape_of(operands[0].type), 1) else []
            case "tensor.extract_slice":
                return operands[:1] if WHOLE in op.attributes else []
            case "tensor.insert" | "tensor.insert_slice":
                return operands[:1]
            case "linalg.fill" | "tensor.splat":
                return [] if _may_be_empty(op) else operands[:1]
        if op.name in BRANCHES:
            return self._branches(op, taken)
        if op.name in _WHOLE:
            return operands
        if op.name in _PARTS or op.name in CHOOSING:
            return []
        match RULES.get(op.name):
            case Partials() as rule:
                named = zip(rule.operands, operands)
                return [v for name, v in named if name in rule.adjoints]
            case Casts():
                return operands
        return []

    def _branches(self, op: ir.Operation, taken: set[ir.Value]) -> set[ir.Value]:
        inside = []
        for region, body in enumerate(self.program.bodies(op)):
            yields = self.program.yields(op, region)
            inside.append(self.block(body, (v for v, r in zip(yields, op.results) if r in taken)))
        own = [{v for v in values if self._is_in(v, body)} for values, body in zip(inside, self.program.bodies(op))]
        return set.intersection(*inside).union(*own)

    def _for(self, op: ir.Operation, taken: set[ir.Value]) -> set[ir.Value]:
        body, yields = self.program.body(op), self.program.yields(op)
        arguments = list(body.arguments)[1:]
        # What nobody reads after the last iteration was nobody's choice.
        unread = {k for k, r in enumerate(op.results) if not list(r.uses) and self.is_active(arguments[k])}
        slots, inside = self._iterated(
            body,
            {k for k, r in enumerate(op.results) if r in taken or k in unread},
            lambda k, inside: arguments[k] in inside or self._hands_on(yields[k], arguments[k]),
        )
        runs = has_iterations(op)
        starts = {op.operands[k + 3] for k in slots if arguments[k] in inside and (runs or op.results[k] in taken)}
        return starts | {v for v in inside if runs or self._is_in(v, body)}

    def _iterated(self, body: ir.Block, slots: set[int], goes_on: Callable) -> tuple[set[int], set[ir.Value]]:
        """Those of some values that a body yields which are taken in every iteration, and what they take.

        `goes_on(k, inside)` tells whether the next iteration takes value k, if it takes what is `inside`.
        """
        yields = list(self.program.terminator(body).operands)
        while True:
            inside = self.block(body, (yields[k] for k in slots))
            kept = {k for k in slots if goes_on(k, inside)}
            if kept == slots:
                return slots, inside
            slots = kept

    def _hands_on(self, value: ir.Value, argument: ir.Value) -> bool:
        """Whether a tensor is the one that an argument is, but for what is put into it."""
        while value != argument:
            if isinstance(value.owner, ir.Block):
                return False
            op, number = value.owner.operation, ir.OpResult(value).result_number
            match op.name:
                case "tensor.insert" | "tensor.insert_slice":
                    value = op.operands[1]
                case "scf.for":
                    if not self._hands_on(self.program.yields(op)[number], self.program.body(op).arguments[number + 1]):
                        return False
                    value = op.operands[number + 3]
                case "scf.if":
                    return any(self._hands_on(self.program.yields(op, n)[number], argument) for n in range(2))
                case _:
                    return False
        return True

    def _generic(self, op: ir.Operation, taken: set[ir.Value]) -> set[ir.Value]:
        body, maps, ins = self.program.body(op), linalg_form.maps(op), linalg_form.inputs(op)
        _, inside = self._iterated(
            body,
            {k for k, r in enumerate(op.results) if r in taken},
            lambda k, inside: linalg_form.is_full(maps[ins + k]) or body.arguments[ins + k] in inside,
        )
        may_be_empty = _may_be_empty(op)
        behind = {v for v in inside if not may_be_empty or self._is_in(v, body)}
        for number, (value, argument, map) in enumerate(zip(op.operands, body.arguments, maps)):
            is_read = number >= ins or shape_of(value.type) or not may_be_empty
            if argument in inside and is_read and _reads_all(map):
                behind.add(value)
        return behind

    def _is_in(self, value: ir.Value, block: ir.Block) -> bool:
        return self.program.is_inside(value, block)


def selected(program: Program, is_active: Activeness) -> Iterator[ir.Value]:
    """What active selects choose from."""
    for block in program.blocks():
        for op in program.ops(block)[:-1]:
            if op.name == "arith.select" and is_active(op.results[0]):
                yield from list(op.operands)[1:]


def undecided(program: Program, is_active: Activeness) -> Iterator[ir.Value]:
    """The values that something may decide not to use, of those that active results are made of."""
    yield from selected(program, is_active)
    for block in program.blocks():
        for op in program.ops(block)[:-1]:
            if not any(map(is_active, op.results)):
                continue
            if op.name == "func.call":
                own = uses_of(program, op)
                yield from (v for n, v in enumerate(op.operands) if has_derivative(v.type) and own.doubts(n))
            elif len(op.regions) and not op.name.startswith("linalg."):
                if op.name != "scf.for" or not has_iterations(op):
                    yield from _read_inside(program, op, is_active)
                if op.name == "scf.for":
                    yield from _overwritten(program, op, is_active)


def scalars_of_tensors(program: Program, is_active: Activeness) -> Iterator[ir.Value]:
    """The scalars that a tensor is made of which may be without elements."""
    for block in program.blocks():
        for op in program.ops(block)[:-1]:
            if op.name in _SCALARS_INTO and any(map(is_active, op.results)) and _may_be_empty(op):
                ins = len(op.operands) - len(op.results) if op.name == "linalg.generic" else 1
                yield from (v for v in list(op.operands)[:ins] if not shape_of(v.type))
                yield from program.captures(op)


def _read_inside(program: Program, op: ir.Operation, is_active: Activeness) -> Iterator[ir.Value]:
    """What active operations in the regions of `op` read of what is outside of it."""
    for body in program.bodies(op):
        for child in program.ops(body)[:-1]:
            if any(map(is_active, child.results)):
                yield from (v for v in program.inputs(child) if program.is_defined_outside(v, body))
        yield from (v for v in program.terminator(body).operands if program.is_defined_outside(v, body))


def _overwritten(program: Program, op: ir.Operation, is_active: Activeness) -> Iterator[ir.Value]:
    """What a loop carries and its body does not read: only the last one remains."""
    for k, argument in enumerate(list(program.body(op).arguments)[1:]):
        users = [use.owner.operation for use in argument.uses]
        is_read = any(user.name == "scf.yield" or any(map(is_active, user.results)) for user in users)
        if is_active(op.results[k]) and not is_read:
            yield from (edge.source for edge in program.flow.back(argument))


def has_iterations(loop: ir.Operation) -> bool:
    """Whether a loop is known to have an iteration."""
    lower, upper = (constant_of(v) for v in list(loop.operands)[:2])
    return isinstance(lower, int) and isinstance(upper, int) and 0 <= lower < upper


def _may_be_empty(op: ir.Operation) -> bool:
    """Whether an operation on tensors may have no elements to work on."""
    values = [v for v in (*op.operands, *op.results) if is_tensor(v.type)]
    return not all(_has_elements(shape_of(v.type)) for v in values)


def _has_elements(shape: list[int], at_most: int | None = None) -> bool:
    """Whether a shape is known to have elements; no more than `at_most`."""
    return all(size > 0 for size in shape) and (at_most is None or all(size <= at_most for size in shape))


def _reads_all(map: ir.AffineMap) -> bool:
    """Whether each element of an operand is read at some point: the dimensions are as large as it is."""
    positions = [ir.AffineDimExpr(e).position if isinstance(e, ir.AffineDimExpr) else None for e in map.results]
    return None not in positions and len(set(positions)) == len(positions)
