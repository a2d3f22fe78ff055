// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: tensor<2x6xf64>) -> tensor<3xf64> {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<2x6xf64> into tensor<12xf64>
  %1 = tensor.extract_slice %0[2] [3] [1] : tensor<12xf64> to tensor<3xf64>
  %2 = math.sin %1 : tensor<3xf64>
  return %2 : tensor<3xf64>
}

// Views have no adjoint of their own: what reaches the slice is added through the reshape into
// the adjoint of the argument.
// CHECK-LABEL: func.func @df(
// CHECK:         %[[FLAT:.*]] = linalg.fill
// CHECK:         %[[PART:.*]] = tensor.extract_slice %[[FLAT]][2] [3] [1]
// CHECK-NEXT:    %[[SUM:.*]] = linalg.generic {{.*}} outs(%[[PART]]
// CHECK:         %[[BACK:.*]] = tensor.insert_slice %[[SUM]] into %[[FLAT]][2] [3] [1]
// CHECK:         tensor.expand_shape %[[BACK]]
func.func private @df(tensor<2x6xf64>, tensor<3xf64>) -> tensor<2x6xf64> attributes {lagrad.pullback = @f}
