// A loop that the adjoint can run again as a whole, and that nothing else needs, does not run before and records nothing.
// RUN: lagrad-opt %s --lagrad-print-tape --verify-diagnostics -o %t
// RUN: lagrad-check %s

#row = affine_map<(i) -> (i)>
#whole = affine_map<(i) -> ()>

// The sum of a row costs more than to record it, but then the loop would run twice.
func.func @sum_of_exps(%x: tensor<?x64xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<f64>
  %start = linalg.fill ins(%zero : f64) outs(%none : tensor<f64>) -> tensor<f64>
  %n = tensor.dim %x, %c0 : tensor<?x64xf64>
  // expected-note @below {{@of_sum does not run this loop, only its adjoint}}
  %total = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f64 {
    // expected-note @below {{@of_sum computes 'tensor.extract_slice' again in its adjoint}}
    %slice = tensor.extract_slice %x[%i, 0] [1, 64] [1, 1] : tensor<?x64xf64> to tensor<64xf64>
    // expected-note @below {{@of_sum computes 'linalg.generic' again in its adjoint}}
    %all = linalg.generic {indexing_maps = [#row, #whole], iterator_types = ["reduction"]}
        ins(%slice : tensor<64xf64>) outs(%start : tensor<f64>) {
      ^bb0(%a: f64, %out: f64):
        %square = arith.mulf %a, %a : f64
        %s = arith.addf %out, %square : f64
        linalg.yield %s : f64
    } -> tensor<f64>
    // expected-note @below {{@of_sum computes 'tensor.extract' again in its adjoint}}
    %r = tensor.extract %all[] : tensor<f64>
    // expected-note @below {{@of_sum computes 'math.exp' again in its adjoint}}
    %e = math.exp %r : f64
    %next = arith.addf %sum, %e : f64
    scf.yield %next : f64
  }
  return %total : f64
}
// expected-note @below {{@of_sum records nothing}}
func.func private @of_sum(tensor<?x64xf64>) -> tensor<?x64xf64> attributes {lagrad.gradient = @sum_of_exps}

// Here the loop runs before anyway, because its result is read: it records what is dear to compute again.
func.func @square_of_sum(%x: tensor<?x64xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<f64>
  %start = linalg.fill ins(%zero : f64) outs(%none : tensor<f64>) -> tensor<f64>
  %n = tensor.dim %x, %c0 : tensor<?x64xf64>
  // expected-note @below {{of this loop: 8 * ? bytes on the tape}}
  %total = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f64 {
    // expected-note @below {{@of_square computes 'tensor.extract_slice' again in its adjoint}}
    %slice = tensor.extract_slice %x[%i, 0] [1, 64] [1, 1] : tensor<?x64xf64> to tensor<64xf64>
    %all = linalg.generic {indexing_maps = [#row, #whole], iterator_types = ["reduction"]}
        ins(%slice : tensor<64xf64>) outs(%start : tensor<f64>) {
      ^bb0(%a: f64, %out: f64):
        %square = arith.mulf %a, %a : f64
        %s = arith.addf %out, %square : f64
        linalg.yield %s : f64
    } -> tensor<f64>
    %r = tensor.extract %all[] : tensor<f64>
    // expected-note @below {{@of_square records the result of 'math.exp', f64: 8 bytes an iteration}}
    // expected-note @below {{the adjoint of 'math.exp' reads it}}
    %e = math.exp %r : f64
    %next = arith.addf %sum, %e : f64
    scf.yield %next : f64
  }
  %result = arith.mulf %total, %total : f64
  return %result : f64
}
func.func private @of_square(tensor<?x64xf64>) -> tensor<?x64xf64> attributes {lagrad.gradient = @square_of_sum}

// In a branch as well: the adjoint of the branch is what would run the loop before.
func.func @sum_in_branch(%x: tensor<?x64xf64>, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<f64>
  %start = linalg.fill ins(%zero : f64) outs(%none : tensor<f64>) -> tensor<f64>
  %n = tensor.dim %x, %c0 : tensor<?x64xf64>
  %result = scf.if %flag -> f64 {
    // expected-note @below {{@of_branch does not run this loop, only its adjoint}}
    %total = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f64 {
      // expected-note @below {{@of_branch computes 'tensor.extract_slice' again in its adjoint}}
      %slice = tensor.extract_slice %x[%i, 0] [1, 64] [1, 1] : tensor<?x64xf64> to tensor<64xf64>
      // expected-note @below {{@of_branch computes 'linalg.generic' again in its adjoint}}
      %all = linalg.generic {indexing_maps = [#row, #whole], iterator_types = ["reduction"]}
          ins(%slice : tensor<64xf64>) outs(%start : tensor<f64>) {
        ^bb0(%a: f64, %out: f64):
          %square = arith.mulf %a, %a : f64
          %s = arith.addf %out, %square : f64
          linalg.yield %s : f64
      } -> tensor<f64>
      // expected-note @below {{@of_branch computes 'tensor.extract' again in its adjoint}}
      %r = tensor.extract %all[] : tensor<f64>
      // expected-note @below {{@of_branch computes 'math.exp' again in its adjoint}}
      %e = math.exp %r : f64
      %next = arith.addf %sum, %e : f64
      scf.yield %next : f64
    }
    scf.yield %total : f64
  } else {
    scf.yield %zero : f64
  }
  return %result : f64
}
// expected-note @below {{@of_branch records nothing}}
func.func private @of_branch(tensor<?x64xf64>, i1) -> tensor<?x64xf64> attributes {lagrad.gradient = @sum_in_branch}
