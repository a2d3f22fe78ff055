"""Convolutions and their adjoints as products of matrices, whatever their size, against JAX."""

import re

import lagrad
import pytest
from against_jax import check
from programs import NAMES, load

from lagrad.lowering import llvm

WHOLE, ROWS = (f"lagrad-unfold-windows{{reuse=1 work=1 room={room}}}" for room in (1 << 18, 0))
WINDOWS = [name for name in NAMES if re.search(r"linalg\.\w*conv_|affine_map<.*\+", load(name).text)]


@pytest.mark.parametrize("unfold", [WHOLE, ROWS], ids=["whole", "rows"])
@pytest.mark.parametrize("name", WINDOWS)
def test_unfolded(name, unfold):
    program = load(name)
    lowering = llvm.pipeline(blas="openblas").replace("lagrad-unfold-windows", unfold)
    functions = lagrad.compile(program.text, pipeline=f"lagrad-default,{lowering}")
    for request in program.requests.values():
        check(program, functions, request, {})
