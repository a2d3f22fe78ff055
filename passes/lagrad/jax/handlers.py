"""Compiled functions as operations of XLA: a handler that XLA calls with its own buffers, so nothing is copied.

A handler is a function of XLA's foreign function interface. What it reads of a call frame has fixed places, which
`xla/ffi/api/c_api.h` of jaxlib declares for version 0 of the interface. There fields are added at the
ends of structures only.
"""

from __future__ import annotations

import ctypes
import itertools

import jax

from ..execute import Program
from ..lowering.interface.c_types import Parameter, Signature
from ..lowering.interface.failure_functions import MESSAGE
from ..lowering.machine.native import Loaded, object_code

# Offsets in bytes, on machines with pointers of eight.
_EXTENSION, _API, _ARGUMENTS, _RESULTS = 8, 16, 72, 112  # of XLA_FFI_CallFrame; the last two of its args and rets
_METADATA = 24  # of XLA_FFI_Metadata_Extension
_DESCRIBED_MAJOR, _DESCRIBED_MINOR = 24, 28  # of XLA_FFI_Metadata
_MAJOR, _MINOR, _CREATE_ERROR = 32, 36, 48  # of XLA_FFI_Api
_DATA, _SIZES = 24, 40  # of XLA_FFI_Buffer
_RESOURCE_EXHAUSTED, _INVALID_ARGUMENT = 8, 3  # XLA_FFI_Error_Code

_LLVM = {"double": "double", "float": "float"}  # the C types of scalars; others are integers of as many bits
_numbers = itertools.count()
_kept: list[tuple[Program, Loaded]] = []  # code that XLA may call until the process ends


def register(program: Program, name: str) -> str:
    """The name under which XLA knows the function `name` of the program on the CPU, from now on."""
    function = program[name]
    if strided := [p.mlir for p in function.signature.arguments if p.strides is not None]:
        raise TypeError(f"@{name} takes {strided[0]}, memory with gaps, and XLA's arrays have none")
    target = f"lagrad_{next(_numbers)}_{name}"
    message = function.keep.addresses.get(MESSAGE)
    addresses = {"lagrad_called": function.address} | ({"lagrad_explain": message} if message else {})
    text = handler(function.signature, explains=message is not None)
    loaded = Loaded(object_code(text), ["lagrad_handler"], addresses=addresses)
    entry = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(loaded.addresses["lagrad_handler"])
    jax.ffi.register_ffi_target(target, jax.ffi.pycapsule(entry), platform="cpu")
    _kept.append((program, loaded))
    return target


def handler(signature: Signature, explains: bool) -> str:
    """LLVM IR of `lagrad_handler`, which calls `lagrad_called`, a function of this signature, with XLA's buffers.

    A status that is not 0 becomes an error of XLA, with the text of `lagrad_explain` if there is one.
    """
    code = _Code()
    passed = []
    for n, argument in enumerate(signature.arguments):
        passed += code.argument(code.buffer("arguments", n), argument)
    passed += [f"ptr {code.field(code.buffer('results', n), _DATA)}" for n in range(len(signature.results))]
    explained = "call ptr @lagrad_explain(i64 %status)" if explains else "select i1 true, ptr @failed, ptr @failed"
    return f"""\
@failed = private constant [26 x i8] c"the compiled code failed\\2E\\00"
declare i64 @lagrad_called({", ".join(p.split()[0] for p in passed)})
{"declare ptr @lagrad_explain(i64)" if explains else ""}
define ptr @lagrad_handler(ptr %frame) {{
  %extension.at = getelementptr i8, ptr %frame, i64 {_EXTENSION}
  %extension = load ptr, ptr %extension.at
  %api.at = getelementptr i8, ptr %frame, i64 {_API}
  %api = load ptr, ptr %api.at
  %asks = icmp ne ptr %extension, null
  br i1 %asks, label %describe, label %run
describe:  ; XLA asks for the version of the interface: it is the one that XLA has
  %metadata.at = getelementptr i8, ptr %extension, i64 {_METADATA}
  %metadata = load ptr, ptr %metadata.at
  %major.at = getelementptr i8, ptr %api, i64 {_MAJOR}
  %major = load i32, ptr %major.at
  %minor.at = getelementptr i8, ptr %api, i64 {_MINOR}
  %minor = load i32, ptr %minor.at
  %described.major = getelementptr i8, ptr %metadata, i64 {_DESCRIBED_MAJOR}
  store i32 %major, ptr %described.major
  %described.minor = getelementptr i8, ptr %metadata, i64 {_DESCRIBED_MINOR}
  store i32 %minor, ptr %described.minor
  ret ptr null
run:
  %arguments.at = getelementptr i8, ptr %frame, i64 {_ARGUMENTS}
  %arguments = load ptr, ptr %arguments.at
  %results.at = getelementptr i8, ptr %frame, i64 {_RESULTS}
  %results = load ptr, ptr %results.at
{code.text()}
  %status = call i64 @lagrad_called({", ".join(passed)})
  %fine = icmp eq i64 %status, 0
  br i1 %fine, label %done, label %fail
done:
  ret ptr null
fail:
  %message = {explained}
  %of.memory = icmp sgt i64 %status, 0
  %code = select i1 %of.memory, i32 {_RESOURCE_EXHAUSTED}, i32 {_INVALID_ARGUMENT}
  %error = alloca {{ i64, ptr, ptr, i32 }}
  store {{ i64, ptr, ptr, i32 }} {{ i64 28, ptr null, ptr null, i32 0 }}, ptr %error
  %message.at = getelementptr i8, ptr %error, i64 16
  store ptr %message, ptr %message.at
  %code.at = getelementptr i8, ptr %error, i64 24
  store i32 %code, ptr %code.at
  %create.at = getelementptr i8, ptr %api, i64 {_CREATE_ERROR}
  %create = load ptr, ptr %create.at
  %created = call ptr %create(ptr %error)
  ret ptr %created
}}
"""


class _Code:
    """Lines of LLVM IR that take call frames apart."""

    def __init__(self):
        self.lines, self.count = [], itertools.count()

    def text(self) -> str:
        return "\n".join(f"  {line}" for line in self.lines)

    def _value(self, expression: str) -> str:
        name = f"%v{next(self.count)}"
        self.lines.append(f"{name} = {expression}")
        return name

    def field(self, structure: str, offset: int, kind: str = "ptr") -> str:
        """What lies so many bytes from the start of a structure."""
        place = self._value(f"getelementptr i8, ptr {structure}, i64 {offset}")
        return self._value(f"load {kind}, ptr {place}")

    def buffer(self, buffers: str, number: int) -> str:
        return self.field(f"%{buffers}", 8 * number)

    def argument(self, buffer: str, p: Parameter) -> list[str]:
        """What C takes for an argument that is in a buffer."""
        data = self.field(buffer, _DATA)
        if not p.is_scalar:
            sizes = self.field(buffer, _SIZES) if p.dynamic else ""
            return [f"ptr {data}", *(f"i64 {self.field(sizes, 8 * k, 'i64')}" for k in p.dynamic)]
        parts = 1 + p.element.is_complex
        size = p.element.bytes // parts
        kind = _LLVM.get(p.element.c, f"i{8 * size}")
        return [f"{kind} {self.field(data, size * part, kind)}" for part in range(parts)]
