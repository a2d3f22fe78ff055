// RUN: lagrad-opt %s --lagrad-expand-math | FileCheck %s --check-prefix=CALL
// RUN: lagrad-opt %s --lagrad-to-llvm | FileCheck %s
// RUN: lagrad-opt %s --emit=header | FileCheck %s --check-prefix=HEADER

// CALL:        func.func private @lagrad.check(i1, index, index, index, index) -> index
// CALL-SAME:     lagrad.sites = ["{{.*}}report-failures.mlir:31:3: assertion failed: 100%% sure"]
// CALL-LABEL:  func.func @f(
// CALL-SAME:     %[[HOLDS:.*]]: i1
// CALL:          call @lagrad.check(%[[HOLDS]],
// CALL-NOT:      cf.assert

// The record is made by the C function, and is the last argument of the one that it calls. Where the assertion fails,
// the call ends.
// CHECK-LABEL: llvm.func internal @f.lowered(
// CHECK-SAME:    %[[C:[^,]*]]: i1, {{.*}}, %[[RECORD:[^,]*]]: !llvm.ptr {llvm.noalias})
// CHECK:         llvm.cond_br %[[C]] weights([2000, 1]), ^[[WELL:.*]], ^[[COMPLAIN:.*]]
// CHECK:       ^[[COMPLAIN]]:
// CHECK-NEXT:    llvm.call @lagrad.call.complain(%{{.*}}, %{{.*}}, %{{.*}}, %[[RECORD]])
// CHECK-NEXT:    llvm.br ^[[END:.*]]
// CHECK:       ^[[END]]:
// CHECK-NEXT:    llvm.return
// CHECK:       llvm.func @f({{.*}}) -> i64
// CHECK:         %[[MADE:.*]] = llvm.alloca %{{.*}} x !llvm.struct<
// CHECK:         llvm.call @f.lowered({{.*}}, %[[MADE]])
// CHECK:         %[[STATUS:.*]] = llvm.load %[[MADE]]
// CHECK:         llvm.call @lagrad.call.clear(%[[MADE]])
// CHECK:         llvm.return %[[STATUS]] : i64
// HEADER:      const char *lagrad_message(int64_t status);
// HEADER:      int64_t f(uint8_t arg0, double *result);
func.func @f(%c: i1) -> f64 {
  cf.assert %c, "100% sure"
  %x = arith.constant 2.0 : f64
  return %x : f64
}

// What cannot fail has no record, and returns 0.
// CHECK-LABEL: llvm.func internal @plain.lowered(
// CHECK-NOT:     llvm.cond_br
// CHECK:       llvm.func @plain(
// CHECK-NOT:     llvm.struct
// CHECK:         llvm.call @plain.lowered(
// CHECK:         %[[ZERO:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:    llvm.return %[[ZERO]] : i64
func.func @plain(%x: f64) -> f64 {
  return %x : f64
}
