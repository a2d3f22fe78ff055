// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-opt %s --lagrad-differentiate='function=chain mode=jacobian compressed result=made' --remarks -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// RUN: lagrad-check %s

// Neighbours in a chain: three directions show all entries, and one sweep takes them together.
func.func @chain(%x: tensor<6xf64>) -> tensor<4xf64> {
  %left = tensor.extract_slice %x[0] [4] [1] : tensor<6xf64> to tensor<4xf64>
  %middle = tensor.extract_slice %x[1] [4] [1] : tensor<6xf64> to tensor<4xf64>
  %right = tensor.extract_slice %x[2] [4] [1] : tensor<6xf64> to tensor<4xf64>
  %0 = arith.mulf %left, %middle : tensor<4xf64>
  %1 = math.sin %right : tensor<4xf64>
  %2 = arith.addf %0, %1 : tensor<4xf64>
  return %2 : tensor<4xf64>
}

// The pattern is constant; the values are picked out of the products with the three directions.
// CHECK-LABEL: func.func @jacobian(
// CHECK-DAG:     %[[STARTS:.*]] = arith.constant dense<[0, 3, 6, 9, 12]> : tensor<5xi32>
// CHECK-DAG:     %[[COLUMNS:.*]] = arith.constant dense<[0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 5]> : tensor<12xi32>
// CHECK-DAG:     arith.constant dense<[{{[0-9, ]+}}]> : tensor<6xi32>
// CHECK-NOT:     scf.for
// CHECK:         math.cos
// CHECK:         tensor<4x3xf64>
// CHECK:         %[[VALUES:.*]] = linalg.generic {{.*}} outs({{.*}} : tensor<12xf64>)
// CHECK:         return %[[VALUES]], %[[COLUMNS]], %[[STARTS]]
func.func private @jacobian(tensor<6xf64>) -> (tensor<12xf64>, tensor<12xi32>, tensor<5xi32>)
    attributes {lagrad.jacobian = @chain, lagrad.compressed}

// Who does not know how many entries there are leaves it open. A chunk of two directions takes a loop.
// CHECK-LABEL: func.func @rows(
// CHECK:         scf.for
// CHECK:         tensor.cast {{.*}} : tensor<12xf64> to tensor<?xf64>
func.func private @rows(tensor<6xf64>) -> (tensor<4xf64>, tensor<?xf64>, tensor<?xi32>, tensor<5xi32>)
    attributes {lagrad.jacobian = @chain, lagrad.compressed, lagrad.mode = "reverse", lagrad.chunk = 2, lagrad.with_primal}

// REMARK: remark: @jacobian, 4 x 6, has 12 nonzeros and takes 3 directions: pushforwards
// REMARK: remark: @rows, 4 x 6, has 12 nonzeros and takes 3 directions: pullbacks
// REMARK: remark: @made, 4 x 6, has 12 nonzeros and takes 3 directions: pushforwards
