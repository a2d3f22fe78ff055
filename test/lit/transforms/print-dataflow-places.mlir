// The sets of sections in sections, of what makes its own memory, and of a piece whose snapshot
// others preserve, in full.
// RUN: lagrad-opt %s --lagrad-print-dataflow --split-input-file -o /dev/null 2>&1 | grep note: | FileCheck %s

// Of the inner loop and the branch: what has to stay for adjoints of the iteration that they are in, and of what
// is before the outer loop. Rows of the inner loop have to stay through the branch.
// CHECK:      @dnest, loop, written: 32 bytes
// CHECK-NEXT: 32 bytes: argument 0, tensor<4xf64>
// CHECK-NEXT: @dnest, loop, read: 49 bytes
// CHECK-NEXT: 8 bytes: argument 2, index
// CHECK-NEXT: 32 bytes: argument 0, tensor<4xf64>
// CHECK-NEXT: 8 bytes: the result of 'arith.mulf', f64
// CHECK-NEXT: 1 byte: argument 3, i1
// CHECK-NEXT: @dnest, loop, needed: 40 * n1 + 17 bytes
// CHECK-NEXT: 8 bytes: argument 2, index
// CHECK-NEXT: 8 bytes: the result of 'arith.mulf', f64
// CHECK-NEXT: 1 byte: argument 3, i1
// CHECK-NEXT: 8 * n1 bytes: all rows of the result of 'tensor.extract', f64
// CHECK-NEXT: 32 * n1 bytes: all rows of the result of 'tensor.extract', f64
// CHECK-NEXT: n1 is argument 2, index
// CHECK-NEXT: @dnest, loop, killed: nothing
// CHECK-NEXT: @dnest, loop, tbr: 16 bytes
// CHECK-NEXT: 8 bytes: argument 1, f64
// CHECK-NEXT: 8 bytes: the result of 'math.sin', f64
// CHECK-NEXT: @dnest, loop, live: 40 * n1 bytes
// CHECK-NEXT: 8 * n1 bytes: all rows of the result of 'tensor.extract', f64
// CHECK-NEXT: 32 * n1 bytes: all rows of the result of 'tensor.extract', f64
// CHECK-NEXT: @dnest, loop, written: 32 bytes
// CHECK-NEXT: 32 bytes: argument 0, tensor<4xf64>
// CHECK-NEXT: @dnest, loop, read: 40 bytes
// CHECK-NEXT: 32 bytes: this carried value, tensor<4xf64>
// CHECK-NEXT: 8 bytes: the result of 'arith.mulf', f64
// CHECK-NEXT: @dnest, loop, needed: 40 bytes
// CHECK-NEXT: 8 bytes: the result of 'arith.mulf', f64
// CHECK-NEXT: 32 bytes: all rows of the result of 'tensor.extract', f64
// CHECK-NEXT: @dnest, loop, killed: nothing
// CHECK-NEXT: @dnest, loop, tbr: 32 bytes
// CHECK-NEXT: 8 bytes: argument 1, f64
// CHECK-NEXT: 8 bytes: the result of 'math.sin', f64
// CHECK-NEXT: 8 bytes: the result of 'arith.mulf', f64
// CHECK-NEXT: 8 bytes: the result of 'tensor.extract', f64
// CHECK-NEXT: @dnest, loop, live: 64 bytes
// CHECK-NEXT: 32 bytes: the result of 'scf.for', tensor<4xf64>
// CHECK-NEXT: 32 bytes: all rows of the result of 'tensor.extract', f64
// CHECK-NEXT: @dnest, branch, written: 8 bytes
// CHECK-NEXT: 8 bytes: the result of 'scf.if', f64
// CHECK-NEXT: @dnest, branch, read: 9 bytes
// CHECK-NEXT: 1 byte: argument 3, i1
// CHECK-NEXT: 8 bytes: the result of 'arith.mulf', f64
// CHECK-NEXT: @dnest, branch, needed: 9 bytes
// CHECK-NEXT: 1 byte: argument 3, i1
// CHECK-NEXT: 8 bytes: the result of 'arith.mulf', f64
// CHECK-NEXT: @dnest, branch, killed: nothing
// CHECK-NEXT: @dnest, branch, tbr: 64 bytes
// CHECK-NEXT: 8 bytes: argument 1, f64
// CHECK-NEXT: 8 bytes: the result of 'math.sin', f64
// CHECK-NEXT: 8 bytes: the result of 'arith.mulf', f64
// CHECK-NEXT: 8 bytes: the result of 'tensor.extract', f64
// CHECK-NEXT: 32 bytes: all rows of the result of 'tensor.extract', f64
// CHECK-NEXT: @dnest, branch, live: 8 bytes
// CHECK-NEXT: 8 bytes: the result of 'scf.if', f64
func.func @nest(%x: tensor<4xf64>, %a: f64, %n: index, %b: i1) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %before = math.sin %a : f64
  %scaled = arith.mulf %before, %a : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<4xf64> {
    %e = tensor.extract %s[%i] : tensor<4xf64>
    %p = arith.mulf %e, %scaled : f64
    %q = scf.for %j = %c0 to %c4 step %c1 iter_args(%t = %s) -> tensor<4xf64> {
      %f = tensor.extract %t[%j] : tensor<4xf64>
      %g = math.sin %f : f64
      %h = arith.mulf %g, %p : f64
      %u = tensor.insert %h into %t[%j] : tensor<4xf64>
      scf.yield %u : tensor<4xf64>
    }
    %v = scf.if %b -> f64 {
      %k = math.exp %p : f64
      scf.yield %k : f64
    } else {
      scf.yield %p : f64
    }
    %w = tensor.insert %v into %q[%c1] : tensor<4xf64>
    scf.yield %w : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}
