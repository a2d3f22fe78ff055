"""`lagrad-set-vector-width`: how wide the vectors are that LLVM makes of loops."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import Failure
from ...mlir import ir
from ...passes import Pass, option

WIDTHS = (0, 128, 256, 512)


@dataclass(frozen=True)
class SetVectorWidth(Pass):
    """Tell LLVM how wide vectors should be, in bits; without the pass it decides by what it knows of the processor.

    The width is that of vectors that LLVM makes. A processor that has no such wide ones computes them in parts. `bits=0` changes nothing.
    """

    name = "lagrad-set-vector-width"
    creates = ("llvm",)
    bits: int = option(0, "The width: 0, 128, 256 or 512.")

    def __post_init__(self):
        if self.bits not in WIDTHS:
            raise Failure(f"option 'bits' of '{self.name}' is one of {', '.join(map(str, WIDTHS))}, not {self.bits}")

    def run(self, op, report) -> None:
        for function in [view.operation for view in op.regions[0].blocks[0].operations]:
            if self.bits and function.name == "llvm.func" and function.regions[0].blocks:
                function.attributes["prefer_vector_width"] = ir.StringAttr.get(str(self.bits))
