"""A full disk, programs that are nested deeply, and names of files that say what belongs into them."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from lagrad import execute, pipelines
from lagrad.errors import Failure, NestedTooDeeply

SINE = """
func.func @f(%x: f64) -> f64 {
  %0 = math.sin %x : f64
  return %0 : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.value_and_grad = @f}
""".replace("-> f64 attributes", "-> (f64, f64) attributes")


def nested(depth: int) -> str:
    """x, the sine of it, the sine of that, and so on, as long as a flag is set."""
    lines, values = ["func.func @f(%v: f64, %c: i1) -> f64 {"], ["%v"]
    for n in range(depth):
        lines += [f"%r{n} = scf.if %c -> f64 {{", f"%v{n} = math.sin {values[-1]} : f64"]
        values.append(f"%v{n}")
    inner = values[-1]
    for n in reversed(range(depth)):
        lines += [f"scf.yield {inner} : f64", "} else {", f"scf.yield {values[n]} : f64", "}"]
        inner = f"%r{n}"
    request = "func.func private @df(f64, i1) -> f64 attributes {lagrad.gradient = @f}"
    return "\n".join([*lines, f"return {inner} : f64", "}", request])


def command(name: str, *arguments: str, out=subprocess.PIPE) -> subprocess.CompletedProcess:
    line = [sys.executable, "-m", f"lagrad_cli.{name}", *arguments]
    return subprocess.run(line, stdout=out, stderr=subprocess.PIPE, text=out == subprocess.PIPE, timeout=300)


@pytest.mark.parametrize("name", ["main", "run", "check", "sparsity"])
def test_a_full_disk_is_an_ordinary_error(name, tmp_path):
    (tmp_path / "f.mlir").write_text(SINE)
    entry = ["--entry=df"] if name == "run" else []
    with open("/dev/full", "w") as full:
        done = command(name, str(tmp_path / "f.mlir"), *entry, out=full)
    assert (done.returncode, done.stderr) == (1, b"error: cannot write standard output: No space left on device\n")


def test_a_result_for_a_full_disk(tmp_path):
    (tmp_path / "f.mlir").write_text(SINE)
    done = command("run", str(tmp_path / "f.mlir"), "--entry=f", "--out", "0=/dev/full")
    assert (done.returncode, done.stderr) == (1, "error: cannot write '/dev/full': No space left on device\n")


def test_branches_that_are_nested_1500_times(tmp_path):
    (tmp_path / "deep.mlir").write_text(nested(1500))
    arguments = ["--entry=df", "--arg", "0.5", "--arg", "true", "--out", f"0={tmp_path / 'slope.npy'}"]
    done = command("run", str(tmp_path / "deep.mlir"), "--pipeline", "lagrad-default,lagrad-to-llvm-strict", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    value, slope = 0.5, 1.0
    for _ in range(1500):
        value, slope = np.sin(value), slope * np.cos(value)
    np.testing.assert_allclose(np.load(tmp_path / "slope.npy"), slope, rtol=1e-9)


def test_python_is_told_how_to_go_deeper(monkeypatch):
    def too_deep(*_):
        raise RecursionError

    monkeypatch.setattr(execute, "_compile", too_deep)
    with pytest.raises(Failure, match="nested too deeply for Python's recursion limit"):
        execute.compile(nested(1))


def test_functions_that_call_one_another_too_deeply_for_python():
    """In a pipeline too; the commands, which raise the limit, differentiate the same program."""
    text = "func.func private @f0(%x: f64) -> f64 attributes {no_inline} {\n return %x : f64\n}\n"
    for n in range(1, 200):
        text += f"func.func private @f{n}(%x: f64) -> f64 attributes {{no_inline}} {{\n"
        text += f" %y = func.call @f{n - 1}(%x) : (f64) -> f64\n %z = arith.mulf %y, %x : f64\n return %z : f64\n}}\n"
    text += "func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f199}"
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(min(limit, 1000))
        with pytest.raises(NestedTooDeeply, match="sys.setrecursionlimit"):
            pipelines.run(execute.parse(text), "lagrad-differentiate")
    finally:
        sys.setrecursionlimit(limit)


def test_walks_are_no_matter_of_pythons_recursion_limit():
    limit = sys.getrecursionlimit()
    module = execute.parse(nested(400))
    try:
        sys.setrecursionlimit(300)
        assert execute.compile(module).functions
    finally:
        sys.setrecursionlimit(limit)


STARTS = {
    ".o": b"\x7fELF",
    ".so": b"\x7fELF",
    ".ll": b"; ModuleID",
    ".h": b"#ifndef",
    ".mlirbc": b"ML\xefR",
    ".txt": b"module",
}


@pytest.mark.parametrize("suffix, start", STARTS.items())
def test_the_name_of_the_output_says_what_to_write(suffix, start, tmp_path):
    (tmp_path / "f.mlir").write_text(SINE)
    out = tmp_path / f"f{suffix}"
    assert command("main", str(tmp_path / "f.mlir"), "--lagrad-default", "-o", str(out)).stderr == ""
    assert out.read_bytes().startswith(start)
    assert command("main", str(tmp_path / "f.mlir"), "--emit=mlir", "-o", str(out)).returncode == 0
    assert out.read_bytes().startswith(b"module")


def test_an_archive_takes_several_results(tmp_path):
    (tmp_path / "f.mlir").write_text(SINE)
    path = str(tmp_path / "f.mlir")
    both = ["--out", f"0={tmp_path / 'r.npz'}", "--out", f"result1={tmp_path / 'r.npz'}"]
    assert command("run", path, "--entry=df", "--arg=2", *both).stdout == ""
    with np.load(tmp_path / "r.npz") as archive:
        assert [archive[name] for name in ("result0", "result1")] == pytest.approx([np.sin(2), np.cos(2)])
    done = command("run", path, "--entry=df", "--out", f"0={tmp_path / 'r.npy'}", "--out", f"1={tmp_path / 'r.npy'}")
    assert (done.returncode, done.stderr.count("for another result already")) == (2, 1)
