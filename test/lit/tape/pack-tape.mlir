// RUN: lagrad-opt %s --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-pack-tape,canonicalize,cse' | FileCheck %s
// RUN: lagrad-check %s --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-pack-tape,lagrad-to-llvm'

// Two conditions and the case of a switch, a remainder by 5, take five bits of a byte.
func.func @branches(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = math.sin %p : f64
    %up = arith.cmpf ogt, %1, %p : f64
    %high = arith.cmpf ogt, %1, %x : f64
    %2 = scf.if %up -> f64 {
      %3 = math.cos %1 : f64
      scf.yield %3 : f64
    } else {
      scf.yield %1 : f64
    }
    %4 = scf.if %high -> f64 {
      %5 = math.sin %2 : f64
      scf.yield %5 : f64
    } else {
      scf.yield %2 : f64
    }
    %whole = arith.fptosi %4 : f64 to i64
    %number = arith.index_cast %whole : i64 to index
    %side = arith.remui %number, %c5 : index
    %6 = scf.index_switch %side -> f64
    case 1 {
      %7 = math.sin %4 : f64
      scf.yield %7 : f64
    }
    case 2 {
      %7 = math.cos %4 : f64
      scf.yield %7 : f64
    }
    default {
      %7 = arith.addf %4, %x : f64
      scf.yield %7 : f64
    }
    scf.yield %6 : f64
  }
  return %0 : f64
}
// CHECK-LABEL: func.func @branches_gradient(
// CHECK-NOT:     xi1>
// CHECK-NOT:     xindex>
// CHECK:         scf.for {{.*}}tensor<?xi8>
// CHECK-DAG:       arith.extui %{{.*}} : i1 to i8
// CHECK-DAG:       arith.index_castui %{{.*}} : index to i8
// CHECK:           tensor.insert %{{.*}} : tensor<?xi8>
// CHECK:         } {lagrad.tape
// CHECK:         scf.for
// CHECK-DAG:       arith.trunci %{{.*}} : i8 to i1
// CHECK-DAG:       arith.index_castui %{{.*}} : i8 to index
func.func private @branches_gradient(f64, index) -> f64 attributes {lagrad.gradient = @branches}
