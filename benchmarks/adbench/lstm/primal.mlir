// The loss of a recurrent network with diagonal gates (ADBench's LSTM objective): l layers of width b
// read a sequence of c elements and predict, at each, the next one.
//
//   main      l x 2 x 4 x b   of each layer the weights and the biases of its gates:
//                             forget, input, output, change
//   extra     3 x b           weights of the input, weights and biases of the output
//   state     l x 2 x b       hidden and cell state of each layer in the beginning
//   sequence  c x b
//
//   - sum_t sum_j y_tj (p_tj - log(2 + sum_k exp p_tk)) / ((c - 1) b)
//
// with p_t the prediction at element t, and y_t element t + 1.

#id = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>

func.func @lstm_objective(
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

  %end:3 = scf.for %t = %c0 to %steps step %c1
      iter_args(%hidden = %hidden0, %cell = %cell0, %total = %zero)
      -> (tensor<?x?xf64>, tensor<?x?xf64>, f64) {
    %after:3 = func.call @step(%main, %extra, %in_weight, %sequence, %t, %hidden, %cell, %total)
        : (tensor<?x2x4x?xf64>, tensor<3x?xf64>, tensor<?xf64>, tensor<?x?xf64>, index, tensor<?x?xf64>, tensor<?x?xf64>, f64)
          -> (tensor<?x?xf64>, tensor<?x?xf64>, f64)
    scf.yield %after#0, %after#1, %after#2 : tensor<?x?xf64>, tensor<?x?xf64>, f64
  }

  %loss = func.call @loss_of(%end#2, %steps, %b) : (f64, index, index) -> f64
  return %loss : f64
}

// One element of the sequence: the states of all layers after it, and the sum with what its prediction gains.
func.func private @step(%main: tensor<?x2x4x?xf64>, %extra: tensor<3x?xf64>, %in_weight: tensor<?xf64>, %sequence: tensor<?x?xf64>,
                        %t: index, %hidden: tensor<?x?xf64>, %cell: tensor<?x?xf64>, %total: f64)
    -> (tensor<?x?xf64>, tensor<?x?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tensor.dim %main, %c0 : tensor<?x2x4x?xf64>
  %b = tensor.dim %sequence, %c1 : tensor<?x?xf64>
  %element = tensor.extract_slice %sequence[%t, 0] [1, %b] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
  %no_input = tensor.empty(%b) : tensor<?xf64>
  %input = linalg.mul ins(%element, %in_weight : tensor<?xf64>, tensor<?xf64>)
      outs(%no_input : tensor<?xf64>) -> tensor<?xf64>

  %layers:3 = scf.for %k = %c0 to %l step %c1
      iter_args(%x = %input, %hiddens = %hidden, %cells = %cell)
      -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
    %h = tensor.extract_slice %hiddens[%k, 0] [1, %b] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %s = tensor.extract_slice %cells[%k, 0] [1, %b] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %next:2 = func.call @layer(%main, %k, %x, %h, %s)
        : (tensor<?x2x4x?xf64>, index, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
    %next_hiddens = tensor.insert_slice %next#0 into %hiddens[%k, 0] [1, %b] [1, 1]
        : tensor<?xf64> into tensor<?x?xf64>
    %next_cells = tensor.insert_slice %next#1 into %cells[%k, 0] [1, %b] [1, 1]
        : tensor<?xf64> into tensor<?x?xf64>
    scf.yield %next#0, %next_hiddens, %next_cells : tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
  }

  %after = arith.addi %t, %c1 : index
  %truth = tensor.extract_slice %sequence[%after, 0] [1, %b] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
  %gain = func.call @log_likelihood(%extra, %layers#0, %truth)
      : (tensor<3x?xf64>, tensor<?xf64>, tensor<?xf64>) -> f64
  %next_total = arith.addf %total, %gain : f64
  return %layers#1, %layers#2, %next_total : tensor<?x?xf64>, tensor<?x?xf64>, f64
}

// Minus the mean of the gains of all predictions.
func.func private @loss_of(%total: f64, %steps: index, %b: index) -> f64 {
  %count = arith.muli %steps, %b : index
  %count_int = arith.index_cast %count : index to i64
  %count_float = arith.sitofp %count_int : i64 to f64
  %mean = arith.divf %total, %count_float : f64
  %loss = arith.negf %mean : f64
  return %loss : f64
}

// Layer k at its input x: hidden and cell state after the step. All gates are elementwise.
func.func private @layer(%main: tensor<?x2x4x?xf64>, %k: index, %x: tensor<?xf64>, %hidden: tensor<?xf64>,
                         %cell: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %b = tensor.dim %x, %c0 : tensor<?xf64>
  %to_forget = func.call @gate_input(%main, %k, %c0, %x)
      : (tensor<?x2x4x?xf64>, index, index, tensor<?xf64>) -> tensor<?xf64>
  %to_enter = func.call @gate_input(%main, %k, %c1, %hidden)
      : (tensor<?x2x4x?xf64>, index, index, tensor<?xf64>) -> tensor<?xf64>
  %to_leave = func.call @gate_input(%main, %k, %c2, %x)
      : (tensor<?x2x4x?xf64>, index, index, tensor<?xf64>) -> tensor<?xf64>
  %to_change = func.call @gate_input(%main, %k, %c3, %hidden)
      : (tensor<?x2x4x?xf64>, index, index, tensor<?xf64>) -> tensor<?xf64>
  %no_row = tensor.empty(%b) : tensor<?xf64>
  %next:2 = linalg.generic {
      indexing_maps = [#id, #id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%to_forget, %to_enter, %to_leave, %to_change, %cell
          : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
      outs(%no_row, %no_row : tensor<?xf64>, tensor<?xf64>) {
    ^bb0(%f: f64, %i: f64, %o: f64, %c: f64, %s: f64, %out0: f64, %out1: f64):
      %forget = func.call @sigmoid(%f) : (f64) -> f64
      %ingate = func.call @sigmoid(%i) : (f64) -> f64
      %outgate = func.call @sigmoid(%o) : (f64) -> f64
      %change = math.tanh %c : f64
      %kept = arith.mulf %s, %forget : f64
      %gained = arith.mulf %ingate, %change : f64
      %cell_after = arith.addf %kept, %gained : f64
      %squashed = math.tanh %cell_after : f64
      %hidden_after = arith.mulf %outgate, %squashed : f64
      linalg.yield %hidden_after, %cell_after : f64, f64
  } -> (tensor<?xf64>, tensor<?xf64>)
  return %next#0, %next#1 : tensor<?xf64>, tensor<?xf64>
}

// What gate g of layer k is given: weight x + bias.
func.func private @gate_input(%main: tensor<?x2x4x?xf64>, %k: index, %g: index, %x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %x, %c0 : tensor<?xf64>
  %weights = tensor.extract_slice %main[%k, 0, %g, 0] [1, 1, 1, %b] [1, 1, 1, 1] : tensor<?x2x4x?xf64> to tensor<?xf64>
  %biases = tensor.extract_slice %main[%k, 1, %g, 0] [1, 1, 1, %b] [1, 1, 1, 1] : tensor<?x2x4x?xf64> to tensor<?xf64>
  %no_row = tensor.empty(%b) : tensor<?xf64>
  %input = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%weights, %x, %biases : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) outs(%no_row : tensor<?xf64>) {
    ^bb0(%weight: f64, %xj: f64, %bias: f64, %out: f64):
      %weighted = arith.mulf %weight, %xj : f64
      %sum = arith.addf %weighted, %bias : f64
      linalg.yield %sum : f64
  } -> tensor<?xf64>
  return %input : tensor<?xf64>
}

func.func private @sigmoid(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %minus = arith.negf %x : f64
  %e = math.exp %minus : f64
  %d = arith.addf %one, %e : f64
  %s = arith.divf %one, %d : f64
  return %s : f64
}

// sum_j y_j (p_j - log(2 + sum_k exp p_k)), with p the weighted output of the last layer.
func.func private @log_likelihood(%extra: tensor<3x?xf64>, %x: tensor<?xf64>, %truth: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %b = tensor.dim %x, %c0 : tensor<?xf64>
  %weight = tensor.extract_slice %extra[1, 0] [1, %b] [1, 1] : tensor<3x?xf64> to tensor<?xf64>
  %bias = tensor.extract_slice %extra[2, 0] [1, %b] [1, 1] : tensor<3x?xf64> to tensor<?xf64>
  %no_row = tensor.empty(%b) : tensor<?xf64>
  %p = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %weight, %bias : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) outs(%no_row : tensor<?xf64>) {
    ^bb0(%xj: f64, %w: f64, %v: f64, %out: f64):
      %weighted = arith.mulf %xj, %w : f64
      %pj = arith.addf %weighted, %v : f64
      linalg.yield %pj : f64
  } -> tensor<?xf64>
  %no_sum = tensor.empty() : tensor<f64>
  %two_sum = linalg.fill ins(%two : f64) outs(%no_sum : tensor<f64>) -> tensor<f64>
  %exponentials = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction"]}
      ins(%p : tensor<?xf64>) outs(%two_sum : tensor<f64>) {
    ^bb0(%pj: f64, %out: f64):
      %e = math.exp %pj : f64
      %sum = arith.addf %out, %e : f64
      linalg.yield %sum : f64
  } -> tensor<f64>
  %sum_exp = tensor.extract %exponentials[] : tensor<f64>
  %lse = math.log %sum_exp : f64
  %zero_sum = linalg.fill ins(%zero : f64) outs(%no_sum : tensor<f64>) -> tensor<f64>
  %gains = linalg.generic {indexing_maps = [#id, #id, #scalar], iterator_types = ["reduction"]}
      ins(%p, %truth : tensor<?xf64>, tensor<?xf64>) outs(%zero_sum : tensor<f64>) {
    ^bb0(%pj: f64, %y: f64, %out: f64):
      %log = arith.subf %pj, %lse : f64
      %gain = arith.mulf %y, %log : f64
      %sum = arith.addf %out, %gain : f64
      linalg.yield %sum : f64
  } -> tensor<f64>
  %result = tensor.extract %gains[] : tensor<f64>
  return %result : f64
}

func.func private @lstm_gradient(tensor<?x2x4x?xf64>, tensor<3x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>)
    -> (tensor<?x2x4x?xf64>, tensor<3x?xf64>)
    attributes {lagrad.gradient = @lstm_objective, lagrad.wrt = [0, 1]}

func.func private @lstm_pushforward(tensor<?x2x4x?xf64>, tensor<?x2x4x?xf64>, tensor<3x?xf64>, tensor<3x?xf64>,
                                    tensor<?x2x?xf64>, tensor<?x?xf64>) -> f64
    attributes {lagrad.pushforward = @lstm_objective, lagrad.wrt = [0, 1]}
