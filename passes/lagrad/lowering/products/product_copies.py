"""What a product of matrices copies to the stack before it is read several times: parts of either factor."""

from __future__ import annotations

from .product_tiles import PREFIX, Tile, address, load, store


def copy(tile: Tile) -> str:
    """Some columns of some rows of B, no more than a tile has, copied; the strides of B are any."""
    element = tile.element
    return f"""
func.func private @"{PREFIX}{element}.copy"(%rows: i64, %columns: i64, %b: !llvm.ptr, %b_k: i64, %b_n: i64, %to:
    !llvm.ptr) {{
  %stands = arith.cmpi eq, %b_k, %_1 : i64
  %row_rest = arith.andi %rows, %_{tile.lanes - 1} : i64
  %column_rest = arith.andi %columns, %_{tile.lanes - 1} : i64
  %rows_of_squares = arith.subi %rows, %row_rest : i64
  %columns_of_squares = arith.subi %columns, %column_rest : i64
  %whole = arith.select %stands, %rows_of_squares, %_0 : i64
  func.call @"{PREFIX}{element}.transpose"(%whole, %columns_of_squares, %b, %b_n, %to)
      : (i64, i64, !llvm.ptr, i64, !llvm.ptr) -> ()
  %runs = arith.cmpi eq, %b_n, %_1 : i64
  %in_vectors = arith.select %runs, %columns_of_squares, %_0 : i64
  scf.for %k = %_0 to %rows step %_1 : i64 {{
    %is_done = arith.cmpi slt, %k, %whole : i64
    %begin = arith.select %is_done, %columns_of_squares, %in_vectors : i64
    %b_o = arith.muli %k, %b_k : i64
    %to_o = arith.muli %k, %_{tile.columns} : i64
    {address(tile, "%from", "%b", "%b_o")}
    {address(tile, "%into", "%to", "%to_o")}
    scf.for %n = %_0 to %in_vectors step %_{tile.lanes} : i64 {{
      {address(tile, "%b_p", "%from", "%n")}
      {address(tile, "%to_p", "%into", "%n")}
      {load(tile, "%values", "%b_p")}
      {store(tile, "%values", "%to_p")}
    }}
    scf.for %n = %begin to %columns step %_1 : i64 {{
      {_element(tile, "%n", "%b_n")}
    }}
  }}
  return
}}"""


def transpose(tile: Tile) -> str:
    """Some rows and columns of B, whose columns lie along memory: squares of as many numbers as a vector has."""
    lanes, shifts = tile.lanes, [1 << n for n in range(tile.lanes.bit_length() - 1)]
    lines = []
    for i in range(lanes):
        lines += [
            f"%from_n{i} = arith.addi %n, %_{i} : i64",
            f"%from_o{i} = arith.muli %from_n{i}, %b_n : i64",
            address(tile, f"%from_r{i}", "%b", f"%from_o{i}"),
            address(tile, f"%from{i}", f"%from_r{i}", "%k"),
            f"%x0_{i} = llvm.load %from{i} {{alignment = {tile.size} : i64}} : !llvm.ptr -> {tile.vector}",
        ]
    for stage, h in enumerate(shifts):  # exchanges squares of h numbers beside the diagonal
        low = [lane if not lane & h else lanes + lane - h for lane in range(lanes)]
        high = [lane + h if not lane & h else lanes + lane for lane in range(lanes)]
        for i in (i for i in range(lanes) if not i & h):
            for j, picked in ((i, low), (i + h, high)):
                lines.append(
                    f"%x{stage + 1}_{j} = vector.shuffle %x{stage}_{i}, %x{stage}_{i + h} {picked} : "
                    f"{tile.vector}, {tile.vector}"
                )
    for i in range(lanes):
        lines += [
            f"%to_k{i} = arith.addi %k, %_{i} : i64",
            f"%to_o{i} = arith.muli %to_k{i}, %_{tile.columns} : i64",
            address(tile, f"%to_r{i}", "%to", f"%to_o{i}"),
            address(tile, f"%to{i}", f"%to_r{i}", "%n"),
            f"llvm.store %x{len(shifts)}_{i}, %to{i} {{alignment = {tile.size} : i64}} : {tile.vector}, !llvm.ptr",
        ]
    square = "\n        ".join(lines)
    return f"""
func.func private @"{PREFIX}{tile.element}.transpose"(%rows: i64, %columns: i64, %b: !llvm.ptr, %b_n: i64, %to:
    !llvm.ptr) {{
  scf.for %k = %_0 to %rows step %_{lanes} : i64 {{
    scf.for %n = %_0 to %columns step %_{lanes} : i64 {{
        {square}
    }}
  }}
  return
}}"""


def strip(tile: Tile) -> str:
    """Some rows of A, as many as a tile has at most, side by side; the strides of A are any."""
    element, vector = tile.element, f"vector<{tile.rows}x{tile.element}>"
    return f"""
func.func private @"{PREFIX}{element}.strip"(%depth: i64, %rows: i64, %a: !llvm.ptr, %a_m: i64, %a_k: i64, %to:
    !llvm.ptr) {{
  %is_whole = arith.cmpi eq, %rows, %_{tile.rows} : i64
  %runs = arith.cmpi eq, %a_m, %_1 : i64
  %at_once = arith.andi %is_whole, %runs : i1
  scf.for %k = %_0 to %depth step %_1 : i64 {{
    %a_o = arith.muli %k, %a_k : i64
    %to_o = arith.muli %k, %_{tile.rows} : i64
    {address(tile, "%from", "%a", "%a_o")}
    {address(tile, "%into", "%to", "%to_o")}
    scf.if %at_once {{
      %values = llvm.load %from {{alignment = {tile.size} : i64}} : !llvm.ptr -> {vector}
      llvm.store %values, %into {{alignment = {tile.size} : i64}} : {vector}, !llvm.ptr
    }} else {{
      scf.for %m = %_0 to %rows step %_1 : i64 {{
        {_element(tile, "%m", "%a_m")}
      }}
    }}
  }}
  return
}}"""


def _element(tile: Tile, number: str, stride: str) -> str:
    """One element of `%from`, that many strides on, to `%into`, where they are neighbours."""
    lines = [
        f"%apart = arith.muli {number}, {stride} : i64",
        address(tile, "%there", "%from", "%apart"),
        address(tile, "%here", "%into", number),
        f"%value = llvm.load %there : !llvm.ptr -> {tile.element}",
        f"llvm.store %value, %here : {tile.element}, !llvm.ptr",
    ]
    return "\n        ".join(lines)
