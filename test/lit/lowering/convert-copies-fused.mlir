// RUN: lagrad-opt %s --lagrad-convert-copies | FileCheck %s

#id = affine_map<(i) -> (i)>

// The sine goes to its column only, the cosine to another one too.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME:    %[[X:.*]]: memref<20xf64>, %[[COS:.*]]: memref<20xf64>, %[[M:.*]]: memref<20x4xf64>
// CHECK:         %[[C0:.*]] = memref.subview %[[M]][0, 0] [20, 1] [1, 1]
// CHECK:         %[[C1:.*]] = memref.subview %[[M]][0, 1] [20, 1] [1, 1]
// CHECK:         linalg.generic {{.*}} ins(%[[X]] : memref<20xf64>) outs(%[[C0]], %[[COS]], %[[C1]] :
// CHECK:           linalg.yield %[[S:.*]], %[[C:.*]], %[[C]] :
// CHECK-NOT:     linalg.copy
// CHECK:         return
func.func @columns(%x: memref<20xf64>, %cos: memref<20xf64>, %m: memref<20x4xf64>) attributes {lagrad.interface = () -> ()} {
  %sin = memref.alloca() : memref<20xf64>
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x : memref<20xf64>) outs(%sin, %cos : memref<20xf64>, memref<20xf64>) {
    ^bb0(%a: f64, %o: f64, %p: f64):
      %0 = math.sin %a : f64
      %1 = math.cos %a : f64
      linalg.yield %0, %1 : f64, f64
  }
  %c0 = memref.subview %m[0, 0] [20, 1] [1, 1] : memref<20x4xf64> to memref<20xf64, strided<[4]>>
  linalg.copy ins(%sin : memref<20xf64>) outs(%c0 : memref<20xf64, strided<[4]>>)
  %c1 = memref.subview %m[0, 1] [20, 1] [1, 1] : memref<20x4xf64> to memref<20xf64, strided<[4], offset: 1>>
  linalg.copy ins(%cos : memref<20xf64>) outs(%c1 : memref<20xf64, strided<[4], offset: 1>>)
  return
}

// A copy stays where the column is filled in between, or is what that is computed from;
// where what is copied has changed since, or is a sum; and of memory in one piece.
// CHECK-LABEL: func.func @copies(
// CHECK:         linalg.copy
// CHECK:         linalg.copy
// CHECK:         linalg.copy
// CHECK:         linalg.copy
// CHECK:         linalg.copy
// CHECK:         return
func.func @copies(%x: memref<20xf64>, %y: memref<20xf64>, %m: memref<20x4xf64>, %at: index, %w: memref<20xf64, strided<[2]>>, %z: memref<20xf64>) attributes {lagrad.interface = () -> ()} {
  %zero = arith.constant 0.0 : f64
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<20xf64>) outs(%y : memref<20xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = math.sin %a : f64
      linalg.yield %0 : f64
  }
  linalg.fill ins(%zero : f64) outs(%m : memref<20x4xf64>)
  %c0 = memref.subview %m[0, 0] [20, 1] [1, 1] : memref<20x4xf64> to memref<20xf64, strided<[4]>>
  linalg.copy ins(%y : memref<20xf64>) outs(%c0 : memref<20xf64, strided<[4]>>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%c0 : memref<20xf64, strided<[4]>>) outs(%y : memref<20xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = math.sin %a : f64
      linalg.yield %0 : f64
  }
  %c = memref.subview %m[0, %at] [20, 1] [1, 1] : memref<20x4xf64> to memref<20xf64, strided<[4], offset: ?>>
  linalg.copy ins(%y : memref<20xf64>) outs(%c : memref<20xf64, strided<[4], offset: ?>>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<20xf64>) outs(%y : memref<20xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = math.sin %a : f64
      linalg.yield %0 : f64
  }
  linalg.fill ins(%zero : f64) outs(%y : memref<20xf64>)
  linalg.copy ins(%y : memref<20xf64>) outs(%w : memref<20xf64, strided<[2]>>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%m : memref<20x4xf64>) outs(%y : memref<20xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = arith.addf %o, %a : f64
      linalg.yield %0 : f64
  }
  linalg.copy ins(%y : memref<20xf64>) outs(%w : memref<20xf64, strided<[2]>>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<20xf64>) outs(%y : memref<20xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = math.sin %a : f64
      linalg.yield %0 : f64
  }
  linalg.copy ins(%y : memref<20xf64>) outs(%z : memref<20xf64>)
  return
}

// What is computed in place is an input and an output: both go on, and the column gets the output.
// CHECK-LABEL: func.func @in_place(
// CHECK-SAME:    %[[X:.*]]: memref<20xf64>, %[[Y:.*]]: memref<20xf64>, %[[M:.*]]: memref<20x4xf64>
// CHECK:         %[[C:.*]] = memref.subview %[[M]][0, 2] [20, 1] [1, 1]
// CHECK:         linalg.generic {{.*}} ins(%[[Y]], %[[X]] : {{.*}}) outs(%[[Y]], %[[C]] :
// CHECK:           linalg.yield %[[S:.*]], %[[S]] :
// CHECK-NOT:     linalg.copy
// CHECK:         return
func.func @in_place(%x: memref<20xf64>, %y: memref<20xf64>, %m: memref<20x4xf64>) attributes {lagrad.interface = () -> ()} {
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%y, %x : memref<20xf64>, memref<20xf64>) outs(%y : memref<20xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %0 = arith.mulf %a, %b : f64
      linalg.yield %0 : f64
  }
  %c = memref.subview %m[0, 2] [20, 1] [1, 1] : memref<20x4xf64> to memref<20xf64, strided<[4], offset: 2>>
  linalg.copy ins(%y : memref<20xf64>) outs(%c : memref<20xf64, strided<[4], offset: 2>>)
  return
}

// Buffers that the caller passes may overlap: what is read, and the column.
// CHECK-LABEL: func.func @passed(
// CHECK:         linalg.copy
func.func @passed(%x: memref<20xf64>, %y: memref<20xf64>, %m: memref<20x4xf64>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<20xf64>) outs(%y : memref<20xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = math.sin %a : f64
      linalg.yield %0 : f64
  }
  %c0 = memref.subview %m[0, 0] [20, 1] [1, 1] : memref<20x4xf64> to memref<20xf64, strided<[4]>>
  linalg.copy ins(%y : memref<20xf64>) outs(%c0 : memref<20xf64, strided<[4]>>)
  return
}
