// RUN: lagrad-opt %s --lagrad-ignore-zero-signs | FileCheck %s

// What a public function gives back may be either zero.
// CHECK-LABEL: func.func @plain(
// CHECK:         arith.subf %{{.*}}, %{{.*}} fastmath<reassoc,nsz,contract>
// CHECK:         arith.mulf %{{.*}}, %{{.*}} fastmath<reassoc,nsz,contract>
func.func @plain(%x: f64, %y: f64, %out: memref<f64>) {
  %0 = arith.subf %x, %y fastmath<reassoc,contract> : f64
  %1 = arith.mulf %0, %0 fastmath<reassoc,contract> : f64
  memref.store %1, %out[] : memref<f64>
  return
}

// A divisor shows which zero it is, by way of a root, a branch, a loop and memory; what is divided does not.
// CHECK-LABEL: func.func @divisor(
// CHECK:         arith.subf %{{.*}}, %{{.*}} fastmath<reassoc,contract>
// CHECK:         scf.for
// CHECK:           arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,contract>
// CHECK:         scf.if
// CHECK:           arith.mulf %{{.*}}, %{{.*}} fastmath<reassoc,contract>
// CHECK:         arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,nsz,contract>
// CHECK:         arith.divf
func.func @divisor(%x: f64, %y: f64, %n: index, %c: i1, %out: memref<f64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloca() : memref<2xf64>
  %0 = arith.subf %x, %y fastmath<reassoc,contract> : f64
  memref.store %0, %t[%c0] : memref<2xf64>
  %1 = memref.load %t[%c1] : memref<2xf64>
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %1) -> f64 {
    %next = arith.addf %s, %x fastmath<reassoc,contract> : f64
    scf.yield %next : f64
  }
  %3 = scf.if %c -> f64 {
    %p = arith.mulf %2, %x fastmath<reassoc,contract> : f64
    scf.yield %p : f64
  } else {
    scf.yield %x : f64
  }
  %4 = math.sqrt %3 : f64
  %5 = arith.addf %x, %y fastmath<reassoc,contract> : f64
  %6 = arith.divf %5, %4 : f64
  memref.store %6, %out[] : memref<f64>
  return
}

// So do an angle, a copied sign, and bits; an even function and a comparison do not.
// CHECK-LABEL: func.func @others(
// CHECK:         arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,contract>
// CHECK:         arith.subf %{{.*}}, %{{.*}} fastmath<reassoc,contract>
// CHECK:         arith.mulf %{{.*}}, %{{.*}} fastmath<reassoc,contract>
// CHECK:         arith.negf %{{.*}} fastmath<reassoc,nsz,contract>
// CHECK:         arith.subf %{{.*}}, %{{.*}} fastmath<reassoc,nsz,contract>
func.func @others(%x: f64, %y: f64) -> (f64, f64, i64, f64, i1) {
  %0 = arith.addf %x, %y fastmath<reassoc,contract> : f64
  %1 = math.atan2 %0, %x : f64
  %2 = arith.subf %x, %y fastmath<reassoc,contract> : f64
  %3 = math.copysign %x, %2 : f64
  %4 = arith.mulf %x, %y fastmath<reassoc,contract> : f64
  %5 = arith.bitcast %4 : f64 to i64
  %6 = arith.negf %x fastmath<reassoc,contract> : f64
  %7 = math.cos %6 : f64
  %8 = arith.subf %y, %x fastmath<reassoc,contract> : f64
  %9 = arith.cmpf olt, %8, %x : f64
  return %1, %3, %5, %7, %9 : f64, f64, i64, f64, i1
}

// What a function gives to others in the program may be a divisor there, and what it takes to a call as well.
// CHECK-LABEL: func.func private @inner(
// CHECK:         arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,contract>
func.func private @inner(%x: f64, %out: memref<f64>) {
  %0 = arith.addf %x, %x fastmath<reassoc,contract> : f64
  memref.store %0, %out[] : memref<f64>
  return
}
// CHECK-LABEL: func.func @outer(
// CHECK:         arith.mulf %{{.*}}, %{{.*}} fastmath<reassoc,contract>
func.func @outer(%x: f64, %out: memref<f64>) {
  %0 = arith.mulf %x, %x fastmath<reassoc,contract> : f64
  call @inner(%0, %out) : (f64, memref<f64>) -> ()
  return
}

// Where a loop passes buffers on, all memory is one. Without `reassoc`, which is the strict program, nothing is added.
// CHECK-LABEL: func.func @exchanged(
// CHECK:         arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,contract>
// CHECK:         arith.mulf %{{.*}}, %{{.*}} : f64
func.func @exchanged(%x: f64, %n: index, %a: memref<f64>, %b: memref<f64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = arith.addf %x, %x fastmath<reassoc,contract> : f64
  memref.store %0, %a[] : memref<f64>
  %1:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (memref<f64>, memref<f64>) {
    scf.yield %q, %p : memref<f64>, memref<f64>
  }
  %2 = memref.load %1#0[] : memref<f64>
  %3 = arith.mulf %x, %x : f64
  %4 = arith.divf %3, %2 : f64
  return %4 : f64
}

