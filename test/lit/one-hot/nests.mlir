// RUN: lagrad-opt %s --lagrad-propagate-one-hot --canonicalize --cse --split-input-file | FileCheck %s
// RUN: lagrad-opt %s --lagrad-propagate-one-hot --remarks --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Loops over elements, and which of their trips do something. What is said of them, in order:
// REMARK:      remark: one trip of 'scf.for' does something
// REMARK-NEXT: %s = scf.for %q
// REMARK:      remark: one trip of 'scf.for' does something
// REMARK-NEXT: %r = scf.for %p = %c0 to %c4
// REMARK:      remark: one trip of 'scf.for' does something
// REMARK-NEXT: %r = scf.for %p = %c0 to %c6 {{.*}}%nines
// REMARK:      remark: one trip of 'scf.for' does something
// REMARK-NEXT: %s = scf.for %row
// REMARK:      remark: 'scf.for' carries what is not zero of a tensor
// REMARK-NEXT: %r = scf.for %k
// REMARK:      remark: one trip of 'scf.for' does something
// REMARK-NEXT: %r = scf.for %p = %c0 to %n
// REMARK:      remark: one trip of 'scf.for' does something
// REMARK-NEXT: %r:2 = scf.for %p
// REMARK-NOT:  remark

// A nest over elements gets its indexing maps back: %ct is read at (p, q), and %out is written there. With %ct one-hot
// at (%i, %j), one trip of each loop does something, and no loop is left.
// CHECK-LABEL: func.func @scaled(
// CHECK-SAME:    %[[V:.*]]: f64, %[[I:.*]]: index, %[[J:.*]]: index, %[[W:.*]]: tensor<4x5xf64>)
// CHECK-NOT:     scf.for
// CHECK:         %[[E:.*]] = tensor.extract %[[W]][%[[I]], %[[J]]]
// CHECK:         %[[P:.*]] = arith.mulf %[[V]], %[[E]]
// CHECK:         tensor.insert %[[P]] into %{{.*}}[%[[I]], %[[J]]]
func.func @scaled(%v: f64, %i: index, %j: index, %w: tensor<4x5xf64>) -> tensor<4x5xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zeros = arith.constant dense<0.0> : tensor<4x5xf64>
  %ct = tensor.insert %v into %zeros[%i, %j] : tensor<4x5xf64>
  %r = scf.for %p = %c0 to %c4 step %c1 iter_args(%a = %zeros) -> tensor<4x5xf64> {
    %s = scf.for %q = %c0 to %c5 step %c1 iter_args(%b = %a) -> tensor<4x5xf64> {
      %x = tensor.extract %ct[%p, %q] : tensor<4x5xf64>
      %y = tensor.extract %w[%p, %q] : tensor<4x5xf64>
      %z = arith.mulf %x, %y : f64
      %t = tensor.insert %z into %b[%p, %q] : tensor<4x5xf64>
      scf.yield %t : tensor<4x5xf64>
    }
    scf.yield %s : tensor<4x5xf64>
  }
  return %r : tensor<4x5xf64>
}

// -----

// What a gather's adjoint is: the index of what is written is data, so it is unknown in the map, and two trips may be at
// one. What they add accumulates, so a trip of zeros still does nothing.
// CHECK-LABEL: func.func @scatter(
// CHECK-SAME:    %[[V:.*]]: f64, %[[I:.*]]: index, %[[AT:.*]]: tensor<6xindex>)
// CHECK-NOT:     scf.for
// CHECK:         %[[K:.*]] = tensor.extract %[[AT]][%[[I]]]
// CHECK-NOT:     scf.for
// CHECK:         tensor.insert %[[V]] into %{{.*}}[%[[K]]]
func.func @scatter(%v: f64, %i: index, %at: tensor<6xindex>) -> tensor<9xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zeros = arith.constant dense<0.0> : tensor<6xf64>
  %nines = arith.constant dense<0.0> : tensor<9xf64>
  %ct = tensor.insert %v into %zeros[%i] : tensor<6xf64>
  %r = scf.for %p = %c0 to %c6 step %c1 iter_args(%a = %nines) -> tensor<9xf64> {
    %k = tensor.extract %at[%p] : tensor<6xindex>
    %x = tensor.extract %ct[%p] : tensor<6xf64>
    %y = tensor.extract %a[%k] : tensor<9xf64>
    %z = arith.addf %y, %x : f64
    %t = tensor.insert %z into %a[%k] : tensor<9xf64>
    scf.yield %t : tensor<9xf64>
  }
  return %r : tensor<9xf64>
}

