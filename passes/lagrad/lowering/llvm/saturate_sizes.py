"""`lagrad-saturate-sizes`: a buffer of more bytes than 64 bits count is not taken for a small one."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...mlir import ir, memref
from ...passes import Pass
from ..allocation.stores import bytes_needed, can_hold
from ..walk import walk


@dataclass(frozen=True)
class SaturateSizes(Pass):
    """Compute the bytes of a buffer with a dynamic size so that they do not overflow.

    ```mlir
    %a = memref.alloc(%m, %n) : memref<?x?xf64>
    ```
    becomes
    ```mlir
    %bytes = ...                     // m * n * 8; the largest number if that is larger, or if a size is negative
    %memory = memref.alloc(%bytes) : memref<?xi8>
    %a = memref.view %memory[%c0][%m, %n] : memref<?xi8> to memref<?x?xf64>
    ```
    Of the largest number of bytes no system has memory, so `lagrad-report-failures` ends the call.
    """

    name = "lagrad-saturate-sizes"
    creates = ("arith", "memref")

    def run(self, op: ir.Operation, report) -> None:
        for alloc in [child for child in walk(op) if child.name == "memref.alloc"]:
            type = ir.MemRefType(alloc.results[0].type)
            if alloc.operands and can_hold(alloc):
                byte = ir.IntegerType.get_signless(8)
                with alloc.location, ir.InsertionPoint(alloc):
                    bytes = bytes_needed(type, list(alloc.operands))
                    whole = memref.alloc(ir.MemRefType.get([build.DYNAMIC], byte), [bytes], [])
                    view = memref.view(type, whole, build.index(0), list(alloc.operands))
                alloc.results[0].replace_all_uses_with(view)
                alloc.erase()
