"""Memory that a function keeps while it runs: what is given back is there for who needs some next.

    take(bytes)     memory of at least so many bytes: of the free stores the smallest that is large enough, else the largest,
                    which is replaced by twice of what is asked for
    put(pointer)    the store there is free again; true if there is none, so that the memory is someone else's to free
    close()         frees the stores that are free; one that is not is what the function returns

A store that is enlarged has more than doubled, so that the number of times that memory is taken from the system grows with
the logarithm of the largest size, whatever the number of trips. There are stores for all that is in use at once
(`recycle_buffers`); `take` would ask the system if there were not.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from ... import build
from ...mlir import arith, func, ir, memref

MOST = (1 << 63) - 1  # the largest number of bytes

# Stores are numbered from one. `rooms` has first how many of them are memory, then of each its bytes, less than zero while it
# is taken.
FUNCTIONS = """
func.func private @lagrad.take(%asked: index, %stores: memref<?xmemref<?xi8>>, %rooms: memref<?xindex>) -> memref<?xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %bytes = arith.maxsi %asked, %c1 : index
  %used = memref.load %rooms[%c0] : memref<?xindex>
  %next = arith.addi %used, %c1 : index
  %at, %room = scf.for %k = %c1 to %next step %c1 iter_args(%best = %next, %has = %c0) -> (index, index) {
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
  %count = memref.dim %rooms, %c0 : memref<?xindex>
  %is_full = arith.cmpi sge, %at, %count : index
  %memory = scf.if %is_full -> (memref<?xi8>) {
    %other = memref.alloc(%bytes) : memref<?xi8>
    scf.yield %other : memref<?xi8>
  } else {
    %is_small = arith.cmpi slt, %room, %bytes : index
    scf.if %is_small {
      %is_there = arith.cmpi sgt, %room, %c0 : index
      scf.if %is_there {
        %before = memref.load %stores[%at] : memref<?xmemref<?xi8>>
        memref.dealloc %before : memref<?xi8>
      } else {
        memref.store %at, %rooms[%c0] : memref<?xindex>
      }
      %twice = arith.muli %bytes, %c2 : index
      %larger = memref.alloc(%twice) : memref<?xi8>
      memref.store %larger, %stores[%at] : memref<?xmemref<?xi8>>
      memref.store %twice, %rooms[%at] : memref<?xindex>
    }
    %now = memref.load %rooms[%at] : memref<?xindex>
    %taken = arith.subi %c0, %now : index
    memref.store %taken, %rooms[%at] : memref<?xindex>
    %store = memref.load %stores[%at] : memref<?xmemref<?xi8>>
    scf.yield %store : memref<?xi8>
  }
  return %memory : memref<?xi8>
}
func.func private @lagrad.put(%pointer: index, %stores: memref<?xmemref<?xi8>>, %rooms: memref<?xindex>) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %false = arith.constant false
  %used = memref.load %rooms[%c0] : memref<?xindex>
  %at = scf.while (%k = %used) : (index) -> index {
    %is_store = arith.cmpi sgt, %k, %c0 : index
    %is_other = scf.if %is_store -> (i1) {
      %room = memref.load %rooms[%k] : memref<?xindex>
      %store = memref.load %stores[%k] : memref<?xmemref<?xi8>>
      %there = memref.extract_aligned_pointer_as_index %store : memref<?xi8> -> index
      %is_free = arith.cmpi sge, %room, %c0 : index
      %is_elsewhere = arith.cmpi ne, %there, %pointer : index
      %is_not = arith.ori %is_free, %is_elsewhere : i1
      scf.yield %is_not : i1
    } else {
      scf.yield %false : i1
    }
    scf.condition(%is_other) %k : index
  } do {
  ^bb0(%k: index):
    %before = arith.subi %k, %c1 : index
    scf.yield %before : index
  }
  %is_foreign = arith.cmpi eq, %at, %c0 : index
  scf.if %is_foreign {
  } else {
    %room = memref.load %rooms[%at] : memref<?xindex>
    %free = arith.subi %c0, %room : index
    memref.store %free, %rooms[%at] : memref<?xindex>
  }
  return %is_foreign : i1
}
func.func private @lagrad.close(%stores: memref<?xmemref<?xi8>>, %rooms: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %used = memref.load %rooms[%c0] : memref<?xindex>
  %next = arith.addi %used, %c1 : index
  scf.for %k = %c1 to %next step %c1 {
    %room = memref.load %rooms[%k] : memref<?xindex>
    %is_free = arith.cmpi sgt, %room, %c0 : index
    scf.if %is_free {
      %store = memref.load %stores[%k] : memref<?xmemref<?xi8>>
      memref.dealloc %store : memref<?xi8>
    }
  }
  return
}
"""


@dataclass(frozen=True)
class Stores:
    """The stores of one function, and the functions that work on them."""

    memory: ir.Value
    rooms: ir.Value
    names: dict[str, str]

    @classmethod
    def types(cls) -> tuple[ir.Type, ir.Type]:
        unknown = [build.DYNAMIC]
        return ir.MemRefType.get(unknown, _bytes()), ir.MemRefType.get(unknown, build.index_type())

    @classmethod
    def open(cls, count: int, names: dict[str, str]) -> "Stores":
        """Room for so many stores, on the stack."""
        tables = [memref.alloca(ir.MemRefType.get([count + 1], t.element_type), [], []) for t in cls.types()]
        memory, rooms = (memref.cast(t, table) for t, table in zip(cls.types(), tables))
        memref.store(build.index(0), rooms, [build.index(0)])
        return cls(memory, rooms, names)

    def take(self, type: ir.MemRefType, sizes: list[ir.Value]) -> ir.Value:
        bytes = bytes_needed(type, sizes)
        return memref.view(type, func.call([_bytes()], self.names["take"], [bytes, *self.values]), build.index(0), sizes)

    def put(self, buffer: ir.Value) -> ir.Value:
        """Whether the memory of a buffer is none of the stores; if it is, it is free."""
        pointer = memref.extract_aligned_pointer_as_index(buffer)
        return func.call([ir.IntegerType.get_signless(1)], self.names["put"], [pointer, *self.values])

    def close(self) -> None:
        func.call([], self.names["close"], self.values)

    @property
    def values(self) -> list[ir.Value]:
        return [self.memory, self.rooms]


def add_functions(module: ir.Operation) -> dict[str, str]:
    """Puts the functions into a module; what they are called there."""
    symbols, parsed, names = ir.SymbolTable(module), ir.Module.parse(FUNCTIONS), {}
    for function in parsed.body.operations:
        copy = function.operation.clone(ip=ir.InsertionPoint(module.regions[0].blocks[0]))
        name = ir.StringAttr(copy.attributes["sym_name"]).value
        names[name.removeprefix("lagrad.")] = ir.StringAttr(symbols.insert(copy)).value
    return names


def can_hold(alloc: ir.Operation) -> bool:
    """Is what is allocated so many bytes one after the other, anywhere in memory?"""
    type = ir.MemRefType(alloc.results[0].type)
    is_plain = type.memory_space is None and type.affine_map == ir.AffineMap.get_identity(type.rank)
    return is_plain and "alignment" not in alloc.attributes and _is_whole_bytes(type.element_type)


def bytes_needed(type: ir.MemRefType, sizes: list[ir.Value]) -> ir.Value:
    """The bytes of a buffer; the largest number if they are more, or if a size is negative: no system has as many."""
    known = prod(type.get_dim_size(k) for k in range(type.rank) if not type.is_dynamic_dim(k))
    known *= build.bytes_of(type.element_type)
    if not sizes or not known:
        return build.index(known)
    count, *others = sizes
    overflows = []
    for size in others:
        count, overflow = arith.mului_extended(count, size)
        overflows.append(overflow)
    fits = arith.cmpi(arith.CmpIPredicate.ule, count, build.index(MOST // known))
    for overflow in overflows:
        fits = arith.andi(fits, arith.cmpi(arith.CmpIPredicate.eq, overflow, build.index(0)))
    return arith.select(fits, arith.muli(count, build.index(known)), build.index(MOST))


def _is_whole_bytes(type: ir.Type) -> bool:
    if isinstance(type, ir.ComplexType):
        return _is_whole_bytes(type.element_type)
    # In memory a truth value is a byte.
    return isinstance(type, (ir.FloatType, ir.IndexType)) or isinstance(type, ir.IntegerType) and type.width in (1, 8, 16, 32, 64)


def _bytes() -> ir.Type:
    return ir.MemRefType.get([build.DYNAMIC], ir.IntegerType.get_signless(8))
