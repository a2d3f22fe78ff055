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
    assert page.read_text().count("<svg") == 4


@pytest.mark.parametrize(
    "arguments, status, message",
    [
        (["--entry=nothing"], 1, "there is no function @nothing"),
        (["--entry=df", "--passes=lagrad-layout-tapes"], 2, "did you mean 'lagrad-layout-tape'"),
        (["--entry=df", "--cache=1,x"], 2, "--cache takes sizes in KiB"),
        (["--entry=df", "--arg=n=20", "--capacity=5"], 1, "reads and writes memory 86 times"),
        ([], 2, "--entry"),
    ],
)
def test_what_is_refused(program, arguments, status, message, capfd):
    assert run([program, *arguments]) == status
    assert message in capfd.readouterr().err
