"""The function that computes a product of matrices whose zeros are strong, where not all of a factor is finite.

`C[m, n] += factor * A[m, k] * B[k, n]`, without the terms where A, or B, is zero. It is called seldom, so it is short.
LLVM makes vectors of its loops, which takes as long as to compile a small program.
"""

from __future__ import annotations

from .product_tiles import ELEMENTS, PREFIX


def name_of(element: str) -> str:
    """The function for numbers of a type, `f32` or `f64`."""
    return f"{PREFIX}{element}.guarded"


NAMES = tuple(map(name_of, ELEMENTS))


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
    %c_at = arith.muli %i, %c_m : i64
    %row = {at.format("c")}
    scf.if %adds {{
    }} else {{
      scf.for %row_at = %c0 to %n step %c1 : i64 {{
        %place = {at.format("row")}
        llvm.store %zero, %place : {element}, !llvm.ptr
      }}
    }}
    scf.for %l = %c0 to %k step %c1 : i64 {{
      %a_along = arith.muli %l, %a_k : i64
      %a_at = arith.addi %a_row, %a_along : i64
      %a_place = {at.format("a")}
      %x = llvm.load %a_place : !llvm.ptr -> {element}
      %b_row = arith.muli %l, %b_k : i64
      scf.for %row_at = %c0 to %n step %c1 : i64 {{  // along memory
        %b_along = arith.muli %row_at, %b_n : i64
        %b_at = arith.addi %b_row, %b_along : i64
        %b_place = {at.format("b")}
        %y = llvm.load %b_place : !llvm.ptr -> {element}
        %product = arith.mulf %x, %y : {element}
        %whole = arith.mulf %product, %factor : {element}
        %guard = arith.select %of_b, %y, %x : {element}
        %is_zero = arith.cmpf oeq, %guard, %zero : {element}
        %term = arith.select %is_zero, %zero, %whole : {element}
        %place = {at.format("row")}
        %old = llvm.load %place : !llvm.ptr -> {element}
        %new = arith.addf %old, %term : {element}
        llvm.store %new, %place : {element}, !llvm.ptr
      }}
    }}
  }}
  return
}}"""
