// RUN: lagrad-opt %s --pipeline='lagrad-differentiate{tape=record},canonicalize,cse' | FileCheck %s

// The states before and after each iteration lie on one tape, which has a row more.
func.func @trajectory(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %h = scf.for %i = %c0 to %c9 step %c1 iter_args(%h = %x) -> f64 {
    %s = arith.mulf %h, %h : f64
    %t = math.tanh %s : f64
    scf.yield %t : f64
  }
  return %h : f64
}
// CHECK-LABEL: func.func @trajectory_gradient(
// CHECK-SAME:      %[[X:.*]]: f64
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<10xf64>
// CHECK:         %[[FIRST:.*]] = tensor.insert %[[X]] into %[[EMPTY]][%c0]
// CHECK:         %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[X]], %{{.*}} = %[[FIRST]]) -> (f64, tensor<10xf64>)
// CHECK:         } {lagrad.tape = array<i64: 1>}
// CHECK-DAG:     tensor.extract_slice %[[LOOP]]#1[0] [9] [1]
// CHECK-DAG:     tensor.extract_slice %[[LOOP]]#1[1] [9] [1]
// CHECK:         scf.for
// CHECK-NOT:       math.tanh
func.func private @trajectory_gradient(f64) -> f64 attributes {lagrad.gradient = @trajectory}

// Eight scalars an iteration share one tape.
func.func @table(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %h = scf.for %i = %c0 to %c9 step %c1 iter_args(%h = %x) -> f64 {
    %0 = math.sin %h : f64
    %1 = math.sin %0 : f64
    %2 = math.sin %1 : f64
    %3 = math.sin %2 : f64
    %4 = math.sin %3 : f64
    %5 = math.sin %4 : f64
    %6 = math.sin %5 : f64
    %7 = math.sin %6 : f64
    scf.yield %7 : f64
  }
  return %h : f64
}
// CHECK-LABEL: func.func @table_gradient(
// CHECK:         tensor.empty() : tensor<9x8xf64>
// CHECK:         scf.for
// CHECK-COUNT-8:   tensor.insert
// CHECK:         scf.for
// CHECK-NOT:       math.sin
func.func private @table_gradient(f64) -> f64 attributes {lagrad.gradient = @table}

// In a nest they do not: each has a tape with a row for the loop around, and nothing is copied from one to another.
func.func @nest(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%g = %x) -> f64 {
    %h = scf.for %j = %c0 to %c9 step %c1 iter_args(%h = %g) -> f64 {
      %0 = math.cos %h : f64
      %1 = math.cos %0 : f64
      %2 = math.cos %1 : f64
      %3 = math.cos %2 : f64
      %4 = math.cos %3 : f64
      %5 = math.cos %4 : f64
      %6 = math.cos %5 : f64
      %7 = math.cos %6 : f64
      scf.yield %7 : f64
    }
    scf.yield %h : f64
  }
  return %r : f64
}
// CHECK-LABEL: func.func @nest_gradient(
// CHECK-NOT:     tensor<9x8xf64>
// CHECK:         scf.for {{.*}} -> (f64, tensor<4x9xf64>, tensor<4x9xf64>, tensor<4x9xf64>, tensor<4x9xf64>, tensor<4x9xf64>, tensor<4x9xf64>, tensor<4x9xf64>, tensor<4x9xf64>)
// CHECK-NOT:     tensor.extract_slice
// CHECK-COUNT-8: tensor.insert_slice
// CHECK:         } {lagrad.tape
func.func private @nest_gradient(f64) -> f64 attributes {lagrad.gradient = @nest}