func.func private @dnest(tensor<4xf64>, f64, index, i1, tensor<4xf64>) -> (tensor<4xf64>, f64)
    attributes {lagrad.pullback = @nest, lagrad.wrt = [0, 1]}

// -----

// The memory of these results is made inside. What is asserted is an effect, and no value that is live. The inner loop
// writes where the splat before it is.
// CHECK:      @down, branch, written: 64 bytes
// CHECK-NEXT: 32 bytes: the result of 'scf.if', tensor<4xf64>
// CHECK-NEXT: 32 bytes: the result of 'scf.if', tensor<4xf64>
// CHECK-NEXT: @down, branch, read: 49 bytes
// CHECK-NEXT: 1 byte: argument 3, i1
// CHECK-NEXT: 8 bytes: argument 1, f64
// CHECK-NEXT: 8 bytes: argument 2, index
// CHECK-NEXT: 32 bytes: argument 0, tensor<4xf64>
// CHECK-NEXT: @down, branch, needed: 17 bytes
// CHECK-NEXT: 1 byte: argument 3, i1
// CHECK-NEXT: 8 bytes: argument 1, f64
// CHECK-NEXT: 8 bytes: argument 2, index
// CHECK-NEXT: @down, branch, killed: nothing
// CHECK-NEXT: @down, branch, tbr: nothing
// CHECK-NEXT: @down, branch, live: nothing
// CHECK-NEXT: @down, loop, written: 32 bytes
// CHECK-NEXT: 32 bytes: the result of 'tensor.splat', tensor<4xf64>
// CHECK-NEXT: @down, loop, read: 48 bytes
// CHECK-NEXT: 8 bytes: argument 2, index
// CHECK-NEXT: 32 bytes: the result of 'tensor.splat', tensor<4xf64>
// CHECK-NEXT: 8 bytes: argument 1, f64
// CHECK-NEXT: @down, loop, needed: 8 * n1 + 8 bytes
// CHECK-NEXT: 8 bytes: argument 2, index
// CHECK-NEXT: 8 * n1 bytes: all rows of the result of 'tensor.extract', f64
// CHECK-NEXT: n1 is argument 2, index
// CHECK-NEXT: @down, loop, killed: nothing
// CHECK-NEXT: @down, loop, tbr: nothing
// CHECK-NEXT: @down, loop, live: nothing
func.func @own(%x: tensor<4xf64>, %a: f64, %n: index, %b: i1) -> (tensor<4xf64>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.if %b -> tensor<4xf64> {
    %s = tensor.splat %a : tensor<4xf64>
    scf.yield %s : tensor<4xf64>
  } else {
    scf.yield %x : tensor<4xf64>
  }
  %q = scf.if %b -> tensor<4xf64> {
    %m = scf.for %i = %c0 to %n step %c1 iter_args(%t = %r) -> tensor<4xf64> {
      %e = tensor.extract %t[%c1] : tensor<4xf64>
      %f = math.sin %e : f64
      %is_one = arith.cmpf une, %f, %a : f64
      cf.assert %is_one, "equal"
      %s = tensor.splat %f : tensor<4xf64>
      scf.yield %s : tensor<4xf64>
    }
    scf.yield %m : tensor<4xf64>
  } else {
    scf.yield %r : tensor<4xf64>
  }
  return %r, %q : tensor<4xf64>, tensor<4xf64>
}
func.func private @down(tensor<4xf64>, f64, index, i1, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, f64)
    attributes {lagrad.pullback = @own, lagrad.wrt = [0, 1]}

