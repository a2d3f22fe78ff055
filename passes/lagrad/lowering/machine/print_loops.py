"""`lagrad-print-loops`: which loops are vector code, what keeps the others from it, and which products call a
library."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import Failure, error
from ...mlir import ir, passmanager
from ...passes import Pass
from .constants import translated
from .loop_listing import Loop, loops, product_calls


@dataclass(frozen=True)
class PrintLoops(Pass):
    """List the innermost loops of a lowered program, as they are in machine code for this processor.

    One note for each, at its place in the source: how many numbers its vectors have, or that it has none, and what it
    has in the way; and one for each call of BLAS or of a function of `lagrad-define-products`, beside which the loops
    at the same place are for sizes too small for it. Loops that LLVM unrolls or removes are not there. The program
    stays as it is. `--report` has an entry for each loop: `loop`, its place; `width`, 1 without vectors and 0 where it
    copies or fills rows; `reasons`; and `one_by_one`, the functions that the C library computes of each number of a
    vector; and for each call: `product`, its place, and `calls`, the function.

    ```
    lagrad-opt program.mlir --lagrad-to-llvm --lagrad-print-loops --emit=obj -o program.o
    ```
    """

    name = "lagrad-print-loops"
    creates = ("llvm",)

    def run(self, op, report) -> None:
        from . import native

        if left := [
            child for child in op.regions[0].blocks[0].operations if not child.operation.name.startswith("llvm.")
        ]:
            raise Failure(error(left[0].operation.location, f"'{self.name}' runs on a program that is lowered to LLVM"))
        copy = op.clone().operation
        passmanager.PassManager.parse("builtin.module(ensure-debug-info-scope-on-llvm-func)").run(copy)
        code = native.optimized(translated(copy)[0])
        for (file, line, column), function in product_calls(code):
            report.show(ir.Location.file(file, line, column), f"this product calls {function}")
            report.entry(product=f"{file}:{line}:{column}", calls=function)
        for loop in loops(code):
            file, line, column = loop.place
            report.show(ir.Location.file(file, line, column), _says(loop))
            facts = {"width": loop.width, "reasons": list(loop.reasons), "one_by_one": list(loop.singly)}
            report.entry(loop=f"{file}:{line}:{column}", **facts)


def _says(loop: Loop) -> str:
    if loop.width == 0:
        return "this loop copies or fills rows"
    if loop.width > 1:
        singly = f", but {' and '.join(loop.singly)} one by one" if loop.singly else ""
        return f"this loop computes {loop.width} numbers at once{singly}"
    return "this loop computes one number at a time" + (": " + ", and ".join(loop.reasons) if loop.reasons else "")
