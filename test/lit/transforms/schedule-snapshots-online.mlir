// RUN: lagrad-opt %s --lagrad-differentiate --lagrad-schedule-snapshots --canonicalize --cse | FileCheck %s
// RUN: lagrad-check %s

// The loop that would count the iterations carries the state and the snapshots: the loop runs once before its adjoint.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: f64
// CHECK:       %[[SWEEP:.*]]:6 = scf.while (%{{.*}} = %[[X]], %{{.*}} = %c0, %{{.*}} = %c0, {{.*}}) : (f64, index, index, tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
// CHECK:         scf.condition
//                A state is offered to the snapshots, if it is time,
// CHECK:         scf.if
//                and one of them may have to go for it.
// CHECK:           scf.if
// CHECK:           scf.if
// CHECK:             tensor.insert
// CHECK:         math.sqrt
// CHECK-NOT:     math.sqrt
// CHECK:         scf.yield
// CHECK:       %[[N:.*]] = arith.maxsi %[[SWEEP]]#1
// CHECK:       scf.for %{{.*}} = %c0 to %[[N]] step %c1 iter_args(%{{.*}}, %{{.*}} = %[[SWEEP]]#2, %{{.*}} = %[[SWEEP]]#3, %{{.*}} = %[[SWEEP]]#5)
// CHECK:       return
func.func @f(%x: f64 {lagrad.example = 5.3 : f64}) -> f64 {
  %one = arith.constant 1.0 : f64
  %r = scf.while (%s = %x) : (f64) -> f64 {
    %more = arith.cmpf ogt, %s, %one : f64
    scf.condition(%more) %s : f64
  } do {
  ^bb0(%s: f64):
    %root = math.sqrt %s : f64
    %sine = math.sin %root : f64
    %next = arith.mulf %root, %sine : f64
    scf.yield %next : f64
  } attributes {lagrad.snapshots = 3}
  return %r : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}

// The condition reads the time; the state beside it, and an iteration's number for the snapshots, are carried as well.
// CHECK-LABEL: func.func @dg(
// CHECK-SAME:    %[[X:.*]]: f64, %[[A:.*]]: f64
// CHECK:       scf.while (%[[T:.*]] = %cst{{.*}}, %{{.*}} = %c0, %[[S:.*]] = %[[X]], {{.*}} : (f64, index, f64, index, tensor<?xindex>, tensor<?xindex>, tensor<?xf64>, tensor<?xf64>)
// CHECK:         scf.condition
// CHECK:         math.sin
// CHECK-NOT:     math.sin
// CHECK:       scf.for
func.func @g(%x: f64 {lagrad.example = 0.3 : f64}, %a: f64 {lagrad.example = 1.1 : f64}) -> f64 {
  %zero = arith.constant 0.0 : f64
  %step = arith.constant 0.25 : f64
  %most = arith.constant 3.1 : f64
  %r:3 = scf.while (%t = %zero, %s = %x, %sum = %zero) : (f64, f64, f64) -> (f64, f64, f64) {
    %more = arith.cmpf olt, %t, %most : f64
    scf.condition(%more) %t, %s, %sum : f64, f64, f64
  } do {
  ^bb0(%t: f64, %s: f64, %sum: f64):
    %p = arith.mulf %a, %s : f64
    %u = math.sin %p : f64
    %v = arith.addf %u, %t : f64
    %w = arith.addf %sum, %v : f64
    %later = arith.addf %t, %step : f64
    scf.yield %later, %v, %w : f64, f64, f64
  } attributes {lagrad.snapshots = 4}
  return %r#2 : f64
}
func.func private @dg(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @g}
