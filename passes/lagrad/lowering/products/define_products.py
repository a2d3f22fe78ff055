"""`lagrad-define-products`: the functions that compute products of matrices."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from ...mlir import ir, passmanager
from ...passes import Pass
from ..machine import processors
from . import product_kernel

_TO_LLVM = (
    "convert-scf-to-cf,convert-vector-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,"
    "canonicalize,cse,reconcile-unrealized-casts"
)


@dataclass(frozen=True)
class DefineProducts(Pass):
    """Define the functions `lagrad.product.f64` and `.f32` that a module in LLVM's dialect declares.

    They add a product of matrices to another matrix, tile by tile, each of which is as large as the registers of the
    processor are many. A library copies both factors before it multiplies them. Where the result has few rows, or where
    the sums are short, that takes as long as the arithmetic. These functions read the factors where they are, but for
    one that would be read with large strides, of which a part at a time is copied to the stack.
    """

    name = "lagrad-define-products"
    creates = ("llvm",)

    processor: str = processors.chosen("The processor whose registers the tiles fill, as for --target-cpu.")

    def run(self, op, report) -> None:
        body = op.regions[0].blocks[0]
        registers = processors.registers(self.processor)
        known = ir.SymbolTable(op)
        for element, name in ((element, product_kernel.name_of(element)) for element in product_kernel.ELEMENTS):
            if name in known and not known[name].operation.regions[0].blocks:
                known.erase(known[name])
                tile = product_kernel.tile_of(element, registers.bytes, registers.count)
                for made in ir.Module.parse(lowered_functions(tile)).body.operations:
                    made.operation.clone(ip=ir.InsertionPoint(body))


@functools.cache
def lowered_functions(tile: product_kernel.Tile) -> str:
    """The functions in LLVM's dialect."""
    with ir.Context() as context, ir.Location.unknown(context):
        module = ir.Module.parse(product_kernel.functions(tile))
        passmanager.PassManager.parse(f"builtin.module({_TO_LLVM})").run(module.operation)
        return str(module)
