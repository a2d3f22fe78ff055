// RUN: lagrad-opt %s -p "lagrad-fuse-sweeps{bytes=1024},canonicalize,cse" | FileCheck %s
// RUN: lagrad-opt %s --lagrad-fuse-sweeps --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY

#id = affine_map<(j) -> (j)>
#none = affine_map<(j) -> ()>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#id2 = affine_map<(i, j) -> (i, j)>

// A row is scaled, then one of another matrix is summed; in between zeros, which go first.
// CHECK-LABEL: func.func @scale_and_sum(
// CHECK-SAME:    %[[A:.*]]: memref<?x?xf64> {{.*}}, %[[B:.*]]: memref<?x?xf64> {{.*}}, %[[OUT:.*]]: memref<?x?xf64> {{.*}}, %[[S:.*]]: memref<?xf64>
// CHECK:         linalg.generic {{.*}} outs(%[[S]] :
// CHECK:         %[[LARGE:.*]] = arith.cmpi sge, %{{.*}}, %c1024
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %{{.*}}, %[[N:.*]] : index
// CHECK:         %[[BOTH:.*]] = arith.andi %[[LARGE]], %[[SAME]]
// CHECK:         scf.if %[[BOTH]] {
// CHECK-NEXT:      scf.for %[[I:.*]] = %c0 to %[[N]] step %c1 {
// CHECK:             %[[TO:.*]] = memref.subview %[[OUT]][%[[I]], 0] [1, %{{.*}}] [1, 1]
// CHECK:             linalg.generic {{.*}} iterator_types = ["parallel"]} {{.*}} outs(%[[TO]] :
// CHECK:             %[[FROM:.*]] = memref.subview %[[B]][%[[I]], 0]
// CHECK:             %[[SUM:.*]] = memref.subview %[[S]][%[[I]]] [1] [1]
// CHECK:             linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%[[FROM]] : {{.*}} outs(%[[SUM]] :
// CHECK:         } else {
// CHECK-NEXT:      linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]}
// CHECK:           linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
// WHY:           :35:3: remark: 2 sweeps over rows are one if the result is large
// WHY:           :66:3: remark: 3 sweeps over rows are one if the result is large
// WHY:           :200:3: remark: 2 sweeps over rows are one if the result is large
// WHY-NOT:       remark
func.func @scale_and_sum(%a: memref<?x?xf64> {llvm.noalias}, %b: memref<?x?xf64> {llvm.noalias}, %out: memref<?x?xf64> {llvm.noalias},
                         %s: memref<?xf64> {llvm.noalias}) {
  %two = arith.constant 2.0 : f64
  %zero = arith.constant 0.0 : f64
  linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x?xf64>) outs(%out : memref<?x?xf64>) {
    ^bb0(%x: f64, %o: f64):
      %p = arith.mulf %x, %two : f64
      linalg.yield %p : f64
  }
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%s : memref<?xf64>) {
    ^bb0(%o: f64):
      linalg.yield %zero : f64
  }
  linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]} ins(%b : memref<?x?xf64>) outs(%s : memref<?xf64>) {
    ^bb0(%x: f64, %o: f64):
      %p = arith.addf %o, %x : f64
      linalg.yield %p : f64
  }
  return
}

// Rows are filled where they are not overwritten: before the part, and after it.
// CHECK-LABEL: func.func @band(
// CHECK:         scf.if
// CHECK:           scf.for %[[I:.*]] = %c0 to %[[N:.*]] step %c1 {
// CHECK:             %[[END:.*]] = arith.addi %[[I]], %[[WIDTH:.*]] : index
// CHECK:             memref.subview %{{.*}}[%[[I]], 0] [1, %[[I]]] [1, 1]
// CHECK:             memref.subview %{{.*}}[%[[I]], %[[END]]] [1, %{{.*}}] [1, 1]
// CHECK:         } else {
func.func @band(%x: memref<?xf64> {llvm.noalias}, %sums: memref<?xf64> {llvm.noalias}, %out: memref<?x?xf64> {llvm.noalias}, %width: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf64>
    %w = arith.addf %v, %v : f64
    memref.store %w, %sums[%i] : memref<?xf64>
  }
  linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%out : memref<?x?xf64>) {
    ^bb0(%o: f64):
      linalg.yield %zero : f64
  }
  scf.for %i = %c0 to %n step %c1 {
    %at = memref.subview %x[%i] [1] [1] : memref<?xf64> to memref<f64, strided<[], offset: ?>>
    %part = memref.subview %out[%i, %i] [1, %width] [1, 1] : memref<?x?xf64> to memref<?xf64, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [#none, #id], iterator_types = ["parallel"]}
        ins(%at : memref<f64, strided<[], offset: ?>>) outs(%part : memref<?xf64, strided<[1], offset: ?>>) {
      ^bb0(%v: f64, %o: f64):
        linalg.yield %v : f64
    }
  }
  return
}

