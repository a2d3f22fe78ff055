"""`lagrad.snapshots_on`: snapshots are pages of a file, and derivatives are what they are without."""

import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import lagrad
from lagrad.errors import CheckFailed

# A state with a large part and a small one; `while` where the loop says so.
FOR = """
  %end:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %e = %a) -> (tensor<?xf64>, f64) {
    BODY
    scf.yield %v, %f : tensor<?xf64>, f64
  } {MARK}
"""
WHILE = """
  %end:3 = scf.while (%s = %x, %e = %a, %i = %c0) : (tensor<?xf64>, f64, index) -> (tensor<?xf64>, f64, index) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %s, %e, %i : tensor<?xf64>, f64, index
  } do {
  ^bb0(%s: tensor<?xf64>, %e: f64, %i: index):
    BODY
    %next = arith.addi %i, %c1 : index
    scf.yield %v, %f, %next : tensor<?xf64>, f64, index
  } attributes {MARK}
"""
PROGRAM = """
func.func @f(%a: f64, %x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = tensor.dim %x, %c0 : tensor<?xf64>
  %factor = tensor.splat %a[%size] : tensor<?xf64>
  LOOP
  %last = tensor.extract %end#0[%c1] : tensor<?xf64>
  %result = arith.addf %last, %end#1 : f64
  return %result : f64
}
func.func private @gradient(f64, tensor<?xf64>, index) -> (f64, tensor<?xf64>) attributes {lagrad.gradient = @f}
"""
BODY = """
    %p = arith.mulf %s, %factor : tensor<?xf64>
    %v = math.sin %p : tensor<?xf64>
    %first = tensor.extract %v[%c0] : tensor<?xf64>
    %f = arith.mulf %e, %first : f64
"""


def compiled(loop: str, mark: str) -> lagrad.Program:
    return lagrad.compile(PROGRAM.replace("LOOP", loop).replace("BODY", BODY).replace("MARK", mark))


def in_file(directory: Path | str) -> str:
    return f'lagrad.snapshots = 6, lagrad.snapshots_on = "{directory}"'


@pytest.mark.parametrize("loop", [FOR, WHILE], ids=["for", "while"])
def test_gradients_are_those_of_snapshots_in_memory(tmp_path, loop):
    filed, kept = compiled(loop, in_file(tmp_path)), compiled(loop, "lagrad.snapshots = 6")
    for n in (0, 1, 7, 50):
        given = 1.2, np.linspace(0.1, 1, 40_000), n
        for found, expected in zip(filed.gradient(*given), kept.gradient(*given), strict=True):
            np.testing.assert_array_equal(found, expected)


def mappings(directory: Path) -> list[tuple[int, bool]]:
    """Of the files of a directory that this process maps: how many bytes, and whether they have no name."""
    lines = [line.split() for line in Path("/proc/self/maps").read_text().splitlines() if str(directory) in line]
    ends = [[int(end, 16) for end in words[0].split("-")] for words in lines]
    return [(end - begin, words[-1] == "(deleted)") for (begin, end), words in zip(ends, lines)]


@contextmanager
def seen(directory: Path):
    """What is mapped while something runs; at least one look at it is taken."""
    found: list = []
    is_over = threading.Event()

    def look() -> None:
        while not is_over.is_set():
            found.extend(mappings(directory))

    thread = threading.Thread(target=look)
    thread.start()
    yield found
    is_over.set()
    thread.join()


@pytest.mark.parametrize("loop", [FOR, WHILE], ids=["for", "while"])
def test_memory_is_a_file_without_a_name_and_goes_with_the_loop(tmp_path, loop):
    program = compiled(loop, in_file(tmp_path))
    with seen(tmp_path) as found:
        while not found:
            program.gradient(1.2, np.linspace(0.1, 1, 40_000), 50)
    assert all(size >= 6 * 8 * 40_000 for size, _ in found) and any(is_nameless for _, is_nameless in found)
    assert mappings(tmp_path) == [] and list(tmp_path.iterdir()) == []


SMALL = """
import resource, sys
from test_snapshots_in_files import FOR, compiled, in_file, np
program, x = compiled(FOR, in_file(sys.argv[1])), np.linspace(0.1, 1, 1 << 21)
program.gradient(1.2, x[:10], 2)
used = next(int(line.split()[1]) << 10 for line in open("/proc/self/status") if line.startswith("VmData:"))
resource.setrlimit(resource.RLIMIT_DATA, (used + 80_000_000,) * 2)
program.gradient(1.2, x, 50)
"""


def test_a_file_may_be_larger_than_memory(tmp_path):
    """Six states of 17 MB, of which memory that is no file's has room for four with all temporaries."""
    here = Path(__file__).parent
    ran = subprocess.run([sys.executable, "-c", SMALL, str(tmp_path)], cwd=here, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


def test_no_directory():
    with pytest.raises(CheckFailed, match="no file for snapshots can be made in /nowhere"):
        compiled(FOR, in_file("/nowhere")).gradient(1.2, np.linspace(0.1, 1, 40_000), 50)


@pytest.mark.parametrize("name", ["a b", "é", 'HOW "NO_FILE"', "back\\slash", "new\nline"])
def test_names_of_directories(tmp_path, name):
    folder = tmp_path / name
    mark = in_file("".join(f"\\{byte:02X}" for byte in bytes(folder)))
    with pytest.raises(CheckFailed) as told:
        compiled(FOR, mark).gradient(1.2, np.linspace(0.1, 1, 4_000), 5)
    assert f"no file for snapshots can be made in {folder}" in str(told.value)
    folder.mkdir()
    compiled(FOR, mark).gradient(1.2, np.linspace(0.1, 1, 4_000), 5)


FULL = """
import resource, signal, sys
from test_snapshots_in_files import FOR, compiled, in_file, np
program = compiled(FOR, in_file(sys.argv[1]))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
program.gradient(1.2, np.linspace(0.1, 1, 40_000), 50)
"""


def test_no_room(tmp_path):
    here = Path(__file__).parent
    ran = subprocess.run([sys.executable, "-c", FULL, str(tmp_path)], cwd=here, capture_output=True, text=True)
    assert f"assertion failed: there is no room for snapshots in {tmp_path}" in ran.stderr
