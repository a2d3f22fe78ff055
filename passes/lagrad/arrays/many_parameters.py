"""Calls of functions with more parameters than ctypes passes: value and gradient of a network of 600 arrays.

Machine code takes the parameters from a table of words, and calls the function.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence

from ..lowering.machine.native import Loaded, plain_object_code

MOST = 1024  # ctypes refuses more, in types of functions and in calls
_LLVM = {ctypes.c_double: "double", ctypes.c_float: "float", ctypes.c_void_p: "ptr"}
_WORD = 8  # bytes; no parameter has more


def c_function(address: int, types: Sequence[type]) -> Callable[..., int]:
    """The function at an address, which takes parameters of these types and returns a status, as one to call."""
    if len(types) <= MOST:
        return ctypes.CFUNCTYPE(ctypes.c_int64, *types)(address)
    loaded = Loaded(plain_object_code(_text(types)), ["with_table"], addresses={"function": address})
    with_table = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(loaded.addresses["with_table"])

    def call(*values) -> int:
        table = bytearray(_WORD * len(types))
        for n, (type, value) in enumerate(zip(types, values)):
            word = ctypes.addressof(value) if isinstance(value, ctypes.Array) else value
            type.from_buffer(table, _WORD * n).value = word
        return with_table(ctypes.addressof(ctypes.c_char.from_buffer(table)))

    call.loaded = loaded
    return call


def _text(types: Sequence[type]) -> str:
    """LLVM IR of the function that takes the table."""
    lines, passed = [], []
    for n, type in enumerate(types):
        llvm = _LLVM.get(type) or f"i{8 * ctypes.sizeof(type)}"
        lines.append(f"  %p{n} = getelementptr i8, ptr %table, i64 {_WORD * n}\n  %v{n} = load {llvm}, ptr %p{n}")
        passed.append(f"{llvm} %v{n}")
    lines.append(f"  %status = call i64 @function({', '.join(passed)})\n  ret i64 %status")
    declared = ", ".join(p.split()[0] for p in passed)
    return f"declare i64 @function({declared})\ndefine i64 @with_table(ptr %table) {{\n" + "\n".join(lines) + "\n}\n"
