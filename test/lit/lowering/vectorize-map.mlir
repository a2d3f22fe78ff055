// RUN: lagrad-opt %s -p "lagrad-vectorize-map{width=8},canonicalize,cse" | FileCheck %s
// RUN: lagrad-opt %s -p "lagrad-vectorize-map{width=4},canonicalize,cse" | FileCheck %s --check-prefix=FOUR
// RUN: lagrad-opt %s --lagrad-vectorize-map="width=8" --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY

// Column 2 is read lane by lane; what is left of the trips runs one by one, with the old body.
// CHECK-LABEL: func.func @column(
// CHECK-SAME:    %[[A:.*]]: memref<?x3xf64>{{.*}}, %[[B:.*]]: memref<?xf64>
// CHECK:         %[[MIDDLE:.*]] = arith.muli
// CHECK:         scf.for %[[I:.*]] = %c0 to %[[MIDDLE]] step %c8
// CHECK:           %[[I7:.*]] = arith.addi %[[I]], %c7
// CHECK:           memref.load %[[A]][%[[I7]], %c2]
// CHECK:           %[[X:.*]] = vector.from_elements {{.*}} : vector<8xf64>
// CHECK:           %[[Y:.*]] = math.sin %[[X]] : vector<8xf64>
// CHECK:           vector.store %[[Y]], %[[B]][%[[I]]]
// CHECK:         scf.for %[[J:.*]] = %[[MIDDLE]] to %{{.*}} step %c1
// CHECK:           math.sin %{{.*}} : f64
// FOUR-LABEL: func.func @column(
// FOUR:         math.sin %{{.*}} : vector<4xf64>
func.func @column(%a: memref<?x3xf64> {llvm.noalias}, %b: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %b, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i, %c2] : memref<?x3xf64>
    %y = math.sin %x : f64
    memref.store %y, %b[%i] : memref<?xf64>
  }
  return
}

// Two buffers of a program of buffers may be one.
// CHECK-LABEL: func.func @overlapping(
// CHECK-NOT:     vector
// WHY:           :3: remark: runs the iterations of this loop one by one: this buffer and one that is written
func.func @overlapping(%a: memref<?x3xf64>, %b: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %b, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i, %c2] : memref<?x3xf64>
    %y = math.sin %x : f64
    memref.store %y, %b[%i] : memref<?xf64>
  }
  return
}

// A branch with a function in it is skipped where no lane takes it, and its loads are for lanes that do.
// CHECK-LABEL: func.func @branch(
// CHECK:         %[[MASK:.*]] = arith.cmpf ogt, %{{.*}} : vector<8xf64>
// CHECK:         %[[ANY:.*]] = vector.reduction <or>, %[[MASK]] : vector<8xi1> into i1
// CHECK:         %[[TAKEN:.*]] = scf.if %[[ANY]] -> (vector<8xf64>)
// CHECK:           %[[BIT:.*]] = vector.extract %[[MASK]][0] : i1
// CHECK:           scf.if %[[BIT]] -> (f64)
// CHECK-NEXT:        memref.load
// CHECK:           math.exp %{{.*}} : vector<8xf64>
// CHECK:         arith.select %[[MASK]], %[[TAKEN]]
func.func @branch(%a: memref<?x3xf64> {llvm.noalias}, %b: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %b, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i, %c0] : memref<?x3xf64>
    %is = arith.cmpf ogt, %x, %zero : f64
    %y = scf.if %is -> f64 {
      %z = memref.load %a[%i, %c2] : memref<?x3xf64>
      %e = math.exp %z : f64
      scf.yield %e : f64
    } else {
      scf.yield %x : f64
    }
    memref.store %y, %b[%i] : memref<?xf64>
  }
  return
}

// A cheap branch is computed for all lanes.
// CHECK-LABEL: func.func @select(
// CHECK:         scf.for
// CHECK-NOT:     scf.if
// CHECK:         arith.select %{{.*}} : vector<8xi1>, vector<8xf64>
// CHECK:         scf.for
func.func @select(%a: memref<?x3xf64> {llvm.noalias}, %b: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %b, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i, %c0] : memref<?x3xf64>
    %s = math.sqrt %x : f64
    %t = math.sin %s : f64
    %is = arith.cmpf ogt, %x, %zero : f64
    %y = scf.if %is -> f64 {
      %d = arith.divf %t, %x : f64
      scf.yield %d : f64
    } else {
      scf.yield %x : f64
    }
    memref.store %y, %b[%i] : memref<?xf64>
  }
  return
}

