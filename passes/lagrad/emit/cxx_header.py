"""The C++ header of a lowered module: the C functions, and for each one that takes spans and returns what it owns."""

from __future__ import annotations

from collections.abc import Collection

from ..lowering.interface.c_types import SIZES, Parameter, Signature
from ..lowering.interface.failure_functions import MESSAGE
from .c_header import header, identifier

_TYPES = """
/* For C++20. Functions of the namespace lagrad take views: spans, what becomes one, or pointers with sizes. They return
 * arrays that own their memory, and throw std::bad_alloc, std::invalid_argument for sizes, or std::runtime_error. */

#include <array>
#include <complex>
#include <concepts>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>

#ifndef LAGRAD_TYPES
#define LAGRAD_TYPES
namespace lagrad::types {

/* Somebody's elements, row-major and contiguous. */
template <class T, std::size_t Rank> struct view {
  T *data;
  std::array<std::int64_t, Rank> sizes;

  view(T *data, std::array<std::int64_t, Rank> sizes) : data(data), sizes(sizes) {}
  template <class R> requires(Rank == 1 && std::convertible_to<R, std::span<T>>) view(R &&range) {
    std::span<T> span(std::forward<R>(range));
    data = span.data();
    sizes[0] = static_cast<std::int64_t>(span.size());
  }
  template <std::size_t N, std::size_t M> requires(Rank == 2) view(T (&rows)[N][M])
      : data(&rows[0][0]), sizes{static_cast<std::int64_t>(N), static_cast<std::int64_t>(M)} {}
};

/* An array that owns its elements, row-major; it can be moved, and not copied. */
template <class T, std::size_t Rank> struct array {
  std::array<std::int64_t, Rank> sizes;
  std::unique_ptr<T[]> elements;

  explicit array(std::array<std::int64_t, Rank> sizes) : sizes(sizes), elements(new T[size()]) {}
  std::size_t size() const {
    std::size_t count = 1;
    for (std::int64_t size : sizes) count *= static_cast<std::size_t>(size);
    return count;
  }
  T *data() const { return elements.get(); }
  std::span<T> span() const { return {data(), size()}; }
  T *begin() const { return data(); }
  T *end() const { return data() + size(); }
  T &operator[](std::size_t number) const { return elements[number]; }
  template <class... Index> requires(sizeof...(Index) == Rank) T &operator()(Index... index) const {
    std::size_t place = 0, k = 0;
    ((place = place * static_cast<std::size_t>(sizes[k++]) + static_cast<std::size_t>(index)), ...);
    return elements[place];
  }
  operator view<T, Rank>() const { return {data(), sizes}; }
  operator view<const T, Rank>() const { return {data(), sizes}; }
};

inline void require(bool holds, const char *what) {
  if (!holds) throw std::invalid_argument(what);
}
inline void done(std::int64_t status, const char *(*message)(std::int64_t)) {
  if (status > 0) throw std::bad_alloc();  // so many bytes were asked for
  if (status) throw std::runtime_error(message ? message(status) : "an assertion failed");
}
}  // namespace lagrad::types
#endif
"""


def cpp_header(functions: dict[str, Signature], name_hint: str, offers: Collection[str] = ()) -> str:
    """The C header, and wrappers; one with strides stays a C function."""
    declared = header(functions, f"{name_hint}_cpp", offers)
    end = declared.rindex("#endif")
    made = [_function(name, one, offers) for name, one in functions.items() if not name.endswith(SIZES)]
    return f"{declared[:end]}{_TYPES}\nnamespace lagrad {{\n\n{''.join(made)}}}  // namespace lagrad\n\n#endif\n"


