"""What operations that are to run together do with memory, and what may change places with all of them."""

from __future__ import annotations

from typing import NamedTuple

from ...mlir import ir
from ..facts.memory import Kind, kind, may_meet


class Access(NamedTuple):
    buffer: ir.Value
    root: ir.Value
    columns: bool  # is it used column by column?
    written: bool


class Accesses:
    """Accesses of a group, by the memory that they are to: each is looked at with those to memory that may be the same."""

    def __init__(self):
        self._of: dict[Kind, dict[ir.Value, set[Access]]] = {}  # kind of a root, root

    def add(self, access: Access) -> None:
        self._of.setdefault(kind(access.root), {}).setdefault(access.root, set()).add(access)

    def let_pass(self, access: Access) -> bool:
        """Whether an access and all of these commute, unless they are of one column."""
        for own, roots in self._of.items():
            same = [access.root] if access.root in roots else []
            for root in roots if may_meet(own, kind(access.root)) else same:
                if not all(_are_aligned(access, other) for other in roots[root]):
                    return False
        return True


def _are_aligned(a: Access, b: Access) -> bool:
    """Whether two accesses, of memory that may be the same, commute unless they are of one column."""
    return not (a.written or b.written) or a.buffer == b.buffer and a.columns and b.columns
