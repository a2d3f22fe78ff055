"""Arguments for a function from the command line, its examples, or a seeded generator."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lagrad.arrays import argument_names
from lagrad.arrays.conversion import dtype_of
from lagrad.arrays.strided import laid_out
from lagrad.errors import Failure, error
from lagrad.lowering.facts.equal_sizes import equal_sizes
from lagrad.lowering.interface import c_types
from lagrad.lowering.interface.c_types import Parameter
from lagrad.mlir import ir

from ..source import Source
from .open_sizes import Sizes
from .triangular_inputs import as_stored, half_of, triangle_in

INTEGER = 3
IN_ARRAYS = (3, 1, 2)  # one after the other: indices that differ, and that repeat, and go as far as the one integer
EXAMPLE = "lagrad.example"


@dataclass(frozen=True)
class Argument:
    """One argument of a function: its position, the name the program gives it, its type and example."""

    position: int
    name: str | None
    parameter: Parameter
    example: ir.Attribute | None

    @property
    def title(self) -> str:
        return f"%{self.name}" if self.name else f"argument {self.position}"


def inputs_for(
    function: ir.Operation,
    given: dict[str, str] | None = None,
    seed: int = 0,
    *,
    sizes: Sizes = Sizes(),
    source: Source | None = None,
) -> list:
    """A NumPy array or number for each argument of a `func.func`.

    `given` maps an argument's name (as in the program, with or without `%`), `argN` or `N` to a number, a
    nested list or the path of a .npy file. Other arguments get the attribute `lagrad.example`, or else
    values from [0.5, 1.5], the integer 3, or 3, 1 and 2 in turn in an array, and for an open dimension the size that
    goes with the arguments given, or that `sizes` has. A request takes names and examples from the function that it
    differentiates.
    Raises Failure for what does not fit.
    """
    arguments = arguments_of(function, source)
    chosen = _assign(arguments, given or {}, function)
    read = {}
    for argument in arguments:
        if argument.position in chosen:
            read[argument.position] = chosen[argument.position], _read(chosen[argument.position], argument)
        elif argument.example is not None:
            read[argument.position] = str(argument.example), _from_attribute(argument)
    named = _named_sizes(arguments, sizes, function)
    for n in {n for n, _ in named if n in read and read[n][1].ndim}:
        raise Failure(f"{arguments[n].title} has the sizes of its value, '{read[n][0]}': leave out --size for it")
    known = named | _known_sizes(function, {position: np.shape(array) for position, (_, array) in read.items()}, named)
    made = []
    for argument in arguments:
        shape = [
            known.get((argument.position, k), sizes.all) if size is None else size
            for k, size in enumerate(argument.parameter.shape or ())
        ]
        if argument.position in read:
            text, array = read[argument.position]
            made.append(_typed(array, argument.parameter, argument.title, text, shape))
        else:
            made.append(_made_up(argument, seed, known, shape, sizes.all))
    return [_as_stored(value, argument) for value, argument in zip(made, arguments)]


def chosen_integers(function: ir.Operation, given: dict[str, str], source: Source | None = None) -> dict[str, str]:
    """What to call the integer arguments that have neither a value nor an example, and what `inputs_for` chooses."""
    arguments = arguments_of(function, source)
    chosen = _assign(arguments, given, function)
    return {
        argument.name or f"arg{argument.position}": ", ".join(
            map(str, IN_ARRAYS if argument.parameter.shape else [INTEGER])
        )
        for argument in arguments
        if argument.position not in chosen and argument.example is None and dtype_of(argument.parameter).kind in "iu"
    }


def blame(problem: Exception, integers: Mapping[str, str]) -> Exception:
    """The problem, with a note if integers that were chosen here may be the reason."""
    if integers:
        for value in dict.fromkeys(integers.values()):
            own = [name for name in integers if integers[name] == value]
            names, are = " and ".join(f"%{name}" for name in own), "is" if len(own) == 1 else "are"
            problem.add_note(f"{names} {are} {value}, because no value was given: --arg {own[0]}=... gives one")
    return problem


def _as_stored(value, argument: Argument):
    if argument.parameter.strides is not None:
        return laid_out(value, argument.parameter.strides)
    triangle = triangle_in(argument.parameter.mlir)
    return value if triangle is None else as_stored(triangle, value, argument.title)


def arguments_of(function: ir.Operation, source: Source | None = None) -> list[Argument]:
    """What is known about the arguments of a `func.func`."""
    with function.context:
        name = ir.StringAttr(function.attributes["sym_name"]).value
        t = ir.TypeAttr(function.attributes["function_type"]).value
        parameters = c_types.signature(t, function.location, name).arguments
    lines = source.lines() if source else []
    names, examples = argument_names.in_text(function, lines), _examples(function)
    if primal := argument_names.primal_of(function):
        names = argument_names.first_known(names, argument_names.in_text(primal, lines))
        examples = argument_names.first_known(examples, _examples(primal))
    return [Argument(n, names[n], parameter, examples[n]) for n, parameter in enumerate(parameters)]


_WORDS = re.compile(r"[+-]?\b(?:nan|inf|infinity)\b", re.IGNORECASE)


def _read(text: str, argument: Argument) -> np.ndarray:
    """What a text stands for: a number, a nested list, a .npy file, or an array FILE.npz:KEY."""
    file, _, key = text.rpartition(":")
    if text.endswith(".npy"):
        return _load(text)
    if file.endswith(".npz"):
        return _member(file, key)
    try:
        array = np.array(json.loads(_as_json(text)))
    except ValueError:
        raise Failure(
            f"the value '{text}' for {argument.title} is neither a number, nor a list like [1, 2.5], "
            "nor a .npy file, nor FILE.npz:KEY"
        ) from None
    if array.dtype.kind not in "biuf":
        raise Failure(f"the value '{text}' for {argument.title} is not made of numbers")
    return array


def _as_json(text: str) -> str:
    """`nan`, `inf`, `.5` and `5.` as Python's reader of JSON spells them."""
    text = re.sub(r"(?<!\d)\.(?=\d)", "0.", re.sub(r"(?<=\d)\.(?!\d)", ".0", text))
    return _WORDS.sub(_word_as_json, text)


