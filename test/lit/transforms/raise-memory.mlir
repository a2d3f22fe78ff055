// RUN: lagrad-opt %s --lagrad-raise-memory --canonicalize --remarks 2>&1 | FileCheck %s
// RUN: lagrad-opt %s --lagrad-raise-memory='function=loop' --canonicalize | FileCheck %s --check-prefix=ONE
// RUN: not lagrad-opt %s --lagrad-raise-memory='function=nowhere' 2>&1 | FileCheck %s --check-prefix=NONE

// NONE: option 'function' of 'lagrad-raise-memory': there is no function @nowhere

// What cannot be raised stays, and a remark says why.
// CHECK: remark: @calls stays on memory: cannot follow memory through 'func.call'

// A loop carries what the memory holds that it writes; memory that is only read is one tensor.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[X:.*]]: memref<4xf64>, %[[Y:.*]]: memref<4xf64>)
// CHECK:         cf.assert %{{.*}}, "@loop takes memory that overlaps its argument 1, which it writes"
// CHECK:         %[[TX:.*]] = bufferization.to_tensor %[[X]] restrict :
// CHECK:         %[[TY:.*]] = bufferization.to_tensor %[[Y]] restrict writable :
// CHECK:         %[[R:.*]] = scf.for %[[I:.*]] = {{.*}} iter_args(%[[T:.*]] = %[[TY]])
// CHECK:           %[[A:.*]] = tensor.extract %[[TX]][%[[I]]]
// CHECK:           %[[B:.*]] = tensor.extract %[[T]][%[[I]]]
// CHECK:           %[[C:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK:           %[[N:.*]] = tensor.insert %[[C]] into %[[T]][%[[I]]]
// CHECK:           scf.yield %[[N]]
// CHECK:         bufferization.materialize_in_destination %[[R]] in restrict writable %[[Y]]
func.func @loop(%x: memref<4xf64>, %y: memref<4xf64>) {
  affine.for %i = 0 to 4 {
    %a = affine.load %x[%i] : memref<4xf64>
    %b = affine.load %y[%i] : memref<4xf64>
    %c = arith.mulf %a, %b : f64
    affine.store %c, %y[%i] : memref<4xf64>
  }
  return
}

// An element of a view is one of what it views; a view as a whole is a slice that is taken and put back.
// CHECK-LABEL: func.func @views(
// CHECK:         %[[E:.*]] = tensor.extract %[[T:.*]][%{{.*}}, %{{.*}}] : tensor<4x6xf64>
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[T]][1, 2] [2, 2] [1, 2]
// CHECK:         %[[F:.*]] = linalg.fill ins(%[[E]] : f64) outs(%[[S]]
// CHECK:         tensor.insert_slice %[[F]] into %[[T]][1, 2] [2, 2] [1, 2]
func.func @views(%x: memref<4x6xf64>) {
  %c1 = arith.constant 1 : index
  %v = memref.subview %x[1, 2] [2, 2] [1, 2] : memref<4x6xf64> to memref<2x2xf64, strided<[6, 2], offset: 8>>
  %e = memref.load %v[%c1, %c1] : memref<2x2xf64, strided<[6, 2], offset: 8>>
  linalg.fill ins(%e : f64) outs(%v : memref<2x2xf64, strided<[6, 2], offset: 8>>)
  return
}

// ONE-LABEL: func.func @views(
// ONE-NOT:     tensor
// ONE:         return
func.func private @keep(memref<4xf64>)
func.func @calls(%x: memref<4xf64>) {
  func.call @keep(%x) : (memref<4xf64>) -> ()
  return
}
