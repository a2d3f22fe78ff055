// RUN: lagrad-opt %s --lagrad-share-branches --cse --split-input-file | FileCheck %s
// RUN: lagrad-opt %s --lagrad-to-llvm --split-input-file -o /dev/null

// The sine of the second branch is that of the first; what is cheap is computed anew, from it.
// CHECK-LABEL: func.func @twice(
// CHECK:         %[[FIRST:.*]]:2 = scf.if
// CHECK:           %[[SIN:.*]] = math.sin
// CHECK:           scf.yield %{{.*}}, %[[SIN]]
// CHECK:         } else {
// CHECK:           scf.yield %{{.*}}, %{{cst.*}}
// CHECK:         scf.if
// CHECK-NOT:       math.sqrt
// CHECK-NOT:       math.sin
// CHECK:           math.cos
// CHECK:         return
func.func @twice(%x: f64, %y: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %is = arith.cmpf ogt, %x, %zero : f64
  %a = scf.if %is -> f64 {
    %0 = math.sqrt %x : f64
    %1 = arith.addf %0, %0 : f64
    %2 = math.sin %1 : f64
    %3 = arith.mulf %2, %y : f64
    scf.yield %3 : f64
  } else {
    scf.yield %y : f64
  }
  %b = scf.if %is -> f64 {
    %0 = math.sqrt %x : f64
    %1 = arith.addf %0, %0 : f64
    %2 = math.sin %1 : f64
    %3 = arith.mulf %2, %a : f64
    %4 = math.cos %3 : f64
    scf.yield %4 : f64
  } else {
    scf.yield %a : f64
  }
  return %b : f64
}

// -----

// Either side, three branches, and branches that yield nothing.
// CHECK-LABEL: func.func @sides(
// CHECK:         %[[FIRST:.*]]:2 = scf.if
// CHECK:           %[[LOG:.*]] = math.log
// CHECK:           scf.yield %[[LOG]], %{{.*}} :
// CHECK:         } else {
// CHECK:           %[[EXP:.*]] = math.exp
// CHECK:           scf.yield %{{.*}}, %[[EXP]] :
// CHECK:         scf.if
// CHECK-NOT:       math.log
// CHECK:         } else {
// CHECK-NOT:       math.exp
// CHECK:         scf.if
// CHECK-NOT:       math.log
// CHECK:         } else {
// CHECK-NOT:       math.exp
// CHECK:         return
func.func @sides(%c: i1, %x: f64, %y: memref<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.if %c {
    %0 = math.log %x : f64
    memref.store %0, %y[%c0] : memref<3xf64>
  } else {
    %0 = math.exp %x : f64
    memref.store %0, %y[%c0] : memref<3xf64>
  }
  scf.if %c {
    %0 = math.log %x : f64
    memref.store %0, %y[%c1] : memref<3xf64>
  } else {
    %0 = math.exp %x : f64
    memref.store %0, %y[%c1] : memref<3xf64>
  }
  scf.if %c {
    %0 = math.log %x : f64
    memref.store %0, %y[%c2] : memref<3xf64>
  } else {
    %0 = math.exp %x : f64
    memref.store %0, %y[%c2] : memref<3xf64>
  }
  return
}

// -----

// Another condition, other arguments, another way of rounding: nothing in common. Sums are not worth a result.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-4: math.sin
// CHECK-NOT:   scf.if {{.*}} -> (f64, f64)
// CHECK:         return
func.func @others(%c: i1, %d: i1, %x: f64, %y: f64) -> (f64, f64, f64, f64) {
  %0 = scf.if %c -> f64 {
    %1 = arith.addf %x, %y : f64
    %2 = math.sin %1 : f64
    scf.yield %2 : f64
  } else {
    scf.yield %x : f64
  }
  %3 = scf.if %d -> f64 {
    %1 = arith.addf %x, %y : f64
    %2 = math.sin %1 : f64
    scf.yield %2 : f64
  } else {
    scf.yield %x : f64
  }
  %4 = scf.if %c -> f64 {
    %1 = arith.subf %x, %y : f64
    %2 = math.sin %1 : f64
    scf.yield %2 : f64
  } else {
    scf.yield %x : f64
  }
  %5 = scf.if %c -> f64 {
    %1 = arith.addf %x, %y : f64
    %2 = math.sin %1 fastmath<fast> : f64
    scf.yield %2 : f64
  } else {
    scf.yield %x : f64
  }
  return %0, %3, %4, %5 : f64, f64, f64, f64
}

// -----

// A branch in a branch that yields more itself.
// CHECK-LABEL: func.func @nested(
// CHECK:         %[[OUTER:.*]]:2 = scf.if %arg0
// CHECK:           %[[SIN:.*]] = math.sin
// CHECK:           %[[INNER:.*]]:2 = scf.if %arg1
// CHECK:             %[[EXP:.*]] = math.exp
// CHECK:             scf.yield %{{.*}}, %[[EXP]]
// CHECK-NOT:         math.exp
// CHECK:           scf.yield %{{.*}}, %[[SIN]]
// CHECK-NOT:       math.sin
// CHECK:         return
func.func @nested(%c: i1, %d: i1, %x: f64) -> (f64, f64) {
  %a = scf.if %c -> f64 {
    %s = math.sin %x : f64
    %i = scf.if %d -> f64 {
      %t = math.exp %s : f64
      scf.yield %t : f64
    } else {
      scf.yield %x : f64
    }
    %j = scf.if %d -> f64 {
      %t = math.exp %s : f64
      %u = arith.addf %t, %i : f64
      scf.yield %u : f64
    } else {
      scf.yield %x : f64
    }
    scf.yield %j : f64
  } else {
    scf.yield %x : f64
  }
  %b = scf.if %c -> f64 {
    %s = math.sin %x : f64
    %i = arith.mulf %s, %a : f64
    scf.yield %i : f64
  } else {
    scf.yield %x : f64
  }
  return %a, %b : f64, f64
}
