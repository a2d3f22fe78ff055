// RUN: lagrad-opt --load %S/Inputs/quaternions.py %s --lagrad-default | FileCheck %s
// RUN: lagrad-check --load %S/Inputs/quaternions.py %s
// RUN: lagrad-run --load %S/Inputs/quaternions.py %s --entry=f --arg 'a=[0,1,0,0]' --arg 'b=[0,0,1,0]' | FileCheck %s --check-prefix=VALUE
// RUN: lagrad-sparsity --load %S/Inputs/quaternions.py %s --entry=f | FileCheck %s --check-prefix=PATTERN
// RUN: lagrad-opt --load %S/Inputs/quaternions.py --list-rules | FileCheck %s --check-prefix=RULES
// RUN: not lagrad-opt %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: load.mlir:[[#]]:{{.*}}: error: unregistered operation 'quat.mul'; if this is intended, pass --allow-unregistered-dialect, or --load its rules
func.func @f(%a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %0 = "quat.mul"(%a, %b) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
// A product's adjoint is a product with the conjugate of the other factor: i j = k, and the lowering gives it.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[A:.*]]: tensor<4xf64>, %[[B:.*]]: tensor<4xf64>, %[[CT:.*]]: tensor<4xf64>)
// CHECK:         %[[C:.*]] = "quat.conj"(%[[B]])
// CHECK:         %[[R:.*]] = "quat.mul"(%[[CT]], %[[C]])
// CHECK:         return %[[R]]
// VALUE: [0. 0. 0. 1.]
// PATTERN: 4 x 8
// RULES: quat.conj  {{.*}}tensor
// RULES: quat.gate  {{.*}}elementwise{{.*}}x: y, out; y: x
// RULES: quat.mul   {{.*}}operation{{.*}}(reverse, forward)
func.func private @df(tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
