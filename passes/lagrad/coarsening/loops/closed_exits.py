"""The rewriting of what `affine` finds: a result of a loop gets its derivative from the number of iterations.

    func.func private @f_exit(%s: f64, %a: f64, %b: f64, %start: f64, %n: index) -> f64
      attributes {lagrad.custom_pullback = @f_exit_pullback, ...} { return %s }

The partials of s at the exit, `a^n * start + b * g` with `g = 1 + a + ... + a^(n-1)`, are a^n, g, and the slopes of
both by a. These four come from the bits of n, from the first on: n is doubled, and one more where the bit is set.
Nothing is subtracted, and no quotient by `a - 1` is taken, so digits are kept for every a.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...ad.calls.own_derivatives import PULLBACK, PUSHFORWARD
from ...ad.emission import for_loop
from ...ad.scope import Scope, clone
from ...build import constant, emit1, index
from ...build import emit as emit_operation
from ...dialect import SEGMENT, STOP_GRADIENT
from ...forms import trip_count
from ...mlir import ir
from ...requests import fresh_name
from ...rules.kinks import strong
from ...scalars import Scalar, where
from ..formulas.emission import emit
from ..formulas.polynomials import ONE, ZERO
from ..segments.functions_of_segment import call, define
from .affine import AffineLoop
from .parts import again

State = tuple[Scalar, Scalar, Scalar, Scalar]  # a^n, the sum of the powers before it, and their slopes by a


def close(module: ir.Operation, name: str, found: list[AffineLoop]) -> None:
    """Puts calls in the place of results of one loop: their values are these, their derivatives the closed forms.

    `name` is that of the function around.
    """
    loop = found[0].parts.loop
    with loop.location:
        with ir.InsertionPoint(loop):
            floats = [list(_floats(own)) for own in found]
            results, counts = _counted(found)
        for own, given, count in zip(found, floats, counts, strict=True):
            result = results[own.number]
            function = _define(module, fresh_name(module, f"{name}_exit"), own, count)
            with ir.InsertionPoint(loop):
                value = emit1(STOP_GRADIENT, result.type, result)
                (new,) = call(function, [value, *given, *([] if isinstance(count, int) else [count])])
            results[own.number] = new
        for old, new in zip(loop.results, results, strict=True):
            old.replace_all_uses_with(new)
    loop.erase()


def _floats(own: AffineLoop) -> Iterator[ir.Value]:
    """What the exit depends on: a unless it is one, b unless it is zero, the start unless that is zero."""
    start = own.parts.starts[own.number]
    if own.factor != ONE:
        yield emit([own.factor], own.values, start.type)[0].value
    if own.added != ZERO:
        yield emit([own.added], own.values, start.type)[0].value
    if own.has_start:
        yield start


def _counted(found: list[AffineLoop]) -> tuple[list[ir.Value], list[ir.Value | int]]:
    """The same loop in front of this one: its results, and how many of its iterations change each of what is found.

    The new loop counts these, where the bounds of the loop do not say so.
    """
    parts = found[0].parts
    is_open = [own.is_counted for own in found]
    known = trip_count.emitted(parts.bounds, trip_count.is_unsigned(parts.loop)) if not all(is_open) else 0
    loop, scope, counters = again(parts, list(range(len(parts.carried))), [index(0)] * sum(is_open))
    counted = dict(zip([own.number for own in found if own.is_counted], counters, strict=True))
    with ir.InsertionPoint(loop.regions[-1].blocks[0]):
        for op in parts.ops:
            clone(op, scope)
            for own in found:
                if own.choice is not None and own.choice == op:
                    counted[own.number] = _counted_by(own, counted[own.number], scope)
        for own in found:
            if own.choice is None and own.is_counted:
                counted[own.number] = _one_more_than(counted[own.number])
        emit_operation("scf.yield", [], [*map(scope.found, parts.terminator.operands), *counted.values()])
    results = list(loop.results)
    rest = iter(results[len(parts.carried) :])
    return results[: len(parts.carried)], [next(rest) if counts else known for counts in is_open]


def _counted_by(own: AffineLoop, counter: ir.Value, scope: Scope) -> ir.Value:
    """The next value of a counter, by a choice of the same kind: a branch that is there takes it in."""
    condition = scope.found(own.choice.operands[0])
    if own.choice.name == "arith.select":
        sides = (counter, _one_more_than(counter))
        return emit1("arith.select", counter.type, condition, *(sides if own.stays_if_true else sides[::-1]))
    branch = ir.Operation.create("scf.if", results=[counter.type], operands=[condition], regions=2)
    for region, changes in zip(branch.regions, (not own.stays_if_true, own.stays_if_true), strict=True):
        with ir.InsertionPoint(region.blocks.append()):
            emit_operation("scf.yield", [], [_one_more_than(counter) if changes else counter])
    return branch.results[0]


def _one_more_than(counter: ir.Value) -> ir.Value:
    return emit1("arith.addi", counter.type, counter, index(1))


def _define(module: ir.Operation, name: str, own: AffineLoop, count: ir.Value | int) -> ir.Operation:
    """The function of the value, floats, and the count if that is no number, with its derivatives."""
    type, location = own.parts.starts[own.number].type, own.parts.loop.location
    floats = [type] * (1 + (own.factor != ONE) + (own.added != ZERO) + own.has_start)
    counts = [] if isinstance(count, int) else [count.type]

    def partials(arguments: list[ir.Value], end: ir.Value | int) -> list[Scalar]:
        return _partials(own, list(map(Scalar, arguments)), end)

    def pullback(arguments: list[ir.Value]) -> list[ir.Value]:
        *given, cotangent = arguments
        ct = Scalar(cotangent)
        shares = partials(given[: len(floats)], given[-1] if counts else count)
        return [constant(type, 0.0), *(strong(ct, ct * share).value for share in shares)]

    def pushforward(arguments: list[ir.Value]) -> list[ir.Value]:
        primals, tangents = arguments[: 2 * len(floats) : 2], arguments[1 : 2 * len(floats) : 2]
        shares = partials(primals, arguments[-1] if counts else count)
        pairs = zip(map(Scalar, tangents[1:]), shares, strict=True)
        first, *rest = (strong(tangent, tangent * share) for tangent, share in pairs)
        return [sum(rest, first).value]

    function = define(module, name, [*floats, *counts], [type], location, lambda arguments: arguments[:1])
    back = define(module, f"{name}_pullback", [*floats, *counts, type], floats, location, pullback)
    doubled = [own for own in floats for _ in range(2)]
    forward = define(module, f"{name}_pushforward", [*doubled, *counts], [type], location, pushforward)
    for attribute, derivative in ((PULLBACK, back), (PUSHFORWARD, forward)):
        function.attributes[attribute] = ir.FlatSymbolRefAttr.get(
            ir.StringAttr(derivative.attributes["sym_name"]).value
        )
    function.attributes["no_inline"] = ir.UnitAttr.get()
    function.attributes[SEGMENT] = ir.UnitAttr.get()
    return function


def _partials(own: AffineLoop, floats: list[Scalar], count: ir.Value | int) -> list[Scalar]:
    """The partials of the exit by what it depends on, in the order of `floats`, of which the first is the value."""
    value, *given = floats
    if own.factor == ONE:
        power, total, of_power, of_total = value.like(1.0), _as_float(count, value), None, None
    else:
        power, total, of_power, of_total = powers(given.pop(0), count)
    found, by_factor = [], []
    if own.added != ZERO:
        found.append(total)
        by_factor.append((given.pop(0), of_total))
    if own.has_start:
        found.append(power)
        by_factor.append((given.pop(0), of_power))
    if own.factor == ONE:
        return found
    first, *rest = (strong(factor, factor * slope) for factor, slope in by_factor)
    return [sum(rest, first), *found]


def _as_float(count: ir.Value | int, like: Scalar) -> Scalar:
    if isinstance(count, int):
        return like.like(float(count))
    return Scalar(emit1("arith.uitofp", like.type, _bits_of(count)))


def powers(a: Scalar, count: ir.Value | int) -> State:
    """a^n, 1 + a + ... + a^(n-1), and the derivatives of both by a, for an n from zero on."""
    state = tuple(a.like(number) for number in (1.0, 0.0, 0.0, 0.0))
    if isinstance(count, int):
        for bit in f"{count:b}" if count else "":
            state = _doubled(state)
            state = _one_more(a, state) if bit == "1" else state
        return state
    bits = _bits_of(count)
    width = emit1("arith.subi", bits.type, constant(bits.type, 64), emit1("math.ctlz", bits.type, bits))
    last = emit1("arith.index_castui", count.type, width)
    loop = for_loop([index(0), last, index(1)], [part.value for part in state])
    counter, *carried = loop.regions[0].blocks[0].arguments
    with ir.InsertionPoint(loop.regions[0].blocks[0]):
        behind = emit1("arith.subi", counter.type, emit1("arith.subi", counter.type, last, counter), index(1))
        shifted = emit1("arith.shrui", bits.type, bits, _bits_of(behind))
        is_set = Scalar(emit1("arith.trunci", ir.IntegerType.get_signless(1), shifted))
        even = _doubled(tuple(map(Scalar, carried)))
        odd = _one_more(a, even)
        emit_operation("scf.yield", [], [where(is_set, x, y).value for x, y in zip(odd, even, strict=True)])
    return tuple(map(Scalar, loop.results))


def _bits_of(number: ir.Value) -> ir.Value:
    return emit1("arith.index_castui", ir.IntegerType.get_signless(64), number)


def _doubled(state: State) -> State:
    power, total, of_power, of_total = state
    both = 1.0 + power
    return power * power, total * both, 2.0 * power * of_power, of_total * both + total * of_power


def _one_more(a: Scalar, state: State) -> State:
    power, total, of_power, of_total = state
    return power * a, total + power, of_power * a + power, of_total + of_power
