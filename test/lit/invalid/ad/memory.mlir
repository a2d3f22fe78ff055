// Every refusal of a function on memory names the operation, and what to do.
// RUN: lagrad-opt %s --lagrad-differentiate --split-input-file --verify-diagnostics

func.func private @keep(memref<4xf64>)
func.func @calls(%m: memref<4xf64>) {
  // expected-error @below {{cannot follow memory through 'func.call'}}
  func.call @keep(%m) : (memref<4xf64>) -> ()
  return
}
// expected-note @unknown {{define the called function, as lagrad-define-calls does, or pass it values}}
func.func private @df(memref<4xf64>, memref<4xf64>) attributes {lagrad.pullback = @calls}

// -----

func.func @bytes(%m: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %b = memref.alloc() : memref<32xi8>
  // expected-error @below {{cannot follow memory through 'memref.view'}}
  %v = memref.view %b[%c0][] : memref<32xi8> to memref<4xf64>
  %w = memref.view %b[%c0][] : memref<32xi8> to memref<8xf32>
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %w[%c0] : memref<8xf32>
  memref.copy %m, %v : memref<4xf64> to memref<4xf64>
  return
}
// expected-note @unknown {{let the function allocate the bytes, and look at them as elements of one type}}
func.func private @df(memref<4xf64>, memref<4xf64>) attributes {lagrad.pullback = @bytes}

// -----

func.func @addressed(%m: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  %p = memref.extract_aligned_pointer_as_index %m : memref<4xf64> -> index
  %k = arith.remui %p, %c4 : index
  // expected-error @below {{cannot follow 'memref.load', which depends on the address of memory}}
  %v = memref.load %m[%k] : memref<4xf64>
  memref.store %v, %m[%c4] : memref<4xf64>
  return
}
// expected-note @unknown {{compute with indices into a memref instead}}
func.func private @df(memref<4xf64>, memref<4xf64>) attributes {lagrad.pullback = @addressed}

// -----

// expected-error @below {{cannot differentiate a function whose argument 1 has the type memref<*xf64>}}
func.func @unranked(%m: memref<4xf64>, %u: memref<*xf64>) {
  return
}
// expected-note @unknown {{keep the rank in its type}}
func.func private @df(memref<4xf64>, memref<*xf64>, memref<4xf64>)
    attributes {lagrad.pullback = @unranked, lagrad.wrt = [0]}

// -----

// expected-error @below {{cannot differentiate a function whose argument 1 has the type memref<2xmemref<4xf64>>}}
func.func @nested(%m: memref<4xf64>, %u: memref<2xmemref<4xf64>>) {
  return
}
// expected-note @unknown {{memory of memory has no derivative; let the function take the memrefs themselves}}
func.func private @df(memref<4xf64>, memref<2xmemref<4xf64>>, memref<4xf64>)
    attributes {lagrad.pullback = @nested, lagrad.wrt = [0]}

// -----

func.func @gaps(%m: memref<4x4xf64, strided<[8, 1]>>) {
  // expected-error @below {{cannot differentiate 'memref.reinterpret_cast' of memory with gaps}}
  %v = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1]
    : memref<4x4xf64, strided<[8, 1]>> to memref<4xf64>
  linalg.exp ins(%v : memref<4xf64>) outs(%v : memref<4xf64>)
  return
}
// expected-note @unknown {{use memref.subview, or let the function take memory without a layout}}
func.func private @df(memref<4x4xf64, strided<[8, 1]>>, memref<4x4xf64, strided<[8, 1]>>)
    attributes {lagrad.pullback = @gaps}

// -----

func.func @f(%m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %v = memref.load %m[%c0] : memref<4xf64>
  return %v : f64
}
// expected-error @below {{cannot write a one-hot direction of @f, through whose memory active values pass}}
func.func private @one(memref<4xf64>, f64, f64)
    attributes {lagrad.pullback = @f, lagrad.wrt = [0], lagrad.cotangent = "one-hot"}
// expected-note @unknown {{leave lagrad.cotangent or lagrad.tangent out, and pass all of the direction}}

// -----

func.func @inside(%m: memref<4xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{cannot differentiate 'scf.for' that passes on memory which comes into being inside of it}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %m) -> (memref<4xf64>) {
    // expected-note @below {{this is that memory}}
    %q = memref.alloc() : memref<4xf64>
    linalg.exp ins(%p : memref<4xf64>) outs(%q : memref<4xf64>)
    scf.yield %q : memref<4xf64>
  }
  memref.copy %r, %m : memref<4xf64> to memref<4xf64>
  return
}
// expected-note @unknown {{take the memory before it, or carry what it holds as a tensor}}
func.func private @df(memref<4xf64>, index, memref<4xf64>) attributes {lagrad.pullback = @inside}

// -----

// Lanes have one dimension.
func.func @f(%x: memref<8xf64>, %k: vector<2x2xindex>, %m: vector<2x2xi1>, %y: f64) {
  %c0 = arith.constant 0 : index
  %v = vector.broadcast %y : f64 to vector<2x2xf64>
  // expected-error @below {{cannot follow memory through 'vector.scatter'}}
  // expected-note @unknown {{docs/memory-programs.md lists the operations on memory that have derivatives}}
  vector.scatter %x[%c0][%k], %m, %v : memref<8xf64>, vector<2x2xindex>, vector<2x2xi1>, vector<2x2xf64>
  return
}
func.func private @df(memref<8xf64>, vector<2x2xindex>, vector<2x2xi1>, f64, memref<8xf64>) -> f64
    attributes {lagrad.pullback = @f, lagrad.wrt = [0, 3]}
