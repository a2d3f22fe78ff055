"""Convolutions and their adjoints as products of matrices, whatever their size, against JAX."""

import re

import lagrad
import pytest
from against_jax import check
from programs import NAMES, load

from lagrad import execute, pipelines
from lagrad.lowering import pipeline as lowering

WHOLE, ROWS = (f"lagrad-unfold-windows{{reuse=1 work=1 room={room}}}" for room in (1 << 18, 0))
WINDOWS = [name for name in NAMES if re.search(r"linalg\.\w*conv_|affine_map<.*\+", load(name).text)]


@pytest.mark.parametrize("unfold", [WHOLE, ROWS], ids=["whole", "rows"])
@pytest.mark.parametrize("name", WINDOWS)
def test_unfolded(name, unfold):
    program = load(name)
    pipeline = "lagrad-default," + lowering.pipeline(blas="openblas").replace("lagrad-unfold-windows", unfold)
    if "conv_" in program.text:  # each of them is unfolded, and so are its adjoints
        remarks = pipelines.run(execute.parse(program.text), pipeline).remarks
        assert sum("its windows are copied side by side" in remark.message for remark in remarks) >= 3
    functions = lagrad.compile(program.text, pipeline=pipeline)
    for request in program.requests.values():
        check(program, functions, request, {})
