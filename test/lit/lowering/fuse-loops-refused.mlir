// Pairs of loops that stay, each for one reason, and three loops that become one.
// RUN: lagrad-opt %s --lagrad-fuse-loops --split-input-file | FileCheck %s

// -----

// Other upper bounds.
// CHECK-LABEL: func.func @upper(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @upper(%x: tensor<?xf64>, %n: index, %m: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  %q = scf.for %i = %c0 to %m step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  return %r, %q : f64, f64
}

// -----

// Other lower bounds.
// CHECK-LABEL: func.func @lower(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @lower(%x: tensor<?xf64>, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  %q = scf.for %i = %c1 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  return %r, %q : f64, f64
}

// -----

// Other steps.
// CHECK-LABEL: func.func @step(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @step(%x: tensor<?xf64>, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  %q = scf.for %i = %c0 to %n step %c2 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  return %r, %q : f64, f64
}

// -----

// One counts without a sign, and so not as often where the bound is negative.
// CHECK-LABEL: func.func @unsigned(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @unsigned(%x: tensor<?xf64>, %n: i64) -> (f64, f64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 : i64 {
    %j = arith.index_cast %i : i64 to index
    %e = tensor.extract %x[%j] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  %q = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 : i64 {
    %j = arith.index_cast %i : i64 to index
    %e = tensor.extract %x[%j] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  return %r, %q : f64, f64
}

// -----

// A loop with snapshots, and one with a tape.
// CHECK-LABEL: func.func @marked(
// CHECK-COUNT-3: scf.for
// CHECK:         return
func.func @marked(%x: tensor<?xf64>, %n: index) -> (f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  } {lagrad.snapshots = 3}
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  } {lagrad.tape = array<i64: 0>}
  return %r, %p, %q : f64, f64, f64
}

// -----

// What is asserted in the first loop would be asserted later than what the second one asserts.
// CHECK-LABEL: func.func @asserts(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @asserts(%x: tensor<?xf64>, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %ok = arith.cmpf ogt, %e, %zero : f64
    cf.assert %ok, "negative"
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  return %r, %q : f64, f64
}

// -----

// Memory that the first loop reads is written before the second one.
// CHECK-LABEL: func.func @memory(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @memory(%x: tensor<?xf64>, %n: index, %memory: memref<?xf64>) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %m = memref.load %memory[%i] : memref<?xf64>
    %w = arith.addf %t, %m : f64
    scf.yield %w : f64
  }
  memref.store %zero, %memory[%c0] : memref<?xf64>
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  return %r, %q : f64, f64
}

// -----

// The same, by a call that has no effect.
// CHECK-LABEL: func.func @called(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func private @look(memref<?xf64>, index) -> f64 attributes {lagrad.pure}
func.func @called(%x: tensor<?xf64>, %n: index, %memory: memref<?xf64>) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %m = func.call @look(%memory, %i) : (memref<?xf64>, index) -> f64
    %w = arith.addf %e, %m : f64
    scf.yield %w : f64
  }
  memref.store %zero, %memory[%c0] : memref<?xf64>
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  return %r, %q : f64, f64
}

// -----

// Something between them uses the result, though in a place where loops have what they start from.
// CHECK-LABEL: func.func @used(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @used(%x: tensor<?xf64>, %n: index) -> (tensor<4xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  %four = tensor.from_elements %zero, %zero, %zero, %r : tensor<4xf64>
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  return %four, %q : tensor<4xf64>, f64
}

// -----

// The second loop reads the result in each iteration.
// CHECK-LABEL: func.func @captured(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @captured(%x: tensor<?xf64>, %n: index) -> (f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.mulf %r, %e : f64
    scf.yield %w : f64
  }
  return %q : f64
}

// -----

// Something in an operation between them uses the result.
// CHECK-LABEL: func.func @nested(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @nested(%x: tensor<?xf64>, %n: index, %b: i1) -> (f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  %s = scf.if %b -> f64 {
    %u = math.sin %r : f64
    scf.yield %u : f64
  } else {
    scf.yield %zero : f64
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %s : f64
    scf.yield %w : f64
  }
  return %q : f64
}

// -----

// The second loop goes on with the sum, and it is a result as well.
// CHECK-LABEL: func.func @twice(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @twice(%x: tensor<?xf64>, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %r) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  return %r, %q : f64, f64
}

// -----

// They read the same number, and no tensor.
// CHECK-LABEL: func.func @scalar(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @scalar(%x: tensor<?xf64>, %n: index, %a: f64) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %w = arith.addf %t, %a : f64
    scf.yield %w : f64
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %w = arith.subf %t, %a : f64
    scf.yield %w : f64
  }
  return %r, %q : f64, f64
}

// -----