// What a trip keeps in memory has no lanes.
// CHECK-LABEL: func.func @scratch(
// CHECK-NOT:     vector
// WHY:           :3: remark: runs the iterations of this loop one by one: its iterations keep numbers in memory between
func.func @scratch(%a: memref<?x100xf64> {llvm.noalias}, %b: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %own = memref.alloca() : memref<100xf64>
  %n = memref.dim %b, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i, %c0] : memref<?x100xf64>
    %end = scf.for %j = %c0 to %c100 step %c1 iter_args(%v = %x) -> f64 {
      %s = math.sin %v : f64
      memref.store %s, %own[%j] : memref<100xf64>
      scf.yield %s : f64
    }
    %y = scf.for %k = %c0 to %c100 step %c1 iter_args(%p = %end) -> f64 {
      %v = memref.load %own[%k] : memref<100xf64>
      %q = arith.mulf %p, %v : f64
      scf.yield %q : f64
    }
    memref.store %y, %b[%i] : memref<?xf64>
  }
  return
}

// What a trip reads was written by the one before: not in any order.
// CHECK-LABEL: func.func @left_over(
// CHECK-NOT:     vector
// WHY:           :3: remark: runs the iterations of this loop one by one: an iteration may read what the iteration
func.func @left_over(%b: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %own = memref.alloca() : memref<2xf64>
  %n = memref.dim %b, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %zero, %own[%c1] : memref<2xf64>
    %v = memref.load %own[%c0] : memref<2xf64>
    %s = math.sin %v : f64
    %t = arith.addf %s, %zero : f64
    memref.store %t, %own[%c0] : memref<2xf64>
    memref.store %t, %b[%i] : memref<?xf64>
  }
  return
}

// The element before is another trip's.
// CHECK-LABEL: func.func @neighbour(
// CHECK-NOT:     vector
// WHY:           :3: remark: runs the iterations of this loop one by one: iterations may write what others read or
func.func @neighbour(%b: memref<?x3xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %b, %c0 : memref<?x3xf64>
  scf.for %i = %c1 to %n step %c1 {
    %before = arith.subi %i, %c1 : index
    %v = memref.load %b[%before, %c0] : memref<?x3xf64>
    %s = math.sin %v : f64
    memref.store %s, %b[%i, %c0] : memref<?x3xf64>
  }
  return
}

// Two elements a trip, 2 i and 2 i + 1: no two trips have one in common.
// CHECK-LABEL: func.func @pairs(
// CHECK:         math.sin %{{.*}} : vector<8xf64>
func.func @pairs(%b: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = memref.dim %b, %c0 : memref<?xf64>
  %n = arith.divui %m, %c2 : index
  scf.for %i = %c0 to %n step %c1 {
    %first = arith.muli %i, %c2 : index
    %second = arith.addi %first, %c1 : index
    %x = memref.load %b[%first] : memref<?xf64>
    %s = math.sin %x : f64
    memref.store %s, %b[%second] : memref<?xf64>
  }
  return
}

// A parallel loop stays one.
// CHECK-LABEL: func.func @parallel(
// CHECK:         scf.parallel (%{{.*}}) = (%c0) to (%{{.*}}) step (%c8)
// CHECK:           math.sin %{{.*}} : vector<8xf64>
// CHECK:         scf.parallel (%{{.*}}) = (%{{.*}}) to (%{{.*}}) step (%c1)
func.func @parallel(%a: memref<?x3xf64> {llvm.noalias}, %b: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %b, %c0 : memref<?xf64>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %a[%i, %c1] : memref<?x3xf64>
    %y = math.sin %x : f64
    memref.store %y, %b[%i] : memref<?xf64>
    scf.reduce
  }
  return
}

// Neighbours in memory: LLVM makes vector code of this.
// CHECK-LABEL: func.func @neighbours(
// CHECK-NOT:     vector
// WHY:           :3: remark: runs the iterations of this loop one by one: it runs over neighbours in memory
func.func @neighbours(%a: memref<?xf64> {llvm.noalias}, %b: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %b, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf64>
    %y = math.sin %x : f64
    memref.store %y, %b[%i] : memref<?xf64>
  }
  return
}

// Trips may add to one element: the lanes take turns, in the order of the trips.
// CHECK-LABEL: func.func @shared_sums(
// CHECK:         %[[S:.*]] = math.sin %{{.*}} : vector<8xf64>
// CHECK:         %[[S0:.*]] = vector.extract %[[S]][0]
// CHECK:         %[[OLD:.*]] = memref.load %[[SUMS:.*]][%[[K:.*]]] :
// CHECK-NEXT:    %[[NEW:.*]] = arith.addf %[[OLD]], %[[S0]] : f64
// CHECK-NEXT:    memref.store %[[NEW]], %[[SUMS]][%[[K]]]
// CHECK-NEXT:    memref.load %[[SUMS]]
// CHECK-NEXT:    arith.addf {{.*}} : f64
// CHECK-NEXT:    memref.store
func.func @shared_sums(
    %a: memref<?xf64> {llvm.noalias}, %to: memref<?xi64> {llvm.noalias}, %sums: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %k = memref.load %to[%i] : memref<?xi64>
    %at = arith.index_cast %k : i64 to index
    %x = memref.load %a[%i] : memref<?xf64>
    %s = math.sin %x : f64
    %old = memref.load %sums[%at] : memref<?xf64>
    %new = arith.addf %old, %s : f64
    memref.store %new, %sums[%at] : memref<?xf64>
  }
  return
}

