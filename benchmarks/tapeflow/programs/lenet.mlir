// LeNet-5 (Y. LeCun et al., "Gradient-based learning applied to document recognition", 1998) for one picture of ${n} by
// ${n}: two convolutions with windows of 5 by 5, each followed by means of 2 by 2, and three dense layers, all with
// tanh. The result is the squared distance of the ten outputs from a vector that is one at label 1.
func.func @f(%image: tensor<1x${n}x${n}xf64>, %w1: tensor<6x1x5x5xf64>, %b1: tensor<6xf64>, %w2: tensor<16x6x5x5xf64>,
    %b2: tensor<16xf64>, %w3: tensor<120x${flat}xf64>, %b3: tensor<120xf64>, %w4: tensor<84x120xf64>,
    %b4: tensor<84xf64>, %w5: tensor<10x84xf64>, %b5: tensor<10xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %x0 = tensor.cast %image : tensor<1x${n}x${n}xf64> to tensor<?x?x?xf64>
  %v1 = tensor.cast %w1 : tensor<6x1x5x5xf64> to tensor<?x?x5x5xf64>
  %d1 = tensor.cast %b1 : tensor<6xf64> to tensor<?xf64>
  %x1 = func.call @convolve(%x0, %v1, %d1)
      : (tensor<?x?x?xf64>, tensor<?x?x5x5xf64>, tensor<?xf64>) -> tensor<?x?x?xf64>
  %x2 = func.call @pool(%x1) : (tensor<?x?x?xf64>) -> tensor<?x?x?xf64>
  %v2 = tensor.cast %w2 : tensor<16x6x5x5xf64> to tensor<?x?x5x5xf64>
  %d2 = tensor.cast %b2 : tensor<16xf64> to tensor<?xf64>
  %x3 = func.call @convolve(%x2, %v2, %d2)
      : (tensor<?x?x?xf64>, tensor<?x?x5x5xf64>, tensor<?xf64>) -> tensor<?x?x?xf64>
  %x4 = func.call @pool(%x3) : (tensor<?x?x?xf64>) -> tensor<?x?x?xf64>
  %flat = tensor.collapse_shape %x4 [[0, 1, 2]] : tensor<?x?x?xf64> into tensor<?xf64>
  %v3 = tensor.cast %w3 : tensor<120x${flat}xf64> to tensor<?x?xf64>
  %d3 = tensor.cast %b3 : tensor<120xf64> to tensor<?xf64>
  %x5 = func.call @dense(%flat, %v3, %d3) : (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %v4 = tensor.cast %w4 : tensor<84x120xf64> to tensor<?x?xf64>
  %d4 = tensor.cast %b4 : tensor<84xf64> to tensor<?xf64>
  %x6 = func.call @dense(%x5, %v4, %d4) : (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %v5 = tensor.cast %w5 : tensor<10x84xf64> to tensor<?x?xf64>
  %d5 = tensor.cast %b5 : tensor<10xf64> to tensor<?xf64>
  %x7 = func.call @dense(%x6, %v5, %d5) : (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %loss = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %zero) -> f64 {
    %y = tensor.extract %x7[%i] : tensor<?xf64>
    %is_label = arith.cmpi eq, %i, %c1 : index
    %wanted = arith.select %is_label, %one, %zero : f64
    %d = arith.subf %y, %wanted : f64
    %square = arith.mulf %d, %d : f64
    %t = arith.addf %s, %square : f64
    scf.yield %t : f64
  }
  return %loss : f64
}

func.func private @convolve(%x: tensor<?x?x?xf64>, %w: tensor<?x?x5x5xf64>, %b: tensor<?xf64>) -> tensor<?x?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %maps = tensor.dim %w, %c0 : tensor<?x?x5x5xf64>
  %channels = tensor.dim %x, %c0 : tensor<?x?x?xf64>
  %height = tensor.dim %x, %c1 : tensor<?x?x?xf64>
  %width = tensor.dim %x, %c2 : tensor<?x?x?xf64>
  %rows = arith.subi %height, %c4 : index
  %columns = arith.subi %width, %c4 : index
  %none = tensor.empty(%maps, %rows, %columns) : tensor<?x?x?xf64>
  %0 = scf.for %m = %c0 to %maps step %c1 iter_args(%y0 = %none) -> tensor<?x?x?xf64> {
    %start = tensor.extract %b[%m] : tensor<?xf64>
    %1 = scf.for %i = %c0 to %rows step %c1 iter_args(%y1 = %y0) -> tensor<?x?x?xf64> {
      %2 = scf.for %j = %c0 to %columns step %c1 iter_args(%y2 = %y1) -> tensor<?x?x?xf64> {
        %sum = scf.for %c = %c0 to %channels step %c1 iter_args(%s0 = %start) -> f64 {
          %3 = scf.for %p = %c0 to %c5 step %c1 iter_args(%s1 = %s0) -> f64 {
            %ip = arith.addi %i, %p : index
            %4 = scf.for %q = %c0 to %c5 step %c1 iter_args(%s2 = %s1) -> f64 {
              %jq = arith.addi %j, %q : index
              %u = tensor.extract %x[%c, %ip, %jq] : tensor<?x?x?xf64>
              %v = tensor.extract %w[%m, %c, %p, %q] : tensor<?x?x5x5xf64>
              %uv = arith.mulf %u, %v : f64
              %s3 = arith.addf %s2, %uv : f64
              scf.yield %s3 : f64
            }
            scf.yield %4 : f64
          }
          scf.yield %3 : f64
        }
        %tanh = math.tanh %sum : f64
        %y3 = tensor.insert %tanh into %y2[%m, %i, %j] : tensor<?x?x?xf64>
        scf.yield %y3 : tensor<?x?x?xf64>
      }
      scf.yield %2 : tensor<?x?x?xf64>
    }
    scf.yield %1 : tensor<?x?x?xf64>
  }
  return %0 : tensor<?x?x?xf64>
}

func.func private @pool(%x: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %quarter = arith.constant 0.25 : f64
  %maps = tensor.dim %x, %c0 : tensor<?x?x?xf64>
  %height = tensor.dim %x, %c1 : tensor<?x?x?xf64>
  %width = tensor.dim %x, %c2 : tensor<?x?x?xf64>
  %rows = arith.divui %height, %c2 : index
  %columns = arith.divui %width, %c2 : index
  %none = tensor.empty(%maps, %rows, %columns) : tensor<?x?x?xf64>
  %0 = scf.for %m = %c0 to %maps step %c1 iter_args(%y0 = %none) -> tensor<?x?x?xf64> {
    %1 = scf.for %i = %c0 to %rows step %c1 iter_args(%y1 = %y0) -> tensor<?x?x?xf64> {
      %upper = arith.muli %i, %c2 : index
      %lower = arith.addi %upper, %c1 : index
      %2 = scf.for %j = %c0 to %columns step %c1 iter_args(%y2 = %y1) -> tensor<?x?x?xf64> {
        %left = arith.muli %j, %c2 : index
        %right = arith.addi %left, %c1 : index
        %a = tensor.extract %x[%m, %upper, %left] : tensor<?x?x?xf64>
        %b = tensor.extract %x[%m, %upper, %right] : tensor<?x?x?xf64>
        %c = tensor.extract %x[%m, %lower, %left] : tensor<?x?x?xf64>
        %d = tensor.extract %x[%m, %lower, %right] : tensor<?x?x?xf64>
        %ab = arith.addf %a, %b : f64
        %cd = arith.addf %c, %d : f64
        %abcd = arith.addf %ab, %cd : f64
        %mean = arith.mulf %quarter, %abcd : f64
        %y3 = tensor.insert %mean into %y2[%m, %i, %j] : tensor<?x?x?xf64>
        scf.yield %y3 : tensor<?x?x?xf64>
      }
      scf.yield %2 : tensor<?x?x?xf64>
    }
    scf.yield %1 : tensor<?x?x?xf64>
  }
  return %0 : tensor<?x?x?xf64>
}

func.func private @dense(%x: tensor<?xf64>, %w: tensor<?x?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %m = tensor.dim %b, %c0 : tensor<?xf64>
  %none = tensor.empty(%m) : tensor<?xf64>
  %0 = scf.for %i = %c0 to %m step %c1 iter_args(%y = %none) -> tensor<?xf64> {
    %start = tensor.extract %b[%i] : tensor<?xf64>
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %start) -> f64 {
      %u = tensor.extract %x[%j] : tensor<?xf64>
      %v = tensor.extract %w[%i, %j] : tensor<?x?xf64>
      %uv = arith.mulf %u, %v : f64
      %t = arith.addf %s, %uv : f64
      scf.yield %t : f64
    }
    %tanh = math.tanh %sum : f64
    %z = tensor.insert %tanh into %y[%i] : tensor<?xf64>
    scf.yield %z : tensor<?xf64>
  }
  return %0 : tensor<?xf64>
}

func.func private @df(tensor<1x${n}x${n}xf64>, tensor<6x1x5x5xf64>, tensor<6xf64>, tensor<16x6x5x5xf64>, tensor<16xf64>,
    tensor<120x${flat}xf64>, tensor<120xf64>, tensor<84x120xf64>, tensor<84xf64>, tensor<10x84xf64>, tensor<10xf64>)
    -> (tensor<6x1x5x5xf64>, tensor<6xf64>, tensor<16x6x5x5xf64>, tensor<16xf64>, tensor<120x${flat}xf64>,
    tensor<120xf64>, tensor<84x120xf64>, tensor<84xf64>, tensor<10x84xf64>, tensor<10xf64>)
    attributes {lagrad.gradient = @f, lagrad.wrt = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}
