// RUN: lagrad-opt %s --lagrad-default --lagrad-fuse-loops --cse --lagrad-gather-updates --canonicalize \
// RUN:   --split-input-file | FileCheck %s

// Both loops read @x, so they run as one; the second adjoint loop adds to what the first one gives, and nothing else.
// So the two run as one, in which each element gets both terms in one update.
// CHECK-LABEL: func.func @d(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>)
// CHECK:         scf.for %[[I:.*]] = %{{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (f64, f64)
// CHECK-NEXT:      tensor.extract %[[X]][%[[I]]]
// CHECK-NEXT:      math.sin
// CHECK-NEXT:      arith.addf
// CHECK-NEXT:      math.exp
// CHECK-NEXT:      arith.addf
// CHECK:         scf.for
// CHECK:           tensor.extract %[[X]][%[[ROW:.*]]]
// CHECK-NEXT:      math.exp
// CHECK-NEXT:      arith.mulf
// CHECK-NEXT:      math.cos
// CHECK-NEXT:      arith.mulf
// CHECK-NEXT:      tensor.extract %{{.*}}[%[[ROW]]]
// CHECK-NEXT:      arith.addf
// CHECK-NEXT:      arith.addf
// CHECK-NEXT:      tensor.insert %{{.*}}[%[[ROW]]]
// CHECK-NEXT:      scf.yield
// CHECK-NOT:     scf.for
func.func @sums(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %s = math.sin %e : f64
    %w = arith.addf %t, %s : f64
    scf.yield %w : f64
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %s = math.exp %e : f64
    %w = arith.addf %t, %s : f64
    scf.yield %w : f64
  }
  %p = arith.mulf %r, %q : f64
  return %p : f64
}
func.func private @d(tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.gradient = @sums}

// -----

// Accumulators in slices, in linalg operations and in inner loops go on, too; then the inner loops are neighbours.
// CHECK-LABEL: func.func @rows(
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:         }
// CHECK-NOT:     scf.for
// CHECK:         return
#map = affine_map<(i) -> (i)>
func.func @rows(%x: tensor<5x4xf64>, %into: tensor<5x4xf64>, %row: tensor<4xf64>) -> (tensor<5x4xf64>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %a:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%t = %into, %u = %row) -> (tensor<5x4xf64>, tensor<4xf64>) {
    %from = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<5x4xf64> to tensor<4xf64>
    %part = tensor.extract_slice %t[%i, 0] [1, 4] [1, 1] : tensor<5x4xf64> to tensor<4xf64>
    %more = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%from : tensor<4xf64>) outs(%part : tensor<4xf64>) {
    ^bb0(%e: f64, %o: f64):
      %s = arith.addf %e, %o : f64
      linalg.yield %s : f64
    } -> tensor<4xf64>
    %back = tensor.insert_slice %more into %t[%i, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<5x4xf64>
    %v = scf.for %j = %c0 to %i step %c1 iter_args(%w = %u) -> tensor<4xf64> {
      %e = tensor.extract %x[%i, %c1] : tensor<5x4xf64>
      %o = tensor.extract %w[%c1] : tensor<4xf64>
      %s = arith.addf %o, %e : f64
      %z = tensor.insert %s into %w[%c1] : tensor<4xf64>
      scf.yield %z : tensor<4xf64>
    }
    scf.yield %back, %v : tensor<5x4xf64>, tensor<4xf64>
  }
  %b:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%u = %a#1, %t = %a#0) -> (tensor<4xf64>, tensor<5x4xf64>) {
    %e = tensor.extract %t[%i, %c0] : tensor<5x4xf64>
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f64
    %s = arith.addf %e, %f : f64
    %back = tensor.insert %s into %t[%i, %c0] : tensor<5x4xf64>
    %v = scf.for %j = %c0 to %i step %c1 iter_args(%w = %u) -> tensor<4xf64> {
      %o = tensor.extract %w[%c0] : tensor<4xf64>
      %z = arith.addf %o, %f : f64
      %y = tensor.insert %z into %w[%c0] : tensor<4xf64>
      scf.yield %y : tensor<4xf64>
    }
    scf.yield %v, %back : tensor<4xf64>, tensor<5x4xf64>
  }
  return %b#1, %b#0 : tensor<5x4xf64>, tensor<4xf64>
}

