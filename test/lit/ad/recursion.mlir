// RUN: lagrad-opt %s --split-input-file --pipeline='lagrad-differentiate,canonicalize,cse' | FileCheck %s

// The adjoint reads what the call gave. So each call leaves a record of that, and of where it ends; the adjoint is that
// of a function which recalls it, and runs the primal no more.

func.func @power(%x: f64, %n: i64) -> f64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %one = arith.constant 1.0 : f64
  %z = arith.cmpi eq, %n, %c0 : i64
  %r = scf.if %z -> (f64) {
    scf.yield %one : f64
  } else {
    %m = arith.subi %n, %c1 : i64
    %p = func.call @power(%x, %m) : (f64, i64) -> f64
    %q = arith.mulf %x, %p : f64
    scf.yield %q : f64
  }
  return %r : f64
}
func.func private @df(f64, i64) -> f64 attributes {lagrad.gradient = @power}
// CHECK-LABEL: func.func @df(
// CHECK:         scf.if
// CHECK:           %[[R:.*]]:5 = func.call @power_augmented(%[[X:.*]], %[[M:.*]]) : {{.*}} -> (f64, tensor<?xindex>, tensor<?xf64>, index, index)
// CHECK:           func.call @power_adjoint(%[[X]], %[[M]], %[[R]]#1, %[[R]]#2, %[[R]]#3, %[[R]]#4, %[[X]])
// CHECK-LABEL: func.func private @power_record(
// CHECK-SAME:      {lagrad.updates = array<i64: 2, 1, 3, 2>, no_inline}
// CHECK:           %[[R:.*]]:5 = func.call @power_record(
// CHECK:           tensor.insert %[[R]]#0 into %[[R]]#2
// CHECK-LABEL: func.func private @power_replay(
// CHECK-NOT:     call @power_{{augmented|record}}
// CHECK:         func.call @power_recall(
// CHECK-LABEL: func.func private @power_augmented(
// CHECK-SAME:      {lagrad.recorded = [@power_replay, @power, 4 : index], no_inline}
// CHECK:         scf.while
// CHECK:           func.call @power_record(
// CHECK-LABEL: func.func private @power_adjoint(
// CHECK-NOT:     call @power_{{augmented|record}}
// CHECK:           %[[P:[a-z0-9_]+]]:3 = func.call @power_recall{{.*}}(%[[X:[a-z0-9_]+]], %[[M:[a-z0-9_]+]], %[[I:[a-z0-9_]+]], %[[E:[a-z0-9_]+]], %[[AT:[a-z0-9_]+]], %[[BY:[a-z0-9_]+]])
// CHECK:           %[[HERE:[a-z0-9_]+]] = arith.mulf %[[CT:[a-z0-9_]+]], %[[P]]#0
// CHECK:           %[[BELOW:[a-z0-9_]+]] = arith.mulf %[[CT]], %[[X]]
// CHECK:           %[[REST:[a-z0-9_]+]] = func.call @power_adjoint(%[[X]], %[[M]], %[[I]], %[[E]], %[[AT]], %[[BY]], %[[BELOW]])
// CHECK:           arith.addf %[[REST]], %[[HERE]]

// -----

// Where it reads nothing of what the calls gave, the primal is not called. A tangent and its value come from one call.

func.func @sum(%w: tensor<?xf64>, %left: tensor<?xindex>, %right: tensor<?xindex>, %node: index) -> f64 {
  %c0 = arith.constant 0 : index
  %v = tensor.extract %w[%node] : tensor<?xf64>
  %s = math.sin %v : f64
  %l = tensor.extract %left[%node] : tensor<?xindex>
  %r = tensor.extract %right[%node] : tensor<?xindex>
  %is_leaf = arith.cmpi eq, %l, %c0 : index
  %all = scf.if %is_leaf -> (f64) {
    scf.yield %s : f64
  } else {
    %a = func.call @sum(%w, %left, %right, %l) : (tensor<?xf64>, tensor<?xindex>, tensor<?xindex>, index) -> f64
    %b = func.call @sum(%w, %left, %right, %r) : (tensor<?xf64>, tensor<?xindex>, tensor<?xindex>, index) -> f64
    %ab = arith.addf %a, %b : f64
    %abs = arith.addf %ab, %s : f64
    scf.yield %abs : f64
  }
  return %all : f64
}
func.func private @dsum(tensor<?xf64>, tensor<?xindex>, tensor<?xindex>, index) -> tensor<?xf64> attributes {lagrad.gradient = @sum}
func.func private @psum(tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xindex>, index) -> (f64, f64)
  attributes {lagrad.pushforward = @sum, lagrad.with_primal}
// CHECK-LABEL: func.func @dsum(
// CHECK-NOT:     call @sum_augmented
// CHECK-LABEL: func.func @psum(
// CHECK-NOT:     call @sum(
// CHECK:         func.call @sum_pushforward({{.*}}) : (tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xindex>, index) -> (f64, f64)
// CHECK-LABEL: func.func private @sum_adjoint(
// CHECK-NOT:     call @sum_augmented
// CHECK:         func.call @sum_adjoint(
// CHECK:         func.call @sum_adjoint(
// CHECK-LABEL: func.func private @sum_pushforward(
// CHECK-NOT:     call @sum(

// -----

// In many directions a function of the program is called once for what does not depend on them; what is made for it comes along.

func.func @twice(%x: f64, %n: i64) -> f64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %z = arith.cmpi eq, %n, %c0 : i64
  %r = scf.if %z -> (f64) {
    scf.yield %x : f64
  } else {
    %m = arith.subi %n, %c1 : i64
    %p = func.call @twice(%x, %m) : (f64, i64) -> f64
    %q = math.tanh %p : f64
    scf.yield %q : f64
  }
  return %r : f64
}
func.func @outer(%x: f64, %n: i64) -> f64 {
  %r = func.call @twice(%x, %n) : (f64, i64) -> f64
  %s = arith.mulf %r, %r : f64
  return %s : f64
}
func.func private @many(f64, tensor<3xf64>, i64) -> (f64, tensor<3xf64>)
  attributes {lagrad.pushforward = @outer, lagrad.vectors = 3, lagrad.with_primal}
// CHECK-LABEL: func.func @many(
// CHECK:         %[[ONCE:.*]]:2 = call @twice_pushforward(
// CHECK:         scf.for
// CHECK:           func.call @twice_pushforward(
// CHECK:         arith.mulf %[[ONCE]]#0, %[[ONCE]]#0
// CHECK-LABEL: func.func private @twice_pushforward(
