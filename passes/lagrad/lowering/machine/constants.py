"""Large constants of a lowered module, which stay bytes all the way.

As LLVM IR a number is some twenty characters, which take some hundred times as long to write and to read as
its bytes. So the text only declares a large constant. An object gets its bytes in a section (`elf`), code in this
process their address, and where text is wanted they are a string of bytes there.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass

from ...mlir import ir

LARGE = 1024  # elements; smaller constants stay in the text, where LLVM can compute with them
LARGE_SPLAT = 65536  # of one number, with which LLVM computes whatever the index
ALIGNMENT = 64

_WIDTHS = {"f64": 8, "f32": 4, "f16": 2, "bf16": 2, "i64": 8, "i32": 4, "i16": 2, "i8": 1}
_WIDTHS |= {f"struct<({part}, {part})>": 2 * _WIDTHS[part] for part in ("f64", "f32", "f16", "bf16")}
_FORMATS = {"f64": "<d", "f32": "<f", "i64": "<q", "i32": "<i", "i16": "<h", "i8": "<b"}
_LINKAGES = {f"#llvm.linkage<{name}>": f"{name} " for name in ("private", "internal")} | {"#llvm.linkage<external>": ""}
_NAME = re.compile(r"[\w.$\-]+")
_DECLARED = re.compile(r"^@([\w.$\-]+) = external constant .*$", re.M)


@dataclass(frozen=True)
class Constant:
    name: str
    linkage: str  # as LLVM IR spells it, with a blank; empty for a constant that other objects see
    data: bytes


@dataclass(frozen=True)
class Constants:
    """Constants that lie one behind the other, each at a multiple of ALIGNMENT bytes."""

    parts: tuple[Constant, ...] = ()

    def offsets(self) -> list[int]:
        """Where each part begins, and where the last one ends."""
        offsets = [0]
        for part in self.parts:
            end = offsets[-1] + len(part.data)
            offsets.append(end if part is self.parts[-1] else -(-end // ALIGNMENT) * ALIGNMENT)
        return offsets

    def in_text(self, text: str) -> str:
        """The text of the module, with a definition in place of each declaration."""

        def definition(_: str, part: Constant) -> str:
            return f"@{part.name} = {part.linkage}constant {_string(part.data)}, align {ALIGNMENT}"

        return self._replaced(text, definition)

    def in_same_object(self, text: str) -> str:
        """The text of the module, for an object that has the constants too: it need not look up where they are."""

        def local(line: str, part: Constant) -> str:
            return line.replace(" = external constant ", " = external dso_local constant ", 1) if part.linkage else line

        return self._replaced(text, local)

    def _replaced(self, text: str, spell: Callable[[str, Constant], str]) -> str:
        if not self.parts:
            return text
        named = {part.name: part for part in self.parts}
        return _DECLARED.sub(lambda found: spell(found[0], named[found[1]]) if found[1] in named else found[0], text)


class Placed:
    """Constants in memory; they are there as long as this object."""

    def __init__(self, constants: Constants):
        import numpy as np  # asks for large pages where there is much

        *offsets, size = constants.offsets()
        self._memory = np.empty(size + ALIGNMENT, np.uint8)
        first = -self._memory.ctypes.data % ALIGNMENT
        for offset, part in zip(offsets, constants.parts):
            self._memory[first + offset :][: len(part.data)] = np.frombuffer(part.data, np.uint8)
        start = self._memory.ctypes.data + first
        self.addresses = {part.name: start + offset for offset, part in zip(offsets, constants.parts)}


def translated(lowered: ir.Operation) -> tuple[str, Constants]:
    """LLVM IR of a lowered module, which declares its large constants; and these."""
    from ...mlir import llvm

    with lowered.context, ir.Location.unknown(lowered.context):
        large = {}
        for view in lowered.regions[0].blocks[0].operations:
            op = view.operation
            if op.name == "llvm.mlir.global" and (part := _large(op)):
                large[part.name] = part
        if not large:
            return llvm.translate_module_to_llvmir(lowered), Constants()
        copy = lowered.clone().operation
        for view in list(copy.regions[0].blocks[0].operations):
            op = view.operation
            if op.name == "llvm.mlir.global" and ir.StringAttr(op.attributes["sym_name"]).value in large:
                _declare(op)
        return llvm.translate_module_to_llvmir(copy), Constants(tuple(large.values()))


def _large(op: ir.Operation) -> Constant | None:
    """What is large of a global, if it is a constant whose bytes can be had."""
    facts = set(op.attributes)
    if not {"value", "constant"} <= facts or facts & {"section", "thread_local_"}:
        return None
    linkage = _LINKAGES.get(str(op.attributes["linkage"]))
    name = ir.StringAttr(op.attributes["sym_name"]).value
    if linkage is None or not _NAME.fullmatch(name):
        return None
    count, element = _elements(str(op.attributes["global_type"]))
    if count < LARGE or element not in _WIDTHS:
        return None
    # The bindings fail on elements that are complex, with a message as long as the constant.
    value = None if element.startswith("struct") else op.attributes["value"]
    if isinstance(value, ir.DenseElementsAttr) and value.is_splat:
        data = _splat(value, count, element) if count >= LARGE_SPLAT else b""
    else:
        data = _bytes(op)
    return Constant(name, linkage, data) if len(data) == count * _WIDTHS[element] else None


def _elements(type: str) -> tuple[int, str]:
    """How many elements, and of which type, are in `!llvm.array<4 x array<5 x f32>>`."""
    sizes = re.findall(r"array<(\d+) x ", type)
    count = 1
    for size in sizes:
        count *= int(size)
    element = re.sub(r"^!llvm\.(array<\d+ x )*", "", type)
    return count, element[: len(element) - len(sizes)] if sizes else element


class _Longest:
    """A file that keeps the longest piece of what is written to it."""

    piece = b""

    def write(self, piece: bytes) -> None:
        if len(piece) > len(self.piece):
            self.piece = piece


def _bytes(op: ir.Operation) -> bytes:
    """The bytes of the value of a global, if it is no splat: bytecode holds them as they are, in one piece.

    The bindings give the elements of some types only, and none of a resource.
    """
    alone = ir.Module.create()
    op.clone(ip=ir.InsertionPoint(alone.body))
    file = _Longest()
    alone.operation.write_bytecode(file)
    return file.piece


def _splat(value: ir.DenseElementsAttr, count: int, element: str) -> bytes:
    """The bytes of one number again and again; none of zeros, of which LLVM has a short form."""
    if element not in _FORMATS:
        return b""
    one = struct.pack(_FORMATS[element], value.get_splat_value().value)
    return one * count if any(one) else b""


def _declare(op: ir.Operation) -> None:
    """A declaration in place of a global. (The bindings cannot take its value away.)"""
    kept = {name: op.attributes[name] for name in op.attributes if name not in ("value", "linkage", "alignment")}
    linkage = ir.Attribute.parse("#llvm.linkage<external>")
    alignment = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), ALIGNMENT)
    with ir.InsertionPoint(op):
        kept |= {"linkage": linkage, "alignment": alignment}
        ir.Operation.create("llvm.mlir.global", attributes=kept, regions=1)
    op.erase()


def _string(data: bytes) -> str:
    escaped = data.hex("\\")
    return f'[{len(data)} x i8] c"\\{escaped}"'
