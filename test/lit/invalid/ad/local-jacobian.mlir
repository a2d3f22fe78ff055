// RUN: lagrad-opt %s --lagrad-differentiate --verify-diagnostics

// expected-error@+1 {{'lagrad.local_jacobian' of @g needs active arguments and results that are scalars of one real type, not tensor<2xf64>}}
func.func @g(%x: tensor<2xf64>) -> tensor<2xf64> attributes {lagrad.local_jacobian} {
  return %x : tensor<2xf64>
}
func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> {
  // expected-note@+1 {{it is called here}}
  %y = func.call @g(%x) : (tensor<2xf64>) -> tensor<2xf64>
  return %y : tensor<2xf64>
}
func.func private @df(tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64> attributes {lagrad.pullback = @f}
