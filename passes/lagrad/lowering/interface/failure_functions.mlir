// What a call of compiled code keeps while it runs, so that it can end early: failure_functions.py says what it is for.

// Status, count, room, list, room for a short list, and the caller's memory or null.
!record = !llvm.struct<(i64, i64, i64, ptr, array<16 x ptr>, ptr)>
!messages = !llvm.array<8192 x i8>
#rare = ["noinline", "cold", "optnone"]
#apart = ["noinline", "nounwind", "willreturn"]
#as_allocators = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = readwrite,
                                      errnoMem = readwrite, targetMem0 = none, targetMem1 = none>

llvm.func @lagrad.call.take(i64) -> !llvm.ptr
llvm.func @lagrad.call.lend(i64, !llvm.ptr) -> !llvm.ptr
llvm.func @lagrad.call.note(i64, !llvm.ptr, !llvm.ptr)
llvm.func @lagrad.call.return(!llvm.ptr, !llvm.ptr)
llvm.func @lagrad.call.keep(!llvm.ptr)
llvm.func @lagrad.call.is_kept(!llvm.ptr) -> i1
llvm.mlir.global external constant @lagrad.call.sites() : !llvm.ptr
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @memcpy(!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr

// Frees what a call that has failed has taken, and the list where it is on the heap.
llvm.func @lagrad.call.clear(%record: !llvm.ptr) attributes {passthrough = #rare} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c16 = llvm.mlir.constant(16 : i64) : i64
  %count_at = llvm.getelementptr %record[0, 1] : (!llvm.ptr) -> !llvm.ptr, !record
  %room_at = llvm.getelementptr %record[0, 2] : (!llvm.ptr) -> !llvm.ptr, !record
  %list_at = llvm.getelementptr %record[0, 3] : (!llvm.ptr) -> !llvm.ptr, !record
  %status = llvm.load %record : !llvm.ptr -> i64
  %room = llvm.load %room_at : !llvm.ptr -> i64
  %is_own = llvm.icmp "eq" %room, %c16 : i64
  %is_well = llvm.icmp "eq" %status, %c0 : i64
  %count = llvm.load %count_at : !llvm.ptr -> i64
  %list = llvm.load %list_at : !llvm.ptr -> !llvm.ptr
  %left = llvm.select %is_well, %c0, %count : i1, i64
  llvm.br ^next(%left : i64)
^next(%k: i64):
  %is_done = llvm.icmp "eq" %k, %c0 : i64
  llvm.cond_br %is_done, ^listed, ^block
^block:
  %before = llvm.sub %k, %c1 : i64
  %place = llvm.getelementptr %list[%before] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  %entry = llvm.load %place : !llvm.ptr -> !llvm.ptr
  llvm.call @lagrad.call.drop(%entry) : (!llvm.ptr) -> ()
  llvm.br ^next(%before : i64)
^listed:
  llvm.cond_br %is_own, ^out, ^heap
^heap:
  llvm.call @free(%list) : (!llvm.ptr) -> ()
  llvm.br ^out
^out:
  llvm.return
}

// Frees a block that a record lists.
llvm.func @lagrad.call.drop(%entry: !llvm.ptr) attributes {passthrough = #rare} {
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %bits = llvm.ptrtoint %entry : !llvm.ptr to i64
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c2 = llvm.mlir.constant(2 : i64) : i64
  %odd = llvm.and %bits, %c1 : i64
  %even = llvm.and %bits, %c2 : i64
  %is_kept = llvm.icmp "ne" %odd, %c0 : i64
  %is_lent = llvm.icmp "ne" %even, %c0 : i64
  llvm.cond_br %is_lent, ^out, ^own
^own:
  llvm.cond_br %is_kept, ^keep, ^free
^keep:
  %memory = llvm.getelementptr %entry[-1] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.call @lagrad.call.keep(%memory) : (!llvm.ptr) -> ()
  llvm.br ^out
^free:
  llvm.call @free(%entry) : (!llvm.ptr) -> ()
  llvm.br ^out
^out:
  llvm.return
}

// Whether a record has room for a block, once its list has twice as much; notes a failure, and drops the block, if not.
llvm.func @lagrad.call.make_room(%entry: !llvm.ptr, %bytes: i64, %record: !llvm.ptr) -> i1
    attributes {passthrough = #rare} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c2 = llvm.mlir.constant(2 : i64) : i64
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %c16 = llvm.mlir.constant(16 : i64) : i64
  %most = llvm.mlir.constant(9223372036854775807 : i64) : i64
  %yes = llvm.mlir.constant(1 : i1) : i1
  %no = llvm.mlir.constant(0 : i1) : i1
  %none = llvm.mlir.zero : !llvm.ptr
  %room_at = llvm.getelementptr %record[0, 2] : (!llvm.ptr) -> !llvm.ptr, !record
  %list_at = llvm.getelementptr %record[0, 3] : (!llvm.ptr) -> !llvm.ptr, !record
  %is_refused = llvm.icmp "eq" %entry, %none : !llvm.ptr
  llvm.cond_br %is_refused, ^fail, ^grow
^grow:
  %room = llvm.load %room_at : !llvm.ptr -> i64
  %list = llvm.load %list_at : !llvm.ptr -> !llvm.ptr
  %before = llvm.mul %room, %c8 : i64
  %wanted = llvm.mul %before, %c2 : i64
  %new = llvm.call @malloc(%wanted) : (i64) -> !llvm.ptr
  %is_none = llvm.icmp "eq" %new, %none : !llvm.ptr
  llvm.cond_br %is_none, ^lose, ^copy
^copy:
  %copied = llvm.call @memcpy(%new, %list, %before) : (!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
  %larger = llvm.mul %room, %c2 : i64
  llvm.store %larger, %room_at : i64, !llvm.ptr
  llvm.store %new, %list_at : !llvm.ptr, !llvm.ptr
  %is_own = llvm.icmp "eq" %room, %c16 : i64
  llvm.cond_br %is_own, ^grown, ^heap
^heap:
  llvm.call @free(%list) : (!llvm.ptr) -> ()
  llvm.br ^grown
^grown:
  llvm.return %yes : i1
^lose:
  llvm.call @lagrad.call.drop(%entry) : (!llvm.ptr) -> ()
  llvm.br ^fail
^fail:
  %is_nothing = llvm.icmp "eq" %bytes, %c0 : i64
  llvm.cond_br %is_nothing, ^out, ^note
^note:
  %least = llvm.intr.umax(%bytes, %c2) : (i64, i64) -> i64
  %status = llvm.intr.umin(%least, %most) : (i64, i64) -> i64
  llvm.store %status, %record : i64, !llvm.ptr
  llvm.br ^out
^out:
  llvm.return %no : i1
}

// Lists a block that was taken, as an entry; gives it, or null where it is none or cannot be listed.
llvm.func @lagrad.call.list(%memory: !llvm.ptr, %entry: !llvm.ptr, %bytes: i64, %record: !llvm.ptr) -> !llvm.ptr {
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %none = llvm.mlir.zero : !llvm.ptr
  %count_at = llvm.getelementptr %record[0, 1] : (!llvm.ptr) -> !llvm.ptr, !record
  %room_at = llvm.getelementptr %record[0, 2] : (!llvm.ptr) -> !llvm.ptr, !record
  %list_at = llvm.getelementptr %record[0, 3] : (!llvm.ptr) -> !llvm.ptr, !record
  %count = llvm.load %count_at : !llvm.ptr -> i64
  %room = llvm.load %room_at : !llvm.ptr -> i64
  %is_none = llvm.icmp "eq" %memory, %none : !llvm.ptr
  %is_full = llvm.icmp "eq" %count, %room : i64
  %is_rare = llvm.or %is_none, %is_full : i1
  llvm.cond_br %is_rare weights([1, 2000]), ^rare, ^note
^rare:
  %has_room = llvm.call @lagrad.call.make_room(%entry, %bytes, %record) : (!llvm.ptr, i64, !llvm.ptr) -> i1
  llvm.cond_br %has_room, ^note, ^fail
^note:
  %list = llvm.load %list_at : !llvm.ptr -> !llvm.ptr
  %place = llvm.getelementptr %list[%count] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  llvm.store %entry, %place : !llvm.ptr, !llvm.ptr
  %more = llvm.add %count, %c1 : i64
  llvm.store %more, %count_at : i64, !llvm.ptr
  llvm.return %memory : !llvm.ptr
^fail:
  llvm.return %none : !llvm.ptr
}

// As the C library's `malloc` and `aligned_alloc`, with the record of the call.
llvm.func @lagrad.call.allocate(%bytes: i64, %record: !llvm.ptr) -> (!llvm.ptr {llvm.noalias})
    attributes {memory_effects = #as_allocators, passthrough = #apart} {
  %least = llvm.mlir.constant(65536 : i64) : i64
  %is_large = llvm.icmp "uge" %bytes, %least : i64
  llvm.cond_br %is_large, ^large, ^small
^small:
  %plain = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr
  llvm.br ^list(%plain, %plain : !llvm.ptr, !llvm.ptr)
^large:
  %none = llvm.mlir.zero : !llvm.ptr
  %callers_at = llvm.getelementptr %record[0, 5] : (!llvm.ptr) -> !llvm.ptr, !record
  %callers = llvm.load %callers_at : !llvm.ptr -> !llvm.ptr
  %is_alone = llvm.icmp "eq" %callers, %none : !llvm.ptr
  llvm.cond_br %is_alone, ^take, ^lend
^lend:
  %lent = llvm.call @lagrad.call.lend(%bytes, %callers) : (i64, !llvm.ptr) -> !llvm.ptr
  %is_over = llvm.icmp "eq" %lent, %none : !llvm.ptr
  %lent_as = llvm.getelementptr %lent[2] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.cond_br %is_over, ^take, ^list(%lent, %lent_as : !llvm.ptr, !llvm.ptr)
^take:
  %taken = llvm.call @lagrad.call.take(%bytes) : (i64) -> !llvm.ptr
  %is_none = llvm.icmp "eq" %taken, %none : !llvm.ptr
  %marked = llvm.getelementptr %taken[1] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.cond_br %is_none, ^small, ^note
^note:
  llvm.call @lagrad.call.note(%bytes, %taken, %callers) : (i64, !llvm.ptr, !llvm.ptr) -> ()
  llvm.br ^list(%taken, %marked : !llvm.ptr, !llvm.ptr)
^list(%memory: !llvm.ptr, %listed_as: !llvm.ptr):
  %listed = llvm.call @lagrad.call.list(%memory, %listed_as, %bytes, %record)
      : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> !llvm.ptr
  llvm.return %listed : !llvm.ptr
}
llvm.func @lagrad.call.allocate_aligned(%line: i64, %bytes: i64, %record: !llvm.ptr)
    -> (!llvm.ptr {llvm.noalias}) attributes {memory_effects = #as_allocators, passthrough = #apart} {
  %c64 = llvm.mlir.constant(64 : i64) : i64
  %least = llvm.mlir.constant(65536 : i64) : i64
  %is_usual = llvm.icmp "ule" %line, %c64 : i64
  llvm.cond_br %is_usual, ^ask, ^small
^ask:
  %is_large = llvm.icmp "uge" %bytes, %least : i64
  llvm.cond_br %is_large, ^large, ^small
^small:
  %plain = llvm.call @aligned_alloc(%line, %bytes) : (i64, i64) -> !llvm.ptr
  llvm.br ^list(%plain, %plain : !llvm.ptr, !llvm.ptr)
^large:
  %none = llvm.mlir.zero : !llvm.ptr
  %callers_at = llvm.getelementptr %record[0, 5] : (!llvm.ptr) -> !llvm.ptr, !record
  %callers = llvm.load %callers_at : !llvm.ptr -> !llvm.ptr
  %is_alone = llvm.icmp "eq" %callers, %none : !llvm.ptr
  llvm.cond_br %is_alone, ^take, ^lend
^lend:
  %lent = llvm.call @lagrad.call.lend(%bytes, %callers) : (i64, !llvm.ptr) -> !llvm.ptr
  %is_over = llvm.icmp "eq" %lent, %none : !llvm.ptr
  %lent_as = llvm.getelementptr %lent[2] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.cond_br %is_over, ^take, ^list(%lent, %lent_as : !llvm.ptr, !llvm.ptr)
^take:
  %taken = llvm.call @lagrad.call.take(%bytes) : (i64) -> !llvm.ptr
  %is_none = llvm.icmp "eq" %taken, %none : !llvm.ptr
  %marked = llvm.getelementptr %taken[1] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.cond_br %is_none, ^small, ^note
^note:
  llvm.call @lagrad.call.note(%bytes, %taken, %callers) : (i64, !llvm.ptr, !llvm.ptr) -> ()
  llvm.br ^list(%taken, %marked : !llvm.ptr, !llvm.ptr)
^list(%memory: !llvm.ptr, %listed_as: !llvm.ptr):
  %listed = llvm.call @lagrad.call.list(%memory, %listed_as, %bytes, %record)
      : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> !llvm.ptr
  llvm.return %listed : !llvm.ptr
}

// As the C library's `free`. A block that the record does not list was taken by another call.
llvm.func @lagrad.call.free(%memory: !llvm.ptr, %record: !llvm.ptr)
    attributes {memory_effects = #as_allocators, passthrough = #apart} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %count_at = llvm.getelementptr %record[0, 1] : (!llvm.ptr) -> !llvm.ptr, !record
  %list_at = llvm.getelementptr %record[0, 3] : (!llvm.ptr) -> !llvm.ptr, !record
  %count = llvm.load %count_at : !llvm.ptr -> i64
  %list = llvm.load %list_at : !llvm.ptr -> !llvm.ptr
  %marked = llvm.getelementptr %memory[1] : (!llvm.ptr) -> !llvm.ptr, i8
  %lent_as = llvm.getelementptr %memory[2] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.br ^next(%count : i64)
^next(%k: i64):
  %is_foreign = llvm.icmp "eq" %k, %c0 : i64
  llvm.cond_br %is_foreign, ^foreign, ^look
^look:
  %before = llvm.sub %k, %c1 : i64
  %place = llvm.getelementptr %list[%before] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  %there = llvm.load %place : !llvm.ptr -> !llvm.ptr
  %is_plain = llvm.icmp "eq" %there, %memory : !llvm.ptr
  %is_kept = llvm.icmp "eq" %there, %marked : !llvm.ptr
  %is_lent = llvm.icmp "eq" %there, %lent_as : !llvm.ptr
  %is_large = llvm.or %is_kept, %is_lent : i1
  %is_it = llvm.or %is_plain, %is_large : i1
  llvm.cond_br %is_it, ^found, ^next(%before : i64)
^found:
  %less = llvm.sub %count, %c1 : i64
  %last_at = llvm.getelementptr %list[%less] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  %last = llvm.load %last_at : !llvm.ptr -> !llvm.ptr
  llvm.store %last, %place : !llvm.ptr, !llvm.ptr
  llvm.store %less, %count_at : i64, !llvm.ptr
  llvm.cond_br %is_large, ^large, ^free
^large:
  %callers_at = llvm.getelementptr %record[0, 5] : (!llvm.ptr) -> !llvm.ptr, !record
  %callers = llvm.load %callers_at : !llvm.ptr -> !llvm.ptr
  llvm.call @lagrad.call.return(%memory, %callers) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.cond_br %is_lent, ^out, ^keep
^foreign:
  %is_ours = llvm.call @lagrad.call.is_kept(%memory) : (!llvm.ptr) -> i1
  llvm.cond_br %is_ours, ^keep, ^free
^keep:
  llvm.call @lagrad.call.keep(%memory) : (!llvm.ptr) -> ()
  llvm.br ^out
^free:
  llvm.call @free(%memory) : (!llvm.ptr) -> ()
  llvm.br ^out
^out:
  llvm.return
}
llvm.func @snprintf(!llvm.ptr, i64, !llvm.ptr, ...) -> i32

// Sixteen slots of 512 bytes that are used in turn.
llvm.mlir.global linkonce_odr @lagrad_messages() : !messages {
  %none = llvm.mlir.zero : !messages
  llvm.return %none : !messages
}
llvm.mlir.global linkonce_odr @lagrad_messages_begun(0 : i64) : i64
llvm.mlir.global private constant @lagrad.call.out_of_memory("out of memory: %lld bytes were asked for\00")

// What a status says: the text that it numbers, or how many bytes were asked for.
llvm.func weak_odr @lagrad_message(%status: i64) -> !llvm.ptr attributes {passthrough = #rare} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c15 = llvm.mlir.constant(15 : i64) : i64
  %c512 = llvm.mlir.constant(512 : i64) : i64
  %c-1 = llvm.mlir.constant(-1 : i64) : i64
  %messages = llvm.mlir.addressof @lagrad_messages : !llvm.ptr
  %is_text = llvm.icmp "slt" %status, %c0 : i64
  llvm.cond_br %is_text, ^text, ^bytes
^text:
  %number = llvm.sub %c-1, %status : i64
  %slot = llvm.and %number, %c15 : i64
  %from = llvm.mul %slot, %c512 : i64
  %text = llvm.getelementptr %messages[%from] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.return %text : !llvm.ptr
^bytes:
  %format = llvm.mlir.addressof @lagrad.call.out_of_memory : !llvm.ptr
  %begun_at = llvm.mlir.addressof @lagrad_messages_begun : !llvm.ptr
  %begun = llvm.atomicrmw add %begun_at, %c1 monotonic : !llvm.ptr, i64
  %new = llvm.and %begun, %c15 : i64
  %distance = llvm.mul %new, %c512 : i64
  %made = llvm.getelementptr %messages[%distance] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %n = llvm.call @snprintf(%made, %c512, %format, %status) vararg(!llvm.func<i32 (ptr, i64, ptr, ...)>)
      : (!llvm.ptr, i64, !llvm.ptr, i64) -> i32
  llvm.return %made : !llvm.ptr
}

// Writes the text of a site with two numbers into the next slot; the status is its number.
llvm.func @lagrad.call.complain(%site: i64, %a: i64, %b: i64, %record: !llvm.ptr) attributes {passthrough = #rare} {
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c15 = llvm.mlir.constant(15 : i64) : i64
  %c512 = llvm.mlir.constant(512 : i64) : i64
  %c-1 = llvm.mlir.constant(-1 : i64) : i64
  %messages = llvm.mlir.addressof @lagrad_messages : !llvm.ptr
  %sites = llvm.mlir.addressof @lagrad.call.sites : !llvm.ptr
  %place = llvm.getelementptr %sites[%site] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  %format = llvm.load %place : !llvm.ptr -> !llvm.ptr
  %begun_at = llvm.mlir.addressof @lagrad_messages_begun : !llvm.ptr
  %begun = llvm.atomicrmw add %begun_at, %c1 monotonic : !llvm.ptr, i64
  %new = llvm.and %begun, %c15 : i64
  %distance = llvm.mul %new, %c512 : i64
  %made = llvm.getelementptr %messages[%distance] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %n = llvm.call @snprintf(%made, %c512, %format, %a, %b) vararg(!llvm.func<i32 (ptr, i64, ptr, ...)>)
      : (!llvm.ptr, i64, !llvm.ptr, i64, i64) -> i32
  %status = llvm.sub %c-1, %new : i64
  llvm.store %status, %record : i64, !llvm.ptr
  llvm.return
}
