"""Operations of PyTorch that torch-mlir does not convert, and StableHLO has: factors, transforms, special functions.

    torch.aten.linalg_qr %a, "reduced"       "stablehlo.custom_call"(%a) {call_target_name = "lagrad.qr"}

between casts of torch-mlir's tensors to MLIR's and back. `lagrad-convert-stablehlo` takes it from there. What is not
converted here stays as it is, to be refused by torch-mlir.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from .. import build
from ..analysis.program import walk
from ..mlir import ir

Values = list[ir.Value]

# Of an operation without options its twin.
_TWINS = {
    "aten.sigmoid": "stablehlo.logistic",
    "aten.lgamma": "chlo.lgamma",
    "aten.digamma": "lagrad.digamma",
    "aten.i0": "lagrad.bessel_i0",
    "aten.special_i0e": "lagrad.bessel_i0e",
    "aten.special_i1": "lagrad.bessel_i1",
    "aten.special_i1e": "lagrad.bessel_i1e",
    "aten.special_erfcx": "lagrad.erfcx",
    "aten.special_ndtri": "lagrad.ndtri",
    "aten.erfc": "chlo.erfc",
    "aten.erfinv": "lagrad.erf_inv",
    "aten._conj": "chlo.conj",
    "aten.conj_physical": "chlo.conj",
    "aten._conj_physical": "chlo.conj",
}


def convert(module: ir.Operation) -> None:
    """Does so in a module that the importer has made. Its context has the dialect of torch-mlir's casts."""
    for op in list(walk(module)):
        _compare_floats(op)
        name = _name(op)
        make = _MADE.get(name)
        if name in _TWINS:
            make = _twin
        if make is None:
            continue
        with ir.InsertionPoint(op), op.location:
            made = make(op, name)
            if made is None:
                continue
            for result, value in zip(op.results, made, strict=True):
                if value is not None:
                    back = ir.Operation.create("torch_c.from_builtin_tensor", [result.type], [value])
                    result.replace_all_uses_with(back.result)
        if not any(list(result.uses) for result in op.results):
            op.erase()


def _name(op: ir.Operation) -> str:
    """What PyTorch calls it, without the overload."""
    if op.name == "torch.operator":
        return ir.StringAttr(op.attributes["name"]).value.removeprefix("torch.")
    return op.name.removeprefix("torch.")


_COMPARISONS = {f"torch.aten.{name}.Scalar" for name in ("eq", "ne", "lt", "le", "gt", "ge")}


def _compare_floats(op: ir.Operation) -> None:
    """Floats are compared with floats: torch-mlir folds `full((), 2.0) == 0` to anything, and with `0.0` as it is."""
    if op.name not in _COMPARISONS or op.operands[1].owner.name != "torch.constant.int":
        return
    if not str(op.operands[0].type).endswith(("f64>", "f32>", "f16>", "bf16>")):
        return
    number = ir.FloatAttr.get_f64(float(_constant(op.operands[1])))
    with ir.InsertionPoint(op), op.location:
        type = ir.Type.parse("!torch.float")
        op.operands[1] = ir.Operation.create("torch.constant.float", [type], [], {"value": number}).result


# -- operands ------------------------------------------------------------------------------------


def _tensor(value: ir.Value) -> ir.Value | None:
    """A tensor of torch-mlir's as one of MLIR's; None if its sizes are not known."""
    type = _type(value)
    return None if type is None else build.emit1("torch_c.to_builtin_tensor", type, value)


def _known(value: ir.Value) -> ir.Value:
    """A tensor of torch-mlir's, whose sizes are known, as one of MLIR's."""
    return build.emit1("torch_c.to_builtin_tensor", _type(value), value)


def _type(value: ir.Value) -> ir.Type | None:
    """The type of MLIR for `!torch.vtensor<[4,4],f64>`."""
    text = str(value.type).removeprefix("!torch.vtensor<[").removesuffix(">")
    sizes, _, element = text.partition("],")
    if "?" in sizes or not element or not str(value.type).startswith("!torch.vtensor<["):
        return None
    shape = [int(size) for size in sizes.split(",") if size]
    return ir.RankedTensorType.get(shape, ir.Type.parse(element.replace("si", "i")))


def _constant(value: ir.Value):
    """The Python value of a constant operand: a number, a flag, a text, a list of these, or None."""
    op = value.owner
    match op.name:
        case "torch.constant.none":
            return None
        case "torch.constant.bool" | "torch.constant.int" | "torch.constant.float" | "torch.constant.str":
            return op.attributes["value"].value
        case "torch.prim.ListConstruct":
            return [_constant(each) for each in op.operands]
    raise _Open


class _Open(Exception):
    """An option is computed when the function runs."""


