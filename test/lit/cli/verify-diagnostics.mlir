// RUN: lagrad-opt %s --split-input-file --verify-diagnostics --one-shot-bufferize | FileCheck %s
// RUN: lagrad-opt %s -split-input-file -verify-diagnostics=only-expected --one-shot-bufferize

func.func @same_line(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y = arith.addf %x, %x : tensor<2xf64> // expected-error {{op was not bufferized}}
  return %y : tensor<2xf64>
}

// -----

func.func @next_line(%x: tensor<2xf64>) -> tensor<2xf64> {
  // expected-error @+1 {{not bufferized}}
  %y = arith.addf %x, %x : tensor<2xf64>
  return %y : tensor<2xf64>
}

// -----

func.func @below_and_pattern(%x: tensor<2xf64>) -> tensor<2xf64> {
  // expected-error-re @below {{op was {{(not|never)}} bufferized}}
  %y = arith.addf %x, %x : tensor<2xf64>
  return %y : tensor<2xf64>
}

// -----

func.func @above(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y = arith.addf %x, %x : tensor<2xf64>
  // expected-error @above {{not bufferized}}
  return %y : tensor<2xf64>
}

// -----

func.func @note(%x: f64) {
  // expected-note @below {{prior use here}}
  %y = arith.addf %x, %x : f64
  // expected-error @below {{expects different type than prior uses: 'f32' vs 'f64'}}
  %z = arith.addf %y, %y : f32
  return
}

// -----

// A program without an error is printed as ever.
// CHECK-NOT:   @note
// CHECK-LABEL: @fine
func.func @fine() {
  return
}