// The first loop writes what it reads somewhere else.
// CHECK-LABEL: func.func @moves(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @moves(%x: tensor<?xf64>, %into: tensor<?xf64>, %other: tensor<?xf64>, %n: index, %a: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %into) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %o = tensor.extract %t[%i] : tensor<?xf64>
    %s = arith.addf %o, %e : f64
    %v = tensor.insert %s into %t[%c1] : tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %r) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %o = tensor.extract %t[%i] : tensor<?xf64>
    %s = arith.addf %o, %e : f64
    %v = tensor.insert %s into %t[%i] : tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  return %q : tensor<?xf64>
}

// -----

// The sum goes to another tensor.
// CHECK-LABEL: func.func @goes_elsewhere(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @goes_elsewhere(%x: tensor<?xf64>, %into: tensor<?xf64>, %other: tensor<?xf64>, %n: index, %a: f64)
    -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %into) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %o = tensor.extract %t[%i] : tensor<?xf64>
    %s = arith.addf %o, %e : f64
    %u = tensor.insert %s into %other[%i] : tensor<?xf64>
    %f = tensor.extract %u[%c1] : tensor<?xf64>
    %v = tensor.insert %f into %t[%i] : tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %r) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %o = tensor.extract %t[%i] : tensor<?xf64>
    %s = arith.addf %o, %e : f64
    %v = tensor.insert %s into %t[%i] : tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  return %q : tensor<?xf64>
}

// -----

// The tensor is added to itself.
// CHECK-LABEL: func.func @doubles(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @doubles(%x: tensor<?xf64>, %into: tensor<?xf64>, %other: tensor<?xf64>, %n: index, %a: f64)
    -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %into) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %v = arith.addf %t, %t : tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %r) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %o = tensor.extract %t[%i] : tensor<?xf64>
    %s = arith.addf %o, %e : f64
    %v = tensor.insert %s into %t[%i] : tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  return %q : tensor<?xf64>
}

// -----

// An operation multiplies what it is given.
// CHECK-LABEL: func.func @scales(
// CHECK-COUNT-2: scf.for
// CHECK:         return
#map = affine_map<(d0) -> (d0)>
func.func @scales(%x: tensor<?xf64>, %into: tensor<?xf64>, %other: tensor<?xf64>, %n: index, %a: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %into) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %v = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%t : tensor<?xf64>) {
    ^bb0(%o: f64):
      %s = arith.mulf %o, %e : f64
      linalg.yield %s : f64
    } -> tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %r) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %o = tensor.extract %t[%i] : tensor<?xf64>
    %s = arith.addf %o, %e : f64
    %v = tensor.insert %s into %t[%i] : tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  return %q : tensor<?xf64>
}

// -----

// The sums of an operation keep their order.
// CHECK-LABEL: func.func @exact(
// CHECK-COUNT-2: scf.for
// CHECK:         return
#map = affine_map<(d0) -> (d0)>
func.func @exact(%x: tensor<?xf64>, %into: tensor<?xf64>, %other: tensor<?xf64>, %n: index, %a: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %into) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %v = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%t : tensor<?xf64>) {
    ^bb0(%o: f64):
      %s = arith.addf %o, %e {lagrad.exact} : f64
      linalg.yield %s : f64
    } -> tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %r) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %o = tensor.extract %t[%i] : tensor<?xf64>
    %s = arith.addf %o, %e : f64
    %v = tensor.insert %s into %t[%i] : tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  return %q : tensor<?xf64>
}

// -----

// An inner loop multiplies.
// CHECK-LABEL: func.func @inner(
// CHECK-COUNT-3: scf.for
// CHECK:         return
func.func @inner(%x: tensor<?xf64>, %into: tensor<?xf64>, %other: tensor<?xf64>, %n: index, %a: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %into) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %v = scf.for %j = %c0 to %c2 step %c1 iter_args(%u = %t) -> tensor<?xf64> {
      %m = arith.mulf %u, %u : tensor<?xf64>
      scf.yield %m : tensor<?xf64>
    }
    scf.yield %v : tensor<?xf64>
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %r) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %o = tensor.extract %t[%i] : tensor<?xf64>
    %s = arith.addf %o, %e : f64
    %v = tensor.insert %s into %t[%i] : tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  return %q : tensor<?xf64>
}

// -----

// A slice is put where it does not come from.
// CHECK-LABEL: func.func @slice(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @slice(%x: tensor<?xf64>, %into: tensor<?xf64>, %other: tensor<?xf64>, %n: index, %a: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %into) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %p = tensor.extract_slice %t[%i] [2] [1] : tensor<?xf64> to tensor<2xf64>
    %two = tensor.splat %e : tensor<2xf64>
    %s = arith.addf %p, %two : tensor<2xf64>
    %v = tensor.insert_slice %s into %t[%c1] [2] [1] : tensor<2xf64> into tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %r) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %o = tensor.extract %t[%i] : tensor<?xf64>
    %s = arith.addf %o, %e : f64
    %v = tensor.insert %s into %t[%i] : tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  return %q : tensor<?xf64>
}

