// A function that takes and gives a vector, with blocks that hand vectors on, called twice.
func.func private @bend(%v: vector<2xf64>) -> vector<2xf64> {
  %zero = arith.constant 0.0 : f64
  %two = arith.constant dense<2.0> : vector<2xf64>
  %s = vector.reduction <add>, %v : vector<2xf64> into f64
  %c = arith.cmpf ogt, %s, %zero : f64
  cf.cond_br %c, ^a(%v : vector<2xf64>), ^b
^a(%u: vector<2xf64>):
  %e = math.cos %u : vector<2xf64>
  cf.br ^c(%e, %s : vector<2xf64>, f64)
^b:
  %d = arith.mulf %v, %two : vector<2xf64>
  cf.br ^c(%d, %zero : vector<2xf64>, f64)
^c(%w: vector<2xf64>, %t: f64):
  %ts = vector.broadcast %t : f64 to vector<2xf64>
  %p = arith.mulf %w, %ts : vector<2xf64>
  %q = arith.subf %p, %v : vector<2xf64>
  return %q : vector<2xf64>
}
func.func @vector_function_with_blocks(%x: f64, %y: f64) -> f64 {
  %v = vector.from_elements %x, %y : vector<2xf64>
  %a = func.call @bend(%v) : (vector<2xf64>) -> vector<2xf64>
  %b = func.call @bend(%a) : (vector<2xf64>) -> vector<2xf64>
  %m = vector.reduction <maximumf>, %b : vector<2xf64> into f64
  %p = arith.mulf %m, %x : f64
  return %p : f64
}
func.func private @gradient(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @vector_function_with_blocks}
