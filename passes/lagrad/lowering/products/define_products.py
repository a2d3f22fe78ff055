"""`lagrad-define-products`: the functions that compute products of matrices."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from ...mlir import ir, passmanager
from ...passes import Pass
from ..machine import processors
from . import guarded_product, product_kernel

_TO_LLVM = (
    "convert-scf-to-cf,convert-vector-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,"
    "canonicalize,cse,reconcile-unrealized-casts"
)


@dataclass(frozen=True)
class DefineProducts(Pass):
    """Define the functions `lagrad.product.f64`, `.f32` and `.guarded` ones that a module in LLVM's dialect declares.

    They add a product of matrices to another matrix, tile by tile, each of which is as large as the registers of the
    processor are many. A library copies both factors before it multiplies them. Where the result has few rows, or where
    the sums are short, that takes as long as the arithmetic. These functions read the factors where they are, but for
    one that would be read with large strides, of which a part at a time is copied to the stack. The guarded ones leave
    out the terms of zeros that are strong, and are called where a factor has an infinity or a NaN.
    """

    name = "lagrad-define-products"
    aim = "blas"
    creates = ("llvm",)

    processor: str = processors.chosen("The processor whose registers the tiles fill, as for --target-cpu.")

    def run(self, op, report) -> None:
        body = op.regions[0].blocks[0]
        known = ir.SymbolTable(op)
        for element in product_kernel.ELEMENTS:
            for name, text in functions(element, self.processor).items():
                if name in known and not known[name].operation.regions[0].blocks:
                    known.erase(known[name])
                    for made in ir.Module.parse(lowered(text)).body.operations:
                        made.operation.clone(ip=ir.InsertionPoint(body))


def functions(element: str, processor: str) -> dict[str, str]:
    """What may be declared for numbers of a type: the name of each function, and the text of a module with it."""
    registers = processors.registers(processor)
    tile = product_kernel.tile_of(element, registers.bytes, registers.count)
    return {
        product_kernel.name_of(element): product_kernel.functions(tile),
        guarded_product.name_of(element): guarded_product.function(element),
    }


@functools.cache
def lowered(text: str) -> str:
    """Functions of `functions` in LLVM's dialect."""
    with ir.Context() as context, ir.Location.unknown(context):
        module = ir.Module.parse(text)
        passmanager.PassManager.parse(f"builtin.module({_TO_LLVM})").run(module.operation)
        return str(module)