// -----

// The same, with constants.
// CHECK-LABEL: func.func @static_slice(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @static_slice(%x: tensor<?xf64>, %into: tensor<?xf64>, %other: tensor<?xf64>, %n: index, %a: f64)
    -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %into) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %p = tensor.extract_slice %t[0] [2] [1] : tensor<?xf64> to tensor<2xf64>
    %two = tensor.splat %e : tensor<2xf64>
    %s = arith.addf %p, %two : tensor<2xf64>
    %v = tensor.insert_slice %s into %t[1] [2] [1] : tensor<2xf64> into tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %r) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %o = tensor.extract %t[%i] : tensor<?xf64>
    %s = arith.addf %o, %e : f64
    %v = tensor.insert %s into %t[%i] : tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  return %q : tensor<?xf64>
}

// -----

// The slice is put into another tensor.
// CHECK-LABEL: func.func @into(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @into(%x: tensor<?xf64>, %into: tensor<?xf64>, %other: tensor<?xf64>, %n: index, %a: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %into) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %p = tensor.extract_slice %t[0] [2] [1] : tensor<?xf64> to tensor<2xf64>
    %two = tensor.splat %e : tensor<2xf64>
    %s = arith.addf %p, %two : tensor<2xf64>
    %v = tensor.insert_slice %s into %other[0] [2] [1] : tensor<2xf64> into tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %r) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %o = tensor.extract %t[%i] : tensor<?xf64>
    %s = arith.addf %o, %e : f64
    %v = tensor.insert %s into %t[%i] : tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }
  return %q : tensor<?xf64>
}

// -----

// Two sums that change places in each iteration.
// CHECK-LABEL: func.func @swaps(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @swaps(%x: tensor<?xf64>, %n: index, %a: f64, %b: f64) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a, %u = %b) -> (f64, f64) {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %v = arith.addf %t, %e : f64
    scf.yield %u, %v : f64, f64
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %r#0) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %t, %e : f64
    scf.yield %w : f64
  }
  return %q, %r#1 : f64, f64
}

// -----

// The second loop reads what the next iteration of the first one writes.
// CHECK-LABEL: func.func @next_element(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @next_element(%x: tensor<?xf64>, %start: tensor<?xf64>, %n: index) -> f64 {
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
    %a = tensor.extract %y[%j] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    %u = arith.addf %s, %b : f64
    scf.yield %u : f64
  }
  return %r : f64
}

// -----

// The first loop writes the element that the second one reads in the next iteration.
// CHECK-LABEL: func.func @later_element(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @later_element(%x: tensor<?xf64>, %start: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%o = %start) -> tensor<?xf64> {
    %j = arith.addi %i, %c1 : index
    %a = tensor.extract %x[%i] : tensor<?xf64>
    %b = math.sin %a : f64
    %t = tensor.insert %b into %o[%j] : tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %j = arith.addi %i, %c1 : index
    %a = tensor.extract %y[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    %u = arith.addf %s, %b : f64
    scf.yield %u : f64
  }
  return %r : f64
}

// -----

// Iterations of the first loop could run at once, those of the second one could not.
// CHECK-LABEL: func.func @one_by_one(
// CHECK-COUNT-2: scf.for
// CHECK:         return
func.func @one_by_one(%x: tensor<?xf64>, %start: tensor<?xf64>, %n: index) -> f64 {
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
    %u = arith.mulf %s, %b : f64
    scf.yield %u : f64
  }
  return %r : f64
}

// -----

// Calls of what is marked pure do not stand in the way. Of three loops that can be one, each part stays in its order.
// CHECK-LABEL: func.func @fused(
// CHECK:         scf.for
// CHECK:           call @pure
// CHECK-NOT:       scf.for
// CHECK:           math.cos
// CHECK-NOT:       scf.for
// CHECK:           math.exp
// CHECK-NOT:     scf.for
// CHECK:         return
func.func private @pure(f64) -> f64 attributes {lagrad.pure}
func.func @fused(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> (f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %s = func.call @pure(%e) : (f64) -> f64
    %w = arith.addf %t, %s : f64
    scf.yield %w : f64
  }
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %y[%i] : tensor<?xf64>
    %s = math.cos %e : f64
    %w = arith.addf %t, %s : f64
    scf.yield %w : f64
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %f = tensor.extract %y[%i] : tensor<?xf64>
    %g = arith.mulf %e, %f : f64
    %s = math.exp %g : f64
    %w = arith.addf %t, %s : f64
    scf.yield %w : f64
  }
  return %r, %p, %q : f64, f64, f64
}
