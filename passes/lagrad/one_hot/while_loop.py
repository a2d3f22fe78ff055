"""Sparse tensors through `scf.while`: both of its regions carry the cores of tensors whose places do not change.

What the loop carries is as sparse as it begins, or less where an iteration does not keep that. What the first region
passes on is as sparse as it is there, but for indices that only that region knows.
"""

from __future__ import annotations

from .. import build
from ..mlir import ir
from .access import is_inside
from .control import Places, fitted, given, widened
from .rewrite import Form, Rewrite
from .terms import Sparse, Term


def while_loop(rewrite: Rewrite, op: ir.Operation) -> bool:
    forms = [rewrite.form(v) for v in op.operands]
    places: list[Places] = [[t.place for t in f.terms] if isinstance(f, Sparse) else None for f in forms]
    while not _as_sparse_as(rewrite, op, forms, places):
        pass
    return True


def _as_sparse_as(rewrite: Rewrite, op: ir.Operation, forms: list[Form], places: list[Places]) -> bool:
    """Writes the loop with what it carries as sparse as `places` say; False if an iteration needs less to be said."""
    starts = [v for start, form, own in zip(op.operands, forms, places) for v in given(rewrite, start, form, own)]
    draft = ir.Operation.create("scf.while", operands=starts, regions=2)
    before, after = (region.blocks.append() for region in draft.regions)
    old_before, old_after = (region.blocks[0] for region in op.regions)
    passed: list[Form] = []
    passed_places: list[Places] = []

    def write_before() -> None:
        _bind(rewrite, old_before, before, forms, places)
        condition, *values = rewrite.run(old_before)
        passed[:] = [rewrite.form(v) for v in values]
        passed_places[:] = [_kept(rewrite, form, before) for form in passed]
        cores = [v for old, form, own in zip(values, passed, passed_places) for v in given(rewrite, old, form, own)]
        build.emit("scf.condition", [], [rewrite.dense(condition), *cores])

    def write_after() -> bool:
        _bind(rewrite, old_after, after, passed, passed_places)
        values: list[ir.Value] = []
        wider = False
        for n, value in enumerate(rewrite.run(old_after)):
            cores = [rewrite.dense(value)] if places[n] is None else fitted(rewrite.form(value), forms[n], places[n])
            if cores is None:
                places[n] = widened(rewrite, rewrite.form(value), forms[n], places[n], after)
                wider = True
            else:
                values += cores
        build.emit("scf.yield", [], values)
        return not wider

    def write() -> bool:
        rewrite.inside(before, write_before)
        return rewrite.inside(after, write_after)

    if not rewrite.attempt(draft, write):
        return False
    types = [a.type for a in after.arguments]
    final = ir.Operation.create("scf.while", results=types, operands=starts, regions=2)
    for name in (own if isinstance(own, str) else own.name for own in op.attributes):
        final.attributes[name] = op.attributes[name]
    for block, region in zip((before, after), final.regions):
        block.append_to(region)
    draft.erase()
    results = iter(final.results)
    for result, form, own in zip(op.results, passed, passed_places):
        rewrite.bind(result, _put_together(form, own, results))
    if any(places) or any(passed_places):
        rewrite.gain(op, "'scf.while' carries what is not zero of a tensor")
    return True


def _bind(rewrite: Rewrite, old: ir.Block, new: ir.Block, forms: list[Form], places: list[Places]) -> None:
    """The arguments of an old block as those of a new one, which gets them here."""
    for argument, form, own in zip(old.arguments, forms, places):
        types = [argument.type] if own is None else [form.core_type(place) for place in own]
        rewrite.bind(
            argument, _put_together(form, own, iter([new.add_argument(type, argument.location) for type in types]))
        )


def _put_together(form: Form, places: Places, values) -> Form:
    return next(values) if places is None else form.with_terms([Term(next(values), place) for place in places])


def _kept(rewrite: Rewrite, form: Form, block: ir.Block) -> Places:
    """The places of a tensor that are known outside of a block."""
    if not isinstance(form, Sparse) or any(isinstance(n, ir.Value) and is_inside(n, block) for n in form.sizes):
        return None
    return widened(rewrite, form, form, [], block)
