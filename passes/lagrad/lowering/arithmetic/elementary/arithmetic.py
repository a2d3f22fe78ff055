"""Values of floating-point arithmetic whose roundings are meant: nothing here may be reordered.

Sums and products carry no fast-math flags. `polynomial` lets a product be fused into the sum that follows,
which changes no result by more than the rounding of the product; `fma` is the fused operation itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from ....build import emit1, intrinsic
from ....mlir import ir
from ....scalars import Operators
from .tables import F32, F64, Format

_PREDICATES = {"eq": 1, "gt": 2, "ge": 3, "lt": 4, "le": 5, "uge": 10, "une": 13}
_CONTRACT = "#arith.fastmath<contract>"


def format_of(type: ir.Type) -> Format:
    """The format of a float type or of a vector's elements."""
    kind = type.element_type if isinstance(type, ir.VectorType) else type
    return {"f64": F64, "f32": F32}[str(kind)]


@dataclass(frozen=True, eq=False)
class Float(Operators):
    """A float, or a vector of them, with the arithmetic of its type. Numbers mixed in become constants."""

    value: ir.Value
    # As an argument:
    scales: bool = False  # whether the processor has an instruction for y 2^k
    waits: bool = False  # whether the next number waits for the function of this one

    @property
    def format(self) -> Format:
        return format_of(self.value.type)

    def like(self, other: "Float | float") -> "Float":
        return other if isinstance(other, Float) else Float(_constant(self.value.type, other))

    def __neg__(self):
        return Float(emit1("arith.negf", self.value.type, self.value))

    def __abs__(self):
        return Float(emit1("math.absf", self.value.type, self.value))

    def equals(self, other: "Float | float") -> ir.Value:
        return self._compare("eq", other)

    def is_not_less(self, other: "Float | float") -> ir.Value:
        """Not less, or a NaN."""
        return self._compare("uge", other)

    def differs(self, other: "Float | float") -> ir.Value:
        """Not equal, or a NaN."""
        return self._compare("une", other)

    def at_least(self, bound: float) -> "Float":
        return self._binary("maximum", bound, self)  # a NaN stays

    def at_most(self, bound: float) -> "Float":
        return self._binary("minimum", bound, self)

    def bits(self) -> "Bits":
        """The bits, as an integer of the same width."""
        to = _integer_type(self.value.type)
        return Bits(emit1("arith.bitcast", to, self.value), self.value.type)

    def with_sign_of(self, other: "Float") -> "Float":
        return Float(emit1("math.copysign", self.value.type, self.value, other.value))

    def _binary(self, name: str, x, y) -> "Float":
        return Float(emit1(f"arith.{name}f", self.value.type, self.like(x).value, self.like(y).value))

    def _compare(self, predicate: str, other) -> ir.Value:
        code = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), _PREDICATES[predicate])
        bit = _integer_type(self.value.type, 1)
        return emit1("arith.cmpf", bit, self.value, self.like(other).value, predicate=code)


@dataclass(frozen=True, eq=False)
class Bits:
    """The bits of a Float of a type, as an integer to compute with."""

    value: ir.Value
    of: ir.Type

    @property
    def format(self) -> Format:
        return format_of(self.of)

    def __add__(self, other):
        return self._binary("addi", other)

    def __sub__(self, other):
        return self._binary("subi", other)

    def __and__(self, other):
        return self._binary("andi", other)

    def __or__(self, other):
        return self._binary("ori", other)

    def __xor__(self, other):
        return self._binary("xori", other)

    def __lshift__(self, count: int):
        return self._binary("shli", count)

    def __rshift__(self, count: int):
        """The shift that fills with zeros: AVX2 has no other one for 64 bits."""
        return self._binary("shrui", count)

    def float(self) -> Float:
        return Float(emit1("arith.bitcast", self.of, self.value))

    def has(self, mask: int) -> ir.Value:
        """Whether any bit of the mask is set."""
        code = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 1)  # not equal
        masked, bit = (self & mask).value, _integer_type(self.of, 1)
        return emit1("arith.cmpi", bit, masked, _constant(masked.type, 0), predicate=code)

    def _binary(self, name: str, other: "Bits | int") -> "Bits":
        operand = other.value if isinstance(other, Bits) else _constant(self.value.type, other)
        return Bits(emit1(f"arith.{name}", self.value.type, self.value, operand), self.of)


