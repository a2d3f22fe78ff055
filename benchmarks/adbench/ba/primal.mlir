// Bundle adjustment (ADBench's BA objective): how far the projection of each observed point
// lies from where it was seen, and the blocks of the Jacobian, one pair for each observation.
//
//   camera   11    rotation (axis times angle) 0-2, center 3-5, focal length 6,
//                  principal point 7-8, radial distortion 9-10
//   point    3
//   weight         of the observation
//   feature  2     where the point was seen in the image

// weight * (project(camera, point) - feature)
func.func @reprojection_error(%camera: tensor<11xf64>, %point: tensor<3xf64>, %weight: f64,
                              %feature: tensor<2xf64>) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %one = arith.constant 1.0 : f64

  // The point as seen from the camera's center, turned into the camera's frame.
  %r0 = tensor.extract %camera[%c0] : tensor<11xf64>
  %r1 = tensor.extract %camera[%c1] : tensor<11xf64>
  %r2 = tensor.extract %camera[%c2] : tensor<11xf64>
  %center0 = tensor.extract %camera[%c3] : tensor<11xf64>
  %center1 = tensor.extract %camera[%c4] : tensor<11xf64>
  %center2 = tensor.extract %camera[%c5] : tensor<11xf64>
  %point0 = tensor.extract %point[%c0] : tensor<3xf64>
  %point1 = tensor.extract %point[%c1] : tensor<3xf64>
  %point2 = tensor.extract %point[%c2] : tensor<3xf64>
  %x0 = arith.subf %point0, %center0 : f64
  %x1 = arith.subf %point1, %center1 : f64
  %x2 = arith.subf %point2, %center2 : f64
  %p:3 = func.call @rotate(%r0, %r1, %r2, %x0, %x1, %x2)
      : (f64, f64, f64, f64, f64, f64) -> (f64, f64, f64)

  // Perspective, radial distortion 1 + k0 s + k1 s^2 at the squared radius s, image coordinates.
  %u = arith.divf %p#0, %p#2 : f64
  %v = arith.divf %p#1, %p#2 : f64
  %uu = arith.mulf %u, %u : f64
  %vv = arith.mulf %v, %v : f64
  %s = arith.addf %uu, %vv : f64
  %k0 = tensor.extract %camera[%c9] : tensor<11xf64>
  %k1 = tensor.extract %camera[%c10] : tensor<11xf64>
  %k0_s = arith.mulf %k0, %s : f64
  %ss = arith.mulf %s, %s : f64
  %k1_ss = arith.mulf %k1, %ss : f64
  %distortion0 = arith.addf %one, %k0_s : f64
  %distortion = arith.addf %distortion0, %k1_ss : f64
  %focal = tensor.extract %camera[%c6] : tensor<11xf64>
  %principal0 = tensor.extract %camera[%c7] : tensor<11xf64>
  %principal1 = tensor.extract %camera[%c8] : tensor<11xf64>
  %scale = arith.mulf %distortion, %focal : f64
  %scaled0 = arith.mulf %u, %scale : f64
  %scaled1 = arith.mulf %v, %scale : f64
  %image0 = arith.addf %scaled0, %principal0 : f64
  %image1 = arith.addf %scaled1, %principal1 : f64

  %feature0 = tensor.extract %feature[%c0] : tensor<2xf64>
  %feature1 = tensor.extract %feature[%c1] : tensor<2xf64>
  %error0 = arith.subf %image0, %feature0 : f64
  %error1 = arith.subf %image1, %feature1 : f64
  %weighted0 = arith.mulf %weight, %error0 : f64
  %weighted1 = arith.mulf %weight, %error1 : f64
  %result = tensor.from_elements %weighted0, %weighted1 : tensor<2xf64>
  return %result : tensor<2xf64>
}

