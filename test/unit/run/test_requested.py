"""Derivatives that the command line asks for, of files without requests; times; .npz files."""

from __future__ import annotations

import re

import numpy as np
import pytest

from lagrad_cli import check, run

PROGRAM = """
func.func @g(%x: tensor<2xf64>, %s: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %v = tensor.extract %x[%c0] : tensor<2xf64>
  %0 = arith.mulf %v, %v : f64
  %1 = arith.mulf %0, %s : f64
  return %1 : f64
}
func.func @g_gradient(%x: f64) -> f64 {
  return %x : f64
}
func.func @add(%x: memref<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %v = memref.load %x[%c0] : memref<2xf64>
  %more = arith.addf %v, %one : f64
  memref.store %more, %x[%c0] : memref<2xf64>
  return %more : f64
}
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "g.mlir"
    path.write_text(PROGRAM)
    return str(path)


@pytest.mark.parametrize(
    "options, printed",
    [
        (["--wrt=0"], "result 0: tensor<2xf64>\n[12.  0.]\n"),
        (["--wrt=s,%x"], "result 0: f64\n9.0\nresult 1: tensor<2xf64>\n[12.  0.]\n"),
        (["--wrt=arg1"], "result 0: f64\n9.0\n"),
        (["--wrt=0,1"], "result 0: tensor<2xf64>\n[12.  0.]\nresult 1: f64\n9.0\n"),
        ([], "result 0: tensor<2xf64>\n[12.  0.]\nresult 1: f64\n9.0\n"),
        (["--mode=value_and_grad", "--wrt=1"], "result 0: f64\n18.0\nresult 1: f64\n9.0\n"),
        (["--mode=pullback", "--wrt=1", "--arg=2=3"], "result 0: f64\n27.0\n"),
    ],
)
def test_run(program, options, printed, capfd):
    """The name of the derivative is a new one: the program has a function @g_gradient."""
    for option in ("--function=@g", "--grad=g"):
        assert run.run([program, option, "--arg=x=[3,4]", "--arg=s=2", *options]) == 0
        assert capfd.readouterr().out == printed


def test_a_gradient_is_of_one_number(tmp_path, capfd):
    path = tmp_path / "f.mlir"
    path.write_text("""func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> {
  return %x : tensor<2xf64>
}""")
    for command in (run, check):
        assert command.run([str(path), "--grad=f"]) == 1
        told = capfd.readouterr().err
        assert "f.mlir:1:1: error: a gradient is of one number, and @f gives tensor<2xf64>" in told
        assert "ask for lagrad.jacobian" in told
    assert run.run([str(path), "--grad=f", "--mode=jacobian"]) == 0
    assert run.run([str(path), "--grad=f", "--mode=hessian"]) == 1
    assert "a Hessian is of one number" in capfd.readouterr().err


def test_check(program, capfd):
    assert check.run([program, "--function=g", "--wrt=0"]) == 0
    assert check.run([program, "--function=g", "--mode=hessian", "--wrt=0,1"]) == 0
    told = capfd.readouterr().out
    assert re.search(r"ok +@g_gradient_1?.*: gradient of @g with respect to \[0\]", told), told
    assert re.search(r"ok +@g_hessian.*: hessian of @g with respect to \[0, 1\]", told), told


@pytest.mark.parametrize("command", [run, check])
@pytest.mark.parametrize(
    "options, status, message",
    [
        (["--wrt=0"], 2, "--wrt is for the derivative of a function, which --grad names"),
        (["--mode=hvp"], 2, "--mode is for the derivative of a function, which --grad names"),
        (["--grad=g", "--wrt=x,"], 2, "--wrt lists arguments by number or name, as 0,2 or x,y, not 'x,'"),
        (["--grad=g", "--wrt=y"], 1, "error: @g has no argument 'y'; it has x, s"),
        (["--function=g", "--wrt=7"], 1, "@g has no argument 7; it has 2"),
        (["--function=h"], 1, "error: no function @h"),
        (["--function=g", "--mode=grad"], 2, "Invalid value for '--mode'"),
    ],
)
def test_what_cannot_be_asked_for(command, program, options, status, message, capfd):
    assert command.run([program, *options]) == status
    assert message in capfd.readouterr().err


def test_a_rule_has_no_function(capfd):
    assert check.run(["--rule=arith.mulf", "--function=g"]) == 2
    assert "--grad is of a program, and --rule checks an operation" in capfd.readouterr().err


def test_time(program, capfd):
    arguments = [program, "--entry=g", "--arg=x=[3,4]", "--arg=s=2"]
    assert run.run([*arguments, "--time", "--repeat=4"]) == 0
    number = r"[\d.]+(?:e[+-]\d+)? (?:s|ms|us|ns)"
    assert re.fullmatch(
        rf"result 0: f64\n18.0\ntime: {number} at least, {number} in the median of 4 calls\n", capfd.readouterr().out
    )
    assert run.run([*arguments, "--time"]) == 0
    assert int(re.search(r"of (\d+) calls", capfd.readouterr().out)[1]) >= 3
    assert run.run([*arguments, "--repeat=4"]) == 2
    assert "--repeat is how often --time or --profile calls" in capfd.readouterr().err


def test_time_leaves_buffers_as_they_were(program, capfd):
    assert run.run([program, "--entry=add", "--arg=x=[3,4]", "--time", "--repeat=5"]) == 0
    assert capfd.readouterr().out.startswith("result 0: f64\n4.0\n")


def test_npz(program, tmp_path, capfd):
    np.savez(tmp_path / "in.npz", x=[3.0, 4.0], s=2.0)
    given = str(tmp_path / "in.npz")
    assert run.run([program, "--function=g", f"--arg={given}", f"--out={tmp_path}/out.npz"]) == 0
    assert capfd.readouterr().out == ""
    with np.load(tmp_path / "out.npz") as results:
        assert results["result0"].tolist() == [12.0, 0.0] and results["result1"] == 9.0
    assert run.run([program, "--entry=g", f"--arg={given}:x", f"--arg={given}:s"]) == 0
    assert capfd.readouterr().out == "result 0: f64\n18.0\n"
    one = [f"--out=0={tmp_path}/first.npy", f"--out={tmp_path}/rest.npz"]
    assert run.run([program, "--function=g", f"--arg={given}", *one]) == 0
    assert np.load(tmp_path / "first.npy").tolist() == [12.0, 0.0]
    with np.load(tmp_path / "rest.npz") as results:
        assert list(results) == ["result1"]


def test_npz_files_that_do_not_fit(program, tmp_path, capfd):
    np.savez(tmp_path / "in.npz", x=[3.0, 4.0], t=2.0)
    (tmp_path / "no.npz").write_bytes(b"none")
    np.save(tmp_path / "array.npy", np.zeros(2))
    (tmp_path / "array.npy").rename(tmp_path / "array.npz")
    for options, message in [
        ([f"--arg={tmp_path}/in.npz"], "@g has no argument 't'; it has x, s"),
        ([f"--arg=x={tmp_path}/in.npz:y"], "in.npz' has no array 'y'; it has x, t"),
        ([f"--arg={tmp_path}/no.npz"], "cannot read"),
        ([f"--arg={tmp_path}/none.npz"], "No such file or directory"),
        ([f"--arg={tmp_path}/array.npz"], "it is one array, a .npy file"),
    ]:
        assert run.run([program, "--entry=g", *options]) == 1
        assert message in capfd.readouterr().err
