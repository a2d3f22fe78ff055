// Memory of the caller, in which a call has its large temporaries while there is room.
//
// It is used as a stack: a block that is given back is free at once if it is the last one. Blocks that find no room are
// taken elsewhere, but have a place, too, as if the memory went on: where the last place ended is how much the same
// call needs to find room for all. A block begins a line of 64 bytes before what the program gets of it. The line has
// the size of a block that is kept (`kept_memory.mlir`), then its place, and how far that reaches.

// Where it begins, how large it is, where it goes on, and how far places went at most.
!callers = !llvm.struct<(ptr, i64, i64, i64)>
!line = !llvm.struct<(i64, i64, i64)>

// Describes memory that begins on a line; of other memory the first bytes are left out.
llvm.func @lagrad.call.borrow(%callers: !llvm.ptr, %memory: !llvm.ptr, %bytes: i64) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c63 = llvm.mlir.constant(63 : i64) : i64
  %address = llvm.ptrtoint %memory : !llvm.ptr to i64
  %none = llvm.sub %c0, %address : i64
  %before = llvm.and %none, %c63 : i64
  %begin = llvm.getelementptr %memory[%before] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %left = llvm.sub %bytes, %before : i64
  %size = llvm.intr.smax(%left, %c0) : (i64, i64) -> i64
  %size_at = llvm.getelementptr %callers[0, 1] : (!llvm.ptr) -> !llvm.ptr, !callers
  %next_at = llvm.getelementptr %callers[0, 2] : (!llvm.ptr) -> !llvm.ptr, !callers
  %most_at = llvm.getelementptr %callers[0, 3] : (!llvm.ptr) -> !llvm.ptr, !callers
  llvm.store %begin, %callers : !llvm.ptr, !llvm.ptr
  llvm.store %size, %size_at : i64, !llvm.ptr
  llvm.store %c0, %next_at : i64, !llvm.ptr
  llvm.store %c0, %most_at : i64, !llvm.ptr
  llvm.return
}

// A block of the caller's memory; null if it has no room.
llvm.func @lagrad.call.lend(%bytes: i64, %callers: !llvm.ptr) -> !llvm.ptr {
  %nothing = llvm.mlir.zero : !llvm.ptr
  %size_at = llvm.getelementptr %callers[0, 1] : (!llvm.ptr) -> !llvm.ptr, !callers
  %next_at = llvm.getelementptr %callers[0, 2] : (!llvm.ptr) -> !llvm.ptr, !callers
  %begin = llvm.load %callers : !llvm.ptr -> !llvm.ptr
  %size = llvm.load %size_at : !llvm.ptr -> i64
  %next = llvm.load %next_at : !llvm.ptr -> i64
  %c128 = llvm.mlir.constant(128 : i64) : i64
  %room = llvm.sub %size, %next : i64
  %left = llvm.sub %room, %c128 : i64
  %fits = llvm.icmp "sle" %bytes, %left : i64
  llvm.cond_br %fits, ^lend, ^refuse
^lend:
  %block = llvm.getelementptr %begin[%next] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %memory = llvm.getelementptr %block[64] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.call @lagrad.call.note(%bytes, %memory, %callers) : (i64, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return %memory : !llvm.ptr
^refuse:
  llvm.return %nothing : !llvm.ptr
}

// Gives a block its place behind the last one, where there is memory of the caller's.
llvm.func @lagrad.call.note(%bytes: i64, %memory: !llvm.ptr, %callers: !llvm.ptr) {
  %nobody = llvm.mlir.zero : !llvm.ptr
  %is_alone = llvm.icmp "eq" %callers, %nobody : !llvm.ptr
  llvm.cond_br %is_alone, ^out, ^note
^note:
  %c127 = llvm.mlir.constant(127 : i64) : i64
  %c-64 = llvm.mlir.constant(-64 : i64) : i64
  %next_at = llvm.getelementptr %callers[0, 2] : (!llvm.ptr) -> !llvm.ptr, !callers
  %most_at = llvm.getelementptr %callers[0, 3] : (!llvm.ptr) -> !llvm.ptr, !callers
  %next = llvm.load %next_at : !llvm.ptr -> i64
  %most = llvm.load %most_at : !llvm.ptr -> i64
  %with_line = llvm.add %bytes, %c127 : i64
  %all = llvm.and %with_line, %c-64 : i64
  %end = llvm.add %next, %all : i64
  %more = llvm.intr.smax(%most, %end) : (i64, i64) -> i64
  llvm.store %end, %next_at : i64, !llvm.ptr
  llvm.store %more, %most_at : i64, !llvm.ptr
  %line = llvm.getelementptr %memory[-64] : (!llvm.ptr) -> !llvm.ptr, i8
  %from_at = llvm.getelementptr %line[0, 1] : (!llvm.ptr) -> !llvm.ptr, !line
  %to_at = llvm.getelementptr %line[0, 2] : (!llvm.ptr) -> !llvm.ptr, !line
  llvm.store %next, %from_at : i64, !llvm.ptr
  llvm.store %end, %to_at : i64, !llvm.ptr
  llvm.br ^out
^out:
  llvm.return
}

// Gives the place of a block back, where there is memory of the caller's.
llvm.func @lagrad.call.return(%memory: !llvm.ptr, %callers: !llvm.ptr) {
  %nobody = llvm.mlir.zero : !llvm.ptr
  %is_alone = llvm.icmp "eq" %callers, %nobody : !llvm.ptr
  llvm.cond_br %is_alone, ^out, ^look
^look:
  %next_at = llvm.getelementptr %callers[0, 2] : (!llvm.ptr) -> !llvm.ptr, !callers
  %next = llvm.load %next_at : !llvm.ptr -> i64
  %line = llvm.getelementptr %memory[-64] : (!llvm.ptr) -> !llvm.ptr, i8
  %from_at = llvm.getelementptr %line[0, 1] : (!llvm.ptr) -> !llvm.ptr, !line
  %to_at = llvm.getelementptr %line[0, 2] : (!llvm.ptr) -> !llvm.ptr, !line
  %from = llvm.load %from_at : !llvm.ptr -> i64
  %to = llvm.load %to_at : !llvm.ptr -> i64
  %is_last = llvm.icmp "eq" %to, %next : i64
  llvm.cond_br %is_last, ^give, ^out
^give:
  llvm.store %from, %next_at : i64, !llvm.ptr
  llvm.br ^out
^out:
  llvm.return
}

// How many bytes the memory must have for a call to find room for all, wherever it begins.
llvm.func @lagrad.call.needed(%callers: !llvm.ptr) -> i64 {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c128 = llvm.mlir.constant(128 : i64) : i64
  %most_at = llvm.getelementptr %callers[0, 3] : (!llvm.ptr) -> !llvm.ptr, !callers
  %most = llvm.load %most_at : !llvm.ptr -> i64
  %is_none = llvm.icmp "eq" %most, %c0 : i64
  %with_line = llvm.add %most, %c128 : i64
  %needed = llvm.select %is_none, %c0, %with_line : i1, i64
  llvm.return %needed : i64
}
