// Operations that cannot be differentiated: each with why it is active and what to do, all of them in one run.
// RUN: lagrad-opt %s --lagrad-differentiate --split-input-file --verify-diagnostics

// A bit cast has no equal on tensors; what reads tensors for it is not blamed.
// expected-note @+2 {{it is active: it depends on this, argument 0 of @bits, which 'wrt' lists}}
// expected-note @+1 {{it is active: it depends on this, argument 0 of @bits, which 'wrt' lists}}
func.func @bits(%x: f64) -> f64 {
  %v = vector.broadcast %x : f64 to vector<2xf64>
  %s = math.sin %v : vector<2xf64>
  // expected-error @below {{cannot differentiate 'vector.bitcast': it has no equal on tensors}}
  %b = vector.bitcast %s : vector<2xf64> to vector<4xf32>
  %w = math.sin %b : vector<4xf32>
  // expected-error @below {{cannot differentiate 'vector.bitcast': it has no equal on tensors}}
  %c = vector.bitcast %w : vector<4xf32> to vector<2xf64>
  %r = vector.reduction <add>, %c : vector<2xf64> into f64
  // expected-note @+2 {{and its value reaches result 0 of @bits}}
  // expected-note @+1 {{and its value reaches result 0 of @bits}}
  return %r : f64
}
// expected-note @unknown {{write it with other operations of vector, tensor or linalg}}
// expected-note @unknown {{write it with other operations of vector, tensor or linalg}}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @bits}

// -----

// expected-note @+3 {{it is active: it depends on this, argument 0 of @f, which 'wrt' lists}}
// expected-note @+2 {{it is active: it depends on this, argument 0 of @f, which 'wrt' lists}}
// expected-note @+1 {{it is active: it depends on this, argument 0 of @f, which 'wrt' lists}}
func.func @f(%x: f64) -> f64 {
  // expected-error @below {{cannot differentiate 'vector.broadcast': its vectors have no fixed size}}
  %v = vector.broadcast %x : f64 to vector<[4]xf64>
  // expected-error @below {{cannot differentiate 'arith.mulf': no rule for an active value of type vector<[4]xf64>}}
  %w = arith.mulf %v, %v : vector<[4]xf64>
  // expected-error @below {{cannot differentiate 'vector.reduction': its vectors have no fixed size}}
  %r = vector.reduction <add>, %w : vector<[4]xf64> into f64
  // expected-note @+3 {{and its value reaches result 0 of @f}}
  // expected-note @+2 {{and its value reaches result 0 of @f}}
  // expected-note @+1 {{and its value reaches result 0 of @f}}
  return %r : f64
}
// expected-note @unknown {{use vectors of fixed size; scalable ones come after differentiation}}
// expected-note @unknown {{use float scalars and ranked tensors of floats}}
// expected-note @unknown {{use vectors of fixed size; scalable ones come after differentiation}}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}

// -----

// Only active operations are refused.
func.func @f(%x: f64, %y: f64) -> f64 {
  %v = vector.broadcast %x : f64 to vector<4xf64>
  %r = vector.reduction <add>, %v : vector<4xf64> into f64
  %z = arith.mulf %r, %y : f64
  return %z : f64
}
func.func private @df(f64, f64) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [1]}

// -----

// expected-note @below {{it is active: it depends on this, argument 0 of @bits, which 'wrt' lists}}
func.func @bits(%x: f64) -> f64 {
  // expected-error @below {{cannot differentiate 'arith.bitcast': it reinterprets the bits of an active float, which has no derivative; end activity before it with lagrad.stop_gradient}}
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.sitofp %0 : i64 to f64
  // expected-note @below {{and its value reaches result 0 of @bits}}
  return %1 : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @bits}

// -----

// expected-note @+2 {{it is active: it depends on this, argument 0 of @scaled, which 'wrt' lists}}
// expected-note @+1 {{it is active: it depends on this, argument 0 of @scaled, which 'wrt' lists}}
func.func @scaled(%x: f32, %scale: f8E8M0FNU) -> f32 {
  // expected-error @below {{cannot differentiate 'arith.scaling_truncf': block-scaled conversions have no rule; scale and convert with arith.mulf and arith.extf}}
  %0 = arith.scaling_truncf %x, %scale : f32, f8E8M0FNU to f4E2M1FN
  // expected-error @below {{cannot differentiate 'arith.scaling_extf': block-scaled conversions have no rule; scale and convert with arith.mulf and arith.extf}}
  %1 = arith.scaling_extf %0, %scale : f4E2M1FN, f8E8M0FNU to f32
  // expected-note @+2 {{and its value reaches result 0 of @scaled}}
  // expected-note @+1 {{and its value reaches result 0 of @scaled}}
  return %1 : f32
}
func.func private @df(f32, f8E8M0FNU) -> f32 attributes {lagrad.gradient = @scaled, lagrad.wrt = [0]}

// -----

func.func private @keep(f64)
// expected-note @below {{it is active: it depends on this, argument 0 of @kept, which 'wrt' lists}}
func.func @kept(%x: f64) -> f64 {
  vector.print %x : f64
  // expected-error @below {{cannot differentiate 'func.call': it takes an active value, which its effect may keep}}
  func.call @keep(%x) : (f64) -> ()
  return %x : f64
}
// expected-note @unknown {{mark it 'lagrad.inactive' if no derivative flows through it, or pass it the value through lagrad.stop_gradient}}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @kept}

// -----