def _word_as_json(word: re.Match) -> str:
    spelled = word[0].lower().lstrip("+-")
    return "NaN" if spelled == "nan" else "-Infinity" if word[0].startswith("-") else "Infinity"


def keys(path: str) -> list[str]:
    """The names of the arrays in a .npz file; Failure if it is none."""
    with _opened(path) as arrays:
        return list(arrays)


def _member(path: str, key: str) -> np.ndarray:
    with _opened(path) as arrays:
        if key not in arrays:
            raise Failure(f"'{path}' has no array '{key}'; it has {', '.join(arrays) or 'none'}")
        return arrays[key]


def _opened(path: str) -> np.lib.npyio.NpzFile:
    arrays = _load(path)
    if isinstance(arrays, np.ndarray):
        raise Failure(f"cannot read '{path}': it is one array, a .npy file")
    return arrays


def _load(path: str) -> np.ndarray | np.lib.npyio.NpzFile:
    try:
        return np.load(path, allow_pickle=False)
    except OSError as problem:
        raise Failure(f"cannot read '{path}': {problem.strerror}") from None
    except (ValueError, EOFError) as problem:
        raise Failure(f"cannot read '{path}': {problem}") from None


def _typed(array: np.ndarray, parameter: Parameter, title: str, text: str, shape: Sequence[int]):
    """The array in the parameter's type; a single number fills a whole array of this `shape`."""
    dtype = dtype_of(parameter)
    if array.dtype.kind == "c" and dtype.kind != "c":
        raise Failure(f"{title} is {parameter.mlir}; '{text}' is complex")
    integral = dtype.kind in "iub"
    if integral and array.dtype.kind == "f" and not (np.isfinite(array) & (array == np.floor(array))).all():
        raise Failure(f"{title} is {parameter.mlir}; '{text}' is not integral")
    if integral and dtype.kind != "b" and array.size:
        limits = np.iinfo(dtype)
        if array.min() < limits.min or array.max() > limits.max:
            raise Failure(f"{title} is {parameter.mlir}; '{text}' does not fit in it")
    if parameter.is_scalar:
        if array.size != 1:
            raise Failure(f"{title} is {parameter.mlir}, one number; '{text}' has the shape {array.shape}")
        return array.reshape(()).astype(dtype)[()]
    wanted = parameter.shape
    if array.ndim == 0 and wanted:
        array = np.full(shape, array)
    if array.ndim != len(wanted) or any(w is not None and w != g for w, g in zip(wanted, array.shape)):
        raise Failure(f"{title} is {parameter.mlir}; '{text}' has the shape {array.shape}")
    return np.ascontiguousarray(array.astype(dtype)).reshape(array.shape)


_Places = dict[tuple[int, int], int]  # (argument, dimension) -> size


def _named_sizes(arguments: list[Argument], sizes: Sizes, function: ir.Operation) -> _Places:
    """What --size says of the arguments that it names; Failure where that does not fit."""
    found = {}
    for position, (name, numbers) in _assign(arguments, {n: (n, s) for n, s in sizes.of.items()}, function).items():
        parameter = arguments[position].parameter
        places = [k for k, size in enumerate(parameter.shape or ()) if size is None]
        if len(numbers) == 1:
            numbers = numbers * len(places)
        if not places or len(numbers) != len(places):
            spelled = f"{name}={'x'.join(map(str, sizes.of[name]))}"
            counted = f"{len(places)} open dimension{'s' * (len(places) != 1)}"
            raise Failure(
                f"{arguments[position].title} is {parameter.mlir}, with {counted}, not as --size {spelled} says"
            )
        found |= {(position, k): size for k, size in zip(places, numbers)}
    return found


