"""Sparse tensors on their way into a function, or out of it: cores of terms, and the indices of all of them, each
once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..mlir import ir
from .rewrite import Form
from .terms import Index, Sparse, Term, as_value, index_of, same


@dataclass(frozen=True)
class Slot:
    """An index that is passed: the number it has among them."""

    number: int


@dataclass(frozen=True)
class Parts:
    """A sparse tensor as it is passed: what is known of its sizes and places, and which indices are the rest."""

    type: ir.Type
    sizes: tuple[int | Slot, ...]
    places: tuple[tuple[int | Slot | None, ...], ...]


class Passing:
    """Values on their way into a function, or out of it. `indices` are those that are there, each once."""

    def __init__(self, indices: Sequence[ir.Value] = ()):
        self.indices = list(indices)

    def slot(self, index: Index | None) -> int | Slot | None:
        """How an index is passed; a number is known on both sides."""
        if not isinstance(index, ir.Value):
            return index
        for number, known in enumerate(self.indices):
            if same(index, known):
                return Slot(number)
        self.indices.append(index)
        return Slot(len(self.indices) - 1)

    def take_apart(self, forms: Sequence[Form]) -> tuple[tuple[Parts | None, ...], list[ir.Value]]:
        """How each is passed, None for a value that is passed as it is, and the values that are."""
        parts: list[Parts | None] = []
        values: list[ir.Value] = []
        for form in forms:
            if isinstance(form, Sparse):
                places = tuple(tuple(map(self.slot, term.place)) for term in form.terms)
                parts.append(Parts(form.type, tuple(map(self.slot, form.sizes)), places))
                values += [term.core for term in form.terms]
            else:
                parts.append(None)
                values.append(form)
        return tuple(parts), values

    def index(self, passed: int | Slot | None) -> Index | None:
        return index_of(self.indices[passed.number]) if isinstance(passed, Slot) else passed

    def put_together(self, parts: Sequence[Parts | None], values: Iterator[ir.Value]) -> list[Form]:
        return [next(values) if own is None else self._sparse(own, values) for own in parts]

    def _sparse(self, parts: Parts, values: Iterator[ir.Value]) -> Sparse:
        terms = tuple(Term(next(values), tuple(map(self.index, place))) for place in parts.places)
        return Sparse(parts.type, list(map(self.index, parts.sizes)), terms)


def with_values(form: Form) -> Form:
    """A tensor whose places are values, so that one version does for all numbers."""
    if not isinstance(form, Sparse):
        return form
    return form.with_terms(
        [Term(term.core, tuple(n if n is None else as_value(n) for n in term.place)) for term in form.terms]
    )
