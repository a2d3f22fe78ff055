"""The command `lagrad-check`: its lines, statuses and errors."""

import subprocess
import sys

import pytest

PROGRAM = """\
func.func @f(%x: f64, %n: index) -> f64 {
  %0 = math.sin %x : f64
  %1 = arith.mulf %0, %x : f64
  return %1 : f64
}
func.func private @df(f64, index, f64) -> f64 attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
func.func private @grad(f64, index) -> f64 attributes {lagrad.gradient = @f}
"""

# The size of the first derivative's cotangent is not that of its argument.
TWICE = """\
func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = tensor.concat dim(0) %x, %x : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %z = math.sin %y : tensor<?xf64>
  return %z : tensor<?xf64>
}
func.func private @pb(tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @f}
func.func private @ppb(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) attributes
    {lagrad.pullback = @pb}
"""

WRONG_RULE = """\
import sys
from lagrad import rules
from lagrad_cli import check
rules.partials("math.sin(x)", x=lambda ct, out: ct * out)
sys.exit(check.run(sys.argv[1:]))
"""


def run(*arguments, program=PROGRAM, code="import sys; from lagrad_cli import check; check.main()"):
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], input=program, capture_output=True, text=True, timeout=120
    )


def test_right_derivatives_give_a_line_each_and_status_0():
    done = run("-")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    assert first.startswith("ok    @df: pullback of @f with respect to [0]: error ")
    assert second.startswith("ok    @grad: gradient of @f with respect to [0]: error ")


def test_a_wrong_rule_gives_status_1_and_the_worst_entry():
    done = run("-", code=WRONG_RULE)
    assert done.returncode == 1
    first, second = done.stdout.splitlines()
    assert first.startswith("wrong @df: ") and second.startswith("wrong @grad: ")
    assert "the gradient of argument 0 is" in second and "finite differences give" in second


def test_arguments_are_taken_by_name():
    # sin has slope cos: at pi the gradient of x sin x is -pi.
    done = run("-", "--arg", "x=3.141592653589793", "--arg", "n=1", code=WRONG_RULE)
    assert "finite differences give -3.14159265" in done.stdout


@pytest.mark.parametrize(
    "arguments, program, status, message",
    [
        (["-"], "func.func @f(", 1, "<stdin>:1:"),
        (["-"], PROGRAM.replace("= @f,", "= @g,"), 1, "no function @g"),
        (["-"], "func.func @f(%x: f64) -> f64 { return %x : f64 }", 1, "asks for no derivative"),
        (["-", "--arg", "q=1"], PROGRAM, 1, "no function that is differentiated has an argument 'q'"),
        (["-", "--arg", "x=abc"], PROGRAM, 1, "'abc'"),
        (["-", "--arg", "x"], PROGRAM, 2, "--arg takes NAME=VALUE, not 'x'"),
        (["-", "--arg", "x=1", "--arg", "x=2"], PROGRAM, 2, "--arg x is given twice"),
        (["-", "--pipeline", "cannonicalize"], PROGRAM, 2, "unknown pass 'cannonicalize'"),
        (["-", "--tolerance", "0"], PROGRAM, 2, "tolerance"),
        (["-"], TWICE, 1, "give arguments that go together with --arg"),
        (["/no/such/file"], "", 1, "No such file"),
        ([], "", 2, "check a program, or with --rule an operation"),
    ],
)
def test_errors_are_told_without_a_traceback(arguments, program, status, message):
    done = run(*arguments, program=program)
    assert done.returncode == status, done.stderr
    assert message in done.stderr and "Traceback" not in done.stderr
    assert done.stdout == ""


def test_shared_libraries(tmp_path):
    (tmp_path / "mine.c").write_text(
        "double mine_square(double x) { return x * x; }\n"
        "double mine_twice(double x, double ct) { return 2 * x * ct; }\n"
    )
    library = tmp_path / "libmine.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, tmp_path / "mine.c"], check=True)
    program = """
func.func private @mine_square(f64) -> f64 attributes {lagrad.custom_pullback = @mine_twice}
func.func private @mine_twice(f64, f64) -> f64
func.func @f(%x: f64) -> f64 {
  %0 = call @mine_square(%x) : (f64) -> f64
  return %0 : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
"""
    without = run("-", program=program)
    assert without.returncode == 1 and "name the shared library that has it" in without.stderr
    found = run("-", f"--shared-libs={library}", program=program)
    assert found.returncode == 0 and found.stdout.startswith("ok    @df: gradient of @f")
