"""Sparse tensors through loops and branches.

A loop carries the cores of a sparse tensor whose places it does not change; a branch yields them, with the
indices that only it knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .. import build
from ..ad.emission import TAPE
from ..mlir import ir
from .access import is_inside
from .rewrite import Form, Rewrite
from .terms import Place, Sparse, Term, add, as_value, covers, same, same_place, spread
from .trips import single_trip

Places = list[Place] | None  # of the terms of a carried tensor; None for a dense one


def loop(rewrite: Rewrite, op: ir.Operation) -> bool:
    if single_trip(rewrite, op, branch):
        return True
    starts = list(op.operands)[3:]
    forms = [rewrite.form(v) for v in starts]
    places: list[Places] = [[t.place for t in f.terms] if isinstance(f, Sparse) else None for f in forms]
    while not _as_sparse_as(rewrite, op, starts, forms, places):
        pass
    return True


def _as_sparse_as(
    rewrite: Rewrite, op: ir.Operation, starts: list[ir.Value], forms: list[Form], places: list[Places]
) -> bool:
    """Writes the loop with what it carries as sparse as `places` say; False where its body needs them to say less."""
    groups = [given(rewrite, start, form, own) for start, form, own in zip(starts, forms, places)]
    bounds = [rewrite.dense(v) for v in list(op.operands)[:3]]
    flat = [v for group in groups for v in group]
    made = _empty_loop(bounds, flat, op)
    _keep_attributes(op, made, places)
    body = op.regions[0].blocks[0]

    def write() -> bool:
        induction, *carried = made.regions[0].blocks[0].arguments
        rewrite.bind(body.arguments[0], induction)
        rest = iter(carried)
        for argument, form, own in zip(list(body.arguments)[1:], forms, places):
            rewrite.bind(argument, next(rest) if own is None else form.with_terms([Term(next(rest), p) for p in own]))
        yields = rewrite.run(body)
        wider = False
        values: list[ir.Value] = []
        for n, (value, form) in enumerate(zip(yields, forms)):
            if places[n] is None:
                values.append(rewrite.dense(value))
                continue
            found = rewrite.form(value)
            fitting = fitted(found, form, places[n])
            if fitting is None:
                places[n] = widened(rewrite, found, form, places[n], made.regions[0].blocks[0])
                wider = True
            else:
                values += fitting
        if wider:
            return False
        build.emit("scf.yield", [], values)
        return True

    if not rewrite.attempt(made, lambda: rewrite.inside(made.regions[0].blocks[0], write)):
        return False
    results = iter(made.results)
    for result, form, own in zip(op.results, forms, places):
        rewrite.bind(result, next(results) if own is None else form.with_terms([Term(next(results), p) for p in own]))
    if any(places):
        rewrite.gain(op, "'scf.for' carries what is not zero of a tensor")
    return True


def given(rewrite: Rewrite, start: ir.Value, form: Form, places: Places) -> list[ir.Value]:
    """The new initial values of what a loop carries for one old one."""
    if places is None:
        return [rewrite.dense(start)]
    cores = fitted(form, form, places)
    assert cores is not None, "places only get wider"
    return cores


def fitted(found: Form, like: Sparse, places: list[Place]) -> list[ir.Value] | None:
    """The cores of a tensor at given places; None where it may have nonzeros elsewhere."""
    if not isinstance(found, Sparse) or not all(map(same, found.sizes, like.sizes)):
        return None
    cores: list[ir.Value | None] = [None] * len(places)
    for term in found.terms:
        number = next((n for n, place in enumerate(places) if covers(place, term.place)), None)
        if number is None:
            return None
        core = spread(term, like, places[number]).core
        cores[number] = core if cores[number] is None else add(core, cores[number])
    return [like.zero_core(place) if core is None else core for place, core in zip(places, cores)]


def widened(rewrite: Rewrite, found: Form, like: Sparse, places: list[Place], block: ir.Block) -> Places:
    """Places that also cover what a body yields; None for all there is."""
    if not isinstance(found, Sparse) or not all(map(same, found.sizes, like.sizes)):
        return None
    wanted = list(places)
    for term in found.terms:
        place = tuple(n if isinstance(n, int) or n is None or not is_inside(n, block) else None for n in term.place)
        if all(n is None for n in place):
            return None
        if not any(covers(other, place) for other in wanted):
            wanted = [other for other in wanted if not covers(place, other)] + [place]
    if len(wanted) > rewrite.few:
        common = tuple(own[0] if all(same(n, own[0]) for n in own) else None for own in zip(*wanted))
        wanted = [common]
    return None if any(all(n is None for n in place) for place in wanted) else wanted


def _empty_loop(bounds: list[ir.Value], starts: list[ir.Value], like: ir.Operation) -> ir.Operation:
    """An `scf.for` without a body."""
    made = ir.Operation.create("scf.for", results=[v.type for v in starts], operands=[*bounds, *starts], regions=1)
    types = [bounds[0].type, *(v.type for v in starts)]
    made.regions[0].blocks.append(*types, arg_locs=[like.location] * len(types))
    return made


def _keep_attributes(old: ir.Operation, new: ir.Operation, places: list[Places]) -> None:
    """What is said of the old loop, also of the new one, whose carried values have other numbers."""
    for name in (own if isinstance(own, str) else own.name for own in old.attributes):
        attribute = old.attributes[name]
        if name == TAPE:
            starts = [sum(1 if own is None else len(own) for own in places[:n]) for n in range(len(places))]
            # Upstream passes that drop a carried value leave the numbers as they were.
            numbers = [n for n in ir.DenseI64ArrayAttr(attribute) if n < len(places) and places[n] is None]
            attribute = ir.DenseI64ArrayAttr.get([starts[n] for n in numbers])
        new.attributes[name] = attribute


# -- branches --------------------------------------------------------------------------------------


def conditional(rewrite: Rewrite, op: ir.Operation) -> bool:
    def side(number: int) -> list[Form]:
        blocks = list(op.regions[number].blocks)
        return [rewrite.form(v) for v in rewrite.run(blocks[0])] if blocks else []

    condition = rewrite.dense(op.operands[0])
    found = branch(rewrite, condition, lambda: side(0), lambda: side(1))
    for old, new in zip(op.results, found):
        rewrite.bind(old, new)
    return True


def branch(
    rewrite: Rewrite, condition: ir.Value, then: Callable[[], list[Form]], otherwise: Callable[[], list[Form]]
) -> list[Form]:
    """Writes an `scf.if`; what it gives, as sparse as both sides allow."""
    draft = ir.Operation.create("scf.if", operands=[condition], regions=2)
    blocks = [region.blocks.append() for region in draft.regions]
    sides = [rewrite.inside(block, write) for block, write in zip(blocks, (then, otherwise))]
    yields: list[list[ir.Value]] = [[], []]
    shapes: list[Sparse | None] = []
    places: list[list[Place]] = []
    for forms in zip(*sides):
        joined = _joined(rewrite, forms, blocks)
        shapes.append(None if joined is None else forms[0])
        places.append(joined or [])
        for n, (form, block) in enumerate(zip(forms, blocks)):
            with ir.InsertionPoint(block):
                yields[n] += _side(form, shapes[-1], places[-1], blocks)
    final = ir.Operation.create("scf.if", results=[v.type for v in yields[0]], operands=[condition], regions=2)
    for block, region, values in zip(blocks, final.regions, yields):
        with ir.InsertionPoint(block):
            build.emit("scf.yield", [], values)
        block.append_to(region)
    draft.erase()
    results = iter(final.results)
    return [_given_by(rewrite, shape, own, results, blocks) for shape, own in zip(shapes, places)]


def _joined(rewrite: Rewrite, forms: Sequence[Form], blocks: list[ir.Block]) -> list[Place] | None:
    """Where the terms of either side are; an index that a side made for itself stands for one of each side."""
    if not all(isinstance(form, Sparse) for form in forms):
        return None
    one, other = forms
    if not all(map(same, one.sizes, other.sizes)) or any(
        isinstance(n, ir.Value) and _local(n, blocks) for n in one.sizes
    ):
        return None
    places = [term.place for form in forms for term in form.terms]
    if any(_local(n, blocks) for place in places for n in place):
        hot = {d for place in places for d, n in enumerate(place) if n is not None}
        if max(len(form.terms) for form in forms) > 1 or any(
            not isinstance(one.sizes[d], int) or one.sizes[d] == 0 for d in hot
        ):
            return None  # a side of zeros has index 0, which must be there
        if len(places) == 2 and [n is None for n in places[0]] != [n is None for n in places[1]]:
            return None
        return places[:1] if len(places) == 1 or any(_local(n, blocks) for n in places[0]) else places[1:]
    wanted: list[Place] = []
    for place in places:
        if not any(same_place(place, known) for known in wanted):
            wanted.append(place)
    return wanted if len(wanted) <= rewrite.few else None


def _local(index, blocks: list[ir.Block]) -> bool:
    return isinstance(index, ir.Value) and any(is_inside(index, block) for block in blocks)


def _side(form: Form, shape: Sparse | None, places: list[Place], blocks: list[ir.Block]) -> list[ir.Value]:
    """What one side yields, at its end."""
    if shape is None:
        return [form.dense() if isinstance(form, Sparse) else form]
    if len(places) == 1 and any(_local(n, blocks) for n in places[0]):
        (place,) = places
        term = form.terms[0] if form.terms else None
        core = form.zero_core(place) if term is None else term.core
        indices = [as_value(0 if term is None else term.place[d]) for d, n in enumerate(place) if n is not None]
        return [core, *indices]
    return fitted(form, form, places)


def _given_by(rewrite: Rewrite, shape: Sparse | None, places: list[Place], results, blocks: list[ir.Block]) -> Form:
    if shape is None:
        return next(results)
    if len(places) == 1 and any(_yielded(n, blocks) for n in places[0]):
        core = next(results)
        place = tuple(None if n is None else next(results) for n in places[0])
        return shape.with_terms([Term(core, place)])
    return shape.with_terms([Term(next(results), place) for place in places])


_yielded = _local  # the blocks have moved to the branch, and are the same
