"""BLAS has one thread unless the environment asks for more."""

import os
import subprocess
import sys

import pytest

COUNT = """
import ctypes, pathlib
from lagrad.lowering.machine import native
native._load_openblas()
import scipy_openblas32
(library,) = pathlib.Path(scipy_openblas32.get_lib_dir()).glob("libscipy_openblas.*")
print(ctypes.CDLL(str(library)).scipy_openblas_get_num_threads())
"""


@pytest.mark.parametrize(("given", "threads"), [(None, 1), ("2", 2)])
@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="BLAS takes no more threads than there are cores")
def test_threads(given, threads):
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    if given:
        environment["OPENBLAS_NUM_THREADS"] = given
    done = subprocess.run([sys.executable, "-c", COUNT], env=environment, capture_output=True, text=True, check=True)
    assert int(done.stdout) == threads
