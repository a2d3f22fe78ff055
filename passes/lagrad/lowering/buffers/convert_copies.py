"""`lagrad-convert-copies`: copies between strided buffers become loops."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import Report
from ...mlir import ir, linalg
from ...passes import Pass
from ..walk import walk


@dataclass(frozen=True)
class ConvertCopies(Pass):
    """Turn `memref.copy` of a strided buffer into `linalg.copy`.

    Between contiguous buffers `memref.copy` becomes a memcpy, which is fast as it is. A strided one would call a
    function of MLIR's run-time library, which a program of ours is not linked with.
    """

    name = "lagrad-convert-copies"
    creates = ("linalg",)

    def run(self, op: ir.Operation, report: Report) -> None:
        for copy in [child for child in walk(op) if child.name == "memref.copy"]:
            source, target = copy.operands
            if not (_is_contiguous(source.type) and _is_contiguous(target.type)):
                with copy.location, ir.InsertionPoint(copy):
                    linalg.copy(source, outs=[target])
                copy.erase()


def _is_contiguous(t: ir.MemRefType) -> bool:
    """Row-major without gaps, whatever the offset, as far as the type says."""
    if any(t.is_dynamic_dim(k) for k in range(t.rank)):
        return t.affine_map == ir.AffineMap.get_identity(t.rank)
    strides, _ = t.get_strides_and_offset()
    expected = 1
    for k in reversed(range(t.rank)):
        if t.get_dim_size(k) != 1 and strides[k] != expected:
            return False
        expected *= t.get_dim_size(k) if k else 1
    return True
