// Memory that a program keeps from call to call.
//
// The C library returns large blocks to the system when they are freed, and the system fills their pages with zeros
// when they are touched again: in a program of a few operations on large arrays that takes longer than the
// operations. So blocks of 65536 bytes and more are kept, in as many slots as a call may reasonably have
// temporaries. Each slot changes hands by an atomic exchange, so threads share them. Where no block fits, those that
// are kept go in turn while there would be more than has been in use at once. That is forgotten by and by, each time
// that none fits: so what is kept follows what the program asks for. A block begins a line of 64 bytes before what
// the program gets of it, with its size. Blocks that are in use are listed, too: a thread may give back what another
// one has taken, and who takes none of ours must not find it here. Where the list is full, memory is the C
// library's.
//
// The slots and `lagrad_release` are one in a program however many objects are linked.

!table = !llvm.array<32 x i64>
!used = !llvm.array<128 x i64>
#no_inline = ["noinline"]

llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)

// Blocks that are kept, or 0, what their sizes were when they came, and where blocks in use begin (1: just claimed).
llvm.mlir.global linkonce_odr @lagrad_kept() {alignment = 64 : i64} : !table {
  %none = llvm.mlir.zero : !table
  llvm.return %none : !table
}
llvm.mlir.global linkonce_odr @lagrad_kept_sizes() {alignment = 64 : i64} : !table {
  %none = llvm.mlir.zero : !table
  llvm.return %none : !table
}
llvm.mlir.global linkonce_odr @lagrad_kept_used() {alignment = 64 : i64} : !used {
  %none = llvm.mlir.zero : !used
  llvm.return %none : !used
}
llvm.mlir.global linkonce_odr @lagrad_kept_turns(0 : i64) : i64
// Bytes that are in use, that there are with what is kept, and that have been in use at most.
llvm.mlir.global linkonce_odr @lagrad_kept_in_use(0 : i64) : i64
llvm.mlir.global linkonce_odr @lagrad_kept_held(0 : i64) : i64
llvm.mlir.global linkonce_odr @lagrad_kept_most(0 : i64) : i64