def where(condition: ir.Value, x: Float | float, y: Float | float) -> Float:
    """`x` where the condition holds, else `y`; at least one of them is a Float."""
    like = x if isinstance(x, Float) else y
    return Float(emit1("arith.select", like.value.type, condition, like.like(x).value, like.like(y).value))


def both(x: ir.Value, y: ir.Value) -> ir.Value:
    return emit1("arith.andi", x.type, x, y)


def either(x: ir.Value, y: ir.Value) -> ir.Value:
    return emit1("arith.ori", x.type, x, y)


def fma(x: Float, y: Float | float, z: Float | float) -> Float:
    """x * y + z, rounded once."""
    return Float(emit1("math.fma", x.value.type, x.value, x.like(y).value, x.like(z).value))


def multiply_add(x: Float, y: Float | float, z: Float | float) -> Float:
    """x * y + z, rounded once or twice, whichever is faster."""
    flags = {"fastmath": ir.Attribute.parse(_CONTRACT)}
    product = emit1("arith.mulf", x.value.type, x.value, x.like(y).value, **flags)
    return Float(emit1("arith.addf", x.value.type, product, x.like(z).value, **flags))


def polynomial(x: Float, coefficients: Sequence[float], waits: bool = False) -> Float:
    """The polynomial, coefficients from the constant one upwards, by two of Horner's schemes in the square of x.

    They do not wait for each other, and there is one product more than in one scheme. Where the next number waits for
    this one it is by halves, c0 + c1 x + x^2 (c2 + c3 x) + ...: more products, and a logarithm of the steps.
    """
    terms = [x.like(c) for c in coefficients]
    if waits or len(terms) < 4:
        return _by_halves(x, terms)
    square = x * x
    even, odd = (
        reduce(lambda sum, c: multiply_add(sum, square, c), reversed(part)) for part in (terms[::2], terms[1::2])
    )
    return multiply_add(odd, x, even)


def _by_halves(x: Float, terms: list[Float]) -> Float:
    power = x
    while len(terms) > 1:
        pairs = [multiply_add(power, high, low) for low, high in zip(terms[::2], terms[1::2])]
        terms = pairs + terms[len(pairs) * 2 :]
        if len(terms) > 1:
            power = power * power
    return terms[0]


def rounded(x: Float, factor: float = 1.0) -> tuple[Float, Bits]:
    """The nearest integer to a factor times x, as a float and in the low bits of an integer.

    For a product below 2^(mantissa - 2): a number of this size added to it leaves no bits for a fraction.
    """
    shift = 1.5 * 2.0**x.format.mantissa
    shifted = multiply_add(x, factor, shift)
    return shifted - shift, shifted.bits()


def scaled(y: Float, bits: Bits) -> Float:
    """y 2^k by one instruction, for k as `rounded` has it in the low bits."""
    k = bits - y.like(1.5 * 2.0**y.format.mantissa).bits()
    i32 = _integer_type(y.value.type, 32)
    exponent = k.value if k.value.type == i32 else emit1("arith.trunci", i32, k.value)
    return Float(intrinsic("llvm.ldexp", [y.value.type], y.value, exponent)[0])


def power_of_two(exponent: Bits) -> Float:
    """2^k for k + bias in the low bits, 1 to 2 bias."""
    return (exponent << exponent.format.mantissa).float()


def _integer_type(type: ir.Type, width: int | None = None) -> ir.Type:
    """Of integers of a width, or of that of the floats."""
    of = ir.IntegerType.get_signless(width or format_of(type).width)
    return ir.VectorType.get(type.shape, of) if isinstance(type, ir.VectorType) else of


def _constant(type: ir.Type, number: float | int) -> ir.Value:
    kind = type.element_type if isinstance(type, ir.VectorType) else type
    if isinstance(kind, ir.FloatType):
        value = ir.FloatAttr.get(kind, float(number))
    else:
        width = kind.width  # the attribute takes signed numbers
        value = ir.IntegerAttr.get(kind, (number + 2 ** (width - 1)) % 2**width - 2 ** (width - 1))
    if isinstance(type, ir.VectorType):
        value = ir.DenseElementsAttr.get_splat(type, value)
    return emit1("arith.constant", type, value=value)
