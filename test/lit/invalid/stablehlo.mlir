// RUN: lagrad-opt %s --lagrad-convert-stablehlo --split-input-file --verify-diagnostics

func.func @factors(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+2 {{cannot convert 'stablehlo.custom_call' of "lapack_sgeqrf_ffi" to linalg}}
  // expected-note @unknown {{let lagrad.jax export the program, with QR factors as mode='reduced' gives them}}
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%x) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>)
  return %0#0 : tensor<4x4xf32>
}

// -----

// What is inside of an operation that is refused is not refused once more.
func.func @along_nothing(%a: tensor<3xf32>, %b: tensor<3xf32>, %z: tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>) {
  // expected-error @+2 {{cannot convert 'stablehlo.reduce' to linalg}}
  // expected-note @unknown {{docs/stablehlo.md lists what is}}
  %0:2 = "stablehlo.reduce"(%a, %b, %z, %z) <{dimensions = array<i64>}> ({
  ^bb0(%c: tensor<f32>, %d: tensor<f32>, %e: tensor<f32>, %f: tensor<f32>):
    stablehlo.return %c, %f : tensor<f32>, tensor<f32>
  }) : (tensor<3xf32>, tensor<3xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xf32>
}

// -----

func.func @no_options(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+2 {{cannot convert 'stablehlo.custom_call' of "lapack_strsm_ffi" to linalg}}
  // expected-note @unknown {{docs/stablehlo.md lists what is}}
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @two(%x: tensor<5xf32>, %at: tensor<3x1xi32>, %u: tensor<3xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  // expected-error @+2 {{cannot convert 'stablehlo.scatter': several arrays are scattered at once}}
  // expected-note @unknown {{scatter them one after another}}
  %r:2 = "stablehlo.scatter"(%x, %x, %at, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<5xf32>, tensor<5xf32>, tensor<3x1xi32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1 : tensor<5xf32>, tensor<5xf32>
}

// -----

func.func @open(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+2 {{cannot convert 'stablehlo.sort' of arrays of dynamic sizes}}
  // expected-note @unknown {{export the program for arrays of known sizes}}
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
