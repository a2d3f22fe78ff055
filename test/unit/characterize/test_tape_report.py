"""What `lagrad-tape-report` writes, and what it refuses."""

import pytest
from test_accesses import PROGRAM

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
    assert "<td>cache</td><td>8,192</td><td>10.00</td>" in drawn


def test_caches_of_several_associativities(program, tmp_path, capfd):
    page = tmp_path / "report.html"
    given = ["--entry=df", "--arg=n=20", "--cache=1,8", "--ways=1,4", "--passes=lagrad-layout-tape", f"--out={page}"]
    assert run([program, "--debug", *given]) == 0
    printed = capfd.readouterr().out
    assert printed.count("cache of 1 KiB, 1 way:") == printed.count("cache of 8 KiB, 4 ways:") == 2
    drawn = page.read_text()
    assert drawn.count("<td>1</td><td>4</td>") == drawn.count("<td>8</td><td>1</td>") == 2
    assert "lagrad-layout-tape, 1 way" in drawn  # what the curves are called


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
