"""Programs in dialects that no derivative is made in: the advice that they get is advice that works."""

from __future__ import annotations

import pathlib
import subprocess

import numpy as np
import pytest

import lagrad.mlir
from lagrad import dialect, emit, execute, pipelines
from lagrad.diagnostics import foreign
from lagrad.errors import Failure
from lagrad.mlir import ir

REQUEST = "func.func private @df(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> attributes {lagrad.pullback = @f}"
TOSA = f"""
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {{
  %0 = tosa.tanh %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}}
{REQUEST}"""
STABLEHLO = """
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}"""
TORCH = """
func.func @f(%x: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.tanh %x : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}"""


def said(text: str) -> tuple[str, list[str]]:
    """The first error about a program, and its notes."""
    with pytest.raises(Failure) as raised:
        execute.compile(text)
    first = raised.value.diagnostics[0]
    return first.message, [note.message for note in first.notes]


def check_slope(program: execute.Program) -> None:
    x = np.linspace(-1, 1, 4, dtype=np.float32)
    np.testing.assert_allclose(program.df(x, np.ones_like(x)), 1 - np.tanh(x) ** 2, rtol=1e-5)


def test_tosa_is_converted_by_the_passes_that_the_message_names():
    message, notes = said(TOSA)
    assert message == "cannot differentiate 'tosa.tanh': no rule for reverse mode"
    flags = [word.removeprefix("--") for word in notes[-1].split() if word.startswith("--")]
    assert flags[0] == "tosa-to-linalg-named"
    check_slope(execute.compile(TOSA, pipeline=",".join([*flags, execute.PIPELINE])))


def test_what_is_only_lowered_gets_the_same_advice():
    primal = TOSA.replace(REQUEST, "")
    message, notes = said(primal)
    assert (message, notes[-1]) == ("op was not bufferized", said(TOSA)[1][-1])
    scalar = 'func.func @f() { "tosa.yield"() : () -> () }'
    with pytest.raises(Failure) as raised:
        emit.lower(execute.parse(scalar), "convert-func-to-llvm")
    assert [note.message for note in raised.value.diagnostics[0].notes] == [notes[-1]]


@pytest.mark.skipif(lagrad.mlir.ROOT != "torch_mlir", reason="torch-mlir-opt comes with these bindings")
def test_torch_is_converted_by_the_command_that_the_message_names():
    message, (advice,) = said(TORCH)
    assert message == "there is no dialect 'torch', of 'torch.aten.tanh'"
    words = advice.partition(": torch-mlir-opt ")[2].partition(" FILE |")[0].split()
    command = pathlib.Path(lagrad.mlir.capi.__file__).parent / "torch-mlir-opt"
    done = subprocess.run([command, *words, "-"], input=TORCH, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    check_slope(execute.compile(_with_request(done.stdout)))


def test_stablehlo_is_converted():
    """By `lagrad-default`, and by the flag that the message names where another pipeline is given."""
    check_slope(execute.compile(STABLEHLO + REQUEST))
    with pytest.raises(Failure) as raised:
        execute.compile(STABLEHLO + REQUEST, pipeline="lagrad-differentiate")
    advice = raised.value.diagnostics[0].notes[-1].message
    flag = next(word for word in advice.replace(",", " ").split() if word.startswith("--"))
    check_slope(execute.compile(STABLEHLO + REQUEST, pipeline=f"{flag[2:]},lagrad-differentiate,lagrad-to-llvm"))


def _with_request(text: str) -> str:
    start = text.index("module {") + len("module {")
    return text[:start] + REQUEST + text[start:]


def test_the_generic_form_of_an_unknown_dialect_gets_the_same_advice():
    message, _ = said('func.func @f(%x: f64) { %0 = "torch.aten.tanh"(%x) : (f64) -> f64 return }')
    assert message.startswith("unregistered operation 'torch.aten.tanh': ")
    assert "--torch-backend-to-linalg-on-tensors-backend-pipeline" in message
    message, _ = said('func.func @f(%x: f64) { %0 = "mine.tanh"(%x) : (f64) -> f64 return }')
    assert (
        message == "unregistered operation 'mine.tanh'; if this is intended, pass --allow-unregistered-dialect, or "
        "--load its rules"
    )


@pytest.mark.parametrize("op", ["grad", "tangent", "stop_gradient"])
def test_our_operations_are_shown_in_the_form_that_they_have(op):
    """What the note shows is an operation that is accepted."""
    message, (advice,) = said(f"func.func @g(%x: f64) -> f64 {{ %0 = lagrad.{op} %x : (f64) -> f64 return %0 : f64 }}")
    assert message == f"'lagrad.{op}' is written in MLIR's generic form: its name in quotes, operands in parentheses"
    context = pipelines.new_context()
    line = advice.removeprefix("as in ")
    program = f"""
    func.func @f(%a: f64) -> f64 {{ return %a : f64 }}
    func.func @g(%x: f64{", %dx: f64" if "%dx)" in line else ""}) {{
      {line}
      return
    }}"""
    with context:
        module = ir.Module.parse(program)
        dialect.check(module.operation)
    assert f'"lagrad.{op}"' in str(module)


def test_a_misspelt_dialect():
    message, notes = said("func.func @f(%x: f64) { %0 = arit.addf %x, %x : f64 return }")
    assert message == "there is no dialect 'arit', of 'arit.addf'; did you mean 'arith'?"
    assert notes == ["--show-dialects prints those that there are"]


def test_operations_of_older_programs_have_new_names():
    with pipelines.new_context() as context:
        context.load_all_available_dialects()
        assert all(map(context.is_registered_operation, foreign._RENAMED.values()))
        assert not any(map(context.is_registered_operation, foreign._RENAMED))
    found = said("func.func @f(%x: f64) {\n  %0 = arith.maxf %x, %x : f64\n  return\n}")
    assert found == ("custom op 'arith.maxf' is unknown", ["it is 'arith.maximumf' now"])


def test_a_public_request_is_told_to_be_private():
    request = "func.func {}@g(f64) -> f64 attributes {{lagrad.gradient = @f}}"
    function = "func.func @f(%x: f64) -> f64 { return %x : f64 }"
    message, notes = said(f"{function} {request.format('')}")
    assert message == "'func.func' op symbol declaration cannot have public visibility"
    assert notes[-1] == "a function without a body, as one that asks for a derivative, is 'func.func private'"
    context = pipelines.new_context()
    with context:
        dialect.check(ir.Module.parse(f"{function} {request.format('private ')}").operation)
