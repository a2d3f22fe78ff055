// RUN: lagrad-opt %s --lagrad-to-llvm --lagrad-print-loops -o /dev/null 2>&1 | FileCheck %s
// RUN: lagrad-opt %s --lagrad-to-llvm --lagrad-print-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=CALLS
// RUN: lagrad-opt %s --lagrad-to-llvm-strict --lagrad-print-loops -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICT
// RUN: lagrad-opt %s --lagrad-to-llvm --lagrad-print-loops --report=%t.json -o /dev/null
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: lagrad-opt %s --lagrad-to-llvm-blas --lagrad-print-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=BLAS
// RUN: not lagrad-opt %s --lagrad-print-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=EARLY

// EARLY: error: 'lagrad-print-loops' runs on a program that is lowered to LLVM

// REPORT:      "width": 1,
// REPORT-NEXT: "reasons": [
// REPORT-NEXT:   "it calls sin",
// REPORT-NEXT:   "each iteration waits for the one before"

#row = affine_map<(i) -> (i)>
#one = affine_map<(i) -> ()>

// Strict code calls the C library.
// CHECK:         :8: note: this loop computes {{2|4|8}} numbers at once{{$}}
// CHECK-NEXT:      %y = math.exp %x
// STRICT:        note: this loop computes {{.*}}exp
// STRICT-NEXT:     %y = math.exp %x
func.func @elementwise(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = math.exp %x : tensor<?xf64>
  return %y : tensor<?xf64>
}

// A sum in the order of the program is no vector code.
// CHECK:         :10: note: this loop computes {{2|4|8}} numbers at once{{$}}
// CHECK-NEXT:      %sum = linalg.generic
// STRICT:        :10: note: this loop computes one number at a time: each iteration waits for the one before
// STRICT-NEXT:     %sum = linalg.generic
func.func @sum(%x: tensor<?xf64>, %zero: tensor<f64>) -> tensor<f64> {
  %sum = linalg.generic {indexing_maps = [#row, #one], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf64>) outs(%zero : tensor<f64>) {
  ^bb0(%a: f64, %s: f64):
    %t = arith.addf %s, %a : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  return %sum : tensor<f64>
}

// CHECK:         :8: note: this loop computes one number at a time: it calls sin, and each iteration waits for the one
// CHECK-NEXT:      %r = scf.for
func.func @chain(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %b = math.sin %a : f64
    scf.yield %b : f64
  }
  return %r : f64
}

// CHECK:         note: this loop copies or fills rows
func.func @rows(%x: tensor<?x?xf64>, %i: index) -> tensor<?x?xf64> {
  %part = tensor.extract_slice %x[%i, 2] [%i, %i] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
  return %part : tensor<?x?xf64>
}

// Loops are for sizes too small for a call. Calls are listed first; of the loops of the function called there are none.
// CALLS:         :8: note: this product calls lagrad.product.f64
// CALLS-NEXT:      %c = linalg.matmul
// CALLS-NOT:     this product calls
// CALLS-COUNT-5: note: this loop
// CALLS-NOT:     note: this loop
// BLAS:          :8: note: this product calls dgemm
// BLAS-NEXT:       %c = linalg.matmul
// BLAS:          :8: note: this product calls lagrad.product.f64
// BLAS-NEXT:       %c = linalg.matmul
// BLAS:          note: this loop computes
// BLAS:            %c = linalg.matmul
func.func @product(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %zero: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%zero : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %c : tensor<?x?xf64>
}
