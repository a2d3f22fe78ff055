"""`lagrad-check --rule` finds what is wrong with a rule, and says what it cannot check."""

from __future__ import annotations

import pytest
from tables import registered

from lagrad import rules
from lagrad.scalars import call, where
from lagrad_cli.check import run


@pytest.fixture(autouse=True)
def forgotten():
    with registered():
        yield


def check(capfd, *arguments: str) -> tuple[int, str, str]:
    status = run(["--points=1", *arguments])
    return status, *capfd.readouterr()


def wrong(out: str) -> list[str]:
    return [line for line in out.splitlines() if not line.startswith("ok ")]


def absolute(at_zero: float) -> None:
    """The absolute value, with a slope at its kink."""
    rules.partials("toy.abs(x)", x=lambda ct, x: where(x > 0.0, ct, where(x == 0.0, at_zero * ct, -ct)))
    rules.lowering("toy.abs", "func.func @a(%x: f64) -> f64 {\n %0 = math.absf %x : f64\n return %0 : f64 }")


def test_a_right_rule(capfd):
    absolute(0.5)
    status, out, _ = check(capfd, "--rule=toy.abs")
    assert status == 0 and not wrong(out)
    assert "@loop_pullback" in out and "@alone_pullback_pullback" in out and "@alone at zeros" in out


def test_a_slope_outside_of_both_sides_at_a_kink(capfd):
    absolute(3.0)
    status, out, _ = check(capfd, "--rule=toy.abs", "--seed=1")
    assert status == 1
    assert (
        len(wrong(out)) == 1
        and "@alone at zeros: the derivative" in wrong(out)[0]
        and "is not between" in wrong(out)[0]
    )


def test_modes_that_are_no_transposes(capfd):
    absolute(0.0)
    rules.pushforwards("toy.abs", x=lambda dx, x: where(x == 0.0, 0.5 * dx, where(x > 0.0, dx, -dx)))
    status, out, _ = check(capfd, "--rule=toy.abs")
    assert status == 1 and "@alone at zeros: the modes are transposes of each other: error 1.0e+00" in wrong(out)[0]


def test_a_wrong_partial(capfd):
    rules.partials("toy.cos(x)", x=lambda ct, x: ct * call("math.sin", x))
    rules.lowering("toy.cos", "func.func @c(%x: f64) -> f64 {\n %0 = math.cos %x : f64\n return %0 : f64 }")
    status, out, _ = check(capfd, "--rule=toy.cos")
    assert status == 1 and wrong(out)[0].startswith("wrong @alone_pullback: pullback of @alone")


def test_an_operation_with_a_region_and_a_lowering(capfd):
    rules.terminators("toy.end")
    rules.lowering("toy.twice")(lambda op: copied_twice(op.regions[0].blocks[0], list(op.operands)))

    def copied_twice(block, values):
        return rules.copy_block(block, rules.copy_block(block, values))

    region = """({
    ^bb0(%x: f64):
      %s = math.sin %x : f64
      "toy.end"(%s) : (f64) -> ()
    })"""
    status, out, _ = check(capfd, "--rule=toy.twice", f"--type={region} {{n = 3 : i64}} : (f64) -> f64")
    assert status == 0 and "@branch_pullback" in out and not wrong(out)


@pytest.mark.long
def test_rules_of_ours_and_other_types(capfd):
    status, out, _ = check(capfd, "--rule=complex.exp", "--type=(complex<f64>) -> complex<f64>")
    assert status == 0 and not wrong(out)
    status, out, _ = check(capfd, "--rule=arith.maximumf")
    assert status == 0 and not wrong(out) and "@shared_pullback" in out
    type = "{static_offsets = array<i64: 1>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>, "
    type += "operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<?xf32>) -> tensor<2xf32>"
    status, out, _ = check(capfd, "--rule=tensor.extract_slice", f"--type={type}")
    assert status == 0 and not wrong(out)


@pytest.mark.parametrize(
    "arguments, status, message",
    [
        (
            ["--rule=toy.none"],
            1,
            "error: there is no rule for 'toy.none'; lagrad-check --load RULES.py loads a file of rules",
        ),
        (
            ["--rule=lagrad.fft", "--type=(memref<4xf64>) -> f64"],
            1,
            "error: 'lagrad.fft' works on memory: check a program that has it",
        ),
        (["--rule=tensor.cast"], 1, "error: say the types of 'tensor.cast', as in --type"),
        (
            ["--rule=math.sin", "--type=f64"],
            1,
            "error: 'f64' is no type of an operation; write (f64, f64) -> f64, behind",
        ),
        (["--rule=math.sin", "--type=(f64) -> floot"], 1, "error: '(f64) -> floot' is no type of an operation"),
        (["--rule=math.sin", "--type=(f64) -> f32"], 1, "error: 'math.sin' op requires"),
        (["--rule=math.absf", "--type=(i64) -> i64"], 1, "has no float among its operands or results"),
        (
            ["--rule=math.sin", "--arg=nobody=1"],
            1,
            "error: no function that is differentiated has an argument 'nobody'",
        ),
        (["--rule=math.sin", "file.mlir"], 2, "error: check a program, or with --rule an operation: one of them"),
        ([], 2, "error: check a program, or with --rule an operation: one of them"),
        (["--type=(f64) -> f64", "file.mlir"], 2, "error: --type is the type of an operation, which --rule names"),
    ],
)
def test_what_cannot_be_checked(capfd, arguments, status, message):
    got, _, err = check(capfd, *arguments)
    assert got == status and message in err