// -----

// What follows overwrites %v, %w and %y. The adjoint before needs %v, and the one behind needs %w, so both stay anyway;
// %y is overwritten for nobody.
// CHECK:      @dkept.kept_piece has no loop, branch or call
// CHECK-NEXT: @dkept, piece, written: 8 bytes
// CHECK-NEXT: 8 bytes: the result of 'func.call', f64
// CHECK-NEXT: @dkept, piece, read: 1640 bytes
// CHECK-NEXT: 800 bytes: argument 0, tensor<100xf64>
// CHECK-NEXT: 400 bytes: argument 1, tensor<50xf64>
// CHECK-NEXT: 200 bytes: argument 2, tensor<25xf64>
// CHECK-NEXT: 240 bytes: argument 3, tensor<30xf64>
// CHECK-NEXT: @dkept, piece, needed: 1640 bytes
// CHECK-NEXT: 800 bytes: argument 0, tensor<100xf64>
// CHECK-NEXT: 400 bytes: argument 1, tensor<50xf64>
// CHECK-NEXT: 200 bytes: argument 2, tensor<25xf64>
// CHECK-NEXT: 240 bytes: argument 3, tensor<30xf64>
// CHECK-NEXT: @dkept, piece, killed: nothing
// CHECK-NEXT: @dkept, piece, tbr: 408 bytes
// CHECK-NEXT: 8 bytes: the result of 'tensor.extract', f64
// CHECK-NEXT: 400 bytes: argument 1, tensor<50xf64>
// CHECK-NEXT: @dkept, piece, live: 8 bytes
// CHECK-NEXT: 8 bytes: the result of 'func.call', f64
// CHECK-NEXT: @dkept, piece, snapshot: 1640 bytes
// CHECK-NEXT: 800 bytes: argument 0, tensor<100xf64>
// CHECK-NEXT: 400 bytes: argument 1, tensor<50xf64>
// CHECK-NEXT: 200 bytes: argument 2, tensor<25xf64>
// CHECK-NEXT: 240 bytes: argument 3, tensor<30xf64>
// CHECK-NEXT: with a copy of what this piece or the rest overwrites: 600 bytes
// CHECK-NEXT: with a copy of what this piece overwrites: nothing, and the rest preserves: nothing; this is done
func.func @kept(%u: tensor<100xf64>, %v: tensor<50xf64>, %w: tensor<25xf64>, %y: tensor<30xf64>, %x: f64)
    -> (f64, tensor<50xf64>, tensor<25xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = tensor.extract %v[%c0] : tensor<50xf64>
  %before = arith.mulf %first, %first : f64
  %vsin = math.sin %v : tensor<50xf64>
  %h = tensor.extract %vsin[%c0] : tensor<50xf64>
  %piece = scf.execute_region -> f64 {
    %a = tensor.extract %u[%c0] : tensor<100xf64>
    %b = tensor.extract %v[%c1] : tensor<50xf64>
    %c = tensor.extract %w[%c1] : tensor<25xf64>
    %k = tensor.extract %y[%c1] : tensor<30xf64>
    %p = arith.mulf %a, %b : f64
    %q = arith.mulf %p, %c : f64
    %r = arith.mulf %q, %k : f64
    %e = math.exp %r : f64
    scf.yield %e : f64
  } {lagrad.checkpoint}
  %wsin = math.sin %w : tensor<25xf64>
  %g = tensor.extract %wsin[%c0] : tensor<25xf64>
  %vnew = tensor.insert %x into %v[%c1] : tensor<50xf64>
  %wnew = tensor.insert %x into %w[%c1] : tensor<25xf64>
  %ynew = tensor.insert %x into %y[%c1] : tensor<30xf64>
  %1 = arith.addf %piece, %g : f64
  %2 = arith.addf %1, %before : f64
  %3 = arith.addf %2, %h : f64
  return %3, %vnew, %wnew : f64, tensor<50xf64>, tensor<25xf64>
}
func.func private @dkept(tensor<100xf64>, tensor<50xf64>, tensor<25xf64>, tensor<30xf64>, f64, f64,
    tensor<50xf64>, tensor<25xf64>)
    -> (f64, tensor<50xf64>, tensor<25xf64>, tensor<100xf64>, tensor<50xf64>, tensor<25xf64>, tensor<30xf64>)
    attributes {lagrad.pullback = @kept, lagrad.wrt = [0, 1, 2, 3], lagrad.with_primal}