// The vector x turned about the axis r by the angle |r| (Rodrigues); x + r x x where r is zero.
func.func private @rotate(%r0: f64, %r1: f64, %r2: f64, %x0: f64, %x1: f64, %x2: f64) -> (f64, f64, f64) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %r00 = arith.mulf %r0, %r0 : f64
  %r11 = arith.mulf %r1, %r1 : f64
  %r22 = arith.mulf %r2, %r2 : f64
  %r01 = arith.addf %r00, %r11 : f64
  %square = arith.addf %r01, %r22 : f64
  %turns = arith.cmpf une, %square, %zero : f64
  %turned:3 = scf.if %turns -> (f64, f64, f64) {
    %angle = math.sqrt %square : f64
    %cos = math.cos %angle : f64
    %sin = math.sin %angle : f64
    %a0 = arith.divf %r0, %angle : f64
    %a1 = arith.divf %r1, %angle : f64
    %a2 = arith.divf %r2, %angle : f64
    %cross:3 = func.call @cross(%a0, %a1, %a2, %x0, %x1, %x2)
        : (f64, f64, f64, f64, f64, f64) -> (f64, f64, f64)
    %ax0 = arith.mulf %a0, %x0 : f64
    %ax1 = arith.mulf %a1, %x1 : f64
    %ax2 = arith.mulf %a2, %x2 : f64
    %ax01 = arith.addf %ax0, %ax1 : f64
    %dot = arith.addf %ax01, %ax2 : f64
    %versine = arith.subf %one, %cos : f64
    %along = arith.mulf %dot, %versine : f64
    %cos0 = arith.mulf %x0, %cos : f64
    %cos1 = arith.mulf %x1, %cos : f64
    %cos2 = arith.mulf %x2, %cos : f64
    %sin0 = arith.mulf %cross#0, %sin : f64
    %sin1 = arith.mulf %cross#1, %sin : f64
    %sin2 = arith.mulf %cross#2, %sin : f64
    %along0 = arith.mulf %a0, %along : f64
    %along1 = arith.mulf %a1, %along : f64
    %along2 = arith.mulf %a2, %along : f64
    %plane0 = arith.addf %cos0, %sin0 : f64
    %plane1 = arith.addf %cos1, %sin1 : f64
    %plane2 = arith.addf %cos2, %sin2 : f64
    %y0 = arith.addf %plane0, %along0 : f64
    %y1 = arith.addf %plane1, %along1 : f64
    %y2 = arith.addf %plane2, %along2 : f64
    scf.yield %y0, %y1, %y2 : f64, f64, f64
  } else {
    %cross:3 = func.call @cross(%r0, %r1, %r2, %x0, %x1, %x2)
        : (f64, f64, f64, f64, f64, f64) -> (f64, f64, f64)
    %y0 = arith.addf %x0, %cross#0 : f64
    %y1 = arith.addf %x1, %cross#1 : f64
    %y2 = arith.addf %x2, %cross#2 : f64
    scf.yield %y0, %y1, %y2 : f64, f64, f64
  }
  return %turned#0, %turned#1, %turned#2 : f64, f64, f64
}

func.func private @cross(%a0: f64, %a1: f64, %a2: f64, %b0: f64, %b1: f64, %b2: f64) -> (f64, f64, f64) {
  %a1b2 = arith.mulf %a1, %b2 : f64
  %a2b1 = arith.mulf %a2, %b1 : f64
  %a2b0 = arith.mulf %a2, %b0 : f64
  %a0b2 = arith.mulf %a0, %b2 : f64
  %a0b1 = arith.mulf %a0, %b1 : f64
  %a1b0 = arith.mulf %a1, %b0 : f64
  %0 = arith.subf %a1b2, %a2b1 : f64
  %1 = arith.subf %a2b0, %a0b2 : f64
  %2 = arith.subf %a0b1, %a1b0 : f64
  return %0, %1, %2 : f64, f64, f64
}

// Keeps the weights away from zero.
func.func @weight_error(%weight: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %square = arith.mulf %weight, %weight : f64
  %error = arith.subf %one, %square : f64
  return %error : f64
}

