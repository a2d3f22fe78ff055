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
