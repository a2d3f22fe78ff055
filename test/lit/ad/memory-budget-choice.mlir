// What costs least of the ways to keep within a budget.
// RUN: lagrad-opt %s --lagrad-differentiate='tape=record memory-budget=20000' --remarks -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
// RUN: lagrad-opt %s --lagrad-differentiate='tape=record memory-budget=5000' --remarks -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CHEAP
// RUN: lagrad-check %s -p 'lagrad-differentiate{memory-budget=20000},lagrad-to-llvm'

// Two loops in a row keep their snapshots in turns, so that each has all the room; one of them is in a branch.
// CHECK: @dturns would keep 1600800 bytes, of the 20000 it may: with snapshots it keeps 19568 bytes at most
// CHECK: {{:[0-9]+}}:8: remark: @dturns keeps 23 states of 816 bytes of this loop
// CHECK: {{:[0-9]+}}:10: remark: @dturns keeps 23 states of 816 bytes of this loop
func.func @turns(%x: tensor<100xf64>, %b: i1) -> tensor<100xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<100xf64> {
    %v = math.sin %s : tensor<100xf64>
    scf.yield %v : tensor<100xf64>
  }
  %q = scf.if %b -> tensor<100xf64> {
    %t = scf.for %i = %c0 to %n step %c1 iter_args(%s = %r) -> tensor<100xf64> {
      %v = math.cos %s : tensor<100xf64>
      scf.yield %v : tensor<100xf64>
    }
    scf.yield %t : tensor<100xf64>
  } else {
    scf.yield %r : tensor<100xf64>
  }
  return %q : tensor<100xf64>
}
func.func private @dturns(tensor<100xf64>, i1, tensor<100xf64>) -> tensor<100xf64> attributes {lagrad.pullback = @turns}

// Snapshots would fit as well, but what this loop keeps follows from its number in the same time as in the first run.
// CHEAP: @dcheap would keep 24000 bytes, of the 5000 it may:
// CHEAP-SAME: it computes again all that costs memory, as with tape=min-memory
func.func @cheap(%x: tensor<1000xf64>, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %start) -> f64 {
    %e = tensor.extract %x[%i] : tensor<1000xf64>
    %v = math.sin %e : f64
    %w = math.exp %v : f64
    %p = arith.mulf %w, %v : f64
    %t = arith.addf %s, %p : f64
    scf.yield %t : f64
  }
  return %r : f64
}
func.func private @dcheap(tensor<1000xf64>, f64) -> tensor<1000xf64>
    attributes {lagrad.gradient = @cheap, lagrad.wrt = [0]}
