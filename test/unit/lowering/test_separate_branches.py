"""Tensors that are one result in one branch and another in another: the same numbers as NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad

T = "tensor<3xf64>"
BEFORE = f"  %y = math.exp %x : {T}\n  %w = math.sinh %x : {T}\n"
# Each: the text of a function of %x and %k, and what it gives.
PROGRAMS = {
    "exchanged": (
        f"""
  %c0 = arith.constant 0 : index
  %c = arith.cmpi eq, %k, %c0 : index
  %r:2 = scf.if %c -> ({T}, {T}) {{
    %s = math.sin %x : {T}
    scf.yield %s, %y : {T}, {T}
  }} else {{
    %s = math.cos %x : {T}
    scf.yield %y, %s : {T}, {T}
  }}
  %q = math.tanh %r#1 : {T}
  return %r#0, %q : {T}, {T}""",
        lambda x, y, w, k: (np.sin(x), np.tanh(y)) if k == 0 else (y, np.tanh(np.cos(x))),
    ),
    "worked on": (
        f"""
  %c0 = arith.constant 0 : index
  %c = arith.cmpi eq, %k, %c0 : index
  %v = arith.constant 7.0 : f64
  %r:2 = scf.if %c -> ({T}, {T}) {{
    %s = math.sin %x : {T}
    %p = tensor.insert %v into %y[%c0] : {T}
    scf.yield %s, %p : {T}, {T}
  }} else {{
    %s = math.cos %x : {T}
    %p = tensor.insert %v into %y[%k] : {T}
    %q = tensor.insert %v into %s[%c0] : {T}
    scf.yield %p, %q : {T}, {T}
  }}
  return %r#0, %r#1 : {T}, {T}""",
        lambda x, y, w, k: (
            (np.sin(x), np.r_[7.0, y[1:]])
            if k == 0
            else (np.where(np.arange(3) == k, 7.0, y), np.r_[7.0, np.cos(x)[1:]])
        ),
    ),
    "three ways": (
        f"""
  %r:2 = scf.index_switch %k -> {T}, {T}
  case 0 {{
    %s = math.sin %x : {T}
    scf.yield %s, %y : {T}, {T}
  }}
  case 1 {{
    scf.yield %y, %w : {T}, {T}
  }}
  default {{
    %s = math.cos %x : {T}
    scf.yield %w, %s : {T}, {T}
  }}
  return %r#0, %r#1 : {T}, {T}""",
        lambda x, y, w, k: [(np.sin(x), y), (y, w), (w, np.cos(x))][k],
    ),
    "inside another": (
        f"""
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.cmpi eq, %k, %c0 : index
  %d = arith.cmpi eq, %k, %c1 : index
  %r:2 = scf.if %c -> ({T}, {T}) {{
    %s = math.sin %x : {T}
    scf.yield %s, %y : {T}, {T}
  }} else {{
    %i:2 = scf.if %d -> ({T}, {T}) {{
      %s = math.cos %x : {T}
      scf.yield %s, %y : {T}, {T}
    }} else {{
      scf.yield %y, %w : {T}, {T}
    }}
    scf.yield %i#1, %i#0 : {T}, {T}
  }}
  %q = math.tanh %r#0 : {T}
  return %q, %r#1 : {T}, {T}""",
        lambda x, y, w, k: [(np.tanh(np.sin(x)), y), (np.tanh(y), np.cos(x)), (np.tanh(w), y)][k],
    ),
    "in a loop": (
        f"""
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %y, %b = %w) -> ({T}, {T}) {{
    %t = math.sin %a : {T}
    %c = arith.cmpi eq, %i, %k : index
    %s:2 = scf.if %c -> ({T}, {T}) {{
      %u = math.cos %b : {T}
      scf.yield %u, %t : {T}, {T}
    }} else {{
      %u = math.sqrt %b : {T}
      scf.yield %t, %u : {T}, {T}
    }}
    scf.yield %s#1, %s#0 : {T}, {T}
  }}
  return %r#0, %r#1 : {T}, {T}""",
        lambda x, y, w, k: loop(y, w, k),
    ),
    "an argument passed on and returned": (
        f"""
  %c0 = arith.constant 0 : index
  %c = arith.cmpi eq, %k, %c0 : index
  %r = scf.if %c -> {T} {{
    scf.yield %x : {T}
  }} else {{
    %s = math.cos %y : {T}
    scf.yield %s : {T}
  }}
  return %r, %x : {T}, {T}""",
        lambda x, y, w, k: (x if k == 0 else np.cos(y), x),
    ),
    "passed on and returned": (
        f"""
  %c0 = arith.constant 0 : index
  %c = arith.cmpi eq, %k, %c0 : index
  %r = scf.if %c -> {T} {{
    scf.yield %y : {T}
  }} else {{
    %s = math.cos %x : {T}
    scf.yield %s : {T}
  }}
  %q = arith.addf %y, %w : {T}
  return %r, %q : {T}, {T}""",
        lambda x, y, w, k: (y if k == 0 else np.cos(x), y + w),
    ),
}


def loop(a, b, k):
    for i in range(3):
        t = np.sin(a)
        s = (np.cos(b), t) if i == k else (t, np.sqrt(b))
        a, b = s[1], s[0]
    return a, b


@pytest.mark.parametrize("name", PROGRAMS)
def test_gives_the_same_numbers(name):
    body, expected = PROGRAMS[name]
    f = lagrad.compile(f"func.func @f(%x: {T}, %k: index) -> ({T}, {T}) {{\n{BEFORE}{body}\n}}").f
    x = np.array([0.3, 0.7, 1.1])
    for k in range(3):
        for found, right in zip(f(x, k), expected(x, np.exp(x), np.sinh(x), k)):
            np.testing.assert_allclose(found, right, rtol=1e-14, err_msg=f"k = {k}")
