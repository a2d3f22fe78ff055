// RUN: lagrad-opt %s --lagrad-convert-linalg-to-blas --canonicalize | FileCheck %s
// RUN: lagrad-opt %s --lagrad-convert-linalg-to-blas='library=cblas' | FileCheck %s --check-prefix=PLAIN
// RUN: lagrad-opt %s --lagrad-convert-linalg-to-blas='library=none' --remarks 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not lagrad-opt %s --lagrad-convert-linalg-to-blas='library=mkl' 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: lagrad-opt %s --lagrad-convert-linalg-to-blas --remarks 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-DAG: remark: this product calls gemm{{$}}
// REMARK-DAG: remark: this product calls lagrad.product.f64{{$}}
// REMARK-DAG: remark: this product calls gemm or lagrad.product.f64 if it is large enough
// REMARK-DAG: remark: this product is left to loops: it is too small for gemv
// REMARK-DAG: remark: this product is left to loops: no function of BLAS computes it
// WRONG: option 'library' of 'lagrad-convert-linalg-to-blas' is openblas, cblas or none, not 'mkl'
// PLAIN: func.func private @cblas_dgemm(
// NONE-NOT: blas_
// NONE-DAG: remark: this product is left to loops: it is no product of two matrices whose rows or columns lie along memory
// NONE-DAG: remark: this product calls lagrad.product.f64{{$}}
// NONE-DAG: remark: this product calls lagrad.product.f64 if it is large enough

// Large enough: the product is added to what is there. 111 is a matrix as it is, 112 a transposed one.
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME:    %[[A:.*]]: memref<1064x632xf64>, %[[B:.*]]: memref<48x1064xf64>, %[[C:.*]]: memref<632x48xf64>)
// CHECK-DAG:     %[[MINUS:.*]] = arith.constant -1.0
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1.0
// CHECK-DAG:     %[[T:.*]] = arith.constant 112 : i32
// CHECK-DAG:     %[[M:.*]] = arith.constant 632 : i32
// CHECK-DAG:     %[[N:.*]] = arith.constant 48 : i32
// CHECK-DAG:     %[[K:.*]] = arith.constant 1064 : i32
// CHECK-NOT:     scf.if
// CHECK:         call @scipy_cblas_dgemm(%{{.*}}, %[[T]], %[[T]], %[[M]], %[[N]], %[[K]], %[[MINUS]], %{{.*}}, %[[M]], %{{.*}}, %[[K]], %[[ONE]], %{{.*}}, %[[N]])
// CHECK-NOT:     linalg.generic
func.func @transposed(%a: memref<1064x632xf64>, %b: memref<48x1064xf64>, %c: memref<632x48xf64>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<1064x632xf64>, memref<48x1064xf64>) outs(%c : memref<632x48xf64>) {
  ^bb0(%l: f64, %r: f64, %o: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.subf %o, %p : f64
    linalg.yield %s : f64
  }
  return
}

// Few rows: a function of ours takes the strides of both factors, and adds to what is there.
// CHECK-LABEL: func.func @few_rows(
// CHECK-DAG:     %[[FACTOR:.*]] = arith.constant -1.0
// CHECK-DAG:     %[[ADDS:.*]] = arith.constant true
// CHECK-DAG:     %[[M:.*]] = arith.constant 32 : i64
// CHECK-DAG:     %[[N:.*]] = arith.constant 48 : i64
// CHECK-DAG:     %[[K:.*]] = arith.constant 64 : i64
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1 : i64
// CHECK:         call @lagrad.product.f64(%[[M]], %[[N]], %[[K]], %[[FACTOR]], %{{.*}}, %[[ONE]], %[[M]], %{{.*}}, %[[ONE]], %[[K]], %[[ADDS]], %{{.*}}, %[[N]])
// CHECK-NOT:     linalg.generic
func.func @few_rows(%a: memref<64x32xf64>, %b: memref<48x64xf64>, %c: memref<32x48xf64>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<64x32xf64>, memref<48x64xf64>) outs(%c : memref<32x48xf64>) {
  ^bb0(%l: f64, %r: f64, %o: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.subf %o, %p : f64
    linalg.yield %s : f64
  }
  return
}

