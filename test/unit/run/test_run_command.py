"""`lagrad-run`: what it prints and writes, and how it fails."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import numpy as np
import pytest

from lagrad_cli import run

LAGRAD_RUN = os.path.join(os.path.dirname(sys.executable), "lagrad-run")
PROGRAM = """
func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64> {lagrad.example = dense<[1.0, 2.0, 3.0]> : tensor<3xf64>}, %n: index)
    -> (f64, index) {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %d = linalg.dot ins(%x, %w : tensor<3xf64>, tensor<3xf64>) outs(%z : tensor<f64>) -> tensor<f64>
  %r = tensor.extract %d[] : tensor<f64>
  return %r, %n : f64, index
}
func.func private @g(tensor<3xf64>, tensor<3xf64>, index) -> (tensor<3xf64>, tensor<3xf64>)
    attributes {lagrad.gradient = @f, lagrad.wrt = [0, 1]}
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "f.mlir"
    path.write_text(PROGRAM)
    return str(path)


def test_prints_results(program, capfd):
    assert run.run([program, "--entry=f", "--arg", "x=[1, 2, 3]", "--arg=n=7"]) == 0
    assert capfd.readouterr().out == "result 0: f64\n14.0\nresult 1: index\n7\n"


def test_integers_and_examples_by_default(program, capfd):
    assert run.run([program, "--entry=f", "--arg=arg0=1"]) == 0
    assert capfd.readouterr().out == "result 0: f64\n6.0\nresult 1: index\n3\n"


def test_fills_requests_and_names_their_arguments_like_the_primal(program, capfd):
    assert run.run([program, "--entry=@g", "--arg=%x=[4, 5, 6]"]) == 0
    assert capfd.readouterr().out == ("result 0: tensor<3xf64>\n[1. 2. 3.]\nresult 1: tensor<3xf64>\n[4. 5. 6.]\n")


def test_reads_and_writes_npy_files(program, tmp_path, capfd):
    np.save(tmp_path / "x.npy", np.array([1.0, 0.0, 2.0]))
    arguments = ["--arg", str(tmp_path / "x.npy"), "--arg", "[1, 1, 1]", "--out", f"result0={tmp_path}/w.npy"]
    assert run.run([program, "--entry=g", *arguments, "--out", f"1={tmp_path}/x_bar.npy"]) == 0
    assert capfd.readouterr().out == ""
    np.testing.assert_array_equal(np.load(tmp_path / "w.npy"), [1, 1, 1])
    np.testing.assert_array_equal(np.load(tmp_path / "x_bar.npy"), [1, 0, 2])


def test_seed_decides_what_is_not_given(program, capfd):
    def printed(*arguments):
        assert run.run([program, "--entry=f", *arguments]) == 0
        return capfd.readouterr().out

    assert printed() == printed("--seed=0") != printed("--seed=1")


def test_open_sizes(tmp_path, capfd):
    path = tmp_path / "f.mlir"
    path.write_text("""
func.func @f(%x: tensor<?x2xi32>) -> tensor<?x2xi32> {
  return %x : tensor<?x2xi32>
}""")
    assert run.run([str(path), "--size=2"]) == 0
    assert capfd.readouterr().out == "result 0: tensor<?x2xi32>\n[[3 1]\n [2 3]]\n"


def test_strict_and_other_pipelines(program, capfd):
    for options in (["--strict"], ["-p", "lagrad-to-llvm"], ["--strict", "-p", "lagrad-to-llvm-strict"]):
        assert run.run([program, "--entry=f", "--arg=x=[1,2,3]", *options]) == 0
        assert capfd.readouterr().out.startswith("result 0: f64\n14.0\n")


def test_standard_input_and_the_console_script():
    done = subprocess.run(
        [LAGRAD_RUN, "-", "--arg=2.5"],
        input="func.func @f(%x: f64) -> f64 { return %x : f64 }",
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "result 0: f64\n2.5\n", "")


