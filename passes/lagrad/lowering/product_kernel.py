"""The functions that compute a product of matrices, as text: `C[m, n] += factor * A[m, k] * B[k, n]`.

Rows of C lie along memory; the strides of A and B are any. As in Goto and van de Geijn, Anatomy of High-Performance
Matrix Multiplication (TOMS 34(3), 2008), but that A is read where it is, and so is B where its rows lie along memory and
each is needed for few rows of C: a library that copies both takes as long for that as for the arithmetic, where one of the
sizes is small.

    for some k0                                          # DEPTH of them
      for some columns n0                                # as many as the vectors of a tile hold
        B[k0, n0], copied to the stack or where it is
        for some rows m0                                 # as many as a tile has, or one fewer
          tile: the sums of all its elements in registers, one after another k of the block
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass

DEPTH = 256  # terms of a sum at a time: with the rows of A that a tile reads, that much of B stays in the first cache
FEW_ROWS, VERY_FEW_ROWS = 128, 32  # of C, for which B is read in place; if its rows are FAR_APART only for very few
FAR_APART = 4096  # bytes: each row is in another page, and neighbouring rows may share places in the first cache
BLOCK = 1 << 20  # bytes of B at a time where it is not copied, which stay in the second cache
PANELS = 4  # as wide as a tile and DEPTH high, or more and shorter ones, of B at a time where it is copied
MANY = 64  # rows of C beyond which there are so many
FEW = 2  # tiles side by side from which on rows of A that do not lie along memory are copied
AHEAD = 4  # rows of B that are fetched before they are used

PREFIX = "lagrad.product."


def name_of(element: str) -> str:
    """The function for numbers of a type, `f32` or `f64`."""
    return PREFIX + element


@dataclass(frozen=True)
class Tile:
    """The sums that the registers of a processor hold."""

    element: str
    bytes: int  # of a register
    rows: int
    vectors: int  # of a row

    @property
    def size(self) -> int:
        return int(self.element[1:]) // 8

    @property
    def lanes(self) -> int:
        return self.bytes // self.size

    @property
    def columns(self) -> int:
        return self.lanes * self.vectors

    @property
    def vector(self) -> str:
        return f"vector<{self.lanes}x{self.element}>"

    @property
    def mask(self) -> str:
        return f"vector<{self.lanes}xi1>"


def tile_of(element: str, bytes: int, registers: int) -> Tile:
    """A tile for a processor that has so many vector registers of so many bytes.

    Three vectors of B and a number of A are in registers too.
    """
    return Tile(element, bytes, 8 if registers >= 32 else 4, 3)


@functools.cache
def functions(tile: Tile) -> str:
    """All functions, of which the one that `name_of` names calls the others."""
    parts = [_whole(tile), _rows(tile), _ragged(tile), _copy(tile), _transpose(tile), _strip(tile)]
    return "\n".join([*parts, *(_tile(tile, rows, vectors) for vectors in range(1, tile.vectors + 1) for rows in _heights(tile, vectors))])


def _heights(tile: Tile, vectors: int) -> list[int]:
    """The numbers of rows that there is a tile of: of the widest ones all, of others those that all numbers are sums of."""
    if vectors == tile.vectors:
        return list(range(1, tile.rows + 1))
    return [tile.rows >> n for n in range(tile.rows.bit_length())]


# -- one tile -----------------------------------------------------------------------------------

_TILE_ARGUMENTS = (
    "%k: i64, %factor: {0}, %adds: i1, %a: !llvm.ptr, %a_m: i64, %a_k: i64, %b: !llvm.ptr, %b_k: i64, %c: !llvm.ptr, %c_m: i64"
)
_TILE_TYPES = "i64, {0}, i1, !llvm.ptr, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64"
# Processors that compute with vectors of 64 bytes get them also where LLVM would rather have them compute with shorter ones.
_NOT_INLINED = 'attributes {passthrough = ["noinline", ["min-legal-vector-width", "512"]]}'
_SMALL = 'attributes {passthrough = ["noinline", "optsize"]}'


def _tile_name(tile: Tile, rows: int, vectors: int) -> str:
    return f'@"{PREFIX}{tile.element}.{rows}x{vectors}"'


def _tile(tile: Tile, rows: int, vectors: int) -> str:
    """Some rows of C, of some vectors each."""
    cells = [(r, v) for r in range(rows) for v in range(vectors)]
    ends = ", ".join(f"%p{r}_{v}" for r, v in cells)
    begin = ", ".join(f"%s{r}_{v} = %zeros" for r, v in cells)
    types = ", ".join([tile.vector] * len(cells))
    contract = f"fastmath<contract> : {tile.vector}"
    lines = [
        f"func.func private {_tile_name(tile, rows, vectors)}({_TILE_ARGUMENTS.format(tile.element)}) {_NOT_INLINED} {{",
        "%zero = arith.constant 0 : i64",
        "%one = arith.constant 1 : i64",
        f"%ahead = arith.constant {AHEAD} : i64",
        f"%zeros = arith.constant dense<0.0> : {tile.vector}",
        *_rows_of("a", rows, "%a", "%a_m", tile),
        *_rows_of("c", rows, "%c", "%c_m", tile),
        "%later = arith.muli %ahead, %b_k : i64",
        f"%sums:{len(cells)} = scf.for %i = %zero to %k step %one iter_args({begin}) -> ({types}) : i64 {{",
        "%b_i = arith.muli %i, %b_k : i64",
        f"%row = llvm.getelementptr %b[%b_i] : (!llvm.ptr, i64) -> !llvm.ptr, {tile.element}",
        f"%next = llvm.getelementptr %row[%later] : (!llvm.ptr, i64) -> !llvm.ptr, {tile.element}",
        "%a_i = arith.muli %i, %a_k : i64",
    ]
    for v in range(vectors):
        lines += [
            *_vector_of(tile, f"%b{v}.at", "%row", v),
            _load(tile, f"%b{v}", f"%b{v}.at"),
            *_vector_of(tile, f"%next{v}", "%next", v),
            f'"llvm.intr.prefetch"(%next{v}) <{{rw = 0 : i32, hint = 3 : i32, cache = 1 : i32}}> : (!llvm.ptr) -> ()',
        ]
    for r in range(rows):
        lines += [
            f"%at{r} = llvm.getelementptr %a{r}[%a_i] : (!llvm.ptr, i64) -> !llvm.ptr, {tile.element}",
            f"%n{r} = llvm.load %at{r} : !llvm.ptr -> {tile.element}",
            f"%f{r} = vector.broadcast %n{r} : {tile.element} to {tile.vector}",
            *(f"%t{r}_{v} = arith.mulf %f{r}, %b{v} {contract}" for v in range(vectors)),
            *(f"%p{r}_{v} = arith.addf %s{r}_{v}, %t{r}_{v} {contract}" for v in range(vectors)),
        ]
    lines += [f"scf.yield {ends} : {types}", "}", f"%factors = vector.broadcast %factor : {tile.element} to {tile.vector}"]
    for number, (r, v) in enumerate(cells):
        lines += [f"%g{r}_{v} = arith.mulf %sums#{number}, %factors {contract}", *_vector_of(tile, f"%c{r}_{v}.at", f"%c{r}", v)]
    lines.append("scf.if %adds {")
    for r, v in cells:
        lines += [
            _load(tile, f"%c{r}_{v}", f"%c{r}_{v}.at"),
            f"%h{r}_{v} = arith.addf %c{r}_{v}, %g{r}_{v} {contract}",
            _store(tile, f"%h{r}_{v}", f"%c{r}_{v}.at"),
        ]
    lines += ["} else {", *(_store(tile, f"%g{r}_{v}", f"%c{r}_{v}.at") for r, v in cells)]
    return "\n".join([*lines, "}", "return", "}"])


def _rows_of(name: str, rows: int, base: str, stride: str, tile: Tile) -> Iterator[str]:
    """The addresses of neighbouring rows."""
    for r in range(rows):
        yield f"%{name}_r{r} = arith.constant {r} : i64"
        yield f"%{name}_o{r} = arith.muli %{name}_r{r}, {stride} : i64"
        yield f"%{name}{r} = llvm.getelementptr {base}[%{name}_o{r}] : (!llvm.ptr, i64) -> !llvm.ptr, {tile.element}"


def _vector_of(tile: Tile, place: str, row: str, v: int) -> Iterator[str]:
    yield f"{place} = llvm.getelementptr {row}[{v * tile.lanes}] : (!llvm.ptr) -> !llvm.ptr, {tile.element}"


def _load(tile: Tile, result: str, place: str) -> str:
    return f"{result} = llvm.load {place} {{alignment = {tile.size} : i64}} : !llvm.ptr -> {tile.vector}"


def _store(tile: Tile, value: str, place: str) -> str:
    return f"llvm.store {value}, {place} {{alignment = {tile.size} : i64}} : {tile.vector}, !llvm.ptr"


# -- B in a row ----------------------------------------------------------------------------------


def _copy(tile: Tile) -> str:
    """Some columns of some rows of B, no more than a tile has, copied; the strides of B are any."""
    element = tile.element
    return f"""
