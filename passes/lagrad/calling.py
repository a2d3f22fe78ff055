"""Compiled code as Python functions on NumPy arrays and numbers.

What a call costs matters: a derivative of a few operations runs in less time than NumPy takes to
hand out the address of an array. So the checks of a signature are written out as the source of a
Python function, once, and addresses are read where NumPy's C interface has them.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Sequence

import numpy as np

from .conversion import array_converter, check_out, dtype_of, scalar_converter
from .lowering.c_types import Parameter, Signature

_C = {
    "double": ctypes.c_double,
    "float": ctypes.c_float,
    "uint16_t": ctypes.c_uint16,
    "int64_t": ctypes.c_int64,
    "int32_t": ctypes.c_int32,
    "int16_t": ctypes.c_int16,
    "int8_t": ctypes.c_int8,
    "uint8_t": ctypes.c_uint8,
}


def function(name: str, signature: Signature, address: int, sizes: int | None, keep: object) -> Callable:
    """A Python function that calls the compiled one at `address`, which `keep` keeps alive.

    Call it with NumPy arrays and numbers, in the order of its arguments. It returns its result, or a
    tuple of several: arrays, and NumPy scalars for scalar results. `out` takes arrays to write into
    and return instead: one, or a sequence with one for each result, in which None leaves the
    allocation to the call. An argument of the wrong type raises TypeError, one of the wrong shape or
    value ValueError. Arrays that are not contiguous are copied.

    `sizes` is the address of the companion that computes result sizes, if there are dynamic ones. The
    function has the attributes `signature` and `address`.
    """
    call = _Call(name, signature)
    inputs = [t for argument in signature.arguments for t in _c_types(argument)]
    outputs = [ctypes.c_void_p] * len(signature.results)
    call.names["code"] = ctypes.CFUNCTYPE(None, *inputs, *outputs)(address)
    if sizes:
        call.names["compute_sizes"] = ctypes.CFUNCTYPE(None, *inputs, ctypes.c_void_p)(sizes)
    exec(compile(call.source(), f"<call of @{name}>", "exec"), call.names)
    made = call.names["call"]
    made.__name__ = made.__qualname__ = name
    arguments, results = (", ".join(p.mlir for p in side) for side in (signature.arguments, signature.results))
    made.__doc__ = f"Compiled @{name}({arguments}) -> ({results})"
    made.signature, made.address, made.keep = signature, address, keep
    return made


class _Call:
    """The source of the function that checks and passes what one signature takes, for example

        def call(a0, a1, /, *, out=None):
            if type(a0) is ndarray and a0.dtype == d0 and a0.shape == (4,) and ...: pass
            else: a0 = convert0(a0)
            p0 = at(id(a0) + 16).value
            if type(a1) is not float: a1 = convert1(a1)
            if out is None:
                r0 = empty((4,), e0)
                code(p0, a1, at(id(r0) + 16).value)
                return r0
            ...

    and the names that it uses.
    """

    def __init__(self, name: str, signature: Signature):
        self.name = name
        self.signature = signature
        self.names = {
            "ndarray": np.ndarray,
            "empty": np.empty,
            "at": ctypes.c_void_p.from_address,
            "check_out": check_out,
            "outs_of": _outs_of,
            "refuse_overlap": _refuse_overlap,
            "refuse_sizes": _refuse_sizes,
        }
        self.lines: list[str] = []
        self.passed: list[str] = []  # what C takes so far

    def source(self) -> str:
        for n, argument in enumerate(self.signature.arguments):
            if argument.is_scalar:
                self._scalar(n, argument)
            else:
                self._array(n, argument)
        for pair in self.signature.equal_sizes:
            here, there = self._size(*pair[:2]), self._size(*pair[2:])
            self.lines.append(f"if {here} != {there}: refuse_sizes({self.name!r}, {pair}, {here}, {there})")
        if self._must_compute_sizes():
            self.names["Table"] = ctypes.c_int64 * sum(len(r.dynamic) for r in self.signature.results)
            self.lines += ["sizes = Table()", f"compute_sizes({', '.join([*self.passed, 'sizes'])})"]
        if self.signature.results:
            shapes = self._result_shapes()
            self._allocating(shapes)
            self._writing_into(shapes)
        else:
            self.lines.append(f"code({', '.join(self.passed)})")
        arguments = "".join(f"a{n}, " for n in range(len(self.signature.arguments)))
        header = f"def call({arguments}{'/, ' * bool(arguments)}*, out=None):"
        return "\n    ".join([header, *self.lines])

    def _scalar(self, n: int, argument: Parameter) -> None:
        self.names[f"convert{n}"] = scalar_converter(argument, f"argument {n} of {self.name}")
        unless = f"if type(a{n}) is not float: " if argument.element.mlir in ("f64", "f32") else ""
        self.lines.append(f"{unless}a{n} = convert{n}(a{n})")
        self.passed += [f"a{n}.real", f"a{n}.imag"] if argument.element.is_complex else [f"a{n}"]

    def _array(self, n: int, argument: Parameter) -> None:
        self.names[f"d{n}"] = dtype_of(argument)
        self.names[f"convert{n}"] = array_converter(argument, f"argument {n} of {self.name}")
        if argument.dynamic:
            fixed = [f"a{n}.shape[{k}] == {size}" for k, size in enumerate(argument.shape) if size is not None]
            shape = " and ".join([f"a{n}.ndim == {len(argument.shape)}", *fixed])
        else:
            shape = f"a{n}.shape == {argument.shape}"
        self.lines += [
            f"if {_is_usable(f'a{n}', f'd{n}', shape)}: pass",
            f"else: a{n} = convert{n}(a{n})",
            f"p{n} = {_address(f'a{n}')}",
        ]
        self.passed.append(f"p{n}")
        if argument.dynamic:
            self.lines.append("".join(f"n{n}_{k}, " for k in range(len(argument.shape))) + f"= a{n}.shape")
            self.passed += [f"n{n}_{k}" for k in argument.dynamic]

    def _must_compute_sizes(self) -> bool:
        """Is there a size of a result that is not just that of an argument?"""
        known = self.signature.result_sizes
        return self.signature.has_dynamic_results and (not known or None in known)

    def _size(self, argument: int | None, dimension: int) -> str:
        """An expression for a size of an argument, or the number that it must be."""
        if argument is None:
            return str(dimension)
        known = self.signature.arguments[argument].shape[dimension]
        return f"n{argument}_{dimension}" if known is None else str(known)

    def _result_shapes(self) -> list[str]:
        computed, position, shapes = self._must_compute_sizes(), 0, []
        for n, result in enumerate(self.signature.results):
            self.names[f"e{n}"], self.names[f"result{n}"] = dtype_of(result), result
            sizes = ""
            for size in result.shape or ():
                if size is None:
                    size = f"sizes[{position}]" if computed else self._size(*self.signature.result_sizes[position])
                    position += 1
                sizes += f"{size}, "
            shapes.append(f"({sizes})")
        return shapes

    def _allocating(self, shapes: list[str]) -> None:
        results = [f"r{n}" for n in range(len(shapes))]
        addresses = [_address(r) for r in results]
        values = [f"{r}[()]" if p.is_scalar else r for r, p in zip(results, self.signature.results)]
        self.lines += [
            "if out is None:",
            *[f"    r{n} = empty({shape}, e{n})" for n, shape in enumerate(shapes)],
            f"    code({', '.join([*self.passed, *addresses])})",
            f"    return {', '.join(values)}",
        ]

    def _writing_into(self, shapes: list[str]) -> None:
        results = [f"r{n}" for n in range(len(shapes))]
        alone = len(results) == 1
        self.lines.append("r0 = out" if alone else f"{', '.join(results)} = outs_of(out, {len(results)})")
        for n, shape in enumerate(shapes):
            usable = _is_usable(f"r{n}", f"e{n}", f"r{n}.shape == {shape}")
            self.lines += [
                f"if not ({usable}):",
                "    r0, = outs_of(out, 1)" if alone else "    pass",
                f"    if r{n} is None: r{n} = empty({shape}, e{n})",
                f"    else: check_out(r{n}, {shape}, result{n}, 'out[{n}] of {self.name}')",
            ]
        self.lines += [f"q{n} = {_address(f'r{n}')}" for n in range(len(results))]
        if overlap := self._overlap():
            self.lines.append(f"if {overlap}: refuse_overlap({self.name!r})")
        addresses = [f"q{n}" for n in range(len(results))]
        self.lines += [f"code({', '.join([*self.passed, *addresses])})", f"return {', '.join(results)}"]

    def _overlap(self) -> str:
        """An expression: does a result share memory with an argument or another result?"""
        inputs = [
            (f"p{n}", _bytes(f"a{n}", a)) for n, a in enumerate(self.signature.arguments) if not a.is_scalar
        ]
        results = [(f"q{n}", _bytes(f"r{n}", r)) for n, r in enumerate(self.signature.results)]
        return " or ".join(
            f"-{size} < {start} - {other} < {length}"
            for n, (start, size) in enumerate(results)
            for other, length in [*inputs, *results[:n]]
        )


def _is_usable(array: str, dtype: str, shape: str) -> str:
    """An expression: can the array be passed as it is, to be read or written?

    A read-only argument, and one whose type is equal but not the same object, takes the longer way
    through its converter, which passes it as it is too.
    """
    return f"type({array}) is ndarray and {array}.dtype is {dtype} and {shape} and {array}.flags.carray"


def _bytes(array: str, parameter: Parameter) -> str:
    """An expression for the size of an array."""
    if parameter.dynamic:
        return f"{array}.nbytes"
    return str(math.prod(parameter.shape or ()) * parameter.element.bytes)


def _address(array: str) -> str:
    """An expression for the address of an array's elements.

    The data pointer is the first member of PyArrayObject after the object header, a layout that
    NumPy's C API fixes (PyArray_DATA reads it); `array.ctypes.data` takes ten times as long.
    """
    return f"at(id({array}) + {object.__basicsize__}).value" if _LAYOUT_IS_KNOWN else f"{array}.ctypes.data"


_probe = np.empty(1)
_LAYOUT_IS_KNOWN = (
    ctypes.c_void_p.from_address(id(_probe) + object.__basicsize__).value == _probe.ctypes.data
)


def _c_types(argument: Parameter) -> list:
    if argument.is_scalar:
        return [_C[argument.element.c]] * (1 + argument.element.is_complex)
    return [ctypes.c_void_p] + [ctypes.c_int64] * len(argument.dynamic)


def _outs_of(out, count: int) -> Sequence:
    """`out` as a sequence of `count` entries."""
    if not isinstance(out, (tuple, list)):
        if count == 1:
            return (out,)
        raise TypeError(f"out is a sequence of {count} arrays, not {type(out).__name__}")
    if len(out) != count:
        raise ValueError(f"there are {count} results, and out has {len(out)} arrays")
    return out


def _refuse_sizes(name: str, pair: tuple, here: int, there: int) -> None:
    argument, dimension, other, its = pair
    wanted = there if other is None else f"{there}, the size of dimension {its} of argument {other}"
    raise ValueError(f"argument {argument} of {name} has the size {here} in dimension {dimension}; it must be {wanted}")


def _refuse_overlap(name: str) -> None:
    raise ValueError(f"an array of out overlaps an argument or another result of {name}")