// -----

// The state is recorded before the branch, and what reads its row is the adjoint of what comes behind. The loop in the
// branch is live since the result is.
// CHECK-NEXT: @dlater, loop, written: 32 bytes
// CHECK-NEXT: 32 bytes: argument 0, tensor<4xf64>
// CHECK-NEXT: @dlater, loop, read: 8 * n1 + 41 bytes
// CHECK-NEXT: 8 bytes: argument 2, index
// CHECK-NEXT: 32 bytes: argument 0, tensor<4xf64>
// CHECK-NEXT: 8 * n1 bytes: argument 1, tensor<?xf64>
// CHECK-NEXT: 1 byte: argument 3, i1
// CHECK-NEXT: n1 is size 0 of argument 1, tensor<?xf64>
// CHECK-NEXT: @dlater, loop, needed: 40 * n2 + 16 bytes
// CHECK-NEXT: 8 bytes: argument 2, index
// CHECK-NEXT: 8 bytes: the result of 'tensor.dim', index
// CHECK-NEXT: 32 * n2 bytes: all rows of this carried value, tensor<4xf64>
// CHECK-NEXT: 8 * n2 bytes: all rows of the result of 'scf.if', f64
// CHECK-NEXT: n2 is argument 2, index
// CHECK-NEXT: @dlater, loop, killed: nothing
// CHECK-NEXT: @dlater, loop, tbr: nothing
// CHECK-NEXT: @dlater, loop, live: 40 * n2 bytes
// CHECK-NEXT: 32 * n2 bytes: all rows of this carried value, tensor<4xf64>
// CHECK-NEXT: 8 * n2 bytes: all rows of the result of 'scf.if', f64
// CHECK-NEXT: @dlater, branch, written: 8 bytes
// CHECK-NEXT: 8 bytes: the result of 'scf.if', f64
// CHECK-NEXT: @dlater, branch, read: 17 bytes
// CHECK-NEXT: 1 byte: argument 3, i1
// CHECK-NEXT: 8 bytes: argument 2, index
// CHECK-NEXT: 8 bytes: the result of 'tensor.extract', f64
// CHECK-NEXT: @dlater, branch, needed: nothing
// CHECK-NEXT: @dlater, branch, killed: nothing
// CHECK-NEXT: @dlater, branch, tbr: 32 bytes
// CHECK-NEXT: 32 bytes: this carried value, tensor<4xf64>
// CHECK-NEXT: @dlater, branch, live: 8 bytes
// CHECK-NEXT: 8 bytes: the result of 'scf.if', f64
// CHECK-NEXT: @dlater, loop, written: 8 bytes
// CHECK-NEXT: 8 bytes: the result of 'scf.for', f64
// CHECK-NEXT: @dlater, loop, read: 16 bytes
// CHECK-NEXT: 8 bytes: argument 2, index
// CHECK-NEXT: 8 bytes: the result of 'tensor.extract', f64
// CHECK-NEXT: @dlater, loop, needed: nothing
// CHECK-NEXT: @dlater, loop, killed: nothing
// CHECK-NEXT: @dlater, loop, tbr: 32 bytes
// CHECK-NEXT: 32 bytes: this carried value, tensor<4xf64>
// CHECK-NEXT: @dlater, loop, live: 8 bytes
// CHECK-NEXT: 8 bytes: the result of 'scf.for', f64
func.func @later(%x: tensor<4xf64>, %y: tensor<?xf64>, %n: index, %b: i1) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<4xf64> {
    %a = tensor.extract %y[%i] : tensor<?xf64>
    %e = tensor.extract %s[%c1] : tensor<4xf64>
    %v = scf.if %b -> f64 {
      %q = scf.for %j = %c0 to %n step %c1 iter_args(%t = %a) -> f64 {
        %u = math.sin %t : f64
        scf.yield %u : f64
      }
      scf.yield %q : f64
    } else {
      scf.yield %a : f64
    }
    %f = math.exp %e : f64
    %g = arith.mulf %f, %v : f64
    %w = math.sin %s : tensor<4xf64>
    %z = tensor.insert %g into %w[%c1] : tensor<4xf64>
    scf.yield %z : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}
