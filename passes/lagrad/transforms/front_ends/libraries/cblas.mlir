// What functions of CBLAS do, in row-major order and for f64. A matrix is memory of `lagrad.leading` elements a row.
// 101 is row-major, 102 column-major; 111 as it is, else transposed; 121 upper, 122 lower; 132 ones on the diagonal;
// 141 left, 142 right. What is column-major is the transpose of what is row-major.

!vector = memref<?xf64, strided<[?], offset: ?>>
!matrix = memref<?x?xf64, strided<[?, ?], offset: ?>>
!values = tensor<?x?xf64>

func.func private @lagrad.part(%x: !vector, %n: i32, %step: i32)
    -> !vector {
  %c0 = arith.constant 0 : i32
  %positive = arith.cmpi sgt, %step, %c0 : i32
  cf.assert %positive, "the elements of a vector lie before each other: only positive steps are known"
  %size = arith.index_cast %n : i32 to index
  %stride = arith.index_cast %step : i32 to index
  %part = memref.subview %x[0] [%size] [%stride]
    : !vector to !vector
  return %part : !vector
}

func.func private @cblas_ddot(%n: i32, %x: !vector, %incx: i32,
    %y: !vector, %incy: i32) -> f64 {
  %zero = arith.constant 0.0 : f64
  %a = func.call @lagrad.part(%x, %n, %incx)
    : (!vector, i32, i32) -> !vector
  %b = func.call @lagrad.part(%y, %n, %incy)
    : (!vector, i32, i32) -> !vector
  %sum = memref.alloca() : memref<f64>
  memref.store %zero, %sum[] : memref<f64>
  linalg.dot ins(%a, %b : !vector, !vector)
    outs(%sum : memref<f64>)
  %r = memref.load %sum[] : memref<f64>
  return %r : f64
}

func.func private @cblas_dnrm2(%n: i32, %x: !vector, %incx: i32) -> f64 {
  %square = func.call @cblas_ddot(%n, %x, %incx, %x, %incx) : (i32, !vector, i32,
    !vector, i32) -> f64
  %r = math.sqrt %square : f64
  return %r : f64
}

func.func private @cblas_daxpy(%n: i32, %alpha: f64, %x: !vector, %incx: i32,
    %y: !vector, %incy: i32) {
  %a = func.call @lagrad.part(%x, %n, %incx)
    : (!vector, i32, i32) -> !vector
  %b = func.call @lagrad.part(%y, %n, %incy)
    : (!vector, i32, i32) -> !vector
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : !vector) outs(%b : !vector) {
    ^bb0(%u: f64, %v: f64):
      %s = arith.mulf %alpha, %u : f64
      %t = arith.addf %v, %s : f64
      linalg.yield %t : f64
  }
  return
}

func.func private @cblas_dscal(%n: i32, %alpha: f64, %x: !vector, %incx: i32) {
  %a = func.call @lagrad.part(%x, %n, %incx)
    : (!vector, i32, i32) -> !vector
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%a : !vector) {
    ^bb0(%v: f64):
      %t = arith.mulf %alpha, %v : f64
      linalg.yield %t : f64
  }
  return
}

// The first rows and columns of a matrix.
func.func private @lagrad.corner(%a: !matrix, %rows: i32, %columns: i32)
    -> !matrix {
  %m = arith.index_cast %rows : i32 to index
  %n = arith.index_cast %columns : i32 to index
  %part = memref.subview %a[0, 0] [%m, %n] [1, 1]
    : !matrix to !matrix
  return %part : !matrix
}

// op(a), a tensor of so many rows and columns.
func.func private @lagrad.operand(%trans: i32, %a: !matrix, %rows: i32,
    %columns: i32) -> !values {
  %as_it_is = arith.constant 111 : i32
  %plain = arith.cmpi eq, %trans, %as_it_is : i32
  %r = scf.if %plain -> !values {
    %p = func.call @lagrad.corner(%a, %rows, %columns)
      : (!matrix, i32, i32) -> !matrix
    %t = bufferization.to_tensor %p restrict : !matrix to !values
    scf.yield %t : !values
  } else {
    %p = func.call @lagrad.corner(%a, %columns, %rows)
      : (!matrix, i32, i32) -> !matrix
    %t = bufferization.to_tensor %p restrict : !matrix to !values
    %m = arith.index_cast %rows : i32 to index
    %n = arith.index_cast %columns : i32 to index
    %e = tensor.empty(%m, %n) : !values
    %turned = linalg.transpose ins(%t : !values) outs(%e : !values) permutation = [1, 0]
    scf.yield %turned : !values
  }
  return %r : !values
}