func.func private @"{PREFIX}{element}.copy"(%rows: i64, %columns: i64, %b: !llvm.ptr, %b_k: i64, %b_n: i64, %to: !llvm.ptr) {_SMALL} {{
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %width = arith.constant {tile.columns} : i64
  %lanes = arith.constant {tile.lanes} : i64
  %but_lane = arith.constant {tile.lanes - 1} : i64
  %stands = arith.cmpi eq, %b_k, %one : i64
  %row_rest = arith.andi %rows, %but_lane : i64
  %column_rest = arith.andi %columns, %but_lane : i64
  %rows_of_squares = arith.subi %rows, %row_rest : i64
  %columns_of_squares = arith.subi %columns, %column_rest : i64
  %whole = arith.select %stands, %rows_of_squares, %zero : i64
  func.call @"{PREFIX}{element}.transpose"(%whole, %columns_of_squares, %b, %b_n, %to) : (i64, i64, !llvm.ptr, i64, !llvm.ptr) -> ()
  %runs = arith.cmpi eq, %b_n, %one : i64
  %in_vectors = arith.select %runs, %columns_of_squares, %zero : i64
  scf.for %k = %zero to %rows step %one : i64 {{
    %is_done = arith.cmpi slt, %k, %whole : i64
    %begin = arith.select %is_done, %columns_of_squares, %in_vectors : i64
    %b_o = arith.muli %k, %b_k : i64
    %to_o = arith.muli %k, %width : i64
    %from = llvm.getelementptr %b[%b_o] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
    %into = llvm.getelementptr %to[%to_o] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
    scf.for %n = %zero to %in_vectors step %lanes : i64 {{
      %b_p = llvm.getelementptr %from[%n] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
      %to_p = llvm.getelementptr %into[%n] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
      {_load(tile, "%values", "%b_p")}
      {_store(tile, "%values", "%to_p")}
    }}
    scf.for %n = %begin to %columns step %one : i64 {{
      %b_at = arith.muli %n, %b_n : i64
      %b_p = llvm.getelementptr %from[%b_at] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
      %to_p = llvm.getelementptr %into[%n] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
      %value = llvm.load %b_p : !llvm.ptr -> {element}
      llvm.store %value, %to_p : {element}, !llvm.ptr
    }}
  }}
  return
}}"""


def _transpose(tile: Tile) -> str:
    """Some rows and columns of B, whose columns lie along memory: squares of as many numbers as a vector has."""
    lanes, shifts = tile.lanes, [1 << n for n in range(tile.lanes.bit_length() - 1)]
    lines = []
    for i in range(lanes):
        lines += [
            f"%line{i} = arith.constant {i} : i64",
            f"%from_n{i} = arith.addi %n, %line{i} : i64",
            f"%from_o{i} = arith.muli %from_n{i}, %b_n : i64",
            f"%from_r{i} = llvm.getelementptr %b[%from_o{i}] : (!llvm.ptr, i64) -> !llvm.ptr, {tile.element}",
            f"%from{i} = llvm.getelementptr %from_r{i}[%k] : (!llvm.ptr, i64) -> !llvm.ptr, {tile.element}",
            f"%x0_{i} = llvm.load %from{i} {{alignment = {tile.size} : i64}} : !llvm.ptr -> {tile.vector}",
        ]
    for stage, h in enumerate(shifts):  # exchanges squares of h numbers beside the diagonal
        low = [lane if not lane & h else lanes + lane - h for lane in range(lanes)]
        high = [lane + h if not lane & h else lanes + lane for lane in range(lanes)]
        for i in (i for i in range(lanes) if not i & h):
            for j, picked in ((i, low), (i + h, high)):
                lines.append(f"%x{stage + 1}_{j} = vector.shuffle %x{stage}_{i}, %x{stage}_{i + h} {picked} : {tile.vector}, {tile.vector}")
    for i in range(lanes):
        lines += [
            f"%to_k{i} = arith.addi %k, %line{i} : i64",
            f"%to_o{i} = arith.muli %to_k{i}, %width : i64",
            f"%to_r{i} = llvm.getelementptr %to[%to_o{i}] : (!llvm.ptr, i64) -> !llvm.ptr, {tile.element}",
            f"%to{i} = llvm.getelementptr %to_r{i}[%n] : (!llvm.ptr, i64) -> !llvm.ptr, {tile.element}",
            f"llvm.store %x{len(shifts)}_{i}, %to{i} {{alignment = {tile.size} : i64}} : {tile.vector}, !llvm.ptr",
        ]
    square = "\n        ".join(lines)
    return f"""
