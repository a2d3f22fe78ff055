// RUN: lagrad-opt %s -p "lagrad-distribute-loops{threads=4},canonicalize,cse" | FileCheck %s
// RUN: lagrad-opt %s -p "lagrad-distribute-loops{threads=4 sums=false},canonicalize,cse" --remarks -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ORDER
// RUN: lagrad-opt %s -p "lagrad-distribute-loops{threads=4}" --remarks -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WHY
// RUN: lagrad-opt %s -p "lagrad-distribute-loops{threads=1}" | FileCheck %s --check-prefix=ONE

// Each thread takes its part of the trips, if there are enough of them; else the loop runs as it is.
// CHECK-LABEL: func.func @map(
// CHECK-SAME:    %[[A:.*]]: memref<?xf64>{{.*}}, %[[B:.*]]: memref<?xf64>
// CHECK:         %[[ENOUGH:.*]] = arith.cmpi uge
// CHECK:         scf.if %[[ENOUGH]]
// CHECK:           %[[TEAM:.*]] = builtin.unrealized_conversion_cast %{{.*}} : (!llvm.ptr) -> () to !llvm.ptr
// CHECK:           func.call @GOMP_parallel(%[[TEAM]], %{{.*}}, %c4_i32, %c0_i32)
// CHECK:         } else {
// CHECK:           scf.for
// CHECK:             math.sin
// CHECK-LABEL: func.func private @map.0.part(
// CHECK-SAME:    %[[PART:[^:]*]]: index,
// CHECK-SAME:    memref<?xf64> {llvm.noalias}
// CHECK:         arith.muli %[[PART]],
// CHECK:         scf.for
// CHECK:           math.sin
// CHECK-LABEL: func.func private @map.0.team(
// CHECK-SAME:    %[[DATA:.*]]: !llvm.ptr)
// CHECK:         llvm.load %[[DATA]]
// CHECK:         %[[ME:.*]] = call @omp_get_thread_num()
// CHECK:         %[[FIRST:.*]] = arith.index_cast %[[ME]]
// CHECK:         %[[ALL:.*]] = call @omp_get_num_threads()
// CHECK:         %[[BY:.*]] = arith.index_cast %[[ALL]]
// CHECK:         scf.for %[[PART:.*]] = %[[FIRST]] to %c4 step %[[BY]]
// CHECK:           func.call @map.0.part(%[[PART]],
// WHY:           :40:{{[0-9]+}}: remark: runs the iterations of this loop in 4 threads if it has enough to do
// ORDER:         :40:{{[0-9]+}}: remark: runs the iterations of this loop in 4 threads if it has enough to do
// ONE-NOT:       GOMP_parallel
func.func @map(%a: memref<?xf64> {llvm.noalias}, %b: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf64>
    %y = math.sin %x : f64
    memref.store %y, %b[%i] : memref<?xf64>
  }
  return
}

// What iterations add to is a buffer in each part, which leaves a copy; they are added up in order.
// CHECK-LABEL: func.func @histogram(
// CHECK-SAME:    %[[AT:.*]]: memref<?xindex>{{.*}}, %[[SUMS:.*]]: memref<8xf64>
// CHECK:         %[[LEFT:.*]] = memref.alloca() : memref<4x8xf64>
// CHECK:         func.call @GOMP_parallel(
// CHECK:         scf.for %[[PART:.*]] = %c0 to %c4
// CHECK:           scf.for
// CHECK:             memref.load %[[SUMS]]
// CHECK:             memref.load %[[LEFT]][%[[PART]],
// CHECK:             arith.addf
// CHECK:             memref.store %{{.*}}, %[[SUMS]]
// CHECK:         %[[OWN:.*]] = memref.alloca() : memref<8xf64>
// CHECK:         memref.store %cst, %[[OWN]]
// CHECK:         arith.addf
// CHECK:         %[[SUM:.*]] = memref.load %[[OWN]]
// CHECK:         memref.store %[[SUM]], %{{.*}} : memref<4x8xf64>
// WHY:           :71:{{[0-9]+}}: remark: runs the iterations of this loop in 4 threads if it has enough to do
// ORDER:         :71:{{[0-9]+}}: remark: runs the iterations of this loop in one thread: iterations add to something
func.func @histogram(%at: memref<?xindex> {llvm.noalias}, %x: memref<?xf64> {llvm.noalias},
    %sums: memref<8xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %at, %c0 : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    %k = memref.load %at[%i] : memref<?xindex>
    %v = memref.load %x[%i] : memref<?xf64>
    %old = memref.load %sums[%k] : memref<8xf64>
    %new = arith.addf %old, %v : f64
    memref.store %new, %sums[%k] : memref<8xf64>
  }
  return
}

// A sum that nested parallel loops make is one, too.
// CHECK-LABEL: func.func @total(
// CHECK:         %[[CELL:.*]] = memref.alloca() : memref<f64>
// CHECK:         %[[SUM:.*]] = scf.if
// CHECK:           func.call @GOMP_parallel(
// CHECK:           memref.load %[[CELL]][]
// CHECK:         return %[[SUM]]
func.func @total(%x: memref<?x?xf64> {llvm.noalias}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %x, %c0 : memref<?x?xf64>
  %m = memref.dim %x, %c1 : memref<?x?xf64>
  %s = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) init (%zero) -> f64 {
    %v = memref.load %x[%i, %j] : memref<?x?xf64>
    scf.reduce(%v : f64) {
    ^bb0(%a: f64, %b: f64):
      %r = arith.addf %a, %b : f64
      scf.reduce.return %r : f64
    }
  }
  return %s : f64
}

// Each trip needs the one before it.
// CHECK-LABEL: func.func @scan(
// CHECK-NOT:     GOMP_parallel
// WHY:           :113:{{[0-9]+}}: remark: runs the iterations of this loop in one thread:
func.func @scan(%x: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  scf.for %i = %c1 to %n step %c1 {
    %before = arith.subi %i, %c1 : index
    %a = memref.load %x[%before] : memref<?xf64>
    %b = memref.load %x[%i] : memref<?xf64>
    %c = arith.mulf %a, %b : f64
    memref.store %c, %x[%i] : memref<?xf64>
  }
  return
}

// Data say where trips write: two of them may write to one place.
// CHECK-LABEL: func.func @scatter(
// CHECK-NOT:     GOMP_parallel
func.func @scatter(%at: memref<?xindex> {llvm.noalias}, %x: memref<?xf64> {llvm.noalias},
    %y: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %at, %c0 : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    %k = memref.load %at[%i] : memref<?xindex>
    %v = memref.load %x[%i] : memref<?xf64>
    memref.store %v, %y[%k] : memref<?xf64>
  }
  return
}