func.func private @reprojection_pullback(tensor<11xf64>, tensor<3xf64>, f64, tensor<2xf64>, tensor<2xf64>)
    -> (tensor<11xf64>, tensor<3xf64>, f64)
    attributes {lagrad.pullback = @reprojection_error, lagrad.wrt = [0, 1, 2]}

func.func private @weight_gradient(f64) -> f64
    attributes {lagrad.gradient = @weight_error, lagrad.wrt = [0]}

// All residuals: two for each of the p observations, and one for each weight.
// Row i of `observations` says which camera saw which point.
func.func @ba_objective(%cameras: tensor<?x11xf64>, %points: tensor<?x3xf64>, %weights: tensor<?xf64>,
                        %features: tensor<?x2xf64>, %observations: tensor<?x2xi32>)
    -> (tensor<?x2xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tensor.dim %weights, %c0 : tensor<?xf64>
  %no_errors = tensor.empty(%p) : tensor<?x2xf64>
  %no_weight_errors = tensor.empty(%p) : tensor<?xf64>
  %all:2 = scf.for %i = %c0 to %p step %c1 iter_args(%errors = %no_errors, %weight_errors = %no_weight_errors)
      -> (tensor<?x2xf64>, tensor<?xf64>) {
    %camera_i32 = tensor.extract %observations[%i, %c0] : tensor<?x2xi32>
    %point_i32 = tensor.extract %observations[%i, %c1] : tensor<?x2xi32>
    %camera_index = arith.index_cast %camera_i32 : i32 to index
    %point_index = arith.index_cast %point_i32 : i32 to index
    %camera = tensor.extract_slice %cameras[%camera_index, 0] [1, 11] [1, 1] : tensor<?x11xf64> to tensor<11xf64>
    %point = tensor.extract_slice %points[%point_index, 0] [1, 3] [1, 1] : tensor<?x3xf64> to tensor<3xf64>
    %weight = tensor.extract %weights[%i] : tensor<?xf64>
    %feature = tensor.extract_slice %features[%i, 0] [1, 2] [1, 1] : tensor<?x2xf64> to tensor<2xf64>
    %error = func.call @reprojection_error(%camera, %point, %weight, %feature)
        : (tensor<11xf64>, tensor<3xf64>, f64, tensor<2xf64>) -> tensor<2xf64>
    %weight_error = func.call @weight_error(%weight) : (f64) -> f64
    %next_errors = tensor.insert_slice %error into %errors[%i, 0] [1, 2] [1, 1]
        : tensor<2xf64> into tensor<?x2xf64>
    %next_weight_errors = tensor.insert %weight_error into %weight_errors[%i] : tensor<?xf64>
    scf.yield %next_errors, %next_weight_errors : tensor<?x2xf64>, tensor<?xf64>
  }
  return %all#0, %all#1 : tensor<?x2xf64>, tensor<?xf64>
}

