// RUN: lagrad-opt %s --lagrad-write-slices | FileCheck %s
#id = affine_map<(i) -> (i)>

// What is inserted where it was read from is computed there.
// CHECK-LABEL: func.func @same_place(
// CHECK:         %[[ROW:.*]] = tensor.extract_slice
// CHECK:         linalg.generic {{.*}} ins(%[[ROW]] : tensor<4xf64>) outs(%[[ROW]] : tensor<4xf64>)
func.func @same_place(%a: tensor<8x4xf64>, %i: index) -> tensor<8x4xf64> {
  %row = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : tensor<8x4xf64> to tensor<4xf64>
  %e = tensor.empty() : tensor<4xf64>
  %new = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%row : tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%in: f64, %out: f64):
    %s = math.sin %in : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  %b = tensor.insert_slice %new into %a[%i, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<8x4xf64>
  return %b : tensor<8x4xf64>
}

// Another row keeps what it had until it is overwritten.
// CHECK-LABEL: func.func @other_place(
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK:         linalg.generic {{.*}} outs(%[[E]] : tensor<4xf64>)
func.func @other_place(%a: tensor<8x4xf64>, %i: index, %j: index) -> tensor<8x4xf64> {
  %row = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : tensor<8x4xf64> to tensor<4xf64>
  %e = tensor.empty() : tensor<4xf64>
  %new = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%row : tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%in: f64, %out: f64):
    %s = math.sin %in : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  %b = tensor.insert_slice %new into %a[%j, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<8x4xf64>
  return %b : tensor<8x4xf64>
}

// The row is overwritten once it has been read.
// CHECK-LABEL: func.func @read_later(
// CHECK:         %[[ROW:.*]] = tensor.extract_slice
// CHECK:         linalg.generic {{.*}} ins(%[[ROW]] : tensor<4xf64>) outs(%{{.*}} : tensor<f64>)
// CHECK:         linalg.generic {{.*}} ins(%[[ROW]] : tensor<4xf64>) outs(%[[ROW]] : tensor<4xf64>)
func.func @read_later(%a: tensor<8x4xf64>, %z: tensor<f64>, %i: index) -> (tensor<8x4xf64>, tensor<f64>) {
  %row = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : tensor<8x4xf64> to tensor<4xf64>
  %e = tensor.empty() : tensor<4xf64>
  %new = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%row : tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%in: f64, %out: f64):
    %s = math.sin %in : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  %sum = linalg.generic {indexing_maps = [#id, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%row : tensor<4xf64>) outs(%z : tensor<f64>) {
  ^bb0(%in: f64, %out: f64):
    %s = arith.addf %in, %out : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %b = tensor.insert_slice %new into %a[%i, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<8x4xf64>
  return %b, %sum : tensor<8x4xf64>, tensor<f64>
}

// What others go on with in place starts in the slice.
// CHECK-LABEL: func.func @in_steps(
// CHECK:         %[[ROW:.*]] = tensor.extract_slice
// CHECK:         %[[ONE:.*]] = linalg.generic {{.*}} ins(%[[ROW]] : tensor<4xf64>) outs(%[[ROW]] : tensor<4xf64>)
// CHECK:         linalg.matvec {{.*}} outs(%[[ONE]] : tensor<4xf64>)
func.func @in_steps(%a: tensor<8x4xf64>, %w: tensor<4x4xf64>, %x: tensor<4xf64>, %i: index) -> tensor<8x4xf64> {
  %row = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : tensor<8x4xf64> to tensor<4xf64>
  %e = tensor.empty() : tensor<4xf64>
  %one = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%row : tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%in: f64, %out: f64):
    %s = math.sin %in : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  %two = linalg.matvec ins(%w, %x : tensor<4x4xf64>, tensor<4xf64>) outs(%one : tensor<4xf64>) -> tensor<4xf64>
  %b = tensor.insert_slice %two into %a[%i, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<8x4xf64>
  return %b : tensor<8x4xf64>
}

// Elements that become a row are put into the row.
// CHECK-LABEL: func.func @elements(
// CHECK:         %[[ROW:.*]] = tensor.extract_slice %{{.*}}[1, 0] [1, 2] [1, 1]
// CHECK:         %[[FIRST:.*]] = tensor.insert %{{.*}} into %[[ROW]][%c0{{[_0-9]*}}]
// CHECK:         %[[SECOND:.*]] = tensor.insert %{{.*}} into %[[FIRST]][%c1{{[_0-9]*}}]
// CHECK:         tensor.insert_slice %[[SECOND]] into
func.func @elements(%a: f64, %b: f64, %into: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %row = tensor.from_elements %a, %b : tensor<2xf64>
  %r = tensor.insert_slice %row into %into[1, 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<3x2xf64>
  return %r : tensor<3x2xf64>
}
