"""Each operation of the llvm dialect that is raised: what upstream lowers the raised one to is the operation again."""

import ctypes
import ctypes.util
import math
import re

import pytest
from llvm_functions import ROW, returned, run

import lagrad
from lagrad import pipelines
from lagrad.errors import CheckFailed
from lagrad.from_llvm.names import LIBM
from lagrad.from_llvm.scalar_rules import IGNORED, PLAIN
from lagrad.mlir import ir

UPSTREAM = "convert-math-to-llvm,convert-math-to-libm,convert-arith-to-llvm"
OTHER_NAMES = {"intr.rint": "intr.roundeven", "intr.nearbyint": "intr.roundeven", "intr.abs": "intr.abs"}
UNLIKE = {  # operands -> result, where they are not all alike
    "sext": ("i16", "i32"), "zext": ("i16", "i32"), "trunc": ("i32", "i16"), "fpext": ("f32", "f64"),
    "fptrunc": ("f64", "f32"), "bitcast": ("f32", "i32"), "sitofp": ("i32", "f64"), "uitofp": ("i32", "f64"),
    "fptosi": ("f64", "i32"), "fptoui": ("f64", "i32"),
}  # fmt: skip
ONE = {"fneg", *UNLIKE} | {f"intr.{name}" for name in "fabs ctpop rint nearbyint".split()}
TWO = {"intr.pow", "intr.atan2", "intr.copysign"}
WITH_FLAG = {"intr.abs": "is_int_min_poison", "intr.ctlz": "is_zero_poison", "intr.cttz": "is_zero_poison"}
INTEGERS = re.compile(r"(add|sub|mul|[su]div|[su]rem|and|or|xor|shl|[la]shr|intr\.([su]m(ax|in)|abs|ct\w+))$")


def program(name):
    """A function that is one operation."""
    takes, gives = UNLIKE.get(name, ("i32", "i32") if INTEGERS.match(name) else ("f64", "f64"))
    types = [takes] * _count(name)
    if name == "intr.powi":
        types[1] = "i32"
    arguments = ", ".join(f"%a{n}: {t}" for n, t in enumerate(types))
    operands = ", ".join(f"%a{n}" for n in range(len(types)))
    flag = f" <{{{WITH_FLAG[name]} = false}}>" if name in WITH_FLAG else ""
    return (
        f"llvm.func @f({arguments}) -> {gives} {{\n"
        f'  %r = "llvm.{name}"({operands}){flag} : ({", ".join(types)}) -> {gives}\n  llvm.return %r : {gives}\n}}\n'
    )


def _count(name):
    if name in WITH_FLAG or name in ONE:
        return 1
    if name == "intr.fma":
        return 3
    return (
        2 if name in TWO or not name.startswith("intr.") or re.match(r"intr\.(powi|\w+max|\w+min|max|min)", name) else 1
    )


def after(text, pipeline):
    with pipelines.new_context():
        module = ir.Module.parse(text)
        pipelines.run(module, pipeline)
        return str(module)


@pytest.mark.parametrize("name", [name.removeprefix("llvm.") for name in PLAIN])
def test_upstream_lowers_it_to_the_same_operation(name):
    raised = after(program(name), "lagrad-raise-llvm")
    assert "llvm." not in raised and "func.func @f" in raised
    lowered = after(raised, UPSTREAM)
    again, libm = OTHER_NAMES.get(name, name), name.removeprefix("intr.")
    found = re.search(r"%\w+ = (?:\"?llvm\.([\w.]+)|(?:func\.)?call @(\w+))(.*)", lowered)
    assert found and (found[1] == again or found[2] == libm), lowered
    operands = re.findall(r"%(arg\d+)", found[3])
    assert operands == [f"arg{n}" for n in range(len(operands))] and len(operands) == _count(name)


@pytest.mark.parametrize(
    "name, predicate, raised",
    [("icmp", 6, "arith.cmpi ult"), ("icmp", 2, "arith.cmpi slt"), ("fcmp", 4, "arith.cmpf olt")],
)
def test_comparisons_keep_their_predicate(name, predicate, raised):
    type = "i32" if name == "icmp" else "f64"
    text = f"""
llvm.func @f(%a: {type}, %b: {type}) -> i1 {{
  %r = "llvm.{name}"(%a, %b) <{{predicate = {predicate} : i64}}> : ({type}, {type}) -> i1
  llvm.return %r : i1
}}"""
    assert f"{raised}, %arg0, %arg1" in after(text, "lagrad-raise-llvm")


