// Whether none of the first `written` buffers meets one behind it. A buffer ends before it begins where it is empty.
func.func private @lagrad.lie_apart(%begin: memref<?xindex>, %end: memref<?xindex>, %written: index) -> i1
    attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %n = memref.dim %begin, %c0 : memref<?xindex>
  %all = scf.for %i = %c0 to %written step %c1 iter_args(%flag = %true) -> (i1) {
    %next = arith.addi %i, %c1 : index
    %bi = memref.load %begin[%i] : memref<?xindex>
    %ei = memref.load %end[%i] : memref<?xindex>
    %those = scf.for %j = %next to %n step %c1 iter_args(%inner = %flag) -> (i1) {
      %bj = memref.load %begin[%j] : memref<?xindex>
      %ej = memref.load %end[%j] : memref<?xindex>
      %behind = arith.cmpi ule, %ej, %bi : index
      %before = arith.cmpi ule, %ei, %bj : index
      %apart = arith.ori %behind, %before : i1
      %still = arith.andi %inner, %apart : i1
      scf.yield %still : i1
    }
    scf.yield %those : i1
  }
  return %all : i1
}

// How far behind the beginning of one common buffer each buffer begins, and the length of that, in bytes. Buffers that
// overlap, or overlap others that do, become one stretch.
func.func private @lagrad.layout(%begin: memref<?xindex>, %end: memref<?xindex>, %first: memref<?xindex>) -> index
    attributes {no_inline, llvm.cold, llvm.minsize, llvm.no_inline, llvm.optsize} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %n = memref.dim %begin, %c0 : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.load %begin[%i] : memref<?xindex>
    memref.store %b, %first[%i] : memref<?xindex>
    %given = memref.load %end[%i] : memref<?xindex>
    %e = arith.maxui %b, %given : index
    memref.store %e, %end[%i] : memref<?xindex>
  }
  scf.for %round = %c0 to %n step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        %bi = memref.load %begin[%i] : memref<?xindex>
        %bj = memref.load %begin[%j] : memref<?xindex>
        %ei = memref.load %end[%i] : memref<?xindex>
        %ej = memref.load %end[%j] : memref<?xindex>
        %before = arith.cmpi ult, %bi, %ej : index
        %behind = arith.cmpi ult, %bj, %ei : index
        %meet = arith.andi %before, %behind : i1
        scf.if %meet {
          %b = arith.minui %bi, %bj : index
          %e = arith.maxui %ei, %ej : index
          memref.store %b, %begin[%i] : memref<?xindex>
          memref.store %b, %begin[%j] : memref<?xindex>
          memref.store %e, %end[%i] : memref<?xindex>
          memref.store %e, %end[%j] : memref<?xindex>
        }
      }
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.load %begin[%i] : memref<?xindex>
    %own = memref.load %first[%i] : memref<?xindex>
    %inside = arith.subi %own, %b : index
    memref.store %inside, %first[%i] : memref<?xindex>
  }
  %total = scf.for %j = %c0 to %n step %c1 iter_args(%length = %c0) -> (index) {
    %bj = memref.load %begin[%j] : memref<?xindex>
    %ej = memref.load %end[%j] : memref<?xindex>
    %is_new = scf.for %k = %c0 to %j step %c1 iter_args(%flag = %true) -> (i1) {
      %bk = memref.load %begin[%k] : memref<?xindex>
      %ek = memref.load %end[%k] : memref<?xindex>
      %other_begin = arith.cmpi ne, %bj, %bk : index
      %other_end = arith.cmpi ne, %ej, %ek : index
      %other = arith.ori %other_begin, %other_end : i1
      %still = arith.andi %flag, %other : i1
      scf.yield %still : i1
    }
    %more = scf.if %is_new -> (index) {
      %bytes = arith.subi %ej, %bj : index
      scf.for %i = %c0 to %n step %c1 {
        %b = memref.load %begin[%i] : memref<?xindex>
        %is_behind = arith.cmpi ugt, %b, %bj : index
        scf.if %is_behind {
          %at = memref.load %first[%i] : memref<?xindex>
          %moved = arith.addi %at, %bytes : index
          memref.store %moved, %first[%i] : memref<?xindex>
        }
      }
      scf.yield %bytes : index
    } else {
      scf.yield %c0 : index
    }
    %sum = arith.addi %length, %more : index
    scf.yield %sum : index
  }
  return %total : index
}

// A table without entries.
func.func private @lagrad.clear(%table: memref<?xindex>)
    attributes {no_inline, llvm.cold, llvm.minsize, llvm.no_inline, llvm.optsize} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.constant -1 : index
  %n = memref.dim %table, %c0 : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %none, %table[%i] : memref<?xindex>
  }
  return
}
