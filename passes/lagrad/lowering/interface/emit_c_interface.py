"""`lagrad-emit-c-interface`: plain C functions around the lowered ones."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import Failure, error
from ...mlir import ir
from ...passes import Pass, option
from . import c_types, failure_functions
from .c_types import Parameter, Signature
from .report_failures import UNWINDS

# Where a program's own function would take the place of one that the generated code calls.
_C_LIBRARY = frozenset(
    "malloc free aligned_alloc calloc realloc memcpy memmove memset abort snprintf "
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs floor fma "
    "fmax fmin fmod log log10 log1p log2 pow rint round roundeven sin sincos sinh sqrt tan tanh tgamma trunc "
    "ldexp lgamma nearbyint".split()
)

# A function of so many blocks is not inlined: LLVM would optimise it, and then once more as a part of its caller.
_LARGE = 32


@dataclass(frozen=True)
class EmitCInterface(Pass):
    """Wrap each public function of an LLVM module in one with a plain C signature.

    `int64_t f(const T *x, int64_t x_dim0, ..., T *result, ...)`: the wrapper takes the function's name and
    makes the descriptors that the lowered code works on. It returns the status of `lagrad-report-failures`,
    0 if all went well. Everything else becomes internal to the module, so that a program's names cannot clash with a
    library's.

    With `lend` each function `f` has a companion `int64_t f_with_memory(..., void *memory, int64_t *bytes)`. The
    companion places large temporaries in `memory` while they fit into `*bytes` bytes, and takes memory for the others.
    Then it stores in `*bytes` how many bytes all of them need.
    """

    name = "lagrad-emit-c-interface"
    creates = ("llvm",)

    lend: bool = option(False, "Whether each function has a companion to which the caller lends memory.")

    def run(self, op, report) -> None:
        module_body = op.regions[0].blocks[0]
        functions = [f.operation for f in module_body.operations if f.operation.name == "llvm.func"]
        internal = ir.Attribute.parse("#llvm.linkage<internal>")
        entries = {}
        for function in functions:
            name = ir.StringAttr(function.attributes["sym_name"]).value
            if c_types.INTERFACE in function.attributes:
                entries[name] = function
            if len(function.regions[0].blocks) > 0 and name not in failure_functions.EXPORTED:
                function.attributes["linkage"] = internal
                if len(function.regions[0].blocks) >= _LARGE:
                    function.attributes["no_inline"] = ir.UnitAttr.get()
        taken = {ir.StringAttr(f.attributes["sym_name"]).value for f in functions}
        inner = {}
        for name, function in entries.items():
            check_name(name, function.location)
            inner[name] = _fresh(f"{name}.lowered", taken)
            function.attributes["sym_name"] = ir.StringAttr.get(inner[name])
        unwinding = {name for name, function in entries.items() if UNWINDS in function.attributes}
        for name, function in entries.items():
            if self.lend and not name.endswith(c_types.SIZES):
                check_free(name + c_types.WITH_MEMORY, taken, function.location)
                _wrap(name, function, inner, unwinding, name + c_types.WITH_MEMORY)
                function.attributes[c_types.LENDS] = ir.UnitAttr.get()
            _wrap(name, function, inner, unwinding)
        if self.lend and unwinding:
            _add_lending(op)


def _fresh(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def check_free(name: str, taken: set[str], location) -> None:
    if name in taken:
        raise Failure(error(location, f"the function that takes memory of its caller would be @{name}, which exists"))


def check_name(name: str, location) -> None:
    if name in failure_functions.EXPORTED:
        message = f"a public function cannot be called @{name}: compiled code has one of that name"
        raise Failure(error(location, message))
    if name.removesuffix("f") in _C_LIBRARY or name in _C_LIBRARY:
        message = f"a public function cannot be called @{name}: compiled code calls the C library's {name}"
        raise Failure(error(location, message))


def _wrap(
    name: str, function: ir.Operation, inner: dict[str, str], unwinding: set[str], lending: str | None = None
) -> None:
    """Adds the C function of a name, or the one called `lending` to which the caller lends memory."""
    signature = c_types.interface(function, name)
    parsed = ir.Module.parse(_wrapper_text(name, signature, inner, unwinding, lending))
    for child in parsed.body.operations:
        symbol = ir.StringAttr(child.operation.attributes["sym_name"]).value
        if symbol == (lending or name):
            wrapper = child.operation.clone(ip=ir.InsertionPoint.after(function))
    if lending:
        return
    kept = (c_types.INTERFACE, c_types.EQUAL_SIZES, c_types.RESULT_SIZES, c_types.COMPUTED_SIZES, c_types.LENDS)
    for key in kept:
        if key in function.attributes:
            wrapper.attributes[key] = function.attributes[key]
            del function.attributes[key]
    if UNWINDS in function.attributes:
        del function.attributes[UNWINDS]


def _add_lending(module: ir.Operation) -> None:
    """Adds the functions of `lent_memory.mlir` that companions call."""
    known = ir.SymbolTable(module)
    parsed = ir.Module.parse(failure_functions.text([failure_functions.BORROW, failure_functions.NEEDED]))
    for view in parsed.body.operations:
        if ir.StringAttr(view.operation.attributes["sym_name"]).value not in known:
            new = view.operation.clone(ip=ir.InsertionPoint(module.regions[0].blocks[0]))
            new.attributes["linkage"] = ir.Attribute.parse("#llvm.linkage<internal>")


class _Text:
    """The lines of a function's body, and fresh names for its values."""

    def __init__(self):
        self.lines: list[str] = []
        self.count = 0
        self.constants: dict[int, str] = {}

    def value(self, text: str) -> str:
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append(f"    {name} = {text}")
        return name

    def constant(self, number: int) -> str:
        if number not in self.constants:
            self.constants[number] = self.value(f"llvm.mlir.constant({number} : i64) : i64")
        return self.constants[number]


