"""Derivatives of values that an equation defines: by the equation, and not through the iterations.

Where a function is to be differentiated, each `lagrad.fixed_point` and `lagrad.root` in it becomes the loop that finds
the solution s, through which no derivative flows, and a call of a function `at(s, p) = s` that brings its derivatives
in p. With the step f and the solution x = f(x, p), a tangent solves dx = f_x dx + f_p dp, and an adjoint
l = x_bar + f_x^T l, whose p_bar is f_p^T l: fixed points again, of functions made here. A root solves
f_x dx = -f_p dp and f_x^T l = -x_bar. In both, x is `at(s, p)`, so that they can be differentiated in turn; only then
what they hold is expanded.

Source: A. Griewank and A. Walther, "Evaluating Derivatives", 2nd edition, section 15.3 (two-phase adjoints); B.
Christianson, "Reverse accumulation and attractive fixed points", 1994.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .. import build, requests
from ..ad.calls.own_derivatives import PULLBACK, PUSHFORWARD
from ..analysis.call_graph import functions, signature
from ..analysis.program import walk
from ..analysis.request import Request
from ..build import has_derivative, is_tensor
from ..dialect import STOP_GRADIENT
from ..mlir import ir
from ..rules import copy_block
from ..rules.implicit import FIXED_POINT, ROOT, fixed_point, iterated

MORE = 10  # times as many iterations for an adjoint: it starts farther away than a program may


def outline_equations(module: ir.Operation) -> None:
    """Makes functions of the regions, as upstream knows no such regions; what they read of the outside are operands."""
    for op in reversed([op for op in walk(module) if op.name in (FIXED_POINT, ROOT) and "F" not in op.attributes]):
        (block,) = op.regions[0].blocks
        captured = _captured(op)
        takes = [v.type for v in (*op.operands, *captured)]
        name, entry = _function(module, f"{op.name}_body", takes, [r.type for r in op.results], op.location)
        with ir.InsertionPoint(entry), op.location:
            states, rest = _split(list(entry.arguments), len(op.operands))
            build.emit("func.return", [], copy_block(block, states, dict(zip(captured, rest))))
        attributes = {own: op.attributes[own] for own in op.attributes} | {"F": ir.FlatSymbolRefAttr.get(name)}
        with ir.InsertionPoint(op), op.location:
            values = build.emit(op.name, [r.type for r in op.results], [*op.operands, *captured], **attributes)
        _replace(op, values)


def _captured(op: ir.Operation) -> list[ir.Value]:
    """The values from outside that the region of an operation reads, in the order of first use."""
    inside = [op, *walk(op)]
    own = {v for child in inside[1:] for v in child.results}
    own |= {a for child in inside for region in child.regions for block in region.blocks for a in block.arguments}
    return list(dict.fromkeys(v for child in inside[1:] for v in child.operands if v not in own))


class Implicit:
    """What is made for the equations of a module, whose regions become functions."""

    def __init__(self, module: ir.Operation):
        self.module = module
        self.made: dict[tuple, str] = {}  # an equation -> its function `at`
        self.asked: dict[tuple[str, str], str] = {}  # kind and function -> the name of a derivative
        self._new: list[str] = []
        outline_equations(module)

    def expand_roots(self) -> list[Request]:
        """Makes loops of all roots; the derivatives that these take, which are to be written."""
        return self._expanded([op for op in walk(self.module) if op.name == ROOT])

    def expand(self, names: Iterable[str]) -> list[Request]:
        """The same for all equations of some functions, which are to be differentiated."""
        table = functions(self.module)
        found = [table[name] for name in table if name in set(names)]
        return self._expanded([op for function in found for op in walk(function) if op.name in (FIXED_POINT, ROOT)])

    def _expanded(self, equations: list[ir.Operation]) -> list[Request]:
        for op in equations:
            self._expand(op)
        new, self._new = self._new, []
        return requests.named(self.module, new)

    def _expand(self, op: ir.Operation) -> None:
        equation = _Root(self, op) if op.name == ROOT else _FixedPoint(self, op)
        key = (op.name, op.attributes["F"].value, *(str(op.attributes[n]) for n in op.attributes), len(op.results))
        if key not in self.made:
            self.made[key] = equation.define()
        with ir.InsertionPoint(op), op.location:
            solution = equation.solve([_stopped(v) for v in op.operands])
            types, rest = [r.type for r in op.results], list(op.operands)[len(op.results) :]
            _replace(op, _call(self.made[key], types, [*solution, *rest]))

    def derivative(self, kind: str, of: str, wrt: list[int] | None = None) -> str:
        """The name of a derivative of a function, which is asked for if it has not been yet."""
        if (kind, of) not in self.asked:
            self.asked[kind, of] = name = requests.fresh_name(self.module, f"{of}_{kind}")
            requests.declare(self.module, kind, of, wrt, name, functions(self.module)[of].location)
            self._new.append(name)
        return self.asked[kind, of]


class _Equation:
    """A function f of states x and other operands p: what its derivatives are made of."""

    def __init__(self, implicit: Implicit, op: ir.Operation):
        self.implicit, self.module, self.location = implicit, implicit.module, op.location
        self.op, self.step, self.count = op, op.attributes["F"].value, len(op.results)
        self.takes, self.states = signature(functions(self.module)[self.step])
        self.floats = [n for n, type in enumerate(self.takes) if has_derivative(type)]

    def define(self) -> str:
        """The function `at`, with a pullback and a pushforward; its name."""
        kind = self.op.name.removeprefix("lagrad.")
        self.at, entry = _function(self.module, f"{self.step}_{kind}", self.takes, self.states, self.location)
        with ir.InsertionPoint(entry), self.location:
            build.emit("func.return", [], list(entry.arguments)[: self.count])
        self._derivative(PULLBACK, [*self.takes, *self.states], [self.takes[n] for n in self.floats], self.pullback)
        pairs = [t for own in self.takes for t in [own] * (1 + has_derivative(own))]
        self._derivative(PUSHFORWARD, pairs, self.states, self._pushed)
        return self.at

    def _derivative(self, attribute: str, takes: list, gives: list, body: Callable) -> None:
        wanted = f"{self.at}_{attribute.removeprefix('lagrad.custom_')}"
        name, entry = _function(self.module, wanted, takes, gives, self.location)
        functions(self.module)[self.at].attributes[attribute] = ir.FlatSymbolRefAttr.get(name)
        with ir.InsertionPoint(entry), self.location:
            build.emit("func.return", [], body(list(entry.arguments)))

    def _pushed(self, arguments: list[ir.Value]) -> list[ir.Value]:
        rest = iter(arguments)
        primal = [(v, next(rest) if has_derivative(v.type) else None) for v in rest]
        values = [v for v, _ in primal]
        return self.pushforward([*self._at(values), *values[self.count :]], [d for _, d in primal])

    def _at(self, values: list[ir.Value]) -> list[ir.Value]:
        return _call(self.at, self.states, values)

    def given(self, arguments: list[ir.Value]) -> tuple[list[ir.Value], list[ir.Value]]:
        """Of the arguments of a pullback: the solution and the other operands, and the cotangents."""
        values, cotangents = _split(arguments, len(self.takes))
        return [*self._at(values), *values[self.count :]], cotangents

    def transposed(self, values: list[ir.Value], cotangents: list[ir.Value]) -> list[ir.Value]:
        """The gradients of f for all floats."""
        own = self.implicit.derivative("pullback", self.step)
        return _call(own, [self.takes[n] for n in self.floats], [*values, *cotangents])

    def along(self, values: list[ir.Value], tangents: list[ir.Value | None]) -> list[ir.Value]:
        """The tangents of f."""
        own = self.implicit.derivative("pushforward", self.step)
        pairs = [v for value, d in zip(values, tangents) for v in ([value] if d is None else [value, d])]
        return _call(own, self.states, pairs)

    def equation(self, name: str, starts: list[ir.Value], rest: list[ir.Value]) -> list[ir.Value]:
        """The fixed point of a linear function."""
        own = {n: self.op_attributes[n] for n in ("tolerance",)}
        own |= {"F": ir.FlatSymbolRefAttr.get(name), "relative": ir.UnitAttr.get(), "max_iterations": self.most}
        return build.emit(FIXED_POINT, self.states, [*starts, *rest], **own)

    @property
    def op_attributes(self) -> dict[str, ir.Attribute]:
        return {name: self.op.attributes[name] for name in self.op.attributes}

    @property
    def most(self) -> ir.Attribute:
        most = self.op.attributes["max_iterations"]
        return ir.IntegerAttr.get(most.type, MORE * most.value)


class _FixedPoint(_Equation):
    def solve(self, operands: list[ir.Value]) -> list[ir.Value]:
        copy = build.emit(FIXED_POINT, self.states, operands, **self.op_attributes)
        op = copy[0].owner.operation
        solution = fixed_point(op)
        op.erase()
        return solution

    def pullback(self, arguments: list[ir.Value]) -> list[ir.Value]:
        """l = x_bar + f_x^T l, and f_p^T l; what the iteration starts from has no derivative."""
        values, cotangents = self.given(arguments)
        takes = [*self.states, *self.takes, *self.states]
        name, entry = _function(self.module, f"{self.step}_adjoint", takes, self.states, self.location)
        with ir.InsertionPoint(entry):
            own, (inner, seeds) = list(entry.arguments), (None, None)
            multiplier, (inner, seeds) = own[: self.count], _split(own[self.count :], len(self.takes))
            back = self.transposed(inner, multiplier)[: self.count]
            build.emit("func.return", [], [build.add(ct, g) for ct, g in zip(seeds, back)])
        multiplier = self.equation(name, cotangents, [*values, *cotangents])
        gradients = self.transposed(values, multiplier)[self.count :]
        return [*map(_zeros_like, values[: self.count]), *gradients]

    def pushforward(self, values: list[ir.Value], tangents: list[ir.Value | None]) -> list[ir.Value]:
        """dx = f_x dx + f_p dp."""
        moved = [d for d in tangents[self.count :] if d is not None]
        takes = [*self.states, *self.takes, *(d.type for d in moved)]
        name, entry = _function(self.module, f"{self.step}_tangent", takes, self.states, self.location)
        with ir.InsertionPoint(entry):
            own = list(entry.arguments)
            inner, rest = _split(own[self.count :], len(self.takes))
            given = iter(rest)
            dps = [None if d is None else next(given) for d in tangents[self.count :]]
            build.emit("func.return", [], self.along(inner, [*own[: self.count], *dps]))
        return self.equation(name, [*map(_zeros_like, values[: self.count])], [*values, *moved])


class _Root(_Equation):
    def solve(self, operands: list[ir.Value]) -> list[ir.Value]:
        """Newton's method: x - f_x^-1 f."""
        (start,), rest = _split(operands, 1)

        def newton(states: list[ir.Value]) -> list[ir.Value]:
            values = [*states, *rest]
            (residual,) = _call(self.step, self.states, values)
            change = self._inverse(values, residual, transpose=False)
            return [build.add(states[0], change)]

        return iterated(self.op, [start], newton)

    def _inverse(self, values: list[ir.Value], right: ir.Value, transpose: bool) -> ir.Value:
        """-f_x^-1 b, or with the transpose of f_x."""
        name = self.implicit.derivative("jacobian", self.step, [0])
        (jacobian,) = _call(name, signature(functions(self.module)[name])[1], values)
        if not is_tensor(right.type):
            return build.emit1("arith.negf", right.type, build.emit1("arith.divf", right.type, right, jacobian))
        (size,), (known,) = build.sizes_of(right), build.shape_of(right.type)
        groups = ir.Attribute.parse("[[0, 1]]")
        tall = build.tensor_type([known, 1], build.element(right.type))
        shape = ir.DenseI64ArrayAttr.get([known, 1])
        dynamic = [] if isinstance(size, int) else [size]
        own = {"reassociation": groups, "static_output_shape": shape}
        column = build.emit1("tensor.expand_shape", tall, right, *dynamic, **own)
        flags = {"transpose": ir.UnitAttr.get()} if transpose else {}
        solved = build.emit1("lagrad.solve", tall, jacobian, column, **flags)
        return _negated(build.emit1("tensor.collapse_shape", right.type, solved, reassociation=groups))

    def pullback(self, arguments: list[ir.Value]) -> list[ir.Value]:
        """f_x^T l = -x_bar, and f_p^T l."""
        values, (ct,) = self.given(arguments)
        multiplier = self._inverse(values, ct, transpose=True)
        return [_zeros_like(values[0]), *self.transposed(values, [multiplier])[1:]]

    def pushforward(self, values: list[ir.Value], tangents: list[ir.Value | None]) -> list[ir.Value]:
        """f_x dx = -f_p dp."""
        (right,) = self.along(values, [_zeros_like(values[0]), *tangents[1:]])
        return [self._inverse(values, right, transpose=False)]


