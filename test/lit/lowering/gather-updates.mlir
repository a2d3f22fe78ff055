// RUN: lagrad-opt %s --lagrad-gather-updates --canonicalize | FileCheck %s

// Two terms for one element are added at once, past an update of an element that may be the same one.
// CHECK-LABEL: func.func @past(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>, %[[I:.*]]: index, %[[J:.*]]: index, %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT:    %[[OLD:.*]] = tensor.extract %[[X]][%[[J]]]
// CHECK-NEXT:    %[[NEW:.*]] = arith.addf %[[OLD]], %[[B]]
// CHECK-NEXT:    %[[T:.*]] = tensor.insert %[[NEW]] into %[[X]][%[[J]]]
// CHECK-NEXT:    %[[OLD:.*]] = tensor.extract %[[T]][%[[I]]]
// CHECK-NEXT:    %[[BOTH:.*]] = arith.addf %[[A]], %[[C]]
// CHECK-NEXT:    %[[NEW:.*]] = arith.addf %[[BOTH]], %[[OLD]]
// CHECK-NEXT:    %[[LAST:.*]] = tensor.insert %[[NEW]] into %[[T]][%[[I]]]
// CHECK-NEXT:    return %[[LAST]]
func.func @past(%x: tensor<?xf64>, %i: index, %j: index, %a: f64, %b: f64, %c: f64) -> tensor<?xf64> {
  %0 = tensor.extract %x[%i] : tensor<?xf64>
  %1 = arith.addf %a, %0 : f64
  %2 = tensor.insert %1 into %x[%i] : tensor<?xf64>
  %3 = tensor.extract %2[%j] : tensor<?xf64>
  %4 = arith.addf %3, %b : f64
  %5 = tensor.insert %4 into %2[%j] : tensor<?xf64>
  %6 = tensor.extract %5[%i] : tensor<?xf64>
  %7 = arith.addf %c, %6 : f64
  %8 = tensor.insert %7 into %5[%i] : tensor<?xf64>
  return %8 : tensor<?xf64>
}

// What is read for something else, or overwritten, or has to keep its order, stays.
// CHECK-LABEL: func.func @stays(
// CHECK-COUNT-6: tensor.insert
// CHECK:       return
func.func @stays(%x: tensor<?xf64>, %y: tensor<?xf64>, %z: tensor<?xf64>, %i: index, %j: index, %a: f64)
    -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %0 = tensor.extract %x[%i] : tensor<?xf64>
  %1 = arith.addf %a, %0 : f64
  %2 = tensor.insert %1 into %x[%i] : tensor<?xf64>
  %read = tensor.extract %2[%j] : tensor<?xf64>
  %3 = tensor.extract %2[%i] : tensor<?xf64>
  %4 = arith.addf %3, %read : f64
  %5 = tensor.insert %4 into %2[%i] : tensor<?xf64>
  %6 = tensor.extract %y[%i] : tensor<?xf64>
  %7 = arith.mulf %a, %6 : f64
  %8 = tensor.insert %7 into %y[%i] : tensor<?xf64>
  %9 = tensor.extract %8[%i] : tensor<?xf64>
  %10 = arith.mulf %9, %a : f64
  %11 = tensor.insert %10 into %8[%i] : tensor<?xf64>
  %12 = tensor.extract %z[%i] : tensor<?xf64>
  %13 = arith.addf %12, %a {lagrad.exact} : f64
  %14 = tensor.insert %13 into %z[%i] : tensor<?xf64>
  %15 = tensor.extract %14[%i] : tensor<?xf64>
  %16 = arith.addf %15, %a {lagrad.exact} : f64
  %17 = tensor.insert %16 into %14[%i] : tensor<?xf64>
  return %5, %11, %17 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}

// What is subtracted counts with its sign; where the element itself is subtracted, that is no update.
// CHECK-LABEL: func.func @minus(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>, %[[Y:.*]]: tensor<?xf64>, %[[I:.*]]: index, %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT:    %[[E:.*]] = tensor.extract %[[X]][%[[I]]]
// CHECK-NEXT:    %[[D:.*]] = arith.addf %[[A]], %[[C]]
// CHECK-NEXT:    %[[T:.*]] = arith.subf %[[D]], %[[B]]
// CHECK-NEXT:    %[[S:.*]] = arith.subf %[[E]], %[[T]]
// CHECK-NEXT:    tensor.insert %[[S]] into %[[X]][%[[I]]]
// CHECK-COUNT-2: tensor.insert
// CHECK:         return
func.func @minus(%x: tensor<?xf64>, %y: tensor<?xf64>, %i: index, %a: f64, %b: f64, %c: f64) -> (tensor<?xf64>, tensor<?xf64>) {
  %0 = tensor.extract %x[%i] : tensor<?xf64>
  %1 = arith.subf %0, %a : f64
  %2 = tensor.insert %1 into %x[%i] : tensor<?xf64>
  %3 = tensor.extract %2[%i] : tensor<?xf64>
  %4 = arith.addf %b, %3 : f64
  %5 = tensor.insert %4 into %2[%i] : tensor<?xf64>
  %6 = tensor.extract %5[%i] : tensor<?xf64>
  %7 = arith.subf %6, %c : f64
  %8 = tensor.insert %7 into %5[%i] : tensor<?xf64>
  %9 = tensor.extract %y[%i] : tensor<?xf64>
  %10 = arith.subf %a, %9 : f64
  %11 = tensor.insert %10 into %y[%i] : tensor<?xf64>
  %12 = tensor.extract %11[%i] : tensor<?xf64>
  %13 = arith.subf %12, %b : f64
  %14 = tensor.insert %13 into %11[%i] : tensor<?xf64>
  return %8, %14 : tensor<?xf64>, tensor<?xf64>
}

