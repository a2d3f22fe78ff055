// Loops over elements become linalg on whole tensors.
// RUN: lagrad-opt %s --lagrad-raise-loops --canonicalize --cse --split-input-file | FileCheck %s
// RUN: lagrad-opt %s --lagrad-raise-loops --split-input-file --remarks 2>&1 >/dev/null | FileCheck %s --check-prefix=SAID

// A sum over neighbours reads two slices.
// CHECK-LABEL: func.func @sum(
// CHECK:         %[[HERE:.*]] = tensor.extract_slice %{{.*}}[0] [99] [1]
// CHECK:         %[[NEXT:.*]] = tensor.extract_slice %{{.*}}[1] [99] [1]
// CHECK:         linalg.generic {{.*}}iterator_types = ["reduction"]} ins(%[[NEXT]], %[[HERE]]
// CHECK-NOT:     scf.for
// SAID: remark: this loop is linalg on whole tensors
func.func @sum(%a: tensor<100xf64>, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c99 = arith.constant 99 : index
  %s = scf.for %i = %c0 to %c99 step %c1 iter_args(%sum = %start) -> f64 {
    %j = arith.addi %i, %c1 : index
    %x = tensor.extract %a[%i] : tensor<100xf64>
    %y = tensor.extract %a[%j] : tensor<100xf64>
    %p = arith.mulf %x, %y : f64
    %next = arith.addf %sum, %p : f64
    scf.yield %next : f64
  }
  return %s : f64
}

// -----

// Three loops in C's order are a product of matrices, behind what scales the output.
// CHECK-LABEL: func.func @gemm(
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} outs(%arg2
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "reduction", "parallel"]}
// CHECK-NEXT:    ^bb0(%[[B:.*]]: f64, %[[A:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT:      %[[P:.*]] = arith.mulf
// CHECK-NEXT:      arith.addf %[[OUT]], %[[P]]
// CHECK-NOT:     scf.for
func.func @gemm(%A: tensor<20x?xf64>, %B: tensor<?x40xf64>, %C: tensor<20x40xf64>, %beta: f64) -> tensor<20x40xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %c40 = arith.constant 40 : index
  %n = tensor.dim %A, %c1 : tensor<20x?xf64>
  %r = scf.for %i = %c0 to %c20 step %c1 iter_args(%rows = %C) -> tensor<20x40xf64> {
    %scaled = scf.for %j = %c0 to %c40 step %c1 iter_args(%t = %rows) -> tensor<20x40xf64> {
      %e = tensor.extract %t[%i, %j] : tensor<20x40xf64>
      %m = arith.mulf %e, %beta : f64
      %u = tensor.insert %m into %t[%i, %j] : tensor<20x40xf64>
      scf.yield %u : tensor<20x40xf64>
    }
    %done = scf.for %k = %c0 to %n step %c1 iter_args(%s = %scaled) -> tensor<20x40xf64> {
      %a = tensor.extract %A[%i, %k] : tensor<20x?xf64>
      %row = scf.for %j = %c0 to %c40 step %c1 iter_args(%t = %s) -> tensor<20x40xf64> {
        %b = tensor.extract %B[%k, %j] : tensor<?x40xf64>
        %e = tensor.extract %t[%i, %j] : tensor<20x40xf64>
        %m = arith.mulf %a, %b : f64
        %sum = arith.addf %e, %m : f64
        %u = tensor.insert %sum into %t[%i, %j] : tensor<20x40xf64>
        scf.yield %u : tensor<20x40xf64>
      }
      scf.yield %row : tensor<20x40xf64>
    }
    scf.yield %done : tensor<20x40xf64>
  }
  return %r : tensor<20x40xf64>
}

// -----

