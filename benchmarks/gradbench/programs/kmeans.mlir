// The sum over all points of the squared distance to the nearest centroid.
func.func @cost(%points: tensor<?x?xf64>, %centroids: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %nothing = arith.constant dense<0.0> : tensor<f64>
  %infinity = arith.constant 0x7FF0000000000000 : f64
  %n = tensor.dim %points, %c0 : tensor<?x?xf64>
  %d = tensor.dim %points, %c1 : tensor<?x?xf64>
  %k = tensor.dim %centroids, %c0 : tensor<?x?xf64>
  %room = tensor.empty(%n) : tensor<?xf64>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%before = %room) -> tensor<?xf64> {
    %found = scf.for %j = %c0 to %k step %c1 iter_args(%least = %infinity) -> (f64) {
      %distance = scf.for %l = %c0 to %d step %c1 iter_args(%partial = %zero) -> f64 {
        %p = tensor.extract %points[%i, %l] : tensor<?x?xf64>
        %c = tensor.extract %centroids[%j, %l] : tensor<?x?xf64>
        %difference = arith.subf %p, %c : f64
        %square = arith.mulf %difference, %difference : f64
        %next = arith.addf %partial, %square : f64
        scf.yield %next : f64
      }
      %less = arith.minimumf %distance, %least : f64
      scf.yield %less : f64
    }
    %next = tensor.insert %found into %before[%i] : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  %sum = linalg.reduce ins(%all : tensor<?xf64>) outs(%nothing : tensor<f64>) dimensions = [0]
      (%one: f64, %partial: f64) {
        %next = arith.addf %partial, %one : f64
        linalg.yield %next : f64
      }
  %total = tensor.extract %sum[] : tensor<f64>
  return %total : f64
}

// The same, by the centroid that is nearest: its derivative is that of one distance a point.
func.func private @cost_by_nearest(%points: tensor<?x?xf64>, %centroids: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %points, %c0 : tensor<?x?xf64>
  %d = tensor.dim %points, %c1 : tensor<?x?xf64>
  %which = func.call @nearest(%points, %centroids) : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?xindex>
  %total = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f64 {
    %nearest = tensor.extract %which[%i] : tensor<?xindex>
    %distance = scf.for %l = %c0 to %d step %c1 iter_args(%partial = %zero) -> f64 {
      %p = tensor.extract %points[%i, %l] : tensor<?x?xf64>
      %c = tensor.extract %centroids[%nearest, %l] : tensor<?x?xf64>
      %difference = arith.subf %p, %c : f64
      %square = arith.mulf %difference, %difference : f64
      %next = arith.addf %partial, %square : f64
      scf.yield %next : f64
    }
    %next = arith.addf %sum, %distance : f64
    scf.yield %next : f64
  }
  return %total : f64
}

// The number of the centroid that is nearest to each point.
func.func private @nearest(%points: tensor<?x?xf64>, %centroids: tensor<?x?xf64>) -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %infinity = arith.constant 0x7FF0000000000000 : f64
  %n = tensor.dim %points, %c0 : tensor<?x?xf64>
  %k = tensor.dim %centroids, %c0 : tensor<?x?xf64>
  %d = tensor.dim %centroids, %c1 : tensor<?x?xf64>
  %room = tensor.empty(%n) : tensor<?xindex>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%before = %room) -> tensor<?xindex> {
    %found:2 = scf.for %j = %c0 to %k step %c1 iter_args(%least = %infinity, %which = %c0) -> (f64, index) {
      %distance = scf.for %l = %c0 to %d step %c1 iter_args(%partial = %zero) -> f64 {
        %p = tensor.extract %points[%i, %l] : tensor<?x?xf64>
        %c = tensor.extract %centroids[%j, %l] : tensor<?x?xf64>
        %difference = arith.subf %p, %c : f64
        %square = arith.mulf %difference, %difference : f64
        %next = arith.addf %partial, %square : f64
        scf.yield %next : f64
      }
      %is_nearer = arith.cmpf olt, %distance, %least : f64
      %less = arith.select %is_nearer, %distance, %least : f64
      %now = arith.select %is_nearer, %j, %which : index
      scf.yield %less, %now : f64, index
    }
    %next = tensor.insert %found#1 into %before[%i] : tensor<?xindex>
    scf.yield %next : tensor<?xindex>
  }
  return %all : tensor<?xindex>
}

func.func private @gradient(tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
    attributes {lagrad.gradient = @cost_by_nearest, lagrad.wrt = [1]}

// The gradient, and the Hessian times a vector.
func.func private @gradient_and_product(tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
    -> (tensor<?x?xf64>, tensor<?x?xf64>)
    attributes {lagrad.pushforward = @gradient, lagrad.wrt = [1], lagrad.with_primal}

// A step of Newton's method: the Hessian is diagonal, so its product with ones is the diagonal.
func.func @dir(%points: tensor<?x?xf64>, %centroids: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %k = tensor.dim %centroids, %c0 : tensor<?x?xf64>
  %d = tensor.dim %centroids, %c1 : tensor<?x?xf64>
  %ones = tensor.splat %one[%k, %d] : tensor<?x?xf64>
  %gradient, %diagonal = func.call @gradient_and_product(%points, %centroids, %ones)
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %direction = arith.divf %gradient, %diagonal : tensor<?x?xf64>
  return %direction : tensor<?x?xf64>
}
