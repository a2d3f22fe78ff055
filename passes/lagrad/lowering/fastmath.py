"""`lagrad-set-fastmath`: lets LLVM reorder and fuse floating-point arithmetic."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import Failure
from ..mlir import ir
from ..passes import Pass, option
from .walk import walk

_FLAGS = ("none", "reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "fast")
_ARITHMETIC = {f"arith.{name}" for name in "addf subf mulf divf remf negf".split()}
_IN_PLACE = {"arith.divf": {"reassoc"}}  # with it LLVM moves a quotient behind a product, and so into the loop that it was before


@dataclass(frozen=True)
class SetFastmath(Pass):
    """Add fast-math flags to the floating-point arithmetic of a program.

    The default lets sums be vectorised (`reassoc`) and products be fused into them (`contract`). It
    never assumes that there are no NaNs or infinities. Flags that an operation has already stay.
    """

    name = "lagrad-set-fastmath"
    flags: tuple[str, ...] = option(("reassoc", "contract"), "The flags to add.")

    def run(self, op, report) -> None:
        if unknown := [flag for flag in self.flags if flag not in _FLAGS]:
            raise Failure(
                f"unknown fast-math flag '{unknown[0]}' in '{self.name}'; known are {', '.join(_FLAGS)}"
            )
        merged: dict[tuple[str, bool], ir.Attribute] = {}
        for child in walk(op):
            if child.name in _ARITHMETIC:
                present = str(child.attributes["fastmath"]) if "fastmath" in child.attributes else ""
                key = present, child.name in _IN_PLACE
                if key not in merged:
                    merged[key] = self._with(present, _IN_PLACE.get(child.name, set()))
                child.attributes["fastmath"] = merged[key]

    def _with(self, present: str, left_out: set[str]) -> ir.Attribute:
        """The flags of `#arith.fastmath<...>` and ours."""
        inside = present.partition("<")[2].rstrip(">")
        flags = [flag for flag in (*inside.split(","), *(f for f in self.flags if f not in left_out)) if flag and flag != "none"]
        return ir.Attribute.parse(f"#arith.fastmath<{','.join(dict.fromkeys(flags)) or 'none'}>")
