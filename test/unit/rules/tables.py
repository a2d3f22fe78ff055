"""Rules that a test registers, for as long as it runs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import lagrad.ad.directions.many  # noqa: F401  which fill tables of rules, too
from lagrad import dialect, rules
from lagrad.rules import derivatives, loading

_TABLES = (
    rules.RULES, rules.INACTIVE, rules.REFUSED, rules.LOWERINGS, rules.SHADOWS, rules.DEPENDS, rules.SIZES,
    rules.BATCHES, rules.TERMINATORS,
    dialect.ACCEPTED, dialect.LOADERS, loading._loaded, derivatives.UNNAMED,
)  # fmt: skip


@contextlib.contextmanager
def registered() -> Iterator[None]:
    """What is registered inside is forgotten at the end."""
    before = [table.copy() for table in _TABLES]
    derivatives.UNNAMED.clear()  # what other tests left
    try:
        yield
    finally:
        for table, old in zip(_TABLES, before):
            table.clear()
            (table.extend if isinstance(table, list) else table.update)(old)
