"""The benchmarks' switch for subnormal numbers: for the rest of a process, or for a part of it."""

import platform
import shutil
import subprocess
import sys

import numpy as np
import pytest

from benchmarks.adbench import subnormals

TURNS = platform.machine().lower() in ("x86_64", "amd64") and bool(shutil.which("cc"))
PROGRAM = """
import numpy as np
from benchmarks.adbench import subnormals
def product(): return np.full(2, 1e-300)[0] * np.full(2, 1e-15)[0]
print(product() > 0)
subnormals.flush()
print(product() > 0)
"""


def product() -> float:
    return (np.full(2, 1e-300) * np.full(2, 1e-15))[0]


def test_a_process_takes_them_for_zero_after_the_call():
    """Where there is the register, and a compiler for what sets it; elsewhere the process is as it was."""
    said = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["True", "False" if TURNS else "True"]


def test_a_part_of_a_process_takes_them_for_zero_and_the_rest_does_not():
    with subnormals.flushed():
        inside = product()
    assert (inside > 0) == (not TURNS)
    assert product() > 0


def test_an_error_turns_the_switch_back():
    with pytest.raises(ValueError, match="inside"), subnormals.flushed():
        raise ValueError("inside")
    assert product() > 0
