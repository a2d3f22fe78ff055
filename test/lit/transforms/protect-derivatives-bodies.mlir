// RUN: lagrad-opt %s --lagrad-protect-derivatives | FileCheck %s
// RUN: lagrad-opt %s --lagrad-protect-derivatives --cse -o /dev/null
// RUN: lagrad-opt %s --lagrad-normalize-program | FileCheck %s --check-prefix=LOWERING

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// The body writes to %0, which it reads again the next time: one-shot bufferization sees that of a loop only.
// CHECK-LABEL: func.func @parallel_that_writes(
// CHECK-NOT:     scf.parallel
// CHECK:         scf.for {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (f64) {
// CHECK:           tensor.insert
// CHECK:           arith.addf %[[SUM]], %{{.*}}
// CHECK:         scf.parallel
func.func @parallel_that_writes(%0: tensor<4xf64>, %s: f64, %n: index, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%s) -> f64 {
    %1 = tensor.insert %s into %0[%i] : tensor<4xf64>
    %2 = tensor.extract %1[%c0] : tensor<4xf64>
    scf.reduce(%2 : f64) {
    ^bb0(%a: f64, %b: f64):
      %3 = arith.addf %a, %b : f64
      scf.reduce.return %3 : f64
    }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %1 = tensor.extract %0[%i] : tensor<4xf64>
    memref.store %1, %m[%i] : memref<4xf64>
    scf.reduce
  }
  return %r : f64
}

// So it is with bodies of elements; those that read only stay as they are.
// CHECK-LABEL: func.func @bodies_that_write(
// CHECK-NOT:     tensor.generate
// CHECK:         scf.for
// CHECK:           linalg.generic
// CHECK-NEXT:      ^bb0(%{{.*}}: f64, %{{.*}}: f64):
// CHECK-NEXT:        arith.addf
// CHECK:           tensor.insert
// CHECK:         scf.for
// CHECK:           func.call @sum
// CHECK:           tensor.insert
// CHECK:         tensor.generate
func.func private @sum(tensor<3xf64>) -> f64
func.func @bodies_that_write(%x: tensor<3xf64>, %s: tensor<f64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) {
  %g = tensor.generate {
  ^bb0(%i: index):
    %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : tensor<3xf64>) outs(%s : tensor<f64>) {
    ^bb0(%a: f64, %o: f64):
      %1 = arith.addf %a, %o : f64
      linalg.yield %1 : f64
    } -> tensor<f64>
    %2 = tensor.extract %0[] : tensor<f64>
    tensor.yield %2 : f64
  } : tensor<4xf64>
  %h = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%g : tensor<4xf64>) outs(%g : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %0 = func.call @sum(%x) : (tensor<3xf64>) -> f64
    linalg.yield %0 : f64
  } -> tensor<4xf64>
  %k = tensor.generate {
  ^bb0(%i: index):
    %0 = tensor.cast %x : tensor<3xf64> to tensor<?xf64>
    %1 = tensor.extract %0[%i] : tensor<?xf64>
    tensor.yield %1 : f64
  } : tensor<4xf64>
  return %g, %h, %k : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}

// The inner operation's index is its own. So it is where the lowering begins with such a program.
// LOWERING-LABEL: func.func @indices(
// LOWERING:         scf.for
// LOWERING:           linalg.generic
// CHECK-LABEL: func.func @indices(
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args
// CHECK:           linalg.generic
// CHECK:             %[[J:.*]] = linalg.index 0
// CHECK:             index_cast %[[J]]
// CHECK:           index_cast %[[I]]
// CHECK:           tensor.insert %{{.*}} into %{{.*}}[%[[I]]]
func.func @indices(%x: tensor<3xi64>) -> tensor<3xi64> {
  %r = linalg.map ins(%x : tensor<3xi64>) outs(%x : tensor<3xi64>) (%a: i64, %unused: i64) {
    %0 = tensor.from_elements %a : tensor<i64>
    %1 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : tensor<3xi64>) outs(%0 : tensor<i64>) {
    ^bb0(%b: i64, %o: i64):
      %j = linalg.index 0 : index
      %2 = arith.index_cast %j : index to i64
      %3 = arith.muli %b, %2 : i64
      %4 = arith.addi %o, %3 : i64
      linalg.yield %4 : i64
    } -> tensor<i64>
    %i = linalg.index 0 : index
    %5 = arith.index_cast %i : index to i64
    %6 = tensor.extract %1[] : tensor<i64>
    %7 = arith.addi %5, %6 : i64
    linalg.yield %7 : i64
  }
  return %r : tensor<3xi64>
}

