"""Loops over tensors that look like those that are raised: what they compute stays the same, raised or not."""

from __future__ import annotations

import numpy as np

import lagrad
from lagrad import execute, pipelines
from lagrad.errors import Report

_GENERIC = """linalg.generic {{indexing_maps = [{maps}, affine_map<(d) -> (d)>], iterator_types = ["parallel"]}}
        ins({ins}) outs({out} : tensor<3xf64>) {{
      ^bb0(%in: f64, %out: f64):
        %v = arith.{op} %in, %out : f64
        linalg.yield %v : f64
      }} -> tensor<3xf64>"""


def row(op: str, out: str, ins: str = "%row : tensor<3xf64>", maps: str = "affine_map<(d) -> (d)>") -> str:
    return _GENERIC.format(op=op, out=out, ins=ins, maps=maps)


ROW = "%row = tensor.extract_slice %m[%i, 0] [1, 3] [1, 1] : tensor<4x3xf64> to tensor<3xf64>\n"
ELEMENT = "%x = tensor.extract %m[%i, %c1] : tensor<4x3xf64>\n"
INTO = "%r = tensor.insert_slice %g into %t[%i, 0] [1, 3] [1, 1] : tensor<3xf64> into tensor<4x3xf64>\nYIELD %r"
CASES = {  # the body of a loop that carries %t and a number %s -> whether it is raised
    "product": ("3", f"{ROW}%r = {row('mulf', '%t')}\nYIELD %r", False),
    "read_by_others": (
        "3",
        f"{ROW}%r = {row('addf', '%t')}\n%x = tensor.extract %t[%c1] : tensor<3xf64>\nYIELD %r",
        False,
    ),
    "the_same_every_time": ("3", f"{ELEMENT}%r = {row('addf', '%t', '%w : tensor<3xf64>')}\nYIELD %r", False),
    "unchanged": ("3", f"{ELEMENT}YIELD %t", True),
    "written_again_behind_a_read": (
        "3",
        f"""{ELEMENT}%a = tensor.insert %x into %t[%c1] : tensor<3xf64>
        %y = tensor.extract %a[%k] : tensor<3xf64>
        %z = arith.mulf %x, %y : f64
        %r = tensor.insert %z into %a[%c1] : tensor<3xf64>
        YIELD %r""",
        False,
    ),
    "filled": (
        "4x3",
        f"""{ELEMENT}%e = tensor.empty() : tensor<3xf64>
        %g = linalg.fill ins(%x : f64) outs(%e : tensor<3xf64>) -> tensor<3xf64>
        {INTO}""",
        True,
    ),
    "of_rank_0": (
        "4x3",
        f"""{ELEMENT}%e = tensor.from_elements %x : tensor<f64>
        %g = {row("mulf", "%w", "%e : tensor<f64>", "affine_map<(d) -> ()>")}
        {INTO}""",
        True,
    ),
    "a_sum_that_reads_itself_by_a_stride": (
        "3",
        f"""{ELEMENT}%c2 = arith.constant 2 : index
        %y = tensor.extract_slice %t[0] [2] [2] : tensor<3xf64> to tensor<2xf64>
        %e = tensor.extract %y[%c1] : tensor<2xf64>
        %p = arith.mulf %e, %x : f64
        %o = tensor.extract %t[%c2] : tensor<3xf64>
        %q = arith.addf %o, %p : f64
        %r = tensor.insert %q into %t[%c2] : tensor<3xf64>
        YIELD %r""",
        False,
    ),
    "falling": (
        "3",
        """%j = arith.subi %c3, %i : index
        %x = tensor.extract %m[%j, %c1] : tensor<4x3xf64>
        YIELD %t""",
        False,
    ),
}


def function(name: str, shape: str, body: str) -> str:
    type = f"tensor<{shape}xf64>"
    if "%x =" not in body:
        body = "%x = arith.constant 0.5 : f64\n" + body
    body = body.replace("YIELD", f"%n = arith.addf %s, %x : f64\nscf.yield %n,") + f" : f64, {type}"
    return f"""
func.func @{name}(%m: tensor<4x3xf64>, %w: tensor<3xf64>, %start: {type}, %k: index) -> (f64, {type}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %f:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero, %t = %start) -> (f64, {type}) {{
    {body}
  }}
  return %f#0, %f#1 : f64, {type}
}}"""


def test_loops_that_look_like_others():
    text = "".join(function(name, shape, body) for name, (shape, body, _) in CASES.items())
    module, report = execute.parse(text), Report()
    pipelines.run(module, "lagrad-raise-loops{iterations=1}", report)
    ops = str(module).split("func.func @")[1:]
    assert {name: "scf.for" not in op for (name, _), op in zip(CASES.items(), ops)} == {
        name: raised for name, (_, _, raised) in CASES.items()
    }
    one, other = (lagrad.compile(program, pipeline="lagrad-to-llvm") for program in (text, str(module)))
    draw = np.random.default_rng(0)
    for name, (shape, _, _) in CASES.items():
        start = draw.uniform(0.5, 1.5, [int(n) for n in shape.split("x")])
        given = draw.uniform(0.5, 1.5, (4, 3)), draw.uniform(0.5, 1.5, 3), start, 1
        for a, b in zip(one.functions[name](*given), other.functions[name](*given)):
            np.testing.assert_array_equal(a, b, err_msg=name)