// -----

// The second loop multiplies what the first one gives.
// CHECK-LABEL: func.func @multiplies(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @multiplies(%x: tensor<?xf64>, %n: index, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %start) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %r) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.mulf %t, %e : f64
    scf.yield %w : f64
  }
  return %q : f64
}

// -----

// Something between two loops reads the first one's result; sums that keep their order, other bounds, calls with
// effects, and loops without a common tensor.
// CHECK-LABEL: func.func @between(
// CHECK-COUNT-7: scf.for
// CHECK:         return
func.func private @outside(f64)
func.func @between(%x: tensor<?xf64>, %n: index, %m: index, %a: f64) -> (f64, f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  %s = math.sin %r : f64
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %f = arith.mulf %e, %s : f64
    %w = arith.addf %t, %f {lagrad.exact} : f64
    scf.yield %w : f64
  }
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%t = %q) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  %o = scf.for %i = %c0 to %m step %c1 iter_args(%t = %p) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  %u = scf.for %i = %c0 to %m step %c1 iter_args(%t = %o) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    func.call @outside(%e) : (f64) -> ()
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  %v = scf.for %i = %c1 to %n step %c1 iter_args(%t = %a) -> f64 {
    %w = arith.mulf %t, %t : f64
    scf.yield %w : f64
  }
  %y = scf.for %i = %c1 to %n step %c1 iter_args(%t = %a) -> f64 {
    %w = arith.mulf %t, %a : f64
    scf.yield %w : f64
  }
  return %u, %v, %y, %s : f64, f64, f64, f64
}

// -----

// Loops in a loop, with sums that are subtracted from. What is subtracted itself is no sum.
// CHECK-LABEL: func.func @inside(
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             arith.subf
// CHECK:             arith.addf
// CHECK-NOT:       scf.for
// CHECK:         return
func.func @inside(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %p = scf.for %i = %c0 to %n step %c1 iter_args(%u = %s) -> f64 {
      %e = tensor.extract %x[%i] : tensor<?xf64>
      %v = arith.subf %u, %e : f64
      scf.yield %v : f64
    }
    %q = scf.for %i = %c0 to %n step %c1 iter_args(%u = %p) -> f64 {
      %e = tensor.extract %x[%i] : tensor<?xf64>
      %w = arith.mulf %e, %e : f64
      %v = arith.addf %u, %w : f64
      scf.yield %v : f64
    }
    scf.yield %q : f64
  }
  return %r : f64
}
// CHECK-LABEL: func.func @taken_away(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @taken_away(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%u = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %v = arith.subf %e, %u : f64
    scf.yield %v : f64
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%u = %p) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %v = arith.addf %u, %e : f64
    scf.yield %v : f64
  }
  return %q : f64
}

// -----

// The tensor in between is a result too: it stays, and its elements are no longer read.
// CHECK-LABEL: func.func @kept(
// CHECK:         scf.for %{{.*}} -> (tensor<?xf64>, f64)
// CHECK-COUNT-1:   tensor.extract
// CHECK-NOT:       tensor.extract
// CHECK:           tensor.insert
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @kept(%x: tensor<?xf64>, %start: tensor<?xf64>, %n: index) -> (f64, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%o = %start) -> tensor<?xf64> {
    %j = arith.addi %i, %c1 : index
    %a = tensor.extract %x[%i] : tensor<?xf64>
    %b = math.sin %a : f64
    %t = tensor.insert %b into %o[%i] : tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %j = arith.addi %i, %c1 : index
    %a = tensor.extract %y[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    %u = arith.addf %s, %b : f64
    scf.yield %u : f64
  }
  return %r, %y : f64, tensor<?xf64>
}