// The Jacobian by blocks: the two rows of each observation's reprojection error, by its camera's 11
// parameters, its point's 3 and its weight; and the derivative of each weight error by its weight.
func.func @ba_jacobian(%cameras: tensor<?x11xf64>, %points: tensor<?x3xf64>, %weights: tensor<?xf64>,
                       %features: tensor<?x2xf64>, %observations: tensor<?x2xi32>)
    -> (tensor<?x2x15xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  %first = arith.constant dense<[1.0, 0.0]> : tensor<2xf64>
  %second = arith.constant dense<[0.0, 1.0]> : tensor<2xf64>
  %p = tensor.dim %weights, %c0 : tensor<?xf64>
  %no_blocks = tensor.empty(%p) : tensor<?x2x15xf64>
  %no_weight_derivatives = tensor.empty(%p) : tensor<?xf64>
  %all:2 = scf.for %i = %c0 to %p step %c1
      iter_args(%blocks = %no_blocks, %weight_derivatives = %no_weight_derivatives)
      -> (tensor<?x2x15xf64>, tensor<?xf64>) {
    %camera_i32 = tensor.extract %observations[%i, %c0] : tensor<?x2xi32>
    %point_i32 = tensor.extract %observations[%i, %c1] : tensor<?x2xi32>
    %camera_index = arith.index_cast %camera_i32 : i32 to index
    %point_index = arith.index_cast %point_i32 : i32 to index
    %camera = tensor.extract_slice %cameras[%camera_index, 0] [1, 11] [1, 1] : tensor<?x11xf64> to tensor<11xf64>
    %point = tensor.extract_slice %points[%point_index, 0] [1, 3] [1, 1] : tensor<?x3xf64> to tensor<3xf64>
    %weight = tensor.extract %weights[%i] : tensor<?xf64>
    %feature = tensor.extract_slice %features[%i, 0] [1, 2] [1, 1] : tensor<?x2xf64> to tensor<2xf64>

    %row0:3 = func.call @reprojection_pullback(%camera, %point, %weight, %feature, %first)
        : (tensor<11xf64>, tensor<3xf64>, f64, tensor<2xf64>, tensor<2xf64>) -> (tensor<11xf64>, tensor<3xf64>, f64)
    %blocks1 = tensor.insert_slice %row0#0 into %blocks[%i, 0, 0] [1, 1, 11] [1, 1, 1]
        : tensor<11xf64> into tensor<?x2x15xf64>
    %blocks2 = tensor.insert_slice %row0#1 into %blocks1[%i, 0, 11] [1, 1, 3] [1, 1, 1]
        : tensor<3xf64> into tensor<?x2x15xf64>
    %blocks3 = tensor.insert %row0#2 into %blocks2[%i, %c0, %c14] : tensor<?x2x15xf64>

    %row1:3 = func.call @reprojection_pullback(%camera, %point, %weight, %feature, %second)
        : (tensor<11xf64>, tensor<3xf64>, f64, tensor<2xf64>, tensor<2xf64>) -> (tensor<11xf64>, tensor<3xf64>, f64)
    %blocks4 = tensor.insert_slice %row1#0 into %blocks3[%i, 1, 0] [1, 1, 11] [1, 1, 1]
        : tensor<11xf64> into tensor<?x2x15xf64>
    %blocks5 = tensor.insert_slice %row1#1 into %blocks4[%i, 1, 11] [1, 1, 3] [1, 1, 1]
        : tensor<3xf64> into tensor<?x2x15xf64>
    %blocks6 = tensor.insert %row1#2 into %blocks5[%i, %c1, %c14] : tensor<?x2x15xf64>

    %weight_derivative = func.call @weight_gradient(%weight) : (f64) -> f64
    %next_weight_derivatives = tensor.insert %weight_derivative into %weight_derivatives[%i] : tensor<?xf64>
    scf.yield %blocks6, %next_weight_derivatives : tensor<?x2x15xf64>, tensor<?xf64>
  }
  return %all#0, %all#1 : tensor<?x2x15xf64>, tensor<?xf64>
}

func.func private @reprojection_tangents(tensor<11xf64>, tensor<15x11xf64>, tensor<3xf64>, tensor<15x3xf64>, f64,
                                         tensor<15xf64>, tensor<2xf64>) -> tensor<15x2xf64>
    attributes {lagrad.pushforward = @reprojection_error, lagrad.wrt = [0, 1, 2], lagrad.vectors = 15}

func.func private @weight_tangent(f64, f64) -> f64
    attributes {lagrad.pushforward = @weight_error, lagrad.wrt = [0]}

