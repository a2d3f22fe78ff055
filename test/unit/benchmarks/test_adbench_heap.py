"""What a call holds of the heap is counted: the peak, not the sum, and not what was there before."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.adbench import heap

ROOT = Path(__file__).parents[3]
MB = 1 << 20
PROGRAM = f"""
import json
from benchmarks.adbench.heap import taken
old = bytearray({10 * MB})
def freed():
    global old
    old = None
    return bytearray({3 * MB})
def in_turn():
    for size in (1, 5, 2):
        bytearray(size * {MB})
def grown():
    b = bytearray({4 * MB})
    b.extend(bytes({2 * MB}))
print(json.dumps([taken(lambda: None), taken(freed), taken(in_turn), taken(grown)]))
"""


@pytest.fixture(scope="module")
def counted():
    if not shutil.which(os.environ.get("CC", "cc")):
        pytest.skip("there is no C compiler to build the counter with")
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env=os.environ | heap.preload(),
        capture_output=True,
        text=True,
        check=True,
    )
    return [megabytes * 1e6 / MB for megabytes in json.loads(ran.stdout)]


def test_nothing(counted):
    assert counted[0] < 0.01


def test_what_was_there_before_does_not_count_when_it_is_freed(counted):
    assert counted[1] == pytest.approx(3, rel=0.01)


def test_the_peak_counts(counted):
    assert counted[2] == pytest.approx(5, rel=0.01)


def test_memory_that_grows(counted):
    assert 8 <= counted[3] < 20  # the old block, what is appended, and the new one, which may be larger than needed


def test_without_the_counter_nobody_counts():
    assert heap.taken(lambda: None) is None