// Gives all that is kept to the system.
llvm.func weak_odr @lagrad_release() attributes {passthrough = #no_inline} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c32 = llvm.mlir.constant(32 : i64) : i64
  %slots = llvm.mlir.addressof @lagrad_kept : !llvm.ptr
  llvm.br ^next(%c0 : i64)
^next(%k: i64):
  %is_over = llvm.icmp "eq" %k, %c32 : i64
  llvm.cond_br %is_over, ^out, ^slot
^slot:
  %place = llvm.getelementptr %slots[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %there = llvm.atomicrmw xchg %place, %c0 acquire : !llvm.ptr, i64
  %more = llvm.add %k, %c1 : i64
  %is_gone = llvm.icmp "eq" %there, %c0 : i64
  llvm.cond_br %is_gone, ^next(%more : i64), ^free
^free:
  %block = llvm.inttoptr %there : i64 to !llvm.ptr
  llvm.call @lagrad.call.let_go(%block) : (!llvm.ptr) -> ()
  llvm.br ^next(%more : i64)
^out:
  llvm.return
}

// A block that was kept and is at most twice as large, or a new one; null if there is none, or no room to list it.
llvm.func @lagrad.call.take(%bytes: i64) -> !llvm.ptr attributes {passthrough = #no_inline} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c5 = llvm.mlir.constant(5 : i64) : i64
  %c31 = llvm.mlir.constant(31 : i64) : i64
  %c32 = llvm.mlir.constant(32 : i64) : i64
  %c64 = llvm.mlir.constant(64 : i64) : i64
  %c127 = llvm.mlir.constant(127 : i64) : i64
  %c128 = llvm.mlir.constant(128 : i64) : i64
  %absurd = llvm.mlir.constant(4611686018427387904 : i64) : i64
  %c-64 = llvm.mlir.constant(-64 : i64) : i64
  %nothing = llvm.mlir.zero : !llvm.ptr
  %slots = llvm.mlir.addressof @lagrad_kept : !llvm.ptr
  %sizes = llvm.mlir.addressof @lagrad_kept_sizes : !llvm.ptr
  %used = llvm.mlir.addressof @lagrad_kept_used : !llvm.ptr
  %turns_at = llvm.mlir.addressof @lagrad_kept_turns : !llvm.ptr
  %in_use_at = llvm.mlir.addressof @lagrad_kept_in_use : !llvm.ptr
  %held_at = llvm.mlir.addressof @lagrad_kept_held : !llvm.ptr
  %twice = llvm.shl %bytes, %c1 : i64
  %is_absurd = llvm.icmp "ugt" %bytes, %absurd : i64
  llvm.cond_br %is_absurd, ^refuse, ^use(%c0 : i64)
^use(%u: i64):
  %is_full_list = llvm.icmp "eq" %u, %c128 : i64
  llvm.cond_br %is_full_list, ^refuse, ^reserve
^reserve:
  %next_u = llvm.add %u, %c1 : i64
  %use_at = llvm.getelementptr %used[%u] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %user = llvm.load %use_at atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64
  %is_used = llvm.icmp "ne" %user, %c0 : i64
  llvm.cond_br %is_used, ^use(%next_u : i64), ^claim
^claim:
  %claimed = llvm.cmpxchg %use_at, %c0, %c1 acq_rel monotonic : !llvm.ptr, i64
  %is_claimed = llvm.extractvalue %claimed[1] : !llvm.struct<(i64, i1)>
  llvm.cond_br %is_claimed, ^next(%c0 : i64), ^use(%next_u : i64)
^next(%k: i64):
  %is_over = llvm.icmp "eq" %k, %c32 : i64
  llvm.cond_br %is_over, ^miss, ^look
^look:
  %more = llvm.add %k, %c1 : i64
  %said_at = llvm.getelementptr %sizes[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %said = llvm.load %said_at atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64
  %is_enough = llvm.icmp "uge" %said, %bytes : i64
  %is_near = llvm.icmp "ule" %said, %twice : i64
  %may_fit = llvm.and %is_enough, %is_near : i1
  llvm.cond_br %may_fit, ^try, ^next(%more : i64)
^try:
  %place = llvm.getelementptr %slots[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %there = llvm.atomicrmw xchg %place, %c0 acquire : !llvm.ptr, i64
  %is_gone = llvm.icmp "eq" %there, %c0 : i64
  llvm.cond_br %is_gone, ^next(%more : i64), ^check
^check:
  %block = llvm.inttoptr %there : i64 to !llvm.ptr
  %own = llvm.load %block : !llvm.ptr -> i64
  %is_large = llvm.icmp "uge" %own, %bytes : i64
  %is_small = llvm.icmp "ule" %own, %twice : i64
  %fits = llvm.and %is_large, %is_small : i1
  llvm.cond_br %fits, ^out(%block : !llvm.ptr), ^back
^back:
  llvm.call @lagrad.call.put(%block) : (!llvm.ptr) -> ()
  llvm.br ^next(%more : i64)
^miss:
  %in_use = llvm.load %in_use_at atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64
  %needed = llvm.add %in_use, %bytes : i64
  %most_at = llvm.mlir.addressof @lagrad_kept_most : !llvm.ptr
  %most = llvm.load %most_at atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64
  %forgotten = llvm.lshr %most, %c5 : i64
  %remembered = llvm.sub %most, %forgotten : i64
  %most_now = llvm.intr.umax(%needed, %remembered) : (i64, i64) -> i64
  llvm.store %most_now, %most_at atomic monotonic {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.br ^seek(%c0 : i64)
^seek(%s: i64):
  %held = llvm.load %held_at atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64
  %held_then = llvm.add %held, %bytes : i64
  %is_within = llvm.icmp "ule" %held_then, %most_now : i64
  %is_empty = llvm.icmp "eq" %s, %c32 : i64
  %is_decided = llvm.or %is_within, %is_empty : i1
  llvm.cond_br %is_decided, ^make, ^turn
^turn:
  %next_s = llvm.add %s, %c1 : i64
  %turn = llvm.atomicrmw add %turns_at, %c1 monotonic : !llvm.ptr, i64
  %which = llvm.and %turn, %c31 : i64
  %victim_at = llvm.getelementptr %slots[%which] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %victim = llvm.atomicrmw xchg %victim_at, %c0 acquire : !llvm.ptr, i64
  %is_nobody = llvm.icmp "eq" %victim, %c0 : i64
  llvm.cond_br %is_nobody, ^seek(%next_s : i64), ^free
^free:
  %old = llvm.inttoptr %victim : i64 to !llvm.ptr
  llvm.call @lagrad.call.let_go(%old) : (!llvm.ptr) -> ()
  llvm.br ^seek(%next_s : i64)
^make:
  %with_line = llvm.add %bytes, %c127 : i64
  %all = llvm.and %with_line, %c-64 : i64
  %new = llvm.call @aligned_alloc(%c64, %all) : (i64, i64) -> !llvm.ptr
  %is_full = llvm.icmp "eq" %new, %nothing : !llvm.ptr
  llvm.cond_br %is_full, ^again, ^made(%new : !llvm.ptr)
^again:
  llvm.call @lagrad_release() : () -> ()
  %second = llvm.call @aligned_alloc(%c64, %all) : (i64, i64) -> !llvm.ptr
  %is_refused = llvm.icmp "eq" %second, %nothing : !llvm.ptr
  llvm.cond_br %is_refused, ^give_up, ^made(%second : !llvm.ptr)
^made(%memory: !llvm.ptr):
  %usable = llvm.sub %all, %c64 : i64
  llvm.store %usable, %memory : i64, !llvm.ptr
  llvm.atomicrmw add %held_at, %usable monotonic : !llvm.ptr, i64
  llvm.br ^out(%memory : !llvm.ptr)
^out(%own_block: !llvm.ptr):
  %address = llvm.ptrtoint %own_block : !llvm.ptr to i64
  llvm.store %address, %use_at atomic release {alignment = 8 : i64} : i64, !llvm.ptr
  %taken = llvm.load %own_block : !llvm.ptr -> i64
  llvm.atomicrmw add %in_use_at, %taken monotonic : !llvm.ptr, i64
  %result = llvm.getelementptr %own_block[64] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.return %result : !llvm.ptr
^give_up:
  llvm.store %c0, %use_at atomic release {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.br ^refuse
^refuse:
  llvm.return %nothing : !llvm.ptr
}

// Gives a block back, for the next one that takes as much.
llvm.func @lagrad.call.keep(%memory: !llvm.ptr) attributes {passthrough = #no_inline} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %block = llvm.getelementptr %memory[-64] : (!llvm.ptr) -> !llvm.ptr, i8
  %place = llvm.call @lagrad.call.used_at(%memory) : (!llvm.ptr) -> !llvm.ptr
  %size = llvm.load %block : !llvm.ptr -> i64
  %in_use_at = llvm.mlir.addressof @lagrad_kept_in_use : !llvm.ptr
  llvm.atomicrmw sub %in_use_at, %size monotonic : !llvm.ptr, i64
  llvm.store %c0, %place atomic release {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.call @lagrad.call.put(%block) : (!llvm.ptr) -> ()
  llvm.return
}

// Gives a block that nobody uses to the system.
llvm.func @lagrad.call.let_go(%block: !llvm.ptr) attributes {passthrough = #no_inline} {
  %size = llvm.load %block : !llvm.ptr -> i64
  %held_at = llvm.mlir.addressof @lagrad_kept_held : !llvm.ptr
  llvm.atomicrmw sub %held_at, %size monotonic : !llvm.ptr, i64
  llvm.call @free(%block) : (!llvm.ptr) -> ()
  llvm.return
}

// Whether memory comes from `take`, and has not been given back.
llvm.func @lagrad.call.is_kept(%memory: !llvm.ptr) -> i1 attributes {passthrough = #no_inline} {
  %nowhere = llvm.mlir.zero : !llvm.ptr
  %place = llvm.call @lagrad.call.used_at(%memory) : (!llvm.ptr) -> !llvm.ptr
  %is_there = llvm.icmp "ne" %place, %nowhere : !llvm.ptr
  llvm.return %is_there : i1
}

// Where a block in use is listed; null if it is not.
llvm.func @lagrad.call.used_at(%memory: !llvm.ptr) -> !llvm.ptr attributes {passthrough = #no_inline} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c64 = llvm.mlir.constant(64 : i64) : i64
  %c128 = llvm.mlir.constant(128 : i64) : i64
  %nowhere = llvm.mlir.zero : !llvm.ptr
  %used = llvm.mlir.addressof @lagrad_kept_used : !llvm.ptr
  %behind = llvm.ptrtoint %memory : !llvm.ptr to i64
  %address = llvm.sub %behind, %c64 : i64
  llvm.br ^next(%c0 : i64)
^next(%k: i64):
  %is_over = llvm.icmp "eq" %k, %c128 : i64
  llvm.cond_br %is_over, ^out(%nowhere : !llvm.ptr), ^look
^look:
  %more = llvm.add %k, %c1 : i64
  %place = llvm.getelementptr %used[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %there = llvm.load %place atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64
  %is_it = llvm.icmp "eq" %there, %address : i64
  llvm.cond_br %is_it, ^out(%place : !llvm.ptr), ^next(%more : i64)
^out(%found: !llvm.ptr):
  llvm.return %found : !llvm.ptr
}

// Puts a block into a slot that is free; frees it if there is none.
llvm.func @lagrad.call.put(%block: !llvm.ptr) attributes {passthrough = #no_inline} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c32 = llvm.mlir.constant(32 : i64) : i64
  %slots = llvm.mlir.addressof @lagrad_kept : !llvm.ptr
  %sizes = llvm.mlir.addressof @lagrad_kept_sizes : !llvm.ptr
  %address = llvm.ptrtoint %block : !llvm.ptr to i64
  %size = llvm.load %block : !llvm.ptr -> i64
  llvm.br ^next(%c0 : i64)
^next(%k: i64):
  %is_over = llvm.icmp "eq" %k, %c32 : i64
  llvm.cond_br %is_over, ^full, ^slot
^slot:
  %more = llvm.add %k, %c1 : i64
  %place = llvm.getelementptr %slots[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %there = llvm.load %place atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64
  %is_taken = llvm.icmp "ne" %there, %c0 : i64
  llvm.cond_br %is_taken, ^next(%more : i64), ^put
^put:
  %tried = llvm.cmpxchg %place, %c0, %address release monotonic : !llvm.ptr, i64
  %is_put = llvm.extractvalue %tried[1] : !llvm.struct<(i64, i1)>
  llvm.cond_br %is_put, ^said, ^next(%more : i64)
^said:
  %said_at = llvm.getelementptr %sizes[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %size, %said_at atomic monotonic {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.return
^full:
  llvm.call @lagrad.call.let_go(%block) : (!llvm.ptr) -> ()
  llvm.return
}
