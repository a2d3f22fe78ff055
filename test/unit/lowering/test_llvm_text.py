"""LLVM IR of a newer LLVM, spelled for an older one."""

from __future__ import annotations

import math

import pytest

from lagrad import emit, execute, pipelines
from lagrad.lowering.machine import native
from lagrad.lowering.machine.llvm_text import with_flat_followups, with_old_constants, without_attribute
from lagrad.mlir import ir


@pytest.mark.parametrize(
    "line, spelled",
    [
        ("  ret double +inf", "  ret double 0x7FF0000000000000"),
        ("  ret double -inf", "  ret double 0xFFF0000000000000"),
        ("  ret double +qnan", "  ret double 0x7FF8000000000000"),
        ("  ret double -nan(0x123)", "  ret double 0xFFF8000000000123"),
        ("  ret double +snan(0x1)", "  ret double 0x7FF0000000000001"),
        ("  ret double f0xBFED67F1C864BEB5", "  ret double 0xBFED67F1C864BEB5"),
        ("  ret double 1.000000e-01", "  ret double 1.000000e-01"),
        ("  ret float 1.000000e-01", "  ret float 0x3FB99999A0000000"),
        ("  ret float f0x3DCCCCCD", "  ret float 0x3FB99999A0000000"),
        ("  ret float -inf", "  ret float 0xFFF0000000000000"),
        ("  ret float +nan(0x1)", "  ret float 0x7FF8000020000000"),
        ("  ret half 9.997550e-02", "  ret half 0xH2E66"),
        ("  ret half +inf", "  ret half 0xH7C00"),
        ("  ret bfloat 1.000980e-01", "  ret bfloat 0xR3DCD"),
        ("  ret bfloat -inf", "  ret bfloat 0xRFF80"),
        ("  %3 = fadd double %1, -inf", "  %3 = fadd double %1, 0xFFF0000000000000"),
        (
            "  %3 = select i1 %c, float 1.000000e-01, float +inf",
            "  %3 = select i1 %c, float 0x3FB99999A0000000, float 0x7FF0000000000000",
        ),
        ('@a = constant [3 x i8] c"f0x12 -inf 1.5"', '@a = constant [3 x i8] c"f0x12 -inf 1.5"'),
        ('  call void @"f.1.5"(float -inf)', '  call void @"f.1.5"(float 0xFFF0000000000000)'),
    ],
)
def test_constants(line, spelled):
    assert with_old_constants(line) == spelled


@pytest.mark.parametrize("t", ["f64", "f32", "f16", "bf16"])
def test_constants_survive_the_way_to_machine_code(t):
    """Values of every kind, stored by compiled code bit for bit."""
    numbers = [0.1, -1e30 if t != "f16" else -6e4, math.inf, -math.inf, math.pi, -0.0, 1.0 / 3.0]
    patterns = [f"{n:.17e}" if math.isfinite(n) else None for n in numbers]
    infinity = {"f64": "0x7FF0000000000000", "f32": "0x7F800000", "f16": "0x7C00", "bf16": "0x7F80"}[t]
    minus = {"f64": "0xFFF0000000000000", "f32": "0xFF800000", "f16": "0xFC00", "bf16": "0xFF80"}[t]
    spelled = [p or (infinity if n > 0 else minus) for p, n in zip(patterns, numbers)]
    constants = "\n".join(f"  %{k} = arith.constant {text} : {t}" for k, text in enumerate(spelled))
    names = ", ".join(f"%{k}" for k in range(len(spelled)))
    types = ", ".join([t] * len(spelled))
    module = execute.parse(f"func.func @f() -> ({types}) {{\n{constants}\n  return {names} : {types}\n}}")
    attributes = [
        op.operation.attributes["value"] for op in module.body.operations[0].regions[0].blocks[0].operations
        if op.operation.name == "arith.constant"
    ]  # fmt: skip
    want = [attribute.value for attribute in attributes]  # as MLIR rounded them
    got = [float(v) for v in execute.compile(module).f()]
    assert got == want and math.copysign(1.0, got[5]) == -1.0


def test_an_attribute_goes_with_what_its_parentheses_hold():
    line = "attributes #0 = { nounwind memory(readwrite, : none) uwtable }"
    assert without_attribute(line, line.index(": none")) == "attributes #0 = { nounwind uwtable }"
    with pytest.raises(ValueError, match="no attribute at column"):
        without_attribute(line, line.index("{"))


def test_unknown_attributes_are_left_out():
    line = "attributes #0 = { nounwind brandnew(none) willreturn }"
    assert without_attribute(line, line.index("brandnew")) == "attributes #0 = { nounwind willreturn }"
    text = """
declare double @llvm.exp.f64(double) #0
define double @f(double %x) #1 {
  %1 = call double @llvm.exp.f64(double %x)
  ret double %1
}
attributes #0 = { nounwind brandnew memory(none) anothernew(3) }
attributes #1 = { nounwind }"""
    assert "brandnew" not in str(native._parse(text))


def test_what_is_no_attribute_is_an_error():
    with pytest.raises(RuntimeError, match="parsing error"):
        native._parse("define double @f() {\n  ret double brandnew\n}")


def test_text_of_the_bindings_parses():
    with pipelines.new_context():
        module = ir.Module.parse("func.func @f(%x: f64) -> f64 {\n %0 = math.exp %x : f64\n return %0 : f64\n}")
    assert "@f" in str(native._parse(emit.emit(module, "llvmir")))


def test_hints_for_the_loops_that_come_of_a_loop_are_where_llvm_looks():
    text = """define void @f() {
  ret void
}

!0 = distinct !{!0, !1, !5}
!1 = !{!"llvm.loop.vectorize.followup_vectorized", !2}
!2 = distinct !{!2, !3, !4}
!3 = !{!"llvm.loop.isvectorized", i32 1}
!4 = !{!"llvm.loop.unroll.disable"}
!5 = !{!"llvm.loop.vectorize.followup_epilogue", !2}"""
    flat = with_flat_followups(text)
    assert '!1 = !{!"llvm.loop.vectorize.followup_vectorized", !3, !4}\n' in flat
    assert flat.endswith('!5 = !{!"llvm.loop.vectorize.followup_epilogue", !3, !4}')
    assert with_flat_followups(flat) == flat


def test_llvm_does_not_unroll_what_it_has_made_of_a_long_loop():
    module = execute.parse("""func.func @f(%x: memref<1000xf64>, %y: memref<1000xf64>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%x : memref<1000xf64>) outs(%y : memref<1000xf64>) {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.mulf %a, %a : f64
    linalg.yield %0 : f64
  }
  return
}""")
    optimized = native.optimized(emit.emit(module, "llvmir"))
    assert "vector.body" in optimized and "llvm.loop.unroll.disable" in optimized