def test_multiply_add_is_a_product_and_a_sum_with_their_flags():
    text = """
llvm.func @f(%a: f64, %b: f64, %c: f64) -> f64 {
  %r = llvm.intr.fmuladd(%a, %b, %c) {fastmathFlags = #llvm.fastmath<contract>} : (f64, f64, f64) -> f64
  llvm.return %r : f64
}"""
    raised = after(text, "lagrad-raise-llvm")
    product = re.search(r"(%\w+) = arith.mulf %arg0, %arg1 fastmath<contract>", raised)[1]
    assert f"arith.addf {product}, %arg2 fastmath<contract>" in raised


@pytest.mark.parametrize("made", ["llvm.mlir.zero", "llvm.mlir.undef", "llvm.mlir.poison"])
@pytest.mark.parametrize(
    "type, zero", [("f64", "0.0"), ("i32", "0"), ("vector<2xf32>", "dense<0.0"), ("vector<2xi8>", "dense<0>")]
)
def test_what_is_not_said_is_zero(made, type, zero):
    text = f"llvm.func @f() -> {type} {{\n  %r = {made} : {type}\n  llvm.return %r : {type}\n}}"
    raised = after(text, "lagrad-raise-llvm")
    assert re.search(rf"arith.constant {re.escape(zero)}", raised)


HINTS = {
    "assume": "llvm.intr.assume %b : i1",
    "lifetime.start": '"llvm.intr.lifetime.start"(%p) : (!llvm.ptr) -> ()',
    "lifetime.end": '"llvm.intr.lifetime.end"(%p) : (!llvm.ptr) -> ()',
}


@pytest.mark.parametrize("name", HINTS)
def test_hints_are_left_out(name):
    text = f"""
llvm.func @f(%p: !llvm.ptr, %b: i1) -> f64 {{
  {HINTS[name]}
  %r = llvm.load %p : !llvm.ptr -> f64
  llvm.return %r : f64
}}"""
    raised = after(text, "lagrad-raise-llvm")
    assert f"llvm.intr.{name}" in IGNORED and "func.func @f" in raised and name not in raised


LANES = {
    "fadd": "<add>", "fmul": "<mul>", "fmax": "<maxnumf>", "fmin": "<minnumf>", "fmaximum": "<maximumf>",
    "fminimum": "<minimumf>", "add": "<add>", "mul": "<mul>", "and": "<and>", "or": "<or>", "xor": "<xor>",
    "smax": "<maxsi>", "smin": "<minsi>", "umax": "<maxui>", "umin": "<minui>",
}  # fmt: skip


@pytest.mark.parametrize("name", LANES)
def test_reductions_of_lanes_are_upstreams(name):
    scalar = "f32" if name.startswith("f") else "i32"
    start = name in ("fadd", "fmul")
    takes = f"%s: {scalar}, %v: vector<4x{scalar}>" if start else f"%v: vector<4x{scalar}>"
    operands, types = ("%s, %v", f"{scalar}, vector<4x{scalar}>") if start else ("%v", f"vector<4x{scalar}>")
    text = f"""
llvm.func @f({takes}) -> {scalar} {{
  %r = "llvm.intr.vector.reduce.{name}"({operands}) : ({types}) -> {scalar}
  llvm.return %r : {scalar}
}}"""
    raised = after(text, "lagrad-raise-llvm")
    assert f"vector.reduction {LANES[name]}" in raised
    lowered = after(raised, "convert-vector-to-llvm")
    assert f"llvm.intr.vector.reduce.{name}" in lowered


COUNTS = {"atan2": 2, "copysign": 2, "pow": 2, "fmin": 2, "fmax": 2, "fmod": 2, "fma": 3}  # operands; others have one
POINTS = [(0.5, 0.75, 2.0), (1.5, -0.25, 1.0), (2.5, 3.0, -1.0), (0.9, math.nan, 1.0), (math.nan, 0.5, 2.0)]


