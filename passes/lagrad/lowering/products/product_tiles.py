"""One tile of a product of matrices: the sums of some rows and columns of the result, in registers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

AHEAD = 4  # rows of B that are fetched before they are used

PREFIX = "lagrad.product."
ELEMENTS = ("f64", "f32")  # that there are functions for


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


def tile_of(element: str, bytes: int, registers: int) -> Tile:
    """A tile for a processor that has so many vector registers of so many bytes.

    Three vectors of B and a number of A are in registers too.
    """
    return Tile(element, bytes, 8 if registers >= 32 else 4, 3)


# -- text ----------------------------------------------------------------------------------------

TILE_ARGUMENTS = (
    "%k: i64, %factor: {0}, %adds: i1, %a: !llvm.ptr, %a_m: i64, %a_k: i64, %b: !llvm.ptr, %b_k: i64, %c: "
    "!llvm.ptr, %c_m: i64"
)
TILE_TYPES = "i64, {0}, i1, !llvm.ptr, i64, i64, !llvm.ptr, i64, !llvm.ptr, i64"


def address(tile: Tile, result: str, base: str, number: str) -> str:
    """The address of an element, that many after another one."""
    return f"{result} = llvm.getelementptr {base}[{number}] : (!llvm.ptr, i64) -> !llvm.ptr, {tile.element}"


def load(tile: Tile, result: str, place: str) -> str:
    return f"{result} = llvm.load {place} {{alignment = {tile.size} : i64}} : !llvm.ptr -> {tile.vector}"


def store(tile: Tile, value: str, place: str) -> str:
    return f"llvm.store {value}, {place} {{alignment = {tile.size} : i64}} : {tile.vector}, !llvm.ptr"


# -- a tile --------------------------------------------------------------------------------------


def heights(tile: Tile, vectors: int) -> list[int]:
    """The numbers of rows that there is a tile of: of the widest ones all, of others those that all numbers are sums
    of."""
    if vectors == tile.vectors:
        return list(range(1, tile.rows + 1))
    return [tile.rows >> n for n in range(tile.rows.bit_length())]


def _tile_name(tile: Tile, rows: int, vectors: int) -> str:
    return f'@"{PREFIX}{tile.element}.{rows}x{vectors}"'


def tile_text(tile: Tile, rows: int, vectors: int) -> str:
    """Some rows of C, of some vectors each."""
    cells = [(r, v) for r in range(rows) for v in range(vectors)]
    ends = ", ".join(f"%p{r}_{v}" for r, v in cells)
    begin = ", ".join(f"%s{r}_{v} = %zeros" for r, v in cells)
    types = ", ".join([tile.vector] * len(cells))
    contract = f"fastmath<contract> : {tile.vector}"
    lines = [
        f"func.func private {_tile_name(tile, rows, vectors)}({TILE_ARGUMENTS.format(tile.element)}) {{",
        f"%zeros = arith.constant dense<0.0> : {tile.vector}",
        *_rows_of("a", rows, "%a", "%a_m", tile),
        *_rows_of("c", rows, "%c", "%c_m", tile),
        f"%later = arith.muli %_{AHEAD}, %b_k : i64",
        f"%sums:{len(cells)} = scf.for %i = %_0 to %k step %_1 iter_args({begin}) -> ({types}) : i64 {{",
        "%b_i = arith.muli %i, %b_k : i64",
        address(tile, "%row", "%b", "%b_i"),
        address(tile, "%next", "%row", "%later"),
        "%a_i = arith.muli %i, %a_k : i64",
    ]
    for v in range(vectors):
        lines += [
            _vector_of(tile, f"%b{v}.at", "%row", v),
            load(tile, f"%b{v}", f"%b{v}.at"),
            _vector_of(tile, f"%next{v}", "%next", v),
            f'"llvm.intr.prefetch"(%next{v}) <{{rw = 0 : i32, hint = 3 : i32, cache = 1 : i32}}> : (!llvm.ptr) -> ()',
        ]
    for r in range(rows):
        lines += [
            address(tile, f"%at{r}", f"%a{r}", "%a_i"),
            f"%n{r} = llvm.load %at{r} : !llvm.ptr -> {tile.element}",
            f"%f{r} = vector.broadcast %n{r} : {tile.element} to {tile.vector}",
            *(f"%t{r}_{v} = arith.mulf %f{r}, %b{v} {contract}" for v in range(vectors)),
            *(f"%p{r}_{v} = arith.addf %s{r}_{v}, %t{r}_{v} {contract}" for v in range(vectors)),
        ]
    lines += [
        f"scf.yield {ends} : {types}",
        "}",
        f"%factors = vector.broadcast %factor : {tile.element} to {tile.vector}",
    ]
    for number, (r, v) in enumerate(cells):
        lines += [
            f"%g{r}_{v} = arith.mulf %sums#{number}, %factors {contract}",
            _vector_of(tile, f"%c{r}_{v}.at", f"%c{r}", v),
        ]
    lines.append("scf.if %adds {")
    for r, v in cells:
        lines += [
            load(tile, f"%c{r}_{v}", f"%c{r}_{v}.at"),
            f"%h{r}_{v} = arith.addf %c{r}_{v}, %g{r}_{v} {contract}",
            store(tile, f"%h{r}_{v}", f"%c{r}_{v}.at"),
        ]
    lines += ["} else {", *(store(tile, f"%g{r}_{v}", f"%c{r}_{v}.at") for r, v in cells)]
    return "\n".join([*lines, "}", "return", "}"])


def _rows_of(name: str, rows: int, base: str, stride: str, tile: Tile) -> Iterator[str]:
    """The addresses of neighbouring rows."""
    for r in range(rows):
        yield f"%{name}_o{r} = arith.muli %_{r}, {stride} : i64"
        yield address(tile, f"%{name}{r}", base, f"%{name}_o{r}")


def _vector_of(tile: Tile, place: str, row: str, v: int) -> str:
    return f"{place} = llvm.getelementptr {row}[{v * tile.lanes}] : (!llvm.ptr) -> !llvm.ptr, {tile.element}"


# -- tiles of any number of rows and columns -----------------------------------------------------------


def rows(tile: Tile) -> str:
    """Some rows of C, no more than a tile has, of some vectors each."""
    types = TILE_TYPES.format(tile.element)

    def call(rows: int, vectors: int, a: str = "%a", c: str = "%c") -> str:
        return (
            f"func.call {_tile_name(tile, rows, vectors)}(%k, %factor, %adds, {a}, %a_m, %a_k, %b, %b_k, {c}, %c_m) : "
            f"({types}) -> ()"
        )

    def split(vectors: int) -> Iterator[str]:
        """One tile after the other, each of which there is where its number of rows has its bit set."""
        a, c = "%a", "%c"
        for rows in heights(tile, vectors):
            at = f"{rows}_{vectors}"
            yield f"""
      %bit.{at} = arith.andi %rows, %_{rows} : i64
      %there.{at} = arith.cmpi ne, %bit.{at}, %_0 : i64
      %a.{at}, %c.{at} = scf.if %there.{at} -> (!llvm.ptr, !llvm.ptr) {{
        {call(rows, vectors, a, c)}
        %a_o.{at} = arith.muli %_{rows}, %a_m : i64
        %c_o.{at} = arith.muli %_{rows}, %c_m : i64
        {address(tile, f"%a_n.{at}", a, f"%a_o.{at}")}
        {address(tile, f"%c_n.{at}", c, f"%c_o.{at}")}
        scf.yield %a_n.{at}, %c_n.{at} : !llvm.ptr, !llvm.ptr
      }} else {{
        scf.yield {a}, {c} : !llvm.ptr, !llvm.ptr
      }}"""
            a, c = f"%a.{at}", f"%c.{at}"

    narrow = "".join(
        f"\n    case {vectors} {{{''.join(split(vectors))}\n      scf.yield\n    }}"
        for vectors in range(1, tile.vectors)
    )
    wide = "".join(
        f"\n      case {rows} {{\n        {call(rows, tile.vectors)}\n        scf.yield\n      }}"
        for rows in range(1, tile.rows)
    )
    return f"""