// Zeros before are not written where either function is called: what is there is not read.
// CHECK-LABEL: func.func @from_zeros(
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NOT:     linalg.fill
// CHECK:         scf.if
// CHECK:           scf.if
// CHECK:             call @lagrad.product.f64(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %false, %{{.*}}, %{{.*}})
// CHECK:           } else {
// CHECK:             call @scipy_cblas_dgemm({{.*}}, %[[ZERO]], %{{.*}}, %{{.*}}) : ({{.*}})
// CHECK:         } else {
// CHECK:           linalg.fill
// CHECK:           linalg.generic
func.func @from_zeros(%a: memref<?x?xf64>, %b: memref<?x?xf64>, %c: memref<?x?xf64>) attributes {lagrad.interface = () -> ()} {
  %zero = arith.constant 0.0 : f64
  linalg.fill ins(%zero : f64) outs(%c : memref<?x?xf64>)
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x?xf64>, memref<?x?xf64>) outs(%c : memref<?x?xf64>) {
  ^bb0(%l: f64, %r: f64, %o: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  }
  return
}

// Ones before are, and zeros that something else reads between, or in one sum of two.
// CHECK-LABEL: func.func @from_ones(
// CHECK:         linalg.fill
// CHECK:         scf.if
// CHECK-LABEL: func.func @read_between(
// CHECK:         linalg.fill
// CHECK:         memref.load
// CHECK:         scf.if
func.func @from_ones(%a: memref<?x?xf64>, %b: memref<?x?xf64>, %c: memref<?x?xf64>) attributes {lagrad.interface = () -> ()} {
  %one = arith.constant 1.0 : f64
  linalg.fill ins(%one : f64) outs(%c : memref<?x?xf64>)
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x?xf64>, memref<?x?xf64>) outs(%c : memref<?x?xf64>) {
  ^bb0(%l: f64, %r: f64, %o: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  }
  return
}
func.func @read_between(%a: memref<?x?xf64>, %b: memref<?x?xf64>, %c: memref<?x?xf64>) -> f64 attributes {lagrad.interface = () -> ()} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  linalg.fill ins(%zero : f64) outs(%c : memref<?x?xf64>)
  %x = memref.load %c[%c0, %c0] : memref<?x?xf64>
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x?xf64>, memref<?x?xf64>) outs(%c : memref<?x?xf64>) {
  ^bb0(%l: f64, %r: f64, %o: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  }
  return %x : f64
}

// Too small, whatever is passed.
// CHECK-LABEL: func.func @small(
// CHECK-NOT:     call
// CHECK:         linalg.generic
func.func @small(%a: memref<4x4xf64>, %b: memref<4xf64>, %c: memref<4xf64>) {
  linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : memref<4x4xf64>, memref<4xf64>) outs(%c : memref<4xf64>) {
  ^bb0(%l: f64, %r: f64, %o: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  }
  return
}

// Loops write a product of two vectors as fast, and more than it in one go.
// CHECK-LABEL: func.func @outer(
// CHECK-NOT:     call
// CHECK:         linalg.generic
func.func @outer(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n) -> (m)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<?xf32>, memref<?xf32>) outs(%c : memref<?x?xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %p = arith.mulf %l, %r : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  }
  return
}

// No function takes a matrix with two strides.
// CHECK-LABEL: func.func @strided(
// CHECK-NOT:     call
// CHECK:         return
func.func @strided(%a: memref<64x64xf64, strided<[?, ?], offset: ?>>, %b: memref<64xf64>, %c: memref<64xf64>) {
  linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : memref<64x64xf64, strided<[?, ?], offset: ?>>, memref<64xf64>) outs(%c : memref<64xf64>) {
  ^bb0(%l: f64, %r: f64, %o: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  }
  return
}

// Few multiplications: loops where the sizes are known, which can be unrolled; with open sizes a call pays earlier.
// CHECK-LABEL: func.func @few_multiplications(
// CHECK:         linalg.generic
// CHECK:         call @lagrad.product.f64(
// CHECK:         %[[LEAST:.*]] = arith.cmpi uge, %{{.*}}, %c512
// CHECK:         scf.if
func.func @few_multiplications(%a: memref<10x10xf64>, %b: memref<10x16xf64>, %c: memref<10x10xf64>, %d: memref<10x16xf64>, %e: memref<?x?xf64>, %f: memref<?x?xf64>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : memref<10x10xf64>, memref<10x10xf64>) outs(%c : memref<10x10xf64>) {
  ^bb0(%l: f64, %r: f64, %o: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  }
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<10x10xf64>, memref<10x16xf64>) outs(%d : memref<10x16xf64>) {
  ^bb0(%l: f64, %r: f64, %o: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  }
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%e, %e : memref<?x?xf64>, memref<?x?xf64>) outs(%f : memref<?x?xf64>) {
  ^bb0(%l: f64, %r: f64, %o: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  }
  return
}
