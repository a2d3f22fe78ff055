// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-pass-results | FileCheck %s

// What a private function takes and returns is memory of its caller, and so is an argument that it returns. Sizes that
// are open, and what other functions may call, stay as they are.
// CHECK-LABEL: func.func @caller(
// CHECK-SAME:    %[[X:.*]]: memref<4xf64>,
// CHECK:         %[[R:.*]] = memref.alloc() : memref<4xf64>
// CHECK:         %[[OPEN:.*]] = call @both(%{{.*}}, %[[X]], %{{.*}}, %[[R]]) : ({{.*}}) -> memref<?xf64>
// CHECK:         "test.use"(%[[R]], %[[X]], %[[OPEN]])
// CHECK:         call @public(%{{.*}}) : (f64) -> memref<4xf64>
func.func @caller(%x: memref<4xf64>, %v: f64, %n: index) {
  %r:3 = func.call @both(%v, %x, %n) : (f64, memref<4xf64>, index) -> (memref<4xf64>, memref<4xf64>, memref<?xf64>)
  "test.use"(%r#0, %r#1, %r#2) : (memref<4xf64>, memref<4xf64>, memref<?xf64>) -> ()
  %p = func.call @public(%v) : (f64) -> memref<4xf64>
  "test.use"(%p) : (memref<4xf64>) -> ()
  return
}
// CHECK-LABEL: func.func private @both(
// CHECK-SAME:    %{{.*}}: f64, %{{.*}}: memref<4xf64>, %{{.*}}: index,
// CHECK-SAME:    %[[PLACE:.*]]: memref<4xf64> {lagrad.restrict}) -> memref<?xf64>
// CHECK:         linalg.fill ins(%{{.*}}) outs(%[[PLACE]] :
func.func private @both(%v: f64, %x: memref<4xf64>, %n: index) -> (memref<4xf64>, memref<4xf64>, memref<?xf64>)
    attributes {no_inline} {
  %r = memref.alloc() : memref<4xf64>
  linalg.fill ins(%v : f64) outs(%r : memref<4xf64>)
  linalg.fill ins(%v : f64) outs(%x : memref<4xf64>)
  %open = memref.alloc(%n) : memref<?xf64>
  linalg.fill ins(%v : f64) outs(%open : memref<?xf64>)
  return %r, %x, %open : memref<4xf64>, memref<4xf64>, memref<?xf64>
}
func.func @public(%v: f64) -> memref<4xf64> attributes {no_inline} {
  %r = memref.alloc() : memref<4xf64>
  linalg.fill ins(%v : f64) outs(%r : memref<4xf64>)
  return %r : memref<4xf64>
}
