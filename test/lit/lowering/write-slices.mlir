// RUN: lagrad-opt %s --lagrad-write-slices | FileCheck %s
#id = affine_map<(i) -> (i)>

// What goes into a filled tensor is computed there, and the tensor is filled before.
// CHECK-LABEL: func.func @part(
// CHECK-SAME:    %[[X:.*]]: tensor<2xf64>)
// CHECK:         %[[Z:.*]] = linalg.fill
// CHECK:         %[[P:.*]] = tensor.extract_slice %[[Z]][4] [2] [1] : tensor<6xf64> to tensor<2xf64>
// CHECK:         %[[S:.*]] = linalg.generic {{.*}} outs(%[[P]] : tensor<2xf64>)
// CHECK:         tensor.insert_slice %[[S]] into %[[Z]][4] [2] [1]
func.func @part(%x: tensor<2xf64>) -> tensor<6xf64> {
  %zero = arith.constant 0.0 : f64
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<2xf64>) outs(%x : tensor<2xf64>) {
  ^bb0(%in: f64, %out: f64):
    %v = math.sin %in : f64
    linalg.yield %v : f64
  } -> tensor<2xf64>
  %e = tensor.empty() : tensor<6xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<6xf64>) -> tensor<6xf64>
  %a = tensor.insert_slice %s into %z[4] [2] [1] : tensor<2xf64> into tensor<6xf64>
  return %a : tensor<6xf64>
}

// Not where the fill needs what is computed, or something else reads the result.
// CHECK-LABEL: func.func @late(
// CHECK-NOT:     tensor.extract_slice
// CHECK:         return
func.func @late(%x: tensor<2xf64>) -> (tensor<6xf64>, tensor<6xf64>, tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<2xf64>) outs(%x : tensor<2xf64>) {
  ^bb0(%in: f64, %out: f64):
    %v = math.sin %in : f64
    linalg.yield %v : f64
  } -> tensor<2xf64>
  %t:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<2xf64>) outs(%x, %x : tensor<2xf64>, tensor<2xf64>) {
  ^bb0(%in: f64, %out: f64, %other: f64):
    %v = math.cos %in : f64
    linalg.yield %v, %in : f64, f64
  } -> (tensor<2xf64>, tensor<2xf64>)
  %first = tensor.extract %t#1[%c0] : tensor<2xf64>
  %e = tensor.empty() : tensor<6xf64>
  %y = linalg.fill ins(%first : f64) outs(%e : tensor<6xf64>) -> tensor<6xf64>
  %a = tensor.insert_slice %t#0 into %y[0] [2] [1] : tensor<2xf64> into tensor<6xf64>
  %f = tensor.empty() : tensor<6xf64>
  %z = linalg.fill ins(%zero : f64) outs(%f : tensor<6xf64>) -> tensor<6xf64>
  %b = tensor.insert_slice %s into %z[4] [2] [1] : tensor<2xf64> into tensor<6xf64>
  return %a, %b, %s : tensor<6xf64>, tensor<6xf64>, tensor<2xf64>
}

// A row of another tensor is as good a place, where it has been read and nobody works on the tensor.
// CHECK-LABEL: func.func @row(
// CHECK:         scf.for {{.*}} iter_args(%[[T:.*]] = %{{.*}})
// CHECK:           %[[P:.*]] = tensor.extract_slice %[[T]][%[[I:.*]], 0] [1, 2] [1, 1]
// CHECK:           linalg.generic {{.*}} outs(%[[P]] : tensor<2xf64>)
func.func @row(%x: tensor<4x2xf64>, %t: tensor<4x2xf64>, %n: index) -> tensor<4x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<4x2xf64> {
    %s = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1] : tensor<4x2xf64> to tensor<2xf64>
    %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%s : tensor<2xf64>) outs(%s : tensor<2xf64>) {
    ^bb0(%in: f64, %out: f64):
      %v = math.sin %in : f64
      linalg.yield %v : f64
    } -> tensor<2xf64>
    %b = tensor.insert_slice %y into %a[%i, 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<4x2xf64>
    scf.yield %b : tensor<4x2xf64>
  }
  return %r : tensor<4x2xf64>
}

// Not where the row is worked on, nor an argument, which stays as it is.
// CHECK-LABEL: func.func @worked_on(
// CHECK:         scf.for
// CHECK-COUNT-1:   tensor.extract_slice
// CHECK-NOT:       tensor.extract_slice
// CHECK:         return
func.func @worked_on(%x: tensor<2xf64>, %t: tensor<4x2xf64>, %n: index) -> (tensor<4x2xf64>, tensor<4x2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<4x2xf64> {
    %s = tensor.extract_slice %a[%i, 0] [1, 2] [1, 1] : tensor<4x2xf64> to tensor<2xf64>
    %w = linalg.add ins(%x, %x : tensor<2xf64>, tensor<2xf64>) outs(%s : tensor<2xf64>) -> tensor<2xf64>
    %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%w : tensor<2xf64>) outs(%x : tensor<2xf64>) {
    ^bb0(%in: f64, %out: f64):
      %v = math.sin %in : f64
      linalg.yield %v : f64
    } -> tensor<2xf64>
    %b = tensor.insert_slice %y into %a[%i, 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<4x2xf64>
    scf.yield %b : tensor<4x2xf64>
  }
  %z = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<2xf64>) outs(%x : tensor<2xf64>) {
  ^bb0(%in: f64, %out: f64):
    %v = math.sin %in : f64
    linalg.yield %v : f64
  } -> tensor<2xf64>
  %b = tensor.insert_slice %z into %t[0, 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<4x2xf64>
  return %r, %b : tensor<4x2xf64>, tensor<4x2xf64>
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

// Each trip finds %y as it was: the part is computed in a copy of it.
// CHECK-LABEL: func.func @from_before_a_loop(
// CHECK-SAME:    %[[Y:.*]]: tensor<3xf64>
// CHECK:         scf.for
// CHECK:           %[[COPY:.*]] = linalg.copy {{.*}}ins(%[[Y]]
// CHECK:           %[[PART:.*]] = tensor.extract_slice %[[COPY]][1] [2] [1]
// CHECK:           linalg.generic {{.*}} outs(%[[PART]] :
// CHECK:           tensor.insert_slice %{{.*}} into %[[COPY]][1]
func.func @from_before_a_loop(%y: tensor<3xf64>, %x: tensor<2xf64>, %n: index, %zero: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %empty = tensor.empty() : tensor<2xf64>
    %new = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%x : tensor<2xf64>) outs(%empty : tensor<2xf64>) {
      ^bb0(%a: f64, %o: f64):
        %0 = arith.addf %a, %s : f64
        linalg.yield %0 : f64
    } -> tensor<2xf64>
    %u = tensor.insert_slice %new into %y[1] [2] [1] : tensor<2xf64> into tensor<3xf64>
    %v = tensor.extract %u[%c1] : tensor<3xf64>
    scf.yield %v : f64
  }
  return %r : f64
}
