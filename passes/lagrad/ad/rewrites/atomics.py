"""Atomic updates of an element, as what they store."""

from __future__ import annotations

from ... import build
from ...mlir import arith, ir

_INTEGERS = {"maxs": "arith.maxsi", "maxu": "arith.maxui", "mins": "arith.minsi", "minu": "arith.minui"}


def kind(op: ir.Operation) -> str:
    """What a `memref.atomic_rmw` does; the numbers of kinds differ between versions of MLIR."""
    return arith.AtomicRMWKind(op.attributes["kind"].value).name


def combined(op: ir.Operation, before: ir.Value, term: ir.Value) -> ir.Value:
    """What a `memref.atomic_rmw` of a term stores where `before` was."""
    if (name := kind(op)) == "assign":
        return term
    return build.emit1(_INTEGERS.get(name, f"arith.{name}"), term.type, before, term)
