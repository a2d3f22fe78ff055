"""Which rows lie in memory one behind the other."""

from __future__ import annotations

import pytest

from lagrad import pipelines
from lagrad.mlir import ir
from lagrad.tape.stream_tape import _is_dense


@pytest.mark.parametrize(
    "type, expected",
    [
        ("memref<2x4xf64>", True),
        ("memref<?x4xf64, strided<[4, 1], offset: ?>>", True),
        ("memref<?x4xf64, strided<[5, 1], offset: ?>>", False),
        ("memref<3x2x4xf64, strided<[16, 4, 1]>>", False),
        ("memref<2x4xf64, strided<[1, 2]>>", False),
        ("memref<2x?xf64>", False),
        ("memref<4xf64>", False),  # one row already
    ],
)
def test_what_lies_without_gaps(type, expected):
    with pipelines.new_context():
        module = ir.Module.parse(f"func.func @f(%m: {type}) {{ return }}")
        assert _is_dense(module.body.operations[0].regions[0].blocks[0].arguments[0]) is expected