# -- functions and values ----------------------------------------------------------------------------


def _function(module: ir.Operation, wanted: str, takes: list, gives: list, location) -> tuple[str, ir.Block]:
    """A new private function with an empty block, and its name."""
    name = requests.fresh_name(module, wanted.replace("lagrad.", ""))
    with location, ir.InsertionPoint(module.regions[0].blocks[0]):
        return name, build.entry(build.private_function(name, takes, gives))


def _call(name: str, types: list[ir.Type], arguments: list[ir.Value]) -> list[ir.Value]:
    return build.emit("func.call", types, arguments, callee=ir.FlatSymbolRefAttr.get(name))


def _split(values: list, count: int) -> tuple[list, list]:
    return values[:count], values[count:]


def _stopped(value: ir.Value) -> ir.Value:
    return build.emit1(STOP_GRADIENT, value.type, value) if has_derivative(value.type) else value


def _zeros_like(value: ir.Value) -> ir.Value:
    return build.zeros(value.type, build.sizes_of(value))


def _negated(value: ir.Value) -> ir.Value:
    identity = ir.AffineMap.get_identity(len(build.shape_of(value.type)))
    into = build.empty(value.type, build.sizes_of(value))

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        return [build.emit1("arith.negf", arguments[0].type, arguments[0])]

    return build.generic([value], [into], [identity] * 2, ["parallel"] * identity.n_dims, body)[0]


def _replace(op: ir.Operation, values: list[ir.Value]) -> None:
    for old, new in zip(op.results, values, strict=True):
        old.replace_all_uses_with(new)
    op.erase()
