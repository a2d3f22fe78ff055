// What functions of FFTW do, for f64. A plan is a number: the size times the sign, -1 forward and 1 backward, which is
// not divided by the size. What a plan was made with need not be what it is executed on, which may be one memory.

!vector = memref<?xcomplex<f64>, strided<[?], offset: ?>>
!values = tensor<?xcomplex<f64>>

func.func private @fftw_plan_dft_1d(%n: i32, %x: !vector, %y: !vector, %sign: i32, %flags: i32) -> i64 {
  %signed = arith.muli %n, %sign : i32
  %plan = arith.extsi %signed : i32 to i64
  return %plan : i64
}

func.func private @fftw_execute_dft(%plan: i64, %x: !vector, %y: !vector) {
  %c0 = arith.constant 0 : i64
  %zero = arith.constant 0.0 : f64
  %magnitude = math.absi %plan : i64
  %n = arith.index_cast %magnitude : i64 to index
  %from = memref.subview %x[0] [%n] [1] : !vector to !vector
  %to = memref.subview %y[0] [%n] [1] : !vector to !vector
  %given = bufferization.to_tensor %from restrict : !vector to !values
  %is_backward = arith.cmpi sgt, %plan, %c0 : i64
  %made = scf.if %is_backward -> !values {
    %mean = "lagrad.fft"(%given) {inverse} : (!values) -> !values
    %number = arith.sitofp %plan : i64 to f64
    %size = complex.create %number, %zero : complex<f64>
    %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        outs(%mean : !values) {
      ^bb0(%v: complex<f64>):
        %s = complex.mul %v, %size : complex<f64>
        linalg.yield %s : complex<f64>
    } -> !values
    scf.yield %sum : !values
  } else {
    %sum = "lagrad.fft"(%given) : (!values) -> !values
    scf.yield %sum : !values
  }
  bufferization.materialize_in_destination %made in writable %to : (!values, !vector) -> ()
  return
}

func.func private @fftw_execute(%plan: i64) {
  %false = arith.constant false
  cf.assert %false, "fftw_execute does not say which memory it works on: call fftw_execute_dft"
  return
}

func.func private @fftw_destroy_plan(%plan: i64) {
  return
}
