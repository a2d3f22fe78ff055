"""Memory that a function keeps while it runs: what is given back is there for who needs some next.

    take(bytes)     memory of at least so many bytes: of the free blocks the smallest that is large enough, else the
                    largest, which is replaced by twice of what is asked for; a new block where none is free
    put(pointer)    the block there is free again; true if there is none, so that the memory is someone else's to free
    close()         frees the blocks that are free; one that is not is what the function returns

A block that is enlarged has more than doubled, so that the number of times that memory is taken from the system grows
with the logarithm of the largest size, whatever the number of iterations. There are places for all blocks that are in
use at once (`pooled_buffers`); `take` asks the system where there are not, as in a function that calls itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...mlir import func, ir, memref
from ..numbers_in_text import INDEX, with_numbers
from .buffer_bytes import byte_buffer, bytes_needed

# Blocks are numbered from one. `rooms` has first how many of them are memory, then of each its bytes, less than zero
# while it is taken.
_TEXT = """
func.func private @lagrad.take(%asked: index, %blocks: memref<?xmemref<?xi8>>, %rooms: memref<?xindex>)
    -> memref<?xi8> {
  %bytes = arith.maxsi %asked, %_1 : index
  %used = memref.load %rooms[%_0] : memref<?xindex>
  %next = arith.addi %used, %_1 : index
  %at, %room = scf.for %k = %_1 to %next step %_1 iter_args(%best = %next, %has = %_0) -> (index, index) {
    %r = memref.load %rooms[%k] : memref<?xindex>
    %enough = arith.cmpi sge, %has, %bytes : index
    %fits = arith.cmpi sge, %r, %bytes : index
    %smaller = arith.cmpi slt, %r, %has : index
    %larger = arith.cmpi sgt, %r, %has : index
    %closer = arith.andi %fits, %smaller : i1
    %better = arith.select %enough, %closer, %larger : i1
    %b = arith.select %better, %k, %best : index
    %h = arith.select %better, %r, %has : index
    scf.yield %b, %h : index, index
  }
  %count = memref.dim %rooms, %_0 : memref<?xindex>
  %is_full = arith.cmpi sge, %at, %count : index
  %memory = scf.if %is_full -> (memref<?xi8>) {
    %other = memref.alloc(%bytes) : memref<?xi8>
    scf.yield %other : memref<?xi8>
  } else {
    %is_small = arith.cmpi slt, %room, %bytes : index
    scf.if %is_small {
      %is_there = arith.cmpi sgt, %room, %_0 : index
      scf.if %is_there {
        %before = memref.load %blocks[%at] : memref<?xmemref<?xi8>>
        memref.dealloc %before : memref<?xi8>
      } else {
        memref.store %at, %rooms[%_0] : memref<?xindex>
      }
      %twice = arith.muli %bytes, %_2 : index
      %size = arith.select %is_there, %twice, %bytes : index
      %larger = memref.alloc(%size) : memref<?xi8>
      memref.store %larger, %blocks[%at] : memref<?xmemref<?xi8>>
      memref.store %size, %rooms[%at] : memref<?xindex>
    }
    %now = memref.load %rooms[%at] : memref<?xindex>
    %taken = arith.subi %_0, %now : index
    memref.store %taken, %rooms[%at] : memref<?xindex>
    %block = memref.load %blocks[%at] : memref<?xmemref<?xi8>>
    scf.yield %block : memref<?xi8>
  }
  return %memory : memref<?xi8>
}
func.func private @lagrad.put(%pointer: index, %blocks: memref<?xmemref<?xi8>>, %rooms: memref<?xindex>) -> i1 {
  %false = arith.constant false
  %used = memref.load %rooms[%_0] : memref<?xindex>
  %at = scf.while (%k = %used) : (index) -> index {
    %is_block = arith.cmpi sgt, %k, %_0 : index
    %is_other = scf.if %is_block -> (i1) {
      %room = memref.load %rooms[%k] : memref<?xindex>
      %block = memref.load %blocks[%k] : memref<?xmemref<?xi8>>
      %there = memref.extract_aligned_pointer_as_index %block : memref<?xi8> -> index
      %is_free = arith.cmpi sge, %room, %_0 : index
      %is_elsewhere = arith.cmpi ne, %there, %pointer : index
      %is_not = arith.ori %is_free, %is_elsewhere : i1
      scf.yield %is_not : i1
    } else {
      scf.yield %false : i1
    }
    scf.condition(%is_other) %k : index
  } do {
  ^bb0(%k: index):
    %before = arith.subi %k, %_1 : index
    scf.yield %before : index
  }
  %is_foreign = arith.cmpi eq, %at, %_0 : index
  scf.if %is_foreign {
  } else {
    %room = memref.load %rooms[%at] : memref<?xindex>
    %free = arith.subi %_0, %room : index
    memref.store %free, %rooms[%at] : memref<?xindex>
  }
  return %is_foreign : i1
}
func.func private @lagrad.close(%blocks: memref<?xmemref<?xi8>>, %rooms: memref<?xindex>) {
  %used = memref.load %rooms[%_0] : memref<?xindex>
  %next = arith.addi %used, %_1 : index
  scf.for %k = %_1 to %next step %_1 {
    %room = memref.load %rooms[%k] : memref<?xindex>
    %is_free = arith.cmpi sgt, %room, %_0 : index
    scf.if %is_free {
      %block = memref.load %blocks[%k] : memref<?xmemref<?xi8>>
      memref.dealloc %block : memref<?xi8>
    }
  }
  return
}
"""
FUNCTIONS = with_numbers(_TEXT, INDEX)


@dataclass(frozen=True)
class Pool:
    """The blocks of one function, and the functions that work on them."""

    blocks: ir.Value
    rooms: ir.Value
    names: dict[str, str]

    @classmethod
    def types(cls) -> tuple[ir.Type, ir.Type]:
        unknown = [build.DYNAMIC]
        return ir.MemRefType.get(unknown, byte_buffer()), ir.MemRefType.get(unknown, build.index_type())

    @classmethod
    def open(cls, count: int, names: dict[str, str]) -> Pool:
        """A pool with places for so many blocks, on the stack."""
        tables = [memref.alloca(ir.MemRefType.get([count + 1], t.element_type), [], []) for t in cls.types()]
        blocks, rooms = (memref.cast(t, table) for t, table in zip(cls.types(), tables))
        memref.store(build.index(0), rooms, [build.index(0)])
        return cls(blocks, rooms, names)

    def take(self, type: ir.MemRefType, sizes: list[ir.Value]) -> ir.Value:
        block = func.call([byte_buffer()], self.names["take"], [bytes_needed(type, sizes), *self.values])
        return memref.view(type, block, build.index(0), sizes)

    def put(self, buffer: ir.Value) -> ir.Value:
        """Whether the memory of a buffer is none of the pool's; if it is, it is free."""
        pointer = memref.extract_aligned_pointer_as_index(buffer)
        return func.call([ir.IntegerType.get_signless(1)], self.names["put"], [pointer, *self.values])

    def close(self) -> None:
        func.call([], self.names["close"], self.values)

    @property
    def values(self) -> list[ir.Value]:
        return [self.blocks, self.rooms]


def add_functions(module: ir.Operation) -> dict[str, str]:
    """Puts the functions into a module; what they are called there."""
    symbols, parsed, names = ir.SymbolTable(module), ir.Module.parse(FUNCTIONS), {}
    for function in parsed.body.operations:
        copy = function.operation.clone(ip=ir.InsertionPoint(module.regions[0].blocks[0]))
        name = ir.StringAttr(copy.attributes["sym_name"]).value
        names[name.removeprefix("lagrad.")] = ir.StringAttr(symbols.insert(copy)).value
    return names
