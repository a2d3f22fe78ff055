"""Where sparse tensors begin: constants and fills of zero."""

from __future__ import annotations

from .. import build
from ..mlir import ir
from .rewrite import Rewrite
from .terms import Sparse, may_be_sparse


def fill(rewrite: Rewrite, op: ir.Operation) -> bool:
    if len(op.results) != 1 or not may_be_sparse(op.results[0].type) or build.constant_of(op.operands[0]) != 0:
        return False
    rewrite.bind(op.results[0], Sparse(op.results[0].type, rewrite.size_of(op.results[0])))
    return True


def constant(rewrite: Rewrite, op: ir.Operation) -> bool:
    value = op.results[0]
    if not may_be_sparse(value.type) or build.constant_of(value) != 0:
        return False
    rewrite.bind(value, Sparse(value.type, build.shape_of(value.type)))
    return True
