// What functions of LAPACKE do, for f64. A matrix is memory of `lagrad.leading` elements a row, or a column.
// 101 is row-major, 102 column-major; 76 is 'L', 85 is 'U'. They give 0, or where a pivot is not what it should be.

!matrix = memref<?x?xf64, strided<[?, ?], offset: ?>>
!pivots = memref<?xi32, strided<[?], offset: ?>>
!values = tensor<?x?xf64>

func.func private @LAPACKE_dpotrf(%order: i32, %uplo: i8, %n: i32, %a: !matrix {lagrad.leading = 4 : index},
    %lda: i32) -> i32 {
  %row_major = arith.constant 101 : i32
  %upper_is = arith.constant 85 : i8
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %fine = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f64
  %size = arith.index_cast %n : i32 to index
  %by_rows = arith.cmpi eq, %order, %row_major : i32
  %is_upper = arith.cmpi eq, %uplo, %upper_is : i8
  %upper = arith.cmpi eq, %is_upper, %by_rows : i1
  %part = memref.subview %a[0, 0] [%size, %size] [1, 1] : !matrix to !matrix
  %given = bufferization.to_tensor %part restrict : !matrix to !values
  %e = tensor.empty(%size, %size) : !values
  %lower = scf.if %upper -> !values {
    %t = linalg.transpose ins(%given : !values) outs(%e : !values) permutation = [1, 0]
    scf.yield %t : !values
  } else {
    scf.yield %given : !values
  }
  %factor = "lagrad.cholesky"(%lower) : (!values) -> !values
  scf.for %i = %c0 to %size step %c1 {
    %end = arith.addi %i, %c1 : index
    scf.for %j = %c0 to %end step %c1 {
      %v = tensor.extract %factor[%i, %j] : !values
      %row = arith.select %upper, %j, %i : index
      %column = arith.select %upper, %i, %j : index
      memref.store %v, %part[%row, %column] : !matrix
    }
  }
  %info = scf.for %i = %c0 to %size step %c1 iter_args(%found = %fine) -> i32 {
    %v = tensor.extract %factor[%i, %i] : !values
    %good = arith.cmpf ogt, %v, %zero : f64
    %first = arith.cmpi eq, %found, %fine : i32
    %true = arith.constant true
    %bad = arith.xori %good, %true : i1
    %now = arith.andi %bad, %first : i1
    %next = arith.addi %i, %c1 : index
    %number = arith.index_cast %next : index to i32
    %r = arith.select %now, %number, %found : i32
    scf.yield %r : i32
  }
  return %info : i32
}

// Rows i and j of a matrix change places.
func.func private @lagrad.exchanged(%a: !matrix, %i: index, %j: index, %columns: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %columns step %c1 {
    %u = memref.load %a[%i, %k] : !matrix
    %v = memref.load %a[%j, %k] : !matrix
    memref.store %v, %a[%i, %k] : !matrix
    memref.store %u, %a[%j, %k] : !matrix
  }
  return
}

// a = P L U in place, by elimination with partial pivoting; the pivots count from one.
func.func private @lagrad.factored(%a: !matrix, %m: index, %n: index, %pivots: !pivots)
    -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %fine = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f64
  %steps = arith.minsi %m, %n : index
  %info = scf.for %k = %c0 to %steps step %c1 iter_args(%found = %fine) -> i32 {
    %next = arith.addi %k, %c1 : index
    %start = memref.load %a[%k, %k] : !matrix
    %size = math.absf %start : f64
    %most, %at = scf.for %i = %next to %m step %c1 iter_args(%b = %size, %p = %k) -> (f64, index) {
      %v = memref.load %a[%i, %k] : !matrix
      %w = math.absf %v : f64
      %more = arith.cmpf ogt, %w, %b : f64
      %b2 = arith.select %more, %w, %b : f64
      %p2 = arith.select %more, %i, %p : index
      scf.yield %b2, %p2 : f64, index
    }
    %one_based = arith.addi %at, %c1 : index
    %stored = arith.index_cast %one_based : index to i32
    memref.store %stored, %pivots[%k] : !pivots
    func.call @lagrad.exchanged(%a, %k, %at, %n) : (!matrix, index, index, index) -> ()
    %pivot = memref.load %a[%k, %k] : !matrix
    scf.for %i = %next to %m step %c1 {
      %v = memref.load %a[%i, %k] : !matrix
      %l = arith.divf %v, %pivot : f64
      memref.store %l, %a[%i, %k] : !matrix
      scf.for %j = %next to %n step %c1 {
        %u = memref.load %a[%k, %j] : !matrix
        %old = memref.load %a[%i, %j] : !matrix
        %product = arith.mulf %l, %u : f64
        %new = arith.subf %old, %product : f64
        memref.store %new, %a[%i, %j] : !matrix
      }
    }
    %singular = arith.cmpf oeq, %pivot, %zero : f64
    %first = arith.cmpi eq, %found, %fine : i32
    %now = arith.andi %singular, %first : i1
    %number = arith.index_cast %next : index to i32
    %r = arith.select %now, %number, %found : i32
    scf.yield %r : i32
  }
  return %info : i32
}

