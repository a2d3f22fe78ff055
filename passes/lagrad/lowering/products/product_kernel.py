"""The functions that compute a product of matrices, as text: `C[m, n] += factor * A[m, k] * B[k, n]`.

Rows of C lie along memory; the strides of A and B are any. As in Goto and van de Geijn, Anatomy of High-Performance
Matrix Multiplication (TOMS 34(3), 2008), but that A is read where it is, and so is B where its rows lie along memory
and each is needed for few rows of C: a library that copies both takes as long for that as for the arithmetic, where one
of the sizes is small.

    for some k0                              # DEPTH of them
      for some n1                            # as many as a cache holds of B, where it is or copied panel by panel
        for some m0                          # as many as a tile has rows, or one fewer; of A copied if it is read with
        large strides
          for some n0 of n1                  # as many as a tile has columns
            a tile: the sums of its elements in registers, for all k of k0
"""

from __future__ import annotations

import functools
import re

from .product_copies import copy, strip, transpose
from .product_tiles import ELEMENTS, PREFIX, TILE_TYPES, Tile, address, heights, ragged, rows, tile_of, tile_text

__all__ = ["DEPTH", "ELEMENTS", "FAR_APART", "FEW_ROWS", "MANY", "PREFIX", "Tile", "functions", "name_of", "tile_of"]

DEPTH = 256  # terms of a sum at a time: with the rows of A that a tile reads, that much of B stays in the first cache
FEW_ROWS, VERY_FEW_ROWS = 128, 32  # of C, for which B is read in place; if its rows are FAR_APART only for very few
FAR_APART = 4096  # bytes: each row is in another page, and neighbouring rows may share places in the first cache
BLOCK = 1 << 20  # bytes of B at a time where it is not copied, which stay in the second cache
PANELS = 4  # as wide as a tile and DEPTH high, or more and shorter ones, of B at a time where it is copied
MANY = 64  # rows of C beyond which there are so many
FEW = 2  # tiles side by side from which on rows of A that do not lie along memory are copied
_NUMBER, _NEXT = re.compile(r"%_(-?\d+)"), re.compile(r"^(?=func\.)", re.M)


def name_of(element: str) -> str:
    """The function for numbers of a type, `f32` or `f64`."""
    return PREFIX + element


@functools.cache
def functions(tile: Tile) -> str:
    """All functions, of which the one that `name_of` names calls the others."""
    parts = [_whole(tile), rows(tile), ragged(tile), copy(tile), transpose(tile), strip(tile)]
    parts += [tile_text(tile, rows, n) for n in range(1, tile.vectors + 1) for rows in heights(tile, n)]
    return "".join(map(_with_numbers, _NEXT.split("\n".join(parts))))


def _with_numbers(function: str) -> str:
    """A function with a constant for each number that it uses: `%_8` is 8, and `%_-1` is minus one."""
    head, begin, body = function.partition("{\n")
    numbers = dict.fromkeys(_NUMBER.findall(body))
    return head + begin + "".join(f"  %_{n} = arith.constant {n} : i64\n" for n in numbers) + body


