// RUN: lagrad-opt %s --lagrad-differentiate -o %t.mlir
// RUN: lagrad-opt %t.mlir --lagrad-join-counts -o %t.joined.mlir
// RUN: diff %t.mlir %t.joined.mlir

// Nobody knows how many iterations there are at most.
func.func @endless(%a: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %r = scf.while (%x = %a) : (f64) -> f64 {
    %far = arith.cmpf ogt, %x, %one : f64
    scf.condition(%far) %x : f64
  } do {
  ^bb0(%x: f64):
    %x1 = math.sqrt %x : f64
    %x2 = arith.mulf %x1, %x1 : f64
    %x3 = math.sqrt %x2 : f64
    scf.yield %x3 : f64
  }
  return %r : f64
}
func.func private @dendless(f64) -> f64 attributes {lagrad.gradient = @endless}

// A tape for as many as there may be would take 8 MB.
func.func @long(%a: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %most = arith.constant 1000000 : index
  %one = arith.constant 1.0 : f64
  %r:2 = scf.while (%x = %a, %k = %c0) : (f64, index) -> (f64, index) {
    %below = arith.cmpi ult, %k, %most : index
    %far = arith.cmpf ogt, %x, %one : f64
    %on = arith.andi %below, %far : i1
    scf.condition(%on) %x, %k : f64, index
  } do {
  ^bb0(%x: f64, %k: index):
    %x1 = math.sqrt %x : f64
    %k1 = arith.addi %k, %c1 : index
    scf.yield %x1, %k1 : f64, index
  }
  return %r#0 : f64
}
func.func private @dlong(f64) -> f64 attributes {lagrad.gradient = @long}

// In eight bits, 100 and 100 are less than 120.
func.func @around(%a: f64) -> f64 {
  %c0 = arith.constant 0 : i8
  %c100 = arith.constant 100 : i8
  %most = arith.constant 120 : i8
  %one = arith.constant 1.0 : f64
  %r:2 = scf.while (%x = %a, %k = %c0) : (f64, i8) -> (f64, i8) {
    %below = arith.cmpi slt, %k, %most : i8
    %far = arith.cmpf ogt, %x, %one : f64
    %on = arith.andi %below, %far : i1
    scf.condition(%on) %x, %k : f64, i8
  } do {
  ^bb0(%x: f64, %k: i8):
    %x1 = math.sqrt %x : f64
    %k1 = arith.addi %k, %c100 : i8
    scf.yield %x1, %k1 : f64, i8
  }
  return %r#0 : f64
}
func.func private @daround(f64) -> f64 attributes {lagrad.gradient = @around}

// What counts is arithmetic on integers: it costs next to nothing, and an `scf.for` is easier to make fast.
func.func @counter(%a: f64, %n: i64) -> f64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %most = arith.constant 64 : i64
  %r:2 = scf.while (%x = %a, %k = %c0) : (f64, i64) -> (f64, i64) {
    %below = arith.cmpi slt, %k, %most : i64
    %other = arith.muli %k, %k : i64
    %less = arith.cmpi slt, %other, %n : i64
    %on = arith.andi %below, %less : i1
    scf.condition(%on) %x, %k : f64, i64
  } do {
  ^bb0(%x: f64, %k: i64):
    %x1 = math.sin %x : f64
    %k1 = arith.addi %k, %c1 : i64
    scf.yield %x1, %k1 : f64, i64
  }
  return %r#0 : f64
}
func.func private @dcounter(f64, i64) -> f64 attributes {lagrad.gradient = @counter}