// The matrix itself, or its transpose where it lies by columns.
func.func private @lagrad.by_rows(%order: i32, %a: !matrix) -> !matrix {
  %row_major = arith.constant 101 : i32
  %is = arith.cmpi eq, %order, %row_major : i32
  %turned = memref.transpose %a (i, j) -> (j, i) : !matrix to !matrix
  %r = arith.select %is, %a, %turned : !matrix
  return %r : !matrix
}

func.func private @LAPACKE_dgetrf(%order: i32, %m: i32, %n: i32, %a: !matrix {lagrad.leading = 4 : index}, %lda: i32,
    %pivots: !pivots) -> i32 {
  %rows = arith.index_cast %m : i32 to index
  %columns = arith.index_cast %n : i32 to index
  %own = func.call @lagrad.by_rows(%order, %a) : (i32, !matrix) -> !matrix
  %info = func.call @lagrad.factored(%own, %rows, %columns, %pivots)
    : (!matrix, index, index, !pivots) -> i32
  return %info : i32
}

func.func private @LAPACKE_dgesv(%order: i32, %n: i32, %nrhs: i32, %a: !matrix {lagrad.leading = 4 : index}, %lda: i32,
    %pivots: !pivots, %b: !matrix {lagrad.leading = 7 : index}, %ldb: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %fine = arith.constant 0 : i32
  %size = arith.index_cast %n : i32 to index
  %many = arith.index_cast %nrhs : i32 to index
  %own = func.call @lagrad.by_rows(%order, %a) : (i32, !matrix) -> !matrix
  %right = func.call @lagrad.by_rows(%order, %b) : (i32, !matrix) -> !matrix
  %info = func.call @lagrad.factored(%own, %size, %size, %pivots)
    : (!matrix, index, index, !pivots) -> i32
  %regular = arith.cmpi eq, %info, %fine : i32
  scf.if %regular {
    scf.for %k = %c0 to %size step %c1 {
      %p = memref.load %pivots[%k] : !pivots
      %q = arith.index_cast %p : i32 to index
      %at = arith.subi %q, %c1 : index
      func.call @lagrad.exchanged(%right, %k, %at, %many) : (!matrix, index, index, index) -> ()
    }
    scf.for %i = %c0 to %size step %c1 {
      scf.for %k = %c0 to %i step %c1 {
        %l = memref.load %own[%i, %k] : !matrix
        scf.for %j = %c0 to %many step %c1 {
          %x = memref.load %right[%k, %j] : !matrix
          %y = memref.load %right[%i, %j] : !matrix
          %product = arith.mulf %l, %x : f64
          %new = arith.subf %y, %product : f64
          memref.store %new, %right[%i, %j] : !matrix
        }
      }
    }
    scf.for %step = %c0 to %size step %c1 {
      %past = arith.subi %size, %step : index
      %i = arith.subi %past, %c1 : index
      %pivot = memref.load %own[%i, %i] : !matrix
      scf.for %j = %c0 to %many step %c1 {
        scf.for %k = %past to %size step %c1 {
          %u = memref.load %own[%i, %k] : !matrix
          %x = memref.load %right[%k, %j] : !matrix
          %y = memref.load %right[%i, %j] : !matrix
          %product = arith.mulf %u, %x : f64
          %new = arith.subf %y, %product : f64
          memref.store %new, %right[%i, %j] : !matrix
        }
        %y = memref.load %right[%i, %j] : !matrix
        %x = arith.divf %y, %pivot : f64
        memref.store %x, %right[%i, %j] : !matrix
      }
    }
  }
  return %info : i32
}