func.func private @dlater(tensor<4xf64>, tensor<?xf64>, index, i1, tensor<4xf64>) -> tensor<4xf64>
    attributes {lagrad.pullback = @later, lagrad.wrt = [0]}

// -----

// The branch overwrites %u of what the piece reads, and %v is overwritten behind the branch. The constant is in no set.
// CHECK:      @douter, piece, snapshot: 1400 bytes
// CHECK-NEXT: 800 bytes: argument 0, tensor<100xf64>
// CHECK-NEXT: 400 bytes: argument 1, tensor<50xf64>
// CHECK-NEXT: 200 bytes: argument 2, tensor<25xf64>
// CHECK-NEXT: with a copy of what this piece or the rest overwrites: 1200 bytes
// CHECK-NEXT: with a copy of what this piece overwrites: nothing, and the rest preserves: 1200 bytes; this is done
func.func @g(%u: tensor<100xf64>, %v: tensor<50xf64>, %w: tensor<25xf64>, %k: f64) -> f64
    attributes {lagrad.checkpoint} {
  %c0 = arith.constant 0 : index
  %a = tensor.extract %u[%c0] : tensor<100xf64>
  %b = tensor.extract %v[%c0] : tensor<50xf64>
  %c = tensor.extract %w[%c0] : tensor<25xf64>
  %p = arith.mulf %a, %b : f64
  %q = arith.mulf %p, %c : f64
  %r = arith.mulf %q, %k : f64
  %e = math.exp %r : f64
  return %e : f64
}
func.func @outer(%u: tensor<100xf64>, %v: tensor<50xf64>, %w: tensor<25xf64>, %x: f64, %b: i1)
    -> (f64, tensor<100xf64>, tensor<50xf64>) {
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f64
  %r, %un = scf.if %b -> (f64, tensor<100xf64>) {
    %piece = func.call @g(%u, %v, %w, %two) : (tensor<100xf64>, tensor<50xf64>, tensor<25xf64>, f64) -> f64
    %other = tensor.insert %x into %u[%c1] : tensor<100xf64>
    scf.yield %piece, %other : f64, tensor<100xf64>
  } else {
    scf.yield %x, %u : f64, tensor<100xf64>
  }
  %vn = tensor.insert %x into %v[%c1] : tensor<50xf64>
  return %r, %un, %vn : f64, tensor<100xf64>, tensor<50xf64>
}
func.func private @douter(tensor<100xf64>, tensor<50xf64>, tensor<25xf64>, f64, i1, f64,
    tensor<100xf64>, tensor<50xf64>)
    -> (f64, tensor<100xf64>, tensor<50xf64>, tensor<100xf64>, tensor<50xf64>, tensor<25xf64>)
    attributes {lagrad.pullback = @outer, lagrad.wrt = [0, 1, 2], lagrad.with_primal}