// The same by forward mode: all 15 columns of a block at once.
func.func @ba_jacobian_forward(%cameras: tensor<?x11xf64>, %points: tensor<?x3xf64>, %weights: tensor<?xf64>,
                               %features: tensor<?x2xf64>, %observations: tensor<?x2xi32>)
    -> (tensor<?x2x15xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %p = tensor.dim %weights, %c0 : tensor<?xf64>
  %no_units = tensor.empty() : tensor<15x15xf64>
  %units = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%no_units : tensor<15x15xf64>) {
    ^bb0(%out: f64):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %is_same = arith.cmpi eq, %i, %j : index
      %entry = arith.select %is_same, %one, %zero : f64
      linalg.yield %entry : f64
  } -> tensor<15x15xf64>
  %camera_units = tensor.extract_slice %units[0, 0] [15, 11] [1, 1] : tensor<15x15xf64> to tensor<15x11xf64>
  %point_units = tensor.extract_slice %units[0, 11] [15, 3] [1, 1] : tensor<15x15xf64> to tensor<15x3xf64>
  %weight_units = tensor.extract_slice %units[0, 14] [15, 1] [1, 1] : tensor<15x15xf64> to tensor<15xf64>
  %no_blocks = tensor.empty(%p) : tensor<?x2x15xf64>
  %no_weight_derivatives = tensor.empty(%p) : tensor<?xf64>
  %all:2 = scf.for %i = %c0 to %p step %c1
      iter_args(%blocks = %no_blocks, %weight_derivatives = %no_weight_derivatives)
      -> (tensor<?x2x15xf64>, tensor<?xf64>) {
    %camera_i32 = tensor.extract %observations[%i, %c0] : tensor<?x2xi32>
    %point_i32 = tensor.extract %observations[%i, %c1] : tensor<?x2xi32>
    %camera_index = arith.index_cast %camera_i32 : i32 to index
    %point_index = arith.index_cast %point_i32 : i32 to index
    %camera = tensor.extract_slice %cameras[%camera_index, 0] [1, 11] [1, 1] : tensor<?x11xf64> to tensor<11xf64>
    %point = tensor.extract_slice %points[%point_index, 0] [1, 3] [1, 1] : tensor<?x3xf64> to tensor<3xf64>
    %weight = tensor.extract %weights[%i] : tensor<?xf64>
    %feature = tensor.extract_slice %features[%i, 0] [1, 2] [1, 1] : tensor<?x2xf64> to tensor<2xf64>
    %columns = func.call @reprojection_tangents(
        %camera, %camera_units, %point, %point_units, %weight, %weight_units, %feature)
        : (tensor<11xf64>, tensor<15x11xf64>, tensor<3xf64>, tensor<15x3xf64>, f64, tensor<15xf64>, tensor<2xf64>)
        -> tensor<15x2xf64>
    %no_block = tensor.extract_slice %blocks[%i, 0, 0] [1, 2, 15] [1, 1, 1] : tensor<?x2x15xf64> to tensor<2x15xf64>
    %block = linalg.transpose ins(%columns : tensor<15x2xf64>) outs(%no_block : tensor<2x15xf64>) permutation = [1, 0]
    %next_blocks = tensor.insert_slice %block into %blocks[%i, 0, 0] [1, 2, 15] [1, 1, 1]
        : tensor<2x15xf64> into tensor<?x2x15xf64>
    %weight_derivative = func.call @weight_tangent(%weight, %one) : (f64, f64) -> f64
    %next_weight_derivatives = tensor.insert %weight_derivative into %weight_derivatives[%i] : tensor<?xf64>
    scf.yield %next_blocks, %next_weight_derivatives : tensor<?x2x15xf64>, tensor<?xf64>
  }
  return %all#0, %all#1 : tensor<?x2x15xf64>, tensor<?xf64>
}

// All errors in one direction: cameras, points and weights, each followed by its tangent.
func.func private @ba_pushforward(tensor<?x11xf64>, tensor<?x11xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<?xf64>,
                                  tensor<?xf64>, tensor<?x2xf64>, tensor<?x2xi32>) -> (tensor<?x2xf64>, tensor<?xf64>)
    attributes {lagrad.pushforward = @ba_objective, lagrad.wrt = [0, 1, 2]}
