"""What `lagrad-tape-report` writes, and what it refuses."""

from unittest import mock

import numpy as np
import pytest
from test_accesses import PROGRAM

from lagrad.characterize import pictures
from lagrad.characterize.accesses import Accesses
from lagrad_cli.tape_report import run

pytest.importorskip("cachesim", reason="pycachesim, of the extra 'bench', is not installed")


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "f.mlir"
    path.write_text(PROGRAM)
    return str(path)


def test_a_report(program, tmp_path, capfd):
    page = tmp_path / "report.html"
    given = ["--entry=df", "--arg=n=20", "--cache=1,8", "--passes=lagrad-layout-tape", f"--out={page}"]
    assert run([program, "--debug", *given]) == 0
    printed = capfd.readouterr().out
    assert "of the tape, bytes: 320" in printed
    assert printed.count("cache of 8 KiB") == 2 and "lagrad-layout-tape" in printed
    drawn = page.read_text()
    assert drawn.count("<svg") == 12 and drawn.count("<h2>") == 14  # and two tables of numbers
    assert "<ol><li>as differentiated</li><li>lagrad-layout-tape</li></ol>" in drawn and "<th>A</th><th>B</th>" in drawn
    assert "<td>cache</td><td>8,192</td><td>10.00</td>" in drawn


def test_caches_of_several_associativities(program, tmp_path, capfd):
    page = tmp_path / "report.html"
    given = ["--entry=df", "--arg=n=20", "--cache=1,8", "--ways=1,4", "--passes=lagrad-layout-tape", f"--out={page}"]
    assert run([program, "--debug", *given]) == 0
    printed = capfd.readouterr().out
    assert printed.count("cache of 1 KiB, 1 way:") == printed.count("cache of 8 KiB, 4 ways:") == 2
    drawn = page.read_text()
    assert drawn.count("<td>1</td><td>4</td>") == drawn.count("<td>8</td><td>1</td>") == 2
    assert "B, 1 way" in drawn  # what the curves are called


def test_pages_fit_narrow_windows(program, tmp_path):
    """Names of variants are in the list in front and nowhere else, and nothing has a width of its own."""
    page = tmp_path / "report.html"
    passes = "lagrad-layout-tape,lagrad-layer-tape{scratchpad-bytes=64},lagrad-index-scratchpad"
    assert run([program, "--entry=df", "--arg=n=20", "--cache=1,8", f"--passes={passes}", f"--out={page}"]) == 0
    drawn = page.read_text()
    assert drawn.count("lagrad-layer-tape") == 1 and "lagrad-layout-tape,<wbr>lagrad-layer-tape" in drawn
    assert "width=device-width" in drawn and "svg{max-width:100%" in drawn
    assert drawn.count("<table>") == drawn.count("<div class='table'><table>") == 3


def test_all_arrays_of_a_tape_are_drawn(monkeypatch):
    """Accesses that take turns between two arrays: those that are drawn are of both."""
    drawn = []
    axes = mock.Mock(plot=lambda x, y, *_, **__: drawn.extend(y))
    monkeypatch.setattr(pictures, "picture", lambda draw, **_: draw(axes))
    count = 4 * pictures._POINTS
    address = np.where(np.arange(count) % 2, 1 << 20, 0)
    yes, no = np.ones(count, bool), np.zeros(count, bool)
    pictures.places([("A", Accesses(address, np.full(count, 8), yes, yes, no, no))])
    assert set(drawn) == {0, 1 << 10} and len(drawn) < 1.2 * pictures._POINTS


def test_equal_curves_are_seen_beside_each_other(monkeypatch):
    """Of variants that use the same lines at the same time, the later one is thinner, and the same for all else."""
    drawn = []
    axes = mock.Mock(plot=lambda *_, **look: drawn.append((look["label"], look["linewidth"])))
    monkeypatch.setattr(pictures, "picture", lambda draw, **_: draw(axes))
    yes, no = np.ones(100, bool), np.zeros(100, bool)
    same = Accesses(8 * np.arange(100), np.full(100, 8), yes, yes, no, no)
    for drawing in (pictures.working_set, pictures.live):
        drawn.clear()
        drawing([("A", same), ("B", same)])
        widths = {name[0]: width for name, width in drawn}
        assert set(widths) == {"A", "B"} and widths["A"] > widths["B"] + 1


@pytest.mark.parametrize(
    "arguments, status, message",
    [
        (["--entry=nothing"], 1, "there is no function @nothing"),
        (["--entry=df", "--passes=lagrad-layout-tapes"], 2, "did you mean 'lagrad-layout-tape'"),
        (["--entry=df", "--cache=1,x"], 2, "--cache takes sizes in KiB"),
        (["--entry=df", "--ways=0"], 2, "--ways takes numbers of lines"),
        (["--entry=df", "--arg=n=20", "--cache=1", "--ways=32"], 1, "a cache of 1024 bytes has no 32 ways"),
        (["--entry=df", "--arg=n=20", "--capacity=5"], 1, "reads and writes memory 86 times"),
        ([], 2, "--entry"),
    ],
)
def test_what_is_refused(program, arguments, status, message, capfd):
    assert run([program, *arguments]) == status
    assert message in capfd.readouterr().err


ROWS = """
func.func @f(%a: tensor<?x2xf64>, %b: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %v = tensor.extract %a[%i, %c1] : tensor<?x2xf64>
    %w = tensor.extract %b[%i] : tensor<?xf64>
    %1 = arith.mulf %v, %w : f64
    %2 = arith.addf %s, %1 : f64
    scf.yield %2 : f64
  }
  return %0 : f64
}
func.func private @df(tensor<?x2xf64>, tensor<?xf64>, index) -> (tensor<?x2xf64>, tensor<?xf64>)
    attributes {lagrad.gradient = @f}
"""


def test_arguments_are_given_as_to_lagrad_run(tmp_path, capfd):
    """A list with a name or without, and a file with all of them."""
    (path := tmp_path / "rows.mlir").write_text(ROWS)
    np.savez(tmp_path / "all.npz", a=np.ones((5, 2)), b=np.ones(5), n=5)
    told = []
    for given in (["--arg=[[1,1],[1,1],[1,1],[1,1],[1,1]]", "--arg=b=[1,1,1,1,1]", "--arg=n=5"], ["--arg=all.npz"]):
        given = [each.replace("all.npz", str(tmp_path / "all.npz")) for each in given]
        assert run([str(path), "--entry=df", "--cache=1", *given]) == 0
        lines = capfd.readouterr().out.splitlines()
        told.append([line for line in lines if "misses" not in line])  # which depend on where arrays begin in a line
        assert len(told[-1]) < len(lines)
    assert told[0] == told[1]
    assert run([str(path), "--entry=df", f"--arg={tmp_path / 'all.npz'}", "--arg=n=4"]) == 2
    assert "--arg n is given twice" in capfd.readouterr().err


def test_indices_out_of_bounds_are_refused(tmp_path, capfd):
    (path := tmp_path / "rows.mlir").write_text(ROWS)
    assert run([str(path), "--entry=df", "--size=2"]) == 1
    said = capfd.readouterr().err
    assert "rows.mlir:7:10: error: index 2 is out of bounds: dimension 0 has the size 2" in said
    assert "%n is 3, because no value was given" in said