func.func private @keep(f64) -> i32
// expected-note @below {{it is active: it depends on this, argument 0 of @kept_with_status, which 'wrt' lists}}
func.func @kept_with_status(%x: f64) -> f64 {
  // expected-error @below {{cannot differentiate 'func.call': it takes an active value, which its effect may keep}}
  %status = func.call @keep(%x) : (f64) -> i32
  return %x : f64
}
// expected-note @unknown {{mark it 'lagrad.inactive' if no derivative flows through it, or pass it the value through lagrad.stop_gradient}}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @kept_with_status}

// -----

// Memory is left alone where no active value goes through it; scalars on the stack are values.
memref.global "private" @table : memref<2xf64> = dense<1.0>
func.func @inactive(%x: f64, %m: memref<2xf64>) -> f64 {
  %cell = memref.alloca() : memref<f64>
  memref.store %x, %cell[] : memref<f64>
  %table = memref.get_global @table : memref<2xf64>
  %c0 = arith.constant 0 : index
  %0 = memref.load %table[%c0] : memref<2xf64>
  memref.store %0, %m[%c0] : memref<2xf64>
  %1 = memref.load %cell[] : memref<f64>
  %2 = arith.mulf %1, %0 : f64
  return %2 : f64
}
func.func private @df(f64, memref<2xf64>) -> f64 attributes {lagrad.gradient = @inactive}

// -----

// What is read from memory that is written cannot be read again.
func.func @branch(%x: f64, %m: memref<2xf64>, %c: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %0 = scf.if %c -> f64 {
    // expected-error @below {{cannot run 'memref.load' again in the adjoint of this branch}}
    %1 = memref.load %m[%c0] : memref<2xf64>
    // expected-note @-1 {{its result is read there, and a second run may differ; move it before the branch}}
    %2 = arith.mulf %x, %1 : f64
    scf.yield %2 : f64
  } else {
    scf.yield %x : f64
  }
  %3 = arith.constant 0.0 : f64
  memref.store %3, %m[%c0] : memref<2xf64>
  return %0 : f64
}
func.func private @df(f64, memref<2xf64>, i1) -> f64 attributes {lagrad.gradient = @branch}

// -----

// expected-note @below {{it is active: it depends on this, argument 0 of @lowered, which 'wrt' lists}}
func.func @lowered(%x: f64) -> f64 {
  // expected-error @below {{cannot differentiate 'llvm.fmul': operations of 'llvm' have no derivative here: differentiate before lowering to it}}
  %0 = llvm.fmul %x, %x : f64
  // expected-note @below {{and its value reaches result 0 of @lowered}}
  return %0 : f64
}
// expected-note @unknown {{write it with arith, math, tensor, linalg and scf, or stop the gradient before it with lagrad.stop_gradient}}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @lowered}

// -----

// A thread's number is no derivative's business; which function is called is.
func.func @thread(%x: f64) -> f64 {
  %0 = gpu.thread_id x
  %1 = arith.index_cast %0 : index to i64
  %2 = arith.sitofp %1 : i64 to f64
  %3 = arith.mulf %x, %2 : f64
  return %3 : f64
}
func.func private @dthread(f64) -> f64 attributes {lagrad.gradient = @thread}
// expected-note @below {{it is active: it depends on this, argument 0 of @indirect, which 'wrt' lists}}
func.func @indirect(%x: f64, %g: (f64) -> f64) -> f64 {
  // expected-error @below {{cannot differentiate 'func.call_indirect': which function it calls is not known here}}
  %0 = func.call_indirect %g(%x) : (f64) -> f64
  // expected-note @below {{and its value reaches result 0 of @indirect}}
  return %0 : f64
}
func.func private @df(f64, (f64) -> f64) -> f64 attributes {lagrad.gradient = @indirect}

// -----

// One thing is said once: not what is inside the operation, nor what is done with the bits.
// expected-note @+2 {{it is active: it depends on this, argument 0 of @once, which 'wrt' lists}}
// expected-note @+1 {{it is active: it depends on this, argument 0 of @once, which 'wrt' lists}}
func.func @once(%x: f64, %k: i64, %c: i1) -> f64 {
  // expected-error @below {{cannot differentiate 'arith.bitcast': it reinterprets the bits of an active float}}
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.addi %0, %k : i64
  %2 = arith.select %c, %1, %k : i64
  // expected-error @below {{cannot differentiate 'arith.bitcast': it reinterprets the bits of an active float}}
  %3 = arith.bitcast %2 : i64 to f64
  // expected-note @+2 {{and its value reaches result 0 of @once}}
  // expected-note @+1 {{and its value reaches result 0 of @once}}
  return %3 : f64
}
func.func private @df(f64, i64, i1) -> f64 attributes {lagrad.gradient = @once}

// -----

// Bits go through a call, too.
// expected-note @below {{it is active: it depends on this, argument 0 of @through_call, which 'wrt' lists}}
func.func @through_call(%x: f64) -> f64 {
  // expected-error @below {{cannot differentiate 'arith.bitcast': it reinterprets the bits of an active float}}
  %0 = arith.bitcast %x : f64 to i64
  %1 = func.call @back(%0) : (i64) -> f64
  // expected-note @below {{and its value reaches result 0 of @through_call}}
  return %1 : f64
}
func.func private @back(%bits: i64) -> f64 attributes {no_inline} {
  %0 = arith.bitcast %bits : i64 to f64
  return %0 : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @through_call}
