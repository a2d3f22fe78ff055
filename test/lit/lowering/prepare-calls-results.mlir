// RUN: lagrad-opt %s --lagrad-prepare-calls | FileCheck %s

// The caller takes the two results for two buffers.
// CHECK-LABEL: func.func private @twice(
// CHECK:         %[[Y:.*]] = linalg.exp
// CHECK:         %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[Y]])
// CHECK:         return %[[Y]], %[[COPY]]
func.func private @twice(%x: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %e = tensor.empty() : tensor<4xf64>
  %y = linalg.exp ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  return %y, %y : tensor<4xf64>, tensor<4xf64>
}

// CHECK-LABEL: func.func private @part(
// CHECK:         %[[Z:.*]] = tensor.extract_slice
// CHECK:         bufferization.alloc_tensor() copy(%[[Z]])
func.func private @part(%x: tensor<4xf64>) -> (tensor<4xf64>, tensor<2xf64>) {
  %e = tensor.empty() : tensor<4xf64>
  %y = linalg.exp ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %z = tensor.extract_slice %y[1] [2] [1] : tensor<4xf64> to tensor<2xf64>
  return %y, %z : tensor<4xf64>, tensor<2xf64>
}

// Two tensors from one `tensor.empty` are two buffers, and so are those that a loop carries.
// CHECK-LABEL: func.func private @apart(
// CHECK-NOT:     alloc_tensor
// CHECK:         return
func.func private @apart(%x: tensor<4xf64>, %n: index) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf64>
  %y = linalg.exp ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %z = linalg.log ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%t = %e) -> tensor<4xf64> {
    %v = tensor.extract %x[%i] : tensor<4xf64>
    %u = tensor.insert %v into %t[%i] : tensor<4xf64>
    scf.yield %u : tensor<4xf64>
  }
  return %y, %z, %t : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}

// CHECK-LABEL: func.func private @branch(
// CHECK:         %[[R:.*]]:2 = scf.if
// CHECK:         bufferization.alloc_tensor() copy(%[[R]]#1)
func.func private @branch(%c: i1, %x: tensor<4xf64>, %y: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %r:2 = scf.if %c -> (tensor<4xf64>, tensor<4xf64>) {
    scf.yield %x, %y : tensor<4xf64>, tensor<4xf64>
  } else {
    scf.yield %x, %x : tensor<4xf64>, tensor<4xf64>
  }
  return %r#0, %r#1 : tensor<4xf64>, tensor<4xf64>
}

// CHECK-LABEL: func.func private @switch(
// CHECK:         %[[R:.*]]:2 = scf.index_switch
// CHECK:         bufferization.alloc_tensor() copy(%[[R]]#1)
func.func private @switch(%k: index, %x: tensor<4xf64>, %y: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %r:2 = scf.index_switch %k -> tensor<4xf64>, tensor<4xf64>
  case 0 {
    scf.yield %x, %y : tensor<4xf64>, tensor<4xf64>
  }
  default {
    scf.yield %x, %x : tensor<4xf64>, tensor<4xf64>
  }
  return %r#0, %r#1 : tensor<4xf64>, tensor<4xf64>
}

// CHECK-LABEL: func.func private @constant(
// CHECK:         bufferization.alloc_tensor() copy
func.func private @constant() -> tensor<4xf64> {
  %k = arith.constant dense<1.0> : tensor<4xf64>
  return %k : tensor<4xf64>
}

// Nobody calls this one; what a public function returns goes where its caller says.
// CHECK-LABEL: func.func @entry(
// CHECK-NOT:     alloc_tensor
func.func @entry(%x: tensor<4xf64>, %c: i1, %n: index) -> (tensor<4xf64>, tensor<4xf64>) {
  %a:2 = call @twice(%x) : (tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  %b:2 = call @part(%x) : (tensor<4xf64>) -> (tensor<4xf64>, tensor<2xf64>)
  %d:3 = call @apart(%x, %n) : (tensor<4xf64>, index) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>)
  %e:2 = call @branch(%c, %x, %a#0) : (i1, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  %g:2 = call @switch(%n, %x, %a#0) : (index, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  %k = call @constant() : () -> tensor<4xf64>
  return %x, %x : tensor<4xf64>, tensor<4xf64>
}
