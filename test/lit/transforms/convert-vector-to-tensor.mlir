// Vectors of functions that are differentiated become tensors; the rest of the module keeps its own.
// RUN: lagrad-opt %s --lagrad-convert-vector-to-tensor | FileCheck %s
// RUN: lagrad-check %s

// A read that may reach over the end is the part inside, in a tensor of the padding.
// CHECK-LABEL: func.func @tail(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>, %[[I:.*]]: index)
// CHECK:         %[[PAD:.*]] = arith.constant 5.000000e-01 : f64
// CHECK:         %[[PART:.*]] = tensor.extract_slice %[[X]][%{{.*}}] [%[[SPAN:.*]]] [1] : tensor<?xf64> to tensor<?xf64>
// CHECK:         %[[AROUND:.*]] = tensor.splat %[[PAD]] : tensor<4xf64>
// CHECK:         %[[V:.*]] = tensor.insert_slice %[[PART]] into %[[AROUND]][0] [%[[SPAN]]] [1]
// CHECK:         %[[E:.*]] = math.exp %[[V]] : tensor<4xf64>
// CHECK:         linalg.generic
// CHECK-SAME:      iterator_types = ["reduction"]
// CHECK-SAME:      ins(%[[E]] : tensor<4xf64>)
// CHECK-NOT:     vector
func.func @tail(%x: tensor<?xf64>, %i: index) -> f64 {
  %pad = arith.constant 0.5 : f64
  %v = vector.transfer_read %x[%i], %pad : tensor<?xf64>, vector<4xf64>
  %e = math.exp %v : vector<4xf64>
  %s = vector.reduction <add>, %e : vector<4xf64> into f64
  return %s : f64
}
func.func private @tail_gradient(tensor<?xf64>, index) -> tensor<?xf64> attributes {lagrad.gradient = @tail}

// Where it cannot, it is a slice and nothing else; loops carry tensors.
// CHECK-LABEL: func.func @inside(
// CHECK:         scf.for {{.*}} -> (tensor<2xf64>)
// CHECK-NEXT:      %[[ROW:.*]] = tensor.extract_slice %{{.*}}[%{{.*}}, %{{.*}}] [1, 2] [1, 1] : tensor<3x4xf64> to tensor<2xf64>
// CHECK-NEXT:      math.fma %[[ROW]], %[[ROW]], %{{.*}} : tensor<2xf64>
// CHECK-NEXT:      scf.yield
func.func @inside(%x: tensor<3x4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %start = arith.constant dense<1.0> : vector<2xf64>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %start) -> (vector<2xf64>) {
    %v = vector.transfer_read %x[%i, %c1], %zero {in_bounds = [true]} : tensor<3x4xf64>, vector<2xf64>
    %n = vector.fma %v, %v, %s : vector<2xf64>
    scf.yield %n : vector<2xf64>
  }
  %p = vector.reduction <mul>, %r : vector<2xf64> into f64
  return %p : f64
}
func.func private @inside_gradient(tensor<3x4xf64>) -> tensor<3x4xf64> attributes {lagrad.gradient = @inside}

// A mask leaves the neutral element of what is reduced.
// CHECK-LABEL: func.func @masked(
// CHECK:         %[[M:.*]] = linalg.generic
// CHECK:           arith.cmpi slt
// CHECK:         arith.constant 0xFFF0000000000000 : f64
// CHECK:         %[[ALL:.*]] = tensor.splat %{{.*}} : tensor<4xf64>
// CHECK:         arith.select %[[M]], %{{.*}}, %[[ALL]]
func.func @masked(%x: tensor<4xf64>, %n: index {lagrad.example = 3 : index}) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : tensor<4xf64>, vector<4xf64>
  %m = vector.create_mask %n : vector<4xi1>
  %r = vector.mask %m { vector.reduction <maximumf>, %v : vector<4xf64> into f64 } : vector<4xi1> -> f64
  return %r : f64
}
func.func private @masked_gradient(tensor<4xf64>, index) -> tensor<4xf64> attributes {lagrad.gradient = @masked}

// An operation without an equal keeps its vectors, and nobody asked for the derivative of the last function.
// CHECK-LABEL: func.func @halves(
// CHECK:         %[[READ:.*]] = vector.transfer_read %{{.*}} : tensor<2xf64>, vector<2xf64>
// CHECK:         %[[BITS:.*]] = vector.bitcast %[[READ]] : vector<2xf64> to vector<4xi32>
// CHECK:         vector.transfer_write %[[BITS]], %{{.*}} : vector<4xi32>, tensor<4xi32>
func.func @halves(%x: f64, %y: f64) -> f64 {
  %v = vector.broadcast %y : f64 to vector<2xf64>
  %s = math.sin %v : vector<2xf64>
  %b = vector.bitcast %s : vector<2xf64> to vector<4xi32>
  %i = vector.reduction <xor>, %b : vector<4xi32> into i32
  %f = arith.sitofp %i : i32 to f64
  %r = arith.mulf %x, %f : f64
  return %r : f64
}
func.func private @halves_gradient(f64, f64) -> f64 attributes {lagrad.gradient = @halves, lagrad.wrt = [0]}

// CHECK-LABEL: func.func private @alone(
// CHECK:         vector.broadcast
func.func private @alone(%x: f64) -> vector<2xf64> {
  %v = vector.broadcast %x : f64 to vector<2xf64>
  return %v : vector<2xf64>
}
