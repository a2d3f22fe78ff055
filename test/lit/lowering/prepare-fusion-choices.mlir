// RUN: lagrad-opt %s --lagrad-prepare-fusion | FileCheck %s
// RUN: lagrad-opt %s --convert-elementwise-to-linalg --lagrad-prepare-fusion \
// RUN:     --one-shot-bufferize="bufferize-function-boundaries=1" | FileCheck %s --check-prefix=BUFFERS

// CHECK-LABEL: func.func @chosen(
// CHECK-SAME:    %[[P:.*]]: i1, %[[A:.*]]: tensor<?xf64>, %[[B:.*]]: tensor<?xf64>
// CHECK:         %[[R:.*]] = arith.select %[[P]], %[[A]], %[[B]] : tensor<?xf64>
// CHECK:         return %[[R]]
// BUFFERS:       arith.select {{.*}} : memref<?xf64
func.func @chosen(%p: i1, %a: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %r = "lagrad.either"(%p, %a, %b) : (i1, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
