// RUN: lagrad-opt %s --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-layout-tape,canonicalize,\
// RUN:   cse' | FileCheck %s
// RUN: lagrad-check %s --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-layout-tape,lagrad-to-llvm'
// RUN: not lagrad-opt %s --pipeline='lagrad-layout-tape{field-bytes=-1}' 2>&1 | FileCheck %s --check-prefix=FIELDS
// FIELDS: option 'field-bytes' of 'lagrad-layout-tape' is 0 or more, not -1

// Three numbers of an iteration are the fields of one row, in the order in which the adjoint reads them.
func.func @scalars(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = arith.mulf %p, %y : f64
    %2 = math.sin %1 : f64
    %3 = math.exp %2 : f64
    %4 = arith.addf %3, %3 : f64
    scf.yield %4 : f64
  }
  return %0 : f64
}
// CHECK-LABEL: func.func @scalars_gradient(
// CHECK:         %[[EMPTY:.*]] = tensor.empty(%{{.*}}) : tensor<?x3xf64>
// CHECK:         %[[T:.*]]:2 = scf.for %[[I:.*]] = %c0 to {{.*}}, %[[IN:.*]] = %[[EMPTY]]) -> (f64, tensor<?x3xf64>)
// CHECK:           tensor.insert %{{.*}} into %[[IN]][%[[I]], %c0]
// CHECK:           tensor.insert %{{.*}} into %{{.*}}[%[[I]], %c1]
// CHECK:           tensor.insert %{{.*}} into %{{.*}}[%[[I]], %c2]
// CHECK:         } {lagrad.tape = array<i64: 1>}
// CHECK:         scf.for
// CHECK:           tensor.extract %[[T]]#1[%[[ROW:.*]], %c0]
// CHECK:           tensor.extract %[[T]]#1[%[[ROW]], %c1]
// CHECK:           tensor.extract %[[T]]#1[%[[ROW]], %c2]
func.func private @scalars_gradient(f64, f64, index) -> (f64, f64) attributes {lagrad.gradient = @scalars}

// A float and an index are 64 bits each: the tensor is of integers.
func.func @bits(%x: tensor<4xf64>, %at: tensor<7xi64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0.0 : f64
  %0 = scf.for %i = %c0 to %c7 step %c1 iter_args(%p = %zero) -> f64 {
    %bounded = math.sin %p : f64
    %n = arith.fptosi %bounded : f64 to i64
    %j = tensor.extract %at[%i] : tensor<7xi64>
    %both = arith.addi %n, %j : i64
    %three = arith.constant 3 : i64
    %low = arith.andi %both, %three : i64
    %k = arith.index_cast %low : i64 to index
    %e = tensor.extract %x[%k] : tensor<4xf64>
    %q = arith.mulf %bounded, %e : f64
    %r = arith.addf %q, %e : f64
    scf.yield %r : f64
  }
  return %0 : f64
}
// CHECK-LABEL: func.func @bits_gradient(
// CHECK:         tensor.empty() : tensor<7x4xi64>
// CHECK:         scf.for
// CHECK-DAG:       arith.bitcast %{{.*}} : f64 to i64
// CHECK-DAG:       arith.index_cast %{{.*}} : i64 to index
// CHECK:         } {lagrad.tape = array<i64: 1>}
// CHECK:         scf.for
// CHECK:           arith.bitcast %{{.*}} : i64 to f64
func.func private @bits_gradient(tensor<4xf64>, tensor<7xi64>) -> tensor<4xf64> attributes {lagrad.gradient = @bits}

// Tapes of a nest: what the inner loop fills is a row of the outer loop's, with the fields inside.
func.func @nest(%x: f64, %n: index, %m: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = scf.for %j = %c0 to %m step %c1 iter_args(%q = %p) -> f64 {
      %2 = math.sin %q : f64
      %3 = math.exp %2 : f64
      %4 = arith.addf %3, %3 : f64
      scf.yield %4 : f64
    }
    scf.yield %1 : f64
  }
  return %0 : f64
}
// CHECK-LABEL: func.func @nest_gradient(
// CHECK:         %[[OUTER:.*]] = tensor.empty(%{{.*}}, %{{.*}}) : tensor<?x?x2xf64>
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK-COUNT-2:     tensor.insert
// CHECK:           } {lagrad.tape = array<i64: 1>}
// CHECK:           tensor.insert_slice %{{.*}} into %{{.*}}[%{{.*}}, 0, 0] [1, %{{.*}}, 2] [1, 1, 1]
// CHECK:         } {lagrad.tape = array<i64: 1>}
func.func private @nest_gradient(f64, index, index) -> f64 attributes {lagrad.gradient = @nest}

// States before and after the iterations are one tape with a row more, which stays apart.
func.func @trajectory(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = arith.mulf %p, %p : f64
    %2 = math.sin %1 : f64
    %3 = math.exp %2 : f64
    scf.yield %3 : f64
  }
  return %0 : f64
}
// CHECK-LABEL: func.func @trajectory_gradient(
// CHECK:         scf.for {{.*}} -> (f64, tensor<?xf64>, tensor<?xf64>)
func.func private @trajectory_gradient(f64, index) -> f64 attributes {lagrad.gradient = @trajectory}
