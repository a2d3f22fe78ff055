// Two loops one after the other, over the same iterations: the second one reads the elements that the first one has
// made, and both are one segment. The tensor in between is not there any more.
// RUN: lagrad-opt %s -p lagrad-fuse-loops,canonicalize,cse,lagrad-print-segments{formulas=true} -o %t.mlir 2>&1 \
// RUN:   | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE --input-file=%t.mlir
// RUN: lagrad-check %s --pipeline=lagrad-coarsened,lagrad-to-llvm

// CHECK:     a segment of 4 operations on 1 values: {{[0-9]+}} before, 5 after; coarsened
// CHECK:     x0**9; d/dx0 = 9*x0**8
// CODE-LABEL: func.func @powers(
// CODE:         scf.for
// CODE-NOT:     tensor.insert
// CODE-NOT:     scf.for
// CODE:         return
func.func @powers(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %e = tensor.empty(%n) : tensor<?xf64>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%o = %e) -> tensor<?xf64> {
    %a = tensor.extract %x[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    %c = arith.mulf %b, %a : f64
    %t = tensor.insert %c into %o[%i] : tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %a = tensor.extract %y[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    %c = arith.mulf %b, %a : f64
    %u = arith.addf %s, %c : f64
    scf.yield %u : f64
  }
  return %r : f64
}
func.func private @gradient(tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.gradient = @powers}

// Independent loops that read a common tensor: one loop, and what both compute is one segment.
// CHECK:     x0**4; d/dx0 = 4*x0**3
// CODE-LABEL: func.func @moments(
// CODE:         scf.for {{.*}} -> (f64, f64)
// CODE-COUNT-4:   arith.mulf
// CODE-NOT:       arith.mulf
// CODE:           scf.yield
// CODE-NOT:     scf.for
// CODE:         return
func.func @moments(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %a = tensor.extract %x[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    %c = arith.mulf %b, %a : f64
    %d = arith.mulf %c, %a : f64
    %u = arith.addf %s, %d : f64
    scf.yield %u : f64
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %k = tensor.extract %x[%i] : tensor<?xf64>
    %b = arith.mulf %k, %k : f64
    %c = arith.mulf %b, %k : f64
    %d = arith.mulf %c, %k : f64
    %e = arith.mulf %d, %k : f64
    %u = arith.addf %s, %e : f64
    scf.yield %u : f64
  }
  %r = arith.mulf %p, %q : f64
  return %r : f64
}
func.func private @of_moments(tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.gradient = @moments}