def _wrapper_text(
    name: str, signature: Signature, inner: dict[str, str], unwinding: set[str], lending: str | None
) -> str:
    """A module with the wrapper, and declarations of what it calls.

    `inner` has the names of that, `unwinding` those of what takes a record; `lending` is the name of the wrapper if
    its caller lends memory.
    """
    text, parameters, passed, sizing = _Text(), [], [], []
    sizes_name = name + c_types.SIZES
    record: list[Typed] = []
    if unwinding & {name, sizes_name}:
        memory = f"llvm.alloca {text.constant(1)} x {failure_functions.RECORD} : (i64) -> !llvm.ptr"
        record = [(text.value(memory), "!llvm.ptr")]
        text.lines += failure_functions.begin(record[0][0])
        text.lines += failure_functions.borrow(record[0][0], "%memory", "%bytes") if lending else []
    for n, argument in enumerate(signature.arguments):
        if argument.is_scalar:
            names = [f"%a{n}_re", f"%a{n}_im"] if argument.element.is_complex else [f"%a{n}"]
            parameters += [f"{name}: {argument.element.llvm}" for name in names]
            passed.append(_scalar(text, names, argument))
            continue
        only_read = "" if argument.mlir.startswith("memref") else " {llvm.noalias, llvm.readonly}"
        parameters.append(f"%a{n}: !llvm.ptr{only_read}")
        sizes = {k: f"%a{n}_dim{k}" for k in argument.dynamic}
        parameters += [f"{size}: i64" for size in sizes.values()]
        strides = {k: f"%a{n}_stride{k}" for k in argument.open_strides}
        parameters += [f"{stride}: i64" for stride in strides.values()]
        passed += _descriptor(text, f"%a{n}", argument, sizes, strides)
    declarations = []
    if signature.has_dynamic_results:
        count = signature.dynamic_results + len(signature.computed_sizes)
        table = text.value(f"llvm.alloca {text.constant(count)} x i64 : (i64) -> !llvm.ptr")
        whole = Parameter("", c_types.ELEMENTS["index"], (count,))
        sizing = [*passed, *_descriptor(text, table, whole, {})]
        sizing += record if sizes_name in unwinding else []
        callee = inner[sizes_name]
        declarations.append(_declaration(callee, sizing))
        text.lines.append(_call(callee, sizing))
        if sizes_name in unwinding:
            early = text.value(f"llvm.load {record[0][0]} : !llvm.ptr -> i64")
            is_well = text.value(f'llvm.icmp "eq" {early}, {text.constant(0)} : i64')
            text.lines += [f"    llvm.cond_br {is_well}, ^sized, ^end", "  ^sized:"]
            text.constants.clear()  # ^end is reached without what comes now
    position = 0
    for n, result in enumerate(signature.results):
        parameters.append(f"%r{n}: !llvm.ptr {{llvm.noalias}}")
        sizes = {}
        for k in result.dynamic:
            place = text.value(f"llvm.getelementptr {table}[{position}] : (!llvm.ptr) -> !llvm.ptr, i64")
            sizes[k] = text.value(f"llvm.load {place} : !llvm.ptr -> i64")
            position += 1
        passed += _descriptor(text, f"%r{n}", result, sizes)
    passed += record if name in unwinding else []
    declarations.append(_declaration(inner[name], passed))
    text.lines += [_call(inner[name], passed), "    llvm.br ^end", "  ^end:"]
    text.constants.clear()
    parameters += ["%memory: !llvm.ptr", "%bytes: !llvm.ptr"] if lending else []
    if lending and not record:
        text.lines.append(f"    llvm.store {text.constant(0)}, %bytes : i64, !llvm.ptr")
    if record:
        text.lines += failure_functions.needed(record[0][0], "%bytes") if lending else []
        text.lines += failure_functions.end(record[0][0])
        status = f"{record[0][0]}_is"
        declarations.append(_declaration(failure_functions.CLEAR, record))
        if lending:
            declarations += [
                f"  llvm.func @{failure_functions.BORROW}(!llvm.ptr, !llvm.ptr, i64)",
                f"  llvm.func @{failure_functions.NEEDED}(!llvm.ptr) -> i64",
            ]
    else:
        status = text.constant(0)
    return "\n".join(
        [
            "module {",
            *declarations,
            f'  llvm.func @"{lending or name}"({", ".join(parameters)}) -> i64 {{',
            *text.lines,
            f"    llvm.return {status} : i64",
            "  }",
            "}",
        ]
    )