def _options(op: ir.Operation, first: int) -> list | None:
    """The constant operands from `first` on; None if one is no constant."""
    try:
        return [_constant(value) for value in list(op.operands)[first:]]
    except _Open:
        return None


def _emit(name: str, types: Sequence[ir.Type], operands: Values, **attributes: str) -> Values:
    """An operation of StableHLO, whose dialect the context does not have, with attributes as text."""
    parsed = {word: ir.Attribute.parse(text) for word, text in attributes.items()}
    return list(ir.Operation.create(name, list(types), operands, parsed).results)


def _call(target: str, types: Sequence[ir.Type], operands: Values, options: str = "{}") -> Values:
    return _emit(
        "stablehlo.custom_call", types, operands,
        call_target_name=f'"{target}"', **{"mhlo.backend_config": options},
    )  # fmt: skip


def _transposed(value: ir.Value, order: Sequence[int]) -> ir.Value:
    if list(order) == list(range(len(order))):
        return value
    type = ir.RankedTensorType(value.type)
    moved = ir.RankedTensorType.get([type.shape[d] for d in order], type.element_type)
    return _emit("stablehlo.transpose", [moved], [value], permutation=f"array<i64: {', '.join(map(str, order))}>")[0]


def _across(value: ir.Value) -> ir.Value:
    """Matrices with rows as columns."""
    rank = len(build.shape_of(value.type))
    return _transposed(value, [*range(rank - 2), rank - 1, rank - 2])


def _letter(type: ir.Type) -> str | None:
    """How LAPACK's functions on real numbers of this type begin."""
    return {"f64": "d", "f32": "s"}.get(str(build.element(type)))


# -- operations ----------------------------------------------------------------------------------


def _twin(op: ir.Operation, name: str) -> Values | None:
    x = _tensor(op.operands[0])
    return None if x is None else _emit(_TWINS[name], [x.type], [x])


def _polygamma(op: ir.Operation, name: str) -> Values | None:
    x = _tensor(op.operands[1])
    if x is None or op.operands[0].owner.name != "torch.constant.int":
        return None
    n = _constant(op.operands[0])
    if n == 0:
        return _emit("lagrad.digamma", [x.type], [x])
    orders = ir.RankedTensorType.get(build.shape_of(x.type), ir.IntegerType.get_signless(32))
    return _emit("lagrad.polygamma", [x.type], [_filled(orders, n), x])


def _of_complex(op: ir.Operation, name: str) -> Values | None:
    """Of complex numbers; of real ones torch-mlir has it."""
    made, count = _COMPLEX[name]
    found, out = [_tensor(value) for value in list(op.operands)[:count]], _type(op.results[0])
    operands = [x for x in found if x is not None and build.is_complex(build.element(x.type))]
    if out is None or len(operands) < count:
        return None
    return _emit(made, [out], operands) if len({str(x.type) for x in operands}) == 1 else None


def _cholesky(op: ir.Operation, name: str) -> list | None:
    (upper, _), a = _options(op, 1) or (None, None), _tensor(op.operands[0])
    if upper is None or a is None or _letter(a.type) is None:
        return None
    a = _symmetric(a, is_lower=not upper)
    (factor,) = _emit("stablehlo.cholesky", [a.type], [a], lower="true")
    return [_across(factor) if upper else factor, _no_error(op.results[1])]


def _symmetric(a: ir.Value, is_lower: bool) -> ir.Value:
    """The symmetric matrix of one triangle, whose derivative goes to both, half and half: the convention of PyTorch."""
    shape, (turned,) = build.shape_of(a.type), [_across(a)]
    half = _scaled(_emit("stablehlo.add", [a.type], [a, turned])[0], 0.5)
    index = ir.RankedTensorType.get(shape, ir.IntegerType.get_signless(64))
    row, column = (_emit("stablehlo.iota", [index], [], iota_dimension=f"{len(shape) - k} : i64")[0] for k in (2, 1))
    flags = ir.RankedTensorType.get(shape, ir.IntegerType.get_signless(1))
    direction = f"#stablehlo<comparison_direction {'GE' if is_lower else 'LE'}>"
    (is_read,) = _emit("stablehlo.compare", [flags], [row, column], comparison_direction=direction)
    (whole,) = _emit("stablehlo.select", [a.type], [is_read, a, turned])
    (rest,) = _emit("stablehlo.subtract", [a.type], [whole, half])
    (still,) = _emit("lagrad.stop_gradient", [a.type], [rest])
    return _emit("stablehlo.add", [a.type], [half, still])[0]


def _no_error(told: ir.Value) -> ir.Value:
    return _filled(_type(told), 0)


