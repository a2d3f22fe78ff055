"""The benchmarks' switch for subnormal numbers, which stays with the process that turns it."""

import platform
import shutil
import subprocess
import sys

import pytest

PROGRAM = """
import numpy as np
from benchmarks.adbench import subnormals
def product(): return np.full(2, 1e-300)[0] * np.full(2, 1e-15)[0]
print(product() > 0)
subnormals.flush()
print(product() > 0)
"""


@pytest.mark.skipif(platform.machine().lower() not in ("x86_64", "amd64") or not shutil.which("cc"), reason="a register of x86, in C")
def test_a_process_takes_them_for_zero_after_the_call():
    said = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["True", "False"]
