"""lagrad-define-calls: declared functions of CBLAS, LAPACKE and FFTW, and of tables of users, get bodies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ... import build
from ...analysis.call_graph import functions, is_declaration, reachable, signature
from ...analysis.memory import is_memory
from ...analysis.program import walk
from ...dialect import LEADING
from ...errors import Failure, Report, error, note
from ...mlir import ir
from ...passes import Pass, option

TABLES = Path(__file__).parent / "libraries"
SINGLE = (("f64", "f32"), ("@cblas_d", "@cblas_s"), ("@LAPACKE_d", "@LAPACKE_s"), ("@fftw_", "@fftwf_"))  # for f32
_SUFFIX = ".defined"


@dataclass(frozen=True)
class DefineCalls(Pass):
    """Say what declared functions do: those of CBLAS, LAPACKE and FFTW, and of a table of yours.

    ```mlir
    func.func private @cblas_ddot(i32, memref<8xf64>, i32, memref<8xf64>, i32) -> f64
    ```
    becomes
    ```mlir
    func.func private @cblas_ddot(%n: i32, %x: memref<8xf64>, ...) -> f64 {
      %0 = memref.cast %x : memref<8xf64> to memref<?xf64, strided<[?], offset: ?>>
      ...
      %r = call @cblas_ddot.defined(%n, %0, %incx, %1, %incy)
      return %r : f64
    }
    ```
    The definitions are operations of `linalg` and solves, whose derivatives are such operations again, and which the
    lowering makes calls of BLAS where that pays. They stand in `transforms/front_ends/libraries/*.mlir`. `table` names
    one more such file, whose functions come first. An argument of rank 2 that the table marks `lagrad.leading = N :
    index`, where argument N is the number of elements of its rows, may be memory of rank 1. That the numbers fit the
    memory is asserted when the program runs. A function with a derivative of its own, or marked `lagrad.inactive`,
    stays declared. A declaration that does not match its definition is an error.
    """

    name = "lagrad-define-calls"
    creates = ("func", "arith", "linalg", "scf", "cf", "memref", "bufferization", "tensor", "math")

    table: str = option("", "A file of MLIR with definitions of functions, by the names that programs declare.")

    def run(self, op: ir.Operation, report: Report) -> None:
        declared = {
            name: function
            for name, function in functions(op).items()
            if is_declaration(function) and not _is_spoken_for(function)
        }
        if not declared:
            return
        for module in self._tables(op.context):
            known = functions(module.operation)
            for name in [name for name in declared if name in known]:
                function = declared.pop(name)
                with op.context, function.location:
                    _bring(op, module.operation, name)
                    _define(function, known[name])
                report.remark(function.location, f"@{name} is defined by a table of libraries")

    def _tables(self, context: ir.Context) -> Iterator[ir.Module]:
        doubles = [path.read_text(encoding="utf-8") for path in sorted(TABLES.glob("*.mlir"))]
        own = [_read(self.table)] if self.table else []
        for text in [*own, *doubles, *map(_in_single, doubles)]:
            with context:
                try:
                    yield ir.Module.parse(text)
                except ir.MLIRError as problem:
                    raise Failure(*(error(d.location, d.message) for d in problem.error_diagnostics)) from None


def _in_single(text: str) -> str:
    for double, single in SINGLE:
        text = text.replace(double, single)
    return text


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise Failure(f"option 'table' of '{DefineCalls.name}': cannot read {path}: {problem}") from None


def _is_spoken_for(function: ir.Operation) -> bool:
    """Whether the program says itself what the derivative of a function is, or asks for it to be one."""
    return any(name.startswith("lagrad.") for name in function.attributes)


def _bring(module: ir.Operation, table: ir.Operation, name: str) -> None:
    """Copies a definition, and all that it calls, under names of their own."""
    known, there = functions(table), functions(module)
    for needed in dict.fromkeys([name, *reachable(table, name)]):
        if needed + _SUFFIX in there or needed not in known:
            continue
        with ir.InsertionPoint(module.regions[0].blocks[0]):
            copy = known[needed].clone().operation
        copy.attributes["sym_name"] = ir.StringAttr.get(needed + _SUFFIX)
        copy.attributes["sym_visibility"] = ir.StringAttr.get("private")
        if "arg_attrs" in copy.attributes:
            del copy.attributes["arg_attrs"]
        for call in [op for op in walk(copy) if op.name == "func.call"]:
            callee = ir.FlatSymbolRefAttr(call.attributes["callee"]).value
            call.attributes["callee"] = ir.FlatSymbolRefAttr.get(callee + _SUFFIX)


def _define(function: ir.Operation, known: ir.Operation) -> None:
    """Gives a declaration a body, which calls the definition with casts of its memory."""
    name = ir.StringAttr(function.attributes["sym_name"]).value
    (takes, gives), (wanted, results) = signature(function), signature(known)
    leading = _leading(known, len(wanted))
    if len(takes) != len(wanted) or gives != results:
        raise _mismatch(function, name, known, "")
    for place, (type, own) in enumerate(zip(takes, wanted)):
        if not _fits(type, own, leading[place]):
            raise _mismatch(function, name, known, f"argument {place} is {type}, and ")
    block = build.entry(function)
    with ir.InsertionPoint(block):
        arguments = [
            _as(value, own, None if at is None else block.arguments[at])
            for value, own, at in zip(block.arguments, wanted, leading)
        ]
        callee = ir.FlatSymbolRefAttr.get(name + _SUFFIX)
        build.emit("func.return", [], build.emit("func.call", results, arguments, callee=callee))


def _mismatch(function: ir.Operation, name: str, known: ir.Operation, what: str) -> Failure:
    type = ir.TypeAttr(known.attributes["function_type"]).value
    return Failure(
        error(
            function.location,
            f"cannot define @{name}: {what}its table has {type}",
            note(
                None, "declare it so, with memory of any size; or mark it lagrad.inactive, or with its own derivative"
            ),
        )
    )


def _leading(known: ir.Operation, count: int) -> list[int | None]:
    """For each argument the number of the one that says how many elements its rows have; None for most."""
    if "arg_attrs" not in known.attributes:
        return [None] * count
    marks = [ir.DictAttr(each) for each in ir.ArrayAttr(known.attributes["arg_attrs"])]
    return [ir.IntegerAttr(mark[LEADING]).value if LEADING in mark else None for mark in marks]


def _fits(type: ir.Type, own: ir.Type, leading: int | None) -> bool:
    if not is_memory(own) or not is_memory(type):
        return type == own
    type, own = ir.MemRefType(type), ir.MemRefType(own)
    if type.element_type != own.element_type or type.memory_space != own.memory_space:
        return False
    return type.rank == own.rank or type.rank == 1 and own.rank == 2 and leading is not None


def _as(value: ir.Value, own: ir.Type, leading: ir.Value | None) -> ir.Value:
    """An argument as the definition takes it."""
    if not is_memory(own):
        return value
    if leading is not None:
        columns = build.emit1("arith.index_cast", build.index_type(), leading)
        if ir.MemRefType(value.type).rank == 1:
            value = _in_rows(value, columns)
        else:
            same = build.compare_integers("eq", _size(value, 1), columns)
            _assert(same, "a matrix has another number of elements a row than its leading dimension")
    return value if value.type == own else build.emit1("memref.cast", own, value)


def _in_rows(flat: ir.Value, columns: ir.Value) -> ir.Value:
    """Memory of rank 1 as rows; what is left over behind the last whole one belongs to none."""
    zero = build.index(0)
    _assert(build.compare_integers("sgt", columns, zero), "a leading dimension is not positive")
    rows = build.emit1("arith.divui", build.index_type(), _size(flat, 0), columns)
    used = build.emit1("arith.muli", build.index_type(), rows, columns)
    element = ir.MemRefType(flat.type).element_type
    open_vector = ir.Type.parse(f"memref<?x{element}, strided<[?], offset: ?>>")
    open_matrix = ir.Type.parse(f"memref<?x?x{element}, strided<[?, ?], offset: ?>>")
    flat = flat if flat.type == open_vector else build.emit1("memref.cast", open_vector, flat)
    part = build.subview(flat, open_vector, [zero], [used], [1])
    groups = ir.Attribute.parse("[[0, 1]]")
    static = ir.DenseI64ArrayAttr.get([build.DYNAMIC] * 2)
    return build.emit1(
        "memref.expand_shape", open_matrix, part, rows, columns, reassociation=groups, static_output_shape=static
    )


def _size(memref: ir.Value, dimension: int) -> ir.Value:
    return build.emit1("memref.dim", build.index_type(), memref, build.index(dimension))


def _assert(flag: ir.Value, message: str) -> None:
    build.emit("cf.assert", [], [flag], msg=ir.StringAttr.get(message))
