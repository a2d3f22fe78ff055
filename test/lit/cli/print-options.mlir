// RUN: lagrad-opt %s --mlir-print-debuginfo | FileCheck %s --check-prefix=DEBUG
// RUN: lagrad-opt - --mlir-print-debuginfo < %s | FileCheck %s --check-prefix=STDIN
// RUN: lagrad-opt %s --mlir-print-debuginfo --mlir-pretty-debuginfo | FileCheck %s --check-prefix=PRETTY
// RUN: lagrad-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: lagrad-opt %s --mlir-print-skip-regions | FileCheck %s --check-prefix=SKIP
// RUN: lagrad-opt %s --mlir-elide-elementsattrs-if-larger=2 | FileCheck %s --check-prefix=ELIDE
// RUN: lagrad-opt %s --mlir-use-nameloc-as-prefix | FileCheck %s --check-prefix=NAMES
// RUN: lagrad-opt %s --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOCAL
// RUN: not lagrad-opt %s --mlir-elide-elementsattrs-if-larger=2=x 2>&1 | FileCheck %s --check-prefix=NUMBER

// DEBUG:   #loc{{.*}} = loc("{{.*}}print-options.mlir":20
// STDIN:   #loc{{.*}} = loc("<stdin>":
// PRETTY:  arith.constant {{.*}} "x_bar"
// GENERIC: "func.func"() <{
// SKIP:    module {...}
// ELIDE:   dense_resource<__elided__>
// NAMES:   %x_bar = arith.constant
// LOCAL:   arith.constant {{.*}} loc("x_bar"
// NUMBER:  error: Invalid value for '--mlir-elide-elementsattrs-if-larger'
func.func @f() -> tensor<3xf64> {
  %0 = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64> loc("x_bar")
  return %0 : tensor<3xf64>
}