# A value as (name, LLVM type).
Typed = tuple[str, str]


def _type(value: Typed) -> str:
    return value[1]


def _scalar(text: _Text, names: list[str], argument: Parameter) -> Typed:
    """The scalar as the lowered function takes it, of bits, the low bit of a bool, or two parts."""
    t = argument.element.llvm
    if argument.element.is_complex:
        whole = f"!llvm.struct<({t}, {t})>"
        value = text.value(f"llvm.mlir.poison : {whole}")
        for k, name in enumerate(names):
            value = text.value(f"llvm.insertvalue {name}, {value}[{k}] : {whole}")
        return value, whole
    (name,) = names
    match argument.element.mlir:
        case "f16" | "bf16" as narrow:
            return text.value(f"llvm.bitcast {name} : {t} to {narrow}"), narrow
        case "i1":
            return text.value(f"llvm.trunc {name} : {t} to i1"), "i1"
    return name, t


def _descriptor(
    text: _Text, pointer: str, array: Parameter, dynamic: dict[int, str], open_strides: dict[int, str] = {}
) -> list[Typed]:
    """The parts of a memref descriptor of row-major elements, contiguous unless the type has strides."""
    shape = array.shape or ()
    sizes = [dynamic[k] if size is None else text.constant(size) for k, size in enumerate(shape)]
    if array.strides is not None:
        strides = [open_strides[k] if n is None else text.constant(n) for k, n in enumerate(array.strides)]
        if array.offset:
            before = -array.offset * array.element.bytes
            pointer = text.value(f"llvm.getelementptr {pointer}[{before}] : (!llvm.ptr) -> !llvm.ptr, i8")
        numbers = [text.constant(array.offset), *sizes, *strides]
        return [(pointer, "!llvm.ptr")] * 2 + [(value, "i64") for value in numbers]
    strides = []
    known, stride = 1, None  # the stride is a number as long as the sizes are
    for size, name in reversed(list(zip(shape, sizes))):
        strides.insert(0, text.constant(known) if stride is None else stride)
        if stride is None and size is not None:
            known *= size
        else:
            stride = text.value(f"llvm.mul {strides[0]}, {name} : i64")
    parts = [(pointer, "!llvm.ptr")] * 2
    return parts + [(value, "i64") for value in [text.constant(0), *sizes, *strides]]


def _declaration(name: str, values: list[Typed]) -> str:
    return f'  llvm.func @"{name}"({", ".join(map(_type, values))})'


def _call(callee: str, values: list[Typed]) -> str:
    names = ", ".join(value[0] for value in values)
    types = ", ".join(map(_type, values))
    return f'    llvm.call @"{callee}"({names}) : ({types}) -> ()'
