from lagrad import build
from lagrad.mlir import ir
from lagrad.rules import adjoint, linear, lowering, operands, partials, tangent


def q(name, *values):
    return build.emit1(name, values[0].type, *values)


@linear("quat.conj")
def conj(op, ct, sweep):
    return [q("quat.conj", ct)]


@adjoint("quat.mul", reads=operands)
def mul(op, cts, sweep):
    a, b = map(sweep.value, op.operands)
    return [q("quat.mul", cts[0], q("quat.conj", b)), q("quat.mul", q("quat.conj", a), cts[0])]


@tangent("quat.mul", reads=operands)
def mul_tangent(op, dxs, sweep):
    a, b = map(sweep.value, op.operands)
    da, db = dxs
    terms = [q("quat.mul", x, y) for x, y in ((da, b), (a, db)) if x is not None and y is not None]
    return [terms[0] if len(terms) == 1 else q("arith.addf", *terms)]


@lowering("quat.conj")
def lower_conj(op):
    signs = ir.Attribute.parse("dense<[1.0, -1.0, -1.0, -1.0]> : tensor<4xf64>")
    return [q("arith.mulf", op.operands[0], build.emit1("arith.constant", signs.type, value=signs))]


lowering(
    "quat.mul",
    """
func.func @mul(%a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %a0 = tensor.extract %a[%i0] : tensor<4xf64>
  %a1 = tensor.extract %a[%i1] : tensor<4xf64>
  %a2 = tensor.extract %a[%i2] : tensor<4xf64>
  %a3 = tensor.extract %a[%i3] : tensor<4xf64>
  %b0 = tensor.extract %b[%i0] : tensor<4xf64>
  %b1 = tensor.extract %b[%i1] : tensor<4xf64>
  %b2 = tensor.extract %b[%i2] : tensor<4xf64>
  %b3 = tensor.extract %b[%i3] : tensor<4xf64>
  %00 = arith.mulf %a0, %b0 : f64
  %11 = arith.mulf %a1, %b1 : f64
  %22 = arith.mulf %a2, %b2 : f64
  %33 = arith.mulf %a3, %b3 : f64
  %w0 = arith.subf %00, %11 : f64
  %w1 = arith.subf %w0, %22 : f64
  %w = arith.subf %w1, %33 : f64
  %01 = arith.mulf %a0, %b1 : f64
  %10 = arith.mulf %a1, %b0 : f64
  %23 = arith.mulf %a2, %b3 : f64
  %32 = arith.mulf %a3, %b2 : f64
  %x0 = arith.addf %01, %10 : f64
  %x1 = arith.addf %x0, %23 : f64
  %x = arith.subf %x1, %32 : f64
  %02 = arith.mulf %a0, %b2 : f64
  %13 = arith.mulf %a1, %b3 : f64
  %20 = arith.mulf %a2, %b0 : f64
  %31 = arith.mulf %a3, %b1 : f64
  %y0 = arith.subf %02, %13 : f64
  %y1 = arith.addf %y0, %20 : f64
  %y = arith.addf %y1, %31 : f64
  %03 = arith.mulf %a0, %b3 : f64
  %12 = arith.mulf %a1, %b2 : f64
  %21 = arith.mulf %a2, %b1 : f64
  %30 = arith.mulf %a3, %b0 : f64
  %z0 = arith.addf %03, %12 : f64
  %z1 = arith.subf %z0, %21 : f64
  %z = arith.addf %z1, %30 : f64
  %q = tensor.from_elements %w, %x, %y, %z : tensor<4xf64>
  return %q : tensor<4xf64>
}""",
)

partials("quat.gate(x, y)", x=lambda ct, y, out: ct * y, y=lambda ct, x: ct * x)
lowering("quat.gate", "func.func @gate(%x: f64, %y: f64) -> f64 {\n %0 = arith.mulf %x, %y : f64\n return %0 : f64 }")
