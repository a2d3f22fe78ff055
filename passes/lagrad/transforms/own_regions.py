"""Operations with regions and a rule of their own, as calls of functions that bring this derivative.

    %r = "toy.twice"(%x) ({ ... reads %s ... })   =>   %r = call @toy.twice(%x, %s)

The function is the lowering of the operation, its pullback and pushforward are what the rule emits. The region is a
function, too, of its block's arguments and of what it reads of the outside; the rule calls it and its derivatives,
which are requests like others. So all of it can be differentiated in turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .. import build, requests
from ..ad.calls.declarations import close, declare, open_body
from ..ad.calls.outlined_pieces import copy_free, is_free
from ..ad.calls.own_derivatives import PULLBACK, PUSHFORWARD
from ..ad.scope import Scope, clone, copy_in
from ..analysis.call_graph import functions, signature, symbol
from ..analysis.memory import is_memory
from ..analysis.program import captured_by, walk
from ..build import has_derivative
from ..dialect import REGION
from ..errors import Failure, error, note
from ..mlir import ir
from ..rules import INACTIVE, LOWERINGS, RULES, Operation, is_foreign
from .transposes import reached

Values = Sequence[ir.Value | None]


class Region:
    """A region of an operation, as a function that its rule calls: of the block's arguments, which are given, and of
    the values from outside that the operation's regions read, which it takes by itself.

    `region(values)` gives what the region hands on.
    `region.pullback(values, cotangents)`, with a cotangent for each of these: one gradient for each argument of the
    block, and behind them one for each float from outside.
    `region.pushforward(values, tangents)`, with tangents in the same order: those of what it hands on.
    What has no derivative has None; a tangent that is None is zero.
    """

    def __init__(self, module: ir.Operation, function: ir.Operation):
        self.module, self.name, self.location = module, symbol(function), function.location
        self.takes, self.gives = signature(function)
        self.outside: list[ir.Value] = []  # in the function that a rule writes at the time; floats first
        self.asked: dict[str, str] = {}

    def __call__(self, values: Sequence[ir.Value]) -> list[ir.Value]:
        return _call(self.name, self.gives, [*values, *self.outside])

    def pullback(self, values: Sequence[ir.Value], cotangents: Values) -> list[ir.Value | None]:
        differentiated = [*values, *_floats(self.outside)]
        seeds = [ct for ct, type in zip(cotangents, self.gives, strict=True) if has_derivative(type)]
        types = [v.type for v in _floats(differentiated)]
        if not types or not seeds:
            return [_zeros_like(v) for v in differentiated]
        gradients = iter(_call(self._derivative("pullback"), types, [*values, *self.outside, *seeds]))
        return [next(gradients) if has_derivative(v.type) else None for v in differentiated]

    def pushforward(self, values: Sequence[ir.Value], tangents: Values) -> list[ir.Value | None]:
        differentiated = [*values, *_floats(self.outside)]
        passed: list[ir.Value] = []
        for value, tangent in zip(differentiated, tangents, strict=True):
            passed.append(value)
            if has_derivative(value.type):
                passed.append(_zeros_like(value) if tangent is None else tangent)
        types = [type for type in self.gives if has_derivative(type)]
        if not types or not _floats(differentiated):
            return [_zeros_like(v) for v in self(values)]
        passed += self.outside[len(differentiated) - len(values) :]
        pushed = iter(_call(self._derivative("pushforward"), types, passed))
        return [next(pushed) if has_derivative(type) else None for type in self.gives]

    def _derivative(self, kind: str) -> str:
        if kind not in self.asked:
            self.asked[kind] = name = requests.fresh_name(self.module, f"{self.name}_{kind}")
            requests.declare(self.module, kind, self.name, None, name, self.location)
        return self.asked[kind]


class Called:
    """What the rule of an operation with regions may ask. All that the operation takes is there, whatever it reads."""

    def __init__(self, op: ir.Operation, primal: str, regions: list[Region], values: list, given: list[ir.Value]):
        self.op, self.primal, self.regions, self.given = op, primal, regions, given
        self.scope = Scope().bind(values, given)
        self.outside = _floats(values[len(op.operands) :])  # in the order of their gradients and tangents
        for region in regions:
            region.outside = given[len(op.operands) :]

    def region(self, number: int = 0) -> Region:
        return self.regions[number]

    def value(self, primal: ir.Value) -> ir.Value:
        """The primal value in the derivative: an operand, a value from outside, or a result, computed again."""
        if primal not in self.scope:
            with ir.InsertionPoint.at_block_begin(self.given[0].owner):
                results = list(self.op.results)
                self.scope.bind(results, _call(self.primal, [r.type for r in results], self.given))
        return self.scope[primal]

    def sizes(self, primal: ir.Value) -> list[ir.Value | int]:
        return build.sizes_of(self.value(primal))

    def zeros(self, primal: ir.Value) -> ir.Value:
        return build.zeros(primal.type, self.sizes(primal))

    def is_active(self, primal: ir.Value) -> bool:
        return has_derivative(primal.type)


def outline_own_regions(module: ir.Operation) -> None:
    """Makes calls of the operations with regions that have a rule and a lowering, those on memory left out."""
    for op in reversed([op for op in walk(module) if _has_own(op)]):  # inner ones first
        with op.location:
            _outline(module, op)


def forget_unwanted(module: ir.Operation) -> list[str]:
    """Takes out what no derivative that is asked for reaches: these operations are then what they are made of.

    The names of the requests for derivatives of regions that are left.
    """
    table = functions(module)
    made = [name for name in table if REGION in table[name].attributes]
    if not made:
        return []
    asked = {name: requests.primals_of(table[name]) for name in table}
    own = [name for name in table if not {*asked[name]}.isdisjoint(made)]
    wanted = reached(module, [name for name in table if asked[name] and name not in own])
    for name in made:
        attributes = table[name].attributes
        del attributes[REGION]  # what stands here now is as the program's own to another run of the pass
        if name in wanted:
            continue
        brought = [word for word in (PULLBACK, PUSHFORWARD) if word in attributes]
        for word in brought:
            table[attributes[word].value].erase()
            del attributes[word]
        if not brought:  # a region
            table[name].erase()
        elif "no_inline" in attributes:
            del attributes["no_inline"]
    for name in set(own).difference(wanted):
        table[name].erase()
    return [name for name in own if name in wanted]


def _has_own(op: ir.Operation) -> bool:
    rule = RULES.get(op.name)
    if not len(op.regions) or not is_foreign(op.name) or op.name not in LOWERINGS or op.name in INACTIVE:
        return False
    if not isinstance(rule, Operation) or any(len(list(region.blocks)) != 1 for region in op.regions):
        return False
    blocks = [region.blocks[0] for region in op.regions]
    handed = [v for block in blocks for v in (*block.arguments, *block.operations[len(block.operations) - 1].operands)]
    values = [*op.operands, *op.results, *captured_by(op), *handed]
    return bool(_floats(op.results)) and not any(is_memory(v.type) for v in values)


def _outline(module: ir.Operation, op: ir.Operation) -> None:
    captured = captured_by(op)
    outside = sorted((v for v in captured if not is_free(v)), key=lambda v: not has_derivative(v.type))
    values = [*op.operands, *outside]
    if not _floats(values):
        return
    primal, scope, _ = _open(module, op.name, values, captured)
    with ir.InsertionPoint(primal.regions[0].blocks[0]):
        copy = clone(op, scope, {})
        if (results := LOWERINGS[op.name](copy)) is None:  # it has none of these types
            primal.erase()
            return
        copy.erase()
        close(primal, list(results))
    primal.attributes[REGION] = ir.UnitAttr.get()
    regions = []
    for block in (region.blocks[0] for region in op.regions):
        function, scope, _ = _open(module, f"{op.name}_region", [*block.arguments, *outside], captured)
        function.attributes[REGION] = ir.UnitAttr.get()
        with ir.InsertionPoint(function.regions[0].blocks[0]):
            close(function, copy_in(scope, block))
        regions.append(Region(module, function))
    _write_derivatives(module, op, primal, regions, values)
    with ir.InsertionPoint(op):
        called = _call(symbol(primal), [r.type for r in op.results], values)
    for old, new in zip(op.results, called):
        old.replace_all_uses_with(new)
    for word in filter(lambda name: name.startswith("lagrad."), op.attributes):  # lagrad.inactive
        called[0].owner.attributes[word] = op.attributes[word]
    op.erase()


def _write_derivatives(
    module: ir.Operation, op: ir.Operation, primal: ir.Operation, regions: list[Region], values: list[ir.Value]
) -> None:
    """Lets the function of an operation bring what its rule has. Floats from outside are as operands to the rule."""
    rule, own = RULES[op.name], [*op.operands, *_floats(values[len(op.operands) :])]
    if rule.adjoint is not None:
        function, _, arguments = _open(module, f"{op.name}_pullback", [*values, *_floats(op.results)])
        with ir.InsertionPoint(function.regions[0].blocks[0]):
            sweep = Called(op, symbol(primal), regions, values, arguments[: len(values)])
            seeds = iter(arguments[len(values) :])
            cotangents = [next(seeds) if has_derivative(r.type) else None for r in op.results]
            close(function, _checked(op, "adjoint", rule.adjoint(op, cotangents, sweep), own, sweep))
        primal.attributes[PULLBACK] = ir.FlatSymbolRefAttr.get(symbol(function))
    if rule.tangent is not None:
        pairs = [v for value in values for v in [value] * (1 + has_derivative(value.type))]
        function, _, arguments = _open(module, f"{op.name}_pushforward", pairs)
        with ir.InsertionPoint(function.regions[0].blocks[0]):
            rest = iter(arguments)
            both = [(next(rest), next(rest) if has_derivative(v.type) else None) for v in values]
            sweep = Called(op, symbol(primal), regions, values, [value for value, _ in both])
            tangents = [tangent for _, tangent in both][: len(own)]
            close(function, _checked(op, "tangent", rule.tangent(op, tangents, sweep), list(op.results), sweep))
        primal.attributes[PUSHFORWARD] = ir.FlatSymbolRefAttr.get(symbol(function))


def _open(
    module: ir.Operation, name: str, values: list[ir.Value], captured: Sequence[ir.Value] = ()
) -> tuple[ir.Operation, Scope, list[ir.Value]]:
    """A new function with an argument for each value, what stands for these and the free ones there, its arguments."""
    function = declare(module, name, [v.type for v in values])
    arguments = list((block := open_body(function)).arguments)
    scope = Scope().bind(values, arguments)
    with ir.InsertionPoint(block):
        for value in filter(is_free, captured):
            copy_free(value, scope)
    return function, scope, arguments


def _checked(op: ir.Operation, what: str, given: Values | None, of: list[ir.Value], sweep: Called) -> list[ir.Value]:
    """What a rule gives for values with a derivative, None made zeros. Failure where it does not fit."""
    given = list(given or [])
    types = [v if v is None else v.type for v in given]
    if len(types) != len(of) or any(t not in (None, v.type) for t, v in zip(types, of) if has_derivative(v.type)):
        found, wanted = (f"[{', '.join(map(str, own))}]" for own in (types, [v.type for v in of]))
        each = {"tangent": "result", "adjoint": "operand, then for each float from outside that the regions read"}
        advice = note(None, f"give one for each {each[what]}; None is zero (docs/rules.md)")
        raise Failure(error(op.location, f"the {what} of '{op.name}' gives {found}, and not {wanted}", advice))
    return [sweep.zeros(v) if g is None else g for v, g in zip(of, given) if has_derivative(v.type)]


def _floats(values: Iterable[ir.Value]) -> list[ir.Value]:
    return [v for v in values if has_derivative(v.type)]


def _zeros_like(value: ir.Value) -> ir.Value | None:
    return build.zeros(value.type, build.sizes_of(value)) if has_derivative(value.type) else None


def _call(name: str, types: Sequence[ir.Type], values: Sequence[ir.Value]) -> list[ir.Value]:
    return build.emit("func.call", list(types), list(values), callee=ir.FlatSymbolRefAttr.get(name))
