// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-hoist-buffers=share=false | FileCheck %s

// What both sides take and give, of one size, is taken before the branch; under the name of another layout, too.
// CHECK-LABEL: func.func @both(
// CHECK:         %[[R:.*]] = memref.alloc() : memref<4000xf64>
// CHECK:         %[[N:.*]] = memref.alloc(%{{.*}}) : memref<?xf64>
// CHECK:         scf.if %{{.*}} {
// CHECK-NOT:       memref.alloc
// CHECK:           linalg.fill ins(%{{.*}}) outs(%[[R]] :
// CHECK:           linalg.fill ins(%{{.*}}) outs(%[[N]] :
// CHECK:         } else {
// CHECK-NOT:       memref.alloc
// CHECK:           linalg.fill ins(%{{.*}}) outs(%[[R]] :
// CHECK:         }
// CHECK:         %[[C:.*]] = memref.cast %[[R]]
// CHECK:         "test.use"(%[[C]], %[[N]])
#any = strided<[?], offset: ?>
func.func @both(%c: i1, %v: f64, %n: index) {
  %r:2 = scf.if %c -> (memref<4000xf64, #any>, memref<?xf64>) {
    %a = memref.alloc() : memref<4000xf64>
    linalg.fill ins(%v : f64) outs(%a : memref<4000xf64>)
    %d = memref.cast %a : memref<4000xf64> to memref<4000xf64, #any>
    %e = memref.alloc(%n) : memref<?xf64>
    linalg.fill ins(%v : f64) outs(%e : memref<?xf64>)
    scf.yield %d, %e : memref<4000xf64, #any>, memref<?xf64>
  } else {
    %a = memref.alloc() : memref<4000xf64>
    linalg.fill ins(%v : f64) outs(%a : memref<4000xf64>)
    %d = memref.cast %a : memref<4000xf64> to memref<4000xf64, #any>
    %e = memref.alloc(%n) : memref<?xf64>
    linalg.fill ins(%v : f64) outs(%e : memref<?xf64>)
    scf.yield %d, %e : memref<4000xf64, #any>, memref<?xf64>
  }
  "test.use"(%r#0, %r#1) : (memref<4000xf64, #any>, memref<?xf64>) -> ()
  return
}

// Not what one side has from before, gives twice, or takes of another size.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.if %{{.*}} -> (memref<4000xf64>, memref<4000xf64>, memref<4000xf64>, memref<?xf64>) {
func.func @others(%c: i1, %x: memref<4000xf64>, %n: index, %m: index) {
  %r:4 = scf.if %c -> (memref<4000xf64>, memref<4000xf64>, memref<4000xf64>, memref<?xf64>) {
    %a = memref.alloc() : memref<4000xf64>
    %b = memref.alloc() : memref<4000xf64>
    %e = memref.alloc(%n) : memref<?xf64>
    scf.yield %a, %b, %b, %e : memref<4000xf64>, memref<4000xf64>, memref<4000xf64>, memref<?xf64>
  } else {
    %b = memref.alloc() : memref<4000xf64>
    %d = memref.alloc() : memref<4000xf64>
    %e = memref.alloc(%m) : memref<?xf64>
    scf.yield %x, %b, %d, %e : memref<4000xf64>, memref<4000xf64>, memref<4000xf64>, memref<?xf64>
  }
  "test.use"(%r#0, %r#1, %r#2, %r#3) : (memref<4000xf64>, memref<4000xf64>, memref<4000xf64>, memref<?xf64>) -> ()
  return
}
