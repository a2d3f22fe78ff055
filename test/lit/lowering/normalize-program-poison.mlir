// RUN: lagrad-opt %s --lagrad-normalize-program | FileCheck %s

// The tensor is as large as the one that the loop carries.
// CHECK-LABEL: func.func @in_loop(
// CHECK-NOT:     ub.poison
// CHECK:         scf.for {{.*}} iter_args(%[[T:[a-z0-9]+]] = 
// CHECK:           } else {
// CHECK:             %[[D:.*]] = tensor.dim %[[T]]
// CHECK:             %[[E:.*]] = tensor.empty(%[[D]])
// CHECK:             scf.yield %[[E]], %{{.*}} : tensor<?xf64>, f64
func.func @in_loop(%x: tensor<?xf64>, %n: index, %c: i1) -> (tensor<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %p = ub.poison : tensor<?xf64>
  %s = ub.poison : f64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %q = %one) -> (tensor<?xf64>, f64) {
    %u:2 = scf.if %c -> (tensor<?xf64>, f64) {
      %a = math.sin %t : tensor<?xf64>
      scf.yield %a, %q : tensor<?xf64>, f64
    } else {
      scf.yield %p, %s : tensor<?xf64>, f64
    }
    scf.yield %u#0, %u#1 : tensor<?xf64>, f64
  }
  return %r#0, %r#1 : tensor<?xf64>, f64
}

// No tensor of its type is there.
// CHECK-LABEL: func.func @alone(
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         tensor.empty(%[[C0]]) : tensor<?xf32>
func.func @alone() -> tensor<?xf32> {
  %p = ub.poison : tensor<?xf32>
  return %p : tensor<?xf32>
}
