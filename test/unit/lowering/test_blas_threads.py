"""BLAS has one thread, whatever the environment says to others: its threads would take processors from ours."""

import os
import subprocess
import sys

import pytest

COUNT = """
import ctypes, os, pathlib
from lagrad.lowering.machine import native
native._load_openblas()
import scipy_openblas32
(library,) = pathlib.Path(scipy_openblas32.get_lib_dir()).glob("libscipy_openblas.*")
print(ctypes.CDLL(str(library)).scipy_openblas_get_num_threads(), os.environ.get("OPENBLAS_NUM_THREADS"))
"""


@pytest.mark.parametrize("given", [None, "2"])
@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="BLAS takes no more threads than there are cores")
def test_threads(given):
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    if given:
        environment["OPENBLAS_NUM_THREADS"] = given
    done = subprocess.run([sys.executable, "-c", COUNT], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", str(given)]