// What reads the next row of what is written stays behind it, and so do sums that all rows add to, arrays that may be one,
// and what is small for ever.
// CHECK-LABEL: func.func @next_row(
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @next_row(%a: memref<?x?xf64> {llvm.noalias}, %out: memref<?x?xf64> {llvm.noalias}, %s: memref<?xf64> {llvm.noalias}) {
  %two = arith.constant 2.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %s, %c0 : memref<?xf64>
  linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x?xf64>) outs(%out : memref<?x?xf64>) {
    ^bb0(%x: f64, %o: f64):
      %p = arith.mulf %x, %two : f64
      linalg.yield %p : f64
  }
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %v = memref.load %out[%next, %c0] : memref<?x?xf64>
    memref.store %v, %s[%i] : memref<?xf64>
  }
  return
}

// CHECK-LABEL: func.func @sums_of_columns(
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @sums_of_columns(%a: memref<?x?xf64> {llvm.noalias}, %b: memref<?x?xf64> {llvm.noalias}, %out: memref<?x?xf64> {llvm.noalias},
                           %s: memref<?xf64> {llvm.noalias}) {
  %two = arith.constant 2.0 : f64
  linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x?xf64>) outs(%out : memref<?x?xf64>) {
    ^bb0(%x: f64, %o: f64):
      %p = arith.mulf %x, %two : f64
      linalg.yield %p : f64
  }
  linalg.generic {indexing_maps = [#id2, #column], iterator_types = ["reduction", "parallel"]} ins(%b : memref<?x?xf64>) outs(%s : memref<?xf64>) {
    ^bb0(%x: f64, %o: f64):
      %p = arith.addf %o, %x : f64
      linalg.yield %p : f64
  }
  return
}

// CHECK-LABEL: func.func @sums_in_a_loop(
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @sums_in_a_loop(%a: memref<?x?xf64> {llvm.noalias}, %b: memref<?x?xf64> {llvm.noalias}, %out: memref<?x?xf64> {llvm.noalias},
                          %s: memref<?xf64> {llvm.noalias}, %n: index) {
  %two = arith.constant 2.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x?xf64>) outs(%out : memref<?x?xf64>) {
    ^bb0(%x: f64, %o: f64):
      %p = arith.mulf %x, %two : f64
      linalg.yield %p : f64
  }
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %b[%i, %i] : memref<?x?xf64>
    %s0 = memref.load %s[%c0] : memref<?xf64>
    %next = arith.addf %s0, %v : f64
    memref.store %next, %s[%c0] : memref<?xf64>
  }
  return
}

// CHECK-LABEL: func.func @maybe_one(
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @maybe_one(%a: memref<?x?xf64>, %b: memref<?x?xf64>, %out: memref<?x?xf64>, %s: memref<?xf64>) {
  %two = arith.constant 2.0 : f64
  linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x?xf64>) outs(%out : memref<?x?xf64>) {
    ^bb0(%x: f64, %o: f64):
      %p = arith.mulf %x, %two : f64
      linalg.yield %p : f64
  }
  linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]} ins(%b : memref<?x?xf64>) outs(%s : memref<?xf64>) {
    ^bb0(%x: f64, %o: f64):
      %p = arith.addf %o, %x : f64
      linalg.yield %p : f64
  }
  return
}

// CHECK-LABEL: func.func @small(
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @small(%a: memref<9x9xf64> {llvm.noalias}, %b: memref<9x9xf64> {llvm.noalias}, %out: memref<9x9xf64> {llvm.noalias},
                 %s: memref<9xf64> {llvm.noalias}) {
  %two = arith.constant 2.0 : f64
  linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<9x9xf64>) outs(%out : memref<9x9xf64>) {
    ^bb0(%x: f64, %o: f64):
      %p = arith.mulf %x, %two : f64
      linalg.yield %p : f64
  }
  linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]} ins(%b : memref<9x9xf64>) outs(%s : memref<9xf64>) {
    ^bb0(%x: f64, %o: f64):
      %p = arith.addf %o, %x : f64
      linalg.yield %p : f64
  }
  return
}

// Of a row with one element upstream takes the dimension of the rows for the one that is left.
// CHECK-LABEL: func.func @one_column(
// CHECK:         scf.for
// CHECK:           memref.subview %{{.*}}[%{{.*}}, 0] [1, 1] [1, 1] : memref<5x1xf64, strided<[?, 1], offset: 2>> to memref<1xf64, strided<[?], offset: ?>>
func.func @one_column(%a: memref<5x1xf64> {llvm.noalias}, %out: memref<?x?xf64> {llvm.noalias}, %s: memref<5xf64> {llvm.noalias}) {
  %two = arith.constant 2.0 : f64
  %view = memref.subview %out[0, 2] [5, 1] [1, 1] : memref<?x?xf64> to memref<5x1xf64, strided<[?, 1], offset: 2>>
  linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<5x1xf64>) outs(%view : memref<5x1xf64, strided<[?, 1], offset: 2>>) {
    ^bb0(%x: f64, %o: f64):
      %p = arith.mulf %x, %two : f64
      linalg.yield %p : f64
  }
  linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]} ins(%a : memref<5x1xf64>) outs(%s : memref<5xf64>) {
    ^bb0(%x: f64, %o: f64):
      %p = arith.addf %o, %x : f64
      linalg.yield %p : f64
  }
  return
}
