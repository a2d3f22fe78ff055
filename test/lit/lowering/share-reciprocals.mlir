// RUN: lagrad-opt %s --lagrad-share-reciprocals --split-input-file | FileCheck %s
// RUN: lagrad-opt %s --lagrad-to-llvm --split-input-file -o /dev/null

// One division, and two products for each quotient; a divisor whose reciprocal might overflow is made larger first, one whose
// reciprocal might be subnormal is made smaller.
// CHECK-LABEL: func.func @unit(
// CHECK-SAME:    %[[D:[a-z0-9]+]]: f64)
// CHECK:         %[[SIZE:.*]] = math.absf %[[D]]
// CHECK:         %[[SMALL:.*]] = arith.cmpf olt, %[[SIZE]], %{{.*}}
// CHECK:         %[[LARGE:.*]] = arith.cmpf ogt, %[[SIZE]], %{{.*}}
// CHECK:         %[[DOWN:.*]] = arith.select %[[LARGE]]
// CHECK:         %[[SCALE:.*]] = arith.select %[[SMALL]], %{{.*}}, %[[DOWN]]
// CHECK:         %[[SCALED:.*]] = arith.mulf %[[D]], %[[SCALE]]
// CHECK:         %[[R:.*]] = arith.divf %{{.*}}, %[[SCALED]]
// CHECK:         %[[P:.*]] = arith.mulf %{{.*}}, %[[R]] fastmath<contract>
// CHECK:         arith.mulf %[[P]], %[[SCALE]] fastmath<contract>
// CHECK-NOT:     arith.divf
// CHECK:         return
func.func @unit(%x: f64, %y: f64, %z: f64, %d: f64) -> (f64, f64, f64) {
  %0 = arith.divf %x, %d : f64
  %1 = arith.divf %y, %d : f64
  %2 = arith.divf %z, %d : f64
  return %0, %1, %2 : f64, f64, f64
}

// -----

// Two quotients are not worth it, nor is one that only one side of a branch needs; other types are left alone.
// CHECK-LABEL: func.func @few(
// CHECK-COUNT-3: arith.divf {{.*}} : f64
// CHECK-COUNT-3: arith.divf {{.*}} : f16
func.func @few(%x: f64, %d: f64, %c: i1, %h: f16) -> (f64, f16) {
  %0 = arith.divf %x, %d : f64
  %1 = arith.divf %0, %d : f64
  %2 = scf.if %c -> f64 {
    %3 = arith.divf %1, %d : f64
    scf.yield %3 : f64
  } else {
    scf.yield %x : f64
  }
  %4 = arith.divf %h, %h : f16
  %5 = arith.divf %4, %h : f16
  %6 = arith.divf %5, %h : f16
  return %2, %6 : f64, f16
}

// -----

// The body of an operation has a reciprocal for each element.
// CHECK-LABEL: func.func @elements(
// CHECK:         linalg.generic
// CHECK:           arith.divf
// CHECK-NOT:       arith.divf
// CHECK:           linalg.yield
func.func @elements(%d: memref<?xf32>, %a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>) {
  %one = arith.constant 1.0 : f32
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]}
      ins(%d : memref<?xf32>) outs(%a, %b, %c : memref<?xf32>, memref<?xf32>, memref<?xf32>) {
    ^bb0(%x: f32, %0: f32, %1: f32, %2: f32):
      %3 = arith.divf %one, %x : f32
      %4 = arith.divf %3, %x : f32
      %5 = arith.divf %4, %x : f32
      linalg.yield %3, %4, %5 : f32, f32, f32
  }
  return
}

// -----

// A divisor may be one of the quotients itself.
// CHECK-LABEL: func.func @quotients_of_quotients(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: f64, %[[D:[a-z0-9]+]]: f64)
// CHECK:         math.absf %[[D]]
// CHECK:         %[[R:.*]] = arith.divf
// CHECK:         %[[P:.*]] = arith.mulf %[[X]], %[[R]]
// CHECK:         %[[Q:.*]] = arith.mulf %[[P]], %{{.*}} fastmath<contract>
// CHECK:         math.absf %[[Q]]
// CHECK:         arith.divf
// CHECK-NOT:     arith.divf
// CHECK:         return
func.func @quotients_of_quotients(%x: f64, %d: f64) -> (f64, f64) {
  %q = arith.divf %x, %d : f64
  %0 = arith.divf %d, %q : f64
  %1 = arith.divf %0, %d : f64
  %2 = arith.divf %1, %q : f64
  %3 = arith.divf %2, %d : f64
  %4 = arith.divf %3, %q : f64
  return %3, %4 : f64, f64
}

// -----

// The root of a number is never so small or large: one product for each quotient.
// CHECK-LABEL: func.func @normalized(
// CHECK:         %[[D:.*]] = math.sqrt
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant 1.0
// CHECK-NEXT:    %[[R:.*]] = arith.divf %[[ONE]], %[[D]]
// CHECK-COUNT-3: arith.mulf %{{.*}}, %[[R]] fastmath<contract>
// CHECK-NEXT:    return
func.func @normalized(%x: f64, %y: f64, %z: f64, %s: f64) -> (f64, f64, f64) {
  %d = math.sqrt %s : f64
  %0 = arith.divf %x, %d : f64
  %1 = arith.divf %y, %d : f64
  %2 = arith.divf %z, %d : f64
  return %0, %1, %2 : f64, f64, f64
}

// -----

// Nor is what is such a root in one case and an ordinary number in the other.
// CHECK-LABEL: func.func @of_branches(
// CHECK-NOT:     math.absf
// CHECK:         arith.divf
// CHECK-NOT:     arith.divf
// CHECK:         return
func.func @of_branches(%x: f32, %c: i1, %s: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %d = scf.if %c -> f32 {
    %root = math.sqrt %s : f32
    %other = arith.negf %root : f32
    %one_of_them = arith.select %c, %other, %two : f32
    scf.yield %one_of_them : f32
  } else {
    scf.yield %zero : f32
  }
  %0 = arith.divf %x, %d : f32
  %1 = arith.divf %0, %d : f32
  %2 = arith.divf %1, %d : f32
  return %2 : f32
}

// -----

// A constant may be too small, a number that was given too.
// CHECK-LABEL: func.func @of_a_tiny_one(
// CHECK:         math.absf
// CHECK:         return
func.func @of_a_tiny_one(%x: f32, %c: i1, %s: f32) -> f32 {
  %tiny = arith.constant 1.0e-38 : f32
  %root = math.sqrt %s : f32
  %d = arith.select %c, %root, %tiny : f32
  %0 = arith.divf %x, %d : f32
  %1 = arith.divf %0, %d : f32
  %2 = arith.divf %1, %d : f32
  return %2 : f32
}

// -----

// What has to round as it does elsewhere stays a quotient, and does not count.
// CHECK-LABEL: func.func @exact(
// CHECK-COUNT-3: arith.divf %{{.*}}, %arg1
// CHECK-NOT:     arith.mulf
// CHECK:         return
func.func @exact(%x: f64, %d: f64) -> (f64, f64, f64) {
  %0 = arith.divf %x, %d : f64
  %1 = arith.divf %0, %d {lagrad.exact} : f64
  %2 = arith.divf %1, %d : f64
  return %0, %1, %2 : f64, f64, f64
}
