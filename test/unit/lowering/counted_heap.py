"""Compiled programs that count what they take from the heap and give back, and in whose memory nothing is right by
chance.

`compile(text)` is as `lagrad.compile`, with a second result: `Heap.taken` and `Heap.freed` count calls of malloc and
free, `Heap.held` is how many bytes are taken and not given back, `Heap.most` how many at most. After `Heap.fail_at(n)`
the n-th call of malloc from then on, counted from 0, gives no memory, nor does any later one. What malloc and the stack
give, and what is freed, is full of NaNs.
"""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass

import pytest

from lagrad import emit, execute
from lagrad.execute import machine_code
from lagrad.lowering.machine import native

_COUNTED = """
@counted.taken = internal global i64 0
@counted.freed = internal global i64 0
@counted.held = internal global i64 0
@counted.most = internal global i64 0
@counted.left = internal global i64 -1
declare i64 @malloc_usable_size(ptr)
define internal void @counted.hold(ptr %memory) {
  %bytes = call i64 @malloc_usable_size(ptr %memory)
  %before = atomicrmw add ptr @counted.held, i64 %bytes seq_cst
  %now = add i64 %before, %bytes
  %most = atomicrmw max ptr @counted.most, i64 %now seq_cst
  ret void
}
define internal i1 @counted.refuse() {
  %left = load i64, ptr @counted.left
  %is_none = icmp eq i64 %left, 0
  br i1 %is_none, label %no, label %some
some:
  %is_open = icmp slt i64 %left, 0
  %less = sub i64 %left, 1
  %now = select i1 %is_open, i64 %left, i64 %less
  store i64 %now, ptr @counted.left
  br label %no
no:
  ret i1 %is_none
}
define internal ptr @counted.malloc(i64 %bytes) noinline {
  %refused = call i1 @counted.refuse()
  br i1 %refused, label %none, label %some
none:
  ret ptr null
some:
  %new = call ptr @malloc(i64 %bytes)
  %is_there = icmp ne ptr %new, null
  br i1 %is_there, label %there, label %none
there:
  %n = atomicrmw add ptr @counted.taken, i64 1 seq_cst
  call void @llvm.memset.p0.i64(ptr %new, i8 -1, i64 %bytes, i1 true)
  call void @counted.hold(ptr %new)
  ret ptr %new
}
define internal ptr @counted.aligned_alloc(i64 %line, i64 %bytes) noinline {
  %refused = call i1 @counted.refuse()
  br i1 %refused, label %none, label %some
none:
  ret ptr null
some:
  %new = call ptr @aligned_alloc(i64 %line, i64 %bytes)
  %is_there = icmp ne ptr %new, null
  br i1 %is_there, label %there, label %none
there:
  %n = atomicrmw add ptr @counted.taken, i64 1 seq_cst
  call void @llvm.memset.p0.i64(ptr %new, i8 -1, i64 %bytes, i1 true)
  call void @counted.hold(ptr %new)
  ret ptr %new
}
define internal void @counted.free(ptr %memory) noinline {
  %nothing = icmp eq ptr %memory, null
  br i1 %nothing, label %end, label %some
some:
  %n = atomicrmw add ptr @counted.freed, i64 1 seq_cst
  %bytes = call i64 @malloc_usable_size(ptr %memory)
  call void @llvm.memset.p0.i64(ptr %memory, i8 -1, i64 %bytes, i1 true)
  %before = atomicrmw sub ptr @counted.held, i64 %bytes seq_cst
  call void @free(ptr %memory)
  br label %end
end:
  ret void
}
define i64 @taken() { %n = load i64, ptr @counted.taken ret i64 %n }
define i64 @held() { %n = load i64, ptr @counted.held ret i64 %n }
define i64 @most() { %n = load i64, ptr @counted.most ret i64 %n }
define void @fail_at(i64 %n) { store i64 %n, ptr @counted.left ret void }
define i64 @freed() { %n = load i64, ptr @counted.freed ret i64 %n }
"""

_COUNTS = {
    "malloc": "declare ptr @malloc(i64)",
    "aligned_alloc": "declare ptr @aligned_alloc(i64, i64)",
    "free": "declare void @free(ptr)",
}
_STACK = re.compile(
    r"(%\d+) = call ptr @lagrad\.(?:scratch|place)\(ptr [^,]+, i64 [^,]+, i64 ([^,)]+)(?:, i1 [^,]+)?\)"
)


@dataclass
class Heap:
    """How often compiled code took and gave back memory until now, and how much it had at most."""

    loaded: native.Loaded

    def __getattr__(self, name: str) -> int:
        if name == "freed":
            self.loaded.release()  # what is kept for the next call is not left behind
        return ctypes.CFUNCTYPE(ctypes.c_int64)(self.loaded.addresses[name])()

    def fail_at(self, allocation: int) -> None:
        self.loaded.release()
        ctypes.CFUNCTYPE(None, ctypes.c_int64)(self.loaded.addresses["fail_at"])(allocation)


def compile(text: str, pipeline: str | None = None, entry: str | None = None) -> tuple[execute.Program, Heap]:
    module = execute.parse(text)
    if entry:
        with module.context:
            execute.keep_entries(module.operation, [entry], pipeline or execute.PIPELINE)
    lowered = emit.lower(module, pipeline)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine_code, "object_code", lambda *_: b"")  # below, of the code that counts
        made = execute.compiled(lowered)  # it loads the libraries that it needs, too
    signatures = made.signatures
    code = emit.llvm_text(lowered)
    for name, declaration in _COUNTS.items():
        code = code.replace(declaration, "").replace(f"@{name}(", f"@counted.{name}(") + f"\n{declaration}"
    code = _STACK.sub(r"\g<0>\n  call void @llvm.memset.p0.i64(ptr \1, i8 -1, i64 \2, i1 true)", code)
    counts = ["taken", "freed", "held", "most", "fail_at"]
    loaded = native.Loaded(native.object_code(code + _COUNTED), [*signatures, *counts, *made.offered])
    return made.program(loaded), Heap(loaded)
