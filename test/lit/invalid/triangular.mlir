// Types that promise zeros where there need be none, and storage that cannot be.
// RUN: lagrad-opt %s --lagrad-to-llvm --split-input-file --verify-diagnostics

func.func @exp(%l: tensor<4x4xf64, "ltri">) -> tensor<4x4xf64, "ltri"> {
  // expected-error @below {{the result need not be "ltri": 'math.exp' gives something where the type says zero}}
  // expected-note @unknown {{give the result a type without encoding, or keep the triangle with lagrad.pack}}
  %0 = math.exp %l : tensor<4x4xf64, "ltri">
  return %0 : tensor<4x4xf64, "ltri">
}

// -----

func.func @constant_added(%l: tensor<2x2xf64, "pltri">) -> tensor<2x2xf64, "pltri"> {
  // expected-error @below {{the constant is not "pltri": it has elements where the type says zero}}
  // expected-note @unknown {{give the result a type without encoding}}
  %ones = arith.constant dense<1.0> : tensor<2x2xf64, "pltri">
  %0 = arith.addf %l, %ones : tensor<2x2xf64, "pltri">
  return %0 : tensor<2x2xf64, "pltri">
}

// -----

// The diagonal of a product of strict triangles is zero; that of an outer product is not.
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#both = affine_map<(i, j) -> (i, j)>
func.func @outer(%x: tensor<4xf64>, %l: tensor<4x4xf64, "sltri">) -> tensor<4x4xf64, "sltri"> {
  // expected-error @below {{the result need not be "sltri": 'arith.mulf' gives something where the type says zero}}
  // expected-note @unknown {{give the result a type without encoding}}
  %0 = linalg.generic {indexing_maps = [#row, #column, #both], iterator_types = ["parallel", "parallel"]}
      ins(%x, %x : tensor<4xf64>, tensor<4xf64>) outs(%l : tensor<4x4xf64, "sltri">) {
    ^bb0(%a: f64, %b: f64, %out: f64):
      %0 = arith.mulf %a, %b : f64
      %1 = arith.addf %out, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<4x4xf64, "sltri">
  return %0 : tensor<4x4xf64, "sltri">
}

// -----

func.func @filled() -> tensor<4x4xf64, "utri"> {
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<4x4xf64, "utri">
  // expected-error @below {{the result is not "utri": 'linalg.fill' writes more than zeros}}
  // expected-note @unknown {{give the result a type without encoding}}
  %0 = linalg.fill ins(%one : f64) outs(%e : tensor<4x4xf64, "utri">) -> tensor<4x4xf64, "utri">
  return %0 : tensor<4x4xf64, "utri">
}

// -----

func.func @moved(%l: tensor<4x4xf64, "ltri">) -> tensor<2x2xf64, "ltri"> {
  // expected-error @below {{the slice need not be "ltri": it is one that begins and ends on the diagonal of a tensor with this encoding}}
  // expected-note @unknown {{give the result a type without encoding}}
  %0 = tensor.extract_slice %l[0, 1] [2, 2] [1, 1] : tensor<4x4xf64, "ltri"> to tensor<2x2xf64, "ltri">
  return %0 : tensor<2x2xf64, "ltri">
}

// -----

// expected-error @below {{the encoding "ltri" is of square matrices, the last two dimensions of a tensor; those of 'tensor<4x3xf64, "ltri">' differ}}
func.func @square(%l: tensor<4x3xf64, "ltri">) -> tensor<4x3xf64, "ltri"> {
  return %l : tensor<4x3xf64, "ltri">
}

// -----

func.func @types(%x: tensor<3x3xf64>, %l: tensor<3x3xf64, "pltri">) {
  // expected-error @below {{'lagrad.pack' changes the encoding and nothing else; 'tensor<3x3xf64>' and 'tensor<6xf64>' differ in more}}
  %0 = "lagrad.pack"(%x) : (tensor<3x3xf64>) -> tensor<6xf64>
  // expected-error @below {{the result of 'lagrad.pack' has an encoding, such as 'tensor<3x3xf64, "pltri">'}}
  %1 = "lagrad.pack"(%x) : (tensor<3x3xf64>) -> tensor<3x3xf64>
  // expected-error @below {{the operand of 'lagrad.unpack' has an encoding, such as 'tensor<3x3xf64, "pltri">'}}
  %2 = "lagrad.unpack"(%x) : (tensor<3x3xf64>) -> tensor<3x3xf64>
  %3 = arith.constant 1.0 : f64
  // expected-error @below {{'lagrad.unpack' works on tensors, not on 'f64' and 'f64'}}
  %4 = "lagrad.unpack"(%3) : (f64) -> f64
  return
}

// -----

// expected-error @below {{the order of a packed matrix is known, or it is not; in 'tensor<4x?xf64, "pltri">' one dimension tells it}}
func.func @known(%l: tensor<4x?xf64, "pltri">) -> tensor<4x?xf64, "pltri"> {
  return %l : tensor<4x?xf64, "pltri">
}
