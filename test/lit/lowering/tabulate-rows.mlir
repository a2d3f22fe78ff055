// RUN: lagrad-opt %s --lagrad-tabulate-rows=least=10 | FileCheck %s
// RUN: lagrad-opt %s --lagrad-tabulate-rows=least=10 --remarks 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: lagrad-opt %s --lagrad-tabulate-rows | FileCheck %s --check-prefix=LESS

// A function of what data refer to is computed for each row of the table, or for each trip if these are fewer.
// CHECK-LABEL: func.func @looked_up(
// CHECK-SAME:    %[[A:.*]]: memref<?xf64> {llvm.noalias}, %[[AT:.*]]: memref<?xindex> {llvm.noalias}
// CHECK:         %[[TRIPS:.*]] = arith.maxsi
// CHECK:         %[[SIZE:.*]] = memref.dim %[[A]]
// CHECK:         %[[ROWS:.*]] = arith.minui %[[TRIPS]], %[[SIZE]]
// CHECK:         %[[FEW:.*]] = arith.cmpi ult, %[[ROWS]], %[[TRIPS]]
// CHECK:         %[[TABLE:.*]] = memref.alloc(%[[ROWS]]) : memref<?x1xf64>
// CHECK:         scf.for %[[R:.*]] = %{{.*}} to %[[ROWS]]
// CHECK:           %[[PLACE:.*]] = memref.load %[[AT]]
// CHECK:           %[[ROW:.*]] = arith.select %[[FEW]], %[[R]], %[[PLACE]]
// CHECK:           memref.load %[[A]][%[[ROW]]]
// CHECK:           math.sin
// CHECK:           %[[Y:.*]] = math.exp
// CHECK:           memref.store %[[Y]], %[[TABLE]][%[[R]], %{{.*}}]
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           %[[OWN:.*]] = memref.load %[[AT]][%[[I]]]
// CHECK:           %[[NUMBER:.*]] = arith.subi %[[I]]
// CHECK:           %[[USED:.*]] = arith.select %[[FEW]], %[[OWN]], %[[NUMBER]]
// CHECK:           %[[Z:.*]] = memref.load %[[TABLE]][%[[USED]], %{{.*}}]
// CHECK:           arith.mulf %{{.*}}, %[[Z]]
// CHECK:         memref.dealloc %[[TABLE]]
// REMARK: 1 numbers of this loop are computed once for each row that data refer to
// LESS-LABEL: func.func @looked_up(
// LESS-NOT:     memref.alloc
func.func @looked_up(%a: memref<?xf64> {llvm.noalias}, %at: memref<?xindex> {llvm.noalias}, %b: memref<?xf64> {llvm.noalias}, %n: index, %out: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %place = memref.load %at[%i] : memref<?xindex>
    %x = memref.load %a[%place] : memref<?xf64>
    %s = math.sin %x : f64
    %y = math.exp %s : f64
    %w = memref.load %b[%i] : memref<?xf64>
    %z = arith.mulf %w, %y : f64
    memref.store %z, %out[%i] : memref<?xf64>
  }
  return
}

// What a branch computes from the row is computed for all rows, and once, though both sides of two branches do.
// CHECK-LABEL: func.func @branches(
// CHECK:         memref.alloc(%{{.*}}) : memref<?x2xf64>
// CHECK:           math.log
// CHECK-NOT:       math.log
// CHECK:         scf.for
// CHECK:           scf.if
// LESS-LABEL: func.func @branches(
func.func @branches(%a: memref<?xf64> {llvm.noalias}, %at: memref<?xindex> {llvm.noalias}, %b: memref<?xf64> {llvm.noalias}, %n: index, %out: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %place = memref.load %at[%i] : memref<?xindex>
    %x = memref.load %a[%place] : memref<?xf64>
    %w = memref.load %b[%i] : memref<?xf64>
    %is_large = arith.cmpf ogt, %x, %zero : f64
    %y = scf.if %is_large -> f64 {
      %l = math.log %x : f64
      %p = arith.mulf %l, %w : f64
      scf.yield %p : f64
    } else {
      scf.yield %w : f64
    }
    %z = scf.if %is_large -> f64 {
      %l = math.log %x : f64
      %p = arith.addf %l, %y : f64
      scf.yield %p : f64
    } else {
      scf.yield %y : f64
    }
    memref.store %z, %out[%i] : memref<?xf64>
  }
  return
}

// Not where the loop writes the table, where every trip has its own row, where memory is looked at in a branch only, or
// inside of a loop.
// CHECK-LABEL: func.func @not_here(
// CHECK-NOT:     memref.alloc
// LESS-LABEL: func.func @not_here(
func.func @not_here(%a: memref<?xf64> {llvm.noalias}, %at: memref<?xindex> {llvm.noalias}, %n: index, %out: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %place = memref.load %at[%i] : memref<?xindex>
    %x = memref.load %out[%place] : memref<?xf64>
    %s = math.sin %x : f64
    %y = math.exp %s : f64
    memref.store %y, %out[%i] : memref<?xf64>
  }
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf64>
    %s = math.sin %x : f64
    %y = math.exp %s : f64
    memref.store %y, %out[%i] : memref<?xf64>
  }
  scf.for %i = %c0 to %n step %c1 {
    %place = memref.load %at[%i] : memref<?xindex>
    %is_place = arith.cmpi ult, %place, %n : index
    %y = scf.if %is_place -> f64 {
      %x = memref.load %a[%place] : memref<?xf64>
      %s = math.sin %x : f64
      %e = math.exp %s : f64
      scf.yield %e : f64
    } else {
      scf.yield %zero : f64
    }
    memref.store %y, %out[%i] : memref<?xf64>
  }
  scf.for %k = %c0 to %n step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %place = memref.load %at[%i] : memref<?xindex>
      %x = memref.load %a[%place] : memref<?xf64>
      %s = math.sin %x : f64
      %y = math.exp %s : f64
      memref.store %y, %out[%i] : memref<?xf64>
    }
  }
  return
}

// Nor where the two may be the same memory.
// CHECK-LABEL: func.func @overlapping(
// CHECK-NOT:     memref.alloc
// LESS-LABEL: func.func @overlapping(
func.func @overlapping(%a: memref<?xf64>, %at: memref<?xindex>, %n: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %place = memref.load %at[%i] : memref<?xindex>
    %x = memref.load %a[%place] : memref<?xf64>
    %s = math.sin %x : f64
    %y = math.exp %s : f64
    memref.store %y, %out[%i] : memref<?xf64>
  }
  return
}
