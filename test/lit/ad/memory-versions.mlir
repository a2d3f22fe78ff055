// A derivative on memory has a version for arguments that lie apart, and says so. What it says can be read again, and
// what differentiates it again takes that version.
// RUN: lagrad-opt %s --lagrad-default | lagrad-opt - --canonicalize | FileCheck %s
// RUN: lagrad-opt %s --lagrad-default | lagrad-opt - --lagrad-differentiate='function=pullback mode=pushforward' \
// RUN:   | FileCheck %s --check-prefix=AGAIN
// RUN: lagrad-check %s --arg n=3 --size 4

func.func @f(%u: memref<?xf64>, %w: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %p = memref.load %u[%i] : memref<?xf64>
    %s = math.sin %p : f64
    memref.store %s, %w[%i] : memref<?xf64>
  }
  return
}
// CHECK: func.func @pullback({{.*}}) attributes {lagrad.apart = @pullback.apart}
// CHECK: func.func private @pullback.apart(
// AGAIN-LABEL: func.func @pullback_pushforward(
// AGAIN: cf.assert {{.*}} overlap
func.func private @pullback(memref<?xf64>, memref<?xf64>, index, memref<?xf64>, memref<?xf64>)
    attributes {lagrad.pullback = @f, lagrad.wrt = [0, 1]}
