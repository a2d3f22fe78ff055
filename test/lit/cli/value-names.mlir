// Every value has a name of its own, in all functions; its users stand behind it, or below a block's arguments. What
// is printed is the same program.
// RUN: lagrad-opt %s --mlir-print-unique-ssa-ids | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: lagrad-opt %s --mlir-print-value-users | FileCheck %s --check-prefixes=CHECK,USERS
// RUN: lagrad-opt %s -o %t.1 && lagrad-opt %s --mlir-print-value-users | lagrad-opt -o %t.2 && diff %t.1 %t.2
// RUN: lagrad-opt %s --mlir-print-value-users --mlir-print-op-generic | lagrad-opt -o %t.2 && diff %t.1 %t.2
// RUN: lagrad-opt %s --cse --mlir-print-ir-after=cse --mlir-print-value-users -o %t.2 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,USERS
// RUN: not lagrad-opt %s --mlir-print-unique-ssa-ids --mlir-print-debuginfo 2>&1 | FileCheck %s --check-prefix=LOC

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[X:arg[0-9]+]]: f64, %[[N:arg[0-9]+]]: index, %[[U:arg[0-9]+]]: f64)
// USERS-NEXT:    // %[[X]]: users: %[[LOOP:v[0-9]+]]{{$}}
// USERS-NEXT:    // %[[N]]: users: %[[LOOP]]{{$}}
// USERS-NEXT:    // %[[U]]: unused{{$}}
// CHECK:       %[[C0:v[0-9]+]] = arith.constant 0 : index
// USERS-SAME:    // users: %[[LOOP]]{{$}}
// PLAIN:       %[[LOOP:v[0-9]+]]:2 = scf.for
// USERS:       %[[LOOP]]:2 = scf.for {{.*}} { // users: func.return{{$}}
// USERS:         // %[[A:arg[0-9]+]]: users: %[[SIN:v[0-9]+]]{{$}}
// USERS:         %[[SIN]] = math.sin %[[A]] : f64 // users: %{{v[0-9]+}}, scf.yield{{$}}
// CHECK:       return %[[LOOP]]#0, %[[LOOP]]#1 : f64, f64
func.func @f(%x: f64, %n: index, %u: f64) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f64, f64) {
    %0 = math.sin %a : f64
    %1 = arith.addf %0, %b : f64
    scf.yield %0, %1 : f64, f64
  }
  return %r#0, %r#1 : f64, f64
}

// CHECK-LABEL: func.func @g(
// CHECK-NOT:     %[[X]]:
// CHECK-NOT:     %[[C0]] =
// CHECK:         return
func.func @g(%x: f64) -> f64 {
  %0 = math.sin %x : f64
  return %0 : f64
}

// LOC: values get their names from locations
