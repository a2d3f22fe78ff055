// RUN: lagrad-opt %s --lagrad-outline-parts=least=2 | FileCheck %s
// RUN: lagrad-opt %s --lagrad-outline-parts | FileCheck %s --check-prefix=FEW
// RUN: lagrad-opt %s --lagrad-outline-parts=least=2 --convert-linalg-to-loops --convert-scf-to-cf \
// RUN:     --convert-cf-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm --lagrad-restrict-arguments \
// RUN:   | FileCheck %s --check-prefix=LLVM
// FEW-NOT: call

!m = memref<64x64xf64>

// A buffer of one part only is the function's own, others are arguments; the parts begin where most are of one only.
// CHECK-LABEL: func.func private @layers.part.0(
// CHECK-SAME:    %[[X:.*]]: memref<64x64xf64> {lagrad.restrict}, %[[Y:.*]]: memref<64x64xf64> {lagrad.restrict})
// CHECK-SAME:    attributes {lagrad.outlined = array<i64: 1, 8>, llvm.no_inline}
// CHECK:         %[[T:.*]] = memref.alloc()
// CHECK:         linalg.exp ins(%[[X]] : {{.*}}) outs(%[[T]]
// CHECK:         linalg.tanh ins(%[[T]] : {{.*}}) outs(%[[Y]]
// CHECK:         memref.dealloc %[[T]]
// CHECK:         return
// CHECK-LABEL: func.func @layers(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: memref<64x64xf64> {lagrad.restrict}, %[[P:[a-z0-9]*]]: memref<64x64xf64>
// CHECK-SAME:    %[[Q:[a-z0-9]*]]: memref<64x64xf64> {lagrad.restrict}, %[[R:[a-z0-9]*]]: memref<64x64xf64>
// CHECK-NEXT:    linalg.tanh ins(%[[X]] : {{.*}}) outs(%[[P]]
// CHECK-NEXT:    call @layers.part.0(%[[P]], %[[Q]])
// CHECK-NEXT:    call @layers.part.0(%[[Q]], %[[R]])
// CHECK-NEXT:    return
// LLVM:        llvm.func @layers.part.0(%{{[a-z0-9]*}}: !llvm.ptr, %{{[a-z0-9]*}}: !llvm.ptr {llvm.noalias},
func.func @layers(
    %x: !m {lagrad.restrict}, %p: !m {lagrad.restrict}, %q: !m {lagrad.restrict}, %r: !m {lagrad.restrict}) {
  linalg.tanh ins(%x : !m) outs(%p : !m)
  %t = memref.alloc() : !m
  linalg.exp ins(%p : !m) outs(%t : !m)
  linalg.tanh ins(%t : !m) outs(%q : !m)
  %u = memref.alloc() : !m
  linalg.exp ins(%q : !m) outs(%u : !m)
  linalg.tanh ins(%u : !m) outs(%r : !m)
  memref.dealloc %t : !m
  memref.dealloc %u : !m
  return
}

// Arguments that may share memory.
// CHECK-LABEL: func.func @may_be_one(
// CHECK-NOT:     call
// CHECK:         return
func.func @may_be_one(%x: !m, %y: !m) {
  linalg.exp ins(%x : !m) outs(%y : !m)
  linalg.tanh ins(%x : !m) outs(%y : !m)
  linalg.exp ins(%y : !m) outs(%x : !m)
  linalg.tanh ins(%y : !m) outs(%x : !m)
  return
}

// A part that passes a buffer twice stays; the others are calls.
// CHECK-LABEL: func.func @passed_twice(
// CHECK:         call @passed_twice.part.0(%[[X:[a-z0-9]*]], %[[Y:[a-z0-9]*]])
// CHECK-NEXT:    linalg.exp ins(%[[Y]] : memref<64x64xf64>) outs(%[[Y]]
// CHECK-NEXT:    call @passed_twice.part.0(%[[X]], %[[Y]])
// CHECK-NEXT:    return
func.func @passed_twice(%x: !m {lagrad.restrict}, %y: !m {lagrad.restrict}) {
  linalg.exp ins(%x : !m) outs(%y : !m)
  linalg.exp ins(%y : !m) outs(%y : !m)
  linalg.exp ins(%x : !m) outs(%y : !m)
  return
}

// Of two parts that read otherwise somewhere, what they have alike before that.
// CHECK-LABEL: func.func @otherwise(
// CHECK:         call @otherwise.part.0(
// CHECK-NEXT:    linalg.exp ins(%[[X:[a-z0-9]*]] : memref<64x64xf64>) outs(%[[X]]
// CHECK:         call @otherwise.part.0(
// CHECK-NEXT:    linalg.exp ins(%[[X]] : memref<64x64xf64>) outs(%{{.*}}
// CHECK:         return
func.func @otherwise(%x: !m {lagrad.restrict}, %y: !m {lagrad.restrict}) {
  linalg.tanh ins(%x : !m) outs(%x : !m)
  linalg.abs ins(%x : !m) outs(%x : !m)
  linalg.exp ins(%x : !m) outs(%x : !m)
  %c0 = arith.constant 0 : index
  %f = memref.load %x[%c0, %c0] : !m
  memref.store %f, %y[%c0, %c0] : !m
  linalg.tanh ins(%x : !m) outs(%x : !m)
  linalg.abs ins(%x : !m) outs(%x : !m)
  linalg.exp ins(%x : !m) outs(%y : !m)
  return
}

// Numbers that others read, and small buffers.
// CHECK-LABEL: func.func @numbers(
// CHECK-NOT:     call
// CHECK:         return
func.func @numbers(%x: !m {lagrad.restrict}) -> f64 {
  %c0 = arith.constant 0 : index
  linalg.exp ins(%x : !m) outs(%x : !m)
  %0 = memref.load %x[%c0, %c0] : !m
  linalg.exp ins(%x : !m) outs(%x : !m)
  %1 = memref.load %x[%c0, %c0] : !m
  %2 = arith.addf %0, %1 : f64
  return %2 : f64
}
// CHECK-LABEL: func.func @small(
// CHECK-NOT:     call
// CHECK:         return
func.func @small(%x: memref<8xf64> {lagrad.restrict}) {
  linalg.exp ins(%x : memref<8xf64>) outs(%x : memref<8xf64>)
  linalg.tanh ins(%x : memref<8xf64>) outs(%x : memref<8xf64>)
  linalg.exp ins(%x : memref<8xf64>) outs(%x : memref<8xf64>)
  linalg.tanh ins(%x : memref<8xf64>) outs(%x : memref<8xf64>)
  return
}
