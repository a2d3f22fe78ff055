"""The function that computes a product of matrices whose zeros are strong, where not all of a factor is finite.

`C[m, n] += factor * A[m, k] * B[k, n]`, without the terms where A, or B, is zero. It is called seldom, so it is short.
"""

from __future__ import annotations

from .product_tiles import PREFIX


def name_of(element: str) -> str:
    """The function for numbers of a type, `f32` or `f64`."""
    return f"{PREFIX}{element}.guarded"


def function(element: str) -> str:
    """Its arguments are those of `product_kernel`'s function, and whether the zeros of B are the strong ones."""
    at = "llvm.getelementptr %{0}[%{0}_at] : (!llvm.ptr, i64) -> !llvm.ptr, " + element
    return f"""
func.func private @"{name_of(element)}"(%m: i64, %n: i64, %k: i64, %factor: {element},
    %a: !llvm.ptr, %a_m: i64, %a_k: i64, %b: !llvm.ptr, %b_k: i64, %b_n: i64,
    %adds: i1, %c: !llvm.ptr, %c_m: i64, %of_b: i1) attributes {{llvm.no_inline}} {{
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant 0.0 : {element}
  scf.for %i = %c0 to %m step %c1 : i64 {{
    %a_row = arith.muli %i, %a_m : i64
    %c_row = arith.muli %i, %c_m : i64
    scf.for %j = %c0 to %n step %c1 : i64 {{
      %b_column = arith.muli %j, %b_n : i64
      %c_at = arith.addi %c_row, %j : i64
      %place = {at.format("c")}
      %old = llvm.load %place : !llvm.ptr -> {element}
      %begin = arith.select %adds, %old, %zero : {element}
      %total = scf.for %l = %c0 to %k step %c1 iter_args(%sum = %begin) -> ({element}) : i64 {{
        %a_along = arith.muli %l, %a_k : i64
        %a_at = arith.addi %a_row, %a_along : i64
        %b_along = arith.muli %l, %b_k : i64
        %b_at = arith.addi %b_along, %b_column : i64
        %a_place = {at.format("a")}
        %b_place = {at.format("b")}
        %x = llvm.load %a_place : !llvm.ptr -> {element}
        %y = llvm.load %b_place : !llvm.ptr -> {element}
        %product = arith.mulf %x, %y : {element}
        %whole = arith.mulf %product, %factor : {element}
        %guard = arith.select %of_b, %y, %x : {element}
        %is_zero = arith.cmpf oeq, %guard, %zero : {element}
        %term = arith.select %is_zero, %zero, %whole : {element}
        %next = arith.addf %sum, %term : {element}
        scf.yield %next : {element}
      }}
      llvm.store %total, %place : {element}, !llvm.ptr
    }}
  }}
  return
}}"""
