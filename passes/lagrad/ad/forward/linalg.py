"""`linalg.generic` with the tangents of its operands beside them (LAGrad, section 3.2.3).

The body computes an element and its tangent together, so any reduction and any gather is
augmented in place. A maximum over dimensions has the mean of the tangents that tie: a second
operation finds them, once the maximum is known.
"""

from __future__ import annotations

from ... import build
from ...analysis import linalg_form
from ...analysis.demand import BOTH, Key, Tangent
from ...analysis.recording.elementwise_reads import NARROW
from ...mlir import ir
from ...scalars import Scalar, where
from ..reverse.extrema import is_one, number_of_ties
from ..reverse.iteration_space import shape_operands
from .tangents import Tangents, tangents_of


@tangents_of("linalg.generic")
def generic_tangents(op: ir.Operation, tangents: Tangents) -> None:
    keys, ins, maps = tangents.keys, linalg_form.inputs(op), linalg_form.maps(op)
    arguments, body = list(tangents.program.body(op).arguments), tangents.program.body(op)
    peaks = [k for k, r in enumerate(op.results) if Tangent(r) in tangents.demand.peaks and Tangent(r) in keys]
    outs = [
        (k, of)
        for k, result in enumerate(op.results)
        for of in BOTH
        if not (of is Tangent and k in peaks)
        and (of(result) in keys or of(arguments[ins + k]) in keys and not linalg_form.is_full(maps[ins + k]))
    ]
    read = _inputs(op, keys, [(ins + k, of) for k, of in outs])
    starts = [_start(op, k, of, tangents) for k, of in outs]
    values = [tangents[of(op.operands[n])] for n, of in read]
    used = [maps[n] for n, _ in read] + [maps[ins + k] for k, _ in outs]
    extra = shape_operands(op, used, tangents)
    values += [v for v, _ in extra]
    used[len(read) : len(read)] = [m for _, m in extra]
    bound: list[Key] = [of(arguments[n]) for n, of in read]
    carried: list[Key] = [of(arguments[ins + k]) for k, of in outs]

    def scalars(given: list[ir.Value]) -> list[ir.Value]:
        inside = tangents.inside(bound, given[: len(bound)])
        inside.scope.bind(carried, given[len(values) :])
        inside.run(body)
        yields = tangents.program.yields(op)
        return [inside[of(yields[k])] for k, of in outs]

    results = build.generic(values, starts, used, linalg_form.iterators(op), scalars)
    tangents.scope.bind([of(op.results[k]) for k, of in outs], results)
    for k in peaks:
        tangents.scope[Tangent(op.results[k])] = _peak(op, k, tangents)


def _inputs(op: ir.Operation, keys: set[Key], carried: list[tuple]) -> list[tuple]:
    """(operand number, primal or Tangent) of the arguments that the body reads, those that it carries left out."""
    arguments = list(op.regions[0].blocks[0].arguments)
    wanted = [(n, of) for n, a in enumerate(arguments) for of in BOTH if of(a) in keys]
    return [own for own in wanted if own not in carried]


def _start(op: ir.Operation, number: int, of, tangents: Tangents) -> ir.Value:
    """Where an output starts from; an empty tensor if its body overwrites it without reading it."""
    place = linalg_form.inputs(op) + number
    init, argument = op.operands[place], tangents.program.body(op).arguments[place]
    if of is Tangent and linalg_form.is_full(linalg_form.maps(op)[place]) and Tangent(argument) not in tangents.keys:
        return build.empty(init.type, tangents.sizes(init))
    return tangents[of(init)]


def _peak(op: ir.Operation, number: int, tangents: Tangents) -> ir.Value:
    """The mean of the tangents of the values that equal a maximum."""
    demand, body = tangents.demand, tangents.program.body(op)
    keys = demand.peaks[Tangent(op.results[number])]
    value, result = demand.peak(op, number), op.results[number]
    maps, ins = linalg_form.maps(op), linalg_form.inputs(op)
    element = build.element(result.type)
    wide = ir.F32Type.get() if element.width < NARROW else element
    sizes, shape = tangents.sizes(result), build.shape_of(result.type)
    type = build.tensor_type(shape, wide)

    def tied(candidate: ir.Value, top: ir.Value, tangent: ir.Value) -> list[ir.Value]:
        is_top = Scalar(candidate) == Scalar(top)
        return [where(is_top, Scalar(build.resize(tangent, wide)), 0.0).value, is_one(candidate, top, wide)]

    def elementwise(values, types, formula) -> list[ir.Value]:
        identity = ir.AffineMap.get_identity(len(shape))
        into = [build.empty(t, sizes) for t in types]
        every = [identity] * (len(values) + len(types))
        return build.generic(values, into, every, ["parallel"] * len(shape), formula)

    init = op.operands[ins + number]
    if demand.has_tangent(init):
        given = [tangents[init], tangents[result], tangents[Tangent(init)]]
        starts = elementwise(given, [type, type], lambda args: tied(*args[:3]))
    else:
        starts = [build.zeros(type, sizes), build.zeros(type, sizes)]
    read = _inputs(op, keys, [])
    values = [*(tangents[of(op.operands[n])] for n, of in read), tangents[result]]
    used = [*(maps[n] for n, _ in read), maps[ins + number]]
    extra = shape_operands(op, used, tangents)
    values += [v for v, _ in extra]
    used += [m for _, m in extra] + [maps[ins + number]] * 2
    bound = [of(body.arguments[n]) for n, of in read]

    def sums(given: list[ir.Value]) -> list[ir.Value]:
        inside = tangents.inside(bound, given[: len(bound)], keys)
        inside.run(body)
        terms = tied(inside[value], given[len(bound)], inside[Tangent(value)])
        return [build.add(acc, term) for acc, term in zip(given[-2:], terms)]

    total, count = build.generic(values, starts, used, linalg_form.iterators(op), sums)

    def mean(given: list[ir.Value]) -> list[ir.Value]:
        total, count, top, start = map(Scalar, given[:4])
        return [build.resize((total / number_of_ties(count, top, start)).value, element)]

    return elementwise([total, count, tangents[result], tangents[init]], [result.type], mean)[0]
