// RUN: lagrad-opt %s --convert-vector-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm \
// RUN: --reconcile-unrealized-casts --lagrad-widen-booleans | FileCheck %s

// A boolean in memory is a byte, 0 or 1; numbers are left as they are.
// CHECK-LABEL: llvm.func @masks(
// CHECK:         %[[BYTE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i8
// CHECK:         %[[ZERO:.*]] = llvm.mlir.constant(0 : i8)
// CHECK:         %[[BIT:.*]] = llvm.icmp "ne" %[[BYTE]], %[[ZERO]] : i8
// CHECK:         llvm.load %{{.*}} : !llvm.ptr -> f32
// CHECK:         %[[STORED:.*]] = llvm.zext %[[BIT]] : i1 to i8
// CHECK:         llvm.store %[[STORED]], %{{.*}} : i8, !llvm.ptr
func.func @masks(%m: memref<8xi1>, %out: memref<8xi1>, %x: memref<8xf32>, %n: index) -> f32 {
  %bit = memref.load %m[%n] : memref<8xi1>
  %number = memref.load %x[%n] : memref<8xf32>
  memref.store %bit, %out[%n] : memref<8xi1>
  return %number : f32
}

// A bf16 in memory is its bits.
// CHECK-LABEL: llvm.func @narrow(
// CHECK:         %[[LOADED:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i16
// CHECK:         %[[NUMBER:.*]] = llvm.bitcast %[[LOADED]] : i16 to bf16
// CHECK:         %[[BITS:.*]] = llvm.bitcast %[[NUMBER]] : bf16 to i16
// CHECK:         llvm.store %[[BITS]], %{{.*}} : i16, !llvm.ptr
func.func @narrow(%x: memref<8xbf16>, %out: memref<8xbf16>, %n: index) {
  %number = memref.load %x[%n] : memref<8xbf16>
  memref.store %number, %out[%n] : memref<8xbf16>
  return
}

// So are vectors of them.
// CHECK-LABEL: llvm.func @lanes(
// CHECK:         %[[BYTES:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<4xi8>
// CHECK:         %[[NONE:.*]] = llvm.mlir.constant(dense<0> : vector<4xi8>)
// CHECK:         %[[BITS:.*]] = llvm.icmp "ne" %[[BYTES]], %[[NONE]] : vector<4xi8>
// CHECK:         %[[WIDE:.*]] = llvm.zext %[[BITS]] : vector<4xi1> to vector<4xi8>
// CHECK:         llvm.store %[[WIDE]], %{{.*}} : vector<4xi8>, !llvm.ptr
func.func @lanes(%m: memref<8xi1>, %out: memref<8xi1>, %n: index) {
  %bits = vector.load %m[%n] : memref<8xi1>, vector<4xi1>
  vector.store %bits, %out[%n] : memref<8xi1>, vector<4xi1>
  return
}
