// RUN: lagrad-opt %s --lagrad-profile-loops | FileCheck %s
// RUN: lagrad-opt %s --lagrad-profile-loops=measure=work | FileCheck %s --check-prefix=WORK
// RUN: lagrad-opt %s --lagrad-profile-loops=depth=0 | FileCheck %s --check-prefix=FUNCTIONS
// RUN: not lagrad-opt %s --lagrad-profile-loops=measure=money 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: option 'measure' of 'lagrad-profile-loops' is time or work, not 'money'

// A clock stands before and after each site: the function, its loop, and the copy.
// CHECK:       memref.global "private" @lagrad.profile.counters : memref<4x4xi64> = dense<0>
// CHECK:       func.func @lagrad_profile_sites
// CHECK:       func.func @lagrad_profile_counters(
// CHECK-LABEL: func.func @f(
// CHECK:         %[[F:.*]] = llvm.call_intrinsic "llvm.read{{.*}}counter"
// CHECK:         %[[L:.*]] = llvm.call_intrinsic "llvm.read{{.*}}counter"
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      memref.load
// CHECK-NEXT:      arith.mulf
// CHECK-NEXT:      memref.store
// CHECK-NEXT:    }
// CHECK:         %[[E:.*]] = llvm.call_intrinsic "llvm.read{{.*}}counter"
// CHECK-NEXT:    arith.subi %[[E]], %[[L]]
// CHECK:         memref.copy
// CHECK:         %[[R:.*]] = llvm.call_intrinsic "llvm.read{{.*}}counter"
// CHECK:         %[[T:.*]] = llvm.call_intrinsic "llvm.read{{.*}}counter"
// CHECK-NEXT:    arith.subi %[[T]], %[[F]]
// CHECK:         return

// An iteration is one operation, and reads and writes sixteen bytes. No clock is read in the function.
// WORK-LABEL:  func.func @f(
// WORK-NOT:      call_intrinsic
// WORK:          scf.for
// WORK:            memref.store
// WORK:            arith.constant 1 : i64
// WORK:            arith.addi
// WORK:            arith.constant 16 : i64
// WORK:            arith.addi
// WORK:          }

// FUNCTIONS: memref.global "private" @lagrad.profile.counters : memref<2x4xi64>
func.func @f(%x: memref<4096xf64>, %y: memref<4096xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<4096xf64>
    %b = arith.mulf %a, %a : f64
    memref.store %b, %y[%i] : memref<4096xf64>
  }
  memref.copy %y, %x : memref<4096xf64> to memref<4096xf64>
  return
}
