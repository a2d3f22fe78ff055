// RUN: lagrad-opt %s --lagrad-to-llvm --print-after-stage=fusion --print-after-stage=buffers 2>&1 >%t | FileCheck %s
// RUN: lagrad-opt %s --lagrad-to-llvm --print-after-stage=all 2>&1 >%t | FileCheck %s --check-prefix=ALL
// RUN: lagrad-opt %s --emit=obj -o %t.o --print-after-stage=destinations 2>&1 | FileCheck %s --check-prefix=EMIT
// RUN: not lagrad-opt %s --lagrad-to-llvm --print-after-stage=fusoin 2>&1 | FileCheck %s --check-prefix=TYPO
// RUN: not lagrad-opt %s --cse --print-after-stage=fusion 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not lagrad-opt %s --cse --print-after-stage=all 2>&1 | FileCheck %s --check-prefix=NO-ALL
// RUN: not lagrad-opt %s --lagrad-to-llvm --stop-after=fusion --print-after-stage=llvm 2>&1 | FileCheck %s --check-prefix=LATE

// CHECK:      // -----// IR Dump After stage fusion //----- //
// CHECK:      linalg.generic {{.*}} tensor<4xf64>
// CHECK:      // -----// IR Dump After stage buffers //----- //
// CHECK:      linalg.generic {{.*}} memref<4xf64>
// CHECK-NOT:  IR Dump

// ALL:      IR Dump After stage preparation
// ALL:      IR Dump After stage loops
// ALL:      IR Dump After stage interface
// ALL:      llvm.func @f

// EMIT:     IR Dump After stage destinations
// EMIT-NOT: IR Dump

// TYPO:   error: cannot print the program after 'fusoin': the lowering has no stage 'fusoin'; did you mean 'fusion'?
// NONE:   error: cannot print the program after 'fusion': the pipeline has no stages; name one of lagrad-to-llvm, {{.*}} in it
// NO-ALL: error: cannot print the program after 'all': the pipeline has no stages
// LATE:   error: cannot print the program after 'llvm': the lowering stops before that stage
func.func @f(%x: tensor<4xf64>) -> tensor<4xf64> {
  %s = math.sin %x : tensor<4xf64>
  return %s : tensor<4xf64>
}
