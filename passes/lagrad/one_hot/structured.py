"""Structured operations on sparse tensors: loops over a one-hot dimension go away.

Each result is a sum of scalars. One that is zero wherever a sparse input is needs to be computed only where
that input is not: its one-hot dimensions fix loops of the operation, and with them dimensions of the
result, which has a term there. A result whose dimensions are all free is a tensor like any other, made
with fewer loops. What is added to a tensor that is dense is added to a slice of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .. import build
from ..analysis import linalg_form
from ..mlir import ir
from .bodies import Summand, is_linear, is_zero, maps_of, reads, summands
from .rewrite import Form, Rewrite
from .terms import Index, Place, Sparse, Term, as_type, as_value, part, put, same, sum_of

Fixed = dict[int, Index]  # loop dimension -> the only index at which it runs


class Piece(NamedTuple):
    """A summand where inputs have one of their terms each (None: where they are zero)."""

    summand: Summand
    terms: dict[int, Term | None]
    fixed: Fixed


def structured(rewrite: Rewrite, op: ir.Operation) -> bool:
    ins = linalg_form.inputs(op)
    if not op.results or not any(rewrite.sparse(v) is not None for v in list(op.operands)[:ins]):
        return False
    body = op.regions[0].blocks[0]
    if any(len(view.operation.regions) for view in body.operations):
        return False
    nest = Nest(rewrite, op)
    plans = [nest.plan(number) for number in range(len(op.results))]
    if not any(plan is not None and (not plan or any(p.fixed or p.terms for p in plan)) for plan in plans):
        return False
    found = [nest.result(number, plan) for number, plan in enumerate(plans)]
    for old, new in zip(op.results, found):
        rewrite.bind(old, new if isinstance(new, Sparse) else as_type(new, old.type))
    fixed = sorted({d for plan in plans if plan is not None for p in plan for d in p.fixed})
    if fixed:
        rewrite.gain(
            op,
            f"'{op.name}' runs without {'dimension' if len(fixed) == 1 else 'dimensions'} {', '.join(map(str, fixed))}",
        )
    else:
        rewrite.gain(op, f"'{op.name}' is not run: what it reads is zero")
    return True


class Nest:
    """The loops that a structured operation stands for."""

    def __init__(self, rewrite: Rewrite, op: ir.Operation):
        self.rewrite, self.op = rewrite, op
        self.ins, self.maps = linalg_form.inputs(op), maps_of(op)
        self.block = op.regions[0].blocks[0]
        self.arguments = list(self.block.arguments)
        self.dims = self.maps[0].n_dims
        self.parallel = {d for map in self.maps[self.ins :] for d in _plain(map)}
        self.mixed = {
            d
            for map in self.maps
            for e in map.results
            if not isinstance(e, ir.AffineDimExpr)
            for d in _used(e, self.dims)
        }

    # -- where there is something to compute ------------------------------------------------------

    def plan(self, number: int) -> list[Piece] | None:
        """A result as pieces; None where it is no sum, or its place in the result is no plain one."""
        split = summands(self.op, number)
        if split is None or not all(isinstance(e, ir.AffineDimExpr) for e in self.maps[self.ins + number].results):
            return None
        return [piece for summand in split[1] for piece in self.pieces(summand)]

    def pieces(self, summand: Summand) -> list[Piece]:
        value = summand.value
        sparse = {
            k: form
            for k, v in enumerate(list(self.op.operands)[: self.ins])
            if (form := self.rewrite.sparse(v)) is not None and reads(value, {self.arguments[k]})
        }
        alone = [k for k in sparse if is_zero(value, {self.arguments[k]})]
        found = [Piece(summand, {}, {})]
        for k in alone:
            terms = sparse[k].terms
            if len(terms) <= 1 or is_linear(value, {self.arguments[k]}):
                found = [more for piece in found for more in self.bound(piece, k, terms)]
        if not alone and sparse and is_zero(value, {self.arguments[k] for k in sparse}):
            return self.together(summand, sparse)
        return found

    def bound(self, piece: Piece, k: int, terms: Sequence[Term]) -> list[Piece]:
        """A piece for each term of an input; the piece itself where one of them does not fit."""
        found = []
        for term in terms:
            fixed = self.fixed(k, term, piece.fixed)
            if fixed is None:
                return [piece]
            found.append(Piece(piece.summand, {**piece.terms, k: term}, fixed))
        return found

    def together(self, summand: Summand, sparse: dict[int, Sparse]) -> list[Piece]:
        """Inputs of which only all together make a summand zero."""
        if all(len(form.terms) <= 1 for form in sparse.values()):
            piece: Piece | None = Piece(summand, {}, {})
            places = []
            for k, form in sparse.items():
                if not form.terms:
                    piece.terms[k] = None
                    continue
                fixed = self.fixed(k, form.terms[0], {})
                places.append(fixed)
                piece.terms[k] = form.terms[0]
            if all(
                p is not None and p.keys() == places[0].keys() and all(same(p[d], places[0][d]) for d in p)
                for p in places
            ):
                return [Piece(summand, piece.terms, places[0])] if places else []
        if not is_linear(summand.value, {self.arguments[k] for k in sparse}):
            return [Piece(summand, {}, {})]
        found = []
        for k, form in sparse.items():
            others: dict[int, Term | None] = {other: None for other in sparse if other != k}
            for piece in self.bound(Piece(summand, others, {}), k, form.terms):
                if k not in piece.terms:
                    return [Piece(summand, {}, {})]
                found.append(piece)
        return found

    def fixed(self, k: int, term: Term, so_far: Fixed) -> Fixed | None:
        """The loops that a term fixes, beside others; None where it does not say them plainly, or others otherwise."""
        fixed = dict(so_far)
        for d in term.hot:
            expression = self.maps[k].results[d]
            if not isinstance(expression, ir.AffineDimExpr):
                return None
            p = ir.AffineDimExpr(expression).position
            if p in self.mixed or p in fixed and not same(fixed[p], term.place[d]):
                return None
            fixed[p] = term.place[d]
        return fixed

    # -- computing it -------------------------------------------------------------------------------

    def result(self, number: int, plan: list[Piece] | None) -> Form:
        out = self.op.operands[self.ins + number]
        if plan is None:
            return self.whole(number)
        accumulates = summands(self.op, number)[0]
        dense = [piece.summand for piece in plan if not piece.terms]
        pieces = [piece for piece in plan if piece.terms]
        held: Form = self.rewrite.form(out) if accumulates else Sparse(out.type, self.rewrite.size_of(out))
        if dense:
            if not accumulates and (kept := self.kept(number, dense)) is not None:
                held = kept
            else:
                before = self.rewrite.dense(out) if accumulates else None
                held = self.compute(number, dense, {}, {}, before)
        for piece in pieces:
            held = self.add(number, held, piece)
        return held

    def kept(self, number: int, dense: list[Summand]) -> ir.Value | None:
        """The tensor that the dense summands are, where they are one of the inputs."""
        if len(dense) != 1 or dense[0].sign < 0 or dense[0].value not in self.arguments[: self.ins]:
            return None
        k = self.arguments.index(dense[0].value)
        out = self.ins + number
        if self.maps[k] != self.maps[out] or self.op.operands[k].type != self.op.results[number].type:
            return None
        return self.rewrite.dense(self.op.operands[k])

    def add(self, number: int, held: Form, piece: Piece) -> Form:
        """A result so far, and a piece."""
        place: Place = tuple(piece.fixed.get(d) for d in _plain(self.maps[self.ins + number]))
        compute = lambda before: self.compute(number, [piece.summand], piece.terms, piece.fixed, before)  # noqa: E731
        if isinstance(held, Sparse) and any(index is not None for index in place):
            for n, term in enumerate(held.terms):
                if all(map(same, term.place, place)):
                    return held.with_terms([*held.terms[:n], Term(compute(term.core), place), *held.terms[n + 1 :]])
            total = sum_of([*held.terms, Term(compute(None), place)], held, self.rewrite.few)
            if total is not None:
                return total
        if isinstance(held, Sparse):
            if not held.terms and all(index is None for index in place):
                return compute(None)
            held = held.dense()
        sizes = self.rewrite.size_of(self.op.operands[self.ins + number])
        return put(compute(part(held, place, sizes)), held, place, sizes)

    def whole(self, number: int) -> ir.Value:
        """A result that is no sum, computed as it was."""
        value = list(self.block.operations)[-1].operands[number]
        return self.compute(
            number, [Summand(value, 0)], {}, {}, self.rewrite.dense(self.op.operands[self.ins + number])
        )

    def compute(
        self, number: int, terms: list[Summand], cores: dict[int, Term | None], fixed: Fixed, before: ir.Value | None
    ) -> ir.Value:
        """The summands at the fixed loops, added to what was there before (None: zero): a scalar or a tensor.

        A summand of sign 0 is what the result becomes.
        """
        body = _Body(self, terms, cores, fixed)
        out_dims = _plain(self.maps[self.ins + number])
        rest = [d for d in out_dims if d not in fixed]
        loops = [d for d in range(self.dims) if d not in fixed]
        argument = self.arguments[self.ins + number]
        if not loops:
            if before is not None and build.is_tensor(before.type):  # one without dimensions
                before = build.extract(before, [])
            return body.total(before, {}, argument)
        out = self.op.operands[self.ins + number]
        sizes = [n for d, n in zip(out_dims, self.rewrite.size_of(out)) if d not in fixed]
        type = build.tensor_type(
            [n for d, n in zip(out_dims, build.shape_of(out.type)) if d not in fixed], build.element(out.type)
        )
        overwrites = before is None and set(rest) == set(loops)
        if overwrites:
            into = build.empty(type, sizes)
        elif before is None:
            into = build.zeros(type, sizes)
        else:
            into = before if build.is_tensor(before.type) else build.emit1("tensor.from_elements", type, before)
        operands, maps = body.operands(loops, rest)
        renumbered = {d: n for n, d in enumerate(loops)}
        maps.append(ir.AffineMap.get(len(loops), 0, [ir.AffineDimExpr.get(renumbered[d]) for d in rest]))
        iterators = ["parallel" if d in self.parallel else "reduction" for d in loops]

        def yielded(arguments: list[ir.Value]) -> list[ir.Value]:
            return [
                body.total(None if overwrites else arguments[-1], dict(zip(body.used, arguments)), argument, renumbered)
            ]

        made = build.generic(operands, [into], maps, iterators, yielded)[0]
        return made if rest else build.extract(made, [])


class _Body:
    """The part of a body that computes some scalars, at fixed loops."""

    def __init__(self, nest: Nest, terms: list[Summand], cores: dict[int, Term | None], fixed: Fixed):
        self.nest, self.terms, self.cores, self.fixed = nest, terms, cores, fixed
        self.used = [
            k
            for k in range(nest.ins)
            if cores.get(k, self) is not None and any(reads(s.value, {nest.arguments[k]}) for s in terms)
        ]
        self.captured: dict[ir.Value, ir.Value] = {}
        for summand in terms:
            self._capture(summand.value)
        self.sliced = {k: self._slice(k) for k in self.used}

    def _capture(self, value: ir.Value) -> None:
        if value in self.nest.arguments:
            return
        if isinstance(value.owner, ir.Block) or value.owner.operation.block != self.nest.block:
            self.captured[value] = self.nest.rewrite.dense(value)
            return
        op = value.owner.operation
        if op.name == "linalg.index" and op.attributes["dim"].value in self.fixed:
            self.captured[value] = as_value(self.fixed[op.attributes["dim"].value])
        for operand in op.operands:
            self._capture(operand)

    def _slice(self, k: int) -> tuple[ir.Value, list[ir.AffineExpr]]:
        """What an input has at the fixed loops, and the expressions that it is still read with."""
        operand, expressions = self.nest.op.operands[k], list(self.nest.maps[k].results)
        if not build.is_tensor(operand.type):
            return self.nest.rewrite.dense(operand), []
        sizes = self.nest.rewrite.size_of(operand)
        if (term := self.cores.get(k)) is not None:
            whole = term.core
            expressions, sizes = [expressions[d] for d in term.rest], [sizes[d] for d in term.rest]
        else:
            whole = self.nest.rewrite.dense(operand)
        place = tuple(self.fixed.get(_position(e)) for e in expressions)
        if not expressions:
            return (whole if not build.is_tensor(whole.type) else build.extract(whole, [])), []
        return part(whole, place, sizes), [e for e, index in zip(expressions, place) if index is None]

    def operands(self, loops: list[int], rest: list[int]) -> tuple[list[ir.Value], list[ir.AffineMap]]:
        """Inputs and their maps; more than are used where only they say how far a loop runs."""
        seen = set(rest) | {_position(e) for k in self.used for e in self.sliced[k][1]}
        for k in range(self.nest.ins):
            needed = set(_plain(self.nest.maps[k])) & set(loops) - seen
            if k not in self.used and needed and self.cores.get(k, self) is not None:
                self.used.append(k)
                self.sliced[k] = self._slice(k)
                seen |= needed
        renumbered = iter(range(len(loops)))
        onto = [
            ir.AffineConstantExpr.get(0) if d in self.fixed else ir.AffineDimExpr.get(next(renumbered))
            for d in range(self.nest.dims)
        ]
        inner = ir.AffineMap.get(len(loops), 0, onto)
        found = [self.sliced[k] for k in self.used]
        return [v for v, _ in found], [
            ir.AffineMap.get(len(loops), 0, [e.compose(inner) for e in es]) for _, es in found
        ]

    def total(
        self,
        before: ir.Value | None,
        given: dict[int, ir.Value],
        out: ir.Value,
        renumbered: dict[int, int] | None = None,
    ) -> ir.Value:
        """The summands added up at the insertion point. `given` has the scalars of inputs, by number."""
        known = dict(self.captured)
        known |= {self.nest.arguments[k]: given.get(k, self.sliced[k][0]) for k in self.used}
        for k, term in self.cores.items():
            if term is None:
                argument = self.nest.arguments[k]
                known[argument] = build.constant(argument.type, 0.0)
        if before is not None:
            known[out] = before
        total = before
        for summand in self.terms:
            value = self._emit(summand.value, known, renumbered or {})
            if summand.sign == 0:
                total = value
            elif total is None:
                total = value if summand.sign > 0 else build.emit1("arith.negf", value.type, value)
            else:
                total = build.emit1("arith.addf" if summand.sign > 0 else "arith.subf", value.type, total, value)
        return total

    def _emit(self, value: ir.Value, known: dict[ir.Value, ir.Value], renumbered: dict[int, int]) -> ir.Value:
        if value in known:
            return known[value]
        op = value.owner.operation
        operands = [self._emit(v, known, renumbered) for v in op.operands]
        copy = op.clone(ip=ir.InsertionPoint.current).operation
        for n, operand in enumerate(operands):
            copy.operands[n] = operand
        if op.name == "linalg.index":
            number = ir.IntegerType.get_signless(64)
            copy.attributes["dim"] = ir.IntegerAttr.get(number, renumbered[op.attributes["dim"].value])
        for old, new in zip(op.results, copy.results):
            known[old] = new
        return known[value]


def _plain(map: ir.AffineMap) -> list[int]:
    """The dimensions that a map gives as they are."""
    return [ir.AffineDimExpr(e).position for e in map.results if isinstance(e, ir.AffineDimExpr)]


def _position(expression: ir.AffineExpr) -> int | None:
    return ir.AffineDimExpr(expression).position if isinstance(expression, ir.AffineDimExpr) else None


def _used(expression: ir.AffineExpr, dims: int) -> list[int]:
    """The dimensions that an expression reads."""
    if isinstance(expression, ir.AffineDimExpr):
        return [ir.AffineDimExpr(expression).position]
    if isinstance(expression, ir.AffineBinaryExpr):
        return _used(expression.lhs, dims) + _used(expression.rhs, dims)
    return []
