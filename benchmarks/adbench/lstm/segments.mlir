// The LSTM in segments: what its gradient records of a segment is forgotten, and made again when the adjoint comes to it. Of the segments
// before the last one the states are recorded between them; the last one need not run again.
//
// This goes after primal.mlir, which says what is computed. A step records three rows a layer.

func.func @lstm_segments_objective(
    %main: tensor<?x2x4x?xf64> {lagrad.example = dense<[
      [[[0.7, 0.3], [0.6, 0.9], [0.5, 0.8], [0.2, 0.4]], [[0.1, -0.2], [0.3, 0.1], [-0.4, 0.2], [0.0, 0.6]]],
      [[[0.4, 0.9], [0.1, 0.5], [0.7, 0.2], [0.8, 0.3]], [[0.2, 0.4], [-0.1, 0.3], [0.5, -0.6], [0.7, 0.1]]]
    ]> : tensor<2x2x4x2xf64>},
    %extra: tensor<3x?xf64> {lagrad.example = dense<[[0.6, 0.4], [1.1, 0.7], [-0.2, 0.3]]> : tensor<3x2xf64>},
    %state: tensor<?x2x?xf64> {lagrad.example = dense<[[[0.9, 0.5], [0.1, 0.2]], [[0.3, 0.8], [0.6, 0.4]]]>
        : tensor<2x2x2xf64>},
    %sequence: tensor<?x?xf64> {lagrad.example = dense<[[0.0, 1.0], [1.0, 1.0], [1.0, 0.0]]> : tensor<3x2xf64>})
    -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %l = tensor.dim %main, %c0 : tensor<?x2x4x?xf64>
  %c = tensor.dim %sequence, %c0 : tensor<?x?xf64>
  %b = tensor.dim %sequence, %c1 : tensor<?x?xf64>
  %steps = arith.subi %c, %c1 : index
  %in_weight = tensor.extract_slice %extra[0, 0] [1, %b] [1, 1] : tensor<3x?xf64> to tensor<?xf64>
  %hidden0 = tensor.extract_slice %state[0, 0, 0] [%l, 1, %b] [1, 1, 1] : tensor<?x2x?xf64> to tensor<?x?xf64>
  %cell0 = tensor.extract_slice %state[0, 1, 0] [%l, 1, %b] [1, 1, 1] : tensor<?x2x?xf64> to tensor<?x?xf64>

  // As many steps as have a hundred thousand numbers on the tape, less than a megabyte.
  %numbers = arith.constant 100000 : index
  %c3 = arith.constant 3 : index
  %states = arith.muli %l, %b : index
  %of_step = arith.muli %states, %c3 : index
  %fit = arith.divui %numbers, %of_step : index
  %segment = arith.maxui %fit, %c1 : index
  %others = arith.subi %steps, %c1 : index
  %before = arith.maxsi %others, %c0 : index
  %segments = arith.divui %before, %segment : index
  %until_last = arith.muli %segments, %segment : index

  %between:3 = scf.for %first = %c0 to %until_last step %segment
      iter_args(%hidden1 = %hidden0, %cell1 = %cell0, %total1 = %zero)
      -> (tensor<?x?xf64>, tensor<?x?xf64>, f64) {
    %next = arith.addi %first, %segment : index
    %of_segment:3 = scf.for %t = %first to %next step %c1
        iter_args(%hidden = %hidden1, %cell = %cell1, %total = %total1)
        -> (tensor<?x?xf64>, tensor<?x?xf64>, f64) {
      %after:3 = func.call @step(%main, %extra, %in_weight, %sequence, %t, %hidden, %cell, %total)
          : (tensor<?x2x4x?xf64>, tensor<3x?xf64>, tensor<?xf64>, tensor<?x?xf64>, index, tensor<?x?xf64>, tensor<?x?xf64>, f64)
            -> (tensor<?x?xf64>, tensor<?x?xf64>, f64)
      scf.yield %after#0, %after#1, %after#2 : tensor<?x?xf64>, tensor<?x?xf64>, f64
    } {lagrad.replay}
    scf.yield %of_segment#0, %of_segment#1, %of_segment#2 : tensor<?x?xf64>, tensor<?x?xf64>, f64
  }
  %end:3 = scf.for %t = %until_last to %steps step %c1
      iter_args(%hidden = %between#0, %cell = %between#1, %total = %between#2)
      -> (tensor<?x?xf64>, tensor<?x?xf64>, f64) {
    %after:3 = func.call @step(%main, %extra, %in_weight, %sequence, %t, %hidden, %cell, %total)
        : (tensor<?x2x4x?xf64>, tensor<3x?xf64>, tensor<?xf64>, tensor<?x?xf64>, index, tensor<?x?xf64>, tensor<?x?xf64>, f64)
          -> (tensor<?x?xf64>, tensor<?x?xf64>, f64)
    scf.yield %after#0, %after#1, %after#2 : tensor<?x?xf64>, tensor<?x?xf64>, f64
  }

  %loss = func.call @loss_of(%end#2, %steps, %b) : (f64, index, index) -> f64
  return %loss : f64
}

func.func private @lstm_segments_gradient(tensor<?x2x4x?xf64>, tensor<3x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>)
    -> (tensor<?x2x4x?xf64>, tensor<3x?xf64>)
    attributes {lagrad.gradient = @lstm_segments_objective, lagrad.wrt = [0, 1]}
