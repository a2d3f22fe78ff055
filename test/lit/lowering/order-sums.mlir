// RUN: lagrad-opt %s --lagrad-order-sums | FileCheck %s
// RUN: sed 's/ attributes {lagrad.coarsened}//' %s > %t.mlir
// RUN: lagrad-opt %t.mlir --lagrad-order-sums | FileCheck %s --check-prefix=ORDINARY

// Where nothing was coarsened, all stays as it is. The mark has done its work.
// CHECK-NOT:     lagrad.coarsened
// ORDINARY-NOT:  fastmath<contract> : f64
// ORDINARY:      fastmath<arcp>
module attributes {lagrad.coarsened} {

// The tangent is known last, then what it is subtracted from; nothing may change that order.
// CHECK-LABEL: func.func @state(
// CHECK:         %[[T:.*]] = math.tanh %[[A:.*]] :
// CHECK:         %[[P:.*]] = arith.mulf %[[A]], %[[A]]
// CHECK:         %[[X:.*]] = arith.subf %arg1, %arg2 fastmath<contract> : f64
// CHECK:         %[[Y:.*]] = arith.addf %[[X]], %[[P]] fastmath<contract> : f64
// CHECK:         %[[Z:.*]] = arith.addf %[[Y]], %[[T]] fastmath<contract> : f64
// CHECK:         scf.yield %[[Z]]
func.func @state(%n: index, %a: f64, %b: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> f64 {
    %t = math.tanh %s : f64
    %p = arith.mulf %s, %s fastmath<reassoc,contract> : f64
    %0 = arith.subf %t, %b fastmath<reassoc,contract> : f64
    %1 = arith.addf %p, %a fastmath<reassoc,contract> : f64
    %2 = arith.addf %0, %1 fastmath<reassoc,contract> : f64
    scf.yield %2 : f64
  }
  return %r : f64
}

// A quotient whose divisor is known before is a product; one that waits for its divisor stays, as does one that is not
// marked.
// CHECK-LABEL: func.func @quotients(
// CHECK:         %[[ONE:.*]] = arith.constant 1.0
// CHECK:         %[[R:.*]] = arith.divf %[[ONE]], %[[D:.*]] : f64
// CHECK:         %[[Q:.*]] = arith.mulf %[[N:.*]], %[[R]] fastmath<contract> : f64
// CHECK:         arith.divf %[[N]], %[[D]] : f64
// CHECK:         arith.divf %[[D]], %[[N]] fastmath<arcp> : f64
func.func @quotients(%n: index, %a: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> f64 {
    %d = arith.addf %s, %a : f64
    %t = math.exp %s : f64
    %0 = arith.divf %t, %d fastmath<arcp> : f64
    %1 = arith.divf %t, %d : f64
    %2 = arith.divf %d, %t fastmath<arcp> : f64
    %3 = arith.mulf %0, %1 : f64
    %4 = arith.mulf %3, %2 : f64
    scf.yield %4 : f64
  }
  return %r : f64
}

// Without leave to reorder, in a loop that only adds up, and for two terms nothing changes.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-4: arith.addf %{{.*}}, %{{.*}} : f64
// CHECK-COUNT-3: fastmath<reassoc>
func.func @others(%n: index, %a: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> f64 {
    %t = math.exp %s : f64
    %0 = arith.addf %t, %a : f64
    %1 = arith.addf %s, %t : f64
    %2 = arith.addf %0, %1 : f64
    %3 = arith.mulf %2, %2 : f64
    %4 = arith.addf %3, %a : f64
    %5 = arith.addf %4, %t fastmath<reassoc> : f64
    scf.yield %5 : f64
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%s = %r) -> f64 {
    %t = math.exp %a : f64
    %0 = arith.addf %s, %t fastmath<reassoc> : f64
    %1 = arith.addf %0, %a fastmath<reassoc> : f64
    scf.yield %1 : f64
  }
  return %q : f64
}

}
