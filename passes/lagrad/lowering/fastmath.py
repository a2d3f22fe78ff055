"""`lagrad-set-fastmath`: lets LLVM reorder and fuse floating-point arithmetic."""

from __future__ import annotations

from collections.abc import Iterable
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
        for child in walk(op):
            if child.name in _ARITHMETIC:
                add_flags(child, [f for f in self.flags if f not in _IN_PLACE.get(child.name, ())])


def flags_of(op: ir.Operation) -> list[str]:
    """The fast-math flags that an operation has."""
    present = str(op.attributes["fastmath"]) if "fastmath" in op.attributes else ""
    return [flag for flag in present.partition("<")[2].rstrip(">").split(",") if flag and flag != "none"]


def add_flags(op: ir.Operation, flags: Iterable[str]) -> None:
    """Adds fast-math flags to an operation of `arith`."""
    op.attributes["fastmath"] = _attribute(op.context, tuple(dict.fromkeys([*flags_of(op), *flags])))


def _attribute(context: ir.Context, flags: tuple[str, ...]) -> ir.Attribute:
    return ir.Attribute.parse(f"#arith.fastmath<{','.join(flag for flag in flags if flag != 'none') or 'none'}>", context)