// Two sums that may be one element: a lane has its turn at both before the next one. One after the other they would
// change places: 0, 1, ..., 0', 1', ... instead of 0, 0', 1, 1', ...
// CHECK-LABEL: func.func @two_shared_sums(
// CHECK:         %[[S:.*]] = math.sin %{{.*}} : vector<8xf64>
// CHECK:         memref.load %[[SUMS:.*]][%[[K:.*]]] :
// CHECK:         memref.store %{{.*}}, %[[SUMS]][%[[K]]]
// CHECK-NEXT:    memref.load %[[SUMS]][%[[L:.*]]] :
// CHECK-NEXT:    arith.addf
// CHECK-NEXT:    memref.store %{{.*}}, %[[SUMS]][%[[L]]]
func.func @two_shared_sums(
    %a: memref<?xf64> {llvm.noalias}, %to: memref<?x2xi64> {llvm.noalias}, %sums: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %k = memref.load %to[%i, %c0] : memref<?x2xi64>
    %at = arith.index_cast %k : i64 to index
    %l = memref.load %to[%i, %c1] : memref<?x2xi64>
    %also = arith.index_cast %l : i64 to index
    %x = memref.load %a[%i] : memref<?xf64>
    %s = math.sin %x : f64
    %old = memref.load %sums[%at] : memref<?xf64>
    %new = arith.addf %old, %s : f64
    memref.store %new, %sums[%at] : memref<?xf64>
    %old2 = memref.load %sums[%also] : memref<?xf64>
    %new2 = arith.addf %old2, %s : f64
    memref.store %new2, %sums[%also] : memref<?xf64>
  }
  return
}

// Two branches on one condition: where all lanes take the longer side there is none, and the function of both is
// computed once.
// CHECK-LABEL: func.func @two_branches(
// CHECK:         scf.for
// CHECK:           %[[MASK:.*]] = arith.cmpf ogt, %{{.*}} : vector<8xf64>
// CHECK:           %[[ALL:.*]] = vector.reduction <and>, %[[MASK]] : vector<8xi1> into i1
// CHECK:           scf.if %[[ALL]] {
// CHECK-NOT:         scf.if
// CHECK-NOT:         arith.select
// CHECK:             math.exp %{{.*}} : vector<8xf64>
// CHECK-NOT:         math.exp
// CHECK-NOT:         scf.if
// CHECK-NOT:         arith.select
// CHECK:             vector.store
// CHECK:           } else {
// CHECK-COUNT-2:     vector.reduction <or>
// CHECK:             vector.store
// CHECK:           }
func.func @two_branches(%a: memref<?x3xf64> {llvm.noalias}, %b: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %b, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i, %c0] : memref<?x3xf64>
    %is = arith.cmpf ogt, %x, %zero : f64
    %y = scf.if %is -> f64 {
      %e = math.exp %x : f64
      %z = memref.load %a[%i, %c1] : memref<?x3xf64>
      %ez = arith.mulf %e, %z : f64
      scf.yield %ez : f64
    } else {
      scf.yield %x : f64
    }
    %s = math.sin %y : f64
    %t = scf.if %is -> f64 {
      %e = math.exp %x : f64
      %es = arith.mulf %e, %s : f64
      %z = memref.load %a[%i, %c1] : memref<?x3xf64>
      %esz = arith.addf %es, %z : f64
      scf.yield %esz : f64
    } else {
      scf.yield %s : f64
    }
    memref.store %t, %b[%i] : memref<?xf64>
  }
  return
}

// Of iterations that need each other's results, short loops inside are written out. Long ones are left to LLVM, which
// makes vectors of them.
// CHECK-LABEL: func.func @steps(
// CHECK-NOT:     vector
// CHECK:         scf.for
// CHECK:           scf.for %{{.*}} = %{{.*}} to %c20
// CHECK:             arith.subf
// CHECK-NOT:       scf.for
// CHECK:           arith.addf
// CHECK:           arith.addf
// CHECK:           return
// FOUR-LABEL: func.func @steps(
// WHY:           :3: remark: runs the iterations of this loop one by one: iterations may write what others read
func.func @steps(%q: memref<20xf64> {llvm.noalias}, %g: memref<20xf64> {llvm.noalias},
                 %r: memref<2xf64> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c20 = arith.constant 20 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c20 step %c1 {
      %x = memref.load %q[%j] : memref<20xf64>
      %y = memref.load %g[%j] : memref<20xf64>
      %far = arith.mulf %x, %y : f64
      %new = arith.subf %x, %far : f64
      memref.store %new, %q[%j] : memref<20xf64>
    }
    scf.for %j = %c0 to %c2 step %c1 {
      %x = memref.load %q[%j] : memref<20xf64>
      %y = memref.load %r[%j] : memref<2xf64>
      %new = arith.addf %x, %y : f64
      memref.store %new, %r[%j] : memref<2xf64>
    }
  }
  return
}
