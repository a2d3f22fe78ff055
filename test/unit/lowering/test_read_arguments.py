"""A tensor that a function which calls itself only reads, and one that it changes: the caller may pass the same."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad

T = "tensor<8xf64>"
# Element k becomes twice the element before it, as it was at the start.
PROGRAM = f"""
func.func private @shift(%src: {T}, %dst: {T}, %n: index) -> {T} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %two = arith.constant 2.0 : f64
  %stop = arith.cmpi eq, %n, %c0 : index
  %out = scf.if %stop -> ({T}) {{
    scf.yield %dst : {T}
  }} else {{
    %m = arith.subi %n, %c1 : index
    %k = arith.subi %c7, %m : index
    %before = arith.subi %k, %c1 : index
    %is_first = arith.cmpi eq, %k, %c0 : index
    %at = arith.select %is_first, %c0, %before : index
    %v = tensor.extract %src[%at] : {T}
    %w = arith.mulf %v, %two : f64
    %d = tensor.insert %w into %dst[%k] : {T}
    %e = func.call @shift(%src, %d, %m) : ({T}, {T}, index) -> {T}
    scf.yield %e : {T}
  }}
  return %out : {T}
}}
func.func @given(%x: {T}) -> {T} {{
  %c8 = arith.constant 8 : index
  %y = func.call @shift(%x, %x, %c8) : ({T}, {T}, index) -> {T}
  return %y : {T}
}}
func.func @made(%x: {T}) -> {T} {{
  %c8 = arith.constant 8 : index
  %z = arith.mulf %x, %x : {T}
  %y = func.call @shift(%z, %z, %c8) : ({T}, {T}, index) -> {T}
  return %y : {T}
}}
func.func @again(%x: {T}) -> {T} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %z = arith.mulf %x, %x : {T}
  %y = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %z) -> ({T}) {{
    %b = func.call @shift(%a, %a, %c8) : ({T}, {T}, index) -> {T}
    scf.yield %b : {T}
  }}
  return %y : {T}
}}
"""


def shifted(z):
    return 2 * np.concatenate([z[:1], z[:-1]])


@pytest.fixture(scope="module")
def program():
    return lagrad.compile(PROGRAM)


@pytest.mark.parametrize(
    ("name", "meaning"),
    [("given", shifted), ("made", lambda x: shifted(x * x)), ("again", lambda x: shifted(shifted(x * x)))],
)
def test_what_a_call_reads_is_not_what_it_writes(program, name, meaning):
    x = np.arange(1.0, 9.0)
    np.testing.assert_array_equal(getattr(program, name)(x), meaning(x))
