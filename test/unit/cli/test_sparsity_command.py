"""What `lagrad-sparsity` writes, and what it refuses (in this process: `--debug`)."""

import pytest
import scipy.sparse

from lagrad_cli.sparsity import run

PROGRAM = """
func.func @f(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = arith.mulf %x, %y : tensor<?xf64>
  return %0 : tensor<?xf64>
}
func.func @g(%x: f64) -> f64 {
  %0 = math.sin %x : f64
  return %0 : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @g}
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "f.mlir"
    path.write_text(PROGRAM)
    return str(path)


def test_a_pattern_as_a_file(program, tmp_path):
    path = tmp_path / "pattern.npz"
    assert run([program, "--debug", "--entry=f", "--size=3", f"--out={path}"]) == 0
    pattern = scipy.sparse.load_npz(path)
    assert pattern.toarray().tolist() == [[k % 3 == i for k in range(6)] for i in range(3)]


def test_a_derivative_is_a_function(program, capfd):
    assert run([program, "--debug", "--entry=@df"]) == 0
    assert "@df: Jacobian with respect to [0], for all arguments: 1 x 1, 1 entry (100.0%)" in capfd.readouterr().out


@pytest.mark.parametrize("arguments, status, message", [
    (["--out=p.npz"], 1, "--out is for one function, and there are @f, @g"),
    (["--entry=f", "--arg=x=[1,2]", "--arg=y=[1]"], 1, "it must be"),
    (["--arg=z=1"], 1, "no function that is differentiated has an argument 'z'"),
    (["--entry=g", "--wrt=1"], 1, "argument 1 of @g, in 'wrt', is not one of its float arguments"),
    (["--wrt=-1"], 2, "--wrt takes argument numbers"),
])  # fmt: skip
def test_what_is_refused(program, capfd, arguments, status, message):
    assert run([program, "--debug", *arguments]) == status
    assert message in capfd.readouterr().err