// Whose sum, or whose element, something else uses; what comes from another place or tensor, or is no sum: all stay.
// CHECK-LABEL: func.func @other(
// CHECK-COUNT-10: tensor.insert
// CHECK:          return
func.func @other(%x: tensor<?xf64>, %y: tensor<?xf64>, %z: tensor<?xf64>, %u: tensor<?xf64>, %v: tensor<?xf64>,
    %w: tensor<?xf64>, %i: index, %j: index, %a: f64)
    -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64) {
  %0 = tensor.extract %x[%i] : tensor<?xf64>
  %1 = arith.addf %0, %a : f64
  %2 = tensor.insert %1 into %x[%i] : tensor<?xf64>
  %3 = tensor.extract %2[%i] : tensor<?xf64>
  %4 = arith.addf %3, %1 : f64
  %5 = tensor.insert %4 into %2[%i] : tensor<?xf64>
  %6 = tensor.extract %y[%i] : tensor<?xf64>
  %7 = arith.addf %6, %a : f64
  %8 = tensor.insert %7 into %y[%i] : tensor<?xf64>
  %9 = tensor.extract %8[%i] : tensor<?xf64>
  %10 = arith.addf %9, %6 : f64
  %11 = tensor.insert %10 into %8[%i] : tensor<?xf64>
  %12 = tensor.extract %z[%j] : tensor<?xf64>
  %13 = arith.addf %12, %a : f64
  %14 = tensor.insert %13 into %z[%i] : tensor<?xf64>
  %15 = tensor.extract %14[%j] : tensor<?xf64>
  %16 = arith.addf %15, %a : f64
  %17 = tensor.insert %16 into %14[%i] : tensor<?xf64>
  %18 = tensor.extract %w[%j] : tensor<?xf64>
  %19 = tensor.extract %u[%i] : tensor<?xf64>
  %20 = arith.addf %18, %a : f64
  %21 = tensor.insert %20 into %u[%j] : tensor<?xf64>
  %22 = tensor.extract %21[%j] : tensor<?xf64>
  %23 = arith.addf %22, %a : f64
  %24 = tensor.insert %23 into %21[%j] : tensor<?xf64>
  %25 = tensor.insert %a into %v[%i] : tensor<?xf64>
  %26 = tensor.extract %25[%i] : tensor<?xf64>
  %27 = arith.addf %26, %a : f64
  %28 = tensor.insert %27 into %25[%i] : tensor<?xf64>
  return %5, %11, %17, %24, %28, %1, %19
      : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64
}

// CHECK-LABEL: func.func @complex(
// CHECK-SAME:    %[[X:.*]]: tensor<?xcomplex<f64>>, %[[I:.*]]: index, %[[A:.*]]: complex<f64>, %[[B:.*]]: complex<f64>)
// CHECK-NEXT:    %[[E:.*]] = tensor.extract %[[X]][%[[I]]]
// CHECK-NEXT:    %[[D:.*]] = complex.sub %[[B]], %[[A]]
// CHECK-NEXT:    %[[S:.*]] = complex.add %[[E]], %[[D]]
// CHECK-NEXT:    tensor.insert %[[S]] into %[[X]][%[[I]]]
// CHECK-NOT:     tensor.insert
// CHECK:         return
func.func @complex(%x: tensor<?xcomplex<f64>>, %i: index, %a: complex<f64>, %b: complex<f64>) -> tensor<?xcomplex<f64>> {
  %0 = tensor.extract %x[%i] : tensor<?xcomplex<f64>>
  %1 = complex.sub %0, %a : complex<f64>
  %2 = tensor.insert %1 into %x[%i] : tensor<?xcomplex<f64>>
  %3 = tensor.extract %2[%i] : tensor<?xcomplex<f64>>
  %4 = complex.add %3, %b : complex<f64>
  %5 = tensor.insert %4 into %2[%i] : tensor<?xcomplex<f64>>
  return %5 : tensor<?xcomplex<f64>>
}
