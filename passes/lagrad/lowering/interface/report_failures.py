"""`lagrad-report-failures`: a call that gets no memory, or finds a check wrong, ends with a status, and frees all."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ... import build
from ...mlir import ir
from ...passes import Pass, option
from ..walk import last
from . import failure_functions as functions
from .c_types import INTERFACE
from .checks import CHECK
from .failing_calls import OF_LIBRARY, TAKES, Program, callee, team_of

UNWINDS = "lagrad.unwinds"  # on a function: its last argument is the record of the call
_PENDING = "lagrad.call.pending"  # the status of a function that was called by code that is not ours
_WELL = [2000, 1]  # how likely it is that all goes well


@dataclass(frozen=True)
class ReportFailures(Pass):
    """Test what `malloc` and `aligned_alloc` give, and the checks of a program, and end the call where one fails.

    ```mlir
    llvm.func @f.lowered(%x: !llvm.ptr, ...) {
      %a = llvm.call @malloc(%bytes)
      ...
      llvm.call @free(%a)
      llvm.return
    }
    ```
    becomes
    ```mlir
    llvm.func @f.lowered(%x: !llvm.ptr, ..., %record: !llvm.ptr) {
      %a = llvm.call @lagrad.call.allocate(%bytes, %record)
      %status = llvm.load %record
      llvm.cond_br %status == 0, ^go_on, ^failed
    ^go_on:
      ...
      llvm.call @lagrad.call.free(%a, %record)
      llvm.return
    ^failed:
      llvm.return
    }
    ```
    The record is on the stack of the C function around it: a status, and the list of blocks that the call has taken
    and not given back. All functions that take memory, or call one that does, get it, and after each such call it is
    asked whether to go on. The C function frees what is left. Each thread of a team has a record of its own, whose
    status goes to that of the team. A function whose address is taken, and so may be called by code that is not ours,
    has one too; its status is found after the call of that code.
    """

    name = "lagrad-report-failures"
    creates = ("llvm",)

    declare: bool = option(False, "The functions that list what a call has taken are in code that is linked with it.")

    def run(self, op: ir.Operation, report) -> None:
        program = Program(op)
        if not any(INTERFACE in function.attributes for function in program.functions.values()):
            return  # nothing is called from outside
        sites = program.sites()
        concerned = program.concerned()
        may_fail, needed = program.may_fail(), program.called_instead()
        in_order = [name for name in program.functions if name in concerned]
        for name in in_order:
            _Rewriting(program, name, concerned, may_fail).run()
        for name in in_order:
            if name in program.addressed:
                _call_from_outside(program, name)
        if not concerned:
            _erase_check(op)
            return
        _define(op, needed, sites, functions.declarations if self.declare else functions.text)


@dataclass
class _Rewriting:
    """One function that gets a record."""

    program: Program
    name: str
    concerned: set[str]
    may_fail: set[str]

    def run(self) -> None:
        self.function = self.program.functions[self.name]
        self.record = self._add_argument()
        self.failed = self._failure_block()
        for block in [b for b in self.function.regions[0].blocks if b != self.failed]:
            self.here = block  # where operations go: behind each call that may fail, a new block begins
            ops = [view.operation for view in block.operations]
            for op, following in itertools.zip_longest(ops, ops[1:]):
                if self.here != block:
                    self.here.append(op)
                self.following = following if self.here == block else None  # what is still behind it in the block
                if op.name == "llvm.call":
                    with op.location:
                        self._rewrite(op)

    def _add_argument(self) -> ir.Value:
        function, entry = self.function, self.function.regions[0].blocks[0]
        given = [ir.DictAttr.get({})] * len(entry.arguments)
        if "arg_attrs" in function.attributes:
            given = list(function.attributes["arg_attrs"])
        given.append(ir.DictAttr.get({"llvm.noalias": ir.UnitAttr.get()}))
        function.attributes["arg_attrs"] = ir.ArrayAttr.get(given)
        type = str(ir.TypeAttr(function.attributes["function_type"]).value)
        more = "ptr)>" if type.endswith("()>") else ", ptr)>"
        function.attributes["function_type"] = ir.TypeAttr.get(ir.Type.parse(type.removesuffix(")>") + more))
        if INTERFACE in function.attributes:
            function.attributes[UNWINDS] = ir.UnitAttr.get()
        return entry.add_argument(_pointer(), function.location)

    def _failure_block(self) -> ir.Block:
        """Where the function ends once its call has failed: what it returns is not looked at."""
        blocks = list(self.function.regions[0].blocks)
        returned = _returned(blocks)
        failed = blocks[-1].create_after()
        with self.function.location, ir.InsertionPoint(failed):
            build.emit("llvm.return", [], [build.emit1("llvm.mlir.poison", type) for type in returned])
        return failed

    def _rewrite(self, call: ir.Operation) -> None:
        name, program = callee(call), self.program
        if name in self.concerned:
            inner = _recorded(name) if name in program.addressed else name
            _with_record(call, inner, self.record)
            if name in self.may_fail:
                self._go_on_if_well()
        elif name == CHECK:
            self._check(call)
        elif name in OF_LIBRARY and name not in program.functions:
            _with_record(call, OF_LIBRARY[name], self.record)
            if name in TAKES:
                self._go_on_if_well()
        elif team_of(call) in self.concerned:
            self._pass_record(call)
            self._go_on_if_well()
        elif program.may_call_back and program.is_not_ours(call):
            self._take_pending()

    def _go_on_if_well(self) -> None:
        with self._behind():
            self._branch(_is_zero(build.emit1("llvm.load", _i64(), self.record)), self.failed)

    def _check(self, call: ir.Operation) -> None:
        holds, *told, value = call.operands
        complain = self.failed.create_before()
        with ir.InsertionPoint(complain):
            emit_call(functions.COMPLAIN, [], [*told, self.record])
            _jump(self.failed)
        with self._behind():
            self._branch(holds, complain)
        build.replace_op(call, value)

    def _pass_record(self, call: ir.Operation) -> None:
        """What a thread of a team is given: the data, and the record of the call that makes the team."""
        with ir.InsertionPoint.at_block_begin(self.function.regions[0].blocks[0]):
            pair = build.emit1("llvm.alloca", _pointer(), _constant(1), elem_type=ir.TypeAttr.get(ir.Type.parse(_PAIR)))
        with ir.InsertionPoint(call):
            place = build.emit1(
                "llvm.getelementptr", _pointer(), pair,
                elem_type=ir.TypeAttr.get(ir.Type.parse(_PAIR)), rawConstantIndices=ir.DenseI32ArrayAttr.get([0, 1]),
            )  # fmt: skip
            build.emit("llvm.store", [], [call.operands[1], pair])
            build.emit("llvm.store", [], [self.record, place])
        call.operands[1] = pair

    def _take_pending(self) -> None:
        """A function of ours may have failed, which was called by the code that was called."""
        note = self.failed.create_before()
        with self._behind():
            place = build.emit1("llvm.mlir.addressof", _pointer(), global_name=ir.FlatSymbolRefAttr.get(_PENDING))
            exchange, monotonic = (ir.IntegerAttr.get(_i64(), n) for n in (0, 2))
            status = build.emit1("llvm.atomicrmw", _i64(), place, _constant(0), bin_op=exchange, ordering=monotonic)
            self._branch(_is_zero(status), note)
        with ir.InsertionPoint(note):
            build.emit("llvm.store", [], [status, self.record])
            _jump(self.failed)

    def _behind(self) -> ir.InsertionPoint:
        return ir.InsertionPoint(self.following or self.here)

    def _branch(self, is_well: ir.Value, other: ir.Block) -> None:
        """Goes on in a new block if all is well."""
        rest = self.here.create_after()
        weights, segments = ir.DenseI32ArrayAttr.get(_WELL), ir.DenseI32ArrayAttr.get([1, 0, 0])
        attributes = {"operandSegmentSizes": segments, "branch_weights": weights}
        ir.Operation.create("llvm.cond_br", operands=[is_well], successors=[rest, other], attributes=attributes)
        self.here = rest


_PAIR = "!llvm.struct<(ptr, ptr)>"


def _call_from_outside(program: Program, name: str) -> None:
    """A function of the name, without a record, for those who have its address: it makes one."""
    function, inner = program.functions[name], _recorded(name)
    blocks = list(function.regions[0].blocks)
    types = [str(a.type) for a in blocks[0].arguments][:-1]
    result = "".join(map(str, _returned(blocks)))
    function.attributes["sym_name"] = ir.StringAttr.get(inner)
    is_team = name in program.teams
    parameters = ", ".join(f"%a{n}: {t}" for n, t in enumerate(types))
    passed = ", ".join(["%data"] if is_team else [f"%a{n}" for n in range(len(types))]) + ", %record"
    passed = passed.removeprefix(", ")
    arrow, value, back = (f" -> {result}", "%result = ", f"%result : {result}") if result else ("", "", "")
    before = (
        f"""%data = llvm.load %a0 : !llvm.ptr -> !llvm.ptr
      %place = llvm.getelementptr %a0[0, 1] : (!llvm.ptr) -> !llvm.ptr, {_PAIR}
      %of_all = llvm.load %place : !llvm.ptr -> !llvm.ptr"""
        if is_team
        else f"%of_all = llvm.mlir.addressof @{_PENDING} : !llvm.ptr"
    )
    newline = "\n"
    text = f"""module {{
    llvm.func @"{inner}"({", ".join([*types, "!llvm.ptr"])}){arrow}
    llvm.func @{functions.CLEAR}(!llvm.ptr)
    llvm.mlir.global internal @{_PENDING}(0 : i64) : i64
    llvm.func @"{name}"({parameters}){arrow} attributes {{sym_visibility = "private"}} {{
      %one = llvm.mlir.constant(1 : i64) : i64
      %zero = llvm.mlir.constant(0 : i64) : i64
      %record = llvm.alloca %one x {functions.RECORD} : (i64) -> !llvm.ptr
      {before}
      {newline.join(functions.begin("%record"))}
      {value}llvm.call @"{inner}"({passed}) : ({", ".join([*types, "!llvm.ptr"])}) -> {result or "()"}
      {newline.join(functions.end("%record"))}
      %is_well = llvm.icmp "eq" %record_is, %zero : i64
      llvm.cond_br %is_well, ^out, ^tell
    ^tell:
      llvm.store %record_is, %of_all atomic monotonic {{alignment = 8 : i64}} : i64, !llvm.ptr
      llvm.br ^out
    ^out:
      llvm.return {back}
    }}
    }}"""
    parsed = ir.Module.parse(text)
    known = ir.SymbolTable(program.module)
    for view in list(parsed.body.operations)[2:]:
        symbol = ir.StringAttr(view.operation.attributes["sym_name"]).value
        if symbol == name or symbol == _PENDING and not is_team and symbol not in known:
            view.operation.clone(ip=ir.InsertionPoint(program.module.regions[0].blocks[0]))


def _erase_check(module: ir.Operation) -> None:
    known = ir.SymbolTable(module)
    if CHECK in known:
        known.erase(known[CHECK])


def _define(
    module: ir.Operation, needed: set[str], sites: list[str], text: Callable[[Iterable[str], Sequence[str]], str]
) -> None:
    """Adds what the text has of the functions that are needed, but for what the module has of the C library
    already."""
    _erase_check(module)
    known = ir.SymbolTable(module)
    parsed = ir.Module.parse(text([functions.CLEAR, *sorted(needed)], sites))
    body = module.regions[0].blocks[0]
    for view in parsed.body.operations:
        if ir.StringAttr(view.operation.attributes["sym_name"]).value not in known:
            view.operation.clone(ip=ir.InsertionPoint(body))


def _recorded(name: str) -> str:
    """What a function with a record is called, where the function of its name has none."""
    return f"{name}.recorded"


def _returned(blocks: Iterable[ir.Block]) -> list[ir.Type]:
    """The types of what a function returns."""
    return next(([v.type for v in op.operands] for op in map(last, blocks) if op.name == "llvm.return"), [])


def emit_call(name: str, results: Iterable[ir.Type], operands: Iterable[ir.Value]) -> list[ir.Value]:
    operands = list(operands)
    segments, bundles = ir.DenseI32ArrayAttr.get([len(operands), 0]), ir.DenseI32ArrayAttr.get([])
    attributes = {"operandSegmentSizes": segments, "op_bundle_sizes": bundles}
    return build.emit("llvm.call", list(results), operands, callee=ir.FlatSymbolRefAttr.get(name), **attributes)


def _with_record(call: ir.Operation, name: str, record: ir.Value) -> ir.Operation:
    """The call with the record as one more argument, in the place of the one without."""
    operands = [*call.operands, record]
    other = {"operandSegmentSizes": ir.DenseI32ArrayAttr.get([len(operands), 0])}
    if "arg_attrs" in call.attributes:
        other["arg_attrs"] = ir.ArrayAttr.get([*call.attributes["arg_attrs"], ir.DictAttr.get({})])
    with call.location, ir.InsertionPoint(call):
        types = [r.type for r in call.results]
        new = build.like(call, operands, types, callee=ir.FlatSymbolRefAttr.get(name), **other)
    build.replace_op(call, *new.results)
    return new


def _jump(to: ir.Block) -> None:
    ir.Operation.create("llvm.br", successors=[to])


def _is_zero(number: ir.Value) -> ir.Value:
    equal = ir.IntegerAttr.get(_i64(), 0)
    return build.emit1("llvm.icmp", ir.IntegerType.get_signless(1), number, _constant(0), predicate=equal)


def _constant(number: int) -> ir.Value:
    return build.emit1("llvm.mlir.constant", _i64(), value=ir.IntegerAttr.get(_i64(), number))


def _pointer() -> ir.Type:
    return ir.Type.parse("!llvm.ptr")


def _i64() -> ir.Type:
    return ir.IntegerType.get_signless(64)
