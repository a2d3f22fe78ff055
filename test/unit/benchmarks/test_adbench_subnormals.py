"""The benchmarks' switch for subnormal numbers, which stays with the process that turns it."""

import platform
import shutil
import subprocess
import sys

PROGRAM = """
import numpy as np
from benchmarks.adbench import subnormals
def product(): return np.full(2, 1e-300)[0] * np.full(2, 1e-15)[0]
print(product() > 0)
subnormals.flush()
print(product() > 0)
"""


def test_a_process_takes_them_for_zero_after_the_call():
    """Where there is the register, and a compiler for what sets it; elsewhere the process is as it was."""
    turns = platform.machine().lower() in ("x86_64", "amd64") and shutil.which("cc")
    said = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["True", "False" if turns else "True"]
