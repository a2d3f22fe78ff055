"""--size: of every open dimension, and of those of one argument."""

from __future__ import annotations

import pytest

from lagrad_cli import check, run

PROGRAM = """func.func @shape(%A: tensor<?x2x?xf64>, %b: tensor<?xf64>, %c: tensor<?xf64>)
    -> (index, index, index, f64) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %A, %c0 : tensor<?x2x?xf64>
  %n = tensor.dim %A, %c2 : tensor<?x2x?xf64>
  %k = tensor.dim %b, %c0 : tensor<?xf64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %dot = linalg.dot ins(%b, %c : tensor<?xf64>, tensor<?xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %d = tensor.extract %dot[] : tensor<f64>
  return %m, %n, %k, %d : index, index, index, f64
}
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "shape.mlir"
    path.write_text(PROGRAM)
    return str(path)


def sizes(program, capfd, *options):
    assert run.run([program, *options]) == 0
    return [int(line) for line in capfd.readouterr().out.splitlines()[1:6:2]]


@pytest.mark.parametrize(
    "options, found",
    [
        ([], [4, 4, 4]),
        (["--size=7"], [7, 7, 7]),
        (["--size=A=7"], [7, 7, 4]),
        (["--size=%A=7x5", "--size=6"], [7, 5, 6]),
        (["--size=c=3"], [4, 4, 3]),  # %b is as long as %c
        (["--size=0=3", "--size=arg1=2"], [3, 3, 2]),
        (["--size=c=3", "--arg=b=2"], [4, 4, 3]),  # a number fills it
        (["--size=0", "--size=b=1"], [0, 0, 1]),
        (["--arg=c=[1,2]"], [4, 4, 2]),
        (["--arg=c=[1,2]", "--arg=b=5"], [4, 4, 2]),
    ],
)
def test_sizes(program, options, found, capfd):
    assert sizes(program, capfd, *options) == found


@pytest.mark.parametrize("command", [run, check])
@pytest.mark.parametrize(
    "options, status, message",
    [
        (["--size=n"], 2, "--size takes N, NAME=N or NAME=NxN, not 'n'"),
        (["--size=-1"], 2, "not '-1'"),
        (["--size=2x3"], 2, "not '2x3'"),
        (["--size=A=2x"], 2, "not 'A=2x'"),
        (["--size=2", "--size=3"], 2, "--size of all dimensions is given twice"),
        (["--size=A=2", "--size=%A=3"], 2, "--size A is given twice"),
        (["--size=q=2"], 1, "argument 'q'"),
        (["--size=A=2x3x4"], 1, "%A is tensor<?x2x?xf64>, with 2 open dimensions, not as --size A=2x3x4 says"),
        (["--size=b=2", "--arg=b=[1,2]"], 1, "%b has the sizes of its value, '[1,2]': leave out --size for it"),
    ],
)
def test_sizes_that_do_not_fit(command, program, options, status, message, capfd):
    """A pullback takes all arguments of the function."""
    asked = ["--grad=shape", "--mode=pullback", "--wrt=b"]
    assert command.run([program, *asked, *options]) == status
    told = capfd.readouterr().err
    assert message in told, told