func.func private @"{PREFIX}{tile.element}.transpose"(%rows: i64, %columns: i64, %b: !llvm.ptr, %b_n: i64, %to: !llvm.ptr) {_NOT_INLINED} {{
  %zero = arith.constant 0 : i64
  %lanes = arith.constant {lanes} : i64
  %width = arith.constant {tile.columns} : i64
  scf.for %k = %zero to %rows step %lanes : i64 {{
    scf.for %n = %zero to %columns step %lanes : i64 {{
        {square}
    }}
  }}
  return
}}"""


# -- the whole product ------------------------------------------------------------------------------


def _strip(tile: Tile) -> str:
    """Some rows of A, as many as a tile has at most, side by side; the strides of A are any."""
    element, vector = tile.element, f"vector<{tile.rows}x{tile.element}>"
    return f"""
func.func private @"{PREFIX}{element}.strip"(%depth: i64, %rows: i64, %a: !llvm.ptr, %a_m: i64, %a_k: i64, %to: !llvm.ptr) {_SMALL} {{
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %height = arith.constant {tile.rows} : i64
  %is_whole = arith.cmpi eq, %rows, %height : i64
  %runs = arith.cmpi eq, %a_m, %one : i64
  %at_once = arith.andi %is_whole, %runs : i1
  scf.for %k = %zero to %depth step %one : i64 {{
    %a_o = arith.muli %k, %a_k : i64
    %to_o = arith.muli %k, %height : i64
    %from = llvm.getelementptr %a[%a_o] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
    %into = llvm.getelementptr %to[%to_o] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
    scf.if %at_once {{
      %values = llvm.load %from {{alignment = {tile.size} : i64}} : !llvm.ptr -> {vector}
      llvm.store %values, %into {{alignment = {tile.size} : i64}} : {vector}, !llvm.ptr
    }} else {{
      scf.for %m = %zero to %rows step %one : i64 {{
        %a_at = arith.muli %m, %a_m : i64
        %a_p = llvm.getelementptr %from[%a_at] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
        %to_p = llvm.getelementptr %into[%m] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
        %value = llvm.load %a_p : !llvm.ptr -> {element}
        llvm.store %value, %to_p : {element}, !llvm.ptr
      }}
    }}
  }}
  return
}}"""


# -- tiles of any number of rows and columns -----------------------------------------------------------


def _rows(tile: Tile) -> str:
    """Some rows of C, no more than a tile has, of some vectors each."""
    types = _TILE_TYPES.format(tile.element)

    def call(rows: int, vectors: int, a: str = "%a", c: str = "%c") -> str:
        return f"func.call {_tile_name(tile, rows, vectors)}(%k, %factor, %adds, {a}, %a_m, %a_k, %b, %b_k, {c}, %c_m) : ({types}) -> ()"

    def split(vectors: int) -> Iterator[str]:
        """One tile after the other, each of which there is where its number of rows has its bit set."""
        a, c = "%a", "%c"
        for rows in _heights(tile, vectors):
            at = f"{rows}_{vectors}"
            yield f"""
      %n.{at} = arith.constant {rows} : i64
      %bit.{at} = arith.andi %rows, %n.{at} : i64
      %there.{at} = arith.cmpi ne, %bit.{at}, %zero : i64
      %a.{at}, %c.{at} = scf.if %there.{at} -> (!llvm.ptr, !llvm.ptr) {{
        {call(rows, vectors, a, c)}
        %a_o.{at} = arith.muli %n.{at}, %a_m : i64
        %c_o.{at} = arith.muli %n.{at}, %c_m : i64
        %a_n.{at} = llvm.getelementptr {a}[%a_o.{at}] : (!llvm.ptr, i64) -> !llvm.ptr, {tile.element}
        %c_n.{at} = llvm.getelementptr {c}[%c_o.{at}] : (!llvm.ptr, i64) -> !llvm.ptr, {tile.element}
        scf.yield %a_n.{at}, %c_n.{at} : !llvm.ptr, !llvm.ptr
      }} else {{
        scf.yield {a}, {c} : !llvm.ptr, !llvm.ptr
      }}"""
            a, c = f"%a.{at}", f"%c.{at}"

    narrow = "".join(f"\n    case {vectors} {{{''.join(split(vectors))}\n      scf.yield\n    }}" for vectors in range(1, tile.vectors))
    wide = "".join(f"\n      case {rows} {{\n        {call(rows, tile.vectors)}\n        scf.yield\n      }}" for rows in range(1, tile.rows))
    return f"""
