// A place of the stack, or memory of the heap. As functions they are for LLVM what takes memory, which has no other
// name then, and what may still look at it: places are used again, and no access may move behind the end of the buffer
// that it is to.

llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @lagrad.scratch(%room: !llvm.ptr, %from: i64, %bytes: i64, %fits: i1) -> (!llvm.ptr {llvm.noalias})
    attributes {passthrough = ["noinline"]} {
  %place = llvm.getelementptr %room[%from] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.cond_br %fits, ^end(%place : !llvm.ptr), ^heap
^heap:
  %line = llvm.mlir.constant(64 : i64) : i64
  %memory = llvm.call @aligned_alloc(%line, %bytes) : (i64, i64) -> !llvm.ptr
  llvm.br ^end(%memory : !llvm.ptr)
^end(%pointer: !llvm.ptr):
  llvm.return %pointer : !llvm.ptr
}
llvm.func @lagrad.release(%memory: !llvm.ptr, %fits: i1) attributes {passthrough = ["noinline"]} {
  llvm.cond_br %fits, ^end, ^heap
^heap:
  llvm.call @free(%memory) : (!llvm.ptr) -> ()
  llvm.br ^end
^end:
  llvm.return
}
