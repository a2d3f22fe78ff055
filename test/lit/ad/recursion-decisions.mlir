// RUN: lagrad-opt %s --pipeline='lagrad-differentiate,canonicalize,cse' | FileCheck %s

// A condition that floats decide is recorded, and so is a whole number made of a float that a call is given: code that is
// compiled twice may round in two ways. A condition on integers is asked again.

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : f64
  %z = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %z -> (f64) {
    scf.yield %x : f64
  } else {
    %less = arith.cmpf olt, %x, %half : f64
    %p = scf.if %less -> (f64) {
      %scaled = arith.mulf %x, %half : f64
      %whole = arith.fptoui %scaled : f64 to i64
      %k = arith.index_cast %whole : i64 to index
      %v = func.call @f(%scaled, %k) : (f64, index) -> f64
      scf.yield %v : f64
    } else {
      scf.yield %x : f64
    }
    %q = arith.mulf %x, %p : f64
    scf.yield %q : f64
  }
  return %r : f64
}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @f}

// CHECK-LABEL: func.func private @f_record(
// CHECK:         %[[LESS:.*]] = arith.cmpf olt
// CHECK:         %[[BIT:.*]] = arith.index_castui %[[LESS]] : i1 to index
// CHECK:         tensor.insert %[[BIT]] into
// CHECK:         scf.if %[[LESS]]
// CHECK:           arith.fptoui
// CHECK:           %[[K:.*]] = arith.index_cast
// CHECK:           tensor.insert %[[K]] into
// CHECK:           func.call @f_record(
// CHECK-LABEL: func.func private @f_replay(
// CHECK-NOT:     arith.cmpf
// CHECK-NOT:     arith.fptoui
// CHECK:         arith.cmpi eq
// CHECK:         %[[AT:.*]] = tensor.extract %{{.*}} : tensor<?xindex>
// CHECK:         %[[C:.*]] = arith.index_castui %[[AT]] : index to i1
// CHECK:         scf.if %[[C]]
// CHECK-LABEL: func.func private @f_augmented(
