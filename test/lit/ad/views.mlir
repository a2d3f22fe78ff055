// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: tensor<2x6xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<2x6xf64> into tensor<12xf64>
  %1 = tensor.extract_slice %0[2] [3] [1] : tensor<12xf64> to tensor<3xf64>
  %2 = math.sin %1 : tensor<3xf64>
  %3 = tensor.extract_slice %0[4] [3] [1] : tensor<12xf64> to tensor<3xf64>
  %4 = math.exp %3 : tensor<3xf64>
  return %2, %4 : tensor<3xf64>, tensor<3xf64>
}

// Views have no adjoint of their own. What first reaches a slice is put into zeros shaped like its
// source, and on through the reshape; what comes later is added into that slice of the
// argument's adjoint.
// CHECK-LABEL: func.func @df(
// CHECK:         %[[ZEROS:.*]] = linalg.fill
// CHECK:         %[[FIRST:.*]] = tensor.insert_slice %{{.*}} into %[[ZEROS]][4] [3] [1]
// CHECK:         %[[PART:.*]] = tensor.extract_slice %[[FIRST]][2] [3] [1]
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}} outs(%[[PART]]
// CHECK:         %[[BACK:.*]] = tensor.insert_slice %[[SUM]] into %[[FIRST]][2] [3] [1]
// CHECK:         %[[X:.*]] = tensor.expand_shape %[[BACK]]
// CHECK-NEXT:    return %[[X]]
func.func private @df(tensor<2x6xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<2x6xf64> attributes {lagrad.pullback = @f}