// CHECK-LABEL: func.func @reduced(
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(%[[OUT:.*]] = %{{.*}}) -> (tensor<2xi64>) {
// CHECK:           scf.for %[[K:.*]] = {{.*}} iter_args(%[[IN:.*]] = %[[OUT]]) -> (tensor<2xi64>) {
// CHECK:             tensor.extract %{{.*}}[%[[I]], %[[K]]]
// CHECK:             tensor.extract %[[IN]][%[[I]]]
// CHECK:             tensor.insert %{{.*}} into %[[IN]][%[[I]]]
func.func @reduced(%x: tensor<2x3xi64>, %t: tensor<4xi64>, %out: tensor<2xi64>) -> tensor<2xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = linalg.reduce ins(%x : tensor<2x3xi64>) outs(%out : tensor<2xi64>) dimensions = [1] (%a: i64, %o: i64) {
    %0 = tensor.insert %a into %t[%c0] : tensor<4xi64>
    %1 = tensor.extract %0[%c1] : tensor<4xi64>
    %2 = arith.addi %o, %1 : i64
    linalg.yield %2 : i64
  }
  return %r : tensor<2xi64>
}

// CHECK-LABEL: func.func @padded(
// CHECK:         scf.for
// CHECK:           tensor.from_elements
// CHECK:         tensor.insert_slice
func.func @padded(%x: tensor<3xf64>, %s: f64) -> tensor<5xf64> {
  %0 = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    %1 = tensor.from_elements %s, %s, %s, %s, %s : tensor<5xf64>
    %2 = tensor.extract %1[%i] : tensor<5xf64>
    tensor.yield %2 : f64
  } : tensor<3xf64> to tensor<5xf64>
  return %0 : tensor<5xf64>
}

// On buffers there are no results: what a body yields is stored.
// CHECK-LABEL: func.func @on_buffers(
// CHECK-SAME:    %[[A:.*]]: memref<?xf64>, %[[B:.*]]: memref<?xf64>, %[[X:.*]]: tensor<4xf64>, %[[OUT:.*]]: memref<?xf64>
// CHECK:         memref.dim %[[A]]
// CHECK:         scf.for %[[I:.*]] =
// CHECK-DAG:       memref.load %[[A]][%[[I]]]
// CHECK-DAG:       memref.load %[[B]][%[[I]]]
// CHECK-DAG:       %[[OLD:.*]] = memref.load %[[OUT]][%[[I]]]
// CHECK:           tensor.insert %{{.*}} into %[[X]][%[[I]]]
// CHECK:           %[[NEW:.*]] = arith.addf %{{.*}}, %[[OLD]]
// CHECK:           memref.store %[[NEW]], %[[OUT]][%[[I]]]
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           %[[FIRST:.*]] = tensor.extract
// CHECK:           memref.store %[[FIRST]], %[[OUT]][%[[I]]]
// CHECK-NOT:     linalg.map
func.func @on_buffers(%a: memref<?xf64>, %b: memref<?xf64>, %x: tensor<4xf64>, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b : memref<?xf64>, memref<?xf64>) outs(%out : memref<?xf64>) {
  ^bb0(%c: f64, %d: f64, %o: f64):
    %i = linalg.index 0 : index
    %e = arith.mulf %c, %d : f64
    %0 = tensor.insert %e into %x[%i] : tensor<4xf64>
    %1 = tensor.extract %0[%c0] : tensor<4xf64>
    %2 = arith.addf %1, %o : f64
    linalg.yield %2 : f64
  }
  linalg.map ins(%a : memref<?xf64>) outs(%out : memref<?xf64>) (%c: f64, %o: f64) {
    %0 = tensor.insert %c into %x[%c0] : tensor<4xf64>
    %1 = tensor.extract %0[%c0] : tensor<4xf64>
    linalg.yield %1 : f64
  }
  return
}

// CHECK-LABEL: func.func @reduced_on_buffers(
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           scf.for %[[K:.*]] =
// CHECK:             memref.load %{{.*}}[%[[I]], %[[K]]]
// CHECK:             memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @reduced_on_buffers(%x: memref<2x3xi64>, %t: tensor<4xi64>, %out: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  linalg.reduce ins(%x : memref<2x3xi64>) outs(%out : memref<2xi64>) dimensions = [1] (%a: i64, %o: i64) {
    %0 = tensor.insert %a into %t[%c0] : tensor<4xi64>
    %1 = tensor.extract %0[%c1] : tensor<4xi64>
    %2 = arith.addi %o, %1 : i64
    linalg.yield %2 : i64
  }
  return
}

// What a body calls may be inlined there.
// CHECK-LABEL: func.func @calls(
// CHECK:         scf.for
// CHECK:           func.call @first_of_tensor
// CHECK:         linalg.generic
// CHECK:           func.call @plus_one
func.func private @first_of_tensor(%a: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %t = tensor.from_elements %a, %a : tensor<2xf64>
  %r = tensor.extract %t[%c0] : tensor<2xf64>
  return %r : f64
}
func.func private @plus_one(%a: f64) -> f64 {
  %r = arith.addf %a, %a : f64
  return %r : f64
}
func.func @calls(%x: tensor<4xf64>) -> tensor<4xf64> {
  %h = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf64>) outs(%x : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %0 = func.call @first_of_tensor(%a) : (f64) -> f64
    linalg.yield %0 : f64
  } -> tensor<4xf64>
  %k = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%h : tensor<4xf64>) outs(%h : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %0 = func.call @plus_one(%a) : (f64) -> f64
    linalg.yield %0 : f64
  } -> tensor<4xf64>
  return %k : tensor<4xf64>
}
