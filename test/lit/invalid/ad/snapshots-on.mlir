// RUN: lagrad-opt %s --split-input-file --verify-diagnostics --lagrad-differentiate --lagrad-schedule-snapshots=snapshots-on=/tmp

// expected-error@+2 {{cannot keep snapshots in a file: @close is the C library's, and another type here}}
// expected-note@unknown {{give this function another name}}
func.func private @close(f64) -> f64
func.func @f(%x: tensor<600xf64>, %n: index) -> tensor<600xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<600xf64> {
    %t = math.sin %s : tensor<600xf64>
    scf.yield %t : tensor<600xf64>
  } {lagrad.snapshots = 3}
  return %r : tensor<600xf64>
}
func.func private @df(tensor<600xf64>, index, tensor<600xf64>) -> tensor<600xf64> attributes {lagrad.pullback = @f}
