// RUN: lagrad-opt %s --lagrad-vectorize-math='processor=x86-64-v3' --canonicalize | FileCheck %s
// RUN: lagrad-opt %s --lagrad-vectorize-math='processor=x86-64-v4' --canonicalize | FileCheck %s --check-prefix=SCALES
// RUN: lagrad-opt %s --lagrad-vectorize-math='fold-tails=false' --canonicalize | FileCheck %s --check-prefix=UNMASKED
// RUN: lagrad-opt %s --lagrad-vectorize-math --remarks 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: lagrad-opt %s --lagrad-to-llvm --emit=llvmir | FileCheck %s --check-prefix=LLVM

// Vectors at the end of a loop are masked, if that is wanted.
// CHECK:         predicateEnable = true
// UNMASKED-NOT:  predicateEnable

// LLVM's vectors call the function for several elements, and a list keeps it until loops are vectorised.
// LLVM:         @llvm.compiler.used = appending global [6 x ptr]
// LLVM-SAME:    ptr @lagrad.sin.f32x8, ptr @lagrad.sin.f32x16], section "llvm.metadata"
// LLVM:         define internal float @lagrad.sin.f32(float %{{.*}}) #[[N:[0-9]+]]
// LLVM:         define internal <16 x float> @lagrad.sin.f32x16(<16 x float>
// LLVM:         attributes #[[N]] = { noinline nounwind willreturn memory(none)
// LLVM-SAME:    "vector-function-abi-variant"="_ZGV_LLVM_N8v_lagrad.sin.f32(lagrad.sin.f32x8),
// LLVM-SAME:    _ZGV_LLVM_N16v_lagrad.sin.f32(lagrad.sin.f32x16)" }

// One element calls the C library, a vector only if an argument in it is large.
// CHECK-LABEL: func.func private @lagrad.sin.f32(
// CHECK-SAME:    lagrad.vector_variants = ["lagrad.sin.f32x8", "lagrad.sin.f32x16"]
// CHECK:         math.sin %{{.*}} : f32
// CHECK-LABEL: func.func private @lagrad.sin.f32x16(
// CHECK:         %[[ANY:.*]] = vector.reduction <or>
// CHECK:         scf.if %[[ANY]]
// CHECK:           math.sin %{{.*}} : vector<16xf32>
// CHECK:         else
// CHECK-NOT:       math.sin
// CHECK:         return

// Of a processor that has an instruction for it, y 2^k is one operation.
// SCALES-LABEL: func.func @exponentials(
// SCALES-NOT:     arith.shli
// SCALES:         llvm.call_intrinsic "llvm.ldexp"(%{{.*}}, %{{.*}}) : (f64, i32) -> f64

// A reduction, a polynomial, a power of two; nothing is called, nothing branches. The last elements have a masked loop.
// CHECK-LABEL: func.func @exponentials(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index)
// CHECK:         %[[COUNT:.*]] = arith.maxsi %[[N]]
// CHECK:         %[[FULL:.*]] = arith.andi %[[COUNT]], %c-32
// CHECK:         scf.for %{{.*}} = %c0 to %[[FULL]]
// CHECK-NOT:       math.exp
// CHECK:         } {loop_annotation = #loop_annotation}
// CHECK:         scf.for %{{.*}} = %[[FULL]] to %[[N]]
// CHECK-NOT:       math.exp
// CHECK:           arith.mulf %{{.*}} fastmath<contract>
// CHECK-NOT:       llvm.ldexp
// CHECK:           arith.shli
// CHECK-NOT:       scf.if
// CHECK:           memref.store
// CHECK:         } {loop_annotation = #loop_annotation1}
func.func @exponentials(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf64>
    %1 = math.exp %0 : f64
    memref.store %1, %y[%i] : memref<?xf64>
  }
  return
}

