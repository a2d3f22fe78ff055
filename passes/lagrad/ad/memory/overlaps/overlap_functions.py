"""Functions that find out, when a program runs, how buffers overlap.

Those of `overlap_functions.mlir` are the same for buffers of any rank, the others are made for one rank.

A module gets each of them with the first call. Buffers are given by tables of addresses, or by the number of a first
element, sizes and strides.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .... import build
from ....analysis.call_graph import functions
from ....functions_in_file import Functions
from ....mlir import ir

# What is said of a function that hardly ever runs: LLVM takes less time for it.
RARE = ("no_inline", "llvm.cold", "llvm.minsize", "llvm.no_inline", "llvm.optsize")

_FUNCTIONS = Functions(Path(__file__).with_suffix(".mlir"))

# Notes that elements of one part go with those of another; whether none of either part goes with two.
_MATCH = """
  %known = memref.load %there[%one] : memref<?xindex>
  %returns = memref.load %back[%other] : memref<?xindex>
  %is_free = arith.cmpi eq, %known, %none : index
  %is_same = arith.cmpi eq, %known, %other : index
  %goes = arith.ori %is_free, %is_same : i1
  %is_free_too = arith.cmpi eq, %returns, %none : index
  %is_same_too = arith.cmpi eq, %returns, %one : index
  %comes = arith.ori %is_free_too, %is_same_too : i1
  memref.store %other, %there[%one] : memref<?xindex>
  memref.store %one, %back[%other] : memref<?xindex>
  %agree = arith.andi %goes, %comes : i1
"""

# Whether no element of a part is in a table.
_ABSENT = """
  %known = memref.load %there[%one] : memref<?xindex>
  %agree = arith.cmpi eq, %known, %none : index
"""


def lie_apart(begins: ir.Value, ends: ir.Value, written: int) -> ir.Value:
    """Whether the first `written` buffers of a table meet none behind them."""
    return _call(
        "lie_apart",
        _FUNCTIONS.text(["lagrad.lie_apart"]),
        [ir.IntegerType.get_signless(1)],
        begins,
        ends,
        build.index(written),
    )[0]


def lay_out(begins: ir.Value, ends: ir.Value, firsts: ir.Value) -> ir.Value:
    """Fills the table of where buffers begin in a common one; the length of that in bytes."""
    return _call("layout", _FUNCTIONS.text(["lagrad.layout"]), [build.index_type()], begins, ends, firsts)[0]


def clear(table: ir.Value) -> None:
    _call("clear", _FUNCTIONS.text(["lagrad.clear"]), [], table)


Elements = tuple[ir.Value, list[ir.Value], list[ir.Value]]  # the first one's number, sizes, strides


def match(there: ir.Value, back: ir.Value, one: Elements, other: Elements) -> ir.Value:
    """Whether elements of two parts, which have the same sizes, go with each other one to one, and with no others."""
    rank, name = len(one[1]), f"match_{len(one[1])}"
    operands = [there, back, one[0], *one[1], *one[2], other[0], *other[2]]
    return _call(name, _over_elements(name, rank, True, _MATCH), [ir.IntegerType.get_signless(1)], *operands)[0]


def absent(table: ir.Value, part: Elements) -> ir.Value:
    """Whether no element of a part is in a table."""
    rank, name = len(part[1]), f"absent_{len(part[1])}"
    operands = [table, table, part[0], *part[1], *part[2]]
    return _call(name, _over_elements(name, rank, False, _ABSENT), [ir.IntegerType.get_signless(1)], *operands)[0]


def copy(source: ir.Value, into: ir.Value) -> None:
    """Copies element by element between buffers whose types leave all open."""
    type, rank = ir.MemRefType(source.type), ir.MemRefType(source.type).rank
    said = "".join(c if c.isalnum() else "_" for c in f"{type.element_type}_{type.memory_space or ''}")
    name, at = f"copy_{said.strip('_')}_{rank}", ", ".join(f"%i{d}" for d in range(rank))
    lines = [f"func.func private @lagrad.{name}(%from: {type}, %into: {type}) attributes RARE {{"]
    lines += ["%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index"]
    for d in range(rank):
        lines += [f"%d{d} = arith.constant {d} : index", f"%n{d} = memref.dim %from, %d{d} : {type}"]
    lines += [f"scf.for %i{d} = %c0 to %n{d} step %c1 {{" for d in range(rank)]
    lines += [f"%x = memref.load %from[{at}] : {type}", f"memref.store %x, %into[{at}] : {type}"]
    _call(name, "\n".join([*lines, *["}"] * rank, "return", "}"]), [], source, into)


def _over_elements(name: str, rank: int, has_other: bool, body: str) -> str:
    """The function that does something with the numbers of each element, and says whether all of it gives true."""
    dims = range(rank)
    taken = ["%there: memref<?xindex>", "%back: memref<?xindex>", "%first: index"]
    taken += [f"%{v}{d}: index" for v in "ns" for d in dims]
    taken += ["%other_first: index", *(f"%t{d}: index" for d in dims)] if has_other else []
    lines = [f"func.func private @lagrad.{name}({', '.join(taken)}) -> i1 attributes RARE {{"]
    lines += ["%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index"]
    lines += ["%none = arith.constant -1 : index", "%flag_0 = arith.constant true"]
    for d in dims:
        carried = f"iter_args(%flag_{d + 1} = %flag_{d}) -> (i1)"
        lines.append(f"%result_{d} = scf.for %i{d} = %c0 to %n{d} step %c1 {carried} {{")
    lines += _number("one", "%first", "s", rank) + (_number("other", "%other_first", "t", rank) if has_other else [])
    lines += [body, f"%both = arith.andi %flag_{rank}, %agree : i1"]
    for d in reversed(dims):
        lines += [f"scf.yield {'%both' if d == rank - 1 else f'%result_{d + 1}'} : i1", "}"]
    return "\n".join([*lines, f"return {'%result_0' if rank else '%both'} : i1", "}"])


def _number(name: str, first: str, strides: str, rank: int) -> list[str]:
    """Lines that compute the number of an element."""
    lines, before = [], first
    for d in range(rank):
        lines.append(f"%{name}_far_{d} = arith.muli %i{d}, %{strides}{d} : index")
        lines.append(f"%{name}_at_{d} = arith.addi {before}, %{name}_far_{d} : index")
        before = f"%{name}_at_{d}"
    return [*lines, f"%{name} = arith.addi {before}, %c0 : index"]


def _call(name: str, text: str, results: Sequence[ir.Type], *operands: ir.Value) -> list[ir.Value]:
    module = ir.InsertionPoint.current.block.owner.operation
    while module.name != "builtin.module":
        module = module.parent.operation
    if f"lagrad.{name}" not in functions(module):
        made = ir.Module.parse(text.replace("RARE", f"{{{', '.join(RARE)}}}"), module.context)
        for view in list(made.body.operations):
            view.operation.clone(ip=ir.InsertionPoint.at_block_begin(module.regions[0].blocks[0]))
    return build.emit("func.call", results, operands, callee=ir.FlatSymbolRefAttr.get(f"lagrad.{name}"))