// Two arguments may be the same memory: what is stored in one of them is read in the other one.
// CHECK-LABEL: func.func @overlapping(
// CHECK:         arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,contract>
func.func @overlapping(%x: f64, %a: memref<f64>, %b: memref<f64>) -> f64 {
  %0 = arith.addf %x, %x fastmath<reassoc,contract> : f64
  memref.store %0, %a[] : memref<f64>
  %1 = memref.load %b[] : memref<f64>
  %2 = arith.divf %x, %1 : f64
  return %2 : f64
}

// The square of both zeros is the same one: a length shows no sign of a difference. The quotient shows that of `%k`.
// CHECK-LABEL: func.func @length(
// CHECK:         arith.subf %{{.*}}, %{{.*}} fastmath<reassoc,nsz,contract>
// CHECK:         arith.mulf %{{.*}}, %{{.*}} fastmath<reassoc,contract>
// CHECK:         arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,contract>
func.func @length(%x: f64, %y: f64, %k: f64, %out: memref<f64>) {
  %d = arith.subf %x, %y fastmath<reassoc,contract> : f64
  %dd = arith.mulf %d, %d fastmath<reassoc,contract> : f64
  %length = math.sqrt %dd : f64
  %moved = arith.addf %k, %length fastmath<reassoc,contract> : f64
  %q = arith.divf %y, %moved fastmath<contract> : f64
  memref.store %q, %out[] : memref<f64>
  return
}

// A cotangent that stays zero where it is divided by zero takes one choice. A quotient that is another number there
// takes both, and so does one that has to round as it is written.
// CHECK-LABEL: func.func @guards(
// CHECK-SAME:    %[[CT:[a-z0-9]+]]: f64, %[[X:[a-z0-9]+]]: f64
// CHECK:         %[[Q:.*]] = arith.divf
// CHECK:         %[[IS:.*]] = arith.cmpf oeq, %[[CT]], %{{.*}} : f64
// CHECK:         %[[ONE:.*]] = arith.select %[[IS]], %{{.*}}, %[[Q]] : f64
// CHECK:         memref.store %[[ONE]]
// CHECK:         arith.select
// CHECK:         %[[TWO:.*]] = arith.select
// CHECK:         memref.store %[[TWO]]
// CHECK:         arith.select
// CHECK:         %[[EXACT:.*]] = arith.select
// CHECK:         memref.store %[[EXACT]]
func.func @guards(%ct: f64, %x: f64, %out: memref<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %scaled = arith.mulf %x, %ct fastmath<reassoc,contract> : f64
  %less = arith.negf %scaled fastmath<reassoc,contract> : f64
  %q = arith.divf %less, %x fastmath<contract> : f64
  %is = arith.cmpf oeq, %ct, %zero : f64
  %is_number = arith.cmpf oeq, %q, %q : f64
  %first = arith.select %is, %zero, %q : f64
  %guard = arith.select %is_number, %q, %first : f64
  memref.store %guard, %out[%c0] : memref<3xf64>
  %other = arith.divf %x, %ct fastmath<contract> : f64
  %is_other = arith.cmpf oeq, %other, %other : f64
  %first_other = arith.select %is, %zero, %other : f64
  %guard_other = arith.select %is_other, %other, %first_other : f64
  memref.store %guard_other, %out[%c1] : memref<3xf64>
  %exact = arith.divf %ct, %x : f64
  %is_exact = arith.cmpf oeq, %exact, %exact : f64
  %first_exact = arith.select %is, %zero, %exact : f64
  %guard_exact = arith.select %is_exact, %exact, %first_exact : f64
  memref.store %guard_exact, %out[%c2] : memref<3xf64>
  return
}

// The sign of a guarded quotient that is a divisor later on stays.
// CHECK-LABEL: func.func @guard_that_shows(
// CHECK:         arith.select
// CHECK:         %[[TWO:.*]] = arith.select
// CHECK:         arith.divf %{{.*}}, %[[TWO]]
func.func @guard_that_shows(%ct: f64, %x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %q = arith.divf %ct, %x fastmath<contract> : f64
  %is = arith.cmpf oeq, %ct, %zero : f64
  %is_number = arith.cmpf oeq, %q, %q : f64
  %first = arith.select %is, %zero, %q : f64
  %guard = arith.select %is_number, %q, %first : f64
  %r = arith.divf %x, %guard fastmath<contract> : f64
  return %r : f64
}