// -----

// No derivative passes through this piece, which is one all the same.
// CHECK:      @dstill, piece, written: 8 bytes
// CHECK:      @dstill, piece, snapshot: nothing
func.func @g(%u: tensor<100xf64>) -> f64 attributes {lagrad.checkpoint} {
  %c0 = arith.constant 0 : index
  %a = tensor.extract %u[%c0] : tensor<100xf64>
  %e = math.exp %a : f64
  return %e : f64
}
func.func @still(%u: tensor<100xf64>, %x: f64) -> f64 {
  %a = func.call @g(%u) : (tensor<100xf64>) -> f64
  %b = arith.mulf %a, %x : f64
  return %b : f64
}
func.func private @dstill(tensor<100xf64>, f64) -> f64 attributes {lagrad.gradient = @still, lagrad.wrt = [1]}

// -----

// The derivative does not compute the second result, so nothing is overwritten.
// CHECK:      @dunread, piece, snapshot: 200 bytes
// CHECK-NEXT: 200 bytes: argument 0, tensor<25xf64>
// CHECK-NEXT: with a copy of what this piece or the rest overwrites: nothing
// CHECK-NEXT: with a copy of what this piece overwrites: nothing, and the rest preserves: nothing; this is done
func.func @g(%w: tensor<25xf64>) -> f64 attributes {lagrad.checkpoint} {
  %c0 = arith.constant 0 : index
  %a = tensor.extract %w[%c0] : tensor<25xf64>
  %e = math.exp %a : f64
  return %e : f64
}
func.func @unread(%w: tensor<25xf64>, %x: f64) -> (f64, tensor<25xf64>) {
  %c1 = arith.constant 1 : index
  %a = func.call @g(%w) : (tensor<25xf64>) -> f64
  %b = tensor.insert %x into %w[%c1] : tensor<25xf64>
  return %a, %b : f64, tensor<25xf64>
}
func.func private @dunread(tensor<25xf64>, f64, f64, tensor<25xf64>) -> tensor<25xf64>
    attributes {lagrad.pullback = @unread, lagrad.wrt = [0]}

// -----

// A loop in no other loop, which is marked `lagrad.replay`, runs once.
// CHECK:      @dalone, loop, written: 8 bytes
// CHECK-NEXT: 8 bytes: the result of 'scf.for', f64
// CHECK-NEXT: @dalone, loop, read: 16 bytes
// CHECK-NEXT: 8 bytes: argument 1, index
// CHECK-NEXT: 8 bytes: argument 0, f64
// CHECK-NEXT: @dalone, loop, needed: 8 * n1 + 8 bytes
// CHECK-NEXT: 8 bytes: argument 1, index
// CHECK-NEXT: 8 * n1 bytes: all rows of this carried value, f64
// CHECK-NEXT: n1 is argument 1, index
// CHECK-NEXT: @dalone, loop, killed: nothing
// CHECK-NEXT: @dalone, loop, tbr: nothing
// CHECK-NEXT: @dalone, loop, live: 8 * n1 bytes
// CHECK-NEXT: 8 * n1 bytes: all rows of this carried value, f64
// CHECK-NOT:  {{.}}
func.func @alone(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %s = math.sin %a : f64
    scf.yield %s : f64
  } {lagrad.replay}
  return %r : f64
}
func.func private @dalone(f64, index) -> f64 attributes {lagrad.gradient = @alone}
