// Hand tracking (ADBench's Hand objective): how far the vertices of a posed hand model lie from n points
// that were seen, and the Jacobian.
//
//   global      6         rotation (axis times angle) and translation of the hand
//   pose        20        4 angles of each finger: flexion and abduction of its second bone, flexion of
//                         the third and of the fourth
//   parents     B         of each bone, -1 for the root; bones come after their parents
//   relatives   B x 4 x 4 the bones' frames in those of their parents, in the base pose
//   inverses    B x 4 x 4 from the world into the bones' frames, in the base pose
//   base        4 x V     the vertices in the base pose, in homogeneous coordinates
//   weights     B x V     how much each bone moves each vertex
//   points      n x 3     what was seen
//
// Each point corresponds to a vertex; in the complicated problem to a place on a triangle of vertices.
// The bones are the wrist, four for each of five fingers, and whatever comes after them.

#id2 = affine_map<(i, v) -> (i, v)>
#bone_matrix = affine_map<(i, v, b, k) -> (b, i, k)>
#bone_vertex = affine_map<(i, v, b, k) -> (b, v)>
#coordinate_vertex = affine_map<(i, v, b, k) -> (k, v)>
#vertex = affine_map<(i, v, b, k) -> (i, v)>

// The simple problem: point c is vertex correspondences[c].
func.func @hand_simple(
    %global: tensor<6xf64>, %pose: tensor<20xf64>, %parents: tensor<?xi32>, %relatives: tensor<?x4x4xf64>,
    %inverses: tensor<?x4x4xf64>, %base: tensor<4x?xf64>, %weights: tensor<?x?xf64>, %points: tensor<?x3xf64>,
    %correspondences: tensor<?xi32>) -> tensor<?x3xf64> {
  %vertices = func.call @vertices(%global, %pose, %parents, %relatives, %inverses, %base, %weights)
      : (tensor<6xf64>, tensor<20xf64>, tensor<?xi32>, tensor<?x4x4xf64>, tensor<?x4x4xf64>, tensor<4x?xf64>,
         tensor<?x?xf64>) -> tensor<3x?xf64>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %points, %c0 : tensor<?x3xf64>
  %empty = tensor.empty(%n) : tensor<?x3xf64>
  %errors = linalg.generic {
      indexing_maps = [affine_map<(c, i) -> (c, i)>, affine_map<(c, i) -> (c)>, affine_map<(c, i) -> (c, i)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%points, %correspondences : tensor<?x3xf64>, tensor<?xi32>) outs(%empty : tensor<?x3xf64>) {
    ^bb0(%point: f64, %correspondence: i32, %out: f64):
      %i = linalg.index 1 : index
      %v = arith.index_cast %correspondence : i32 to index
      %vertex = tensor.extract %vertices[%i, %v] : tensor<3x?xf64>
      %error = arith.subf %point, %vertex : f64
      linalg.yield %error : f64
  } -> tensor<?x3xf64>
  return %errors : tensor<?x3xf64>
}

// The complicated problem: point c lies on triangle correspondences[c], at the barycentric coordinates
// u = us[c, 0], v = us[c, 1] and 1 - u - v.
func.func @hand_complicated(
    %us: tensor<?x2xf64>, %global: tensor<6xf64>, %pose: tensor<20xf64>, %parents: tensor<?xi32>,
    %relatives: tensor<?x4x4xf64>, %inverses: tensor<?x4x4xf64>, %base: tensor<4x?xf64>,
    %weights: tensor<?x?xf64>, %points: tensor<?x3xf64>, %correspondences: tensor<?xi32>,
    %triangles: tensor<?x3xi32>) -> tensor<?x3xf64> {
  %vertices = func.call @vertices(%global, %pose, %parents, %relatives, %inverses, %base, %weights)
      : (tensor<6xf64>, tensor<20xf64>, tensor<?xi32>, tensor<?x4x4xf64>, tensor<?x4x4xf64>, tensor<4x?xf64>,
         tensor<?x?xf64>) -> tensor<3x?xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %points, %c0 : tensor<?x3xf64>
  %u = tensor.extract_slice %us[0, 0] [%n, 1] [1, 1] : tensor<?x2xf64> to tensor<?xf64>
  %v = tensor.extract_slice %us[0, 1] [%n, 1] [1, 1] : tensor<?x2xf64> to tensor<?xf64>
  %empty = tensor.empty(%n) : tensor<?x3xf64>
  %errors = linalg.generic {
      indexing_maps = [affine_map<(c, i) -> (c, i)>, affine_map<(c, i) -> (c)>, affine_map<(c, i) -> (c)>,
                       affine_map<(c, i) -> (c)>, affine_map<(c, i) -> (c, i)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%points, %u, %v, %correspondences : tensor<?x3xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xi32>)
      outs(%empty : tensor<?x3xf64>) {
    ^bb0(%point: f64, %uc: f64, %vc: f64, %correspondence: i32, %out: f64):
      %i = linalg.index 1 : index
      %triangle = arith.index_cast %correspondence : i32 to index
      %corner0 = tensor.extract %triangles[%triangle, %c0] : tensor<?x3xi32>
      %corner1 = tensor.extract %triangles[%triangle, %c1] : tensor<?x3xi32>
      %corner2 = tensor.extract %triangles[%triangle, %c2] : tensor<?x3xi32>
      %v0 = arith.index_cast %corner0 : i32 to index
      %v1 = arith.index_cast %corner1 : i32 to index
      %v2 = arith.index_cast %corner2 : i32 to index
      %vertex0 = tensor.extract %vertices[%i, %v0] : tensor<3x?xf64>
      %vertex1 = tensor.extract %vertices[%i, %v1] : tensor<3x?xf64>
      %vertex2 = tensor.extract %vertices[%i, %v2] : tensor<3x?xf64>
      %without_u = arith.subf %one, %uc : f64
      %wc = arith.subf %without_u, %vc : f64
      %part0 = arith.mulf %uc, %vertex0 : f64
      %part1 = arith.mulf %vc, %vertex1 : f64
      %part2 = arith.mulf %wc, %vertex2 : f64
      %parts01 = arith.addf %part0, %part1 : f64
      %place = arith.addf %parts01, %part2 : f64
      %error = arith.subf %point, %place : f64
      linalg.yield %error : f64
  } -> tensor<?x3xf64>
  return %errors : tensor<?x3xf64>
}

// The vertices of the posed hand, one a column.
func.func private @vertices(
    %global: tensor<6xf64>, %pose: tensor<20xf64>, %parents: tensor<?xi32>, %relatives: tensor<?x4x4xf64>,
    %inverses: tensor<?x4x4xf64>, %base: tensor<4x?xf64>, %weights: tensor<?x?xf64>) -> tensor<3x?xf64> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %count = tensor.dim %weights, %c1 : tensor<?x?xf64>

  // A vertex is the mean of where each bone would take it: sum_b weights_b transforms_b base.
  %transforms = func.call @transforms(%pose, %parents, %relatives, %inverses)
      : (tensor<20xf64>, tensor<?xi32>, tensor<?x4x4xf64>, tensor<?x4x4xf64>) -> tensor<?x3x4xf64>
  %no_vertices = tensor.empty(%count) : tensor<3x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%no_vertices : tensor<3x?xf64>) -> tensor<3x?xf64>
  %skin = linalg.generic {
      indexing_maps = [#bone_matrix, #bone_vertex, #coordinate_vertex, #vertex],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%transforms, %weights, %base : tensor<?x3x4xf64>, tensor<?x?xf64>, tensor<4x?xf64>)
      outs(%zeros : tensor<3x?xf64>) {
    ^bb0(%entry: f64, %weight: f64, %coordinate: f64, %sum: f64):
      %weighted = arith.mulf %weight, %coordinate : f64
      %part = arith.mulf %entry, %weighted : f64
      %next = arith.addf %sum, %part : f64
      linalg.yield %next : f64
  } -> tensor<3x?xf64>

  // The whole hand turned and moved.
  %rotation = func.call @rotation(%global) : (tensor<6xf64>) -> tensor<3x3xf64>
  %translation = tensor.extract_slice %global[3] [3] [1] : tensor<6xf64> to tensor<3xf64>
  %moved = linalg.broadcast ins(%translation : tensor<3xf64>) outs(%no_vertices : tensor<3x?xf64>) dimensions = [1]
  %vertices = linalg.matmul ins(%rotation, %skin : tensor<3x3xf64>, tensor<3x?xf64>)
      outs(%moved : tensor<3x?xf64>) -> tensor<3x?xf64>
  return %vertices : tensor<3x?xf64>
}

// What each bone does to a vertex of the base pose: into the bone's frame as it was there, and out of the
// frame as it is now. Of each matrix the rows that give coordinates.
func.func private @transforms(%pose: tensor<20xf64>, %parents: tensor<?xi32>, %relatives: tensor<?x4x4xf64>,
                              %inverses: tensor<?x4x4xf64>) -> tensor<?x3x4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bones = tensor.dim %relatives, %c0 : tensor<?x4x4xf64>
  %turns = func.call @turns(%pose, %bones) : (tensor<20xf64>, index) -> tensor<?x4x4xf64>

  // The frames in the world, one after the other; the first one here is the world's own, parent of the root.
  %one_more = arith.addi %bones, %c1 : index
  %no_worlds = tensor.empty(%one_more) : tensor<?x4x4xf64>
  %identity = arith.constant dense<[[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0],
                                    [0.0, 0.0, 0.0, 1.0]]> : tensor<4x4xf64>
  %world = tensor.insert_slice %identity into %no_worlds[0, 0, 0] [1, 4, 4] [1, 1, 1]
      : tensor<4x4xf64> into tensor<?x4x4xf64>
  %no_transforms = tensor.empty(%bones) : tensor<?x3x4xf64>
  %zero_frame = arith.constant dense<0.0> : tensor<4x4xf64>
  %zero_transform = arith.constant dense<0.0> : tensor<3x4xf64>
  %all:2 = scf.for %b = %c0 to %bones step %c1 iter_args(%worlds = %world, %transforms = %no_transforms)
      -> (tensor<?x4x4xf64>, tensor<?x3x4xf64>) {
    %parent_int = tensor.extract %parents[%b] : tensor<?xi32>
    %parent = arith.index_cast %parent_int : i32 to index
    %parent_place = arith.addi %parent, %c1 : index
    %place = arith.addi %b, %c1 : index
    %outer = tensor.extract_slice %worlds[%parent_place, 0, 0] [1, 4, 4] [1, 1, 1]
        : tensor<?x4x4xf64> to tensor<4x4xf64>
    %relative = tensor.extract_slice %relatives[%b, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<?x4x4xf64> to tensor<4x4xf64>
    %turn = tensor.extract_slice %turns[%b, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<?x4x4xf64> to tensor<4x4xf64>
    %inverse = tensor.extract_slice %inverses[%b, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<?x4x4xf64> to tensor<4x4xf64>

    // In the frame of the parent, turned by the pose; in the world; and from the world.
    %local = linalg.matmul ins(%relative, %turn : tensor<4x4xf64>, tensor<4x4xf64>)
        outs(%zero_frame : tensor<4x4xf64>) -> tensor<4x4xf64>
    %frame = linalg.matmul ins(%outer, %local : tensor<4x4xf64>, tensor<4x4xf64>)
        outs(%zero_frame : tensor<4x4xf64>) -> tensor<4x4xf64>
    %rows = tensor.extract_slice %frame[0, 0] [3, 4] [1, 1] : tensor<4x4xf64> to tensor<3x4xf64>
    %transform = linalg.matmul ins(%rows, %inverse : tensor<3x4xf64>, tensor<4x4xf64>)
        outs(%zero_transform : tensor<3x4xf64>) -> tensor<3x4xf64>
    %next_worlds = tensor.insert_slice %frame into %worlds[%place, 0, 0] [1, 4, 4] [1, 1, 1]
        : tensor<4x4xf64> into tensor<?x4x4xf64>
    %next_transforms = tensor.insert_slice %transform into %transforms[%b, 0, 0] [1, 3, 4] [1, 1, 1]
        : tensor<3x4xf64> into tensor<?x3x4xf64>
    scf.yield %next_worlds, %next_transforms : tensor<?x4x4xf64>, tensor<?x3x4xf64>
  }
  return %all#1 : tensor<?x3x4xf64>
}

// The rotation of each bone against its parent: by the flexion x about the first axis, then by the
// abduction z about the third.
//
//   cos z   -sin z cos x    sin z sin x
//   sin z    cos z cos x   -cos z sin x
//     0         sin x          cos x
func.func private @turns(%pose: tensor<20xf64>, %bones: index) -> tensor<?x4x4xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64

  // Flexion and abduction of every bone; most do not turn.
  %fingers = tensor.expand_shape %pose [[0, 1]] output_shape [5, 4] : tensor<20xf64> into tensor<5x4xf64>
  %no_angles = arith.constant dense<0.0> : tensor<5x4x2xf64>
  %second = tensor.extract_slice %fingers[0, 0] [5, 2] [1, 1] : tensor<5x4xf64> to tensor<5x2xf64>
  %others = tensor.extract_slice %fingers[0, 2] [5, 2] [1, 1] : tensor<5x4xf64> to tensor<5x2xf64>
  %some_angles = tensor.insert_slice %second into %no_angles[0, 1, 0] [5, 1, 2] [1, 1, 1]
      : tensor<5x2xf64> into tensor<5x4x2xf64>
  %angles = tensor.insert_slice %others into %some_angles[0, 2, 0] [5, 2, 1] [1, 1, 1]
      : tensor<5x2xf64> into tensor<5x4x2xf64>
  %by_bone = tensor.collapse_shape %angles [[0, 1], [2]] : tensor<5x4x2xf64> into tensor<20x2xf64>
  %x = tensor.extract_slice %by_bone[0, 0] [20, 1] [1, 1] : tensor<20x2xf64> to tensor<20xf64>
  %z = tensor.extract_slice %by_bone[0, 1] [20, 1] [1, 1] : tensor<20x2xf64> to tensor<20xf64>
  %sin_x = math.sin %x : tensor<20xf64>
  %cos_x = math.cos %x : tensor<20xf64>
  %sin_z = math.sin %z : tensor<20xf64>
  %cos_z = math.cos %z : tensor<20xf64>
  %minus_sin_x = arith.negf %sin_x : tensor<20xf64>
  %minus_sin_z = arith.negf %sin_z : tensor<20xf64>
  %r01 = arith.mulf %minus_sin_z, %cos_x : tensor<20xf64>
  %r02 = arith.mulf %sin_z, %sin_x : tensor<20xf64>
  %r11 = arith.mulf %cos_z, %cos_x : tensor<20xf64>
  %r12 = arith.mulf %cos_z, %minus_sin_x : tensor<20xf64>

  %empty = tensor.empty(%bones) : tensor<?x4x4xf64>
  %identities = linalg.generic {indexing_maps = [affine_map<(b, i, k) -> (b, i, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]} outs(%empty : tensor<?x4x4xf64>) {
    ^bb0(%out: f64):
      %i = linalg.index 1 : index
      %k = linalg.index 2 : index
      %on_diagonal = arith.cmpi eq, %i, %k : index
      %entry = arith.select %on_diagonal, %one, %zero : f64
      linalg.yield %entry : f64
  } -> tensor<?x4x4xf64>
  %0 = tensor.insert_slice %cos_z into %identities[1, 0, 0] [20, 1, 1] [1, 1, 1] : tensor<20xf64> into tensor<?x4x4xf64>
  %1 = tensor.insert_slice %r01 into %0[1, 0, 1] [20, 1, 1] [1, 1, 1] : tensor<20xf64> into tensor<?x4x4xf64>
  %2 = tensor.insert_slice %r02 into %1[1, 0, 2] [20, 1, 1] [1, 1, 1] : tensor<20xf64> into tensor<?x4x4xf64>
  %3 = tensor.insert_slice %sin_z into %2[1, 1, 0] [20, 1, 1] [1, 1, 1] : tensor<20xf64> into tensor<?x4x4xf64>
  %4 = tensor.insert_slice %r11 into %3[1, 1, 1] [20, 1, 1] [1, 1, 1] : tensor<20xf64> into tensor<?x4x4xf64>
  %5 = tensor.insert_slice %r12 into %4[1, 1, 2] [20, 1, 1] [1, 1, 1] : tensor<20xf64> into tensor<?x4x4xf64>
  %6 = tensor.insert_slice %sin_x into %5[1, 2, 1] [20, 1, 1] [1, 1, 1] : tensor<20xf64> into tensor<?x4x4xf64>
  %7 = tensor.insert_slice %cos_x into %6[1, 2, 2] [20, 1, 1] [1, 1, 1] : tensor<20xf64> into tensor<?x4x4xf64>
  return %7 : tensor<?x4x4xf64>
}

// The rotation about the axis a = global[0..2] by the angle |a| (Rodrigues): cos I + (1 - cos) u u' + sin [u]
// with u = a / |a|; I + [a] where a is zero.
func.func private @rotation(%global: tensor<6xf64>) -> tensor<3x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %a0 = tensor.extract %global[%c0] : tensor<6xf64>
  %a1 = tensor.extract %global[%c1] : tensor<6xf64>
  %a2 = tensor.extract %global[%c2] : tensor<6xf64>
  %a00 = arith.mulf %a0, %a0 : f64
  %a11 = arith.mulf %a1, %a1 : f64
  %a22 = arith.mulf %a2, %a2 : f64
  %a01 = arith.addf %a00, %a11 : f64
  %square = arith.addf %a01, %a22 : f64
  %turns = arith.cmpf une, %square, %zero : f64

  // sin / angle and (1 - cos) / angle^2, so that nothing else depends on the branch.
  %factors:2 = scf.if %turns -> (f64, f64) {
    %angle = math.sqrt %square : f64
    %sin = math.sin %angle : f64
    %cos = math.cos %angle : f64
    %versine = arith.subf %one, %cos : f64
    %first = arith.divf %sin, %angle : f64
    %second = arith.divf %versine, %square : f64
    scf.yield %first, %second : f64, f64
  } else {
    scf.yield %one, %zero : f64, f64
  }
  %s0 = arith.mulf %factors#0, %a0 : f64
  %s1 = arith.mulf %factors#0, %a1 : f64
  %s2 = arith.mulf %factors#0, %a2 : f64
  %v0 = arith.mulf %factors#1, %a0 : f64
  %v1 = arith.mulf %factors#1, %a1 : f64
  %v2 = arith.mulf %factors#1, %a2 : f64
  %v00 = arith.mulf %v0, %a0 : f64
  %v01 = arith.mulf %v0, %a1 : f64
  %v02 = arith.mulf %v0, %a2 : f64
  %v11 = arith.mulf %v1, %a1 : f64
  %v12 = arith.mulf %v1, %a2 : f64
  %v22 = arith.mulf %v2, %a2 : f64

  // cos = 1 - (1 - cos) / angle^2 |a|^2
  %versine = arith.mulf %factors#1, %square : f64
  %cos = arith.subf %one, %versine : f64
  %r00 = arith.addf %cos, %v00 : f64
  %r01 = arith.subf %v01, %s2 : f64
  %r02 = arith.addf %v02, %s1 : f64
  %r10 = arith.addf %v01, %s2 : f64
  %r11 = arith.addf %cos, %v11 : f64
  %r12 = arith.subf %v12, %s0 : f64
  %r20 = arith.subf %v02, %s1 : f64
  %r21 = arith.addf %v12, %s0 : f64
  %r22 = arith.addf %cos, %v22 : f64
  %r = tensor.from_elements %r00, %r01, %r02, %r10, %r11, %r12, %r20, %r21, %r22 : tensor<3x3xf64>
  return %r : tensor<3x3xf64>
}

// In one direction: the places on triangles, the hand and the pose, each followed by its tangent.
func.func private @hand_simple_pushforward(
    tensor<6xf64>, tensor<6xf64>, tensor<20xf64>, tensor<20xf64>, tensor<?xi32>, tensor<?x4x4xf64>, tensor<?x4x4xf64>,
    tensor<4x?xf64>, tensor<?x?xf64>, tensor<?x3xf64>, tensor<?xi32>) -> tensor<?x3xf64>
    attributes {lagrad.pushforward = @hand_simple, lagrad.wrt = [0, 1]}
func.func private @hand_complicated_pushforward(
    tensor<?x2xf64>, tensor<?x2xf64>, tensor<6xf64>, tensor<6xf64>, tensor<20xf64>, tensor<20xf64>, tensor<?xi32>,
    tensor<?x4x4xf64>, tensor<?x4x4xf64>, tensor<4x?xf64>, tensor<?x?xf64>, tensor<?x3xf64>, tensor<?xi32>,
    tensor<?x3xi32>) -> tensor<?x3xf64>
    attributes {lagrad.pushforward = @hand_complicated, lagrad.wrt = [0, 1, 2]}

// Tangents of the errors, many at once: by the translation and rotation of the hand, by the pose, by the
// coordinates on the triangles.
func.func private @simple_by_global(
    tensor<6xf64>, tensor<6x6xf64>, tensor<20xf64>, tensor<?xi32>, tensor<?x4x4xf64>, tensor<?x4x4xf64>,
    tensor<4x?xf64>, tensor<?x?xf64>, tensor<?x3xf64>, tensor<?xi32>) -> tensor<6x?x3xf64>
    attributes {lagrad.pushforward = @hand_simple, lagrad.wrt = [0], lagrad.vectors = 6}
func.func private @simple_by_pose(
    tensor<6xf64>, tensor<20xf64>, tensor<20x20xf64>, tensor<?xi32>, tensor<?x4x4xf64>, tensor<?x4x4xf64>,
    tensor<4x?xf64>, tensor<?x?xf64>, tensor<?x3xf64>, tensor<?xi32>) -> tensor<20x?x3xf64>
    attributes {lagrad.pushforward = @hand_simple, lagrad.wrt = [1], lagrad.vectors = 20}
func.func private @complicated_by_us(
    tensor<?x2xf64>, tensor<2x?x2xf64>, tensor<6xf64>, tensor<20xf64>, tensor<?xi32>, tensor<?x4x4xf64>,
    tensor<?x4x4xf64>, tensor<4x?xf64>, tensor<?x?xf64>, tensor<?x3xf64>, tensor<?xi32>, tensor<?x3xi32>)
    -> tensor<2x?x3xf64>
    attributes {lagrad.pushforward = @hand_complicated, lagrad.wrt = [0], lagrad.vectors = 2}
func.func private @complicated_by_global(
    tensor<?x2xf64>, tensor<6xf64>, tensor<6x6xf64>, tensor<20xf64>, tensor<?xi32>, tensor<?x4x4xf64>,
    tensor<?x4x4xf64>, tensor<4x?xf64>, tensor<?x?xf64>, tensor<?x3xf64>, tensor<?xi32>, tensor<?x3xi32>)
    -> tensor<6x?x3xf64>
    attributes {lagrad.pushforward = @hand_complicated, lagrad.wrt = [1], lagrad.vectors = 6}
func.func private @complicated_by_pose(
    tensor<?x2xf64>, tensor<6xf64>, tensor<20xf64>, tensor<20x20xf64>, tensor<?xi32>, tensor<?x4x4xf64>,
    tensor<?x4x4xf64>, tensor<4x?xf64>, tensor<?x?xf64>, tensor<?x3xf64>, tensor<?xi32>, tensor<?x3xi32>)
    -> tensor<20x?x3xf64>
    attributes {lagrad.pushforward = @hand_complicated, lagrad.wrt = [2], lagrad.vectors = 20}

// The Jacobian column by column: entry (j, c, i) is the derivative of coordinate i of error c by parameter
// j. Of the coordinates on triangles each error depends on its own two only: they are two columns, the
// first ones.
func.func @hand_simple_jacobian(
    %global: tensor<6xf64>, %pose: tensor<20xf64>, %parents: tensor<?xi32>, %relatives: tensor<?x4x4xf64>,
    %inverses: tensor<?x4x4xf64>, %base: tensor<4x?xf64>, %weights: tensor<?x?xf64>, %points: tensor<?x3xf64>,
    %correspondences: tensor<?xi32>) -> tensor<26x?x3xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %points, %c0 : tensor<?x3xf64>
  %units6 = func.call @units6() : () -> tensor<6x6xf64>
  %units20 = func.call @units20() : () -> tensor<20x20xf64>
  %by_global = func.call @simple_by_global(
      %global, %units6, %pose, %parents, %relatives, %inverses, %base, %weights, %points, %correspondences)
      : (tensor<6xf64>, tensor<6x6xf64>, tensor<20xf64>, tensor<?xi32>, tensor<?x4x4xf64>, tensor<?x4x4xf64>,
         tensor<4x?xf64>, tensor<?x?xf64>, tensor<?x3xf64>, tensor<?xi32>) -> tensor<6x?x3xf64>
  %by_pose = func.call @simple_by_pose(
      %global, %pose, %units20, %parents, %relatives, %inverses, %base, %weights, %points, %correspondences)
      : (tensor<6xf64>, tensor<20xf64>, tensor<20x20xf64>, tensor<?xi32>, tensor<?x4x4xf64>, tensor<?x4x4xf64>,
         tensor<4x?xf64>, tensor<?x?xf64>, tensor<?x3xf64>, tensor<?xi32>) -> tensor<20x?x3xf64>
  %empty = tensor.empty(%n) : tensor<26x?x3xf64>
  %0 = tensor.insert_slice %by_global into %empty[0, 0, 0] [6, %n, 3] [1, 1, 1]
      : tensor<6x?x3xf64> into tensor<26x?x3xf64>
  %1 = tensor.insert_slice %by_pose into %0[6, 0, 0] [20, %n, 3] [1, 1, 1]
      : tensor<20x?x3xf64> into tensor<26x?x3xf64>
  return %1 : tensor<26x?x3xf64>
}

func.func @hand_complicated_jacobian(
    %us: tensor<?x2xf64>, %global: tensor<6xf64>, %pose: tensor<20xf64>, %parents: tensor<?xi32>,
    %relatives: tensor<?x4x4xf64>, %inverses: tensor<?x4x4xf64>, %base: tensor<4x?xf64>,
    %weights: tensor<?x?xf64>, %points: tensor<?x3xf64>, %correspondences: tensor<?xi32>,
    %triangles: tensor<?x3xi32>) -> tensor<28x?x3xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %points, %c0 : tensor<?x3xf64>
  %units6 = func.call @units6() : () -> tensor<6x6xf64>
  %units20 = func.call @units20() : () -> tensor<20x20xf64>
  %no_units = tensor.empty(%n) : tensor<2x?x2xf64>
  %unit_us = linalg.generic {indexing_maps = [affine_map<(j, c, i) -> (j, c, i)>],
      iterator_types = ["parallel", "parallel", "parallel"]} outs(%no_units : tensor<2x?x2xf64>) {
    ^bb0(%out: f64):
      %j = linalg.index 0 : index
      %i = linalg.index 2 : index
      %is_same = arith.cmpi eq, %j, %i : index
      %entry = arith.select %is_same, %one, %zero : f64
      linalg.yield %entry : f64
  } -> tensor<2x?x2xf64>
  %by_us = func.call @complicated_by_us(
      %us, %unit_us, %global, %pose, %parents, %relatives, %inverses, %base, %weights, %points,
      %correspondences, %triangles)
      : (tensor<?x2xf64>, tensor<2x?x2xf64>, tensor<6xf64>, tensor<20xf64>, tensor<?xi32>, tensor<?x4x4xf64>,
         tensor<?x4x4xf64>, tensor<4x?xf64>, tensor<?x?xf64>, tensor<?x3xf64>, tensor<?xi32>, tensor<?x3xi32>)
      -> tensor<2x?x3xf64>
  %by_global = func.call @complicated_by_global(
      %us, %global, %units6, %pose, %parents, %relatives, %inverses, %base, %weights, %points,
      %correspondences, %triangles)
      : (tensor<?x2xf64>, tensor<6xf64>, tensor<6x6xf64>, tensor<20xf64>, tensor<?xi32>, tensor<?x4x4xf64>,
         tensor<?x4x4xf64>, tensor<4x?xf64>, tensor<?x?xf64>, tensor<?x3xf64>, tensor<?xi32>, tensor<?x3xi32>)
      -> tensor<6x?x3xf64>
  %by_pose = func.call @complicated_by_pose(
      %us, %global, %pose, %units20, %parents, %relatives, %inverses, %base, %weights, %points,
      %correspondences, %triangles)
      : (tensor<?x2xf64>, tensor<6xf64>, tensor<20xf64>, tensor<20x20xf64>, tensor<?xi32>, tensor<?x4x4xf64>,
         tensor<?x4x4xf64>, tensor<4x?xf64>, tensor<?x?xf64>, tensor<?x3xf64>, tensor<?xi32>, tensor<?x3xi32>)
      -> tensor<20x?x3xf64>
  %empty = tensor.empty(%n) : tensor<28x?x3xf64>
  %0 = tensor.insert_slice %by_us into %empty[0, 0, 0] [2, %n, 3] [1, 1, 1]
      : tensor<2x?x3xf64> into tensor<28x?x3xf64>
  %1 = tensor.insert_slice %by_global into %0[2, 0, 0] [6, %n, 3] [1, 1, 1]
      : tensor<6x?x3xf64> into tensor<28x?x3xf64>
  %2 = tensor.insert_slice %by_pose into %1[8, 0, 0] [20, %n, 3] [1, 1, 1]
      : tensor<20x?x3xf64> into tensor<28x?x3xf64>
  return %2 : tensor<28x?x3xf64>
}

// All directions of an argument: the unit vectors.
func.func private @units6() -> tensor<6x6xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<6x6xf64>
  %units = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]}
      outs(%empty : tensor<6x6xf64>) {
    ^bb0(%out: f64):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %is_same = arith.cmpi eq, %i, %j : index
      %entry = arith.select %is_same, %one, %zero : f64
      linalg.yield %entry : f64
  } -> tensor<6x6xf64>
  return %units : tensor<6x6xf64>
}
func.func private @units20() -> tensor<20x20xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<20x20xf64>
  %units = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]}
      outs(%empty : tensor<20x20xf64>) {
    ^bb0(%out: f64):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %is_same = arith.cmpi eq, %i, %j : index
      %entry = arith.select %is_same, %one, %zero : f64
      linalg.yield %entry : f64
  } -> tensor<20x20xf64>
  return %units : tensor<20x20xf64>
}
