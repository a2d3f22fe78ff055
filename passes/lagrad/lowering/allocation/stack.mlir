// A place of the stack, or memory of the heap. As functions they are for LLVM what takes memory, which has no other
// name then, and what may still look at it: places are used again, and no access may move behind the end of the
// buffer that it is to, or before its beginning. So LLVM must not find out how little the functions do: the assembly
// in them is no instruction, but may do anything.

llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)

// A part of memory that is there; one of which it is known when the function runs only whether it fits is below.
llvm.func @lagrad.place(%memory: !llvm.ptr, %from: i64, %bytes: i64) -> (!llvm.ptr {llvm.noalias})
    attributes {passthrough = ["noinline"]} {
  %part = llvm.getelementptr %memory[%from] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %place = llvm.inline_asm has_side_effects "", "=r,0,~{memory}" %part : (!llvm.ptr) -> !llvm.ptr
  llvm.return %place : !llvm.ptr
}
llvm.func @lagrad.leave(%place: !llvm.ptr) attributes {passthrough = ["noinline"]} {
  llvm.inline_asm has_side_effects "", "r,~{memory}" %place : (!llvm.ptr) -> ()
  llvm.return
}

llvm.func @lagrad.scratch(%room: !llvm.ptr, %from: i64, %bytes: i64, %fits: i1) -> (!llvm.ptr {llvm.noalias})
    attributes {passthrough = ["noinline"]} {
  llvm.cond_br %fits, ^stack, ^heap
^stack:
  %part = llvm.getelementptr %room[%from] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %place = llvm.inline_asm has_side_effects "", "=r,0,~{memory}" %part : (!llvm.ptr) -> !llvm.ptr
  llvm.return %place : !llvm.ptr
^heap:
  %line = llvm.mlir.constant(64 : i64) : i64
  %memory = llvm.call @aligned_alloc(%line, %bytes) : (i64, i64) -> !llvm.ptr
  llvm.return %memory : !llvm.ptr
}
llvm.func @lagrad.release(%memory: !llvm.ptr, %fits: i1) attributes {passthrough = ["noinline"]} {
  llvm.cond_br %fits, ^stack, ^heap
^stack:
  llvm.inline_asm has_side_effects "", "r,~{memory}" %memory : (!llvm.ptr) -> ()
  llvm.return
^heap:
  llvm.call @free(%memory) : (!llvm.ptr) -> ()
  llvm.return
}