def _triangular(op: ir.Operation, name: str) -> Values | None:
    options, a, b = _options(op, 2), *map(_tensor, list(op.operands)[:2])
    if options is None or a is None or b is None or build.shape_of(a.type)[:-2] != build.shape_of(b.type)[:-2]:
        return None
    upper, left, unit = options
    flags = {"left_side": left, "lower": not upper, "unit_diagonal": unit}
    words = {flag: str(is_set).lower() for flag, is_set in flags.items()}
    words["transpose_a"] = "#stablehlo<transpose NO_TRANSPOSE>"
    return _emit("stablehlo.triangular_solve", [b.type], [a, b], **words)


def _solve(op: ir.Operation, name: str) -> list | None:
    """The solution; of what else it gives nobody may read anything."""
    options, a, b = _options(op, 2), *map(_tensor, list(op.operands)[:2])
    if options is None or not options[0] or a is None or b is None or any(list(r.uses) for r in list(op.results)[1:]):
        return None
    return [*_call("lagrad.solve", [b.type], [a, b]), None, None, None]


def _qr(op: ir.Operation, name: str) -> Values | None:
    mode, a = _options(op, 1), _tensor(op.operands[0])
    if mode is None or a is None or _letter(a.type) is None:
        return None
    rows, columns = build.shape_of(a.type)[-2:]
    if rows < columns or not (mode == ["reduced"] or mode == ["complete"] and rows == columns):
        return None
    return _call("lagrad.qr", [_type(r) for r in op.results], [a])


def _eigenvalues(op: ir.Operation, name: str) -> list | None:
    options, a = _options(op, 1), _tensor(op.operands[0])
    if options is None or a is None or (letter := _letter(a.type)) is None:
        return None
    triangle, has_vectors = options
    a = _symmetric(a, is_lower=triangle == "L")
    batch = build.shape_of(a.type)[:-2]
    told = ir.RankedTensorType.get(batch, ir.IntegerType.get_signless(32))
    letters = f"{{mode = 86 : ui8, uplo = {ord(triangle)} : ui8}}"
    vectors, values, _ = _call(f"lapack_{letter}syevd_ffi", [a.type, _type(op.results[0]), told], [a], letters)
    if not has_vectors and list(op.results[1].uses):
        return None
    return [values, vectors if has_vectors else None]


def _singular_values(op: ir.Operation, name: str) -> list | None:
    options, a = _options(op, 1), _tensor(op.operands[0])
    if options is None or a is None or (letter := _letter(a.type)) is None:
        return None
    is_whole, has_vectors, _ = options
    *batch, rows, columns = build.shape_of(a.type)
    more = op.results[0 if rows > columns else 2]  # these vectors would be more than there are values
    if is_whole and has_vectors and rows != columns and list(more.uses):
        return None
    few, element = min(rows, columns), build.element(a.type)
    shapes = [rows, columns], [few], [rows, few], [few, columns]
    types = [ir.RankedTensorType.get([*batch, *shape], element) for shape in shapes]
    told = ir.RankedTensorType.get(batch, ir.IntegerType.get_signless(32))
    made = _call(f"lapack_{letter}gesdd_ffi", [*types, told], [a], f"{{mode = {ord('S')} : ui8}}")
    if not has_vectors:
        return [None, made[1], None]
    vectors = [made[2], made[1], made[3]]
    return [None if is_whole and rows != columns and r == more else v for r, v in zip(op.results, vectors)]


def _lu(op: ir.Operation, name: str) -> Values | None:
    options, a = _options(op, 1), _tensor(op.operands[0])
    if options is None or not options[0] or a is None or (letter := _letter(a.type)) is None:
        return None
    rows, columns = build.shape_of(a.type)[-2:]
    return _call(f"lapack_{letter}getrf_ffi", [_type(r) for r in op.results], [a]) if rows == columns else None


def _fourier(op: ir.Operation, name: str) -> Values | None:
    """`_fft_r2c`, `_fft_c2c` and `_fft_c2r`: along some dimensions, of which the last one of real numbers is halved."""
    options, x, out = _options(op, 1), _tensor(op.operands[0]), _type(op.results[0])
    if options is None or x is None or out is None:
        return None
    dimensions, norm, how = options
    rank = len(build.shape_of(x.type))
    dimensions = [d % rank for d in dimensions]
    order = [d for d in range(rank) if d not in dimensions] + dimensions
    if len(dimensions) > 3:
        return None
    wanted = [build.shape_of(out)[d] for d in order]
    kind = {"aten._fft_r2c": "RFFT", "aten._fft_c2r": "IRFFT"}.get(name, "FFT" if how else "IFFT")
    element = build.element(out)
    if kind == "RFFT" and not how:  # all of it, and not one half
        kind, x = "FFT", _as_complex(x, element)
    whole = build.shape_of(x.type) if kind == "RFFT" else build.shape_of(out)
    lengths = [whole[d] for d in dimensions]
    turned = _transposed(x, order)
    (made,) = _emit(
        "stablehlo.fft", [ir.RankedTensorType.get(wanted, element)], [turned],
        fft_type=f"#stablehlo<fft_type {kind}>", fft_length=f"array<i64: {', '.join(map(str, lengths))}>",
    )  # fmt: skip
    size = math.prod(lengths)
    factor = {0: 1.0, 1: size**-0.5, 2: 1 / size}[norm] * (size if kind in ("IFFT", "IRFFT") else 1)
    back = [order.index(d) for d in range(rank)]
    return [_transposed(_scaled(made, factor), back)]