def _known_sizes(function: ir.Operation, shapes: dict[int, tuple[int, ...]], named: _Places) -> _Places:
    """The sizes that those of other arguments decide: what their `shapes` and `named` say."""
    body = argument_names.primal_of(function) or function
    if not body.regions[0].blocks:
        return {}
    with function.context:
        pairs = equal_sizes(body)
    # The second of a pair stands for its group, and is never the first of another.
    groups = {(argument, k): l if other is None else (other, l) for argument, k, other, l in pairs}
    sizes = {}
    given = {(position, k): size for position, shape in shapes.items() for k, size in enumerate(shape)}
    for place, size in (*given.items(), *named.items()):
        sizes.setdefault(groups.get(place, place), size)
    known = {place: sizes[group] for place, group in groups.items() if group in sizes}
    known |= {place: group for place, group in groups.items() if isinstance(group, int)}
    return sizes | known


def _made_up(argument: Argument, seed: int, known: _Places, shape: Sequence[int], size: int):
    parameter = argument.parameter
    shape = tuple(shape)
    triangle = triangle_in(parameter.mlir)
    if triangle is not None and parameter.shape[-1] is None and parameter.shape[-2] is None:
        places = ((argument.position, len(shape) - 1), (argument.position, len(shape) - 2))
        shape = (*shape[:-2], *[next((known[place] for place in places if place in known), size)] * 2)
    dtype = dtype_of(parameter)
    if math.prod(shape) * dtype.itemsize > sys.maxsize:  # NumPy would say that a value is wrong
        raise MemoryError
    if dtype.kind in "iu" and shape:
        array = np.resize(IN_ARRAYS, shape).astype(dtype)
    elif dtype.kind in "iub":
        array = np.full(shape, INTEGER).astype(dtype)
    else:
        # Every argument has a generator of its own: giving one leaves the others as they were.
        generator = np.random.default_rng([seed, argument.position])
        array = np.asarray(generator.uniform(0.5, 1.5, shape))
        if dtype.kind == "c":
            array = array + 1j * generator.uniform(0.5, 1.5, shape)
        array = array.astype(dtype)
    if triangle is not None:
        array = half_of(triangle, array)
    return array[()] if parameter.is_scalar else array


def _from_attribute(argument: Argument) -> np.ndarray:
    example = argument.example
    match example:
        case ir.FloatAttr() | ir.IntegerAttr() | ir.BoolAttr():
            return np.array(example.value)
        case ir.DenseElementsAttr():
            if isinstance(ir.ShapedType(example.type).element_type, ir.BF16Type):
                # The bindings do not hand out elements of this type.
                example = ir.Attribute.parse(str(example).replace("bf16>", "f32>"), example.context)
            return np.array(list(example)).reshape(ir.ShapedType(example.type).shape)
    raise Failure(f"the example of {argument.title} is a number or dense<...>, not {example}")


def _assign(arguments: list[Argument], given: dict[str, Any], function: ir.Operation) -> dict[int, Any]:
    """Argument positions -> what is given by name."""
    positions = {argument.name: argument.position for argument in arguments if argument.name}
    for argument in arguments:  # where a program calls its arguments %0 and %1, that is what 0 and 1 mean
        positions.setdefault(f"arg{argument.position}", argument.position)
        positions.setdefault(str(argument.position), argument.position)
    chosen = {}
    for name, value in given.items():
        bare = name.removeprefix("%")
        if bare not in positions:
            known = ", ".join(a.name or f"arg{a.position}" for a in arguments) or "none"
            symbol = ir.StringAttr(function.attributes["sym_name"]).value
            raise Failure(error(function.location, f"@{symbol} has no argument '{name}'; it has {known}"))
        if positions[bare] in chosen:
            raise Failure(f"argument {positions[bare]} is given twice, the second time as '{name}'")
        chosen[positions[bare]] = value
    return chosen


def _examples(function: ir.Operation) -> list[ir.Attribute | None]:
    t = ir.TypeAttr(function.attributes["function_type"]).value
    if "arg_attrs" not in function.attributes:
        return [None] * len(t.inputs)
    attributes = [ir.DictAttr(a) for a in ir.ArrayAttr(function.attributes["arg_attrs"])]
    return [a[EXAMPLE] if EXAMPLE in a else None for a in attributes]
