// RUN: lagrad-opt %s -p "lagrad-distribute-loops{threads=2 work=0 whole=true}" --remarks -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
// RUN: lagrad-opt %s -p "lagrad-distribute-loops{threads=2 work=0 whole=true},canonicalize,cse" \
// RUN:   | FileCheck %s --check-prefix=CODE

#same = affine_map<(i) -> (i)>
#window = affine_map<(i, j) -> (i + j)>

// Rows of a result, by way of a buffer that each iteration fills and reads: each part has a place of its own in one
// that the caller has. The part gets it as a buffer.
// CODE-LABEL: func.func @rows(
// CODE:         %[[ROOM:.*]] = memref.alloc() : memref<16384xi8>
// CODE-NOT:     memref.alloc
// CODE:         call @GOMP_parallel
// CODE:         memref.dealloc %[[ROOM]]
// CODE-LABEL: func.func private @rows.0.part(
// CODE-SAME:    memref<2048xf32> {llvm.noalias}) attributes {lagrad.part, llvm.no_inline}
// CODE:         linalg.generic
// CODE-LABEL: func.func private @rows.0.team(
// CODE:         memref.view %{{.*}}[%{{.*}}][] : memref<16384xi8> to memref<2048xf32>
// CODE-NEXT:    func.call @rows.0.part(
func.func @rows(%a: memref<8x2048xf32> {llvm.noalias}, %b: memref<8x2048xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %row = memref.alloc() : memref<2048xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.subview %a[%i, 0] [1, 2048] [1, 1] : memref<8x2048xf32> to memref<2048xf32, strided<[1], offset: ?>>
    %y = memref.subview %b[%i, 0] [1, 2048] [1, 1] : memref<8x2048xf32> to memref<2048xf32, strided<[1], offset: ?>>
    linalg.fill ins(%zero : f32) outs(%row : memref<2048xf32>)
    linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
        ins(%x : memref<2048xf32, strided<[1], offset: ?>>) outs(%row : memref<2048xf32>) {
    ^bb0(%in: f32, %out: f32):
      %s = arith.addf %in, %out : f32
      linalg.yield %s : f32
    }
    memref.copy %row, %y : memref<2048xf32> to memref<2048xf32, strided<[1], offset: ?>>
  }
  memref.dealloc %row : memref<2048xf32>
  return
}

// What the iterations add to is another buffer in each part, and these are added up.
// CODE-LABEL: func.func @shared_sum(
// CODE:         call @GOMP_parallel
// CODE:         scf.for %[[PART:.*]] = %c0 to %c2
// CODE:           memref.view %{{.*}}[%{{.*}}][] : memref<4096xi8> to memref<512xf32>
// CODE:           arith.addf
// CODE-LABEL: func.func private @shared_sum.0.part(
// CODE:         memref.store %{{.*}}, %[[OWN:[a-z0-9]+]][
// CODE:         linalg.generic
// CODE-SAME:      outs(%[[OWN]] : memref<512xf32>)
func.func @shared_sum(%a: memref<8x512xf32> {llvm.noalias}, %b: memref<512xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.subview %a[%i, 0] [1, 512] [1, 1] : memref<8x512xf32> to memref<512xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
        ins(%x : memref<512xf32, strided<[1], offset: ?>>) outs(%b : memref<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %s = arith.subf %out, %in : f32
      linalg.yield %s : f32
    }
  }
  return
}

// None of the loops below.
// CHECK-COUNT-2: in 2 threads
// CHECK-NOT:     in 2 threads
// CODE-NOT:  GOMP_parallel(%
// Two iterations write to one row.
func.func @slices_that_overlap(%a: memref<12x8xf32> {llvm.noalias}, %b: memref<12x8xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c8 step %c1 {
    %y = memref.subview %b[%i, 0] [2, 8] [1, 1] : memref<12x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
    linalg.fill ins(%zero : f32) outs(%y : memref<2x8xf32, strided<[8, 1], offset: ?>>)
  }
  return
}

// The last element is what the iteration before has left.
func.func @last_element(%a: memref<12x8xf32> {llvm.noalias}, %b: memref<12x8xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %row = memref.alloc() : memref<8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %y = memref.subview %b[%i, 0] [1, 8] [1, 1] : memref<12x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    %first = memref.subview %row[0] [7] [1] : memref<8xf32> to memref<7xf32, strided<[1]>>
    linalg.fill ins(%zero : f32) outs(%first : memref<7xf32, strided<[1]>>)
    memref.copy %row, %y : memref<8xf32> to memref<8xf32, strided<[1], offset: ?>>
    linalg.fill ins(%zero : f32) outs(%row : memref<8xf32>)
  }
  return
}