func.func private @"{PREFIX}{tile.element}.rows"(%rows: i64, %vectors: i64, {_TILE_ARGUMENTS.format(tile.element)}) {_SMALL} {{
  %zero = arith.constant 0 : i64
  %which = arith.index_cast %vectors : i64 to index
  scf.index_switch %which{narrow}
  default {{
    %how_many = arith.index_cast %rows : i64 to index
    scf.index_switch %how_many{wide}
    default {{
      {call(tile.rows, tile.vectors)}
    }}
  }}
  return
}}"""


def _ragged(tile: Tile) -> str:
    """What has been computed of some rows of C, of which the last vector has fewer numbers than others, goes where it belongs."""
    element = tile.element
    lanes = ", ".join(map(str, range(tile.lanes)))
    masked = f"{{alignment = {tile.size} : i32}}"
    return f"""
func.func private @"{PREFIX}{element}.ragged"(%rows: i64, %columns: i64, %adds: i1, %from: !llvm.ptr, %c: !llvm.ptr, %c_m: i64) {_SMALL} {{
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %width = arith.constant {tile.columns} : i64
  %lanes = arith.constant {tile.lanes} : i64
  %numbers = arith.constant dense<[{lanes}]> : vector<{tile.lanes}xi64>
  %zeros = arith.constant dense<0.0> : {tile.vector}
  scf.for %m = %zero to %rows step %one : i64 {{
    %from_m = arith.muli %m, %width : i64
    %c_mo = arith.muli %m, %c_m : i64
    scf.for %n = %zero to %columns step %lanes : i64 {{
      %from_at = arith.addi %from_m, %n : i64
      %c_at = arith.addi %c_mo, %n : i64
      %from_p = llvm.getelementptr %from[%from_at] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
      %c_p = llvm.getelementptr %c[%c_at] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
      %left = arith.subi %columns, %n : i64
      %lefts = vector.broadcast %left : i64 to vector<{tile.lanes}xi64>
      %mask = arith.cmpi slt, %numbers, %lefts : vector<{tile.lanes}xi64>
      {_load(tile, "%sum", "%from_p")}
      %total = scf.if %adds -> {tile.vector} {{
        %before = llvm.intr.masked.load %c_p, %mask, %zeros {masked} : (!llvm.ptr, vector<{tile.lanes}xi1>, {tile.vector}) -> {tile.vector}
        %both = arith.addf %before, %sum : {tile.vector}
        scf.yield %both : {tile.vector}
      }} else {{
        scf.yield %sum : {tile.vector}
      }}
      llvm.intr.masked.store %total, %c_p, %mask {masked} : {tile.vector}, vector<{tile.lanes}xi1> into !llvm.ptr
    }}
  }}
  return
}}"""


# -- the whole product ------------------------------------------------------------------------------


def _whole(tile: Tile) -> str:
    element = tile.element
    return f"""
