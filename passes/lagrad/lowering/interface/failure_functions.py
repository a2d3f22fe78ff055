"""What a call of compiled code keeps while it runs, so that it can end early: functions in LLVM's dialect.

    a call's record: its status, and the blocks of memory that it has taken and not given back
    begin(record)                          lines of the C function around the code
    end(record)                            lines of it too: what they come to is the status
    clear(record)                          what they call where there is more to do: frees what is left after a failure
    allocate, allocate_aligned, free       as the C library's, with the record as one more argument
    complain(site, a, b, record)           a check has failed: the text of the site, with two numbers, is the message

The functions are in `failure_functions.mlir`. Large blocks are kept for the next call (`kept_memory.mlir`): the record
lists them by their address plus one. Those in memory of the caller (`lent_memory.mlir`) are listed by that plus two.

A status is 0; or, if positive, the bytes that the system did not give (at least 2, and the largest number for anything
larger); or, if negative, the number of a message. Messages have slots that are used in turn, so a thread reads its own
unless very many others fail just then. The slots, and `lagrad_message`, are one in a program however many objects are
linked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ...functions_in_file import Functions
from ...mlir import ir

CLEAR, ALLOCATE, ALLOCATE_ALIGNED, FREE, COMPLAIN = (
    f"lagrad.call.{name}" for name in ("clear", "allocate", "allocate_aligned", "free", "complain")
)
BORROW, NEEDED = "lagrad.call.borrow", "lagrad.call.needed"
TAKING = (CLEAR, ALLOCATE, ALLOCATE_ALIGNED, FREE)  # those of a module, without those that they call
MESSAGE, RELEASE = "lagrad_message", "lagrad_release"
EXPORTED = (MESSAGE, RELEASE)  # what a program may call where they are
_BLOCKS = 16  # that a RECORD has room for; more of them are listed on the heap
MOST = (1 << 63) - 1  # as a status, these bytes or more

_FUNCTIONS = Functions(
    *(Path(__file__).with_name(f"{name}.mlir") for name in ("failure_functions", "kept_memory", "lent_memory"))
)
_SITES = "lagrad.call.sites"  # a table of the texts of COMPLAIN
RECORD, _OF_CALLER = _FUNCTIONS.aliases["!record"], _FUNCTIONS.aliases["!callers"]
_STATUS, _COUNT, _ROOM, _LIST, _OWN, _CALLERS = range(6)


def begin(record: str) -> list[str]:
    """The lines that make a record where a pointer is."""
    fields = (
        ("status", _STATUS),
        ("count", _COUNT),
        ("room", _ROOM),
        ("list", _LIST),
        ("own", _OWN),
        ("callers", _CALLERS),
    )
    return [
        f"    {record}_none = llvm.mlir.constant(0 : i64) : i64",
        f"    {record}_most = llvm.mlir.constant({_BLOCKS} : i64) : i64",
        f"    {record}_nobody = llvm.mlir.zero : !llvm.ptr",
        *(f"    {record}_{name} = {_field(record, n)}" for name, n in fields),
        f"    llvm.store {record}_none, {record}_status : i64, !llvm.ptr",
        f"    llvm.store {record}_none, {record}_count : i64, !llvm.ptr",
        f"    llvm.store {record}_most, {record}_room : i64, !llvm.ptr",
        f"    llvm.store {record}_own, {record}_list : !llvm.ptr, !llvm.ptr",
        f"    llvm.store {record}_nobody, {record}_callers : !llvm.ptr, !llvm.ptr",
    ]


def borrow(record: str, memory: str, bytes: str) -> list[str]:
    """The lines behind `begin` with which large temporaries are in memory of the caller.

    `bytes` points to its size.
    """
    return [
        f"    {record}_one = llvm.mlir.constant(1 : i64) : i64",
        f"    {record}_lent = llvm.alloca {record}_one x {_OF_CALLER} : (i64) -> !llvm.ptr",
        f"    {record}_lent_bytes = llvm.load {bytes} : !llvm.ptr -> i64",
        f"    llvm.call @{BORROW}({record}_lent, {memory}, {record}_lent_bytes) : (!llvm.ptr, !llvm.ptr, i64) -> ()",
        f"    llvm.store {record}_lent, {record}_callers : !llvm.ptr, !llvm.ptr",
    ]


def needed(record: str, bytes: str) -> list[str]:
    """The lines behind the call with which `bytes` points to how much memory of the caller it needs."""
    return [
        f"    {record}_needed = llvm.call @{NEEDED}({record}_lent) : (!llvm.ptr) -> i64",
        f"    llvm.store {record}_needed, {bytes} : i64, !llvm.ptr",
    ]


def end(record: str) -> list[str]:
    """The lines behind which the status is `{record}_is`, and nothing is left that a call that has failed has taken."""
    return [
        f"    {record}_is = llvm.load {record} : !llvm.ptr -> i64",
        f"    {record}_room_now_at = {_field(record, _ROOM)}",
        f"    {record}_room_now = llvm.load {record}_room_now_at : !llvm.ptr -> i64",
        f"    {record}_well = llvm.mlir.constant(0 : i64) : i64",
        f"    {record}_own_room = llvm.mlir.constant({_BLOCKS} : i64) : i64",
        f'    {record}_is_well = llvm.icmp "eq" {record}_is, {record}_well : i64',
        f'    {record}_is_own = llvm.icmp "eq" {record}_room_now, {record}_own_room : i64',
        f"    {record}_is_clear = llvm.and {record}_is_well, {record}_is_own : i1",
        f"    llvm.cond_br {record}_is_clear weights([2000, 1]), ^over, ^clear",
        "  ^clear:",
        f"    llvm.call @{CLEAR}({record}) : (!llvm.ptr) -> ()",
        "    llvm.br ^over",
        "  ^over:",
    ]


def _field(record: str, number: int) -> str:
    return f"llvm.getelementptr {record}[0, {number}] : (!llvm.ptr) -> !llvm.ptr, {RECORD}"


def offered(module: ir.Operation) -> tuple[str, ...]:
    """Which a lowered module has of the functions that explain a status, and give memory back."""
    ops = [view.operation for view in module.regions[0].blocks[0].operations if view.operation.name == "llvm.func"]
    names = {ir.StringAttr(op.attributes["sym_name"]).value for op in ops if op.regions[0].blocks}
    return tuple(name for name in EXPORTED if name in names)


def text(needed: Iterable[str], sites: Sequence[str] = ()) -> str:
    """A module with the functions that are needed, `lagrad_message`, COMPLAIN if there are sites, and what they
    call."""
    return _FUNCTIONS.text([MESSAGE, *needed, *([COMPLAIN] if sites else [])], without=[_SITES]) + _texts(sites)


def whole() -> str:
    """A module with all of them but COMPLAIN, which programs can be linked with."""
    return text(TAKING)


def declarations(needed: Iterable[str], sites: Sequence[str] = ()) -> str:
    """A module that declares the functions that are needed, with COMPLAIN if there are sites."""
    complain = _FUNCTIONS.pieces[COMPLAIN] if sites else ""
    used = _FUNCTIONS.uses(COMPLAIN)[1:] if sites else ()
    return _FUNCTIONS.declarations({*needed, *used} - {COMPLAIN, _SITES}) + complain + _texts(sites)


def _texts(sites: Sequence[str]) -> str:
    """The texts of all sites, in which `%lld` stands for a number, and the table of them."""
    if not sites:
        return ""
    texts = "\n".join(
        f"llvm.mlir.global private constant @lagrad.call.site.{n}({ir.StringAttr.get(site + chr(0))})"
        for n, site in enumerate(sites)
    )
    table, rows = f"!llvm.array<{len(sites)} x ptr>", ["%t = llvm.mlir.poison : " + f"!llvm.array<{len(sites)} x ptr>"]
    last = "%t"
    for n in range(len(sites)):
        rows += [
            f"%a{n} = llvm.mlir.addressof @lagrad.call.site.{n} : !llvm.ptr",
            f"%t{n} = llvm.insertvalue %a{n}, {last}[{n}] : {table}",
        ]
        last = f"%t{n}"
    return f"""{texts}
llvm.mlir.global private constant @{_SITES}() : {table} {{
  {chr(10).join(rows)}
  llvm.return {last} : {table}
}}
"""
