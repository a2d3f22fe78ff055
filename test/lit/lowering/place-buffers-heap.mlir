// RUN: lagrad-opt %s --lagrad-place-buffers="stack=0 share=false" --canonicalize | FileCheck %s

// The bytes are the largest number where they do not fit in one, or where a size is negative. Sizes that types fix are known to fit.
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[M:.*]]: index, %[[N:.*]]: index
// CHECK-DAG:     %[[MOST:.*]] = arith.constant 9223372036854775807 : index
// CHECK-DAG:     %[[ALL:.*]] = arith.constant 384307168202282325 : index
// CHECK:         %[[COUNT:.*]], %[[REST:.*]] = arith.mului_extended %[[M]], %[[N]]
// CHECK:         arith.cmpi ule, %[[COUNT]], %[[ALL]]
// CHECK:         arith.cmpi eq, %[[REST]], %c0
// CHECK:         %[[FITS:.*]] = arith.andi
// CHECK:         %[[PRODUCT:.*]] = arith.muli %[[COUNT]], %c24
// CHECK:         %[[BYTES:.*]] = arith.select %[[FITS]], %[[PRODUCT]], %[[MOST]]
// CHECK:         %[[MEMORY:.*]] = memref.alloc(%[[BYTES]]) : memref<?xi8>
// CHECK:         %[[A:.*]] = memref.view %[[MEMORY]][%c0][%[[M]], %[[N]]] : memref<?xi8> to memref<?x3x?xf64>
// CHECK:         %[[B:.*]] = memref.alloc() : memref<500xf64>
func.func @f(%m: index, %n: index) {
  %a = memref.alloc(%m, %n) : memref<?x3x?xf64>
  %b = memref.alloc() : memref<500xf64>
  "func.call"(%a, %b) {callee = @use} : (memref<?x3x?xf64>, memref<500xf64>) -> ()
  memref.dealloc %a : memref<?x3x?xf64>
  memref.dealloc %b : memref<500xf64>
  return
}
func.func private @use(memref<?x3x?xf64>, memref<500xf64>)