// c = alpha * product + beta * c
func.func private @lagrad.update(%alpha: f64, %product: !values, %beta: f64,
    %c: !matrix, %rows: i32, %columns: i32) {
  %zero = arith.constant 0.0 : f64
  %part = func.call @lagrad.corner(%c, %rows, %columns)
    : (!matrix, i32, i32) -> !matrix
  %made = bufferization.to_buffer %product : !values to !matrix
  %forget = arith.cmpf oeq, %beta, %zero : f64
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%made : !matrix) outs(%part : !matrix) {
    ^bb0(%u: f64, %v: f64):
      %s = arith.mulf %alpha, %u : f64
      %scaled = arith.mulf %beta, %v : f64
      %kept = arith.select %forget, %zero, %scaled : f64
      %t = arith.addf %s, %kept : f64
      linalg.yield %t : f64
  }
  return
}

func.func private @lagrad.gemm(%transa: i32, %transb: i32, %m: i32, %n: i32, %k: i32, %alpha: f64,
    %a: !matrix, %b: !matrix, %beta: f64,
    %c: !matrix) {
  %zero = arith.constant 0.0 : f64
  %left = func.call @lagrad.operand(%transa, %a, %m, %k)
    : (i32, !matrix, i32, i32) -> !values
  %right = func.call @lagrad.operand(%transb, %b, %k, %n)
    : (i32, !matrix, i32, i32) -> !values
  %rows = arith.index_cast %m : i32 to index
  %columns = arith.index_cast %n : i32 to index
  %e = tensor.empty(%rows, %columns) : !values
  %start = linalg.fill ins(%zero : f64) outs(%e : !values) -> !values
  %product = linalg.matmul ins(%left, %right : !values, !values) outs(%start : !values)
    -> !values
  func.call @lagrad.update(%alpha, %product, %beta, %c, %m, %n)
    : (f64, !values, f64, !matrix, i32, i32) -> ()
  return
}

func.func private @cblas_dgemm(%order: i32, %transa: i32, %transb: i32, %m: i32, %n: i32, %k: i32, %alpha: f64,
    %a: !matrix {lagrad.leading = 8 : index}, %lda: i32,
    %b: !matrix {lagrad.leading = 10 : index}, %ldb: i32, %beta: f64,
    %c: !matrix {lagrad.leading = 13 : index}, %ldc: i32) {
  %row_major = arith.constant 101 : i32
  %is = arith.cmpi eq, %order, %row_major : i32
  scf.if %is {
    func.call @lagrad.gemm(%transa, %transb, %m, %n, %k, %alpha, %a, %b, %beta, %c)
      : (i32, i32, i32, i32, i32, f64, !matrix,
         !matrix, f64, !matrix) -> ()
  } else {
    func.call @lagrad.gemm(%transb, %transa, %n, %m, %k, %alpha, %b, %a, %beta, %c)
      : (i32, i32, i32, i32, i32, f64, !matrix,
         !matrix, f64, !matrix) -> ()
  }
  return
}

func.func private @cblas_dgemv(%order: i32, %trans: i32, %m: i32, %n: i32, %alpha: f64,
    %a: !matrix {lagrad.leading = 6 : index}, %lda: i32,
    %x: !vector, %incx: i32, %beta: f64,
    %y: !vector, %incy: i32) {
  %zero = arith.constant 0.0 : f64
  %row_major = arith.constant 101 : i32
  %as_it_is = arith.constant 111 : i32
  %turned = arith.constant 112 : i32
  %by_rows = arith.cmpi eq, %order, %row_major : i32
  %plain = arith.cmpi eq, %trans, %as_it_is : i32
  %straight = arith.cmpi eq, %by_rows, %plain : i1
  %how = arith.select %straight, %as_it_is, %turned : i32
  %rows = arith.select %plain, %m, %n : i32
  %columns = arith.select %plain, %n, %m : i32
  %left = func.call @lagrad.operand(%how, %a, %rows, %columns)
    : (i32, !matrix, i32, i32) -> !values
  %u = func.call @lagrad.part(%x, %columns, %incx)
    : (!vector, i32, i32) -> !vector
  %v = func.call @lagrad.part(%y, %rows, %incy)
    : (!vector, i32, i32) -> !vector
  %right = bufferization.to_tensor %u restrict : !vector to tensor<?xf64>
  %size = arith.index_cast %rows : i32 to index
  %e = tensor.empty(%size) : tensor<?xf64>
  %start = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %product = linalg.matvec ins(%left, %right : !values, tensor<?xf64>) outs(%start : tensor<?xf64>)
    -> tensor<?xf64>
  %made = bufferization.to_buffer %product : tensor<?xf64> to !vector
  %forget = arith.cmpf oeq, %beta, %zero : f64
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%made : !vector) outs(%v : !vector) {
    ^bb0(%p: f64, %q: f64):
      %s = arith.mulf %alpha, %p : f64
      %scaled = arith.mulf %beta, %q : f64
      %kept = arith.select %forget, %zero, %scaled : f64
      %t = arith.addf %s, %kept : f64
      linalg.yield %t : f64
  }
  return
}

