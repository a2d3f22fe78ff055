// A reduction without a closed-form adjoint is differentiated as loops, which a remark says.
// RUN: lagrad-opt %s --lagrad-differentiate --remarks --verify-diagnostics
// RUN: lagrad-check %s

func.func @product(%x: tensor<4xf64>) -> f64 {
  %one = arith.constant dense<1.0> : tensor<f64>
  // expected-remark @+2 {{differentiated as loops: it reduces by something other than a sum, a maximum or a minimum}}
  // expected-remark @+1 {{@gradient records 1 value an iteration of this loop: 8 bytes}}
  %p = linalg.reduce { arith.mulf } ins(%x : tensor<4xf64>) outs(%one : tensor<f64>) dimensions = [0]
  %r = tensor.extract %p[] : tensor<f64>
  return %r : f64
}
// expected-remark @below {{@gradient differentiates}}
func.func private @gradient(tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.gradient = @product}
