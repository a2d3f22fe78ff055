// RUN: lagrad-opt %s --lagrad-differentiate --split-input-file --verify-diagnostics

func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = math.sin %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
// expected-error @below {{the compressed jacobian of @f with respect to [0] has 3 entries; @df has the type tensor<9xf64>, which may be tensor<3xf64> or tensor<?xf64>}}
func.func private @df(tensor<3xf64>) -> (tensor<9xf64>, tensor<9xi32>, tensor<4xi32>) attributes {lagrad.jacobian = @f, lagrad.compressed}

// -----

// expected-note @below {{@f is defined here}}
func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = math.sin %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
// expected-error @below {{@df does not have the signature of the compressed jacobian of @f with respect to [0]: expected (tensor<3xf64>) -> (tensor<?xf64>, tensor<?xi32>, tensor<4xi32>), found (tensor<3xf64>) -> (tensor<3xf64>, tensor<3xi32>)}}
func.func private @df(tensor<3xf64>) -> (tensor<3xf64>, tensor<3xi32>) attributes {lagrad.jacobian = @f, lagrad.compressed}

// -----

// expected-error @below {{the sparsity pattern of @f depends on the sizes of argument 0, of type tensor<?xf64>}}
func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {
  %0 = math.sin %x : tensor<?xf64>
  return %0 : tensor<?xf64>
}
func.func private @df(tensor<?xf64>) -> (tensor<?xf64>, tensor<?xi32>, tensor<?xi32>) attributes {lagrad.jacobian = @f, lagrad.compressed}

// -----

func.func @f(%x: f64) -> f64 {
  return %x : f64
}
// expected-error @below {{'lagrad.compressed' is for lagrad.jacobian, lagrad.hessian; @df asks for a gradient}}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f, lagrad.compressed}

// -----

func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
  return %x : tensor<3xf64>
}
// expected-error @below {{'lagrad.compressed' takes no value}}
func.func private @df(tensor<3xf64>) -> (tensor<3xf64>, tensor<3xi32>, tensor<4xi32>) attributes {lagrad.jacobian = @f, lagrad.compressed = true}