func.func private @lagrad.turned(%t: !values) -> !values {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %t, %c0 : !values
  %n = tensor.dim %t, %c1 : !values
  %e = tensor.empty(%n, %m) : !values
  %r = linalg.transpose ins(%t : !values) outs(%e : !values) permutation = [1, 0]
  return %r : !values
}

// x with op(a) x = b, for a triangle of a.
func.func private @lagrad.solved(%upper: i1, %turn: i1, %unit: i1, %a: !values, %b: !values)
    -> !values {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : !values
  %e = tensor.empty(%n, %n) : !values
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%a : !values) outs(%e : !values) {
    ^bb0(%u: f64, %v: f64):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %same = arith.cmpi eq, %i, %j : index
      %ones = arith.andi %same, %unit : i1
      %w = arith.select %ones, %one, %u : f64
      linalg.yield %w : f64
  } -> !values
  %r = scf.if %upper -> !values {
    %s = scf.if %turn -> !values {
      %x = "lagrad.triangular_solve"(%t, %b) {upper, transpose} : (!values, !values) -> !values
      scf.yield %x : !values
    } else {
      %x = "lagrad.triangular_solve"(%t, %b) {upper} : (!values, !values) -> !values
      scf.yield %x : !values
    }
    scf.yield %s : !values
  } else {
    %s = scf.if %turn -> !values {
      %x = "lagrad.triangular_solve"(%t, %b) {transpose} : (!values, !values) -> !values
      scf.yield %x : !values
    } else {
      %x = "lagrad.triangular_solve"(%t, %b) : (!values, !values) -> !values
      scf.yield %x : !values
    }
    scf.yield %s : !values
  }
  return %r : !values
}

func.func private @cblas_dtrsm(%order: i32, %side: i32, %uplo: i32, %trans: i32, %diag: i32, %m: i32, %n: i32,
    %alpha: f64, %a: !matrix {lagrad.leading = 9 : index}, %lda: i32,
    %b: !matrix {lagrad.leading = 11 : index}, %ldb: i32) {
  %row_major = arith.constant 101 : i32
  %as_it_is = arith.constant 111 : i32
  %upper_is = arith.constant 121 : i32
  %unit_is = arith.constant 132 : i32
  %left_is = arith.constant 141 : i32
  %by_rows = arith.cmpi eq, %order, %row_major : i32
  %is_left = arith.cmpi eq, %side, %left_is : i32
  %is_upper = arith.cmpi eq, %uplo, %upper_is : i32
  %left = arith.cmpi eq, %is_left, %by_rows : i1
  %upper = arith.cmpi eq, %is_upper, %by_rows : i1
  %turn = arith.cmpi ne, %trans, %as_it_is : i32
  %unit = arith.cmpi eq, %diag, %unit_is : i32
  %rows = arith.select %by_rows, %m, %n : i32
  %columns = arith.select %by_rows, %n, %m : i32
  %size = arith.select %left, %rows, %columns : i32
  %triangle = func.call @lagrad.operand(%as_it_is, %a, %size, %size)
    : (i32, !matrix, i32, i32) -> !values
  %given = func.call @lagrad.operand(%as_it_is, %b, %rows, %columns)
    : (i32, !matrix, i32, i32) -> !values
  %x = scf.if %left -> !values {
    %s = func.call @lagrad.solved(%upper, %turn, %unit, %triangle, %given)
      : (i1, i1, i1, !values, !values) -> !values
    scf.yield %s : !values
  } else {
    %true = arith.constant true
    %other = arith.xori %turn, %true : i1
    %t = func.call @lagrad.turned(%given) : (!values) -> !values
    %s = func.call @lagrad.solved(%upper, %other, %unit, %triangle, %t)
      : (i1, i1, i1, !values, !values) -> !values
    %r = func.call @lagrad.turned(%s) : (!values) -> !values
    scf.yield %r : !values
  }
  %zero = arith.constant 0.0 : f64
  func.call @lagrad.update(%alpha, %x, %zero, %b, %rows, %columns)
    : (f64, !values, f64, !matrix, i32, i32) -> ()
  return
}