def _whole(tile: Tile) -> str:
    element = tile.element
    block = BLOCK // (DEPTH * tile.size * tile.columns) * tile.columns
    return f"""
func.func private @"{name_of(element)}"(%m: i64, %n: i64, %k: i64, %factor: {element}, %a: !llvm.ptr, %a_m: i64, %a_k:
    i64,
    %b: !llvm.ptr, %b_k: i64, %b_n: i64, %adds: i1, %c: !llvm.ptr, %c_m: i64) {{
  %many = arith.cmpi sgt, %m, %_{MANY} : i64
  %terms = arith.select %many, %_{PANELS * DEPTH}, %_{DEPTH} : i64
  %panels = llvm.alloca %_{PANELS * DEPTH * tile.columns} x {element} {{alignment = 64 : i64}} : (i64) -> !llvm.ptr
  %strip = llvm.alloca %_{DEPTH * tile.rows} x {element} {{alignment = 64 : i64}} : (i64) -> !llvm.ptr
  %part = llvm.alloca %_{tile.rows * tile.columns} x {element} {{alignment = 64 : i64}} : (i64) -> !llvm.ptr
  %no = arith.constant false
  %rounded = arith.addi %m, %_{tile.rows - 1} : i64
  %groups = arith.divui %rounded, %_{tile.rows} : i64
  %b_runs = arith.cmpi eq, %b_n, %_1 : i64
  %is_low = arith.cmpi slt, %m, %_{FEW_ROWS} : i64
  %is_very_low = arith.cmpi slt, %m, %_{VERY_FEW_ROWS} : i64
  %is_near = arith.cmpi slt, %b_k, %_{FAR_APART // tile.size} : i64
  %is_cheap = arith.ori %is_near, %is_very_low : i1
  %is_better = arith.andi %is_low, %is_cheap : i1
  %in_place = arith.andi %b_runs, %is_better : i1
  %a_jumps = arith.cmpi ne, %a_k, %_1 : i64
  scf.for %k0 = %_0 to %k step %_{DEPTH} : i64 {{
    %k_left = arith.subi %k, %k0 : i64
    %depth = arith.minsi %k_left, %_{DEPTH} : i64
    %is_later = arith.cmpi ne, %k0, %_0 : i64
    %adds_here = arith.ori %adds, %is_later : i1
    %a_ko = arith.muli %k0, %a_k : i64
    %b_ko = arith.muli %k0, %b_k : i64
    %side_by_side = arith.divui %terms, %depth : i64
    %block_copied = arith.muli %side_by_side, %_{tile.columns} : i64
    %block = arith.select %in_place, %_{block}, %block_copied : i64
    %step = arith.select %in_place, %b_k, %_{tile.columns} : i64
    scf.for %n1 = %_0 to %n step %block : i64 {{
      %n_left = arith.subi %n, %n1 : i64
      %some = arith.minsi %n_left, %block : i64
      %n2 = arith.addi %n1, %some : i64
      %b_no = arith.muli %n1, %b_n : i64
      %b_at = arith.addi %b_ko, %b_no : i64
      {address(tile, "%b_there", "%b", "%b_at")}
      // A panel that a vector would reach beyond is copied in any case: to the first place, where B is read in place.
      %b_block, %far = scf.if %in_place -> (!llvm.ptr, i64) {{
        %ragged = arith.andi %some, %_{tile.lanes - 1} : i64
        %is_ragged = arith.cmpi ne, %ragged, %_0 : i64
        scf.if %is_ragged {{
          %columns = arith.remui %some, %_{tile.columns} : i64
          %o = arith.subi %some, %columns : i64
          {address(tile, "%from", "%b_there", "%o")}
          func.call @"{PREFIX}{element}.copy"(%depth, %columns, %from, %b_k, %b_n, %panels)
              : (i64, i64, !llvm.ptr, i64, i64, !llvm.ptr) -> ()
        }}
        scf.yield %b_there, %_1 : !llvm.ptr, i64
      }} else {{
        scf.for %o = %_0 to %some step %_{tile.columns} : i64 {{
          %o_left = arith.subi %some, %o : i64
          %columns = arith.minsi %o_left, %_{tile.columns} : i64
          %b_o = arith.muli %o, %b_n : i64
          {address(tile, "%from", "%b_there", "%b_o")}
          %to_o = arith.muli %o, %depth : i64
          {address(tile, "%to", "%panels", "%to_o")}
          func.call @"{PREFIX}{element}.copy"(%depth, %columns, %from, %b_k, %b_n, %to)
              : (i64, i64, !llvm.ptr, i64, i64, !llvm.ptr) -> ()
        }}
        scf.yield %panels, %depth : !llvm.ptr, i64
      }}
      %wide = arith.cmpi sgt, %some, %_{FEW * tile.columns} : i64
      %strips = arith.andi %a_jumps, %wide : i1
      scf.for %g = %_0 to %groups step %_1 : i64 {{
        %g_next = arith.addi %g, %_1 : i64
        %g_m = arith.muli %g, %m : i64
        %next_m = arith.muli %g_next, %m : i64
        %m0 = arith.divui %g_m, %groups : i64
        %m1 = arith.divui %next_m, %groups : i64
        %rows = arith.subi %m1, %m0 : i64
        %a_mo = arith.muli %m0, %a_m : i64
        %a_at = arith.addi %a_mo, %a_ko : i64
        {address(tile, "%a_there", "%a", "%a_at")}
        %a_0, %a_0m, %a_0k = scf.if %strips -> (!llvm.ptr, i64, i64) {{
          func.call @"{PREFIX}{element}.strip"(%depth, %rows, %a_there, %a_m, %a_k, %strip)
              : (i64, i64, !llvm.ptr, i64, i64, !llvm.ptr) -> ()
          scf.yield %strip, %_1, %_{tile.rows} : !llvm.ptr, i64, i64
        }} else {{
          scf.yield %a_there, %a_m, %a_k : !llvm.ptr, i64, i64
        }}
        %c_mo = arith.muli %m0, %c_m : i64
        scf.for %n0 = %n1 to %n2 step %_{tile.columns} : i64 {{
          %left = arith.subi %n2, %n0 : i64
          %columns = arith.minsi %left, %_{tile.columns} : i64
          %o = arith.subi %n0, %n1 : i64
          %b_o = arith.muli %o, %far : i64
          {address(tile, "%b_0", "%b_block", "%b_o")}
          %c_at = arith.addi %c_mo, %n0 : i64
          {address(tile, "%c_0", "%c", "%c_at")}
          %up = arith.addi %columns, %_{tile.lanes - 1} : i64
          %vectors = arith.divui %up, %_{tile.lanes} : i64
          %over = arith.andi %columns, %_{tile.lanes - 1} : i64
          %is_ragged = arith.cmpi ne, %over, %_0 : i64
          scf.if %is_ragged {{
            %b_p = arith.select %in_place, %panels, %b_0 : !llvm.ptr
            func.call @"{PREFIX}{element}.rows"(%rows, %vectors, %depth, %factor, %no, %a_0, %a_0m, %a_0k, %b_p,
                %_{tile.columns}, %part, %_{tile.columns})
                : (i64, i64, {TILE_TYPES.format(element)}) -> ()
            func.call @"{PREFIX}{element}.ragged"(%rows, %columns, %adds_here, %part, %c_0, %c_m)
                : (i64, i64, i1, !llvm.ptr, !llvm.ptr, i64) -> ()
          }} else {{
            func.call @"{PREFIX}{element}.rows"(%rows, %vectors, %depth, %factor, %adds_here, %a_0, %a_0m, %a_0k, %b_0,
                %step, %c_0, %c_m)
                : (i64, i64, {TILE_TYPES.format(element)}) -> ()
          }}
        }}
      }}
    }}
  }}
  return
}}"""