// -----

// Rejected: what is at an index that is data is overwritten, so a later trip could put a zero where %v was.
// CHECK-LABEL: func.func @overwritten(
// CHECK:         scf.for
func.func @overwritten(%v: f64, %i: index, %at: tensor<6xindex>) -> tensor<9xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zeros = arith.constant dense<0.0> : tensor<6xf64>
  %nines = arith.constant dense<0.0> : tensor<9xf64>
  %ct = tensor.insert %v into %zeros[%i] : tensor<6xf64>
  %r = scf.for %p = %c0 to %c6 step %c1 iter_args(%a = %nines) -> tensor<9xf64> {
    %k = tensor.extract %at[%p] : tensor<6xindex>
    %x = tensor.extract %ct[%p] : tensor<6xf64>
    %t = tensor.insert %x into %a[%k] : tensor<9xf64>
    scf.yield %t : tensor<9xf64>
  }
  return %r : tensor<9xf64>
}

// -----

// Rejected: the trips write at two indices of their own, and one would overwrite what the other has written.
// CHECK-LABEL: func.func @neighbours(
// CHECK:         scf.for
func.func @neighbours(%v: f64, %i: index) -> tensor<7xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zeros = arith.constant dense<0.0> : tensor<6xf64>
  %sevens = arith.constant dense<0.0> : tensor<7xf64>
  %ct = tensor.insert %v into %zeros[%i] : tensor<6xf64>
  %r = scf.for %p = %c0 to %c6 step %c1 iter_args(%a = %sevens) -> tensor<7xf64> {
    %q = arith.addi %p, %c1 : index
    %x = tensor.extract %ct[%p] : tensor<6xf64>
    %s = tensor.insert %x into %a[%p] : tensor<7xf64>
    %t = tensor.insert %x into %s[%q] : tensor<7xf64>
    scf.yield %t : tensor<7xf64>
  }
  return %r : tensor<7xf64>
}

// -----

// Rejected: exp(0) is not zero.
// CHECK-LABEL: func.func @exponential(
// CHECK:         scf.for
func.func @exponential(%v: f64, %i: index) -> tensor<6xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zeros = arith.constant dense<0.0> : tensor<6xf64>
  %ct = tensor.insert %v into %zeros[%i] : tensor<6xf64>
  %r = scf.for %p = %c0 to %c6 step %c1 iter_args(%a = %zeros) -> tensor<6xf64> {
    %x = tensor.extract %ct[%p] : tensor<6xf64>
    %y = math.exp %x : f64
    %t = tensor.insert %y into %a[%p] : tensor<6xf64>
    scf.yield %t : tensor<6xf64>
  }
  return %r : tensor<6xf64>
}

// -----

// Rejected: a trip of zeros still multiplies what the loop carries.
// CHECK-LABEL: func.func @recurrence(
// CHECK:         scf.for
func.func @recurrence(%v: f64, %i: index, %h: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : tensor<6xf64>
  %ct = tensor.insert %v into %zeros[%i] : tensor<6xf64>
  %r = scf.for %p = %c0 to %c6 step %c1 iter_args(%a = %zero) -> f64 {
    %x = tensor.extract %ct[%p] : tensor<6xf64>
    %y = arith.mulf %a, %h : f64
    %t = arith.addf %y, %x : f64
    scf.yield %t : f64
  }
  return %r : f64
}

// -----

