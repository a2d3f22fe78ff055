"""Constants in an ELF object: a section whose bytes are the end of the file.

The assembly says where each constant lies in a section without contents, so that LLVM copies no bytes. Then the
section's header is told where they are.
"""

from __future__ import annotations

import struct

from .constants import ALIGNMENT, Constants

_SECTION = ".rodata.lagrad"
_PROGBITS, _NOBITS = 1, 8  # types of sections: with bytes in the file, and without


def assembly(constants: Constants) -> str:
    """LLVM IR that has the constants in a section, still without their bytes."""
    lines = [f'.pushsection {_SECTION},"a",%nobits', f".p2align {ALIGNMENT.bit_length() - 1}"]
    *offsets, size = constants.offsets()
    for part, here, after in zip(constants.parts, offsets, [*offsets[1:], size]):
        name = f'"{part.name}"'
        if not part.linkage:
            lines.append(f".globl {name}")
        lines += [f".type {name}, %object", f".size {name}, {len(part.data)}", f"{name}:", f".zero {after - here}"]
    lines.append(".popsection")
    return "".join(f'module asm "{_escaped(line)}"\n' for line in lines)


def _escaped(line: str) -> str:
    return line.replace('"', "\\22")


def with_contents(code: bytes, constants: Constants) -> bytes:
    """The object made of `assembly`, with the bytes of the constants."""
    table = _number(code, 0x28, "Q")
    size, count, of_names = (_number(code, at, "H") for at in (0x3A, 0x3C, 0x3E))
    headers = [table + n * size for n in range(count)]
    names = _number(code, headers[of_names] + 0x18, "Q")
    wanted = _SECTION.encode() + b"\0"
    (header,) = (at for at in headers if code.startswith(wanted, names + _number(code, at, "I")))
    if _number(code, header + 4, "I") != _NOBITS:
        raise RuntimeError(f"the section {_SECTION} has contents already")
    start = -(-len(code) // ALIGNMENT) * ALIGNMENT
    patched = bytearray(code.ljust(start, b"\0"))
    struct.pack_into("<I", patched, header + 4, _PROGBITS)
    struct.pack_into("<Q", patched, header + 0x18, start)
    pieces = [patched]
    *offsets, end = constants.offsets()
    for part, here, after in zip(constants.parts, offsets, [*offsets[1:], end]):
        pieces += [part.data, bytes(after - here - len(part.data))]
    return b"".join(pieces)


def _number(code: bytes, at: int, format: str) -> int:
    return struct.unpack_from(f"<{format}", code, at)[0]