// Of a number that is made negative this way only the sign is set, and nothing bounds it from above.
// CHECK-LABEL: func.func @decay(
// CHECK:         %[[SIZE:.*]] = math.absf %[[X:.*]] :
// CHECK-NEXT:    arith.negf %[[SIZE]]
// CHECK-NOT:     arith.select %{{.*}}, %{{.*}}, %[[X]]
// CHECK-NOT:     arith.minimumf
// CHECK:         return
func.func @decay(%x: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf64>
    %1 = arith.cmpf oge, %0, %zero : f64
    %2 = arith.negf %0 : f64
    %3 = arith.select %1, %2, %0 : f64
    %4 = math.exp %3 : f64
    memref.store %4, %x[%i] : memref<?xf64>
  }
  return
}

// Where it is known how many there are, one loop may be enough.
// CHECK-LABEL: func.func @few(
// CHECK:         scf.for %{{.*}} = %c0 to %c32
// CHECK:         } {loop_annotation = #loop_annotation1}
// CHECK-NEXT:    scf.for %{{.*}} = %c0 to %c64
// CHECK:         } {loop_annotation = #loop_annotation}
// CHECK-NEXT:    return
func.func @few(%x: memref<64xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c32 step %c1 {
    %0 = memref.load %x[%i] : memref<64xf64>
    %1 = math.exp %0 : f64
    memref.store %1, %x[%i] : memref<64xf64>
  }
  scf.for %i = %c0 to %c64 step %c1 {
    %0 = memref.load %x[%i] : memref<64xf64>
    %1 = math.exp %0 : f64
    memref.store %1, %x[%i] : memref<64xf64>
  }
  return
}

// A sum goes from one loop into the other; what begins elsewhere or counts without a sign is left as it is.
// CHECK-LABEL: func.func @sums(
// CHECK:         %[[FIRST:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %cst{{.*}})
// CHECK:         %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[FIRST]])
// CHECK:         %[[ONE:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[SUM]])
// CHECK:         } {loop_annotation = #loop_annotation1}
// CHECK-NEXT:    %[[OTHER:.*]] = scf.for unsigned {{.*}} iter_args(%{{.*}} = %[[ONE]])
// CHECK:         } {loop_annotation = #loop_annotation1}
// CHECK-NEXT:    return %[[OTHER]]
func.func @sums(%x: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %0 = memref.load %x[%i] : memref<?xf64>
    %1 = math.exp %0 : f64
    %2 = arith.addf %s, %1 : f64
    scf.yield %2 : f64
  }
  %b = scf.for %i = %c1 to %n step %c1 iter_args(%s = %a) -> f64 {
    %0 = memref.load %x[%i] : memref<?xf64>
    %1 = math.exp %0 : f64
    %2 = arith.addf %s, %1 : f64
    scf.yield %2 : f64
  }
  %c = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%s = %b) -> f64 {
    %0 = memref.load %x[%i] : memref<?xf64>
    %1 = math.exp %0 : f64
    %2 = arith.addf %s, %1 : f64
    scf.yield %2 : f64
  }
  return %c : f64
}

// CHECK-LABEL: func.func @sines(
// CHECK:         call @lagrad.sin.f32(
func.func @sines(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = math.sin %0 : f32
    memref.store %1, %y[%i] : memref<?xf32>
  }
  return
}

// What adds to a carried value waits for nothing but the sum.
// CHECK-LABEL: func.func @sum(
// CHECK-NOT:     math.exp
// CHECK:         return
func.func @sum(%x: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %0 = memref.load %x[%i] : memref<?xf64>
    %1 = math.exp %0 : f64
    %2 = arith.addf %s, %1 : f64
    scf.yield %2 : f64
  }
  return %sum : f64
}

// One value after the other, a single one, and one in an outer loop: the C library's.
// CHECK-LABEL: func.func @waiting(
// CHECK:         math.exp
// CHECK:         scf.for
// CHECK:           math.cos
// CHECK:           scf.for
// CHECK:             math.log1p
func.func @waiting(%x: f64, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = math.exp %x : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %start) -> (f64) {
    %b = math.cos %a : f64
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%c = %b) -> (f64) {
      %d = math.log1p %c : f64
      %e = arith.addf %d, %x : f64
      scf.yield %e : f64
    }
    scf.yield %s : f64
  }
  return %r, %start : f64, f64
}