// The triangular product of a column (the adjoint of A in y[i] += A[i, j] * x[j], i >= j), backwards as an adjoint sweep
// goes: the loop over rows becomes one row, if it has that, and the
// loop over columns carries the row that is not zero.
// CHECK-LABEL: func.func @columns(
// CHECK:         scf.for {{.*}} -> (tensor<5xf64>) {
// CHECK:           scf.if
// CHECK-NOT:       scf.for
// CHECK:         tensor.insert_slice {{.*}}[%{{.*}}, 0] [1, 5] [1, 1] : tensor<5xf64> into tensor<5x5xf64>
func.func @columns(%v: f64, %i: index, %x: tensor<5xf64>) -> tensor<5x5xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c4 = arith.constant 4 : index
  %zeros = arith.constant dense<0.0> : tensor<5xf64>
  %square = arith.constant dense<0.0> : tensor<5x5xf64>
  %ct = tensor.insert %v into %zeros[%i] : tensor<5xf64>
  %r = scf.for %k = %c0 to %c5 step %c1 iter_args(%a = %square) -> tensor<5x5xf64> {
    %j = arith.subi %c4, %k : index
    %xj = tensor.extract %x[%j] : tensor<5xf64>
    %s = scf.for %row = %j to %c5 step %c1 iter_args(%b = %a) -> tensor<5x5xf64> {
      %c = tensor.extract %ct[%row] : tensor<5xf64>
      %p = arith.mulf %c, %xj : f64
      %e = tensor.extract %b[%row, %j] : tensor<5x5xf64>
      %f = arith.addf %e, %p : f64
      %t = tensor.insert %f into %b[%row, %j] : tensor<5x5xf64>
      scf.yield %t : tensor<5x5xf64>
    }
    scf.yield %s : tensor<5x5xf64>
  }
  return %r : tensor<5x5xf64>
}

// -----

// A loop that runs through a part, and backwards: the trip is found, and it is tested whether the loop has it.
// CHECK-LABEL: func.func @part(
// CHECK:         arith.subi
// CHECK:         arith.cmpi sge
// CHECK:         arith.cmpi slt
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @part(%v: f64, %i: index, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : tensor<6xf64>
  %ct = tensor.insert %v into %zeros[%i] : tensor<6xf64>
  %r = scf.for %p = %c0 to %n step %c1 iter_args(%a = %zero) -> f64 {
    %q = arith.subi %c5, %p : index
    %x = tensor.extract %ct[%q] : tensor<6xf64>
    %t = arith.addf %a, %x : f64
    scf.yield %t : f64
  }
  return %r : f64
}

// -----

// What the adjoint of a body that gathers is: an element of the cotangent is taken, a zero is put in its place, and it is
// added where the gather has read. The loop carries the cotangent.
// CHECK-LABEL: func.func @taken(
// CHECK-SAME:    %[[V:.*]]: f64, %[[I:.*]]: index, %[[AT:.*]]: tensor<6xindex>)
// CHECK-NOT:     scf.for
// CHECK:         %[[K:.*]] = tensor.extract %[[AT]][%[[I]]]
// CHECK:         %[[MINUS:.*]] = arith.negf %[[V]]
// CHECK-NOT:     scf.for
// CHECK:         tensor.insert %[[MINUS]] into %{{.*}}[%[[K]]]
func.func @taken(%v: f64, %i: index, %at: tensor<6xindex>) -> tensor<9xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : tensor<6xf64>
  %nines = arith.constant dense<0.0> : tensor<9xf64>
  %ct = tensor.insert %v into %zeros[%i] : tensor<6xf64>
  %r:2 = scf.for %p = %c0 to %c6 step %c1 iter_args(%c = %ct, %a = %nines) -> (tensor<6xf64>, tensor<9xf64>) {
    %q = arith.subi %c5, %p : index
    %k = tensor.extract %at[%q] : tensor<6xindex>
    %x = tensor.extract %c[%q] : tensor<6xf64>
    %d = tensor.insert %zero into %c[%q] : tensor<6xf64>
    %y = tensor.extract %a[%k] : tensor<9xf64>
    %z = arith.subf %y, %x : f64
    %t = tensor.insert %z into %a[%k] : tensor<9xf64>
    scf.yield %d, %t : tensor<6xf64>, tensor<9xf64>
  }
  return %r#1 : tensor<9xf64>
}