func.func private @"{PREFIX}{tile.element}.rows"(%rows: i64, %vectors: i64, {TILE_ARGUMENTS.format(tile.element)}) {{
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


def ragged(tile: Tile) -> str:
    """What has been computed of some rows of C, of which the last vector has fewer numbers than others, goes where it
    belongs."""
    element = tile.element
    lanes = ", ".join(map(str, range(tile.lanes)))
    masked = f"{{alignment = {tile.size} : i32}}"
    return f"""
func.func private @"{PREFIX}{element}.ragged"(%rows: i64, %columns: i64, %adds: i1, %from: !llvm.ptr, %c: !llvm.ptr,
    %c_m: i64) {{
  %numbers = arith.constant dense<[{lanes}]> : vector<{tile.lanes}xi64>
  %zeros = arith.constant dense<0.0> : {tile.vector}
  scf.for %m = %_0 to %rows step %_1 : i64 {{
    %from_m = arith.muli %m, %_{tile.columns} : i64
    %c_mo = arith.muli %m, %c_m : i64
    scf.for %n = %_0 to %columns step %_{tile.lanes} : i64 {{
      %from_at = arith.addi %from_m, %n : i64
      %c_at = arith.addi %c_mo, %n : i64
      {address(tile, "%from_p", "%from", "%from_at")}
      {address(tile, "%c_p", "%c", "%c_at")}
      %left = arith.subi %columns, %n : i64
      %lefts = vector.broadcast %left : i64 to vector<{tile.lanes}xi64>
      %mask = arith.cmpi slt, %numbers, %lefts : vector<{tile.lanes}xi64>
      {load(tile, "%sum", "%from_p")}
      %total = scf.if %adds -> {tile.vector} {{
        %before = llvm.intr.masked.load %c_p, %mask, %zeros {masked} : (!llvm.ptr, vector<{tile.lanes}xi1>,
            {tile.vector}) -> {tile.vector}
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
