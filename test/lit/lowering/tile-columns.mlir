// Neighbouring operations run for a vector of columns at a time; rows are shared, sums stay in registers.
// RUN: lagrad-opt %s --lagrad-tile-columns="processor=x86-64-v4" | FileCheck %s
// RUN: lagrad-opt %s --lagrad-tile-columns="processor=x86-64-v4 most=11" | FileCheck %s --check-prefix=FEW
// RUN: lagrad-opt %s --lagrad-tile-columns="processor=x86-64-v3" | FileCheck %s --check-prefix=HALF
// RUN: lagrad-opt %s --lagrad-tile-columns="processor=x86-64-v2" | FileCheck %s --check-prefix=QUARTER
// RUN: not lagrad-opt %s --lagrad-tile-columns=processor=itanium 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: {{.*}}itanium

#ip  = affine_map<(i, p) -> (i, p)>
#pi  = affine_map<(i, p) -> (p, i)>
#i   = affine_map<(i, p) -> (i)>
#p   = affine_map<(i, p) -> (p)>
#ij  = affine_map<(i, p, j) -> (i, j)>
#jp  = affine_map<(i, p, j) -> (j, p)>
#ip3 = affine_map<(i, p, j) -> (i, p)>
#id  = affine_map<(p) -> (p)>
#all = affine_map<(p) -> ()>

