// Adaptive Simpson of exp(-p x^2) sin(q x).
func.func private @recursive_quadrature_integrand(%x: f64, %p: f64, %q: f64) -> f64 {
  %x2 = arith.mulf %x, %x : f64
  %px = arith.mulf %p, %x2 : f64
  %n = arith.negf %px : f64
  %e = math.exp %n : f64
  %qx = arith.mulf %q, %x : f64
  %s = math.sin %qx : f64
  %r = arith.mulf %e, %s : f64
  return %r : f64
}
func.func private @recursive_quadrature_rule(%a: f64, %b: f64, %p: f64, %q: f64) -> f64 {
  %half = arith.constant 0.5 : f64
  %four = arith.constant 4.0 : f64
  %six = arith.constant 6.0 : f64
  %sum = arith.addf %a, %b : f64
  %m = arith.mulf %sum, %half : f64
  %fa = func.call @recursive_quadrature_integrand(%a, %p, %q) : (f64, f64, f64) -> f64
  %fb = func.call @recursive_quadrature_integrand(%b, %p, %q) : (f64, f64, f64) -> f64
  %fm = func.call @recursive_quadrature_integrand(%m, %p, %q) : (f64, f64, f64) -> f64
  %t = arith.mulf %four, %fm : f64
  %u = arith.addf %fa, %fb : f64
  %v = arith.addf %u, %t : f64
  %h = arith.subf %b, %a : f64
  %w = arith.mulf %h, %v : f64
  %r = arith.divf %w, %six : f64
  return %r : f64
}
func.func @recursive_quadrature(%a: f64, %b: f64, %p: f64, %q: f64, %tol: f64 {lagrad.example = 1.0e-4 : f64}) -> f64 {
  %half = arith.constant 0.5 : f64
  %sum = arith.addf %a, %b : f64
  %m = arith.mulf %sum, %half : f64
  %whole = func.call @recursive_quadrature_rule(%a, %b, %p, %q) : (f64, f64, f64, f64) -> f64
  %left = func.call @recursive_quadrature_rule(%a, %m, %p, %q) : (f64, f64, f64, f64) -> f64
  %right = func.call @recursive_quadrature_rule(%m, %b, %p, %q) : (f64, f64, f64, f64) -> f64
  %both = arith.addf %left, %right : f64
  %d = arith.subf %both, %whole : f64
  %ad = math.absf %d : f64
  %ok = arith.cmpf olt, %ad, %tol : f64
  %r = scf.if %ok -> (f64) {
    scf.yield %both : f64
  } else {
    %t = arith.mulf %tol, %half : f64
    %l = func.call @recursive_quadrature(%a, %m, %p, %q, %t) : (f64, f64, f64, f64, f64) -> f64
    %k = func.call @recursive_quadrature(%m, %b, %p, %q, %t) : (f64, f64, f64, f64, f64) -> f64
    %s = arith.addf %l, %k : f64
    scf.yield %s : f64
  }
  return %r : f64
}
func.func private @gradient(f64, f64, f64, f64, f64) -> (f64, f64, f64, f64)
  attributes {lagrad.gradient = @recursive_quadrature, lagrad.wrt = [0, 1, 2, 3]}
func.func private @of_one(f64, f64, f64, f64, f64 {lagrad.example = 1.0e-4 : f64}) -> f64 attributes {lagrad.gradient = @recursive_quadrature, lagrad.wrt = [2]}
func.func private @second(f64, f64, f64, f64, f64, f64) -> f64 attributes {lagrad.pullback = @of_one, lagrad.wrt = [3]}
