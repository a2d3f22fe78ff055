"""Scalar expressions: values with arithmetic, so that a rule reads as its formula."""

from __future__ import annotations

from .build import constant, emit1, is_complex, is_real
from .mlir import ir


class Operators:
    """The operators of arithmetic, each by `_binary` and its name: add, sub, mul or div; and those of order, by
    `_compare`. One operand may be a number."""

    __slots__ = ()

    def __add__(self, other):
        return self._binary("add", self, other)

    def __radd__(self, other):
        return self._binary("add", other, self)

    def __sub__(self, other):
        return self._binary("sub", self, other)

    def __rsub__(self, other):
        return self._binary("sub", other, self)

    def __mul__(self, other):
        return self._binary("mul", self, other)

    def __rmul__(self, other):
        return self._binary("mul", other, self)

    def __truediv__(self, other):
        return self._binary("div", self, other)

    def __rtruediv__(self, other):
        return self._binary("div", other, self)

    def __gt__(self, other):
        return self._compare("gt", other)

    def __ge__(self, other):
        return self._compare("ge", other)

    def __lt__(self, other):
        return self._compare("lt", other)

    def __le__(self, other):
        return self._compare("le", other)


class Scalar(Operators):
    """A scalar value with arithmetic, so that a rule reads as its formula.

    Numbers mixed in become constants of the other operand's type. `constant` says whether
    the value is a constant of the program; where `zero_with` is zero, so is this one. A cotangent or tangent with
    `finite_partials` meets no infinite factor.
    """

    __slots__ = ("value", "constant", "zero_with", "finite_partials")
    __hash__ = None

    def __init__(self, value: ir.Value, constant: bool = False, zero_with: "Scalar | None" = None):
        self.value = value
        self.constant = constant
        self.zero_with = zero_with
        self.finite_partials = False

    @property
    def type(self) -> ir.Type:
        return self.value.type

    def like(self, other: "Scalar | float") -> "Scalar":
        return other if isinstance(other, Scalar) else Scalar(constant(self.type, other))

    def _binary(self, name: str, x: "Scalar | float", y: "Scalar | float") -> "Scalar":
        if is_complex(self.type):
            op = f"complex.{name}"
        else:
            op = f"arith.{name}{'f' if is_real(self.type) else 'i'}"
        return Scalar(emit1(op, self.type, self.like(x).value, self.like(y).value))

    def __neg__(self):
        name = "complex.neg" if is_complex(self.type) else "arith.negf"
        return Scalar(emit1(name, self.type, self.value))

    def _compare(self, predicate: str, other: "Scalar | float") -> "Scalar":
        if is_complex(self.type):
            assert predicate == "eq"
            bit = ir.IntegerType.get_signless(1)
            return Scalar(emit1("complex.eq", bit, self.value, self.like(other).value))
        codes = _FLOAT_PREDICATES if isinstance(self.type, ir.FloatType) else _INT_PREDICATES
        op = "arith.cmpf" if isinstance(self.type, ir.FloatType) else "arith.cmpi"
        code = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), codes[predicate])
        bit = ir.IntegerType.get_signless(1)
        return Scalar(emit1(op, bit, self.value, self.like(other).value, predicate=code))

    def __eq__(self, other):
        return self._compare("eq", other)


# Ordered float predicates, signed integer ones: the numbers of arith's enums.
_FLOAT_PREDICATES = {"eq": 1, "gt": 2, "ge": 3, "lt": 4, "le": 5}
_INT_PREDICATES = {"eq": 0, "lt": 2, "le": 3, "gt": 4, "ge": 5}


def where(condition: Scalar, x: Scalar | float, y: Scalar | float) -> Scalar:
    """`x` where the condition holds, else `y`; at least one of them is a Scalar."""
    like = x if isinstance(x, Scalar) else y
    return Scalar(emit1("arith.select", like.type, condition.value, like.like(x).value, like.like(y).value))


def call(name: str, *operands: Scalar) -> Scalar:
    """An operation on scalars whose result has its first operand's type: `call("math.exp", x)`."""
    return Scalar(emit1(name, operands[0].type, *(x.value for x in operands)))


def make_complex(re: Scalar, im: Scalar) -> Scalar:
    return Scalar(emit1("complex.create", ir.ComplexType.get(re.type), re.value, im.value))


def real(z: Scalar) -> Scalar:
    return Scalar(emit1("complex.re", z.type.element_type, z.value))


def imag(z: Scalar) -> Scalar:
    return Scalar(emit1("complex.im", z.type.element_type, z.value))


def modulus(z: Scalar) -> Scalar:
    return Scalar(emit1("complex.abs", z.type.element_type, z.value))


def to_float(x: Scalar, like: Scalar) -> Scalar:
    """A signed integer as a float of the type of `like`."""
    return Scalar(emit1("arith.sitofp", like.type, x.value))
