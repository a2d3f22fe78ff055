"""Snapshots in a file without a name, mapped into memory.

The system writes pages to the file while the program goes on, and drops them where memory is short. The file may be
larger than the memory of the machine, so the address is that of the mapping: no memory of that size is asked for. The
buffer that stands for it, and that is freed as any other, has one byte; the rows are a view that begins elsewhere. The
file loses its name at once: it is gone when nothing maps it any more, however the program ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from ... import build
from ...analysis.call_graph import functions, signature, symbol
from ...errors import Failure, error, note
from ...mlir import ir
from .schedules import op

PAGE = 1 << 16  # bytes: as large as a page is on any system
PAGE_OF_SYSTEM = 1 << 12  # bytes: no page is smaller
SMALL = 1 << 12  # bytes: smaller parts of a state stay in memory
_READ_WRITE, _SHARED = 3, 1  # protection and flags of `mmap` on Linux

_FUNCTIONS = """
func.func private @mkstemp(index) -> i32
func.func private @unlink(index) -> i32
func.func private @posix_fallocate(i32, index, index) -> i32
func.func private @mmap(index, index, i32, i32, i32, index) -> index
func.func private @munmap(index, index) -> i32
func.func private @close(i32) -> i32
"""
_MAPPED = """
memref.global "private" constant @NAME_path : memref<LENGTHxi8> = dense<PATH>
func.func private @NAME(%bytes: index) -> index attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %good = arith.constant 0 : i32
  %access = arith.constant ACCESS : i32
  %how = arith.constant HOW : i32
  %template = memref.get_global @NAME_path : memref<LENGTHxi8>
  %path = memref.alloc() : memref<LENGTHxi8>
  memref.copy %template, %path : memref<LENGTHxi8> to memref<LENGTHxi8>
  %text = memref.extract_aligned_pointer_as_index %path : memref<LENGTHxi8> -> index
  %file = func.call @mkstemp(%text) : (index) -> i32
  %is_open = arith.cmpi sge, %file, %good : i32
  cf.assert %is_open, NO_FILE
  %gone = func.call @unlink(%text) : (index) -> i32
  %end = memref.load %path[%c0] : memref<LENGTHxi8>
  %refused = func.call @posix_fallocate(%file, %c0, %bytes) : (i32, index, index) -> i32
  %there = func.call @mmap(%c0, %bytes, %access, %how, %file, %c0) : (index, index, i32, i32, i32, index) -> index
  %closed = func.call @close(%file) : (i32) -> i32
  %has_room = arith.cmpi eq, %refused, %good : i32
  %nowhere = arith.constant -1 : index
  %is_there = arith.cmpi ne, %there, %nowhere : index
  %is_mapped = arith.andi %has_room, %is_there : i1
  cf.assert %is_mapped, NO_ROOM
  return %there : index
}
"""


@dataclass(frozen=True)
class Mapping:
    """Rows in a file, and where they are mapped."""

    rows: ir.Value  # a tensor
    address: ir.Value
    bytes: ir.Value

    def remove(self) -> None:
        """Emits that the file goes; nothing may read the rows after that."""
        type = ir.IntegerType.get_signless(32)
        build.emit("func.call", [type], [self.address, self.bytes], callee=ir.FlatSymbolRefAttr.get("munmap"))


def empty_rows(part: ir.Value, count: ir.Value, directory: str) -> Mapping | None:
    """A tensor with room for so many values like a part of a state, in a file; None where a value is small."""
    if not build.is_tensor(part.type) or build.encoding_of(part.type) is not None or _least_bytes(part.type) < SMALL:
        return None
    shape, element = [build.DYNAMIC, *build.shape_of(part.type)], build.element(part.type)
    sizes = [n for n in build.sizes_of(part) if isinstance(n, ir.Value)]
    bytes = op("muli", count, build.bytes_of(part.type) * prod(n for n in shape if n != build.DYNAMIC))
    for size in sizes:
        bytes = op("muli", bytes, size)
    pages = op("muli", op("ceildivui", bytes, PAGE), PAGE)
    flat, index = ir.MemRefType.get([build.DYNAMIC], ir.IntegerType.get_signless(8)), build.index_type()
    one = ir.DenseI32ArrayAttr.get([1, 0])
    address = build.emit1("func.call", index, pages, callee=ir.FlatSymbolRefAttr.get(_mapping(directory)))
    # One byte, which no compiler can know: a view beyond a buffer of a known size would be an error to it.
    size = op("addi", op("remui", address, PAGE_OF_SYSTEM), 1)
    buffer = build.emit1("memref.alloc", flat, size, operandSegmentSizes=one)
    begin = build.emit1("memref.extract_aligned_pointer_as_index", index, buffer)
    shift, of_rows = op("subi", address, begin), ir.MemRefType.get(shape, element)
    rows = build.emit1("memref.view", of_rows, buffer, shift, count, *sizes)
    type, unit = build.tensor_type(shape, element), ir.UnitAttr.get()
    return Mapping(build.emit1("bufferization.to_tensor", type, rows, restrict=unit, writable=unit), address, pages)


def _least_bytes(type: ir.Type) -> int:
    """Bytes of a tensor; of one whose size is not known, so many that it counts as large."""
    return SMALL if build.DYNAMIC in build.shape_of(type) else build.bytes_of(type) * prod(build.shape_of(type))


def _mapping(directory: str) -> str:
    """The function of the module that maps a file of a directory; what it calls is declared."""
    module = ir.InsertionPoint.current.block.owner.operation
    while module.name != "builtin.module":
        module = module.parent.operation
    path = directory.rstrip("/").encode() + b"/lagrad-XXXXXX\0"
    known = functions(module)
    name = f"lagrad.snapshots_in_{path[:-15].hex()}"
    if name in known:
        return name
    text = _MAPPED.replace("NAME", name).replace("LENGTH", str(len(path))).replace("PATH", str(list(path)))
    text = text.replace("ACCESS", str(_READ_WRITE)).replace("HOW", str(_SHARED))
    text = text.replace("NO_ROOM", _quoted(f"there is no room for snapshots in {directory}"))
    text = text.replace("NO_FILE", _quoted(f"no file for snapshots can be made in {directory}"), 1)
    made = ir.Module.parse(_FUNCTIONS + text, module.context)
    for view in list(made.body.operations):
        new = view.operation
        if new.name == "func.func" and (old := known.get(symbol(new))) is not None:
            if signature(old) != signature(new):
                raise Failure(
                    error(
                        old.location,
                        f"cannot keep snapshots in a file: @{symbol(new)} is the C library's, and another type here",
                        note(None, "give this function another name"),
                    )
                )
            continue
        new.clone(ip=ir.InsertionPoint.at_block_begin(module.regions[0].blocks[0]))
    return name


def _quoted(message: str) -> str:
    """A string as MLIR writes it: a directory may have any character in its name."""
    return str(ir.StringAttr.get(message))
