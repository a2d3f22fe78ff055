// What the elements are decides how much of a tensor goes on; a while loop ends when one is left.
func.func @changing_size_by_contents(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.while (%t = %x) : (tensor<?xf64>) -> tensor<?xf64> {
    %size = tensor.dim %t, %c0 : tensor<?xf64>
    %more = arith.cmpi ugt, %size, %c1 : index
    scf.condition(%more) %t : tensor<?xf64>
  } do {
  ^bb0(%t: tensor<?xf64>):
    %size = tensor.dim %t, %c0 : tensor<?xf64>
    %less = arith.subi %size, %c1 : index
    %first = tensor.extract %t[%c0] : tensor<?xf64>
    %last = tensor.extract %t[%less] : tensor<?xf64>
    %c = arith.cmpf ogt, %first, %last : f64
    %next = scf.if %c -> tensor<?xf64> {
      %part = tensor.extract_slice %t[1] [%less] [1] : tensor<?xf64> to tensor<?xf64>
      %s = math.sin %part : tensor<?xf64>
      scf.yield %s : tensor<?xf64>
    } else {
      %half = arith.divui %size, %c2 : index
      %part = tensor.extract_slice %t[0] [%half] [2] : tensor<?xf64> to tensor<?xf64>
      %q = tensor.splat %last[%half] : tensor<?xf64>
      %p = arith.mulf %part, %q : tensor<?xf64>
      scf.yield %p : tensor<?xf64>
    }
    scf.yield %next : tensor<?xf64>
  }
  %e = tensor.extract %r[%c0] : tensor<?xf64>
  return %e : f64
}
func.func private @gradient(tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.gradient = @changing_size_by_contents}