// So are those between the first one and the last one.
func.func @first_and_last(%a: memref<12x8xf32> {llvm.noalias}, %b: memref<12x8xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %row = memref.alloc() : memref<8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %y = memref.subview %b[%i, 0] [1, 8] [1, 1] : memref<12x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    %ends = memref.subview %row[0] [2] [7] : memref<8xf32> to memref<2xf32, strided<[7]>>
    linalg.fill ins(%zero : f32) outs(%ends : memref<2xf32, strided<[7]>>)
    memref.copy %row, %y : memref<8xf32> to memref<8xf32, strided<[1], offset: ?>>
    linalg.fill ins(%zero : f32) outs(%row : memref<8xf32>)
  }
  return
}

// What windows write is not all of a buffer.
func.func @windows(%a: memref<4x5xf32> {llvm.noalias}, %b: memref<12x8xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %row = memref.alloc() : memref<8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %y = memref.subview %b[%i, 0] [1, 8] [1, 1] : memref<12x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, #window], iterator_types = ["parallel", "parallel"]}
        ins(%a : memref<4x5xf32>) outs(%row : memref<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    }
    memref.copy %row, %y : memref<8xf32> to memref<8xf32, strided<[1], offset: ?>>
  }
  return
}

// Nothing is written, where an operation has no elements to run over.
func.func @no_terms(%a: memref<8x0xf32> {llvm.noalias}, %b: memref<12x8xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %row = memref.alloc() : memref<8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %y = memref.subview %b[%i, 0] [1, 8] [1, 1] : memref<12x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                    iterator_types = ["parallel", "reduction"]}
        ins(%a : memref<8x0xf32>) outs(%row : memref<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    }
    memref.copy %row, %y : memref<8xf32> to memref<8xf32, strided<[1], offset: ?>>
  }
  return
}

// This is no sum: each iteration turns the sign of what is there.
func.func @other_sign(%a: memref<12x8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.subview %a[%i, 0] [1, 8] [1, 1] : memref<12x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
        ins(%x : memref<8xf32, strided<[1], offset: ?>>) outs(%b : memref<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %s = arith.subf %in, %out : f32
      linalg.yield %s : f32
    }
  }
  return
}

// A body reads what another iteration writes.
func.func @loads(%a: memref<12x8xf32> {llvm.noalias}, %b: memref<12x8xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c8 step %c1 {
    %y = memref.subview %b[%i, 0] [1, 8] [1, 1] : memref<12x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [#same], iterator_types = ["parallel"]}
        outs(%y : memref<8xf32, strided<[1], offset: ?>>) {
    ^bb0(%out: f32):
      %j = linalg.index 0 : index
      %other = memref.load %b[%j, %j] : memref<12x8xf32>
      linalg.yield %other : f32
    }
  }
  return
}

// Each iteration reads all rows, and writes one.
func.func @all_rows(%a: memref<12x8xf32> {llvm.noalias}, %b: memref<12x8xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c8 step %c1 {
    %y = memref.subview %b[%i, 0] [1, 8] [1, 1] : memref<12x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
                    iterator_types = ["reduction", "parallel"]}
        ins(%b : memref<12x8xf32>) outs(%y : memref<8xf32, strided<[1], offset: ?>>) {
    ^bb0(%in: f32, %out: f32):
      %s = arith.addf %in, %out : f32
      linalg.yield %s : f32
    }
  }
  return
}

// The two arguments may be one.
func.func @one_argument(%a: memref<12x8xf32>, %b: memref<12x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.subview %a[%i, 0] [1, 8] [1, 1] : memref<12x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    %y = memref.subview %b[%i, 0] [1, 8] [1, 1] : memref<12x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    memref.copy %x, %y : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32, strided<[1], offset: ?>>
  }
  return
}

// The sizes are not known.
func.func @sizes(%a: memref<12x?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.subview %a[%i, 0] [1, %n] [1, 1] : memref<12x?xf32> to memref<?xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [#same], iterator_types = ["parallel"]}
        outs(%x : memref<?xf32, strided<[1], offset: ?>>) {
    ^bb0(%out: f32):
      %s = math.exp %out : f32
      linalg.yield %s : f32
    }
  }
  return
}