func.func private @"{name_of(element)}"(%m: i64, %n: i64, %k: i64, %factor: {element}, %a: !llvm.ptr, %a_m: i64, %a_k: i64,
    %b: !llvm.ptr, %b_k: i64, %b_n: i64, %adds: i1, %c: !llvm.ptr, %c_m: i64) {_SMALL} {{
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %width = arith.constant {tile.columns} : i64
  %height = arith.constant {tile.rows} : i64
  %but_one = arith.constant {tile.rows - 1} : i64
  %lanes = arith.constant {tile.lanes} : i64
  %but_lane = arith.constant {tile.lanes - 1} : i64
  %most = arith.constant {DEPTH} : i64
  %terms_of_many = arith.constant {PANELS * DEPTH} : i64
  %many_rows = arith.constant {MANY} : i64
  %many = arith.cmpi sgt, %m, %many_rows : i64
  %terms = arith.select %many, %terms_of_many, %most : i64
  %block_in_place = arith.constant {BLOCK // (DEPTH * tile.size * tile.columns) * tile.columns} : i64
  %few = arith.constant {FEW * tile.columns} : i64
  %panels_size = arith.constant {PANELS * DEPTH * tile.columns} : i64
  %strip_size = arith.constant {DEPTH * tile.rows} : i64
  %panels = llvm.alloca %panels_size x {element} {{alignment = 64 : i64}} : (i64) -> !llvm.ptr
  %strip = llvm.alloca %strip_size x {element} {{alignment = 64 : i64}} : (i64) -> !llvm.ptr
  %part_size = arith.constant {tile.rows * tile.columns} : i64
  %part = llvm.alloca %part_size x {element} {{alignment = 64 : i64}} : (i64) -> !llvm.ptr
  %no = arith.constant false
  %rounded = arith.addi %m, %but_one : i64
  %groups = arith.divui %rounded, %height : i64
  %b_runs = arith.cmpi eq, %b_n, %one : i64
  %few_rows = arith.constant {FEW_ROWS} : i64
  %is_low = arith.cmpi slt, %m, %few_rows : i64
  %very_few_rows = arith.constant {VERY_FEW_ROWS} : i64
  %is_very_low = arith.cmpi slt, %m, %very_few_rows : i64
  %far_apart = arith.constant {FAR_APART // tile.size} : i64
  %is_near = arith.cmpi slt, %b_k, %far_apart : i64
  %is_cheap = arith.ori %is_near, %is_very_low : i1
  %is_better = arith.andi %is_low, %is_cheap : i1
  %in_place = arith.andi %b_runs, %is_better : i1
  %a_jumps = arith.cmpi ne, %a_k, %one : i64
  scf.for %k0 = %zero to %k step %most : i64 {{
    %k_left = arith.subi %k, %k0 : i64
    %depth = arith.minsi %k_left, %most : i64
    %is_later = arith.cmpi ne, %k0, %zero : i64
    %adds_here = arith.ori %adds, %is_later : i1
    %a_ko = arith.muli %k0, %a_k : i64
    %b_ko = arith.muli %k0, %b_k : i64
    %side_by_side = arith.divui %terms, %depth : i64
    %block_copied = arith.muli %side_by_side, %width : i64
    %block = arith.select %in_place, %block_in_place, %block_copied : i64
    %step = arith.select %in_place, %b_k, %width : i64
    scf.for %n1 = %zero to %n step %block : i64 {{
      %n_left = arith.subi %n, %n1 : i64
      %some = arith.minsi %n_left, %block : i64
      %n2 = arith.addi %n1, %some : i64
      %b_no = arith.muli %n1, %b_n : i64
      %b_at = arith.addi %b_ko, %b_no : i64
      %b_there = llvm.getelementptr %b[%b_at] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
      // A panel that a vector would reach beyond is copied in any case: to the first place, where B is read in place.
      %b_block, %far = scf.if %in_place -> (!llvm.ptr, i64) {{
        %ragged = arith.andi %some, %but_lane : i64
        %is_ragged = arith.cmpi ne, %ragged, %zero : i64
        scf.if %is_ragged {{
          %columns = arith.remui %some, %width : i64
          %o = arith.subi %some, %columns : i64
          %from = llvm.getelementptr %b_there[%o] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
          func.call @"{PREFIX}{element}.copy"(%depth, %columns, %from, %b_k, %b_n, %panels) : (i64, i64, !llvm.ptr, i64, i64, !llvm.ptr) -> ()
        }}
        scf.yield %b_there, %one : !llvm.ptr, i64
      }} else {{
        scf.for %o = %zero to %some step %width : i64 {{
          %o_left = arith.subi %some, %o : i64
          %columns = arith.minsi %o_left, %width : i64
          %b_o = arith.muli %o, %b_n : i64
          %from = llvm.getelementptr %b_there[%b_o] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
          %to_o = arith.muli %o, %depth : i64
          %to = llvm.getelementptr %panels[%to_o] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
          func.call @"{PREFIX}{element}.copy"(%depth, %columns, %from, %b_k, %b_n, %to) : (i64, i64, !llvm.ptr, i64, i64, !llvm.ptr) -> ()
        }}
        scf.yield %panels, %depth : !llvm.ptr, i64
      }}
      %wide = arith.cmpi sgt, %some, %few : i64
      %strips = arith.andi %a_jumps, %wide : i1
      scf.for %g = %zero to %groups step %one : i64 {{
        %g_next = arith.addi %g, %one : i64
        %g_m = arith.muli %g, %m : i64
        %next_m = arith.muli %g_next, %m : i64
        %m0 = arith.divui %g_m, %groups : i64
        %m1 = arith.divui %next_m, %groups : i64
        %rows = arith.subi %m1, %m0 : i64
        %a_mo = arith.muli %m0, %a_m : i64
        %a_at = arith.addi %a_mo, %a_ko : i64
        %a_there = llvm.getelementptr %a[%a_at] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
        %a_0, %a_0m, %a_0k = scf.if %strips -> (!llvm.ptr, i64, i64) {{
          func.call @"{PREFIX}{element}.strip"(%depth, %rows, %a_there, %a_m, %a_k, %strip) : (i64, i64, !llvm.ptr, i64, i64, !llvm.ptr) -> ()
          scf.yield %strip, %one, %height : !llvm.ptr, i64, i64
        }} else {{
          scf.yield %a_there, %a_m, %a_k : !llvm.ptr, i64, i64
        }}
        %c_mo = arith.muli %m0, %c_m : i64
        scf.for %n0 = %n1 to %n2 step %width : i64 {{
          %left = arith.subi %n2, %n0 : i64
          %columns = arith.minsi %left, %width : i64
          %o = arith.subi %n0, %n1 : i64
          %b_o = arith.muli %o, %far : i64
          %b_0 = llvm.getelementptr %b_block[%b_o] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
          %c_at = arith.addi %c_mo, %n0 : i64
          %c_0 = llvm.getelementptr %c[%c_at] : (!llvm.ptr, i64) -> !llvm.ptr, {element}
          %up = arith.addi %columns, %but_lane : i64
          %vectors = arith.divui %up, %lanes : i64
          %over = arith.andi %columns, %but_lane : i64
          %is_ragged = arith.cmpi ne, %over, %zero : i64
          scf.if %is_ragged {{
            %b_p = arith.select %in_place, %panels, %b_0 : !llvm.ptr
            func.call @"{PREFIX}{element}.rows"(%rows, %vectors, %depth, %factor, %no, %a_0, %a_0m, %a_0k, %b_p, %width, %part, %width)
                : (i64, i64, {_TILE_TYPES.format(element)}) -> ()
            func.call @"{PREFIX}{element}.ragged"(%rows, %columns, %adds_here, %part, %c_0, %c_m) : (i64, i64, i1, !llvm.ptr, !llvm.ptr, i64) -> ()
          }} else {{
            func.call @"{PREFIX}{element}.rows"(%rows, %vectors, %depth, %factor, %adds_here, %a_0, %a_0m, %a_0k, %b_0, %step, %c_0, %c_m)
                : (i64, i64, {_TILE_TYPES.format(element)}) -> ()
          }}
        }}
      }}
    }}
  }}
  return
}}"""
