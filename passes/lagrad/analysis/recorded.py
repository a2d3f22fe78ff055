"""Functions that leave records of the calls inside them, or read these: see `ad.calls.records`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..dialect import RECORDED
from ..mlir import ir


@dataclass(frozen=True)
class Recorded:
    """What `lagrad.recorded` says of a function: its calls have the derivative of another one, which takes records."""

    replay: str  # that function
    primal: str  # one without records that gives the same results
    extra: int  # how many arguments of `replay` are records: the last operands of a call, or else its last results
    missing: tuple[int, ...]  # results that are not recorded; `recall` gives tensors without contents


def said(replay: str, primal: str, extra: int, missing: Sequence[int] = ()) -> ir.Attribute:
    """The attribute that says it."""
    numbers = [ir.IntegerAttr.get(ir.IndexType.get(), n) for n in (extra, *missing)]
    return ir.ArrayAttr.get([ir.FlatSymbolRefAttr.get(replay), ir.FlatSymbolRefAttr.get(primal), *numbers])


def recorded(function: ir.Operation) -> Recorded | None:
    """What is said of a function; None if it has no records."""
    if RECORDED not in function.attributes:
        return None
    replay, primal, *numbers = ir.ArrayAttr(function.attributes[RECORDED])
    extra, *missing = [ir.IntegerAttr(n).value for n in numbers]
    return Recorded(ir.FlatSymbolRefAttr(replay).value, ir.FlatSymbolRefAttr(primal).value, extra, tuple(missing))