// A square is a product, and needs no logarithm.
// CHECK-LABEL: func.func @powers(
// CHECK:         math.powf
// CHECK-NOT:     math.powf
// CHECK-NOT:     math.sincos
// CHECK-DAG:     call @lagrad.sin.f64(
// CHECK-DAG:     call @lagrad.cos.f64(
func.func @powers(%x: memref<?xf64>, %y: memref<?xf64>, %e: f64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf64>
    %1 = math.powf %0, %two : f64
    %2 = math.powf %1, %e : f64
    %3, %4 = math.sincos %2 : f64
    %5 = arith.mulf %3, %4 : f64
    memref.store %5, %y[%i] : memref<?xf64>
  }
  return
}

// Two of them are as many calls.
// CHECK-LABEL: func.func @two(
// CHECK:         math.log
func.func @two(%x: memref<2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %0 = memref.load %x[%i] : memref<2xf64>
    %1 = math.log %0 : f64
    memref.store %1, %x[%i] : memref<2xf64>
  }
  return
}

// REMARK-DAG:    remark: 'math.log' is left to the C library: the loop that it stands in has 2 iterations
// REMARK-DAG:    remark: 'math.exp' is computed for a vector of numbers at once
// REMARK-DAG:    remark: 'math.exp' is left to the C library: it stands in no loop
// REMARK-DAG:    remark: 'math.cos' is left to the C library: the loop that it stands in has another one inside
// REMARK-DAG:    remark: 'math.log1p' is left to the C library: it waits for the iteration before
// REMARK-DAG:    remark: 'math.tanh' is computed by arithmetic, for one number

// One number has a function that the C library takes long for as arithmetic: here it waits, and the loop stays one.
// CHECK-LABEL: func.func @one_number(
// CHECK:         scf.for
// CHECK-NOT:       math.tanh
// CHECK:           math.copysign
// CHECK-NOT:       loop_annotation
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @one_number(%n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %one) -> (f64) {
    %0 = math.tanh %s : f64
    scf.yield %0 : f64
  }
  return %r : f64
}

// Where another place computes it too, a function is the C library's in both.
// CHECK-LABEL: func.func @exact(
// CHECK:         math.tanh %{{.*}} {lagrad.exact} : f64
// CHECK:         math.exp %{{.*}} {lagrad.exact} : f64
// REMARK-DAG:    remark: 'math.exp' is left to the C library: another copy of it must give the same bits
func.func @exact(%x: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.load %x[%c0] : memref<?xf64>
  %tanh = math.tanh %first {lagrad.exact} : f64
  memref.store %tanh, %x[%c0] : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf64>
    %1 = math.exp %0 {lagrad.exact} : f64
    memref.store %1, %x[%i] : memref<?xf64>
  }
  return
}

// A loop that carries a state gets no lanes: the C library has a sine and a cosine in one call. A sum is no state.
// CHECK-LABEL: func.func @state(
// CHECK:         math.sin
// CHECK-NEXT:    math.cos
// CHECK-LABEL: func.func @accumulated(
// CHECK:         call @lagrad.sin.f64
// REMARK-DAG:    remark: 'math.sin' is left to the C library: the loop that it stands in carries a state
func.func @state(%x: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %one) -> (f64) {
    %0 = memref.load %x[%i] : memref<?xf64>
    %1 = math.sin %0 : f64
    %2 = math.cos %0 : f64
    %3 = arith.mulf %s, %1 : f64
    %4 = arith.addf %3, %2 : f64
    scf.yield %4 : f64
  }
  return %r : f64
}
func.func @accumulated(%x: memref<?xf64>, %n: index) -> (f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %one, %last = %one, %before = %one) -> (f64, f64, f64) {
    %0 = memref.load %x[%i] : memref<?xf64>
    %1 = math.sin %0 : f64
    %2 = arith.addf %s, %1 : f64
    %3 = arith.addf %2, %0 : f64
    scf.yield %3, %0, %last : f64, f64, f64
  }
  return %r#0, %r#1, %r#2 : f64, f64, f64
}
