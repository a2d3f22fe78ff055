// RUN: lagrad-opt %s --lagrad-default | FileCheck %s

func.func private @table(f64, tensor<3xf64>, index) -> (f64, index) attributes {lagrad.custom_pushforward = @table_pushforward}
func.func private @table_pushforward(f64, f64, tensor<3xf64>, tensor<3xf64>, index) -> f64
func.func @f(%x: f64, %t: tensor<3xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %s:2 = func.call @table(%a, %t, %i) : (f64, tensor<3xf64>, index) -> (f64, index)
    scf.yield %s#0 : f64
  }
  return %r : f64
}

// An external function's own pushforward is called beside it, with zeros where nothing is active.
// CHECK-LABEL: func.func @df(
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[DA:.*]] = %{{.*}})
// CHECK:           %[[R:.*]]:2 = func.call @table(%[[A]], %[[T:.*]], %[[I]])
// CHECK:           %[[ZERO:.*]] = linalg.fill
// CHECK:           %[[DR:.*]] = func.call @table_pushforward(%[[A]], %[[DA]], %[[T]], %[[ZERO]], %[[I]])
// CHECK:           scf.yield %[[R]]#0, %[[DR]]
func.func private @df(f64, f64, tensor<3xf64>, index) -> f64 attributes {lagrad.pushforward = @f, lagrad.wrt = [0]}

// Asked for directly, it is a call too.
// CHECK-LABEL: func.func @dtable(
// CHECK-SAME:    %[[X:.*]]: f64, %[[T:.*]]: tensor<3xf64>, %[[DT:.*]]: tensor<3xf64>, %[[N:.*]]: index)
// CHECK:         %[[ZERO:.*]] = arith.constant 0.0
// CHECK:         %[[P:.*]]:2 = call @table(%[[X]], %[[T]], %[[N]])
// CHECK:         %[[D:.*]] = call @table_pushforward(%[[X]], %[[ZERO]], %[[T]], %[[DT]], %[[N]])
// CHECK:         return %[[P]]#0, %[[P]]#1, %[[D]]
func.func private @dtable(f64, tensor<3xf64>, tensor<3xf64>, index) -> (f64, index, f64)
    attributes {lagrad.pushforward = @table, lagrad.wrt = [1], lagrad.with_primal}