@pytest.mark.parametrize("type, ending, tolerance", [("f64", "", 1e-13), ("f32", "f", 1e-5)])
def test_functions_of_libm_are_those_of_the_c_library(type, ending, tolerance):
    text, library = "", ctypes.CDLL(ctypes.util.find_library("m"))
    for name in LIBM:
        types = ", ".join([type] * COUNTS.get(name, 1))
        takes = ", ".join(f"%a{n}: {type}" for n in range(COUNTS.get(name, 1)))
        operands = ", ".join(f"%a{n}" for n in range(COUNTS.get(name, 1)))
        text += f"llvm.func @{name}{ending}({types}) -> {type}\nllvm.func @of_{name}({takes}) -> {type} {{\n"
        text += f"  %r = llvm.call @{name}{ending}({operands}) : ({types}) -> {type}\n  llvm.return %r : {type}\n}}\n"
    assert "@sin" not in after(text, "lagrad-raise-llvm").replace("@of_", "")
    functions, c = lagrad.compile(text), {"f64": ctypes.c_double, "f32": ctypes.c_float}[type]
    for name in LIBM:
        known, count = getattr(library, name + ending), COUNTS.get(name, 1)
        known.restype, known.argtypes = c, [c] * count
        for point in POINTS:
            found = getattr(functions, f"of_{name}")(*point[:count])
            assert found == pytest.approx(known(*point[:count]), rel=tolerance, abs=tolerance, nan_ok=True), (
                name,
                point,
            )


def test_a_function_that_only_begins_as_one_of_libm_stays_a_call():
    text = "llvm.func @sinx(f32) -> f32\nllvm.func @f(%a: f32) -> f32 {\n"
    text += "  %r = llvm.call @sinx(%a) : (f32) -> f32\n  llvm.return %r : f32\n}\n"
    assert "call @sinx" in after(text, "lagrad-raise-llvm")


@pytest.mark.parametrize(
    "operation, raised",
    [
        ("llvm.fadd %a, %a {fastmathFlags = #llvm.fastmath<nnan>} : f64", r"arith.addf .* fastmath<nnan>"),
        ("llvm.call @sin(%a) {fastmathFlags = #llvm.fastmath<nnan>} : (f64) -> f64", r"math.sin .* fastmath<nnan>"),
        ("llvm.fadd %a, %a {fastmathFlags = #llvm.fastmath<none>} : f64", r"arith.addf %\w+, %\w+ : f64"),
    ],
)
def test_flags_are_kept(operation, raised):
    text = "llvm.func @sin(f64) -> f64\nllvm.func @f(%a: f64) -> f64 {\n"
    assert re.search(raised, after(f"{text}  %r = {operation}\n  llvm.return %r : f64\n}}\n", "lagrad-raise-llvm"))


def test_flags_of_comparisons_are_kept():
    text = """
llvm.func @f(%a: f64) -> i1 {
  %r = llvm.fcmp "olt" %a, %a {fastmathFlags = #llvm.fastmath<nnan>} : f64
  llvm.return %r : i1
}"""
    assert re.search(r"arith.cmpf olt, .* fastmath<nnan>", after(text, "lagrad-raise-llvm"))


@pytest.mark.parametrize(
    "said",
    [
        "llvm.intr.expect %a, %b : i32",
        "llvm.intr.expect.with.probability %a, %b, 5.000000e-01 : i32",
        "llvm.intr.ssa.copy %a : i32",
    ],
)
def test_what_is_expected_of_a_number_changes_nothing(said):
    text = f"llvm.func @f(%a: i32, %b: i32) -> i32 {{\n  %r = {said}\n  llvm.return %r : i32\n}}\n"
    assert re.search(r"@f\(%(\w+): i32, .*\n\s+return %\1 : i32", after(text, "lagrad-raise-llvm"))


def test_a_place_that_is_never_reached_stops_the_program():
    text = returned("""
  %is = llvm.icmp "eq" %n, %c1 : i64
  llvm.cond_br %is, ^on, ^never
^on:
  %r = llvm.load %p : !llvm.ptr -> f64
  llvm.return %r : f64
^never:
  llvm.unreachable""")
    assert run(text, ROW, 1) == 10
    with pytest.raises(CheckFailed, match="a place that the program says is never reached"):
        run(text, ROW, 2)
