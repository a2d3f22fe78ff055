"""The times of PolyBench beside Enzyme: the C++, what counts as the same result, and the table."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.adbench.peers import tools
from benchmarks.polybench import report
from benchmarks.polybench.affine import program
from benchmarks.polybench.for_enzyme import source
from benchmarks.polybench.kernels import KERNELS
from benchmarks.polybench.report import Timed
from benchmarks.polybench.sizes import SHAPES, sizes_of
from benchmarks.polybench.timing import Disagreement, Workers, agree

FOUND = [
    Timed(
        "gemm", 20, {"lagrad": 2e-6, "enzyme": 4e-6}, {"lagrad": 1e-5, "enzyme": 8e-5}, dict(lagrad=0.0, enzyme=0.25)
    ),
    Timed("gemm", 200, {"lagrad": 3e-3, "enzyme": 3e-3}, {"lagrad": 2e-2, "enzyme": 1e-2}, dict(lagrad=None, enzyme=1)),
]


def test_a_row_has_both_tools_and_their_ratio():
    assert FOUND[0].row == "| gemm, n = 20 | 2 µs | 4 µs | 2.00 | 10 µs | 80 µs | 8.00 | 0 MB | 0.25 MB |"
    assert FOUND[1].row == "| gemm, n = 200 | 3 ms | 3 ms | 1.00 | 20 ms | 10 ms | 0.50 | - | 1 MB |"


def test_geometric_means_are_of_each_size_of_each_kind_and_of_all():
    lines = report.table([FOUND[0], replace(FOUND[1], name="lu")]).splitlines()
    assert lines[2:7] == [
        "| small | 2.00 | 8.00 |", "| large | 1.00 | 0.50 |",
        "| raised to products | 2.00 | 8.00 |", "| the others | 1.00 | 0.50 |", "| all | 1.41 | 2.00 |",
    ]  # fmt: skip
    assert report.PRODUCTS < set(KERNELS)


def test_the_page_and_its_numbers_are_written_and_read_back(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "PAGE", tmp_path / "polybench.md")
    monkeypatch.setattr(report, "NUMBERS", tmp_path / "polybench.json")
    report.PAGE.write_text(f"before\n{report.BEGIN}old\n{report.END}after\n")
    report.write(FOUND[::-1])
    assert report.PAGE.read_text() == f"before\n{report.BEGIN}{report.table(FOUND)}{report.END}after\n"
    assert report.read() == FOUND


def test_the_page_holds_its_numbers():
    text = report.PAGE.read_text("utf-8")
    assert report.table(report.read()) == text.partition(report.BEGIN)[2].partition(report.END)[0]
    assert {(t.name, t.size) for t in report.read()} == {(name, n) for name in KERNELS for n in sizes_of(name)}


def test_sizes_are_of_kernels_and_grow():
    assert {name for names in SHAPES.values() for name in names} <= {*KERNELS}
    assert all(list(sizes_of(name)) == sorted({*sizes_of(name)}) for name in KERNELS)


def test_what_differs_is_an_error_with_its_name():
    ones = np.ones(3)
    agree("gemm", [ones, ones], [ones, ones * (1 + 1e-12)], ["C", "A"])
    with pytest.raises(Disagreement, match="gemm: lagrad and Enzyme differ by 1.0e-06 in A"):
        agree("gemm", [ones, ones * (1 + 1e-6)], [ones, ones], ["C", "A"])
    with pytest.raises(Disagreement):
        agree("gemm", [ones * np.nan], [ones], ["C"])


def test_arrays_of_the_timed_program_do_not_overlap():
    assert program(KERNELS["gemm"], 4, restrict=True).count("{llvm.noalias}") == 3
    assert "noalias" not in program(KERNELS["gemm"], 4)


@pytest.mark.skipif(not shutil.which("c++"), reason="no C++ compiler")
def test_every_kernel_is_cpp(tmp_path):
    declared = "#include <math.h>\n#include <stdint.h>\nint enzyme_dup, enzyme_out;\n#define R __restrict\n"
    declared += 'extern "C" void __enzyme_autodiff(...) noexcept;\n'
    files = [tmp_path / f"{name}.cpp" for name in KERNELS]
    for file in files:
        file.write_text(declared + source(KERNELS[file.stem], sizes_of(file.stem)))
    done = subprocess.run(["c++", "-fsyntax-only", "-w", *files], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
@pytest.mark.skipif(bool(tools()["enzyme"].missing), reason="make peers")
def test_a_kernel_is_timed_beside_enzyme():
    with Workers() as workers:
        found = workers.timed("gemm", 20)
    assert min(*found.primal.values(), *found.pullback.values()) > 0