def _function(name: str, signature: Signature, offers: Collection[str]) -> str:
    symbol, arguments, results = identifier(name), signature.arguments, signature.results
    if any(argument.strides for argument in arguments):
        return f"/* @{name} takes arrays with strides: call ::{symbol}. */\n\n"
    lines, passed = [], [part for n, argument in enumerate(arguments) for part in _passed(n, argument)]
    for n, argument in enumerate(arguments):
        for k, size in enumerate(argument.shape or ()):
            if size is not None:
                lines.append(
                    _required(f"arg{n}.sizes[{k}] == {size}", f"size {k} of argument {n} of {name} must be {size}")
                )
    for a, k, b, other in signature.equal_sizes:
        wanted, said = (str(other),) * 2 if b is None else (f"arg{b}.sizes[{other}]", f"size {other} of argument {b}")
        lines.append(_required(f"arg{a}.sizes[{k}] == {wanted}", f"size {k} of argument {a} of {name} must be {said}"))
    sizes = iter([f"sizes[{k}]" for k in range(signature.dynamic_results)])
    if signature.needs_sizes:
        lines.append(f"std::int64_t sizes[{signature.dynamic_results + len(signature.computed_sizes)}];")
        lines.append(_checked(f"{symbol}{SIZES}", [*passed, "sizes"], offers))
        for number, (a, k) in enumerate(signature.computed_sizes, signature.dynamic_results):
            said = f"size {k} of argument {a} of {name} must be another"
            lines.append(_required(f"arg{a}.sizes[{k}] == sizes[{number}]", said))
    for n, result in enumerate(results):
        shape = ", ".join(next(sizes) if size is None else str(size) for size in result.shape or ())
        made = "{}" if result.is_scalar else f"({_sizes_type(result)}{{{shape}}})"
        lines.append(f"{_owned(result)} result{n}{made};")
        place = f"&result{n}" if result.is_scalar else f"result{n}.data()"
        passed.append(_as_c(result, place, ""))
    lines.append(_checked(symbol, passed, offers))
    if results:
        moved = ", ".join(f"std::move(result{n})" for n in range(len(results)))
        lines.append("return result0;" if len(results) == 1 else f"return {{{moved}}};")
    types = ", ".join(map(_owned, results))
    given = "void" if not results else types if len(results) == 1 else f"std::tuple<{types}>"
    parameters = ", ".join(f"{_taken(argument)} arg{n}" for n, argument in enumerate(arguments))
    body = "".join(f"  {line}\n" for line in lines)
    return f"inline {given} {symbol}({parameters}) {{\n{body}}}\n\n"


def _required(holds: str, what: str) -> str:
    return f'types::require({holds}, "{what}");'


def _checked(symbol: str, passed: list[str], offers: Collection[str]) -> str:
    return f"types::done(::{symbol}({', '.join(passed)}), {MESSAGE if MESSAGE in offers else 'nullptr'});"


def _element(parameter: Parameter) -> str:
    element = parameter.element
    return f"std::complex<{element.c}>" if element.is_complex else element.c


def _taken(argument: Parameter) -> str:
    if argument.is_scalar:
        return _element(argument)
    return f"types::view<{_const(argument)}{_element(argument)}, {len(argument.shape)}>"


def _const(argument: Parameter) -> str:
    return "" if argument.mlir.startswith("memref") else "const "


def _owned(result: Parameter) -> str:
    return _element(result) if result.is_scalar else f"types::array<{_element(result)}, {len(result.shape)}>"


def _sizes_type(result: Parameter) -> str:
    return f"std::array<std::int64_t, {len(result.shape)}>"


def _passed(n: int, argument: Parameter) -> list[str]:
    if argument.is_scalar:
        return [f"arg{n}.real()", f"arg{n}.imag()"] if argument.element.is_complex else [f"arg{n}"]
    pointer = _as_c(argument, f"arg{n}.data", _const(argument))
    return [pointer, *(f"arg{n}.sizes[{k}]" for k in argument.dynamic)]


def _as_c(parameter: Parameter, pointer: str, const: str) -> str:
    """Complex numbers are their parts in C."""
    is_complex = parameter.element.is_complex
    return f"reinterpret_cast<{const}{parameter.element.c} *>({pointer})" if is_complex else pointer