// A triangular solve: the rows depend on each other, and the sum in each reads only rows that are done.
// CHECK-LABEL: func.func @solve(
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           linalg.generic {{.*}}iterator_types = ["reduction"]}
// CHECK-NOT:       scf.for
// SAID: remark: this loop is linalg on whole tensors
// SAID: remark: this loop stays a loop: iterations read or write what others write
func.func @solve(%L: tensor<50x50xf64>, %b: tensor<50xf64>) -> tensor<50xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %x = scf.for %i = %c0 to %c50 step %c1 iter_args(%t = %b) -> tensor<50xf64> {
    %v = scf.for %j = %c0 to %i step %c1 iter_args(%s = %t) -> tensor<50xf64> {
      %l = tensor.extract %L[%i, %j] : tensor<50x50xf64>
      %y = tensor.extract %s[%j] : tensor<50xf64>
      %p = arith.mulf %l, %y : f64
      %e = tensor.extract %s[%i] : tensor<50xf64>
      %d = arith.subf %e, %p : f64
      %u = tensor.insert %d into %s[%i] : tensor<50xf64>
      scf.yield %u : tensor<50xf64>
    }
    %l = tensor.extract %L[%i, %i] : tensor<50x50xf64>
    %e = tensor.extract %v[%i] : tensor<50xf64>
    %q = arith.divf %e, %l : f64
    %u = tensor.insert %q into %v[%i] : tensor<50xf64>
    scf.yield %u : tensor<50xf64>
  }
  return %x : tensor<50xf64>
}

// -----

// The same where the sum reads what it changes: row i itself.
// CHECK-LABEL: func.func @solve_too_far(
// CHECK:         scf.for
// CHECK:           scf.for
// SAID: remark: this loop stays a loop: iterations read what others write
// SAID: remark: this loop stays a loop: 'scf.for' has no form over all iterations
func.func @solve_too_far(%b: tensor<50xf64>) -> tensor<50xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %x = scf.for %i = %c0 to %c50 step %c1 iter_args(%t = %b) -> tensor<50xf64> {
    %end = arith.addi %i, %c1 : index
    %v = scf.for %j = %c0 to %end step %c1 iter_args(%s = %t) -> tensor<50xf64> {
      %y = tensor.extract %s[%j] : tensor<50xf64>
      %e = tensor.extract %s[%i] : tensor<50xf64>
      %d = arith.subf %e, %y : f64
      %u = tensor.insert %d into %s[%i] : tensor<50xf64>
      scf.yield %u : tensor<50xf64>
    }
    scf.yield %v : tensor<50xf64>
  }
  return %x : tensor<50xf64>
}

// -----

// Each element from the last one; two versions of a tensor; few iterations; a loop with a mark of ours.
// CHECK-LABEL: func.func @stay(
// CHECK-COUNT-4: scf.for
// CHECK-NOT:     linalg.generic
// SAID: remark: this loop stays a loop: iterations write to places that others read
// SAID: remark: this loop stays a loop: two versions of a tensor that the loop carries are in use
// SAID-NOT: remark
func.func @stay(%a: tensor<100xf64>) -> (tensor<100xf64>, tensor<100xf64>, tensor<100xf64>, tensor<100xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c99 = arith.constant 99 : index
  %two = arith.constant 2.0 : f64
  %0 = scf.for %i = %c0 to %c99 step %c1 iter_args(%t = %a) -> tensor<100xf64> {
    %j = arith.addi %i, %c1 : index
    %x = tensor.extract %t[%i] : tensor<100xf64>
    %u = tensor.insert %x into %t[%j] : tensor<100xf64>
    scf.yield %u : tensor<100xf64>
  }
  %1 = scf.for %i = %c0 to %c99 step %c1 iter_args(%t = %a) -> tensor<100xf64> {
    %x = tensor.extract %t[%i] : tensor<100xf64>
    %y = arith.mulf %x, %two : f64
    %u = tensor.insert %y into %t[%i] : tensor<100xf64>
    %v = tensor.insert %x into %t[%i] : tensor<100xf64>
    scf.yield %u : tensor<100xf64>
  }
  %2 = scf.for %i = %c0 to %c7 step %c1 iter_args(%t = %a) -> tensor<100xf64> {
    %x = tensor.extract %t[%i] : tensor<100xf64>
    %y = arith.mulf %x, %two : f64
    %u = tensor.insert %y into %t[%i] : tensor<100xf64>
    scf.yield %u : tensor<100xf64>
  }
  %3 = scf.for %i = %c0 to %c99 step %c1 iter_args(%t = %a) -> tensor<100xf64> {
    %x = tensor.extract %t[%i] : tensor<100xf64>
    %y = arith.mulf %x, %two : f64
    %u = tensor.insert %y into %t[%i] : tensor<100xf64>
    scf.yield %u : tensor<100xf64>
  } {lagrad.snapshots = 3 : i64}
  return %0, %1, %2, %3 : tensor<100xf64>, tensor<100xf64>, tensor<100xf64>, tensor<100xf64>
}