@pytest.mark.parametrize(
    "arguments, status, message",
    [
        ([], 2, r"error: --entry says which function to call; there is @f, @g\ntry 'lagrad-run --help'"),
        (["--entry=h"], 1, r"error: there is no function @h"),
        (["--entry=f", "--arg=y=1"], 1, r"f.mlir:2:1: error: @f has no argument 'y'; it has x, w, n\n .*func.func @f"),
        (["--entry=f", "--arg=x=[1,2]"], 1, r"error: %x is tensor<3xf64>; '\[1,2\]' has the shape \(2,\)"),
        (["--entry=f", "--arg=x=[1,2"], 1, r"error: the value '\[1,2' for %x is neither a number, nor a list"),
        (["--entry=f", "--arg=x=[[1,2],[3]]"], 1, r"error: the value .* for %x is neither"),
        (["--entry=f", '--arg=x="a"'], 1, r"error: the value '\"a\"' for %x is not made of numbers"),
        (["--entry=f", "--arg=n=2.5"], 1, r"error: %n is index; '2.5' is not integral"),
        (["--entry=f", "--arg=n=1e30"], 1, r"error: %n is index; '1e30' does not fit in it"),
        (["--entry=f", "--arg=n=[1,2]"], 1, r"error: %n is index, one number; '\[1,2\]' has the shape \(2,\)"),
        (["--entry=f", "--arg=x=none.npy"], 1, r"error: cannot read 'none.npy': No such file or directory"),
        (["--entry=f", "--arg=x=1", "--arg=x=2"], 2, r"error: --arg x is given twice"),
        (["--entry=f", "--arg=x=1", "--arg=0=2"], 1, r"error: argument 0 is given twice, the second time as '0'"),
        (["--entry=f", "--out=2=r.npy"], 2, r"error: --out 2=r.npy: @f has 2 results, numbered from 0"),
        (["--entry=f", "--out=r.npy"], 2, r"error: --out takes resultN=FILE.npy, or FILE.npz, not 'r.npy'"),
        (["--entry=f", "--out=0=/no/such/folder/r.npy"], 1, r"error: cannot write '/no/such/folder/r.npy'"),
        (["--entry=f", "-p", "lagrad-to-lvm"], 2, r"unknown pass 'lagrad-to-lvm'; did you mean 'lagrad-to-llvm'"),
        (["--entry=g", "-p", "lagrad-to-llvm"], 1, r"f.mlir:11:1: error: the gradient @g has no body yet"),
        (["--size=-1"], 2, r"error: --size takes N, NAME=N or NAME=NxN, not '-1'"),
        (["--nonsense"], 2, r"error: No such option"),
    ],
)  # fmt: skip
def test_errors(program, arguments, status, message, capfd):
    assert run.run([program, *arguments]) == status
    told = capfd.readouterr()
    assert told.out == ""
    assert re.search(message, told.err), told.err
    assert "Traceback" not in told.err


def test_errors_of_files(tmp_path, capfd):
    broken = tmp_path / "broken.mlir"
    broken.write_text("func.func @f(%x: f64) -> f64 {\n  return %y : f64\n}\n")
    assert run.run([str(broken)]) == 1
    assert re.search(r"broken.mlir:2:10: error: use of undeclared SSA value name\n +return %y", capfd.readouterr().err)
    assert run.run([str(tmp_path / "none.mlir")]) == 1
    assert "No such file or directory" in capfd.readouterr().err
    (tmp_path / "x.npy").write_bytes(b"not numpy")
    (tmp_path / "f.mlir").write_text(PROGRAM)
    assert run.run([str(tmp_path / "f.mlir"), "--entry=f", f"--arg=x={tmp_path}/x.npy"]) == 1
    assert re.search(r"error: cannot read '.*/x.npy'", capfd.readouterr().err)


def test_sizes_that_do_not_go_together(tmp_path, capfd):
    path = tmp_path / "f.mlir"
    path.write_text("""
func.func @f(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = arith.addf %x, %y : tensor<?xf64>
  return %r : tensor<?xf64>
}""")
    assert run.run([str(path), "--arg=[1,2]", "--arg=[1,2,3]"]) == 1
    assert "error: argument 1 of f has the size 3 in dimension 0; it must be 2" in capfd.readouterr().err
    assert run.run([str(path), "--arg=[1,2,3,4,5]"]) == 0  # the other one gets five elements too


def test_out_file_is_whole_or_untouched(program, tmp_path):
    target = tmp_path / "r.npy"
    target.write_text("old")
    assert run.run([program, "--entry=f", "--arg=x=[1]", f"--out=0={target}"]) == 1
    assert target.read_text() == "old"


def test_threads(tmp_path, capfd):
    path = tmp_path / "map.mlir"
    path.write_text(
        "func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {\n%y = math.exp %x : tensor<?xf64>\n"
        "return %y : tensor<?xf64>\n}\n"
    )
    for threads in (
        1,
        2,
    ):  # in a process of its own: OpenMP's threads do not live on in the fork of one that has used them
        command = [
            LAGRAD_RUN,
            str(path),
            "--size=30000",
            f"--threads={threads}",
            "--out",
            f"0={tmp_path}/{threads}.npy",
        ]
        subprocess.run(command, check=True, timeout=120)
    one, two = (np.load(tmp_path / f"{threads}.npy") for threads in (1, 2))
    np.testing.assert_array_equal(one, two)
    assert run.run([str(path), "--threads=0"]) == 2
    assert run.run([str(path), "--threads=2", "--count=flops"]) == 1
    assert "threads need a pipeline with lagrad-to-llvm" in capfd.readouterr().err


def test_shared_libraries(tmp_path, capfd):
    (tmp_path / "mine.c").write_text("double mine_three_times(double x) { return 3 * x; }\n")
    library = tmp_path / "libmine.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, tmp_path / "mine.c"], check=True)
    path = tmp_path / "f.mlir"
    path.write_text("""
func.func private @mine_three_times(f64) -> f64
func.func @f(%x: f64) -> f64 {
  %0 = call @mine_three_times(%x) : (f64) -> f64
  return %0 : f64
}
""")
    assert run.run([str(path), "--arg=2"]) == 1
    assert (
        "the external function @mine_three_times is defined nowhere; name the shared library that has it"
        in capfd.readouterr().err
    )
    assert run.run([str(path), "--arg=2", f"--shared-libs={library}"]) == 0
    assert capfd.readouterr().out == "result 0: f64\n6.0\n"
    assert run.run([str(path), "--arg=2", f"--shared-libs={tmp_path}/none.so"]) == 1
    assert "cannot load the shared library" in capfd.readouterr().err
