"""`lagrad-set-fastmath`: lets LLVM reorder and fuse floating-point arithmetic."""

from __future__ import annotations

from dataclasses import dataclass

from ...dialect import EXACT
from ...errors import Failure
from ...mlir import ir
from ...passes import Pass, option
from ..walk import walk

_FLAGS = ("none", "reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "fast")
_ARITHMETIC = {f"arith.{name}" for name in "addf subf mulf divf remf negf".split()}
_IN_PLACE = {
    "arith.divf": {"reassoc"}
}  # with it LLVM moves a quotient behind a product, and so into the loop that it was before


@dataclass(frozen=True)
class SetFastmath(Pass):
    """Add fast-math flags to the floating-point arithmetic of a program.

    The default lets sums be vectorised (`reassoc`) and products be fused into them (`contract`). It
    never assumes that there are no NaNs or infinities. Flags that an operation has already stay. What is marked
    `lagrad.exact` gets none.
    """

    name = "lagrad-set-fastmath"
    aim = "reassociation"
    flags: tuple[str, ...] = option(("reassoc", "contract"), "The flags to add.")

    def run(self, op, report) -> None:
        if unknown := [flag for flag in self.flags if flag not in _FLAGS]:
            raise Failure(f"unknown fast-math flag '{unknown[0]}' in '{self.name}'; known are {', '.join(_FLAGS)}")
        flags = Flags()
        for child in walk(op):
            if child.name in _ARITHMETIC and EXACT not in child.attributes:
                flags.add(child, *(f for f in self.flags if f not in _IN_PLACE.get(child.name, ())))


class Flags:
    """Adds fast-math flags to operations of `arith`; each attribute is parsed once."""

    def __init__(self):
        self.merged: dict[tuple[str, ...], ir.Attribute] = {}

    def add(self, op: ir.Operation, *flags: str) -> None:
        """Those that the operation has already stay."""
        key = tuple(dict.fromkeys([*flags_of(op), *(flag for flag in flags if flag != "none")]))
        if key not in self.merged:
            self.merged[key] = ir.Attribute.parse(f"#arith.fastmath<{','.join(key) or 'none'}>", op.context)
        op.attributes["fastmath"] = self.merged[key]


def flags_of(op: ir.Operation) -> list[str]:
    """The fast-math flags that an operation has."""
    present = str(op.attributes["fastmath"]) if "fastmath" in op.attributes else ""
    return [flag for flag in present.partition("<")[2].rstrip(">").split(",") if flag and flag != "none"]