// How far each point is from a plane of three normals: y = a x - c, then the sum of its squares.
// CHECK-LABEL: func.func @distances(
// FEW-LABEL:   func.func @distances(
// With half as many registers, of half the size, two rows of half as many columns; those of the last columns are as long.
// HALF-LABEL:  func.func @distances(
// HALF:          scf.for {{.*}} -> (vector<16xf64>) {
// HALF:            scf.for {{.*}} -> (vector<16xf64>, vector<16xf64>) {
// HALF:          vector.maskedstore {{.*}} vector<8xf64>
// QUARTER-LABEL: func.func @distances(
// QUARTER:       scf.for {{.*}} -> (vector<8xf64>, vector<8xf64>) {
// The product has too many points; what comes after it runs for some columns at a time without it.
// FEW-NOT:       vector.
// FEW:           linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]
// FEW:           scf.for
// FEW:             scf.for {{.*}} -> (vector<32xf64>)
// FEW:             vector.store
func.func @distances(%a: memref<3x4xf64>, %c: memref<3xf64>, %n: index, %x: memref<4x?xf64>) -> memref<?xf64> {
  %zero = arith.constant 0.0 : f64
  %xs = memref.subview %x[0, 0] [4, %n] [1, 1] : memref<4x?xf64> to memref<4x?xf64, strided<[?, 1]>>
  %ys = memref.alloc(%n) : memref<3x?xf64>
  %ts = memref.alloc(%n) : memref<?xf64>
  // What the sums begin with comes first, then one loop over the rows with sums inside. Nobody else looks at the rows: they are not stored.
  // CHECK:       scf.for %[[AT:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
  // CHECK:         vector.store %{{.*}}, %{{.*}}[%[[AT]]] : memref<?xf64>, vector<32xf64>
  // CHECK:         %[[T:.*]] = scf.for %[[I:.*]] = %{{.*}} iter_args({{.*}}) -> (vector<32xf64>) {
  // CHECK:           memref.load %{{.*}}[%[[I]]] : memref<3xf64>
  // CHECK-NOT:       vector.store
  // CHECK:           %[[Y:.*]] = scf.for %[[J:.*]] = %{{.*}} iter_args(
  // CHECK:             memref.load %{{.*}}[%[[I]], %[[J]]] : memref<3x4xf64>
  // CHECK:             vector.load %{{.*}}[%[[J]], %[[AT]]] : memref<4x?xf64, strided<[?, 1]>>, vector<32xf64>
  // CHECK:             scf.yield
  // CHECK-NOT:       vector.load
  // CHECK-NOT:       vector.store
  // CHECK:           arith.mulf %[[Y]], %[[Y]]
  // CHECK-NOT:       vector.store %[[Y]],
  // CHECK:         vector.store %[[T]],
  // The last columns.
  // CHECK:       scf.for
  // CHECK:         vector.create_mask
  // CHECK:         vector.maskedstore
  // CHECK-NOT:   linalg.generic
  linalg.generic {indexing_maps = [#i, #ip], iterator_types = ["parallel", "parallel"]} ins(%c : memref<3xf64>) outs(%ys : memref<3x?xf64>) {
  ^bb0(%b: f64, %out: f64):
    %minus = arith.negf %b : f64
    linalg.yield %minus : f64
  }
  linalg.generic {indexing_maps = [#ij, #jp, #ip3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %xs : memref<3x4xf64>, memref<4x?xf64, strided<[?, 1]>>) outs(%ys : memref<3x?xf64>) {
  ^bb0(%l: f64, %r: f64, %out: f64):
    %m = arith.mulf %l, %r : f64
    %s = arith.addf %out, %m : f64
    linalg.yield %s : f64
  }
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%ts : memref<?xf64>) {
  ^bb0(%out: f64):
    linalg.yield %zero : f64
  }
  linalg.generic {indexing_maps = [#ip, #p], iterator_types = ["reduction", "parallel"]}
      ins(%ys : memref<3x?xf64>) outs(%ts : memref<?xf64>) {
  ^bb0(%v: f64, %out: f64):
    %m = arith.mulf %v, %v : f64
    %s = arith.addf %out, %m : f64
    linalg.yield %s : f64
  }
  return %ts : memref<?xf64>
}

// Of a product four rows run at a time: one element of a column serves four sums. What is left of the rows comes after.
// The terms that are zero by what the operation says are left out: rows i to i + 3 share those before i, and the last three have one,
// two and three more. How large it is does not matter then.
// CHECK-LABEL: func.func @triangle(
// FEW-LABEL:   func.func @triangle(
// CHECK:         scf.for %[[AT:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK:           scf.for %[[I:.*]] = %{{.*}} to %c{{.*}} step %c4
// CHECK:             %[[I1:.*]] = arith.addi %[[I]], %c1
// CHECK:             %[[I2:.*]] = arith.addi %[[I]], %c2
// CHECK:             %[[I3:.*]] = arith.addi %[[I]], %c3
// CHECK:             %[[S:.*]]:4 = scf.for %[[J:.*]] = %{{.*}} to %[[I]] step %{{.*}} -> (vector<32xf64>, vector<32xf64>, vector<32xf64>, vector<32xf64>) {
// CHECK:               memref.load %{{.*}}[%[[I]], %[[J]]]
// CHECK:               vector.load %{{.*}}[%[[J]], %[[AT]]]
// CHECK:               memref.load %{{.*}}[%[[I3]], %[[J]]]
// CHECK:             }
// CHECK:             memref.load %{{.*}}[%[[I1]], %[[I]]]
// CHECK:             arith.addf %[[S]]#1
// CHECK-COUNT-2:     memref.load %{{.*}}[%[[I2]], %{{.*}}]
// CHECK-COUNT-3:     memref.load %{{.*}}[%[[I3]], %{{.*}}]
// CHECK-COUNT-4:     vector.store
// CHECK:           scf.for %[[I:.*]] = %c4{{.*}} to %c6{{.*}} step %c1
// CHECK:             scf.for %{{.*}} = %{{.*}} to %[[I]] step
func.func @triangle(%l: memref<6x6xf64>, %n: index, %x: memref<6x?xf64>) -> memref<6x?xf64> {
  %zero = arith.constant 0.0 : f64
  %ys = memref.alloc(%n) : memref<6x?xf64>
  linalg.generic {indexing_maps = [#ip], iterator_types = ["parallel", "parallel"]} outs(%ys : memref<6x?xf64>) {
  ^bb0(%out: f64):
    linalg.yield %zero : f64
  }
  linalg.generic {indexing_maps = [#ij, #jp, #ip3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%l, %x : memref<6x6xf64>, memref<6x?xf64>) outs(%ys : memref<6x?xf64>) attrs = {lagrad.triangle = array<i64: 0, 2, 1>} {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %m = arith.mulf %a, %b : f64
    %s = arith.addf %out, %m : f64
    linalg.yield %s : f64
  }
  return %ys : memref<6x?xf64>
}

// A row that is read again, after the loop over rows or by someone else, is stored; so is one that begins with what is there.
// CHECK-LABEL: func.func @looked_at(
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             %[[Y:.*]] = arith.negf
// CHECK:             %[[Z:.*]] = arith.addf {{.*}}, %[[Y]]
// CHECK:             vector.store %[[Y]],
// CHECK:             vector.store %[[Z]],
func.func @looked_at(%x: memref<3x64xf64>, %k: index) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %ys = memref.alloc() : memref<3x64xf64>
  %zs = memref.alloc() : memref<3x64xf64>
  %ts = memref.alloc() : memref<64xf64>
  scf.for %trip = %c0 to %k step %k {
    linalg.generic {indexing_maps = [#ip, #ip], iterator_types = ["parallel", "parallel"]} ins(%x : memref<3x64xf64>) outs(%ys : memref<3x64xf64>) {
    ^bb0(%v: f64, %out: f64):
      %minus = arith.negf %v : f64
      linalg.yield %minus : f64
    }
    linalg.generic {indexing_maps = [#ip, #ip], iterator_types = ["parallel", "parallel"]} ins(%ys : memref<3x64xf64>) outs(%zs : memref<3x64xf64>) {
    ^bb0(%v: f64, %out: f64):
      %s = arith.addf %out, %v : f64
      linalg.yield %s : f64
    }
    linalg.generic {indexing_maps = [#ip, #p], iterator_types = ["reduction", "parallel"]} ins(%zs : memref<3x64xf64>) outs(%ts : memref<64xf64>) {
    ^bb0(%v: f64, %out: f64):
      %m = arith.maximumf %v, %out : f64
      linalg.yield %m : f64
    }
  }
  %y = memref.load %ys[%c0, %c0] : memref<3x64xf64>
  %t = memref.load %ts[%c0] : memref<64xf64>
  return %y, %t : f64, f64
}

// How many rows there are is not asked where nothing else would be done with them than the same row by row.
// FEW-LABEL:   func.func @open(
// CHECK-LABEL: func.func @open(
// CHECK-NOT:     scf.if
// CHECK:         arith.maximumf {{.*}} : vector
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @open(%n: index, %k: index) -> f32 {
  %one = arith.constant 1.0 : f32
  %x = memref.alloc(%k, %n) : memref<?x?xf32>
  %s = memref.alloc(%n) : memref<?xf32>
  linalg.generic {indexing_maps = [#ip], iterator_types = ["parallel", "parallel"]} outs(%x : memref<?x?xf32>) {
  ^bb0(%out: f32):
    linalg.yield %one : f32
  }
  linalg.generic {indexing_maps = [#ip, #p], iterator_types = ["reduction", "parallel"]} ins(%x : memref<?x?xf32>) outs(%s : memref<?xf32>) {
  ^bb0(%v: f32, %out: f32):
    %m = arith.maximumf %v, %out : f32
    linalg.yield %m : f32
  }
  %c0 = arith.constant 0 : index
  %r = memref.load %s[%c0] : memref<?xf32>
  return %r : f32
}

// The buffers of a program may overlap.
// CHECK-LABEL: func.func @may_overlap(
// CHECK-NOT:     vector.
// CHECK-COUNT-2: linalg.generic
func.func @may_overlap(%x: memref<4x8xf64>, %y: memref<4x8xf64>, %t: memref<8xf64>) {
  linalg.generic {indexing_maps = [#ip, #ip], iterator_types = ["parallel", "parallel"]} ins(%x : memref<4x8xf64>) outs(%y : memref<4x8xf64>) {
  ^bb0(%v: f64, %out: f64):
    %e = math.exp %v : f64
    linalg.yield %e : f64
  }
  linalg.generic {indexing_maps = [#ip, #p], iterator_types = ["reduction", "parallel"]} ins(%y : memref<4x8xf64>) outs(%t : memref<8xf64>) {
  ^bb0(%v: f64, %out: f64):
    %m = arith.addf %v, %out : f64
    linalg.yield %m : f64
  }
  return
}

// The second operation reads columns that the first one has not come to yet; in the last one neighbours are no columns.
// CHECK-LABEL: func.func @apart(
// CHECK-NOT:     vector.
// CHECK-COUNT-3: linalg.generic
func.func @apart(%n: index, %s: memref<4xf64>, %one_of: memref<f64>) {
  %one = arith.constant 1.0 : f64
  %x = memref.alloc(%n, %n) : memref<?x?xf64>
  %t = memref.alloc(%n) : memref<?xf64>
  linalg.generic {indexing_maps = [#ip], iterator_types = ["parallel", "parallel"]} outs(%x : memref<?x?xf64>) {
  ^bb0(%out: f64):
    linalg.yield %one : f64
  }
  linalg.generic {indexing_maps = [#pi, #p], iterator_types = ["reduction", "parallel"]} ins(%x : memref<?x?xf64>) outs(%t : memref<?xf64>) {
  ^bb0(%v: f64, %out: f64):
    %m = arith.addf %v, %out : f64
    linalg.yield %m : f64
  }
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%s : memref<4xf64>) outs(%one_of : memref<f64>) {
  ^bb0(%v: f64, %out: f64):
    %m = arith.addf %v, %out : f64
    linalg.yield %m : f64
  }
  return
}

// A sum over the rows of a large array, of which nothing else is made, goes along the rows; of a small one, down the columns.
// CHECK-LABEL: func.func @alone(
// CHECK-NOT:     vector.
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel"]}
// CHECK:         linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]}
// CHECK:         %[[AREA:.*]] = arith.muli
// CHECK:         %[[IS_LITTLE:.*]] = arith.cmpi sle, %[[AREA]], %c131072
// CHECK:         %[[SMALL:.*]] = arith.andi %{{.*}}, %[[IS_LITTLE]]
// CHECK:         scf.if %[[SMALL]] {
// CHECK:           vector.load
// CHECK:         } else {
func.func @alone(%x: memref<600x600xf64> {llvm.noalias}, %t: memref<600xf64> {llvm.noalias}, %y: memref<?x?xf64> {llvm.noalias},
                 %s: memref<?xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%t : memref<600xf64>) {
  ^bb0(%out: f64):
    linalg.yield %zero : f64
  }
  linalg.generic {indexing_maps = [#ip, #p], iterator_types = ["reduction", "parallel"]} ins(%x : memref<600x600xf64>) outs(%t : memref<600xf64>) {
  ^bb0(%v: f64, %out: f64):
    %m = arith.addf %v, %out fastmath<reassoc> : f64
    linalg.yield %m : f64
  }
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%s : memref<?xf64>) {
  ^bb0(%out: f64):
    linalg.yield %zero : f64
  }
  linalg.generic {indexing_maps = [#ip, #p], iterator_types = ["reduction", "parallel"]} ins(%y : memref<?x?xf64>) outs(%s : memref<?xf64>) {
  ^bb0(%v: f64, %out: f64):
    %m = arith.addf %v, %out fastmath<reassoc> : f64
    linalg.yield %m : f64
  }
  return
}