def _as_complex(x: ir.Value, element: ir.Type) -> ir.Value:
    type = ir.RankedTensorType.get(build.shape_of(x.type), element)
    return _emit("stablehlo.complex", [type], [x, _filled(x.type, 0.0)])[0]


def _filled(type: ir.Type, number: float | int) -> ir.Value:
    return build.emit1("arith.constant", type, value=ir.Attribute.parse(f"dense<{number!r}> : {type}"))


def _scaled(x: ir.Value, factor: float) -> ir.Value:
    if abs(factor - 1) < 1e-14:
        return x
    element = build.element(x.type)
    part = element.element_type if build.is_complex(element) else element
    by = _filled(ir.RankedTensorType.get(build.shape_of(x.type), part), factor)
    return _emit("stablehlo.multiply", [x.type], [x, _as_complex(by, element) if part != element else by])[0]


def _complex(op: ir.Operation, name: str) -> Values | None:
    re, im, out = *map(_tensor, op.operands), _type(op.results[0])
    if re is None or im is None or not build.shape_of(re.type) == build.shape_of(im.type) == build.shape_of(out):
        return None
    return _emit("stablehlo.complex", [out], [re, im])


def _embedding(op: ir.Operation, name: str) -> Values | None:
    """Rows of a table. That for padding gets no derivative, which torch-mlir drops."""
    padding = _constant(op.operands[2])
    if padding < 0:
        return None
    at, rows = _known(op.operands[1]), _known(op.clone().operation.results[0])
    (still,) = _emit("lagrad.stop_gradient", [rows.type], [rows])
    shape, flag = build.shape_of(at.type), ir.IntegerType.get_signless(1)
    direction = "#stablehlo<comparison_direction EQ>"
    kinds = [ir.RankedTensorType.get(each, flag) for each in (shape, build.shape_of(rows.type))]
    found = _emit("stablehlo.compare", kinds[:1], [at, _filled(at.type, padding)], comparison_direction=direction)
    places = f"array<i64: {', '.join(map(str, range(len(shape))))}>" if shape else "array<i64>"
    is_padding = _emit("stablehlo.broadcast_in_dim", kinds[1:], found, broadcast_dimensions=places)
    return _emit("stablehlo.select", [rows.type], [*is_padding, still, rows])


_COMPLEX = {  # and how many operands it has
    "aten.abs": ("stablehlo.abs", 1),
    "aten.neg": ("stablehlo.negate", 1),
    "aten.exp": ("stablehlo.exponential", 1),
    "aten.log": ("stablehlo.log", 1),
    "aten.sqrt": ("stablehlo.sqrt", 1),
    "aten.rsqrt": ("stablehlo.rsqrt", 1),
    "aten.sin": ("stablehlo.sine", 1),
    "aten.cos": ("stablehlo.cosine", 1),
    "aten.tan": ("stablehlo.tan", 1),
    "aten.tanh": ("stablehlo.tanh", 1),
    "aten.add.Tensor": ("stablehlo.add", 2),
    "aten.sub.Tensor": ("stablehlo.subtract", 2),
    "aten.mul.Tensor": ("stablehlo.multiply", 2),
    "aten.div.Tensor": ("stablehlo.divide", 2),
    "aten.pow.Tensor_Tensor": ("stablehlo.power", 2),
}
_MADE: dict[str, Callable[[ir.Operation, str], list | None]] = {
    **dict.fromkeys(_COMPLEX, _of_complex),
    "aten.complex": _complex,
    "aten.embedding": _embedding,
    "aten.polygamma": _polygamma,
    "aten.linalg_cholesky_ex": _cholesky,
    "aten.linalg_solve_triangular": _triangular,
    "aten._linalg_solve_ex": _solve,
    "aten.linalg_qr": _qr,
    "aten._linalg_eigh": _eigenvalues,
    "aten._linalg_svd": _singular_values,
    "aten.linalg_lu_factor_ex": _lu,
    "aten._fft_r2c": _fourier,
    "aten._fft_c2c": _fourier,
    "aten._fft_c2r": _fourier,
}
