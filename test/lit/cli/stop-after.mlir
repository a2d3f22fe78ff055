// RUN: lagrad-opt %s --lagrad-to-llvm --stop-after=fusion | FileCheck %s --check-prefix=FUSION
// RUN: lagrad-opt %s --lagrad-to-llvm-strict --stop-after=bufferization --cse | FileCheck %s --check-prefix=BUFFERS
// RUN: lagrad-opt %s --lagrad-to-llvm=stop-after=interface | FileCheck %s --check-prefix=WHOLE
// RUN: lagrad-opt %s --lagrad-to-llvm --stop-after=destinations --dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: lagrad-opt %s --lagrad-to-llvm --stop-after=fusion -o %t && lagrad-opt %t --lagrad-pack-triangular -o %t.again
// RUN: not lagrad-opt %s --lagrad-to-llvm --stop-after=bufers 2>&1 | FileCheck %s --check-prefix=TYPO
// RUN: not lagrad-opt %s --lagrad-to-llvm=stop-after=middle 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not lagrad-opt %s --canonicalize --stop-after=fusion 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not lagrad-opt %s --lagrad-to-llvm --stop-after=fusion --emit=llvmir 2>&1 | FileCheck %s --check-prefix=EMIT

// FUSION-COUNT-1: linalg.generic
// FUSION:         math.sin
// FUSION-NEXT:    math.exp
// FUSION-NOT:     linalg.generic

// BUFFERS:     func.func @f(%{{.*}}: memref<4xf64>, %{{.*}}: memref<4xf64>)
// BUFFERS:     linalg.generic {{.*}} memref<4xf64>

// WHOLE: llvm.func @f(

// DUMP:     Pass Manager with the pipeline:
// DUMP:     lagrad-place-results)
// DUMP-NOT: one-shot-bufferize

// TYPO:    error: the lowering has no stage 'bufers'; did you mean 'buffers'
// UNKNOWN: error: the lowering has no stage 'middle'; its stages are preparation, structure,
// NONE:    error: cannot stop after 'fusion': the pipeline has no stages; name one of lagrad-to-llvm, {{.*}} in it
// EMIT:    error: --stop-after goes with --emit=mlir or bytecode: llvmir takes the whole lowering
func.func @f(%x: tensor<4xf64>) -> tensor<4xf64> {
  %s = math.sin %x : tensor<4xf64>
  %e = math.exp %s : tensor<4xf64>
  return %e : tensor<4xf64>
}
