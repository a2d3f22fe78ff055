"""What a call of compiled code keeps while it runs, so that it can end early: functions in LLVM's dialect.

    a call's record: its status, and the blocks of memory that it has taken and not given back
    begin(record)                          lines of the C function around the code
    end(record)                            lines of it too: what they come to is the status
    clear(record)                          what they call where there is more to do: frees what is left after a failure
    allocate, allocate_aligned, free       as the C library's, with the record as one more argument
    complain(site, a, b, record)           a check has failed: the text of the site, with two numbers, is the message

Large blocks are kept for the next call (`kept_memory`). The record lists them by their address plus one.

A status is 0; or, if positive, the bytes that the system did not give (at least 2, and the largest number for anything
larger); or, if negative, the number of a message. Messages have slots that are used in turn, so a thread reads its own
unless very many others fail just then. The slots, and `lagrad_message`, are one in a program however many objects are
linked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...mlir import ir
from ..numbers_in_text import LLVM, with_numbers
from ..walk import reached
from . import kept_memory
from .kept_memory import IS_KEPT, KEEP, LEAST, LINE, RELEASE, TAKE

CLEAR, ALLOCATE, ALLOCATE_ALIGNED, FREE, COMPLAIN = (
    f"lagrad.call.{name}" for name in ("clear", "allocate", "allocate_aligned", "free", "complain")
)
TAKING = (CLEAR, ALLOCATE, ALLOCATE_ALIGNED, FREE)  # those of a module, without those that they call
MESSAGE = "lagrad_message"
EXPORTED = (MESSAGE, RELEASE)  # what a program may call where they are
_BLOCKS = 16  # that a record has room for; more of them are listed on the heap
_SLOTS, _LENGTH = 16, 512  # of messages
MOST = (1 << 63) - 1  # as a status, these bytes or more

RECORD = (
    f"!llvm.struct<(i64, i64, i64, ptr, array<{_BLOCKS} x ptr>)>"  # status, count, room, list, room for a short list
)
_STATUS, _COUNT, _ROOM, _LIST, _OWN = range(5)


def begin(record: str) -> list[str]:
    """The lines that make a record where a pointer is."""
    fields = (("status", _STATUS), ("count", _COUNT), ("room", _ROOM), ("list", _LIST), ("own", _OWN))
    return [
        f"    {record}_none = llvm.mlir.constant(0 : i64) : i64",
        f"    {record}_most = llvm.mlir.constant({_BLOCKS} : i64) : i64",
        *(f"    {record}_{name} = {_field(record, n)}" for name, n in fields),
        f"    llvm.store {record}_none, {record}_status : i64, !llvm.ptr",
        f"    llvm.store {record}_none, {record}_count : i64, !llvm.ptr",
        f"    llvm.store {record}_most, {record}_room : i64, !llvm.ptr",
        f"    llvm.store {record}_own, {record}_list : !llvm.ptr, !llvm.ptr",
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


_WRITES = {"argMem", "inaccessibleMem", "errnoMem"}
_ALL = ("other", "argMem", "inaccessibleMem", "errnoMem", "targetMem0", "targetMem1")
_EFFECTS = ", ".join(f"{place} = {'readwrite' if place in _WRITES else 'none'}" for place in _ALL)
_NO_INLINE = f'memory_effects = #llvm.memory_effects<{_EFFECTS}>, passthrough = ["noinline", "nounwind", "willreturn"]'
_COLD = 'passthrough = ["noinline", "cold", "optnone"]'  # LLVM takes no time for what runs once in a failure

_IF_LARGE = f"""
  %is_large = llvm.icmp "uge" %bytes, %_{LEAST} : i64
  llvm.cond_br %is_large, ^large, ^small
""".strip()
_TAKEN = f"""
^large:
  %taken = llvm.call @{TAKE}(%bytes) : (i64) -> !llvm.ptr
  %none = llvm.mlir.zero : !llvm.ptr
  %is_none = llvm.icmp "eq" %taken, %none : !llvm.ptr
  %marked = llvm.getelementptr %taken[1] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.cond_br %is_none, ^small, ^list(%taken, %marked : !llvm.ptr, !llvm.ptr)
^list(%memory: !llvm.ptr, %listed_as: !llvm.ptr):
  %listed = llvm.call @lagrad.call.list(%memory, %listed_as, %bytes, %record)
      : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> !llvm.ptr
  llvm.return %listed : !llvm.ptr
""".strip()

_MEMORY = f"""
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @memcpy(!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
llvm.func @{CLEAR}(%record: !llvm.ptr) attributes {{{_COLD}}} {{
  %count_at = llvm.getelementptr %record[0, {_COUNT}] : (!llvm.ptr) -> !llvm.ptr, {RECORD}
  %room_at = llvm.getelementptr %record[0, {_ROOM}] : (!llvm.ptr) -> !llvm.ptr, {RECORD}
  %list_at = llvm.getelementptr %record[0, {_LIST}] : (!llvm.ptr) -> !llvm.ptr, {RECORD}
  %status = llvm.load %record : !llvm.ptr -> i64
  %room = llvm.load %room_at : !llvm.ptr -> i64
  %is_own = llvm.icmp "eq" %room, %_{_BLOCKS} : i64
  %is_well = llvm.icmp "eq" %status, %_0 : i64
  %count = llvm.load %count_at : !llvm.ptr -> i64
  %list = llvm.load %list_at : !llvm.ptr -> !llvm.ptr
  %left = llvm.select %is_well, %_0, %count : i1, i64
  llvm.br ^next(%left : i64)
^next(%k: i64):
  %is_done = llvm.icmp "eq" %k, %_0 : i64
  llvm.cond_br %is_done, ^listed, ^block
^block:
  %before = llvm.sub %k, %_1 : i64
  %place = llvm.getelementptr %list[%before] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  %entry = llvm.load %place : !llvm.ptr -> !llvm.ptr
  llvm.call @lagrad.call.drop(%entry) : (!llvm.ptr) -> ()
  llvm.br ^next(%before : i64)
^listed:
  llvm.cond_br %is_own, ^out, ^heap
^heap:
  llvm.call @free(%list) : (!llvm.ptr) -> ()
  llvm.br ^out
^out:
  llvm.return
}}
llvm.func @lagrad.call.drop(%entry: !llvm.ptr) attributes {{{_COLD}}} {{
  %bits = llvm.ptrtoint %entry : !llvm.ptr to i64
  %odd = llvm.and %bits, %_1 : i64
  %is_kept = llvm.icmp "eq" %odd, %_1 : i64
  llvm.cond_br %is_kept, ^keep, ^free
^keep:
  %memory = llvm.getelementptr %entry[-1] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.call @{KEEP}(%memory) : (!llvm.ptr) -> ()
  llvm.return
^free:
  llvm.call @free(%entry) : (!llvm.ptr) -> ()
  llvm.return
}}
llvm.func @lagrad.call.make_room(%entry: !llvm.ptr, %bytes: i64, %record: !llvm.ptr) -> i1 attributes {{{_COLD}}} {{
  %yes = llvm.mlir.constant(1 : i1) : i1
  %no = llvm.mlir.constant(0 : i1) : i1
  %none = llvm.mlir.zero : !llvm.ptr
  %room_at = llvm.getelementptr %record[0, {_ROOM}] : (!llvm.ptr) -> !llvm.ptr, {RECORD}
  %list_at = llvm.getelementptr %record[0, {_LIST}] : (!llvm.ptr) -> !llvm.ptr, {RECORD}
  %is_refused = llvm.icmp "eq" %entry, %none : !llvm.ptr
  llvm.cond_br %is_refused, ^fail, ^grow
^grow:
  %room = llvm.load %room_at : !llvm.ptr -> i64
  %list = llvm.load %list_at : !llvm.ptr -> !llvm.ptr
  %before = llvm.mul %room, %_8 : i64
  %wanted = llvm.mul %before, %_2 : i64
  %new = llvm.call @malloc(%wanted) : (i64) -> !llvm.ptr
  %is_none = llvm.icmp "eq" %new, %none : !llvm.ptr
  llvm.cond_br %is_none, ^lose, ^copy
^copy:
  %copied = llvm.call @memcpy(%new, %list, %before) : (!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
  %larger = llvm.mul %room, %_2 : i64
  llvm.store %larger, %room_at : i64, !llvm.ptr
  llvm.store %new, %list_at : !llvm.ptr, !llvm.ptr
  %is_own = llvm.icmp "eq" %room, %_{_BLOCKS} : i64
  llvm.cond_br %is_own, ^grown, ^heap
^heap:
  llvm.call @free(%list) : (!llvm.ptr) -> ()
  llvm.br ^grown
^grown:
  llvm.return %yes : i1
^lose:
  llvm.call @lagrad.call.drop(%entry) : (!llvm.ptr) -> ()
  llvm.br ^fail
^fail:
  %is_nothing = llvm.icmp "eq" %bytes, %_0 : i64
  llvm.cond_br %is_nothing, ^out, ^note
^note:
  %least = llvm.intr.umax(%bytes, %_2) : (i64, i64) -> i64
  %status = llvm.intr.umin(%least, %_{MOST}) : (i64, i64) -> i64
  llvm.store %status, %record : i64, !llvm.ptr
  llvm.br ^out
^out:
  llvm.return %no : i1
}}
llvm.func @lagrad.call.list(%memory: !llvm.ptr, %entry: !llvm.ptr, %bytes: i64, %record: !llvm.ptr) -> !llvm.ptr {{
  %none = llvm.mlir.zero : !llvm.ptr
  %count_at = llvm.getelementptr %record[0, {_COUNT}] : (!llvm.ptr) -> !llvm.ptr, {RECORD}
  %room_at = llvm.getelementptr %record[0, {_ROOM}] : (!llvm.ptr) -> !llvm.ptr, {RECORD}
  %list_at = llvm.getelementptr %record[0, {_LIST}] : (!llvm.ptr) -> !llvm.ptr, {RECORD}
  %count = llvm.load %count_at : !llvm.ptr -> i64
  %room = llvm.load %room_at : !llvm.ptr -> i64
  %is_none = llvm.icmp "eq" %memory, %none : !llvm.ptr
  %is_full = llvm.icmp "eq" %count, %room : i64
  %is_rare = llvm.or %is_none, %is_full : i1
  llvm.cond_br %is_rare weights([1, 2000]), ^rare, ^note
^rare:
  %has_room = llvm.call @lagrad.call.make_room(%entry, %bytes, %record) : (!llvm.ptr, i64, !llvm.ptr) -> i1
  llvm.cond_br %has_room, ^note, ^fail
^note:
  %list = llvm.load %list_at : !llvm.ptr -> !llvm.ptr
  %place = llvm.getelementptr %list[%count] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  llvm.store %entry, %place : !llvm.ptr, !llvm.ptr
  %more = llvm.add %count, %_1 : i64
  llvm.store %more, %count_at : i64, !llvm.ptr
  llvm.return %memory : !llvm.ptr
^fail:
  llvm.return %none : !llvm.ptr
}}
llvm.func @{ALLOCATE}(%bytes: i64, %record: !llvm.ptr) -> (!llvm.ptr {{llvm.noalias}}) attributes {{{_NO_INLINE}}} {{
  {_IF_LARGE}
^small:
  %plain = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr
  llvm.br ^list(%plain, %plain : !llvm.ptr, !llvm.ptr)
  {_TAKEN}
}}
llvm.func @{ALLOCATE_ALIGNED}(%line: i64, %bytes: i64, %record: !llvm.ptr)
    -> (!llvm.ptr {{llvm.noalias}}) attributes {{{_NO_INLINE}}} {{
  %is_usual = llvm.icmp "ule" %line, %_{LINE} : i64
  llvm.cond_br %is_usual, ^ask, ^small
^ask:
  {_IF_LARGE}
^small:
  %plain = llvm.call @aligned_alloc(%line, %bytes) : (i64, i64) -> !llvm.ptr
  llvm.br ^list(%plain, %plain : !llvm.ptr, !llvm.ptr)
  {_TAKEN}
}}
llvm.func @{FREE}(%memory: !llvm.ptr, %record: !llvm.ptr) attributes {{{_NO_INLINE}}} {{
  %count_at = llvm.getelementptr %record[0, {_COUNT}] : (!llvm.ptr) -> !llvm.ptr, {RECORD}
  %list_at = llvm.getelementptr %record[0, {_LIST}] : (!llvm.ptr) -> !llvm.ptr, {RECORD}
  %count = llvm.load %count_at : !llvm.ptr -> i64
  %list = llvm.load %list_at : !llvm.ptr -> !llvm.ptr
  %marked = llvm.getelementptr %memory[1] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.br ^next(%count : i64)
^next(%k: i64):
  %is_foreign = llvm.icmp "eq" %k, %_0 : i64
  llvm.cond_br %is_foreign, ^foreign, ^look
^look:
  %before = llvm.sub %k, %_1 : i64
  %place = llvm.getelementptr %list[%before] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  %there = llvm.load %place : !llvm.ptr -> !llvm.ptr
  %is_plain = llvm.icmp "eq" %there, %memory : !llvm.ptr
  %is_kept = llvm.icmp "eq" %there, %marked : !llvm.ptr
  %is_it = llvm.or %is_plain, %is_kept : i1
  llvm.cond_br %is_it, ^found, ^next(%before : i64)
^found:
  %less = llvm.sub %count, %_1 : i64
  %last_at = llvm.getelementptr %list[%less] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  %last = llvm.load %last_at : !llvm.ptr -> !llvm.ptr
  llvm.store %last, %place : !llvm.ptr, !llvm.ptr
  llvm.store %less, %count_at : i64, !llvm.ptr
  llvm.cond_br %is_kept, ^keep, ^free
^foreign:
  %is_ours = llvm.call @{IS_KEPT}(%memory) : (!llvm.ptr) -> i1
  llvm.cond_br %is_ours, ^keep, ^free
^keep:
  llvm.call @{KEEP}(%memory) : (!llvm.ptr) -> ()
  llvm.return
^free:
  llvm.call @free(%memory) : (!llvm.ptr) -> ()
  llvm.return
}}
"""

_OUT_OF_MEMORY = "out of memory: %lld bytes were asked for"

_NEW_SLOT = f"""
  %begun_at = llvm.mlir.addressof @lagrad_messages_begun : !llvm.ptr
  %begun = llvm.atomicrmw add %begun_at, %_1 monotonic : !llvm.ptr, i64
  %new = llvm.and %begun, %_{_SLOTS - 1} : i64
  %distance = llvm.mul %new, %_{_LENGTH} : i64
  %made = llvm.getelementptr %messages[%distance] : (!llvm.ptr, i64) -> !llvm.ptr, i8
""".strip()

_MESSAGES = f"""
llvm.func @snprintf(!llvm.ptr, i64, !llvm.ptr, ...) -> i32
llvm.mlir.global linkonce_odr @lagrad_messages() : !llvm.array<{_SLOTS * _LENGTH} x i8> {{
  %none = llvm.mlir.zero : !llvm.array<{_SLOTS * _LENGTH} x i8>
  llvm.return %none : !llvm.array<{_SLOTS * _LENGTH} x i8>
}}
llvm.mlir.global linkonce_odr @lagrad_messages_begun(0 : i64) : i64
llvm.mlir.global private constant @lagrad.call.out_of_memory("{_OUT_OF_MEMORY}\\00")
llvm.func weak_odr @{MESSAGE}(%status: i64) -> !llvm.ptr attributes {{{_COLD}}} {{
  %messages = llvm.mlir.addressof @lagrad_messages : !llvm.ptr
  %is_text = llvm.icmp "slt" %status, %_0 : i64
  llvm.cond_br %is_text, ^text, ^bytes
^text:
  %number = llvm.sub %_-1, %status : i64
  %slot = llvm.and %number, %_{_SLOTS - 1} : i64
  %from = llvm.mul %slot, %_{_LENGTH} : i64
  %text = llvm.getelementptr %messages[%from] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.return %text : !llvm.ptr
^bytes:
  %format = llvm.mlir.addressof @lagrad.call.out_of_memory : !llvm.ptr
  {_NEW_SLOT}
  %n = llvm.call @snprintf(%made, %_{_LENGTH}, %format, %status) vararg(!llvm.func<i32 (ptr, i64, ptr, ...)>)
      : (!llvm.ptr, i64, !llvm.ptr, i64) -> i32
  llvm.return %made : !llvm.ptr
}}
"""


_NAME = re.compile(r"@([\w.]+)")
_BODY = re.compile(r" \{\n.*", re.S)
_PIECE = re.compile(r"^llvm\..*?(?=^llvm\.|\Z)", re.M | re.S)
_TEXT = with_numbers(_MEMORY + kept_memory.TEXT + _MESSAGES, LLVM)
_PIECES = {_NAME.search(piece)[1]: piece for piece in _PIECE.findall(_TEXT)}


def offered(module: ir.Operation) -> tuple[str, ...]:
    """Which a lowered module has of the functions that explain a status, and give memory back."""
    ops = [view.operation for view in module.regions[0].blocks[0].operations if view.operation.name == "llvm.func"]
    names = {ir.StringAttr(op.attributes["sym_name"]).value for op in ops if op.regions[0].blocks}
    return tuple(name for name in EXPORTED if name in names)


def text(needed: Iterable[str], sites: Sequence[str] = ()) -> str:
    """A module with the functions that are needed, `lagrad_message`, COMPLAIN if there are sites, and what they
    call."""
    last = _complain(sites) if sites else ""
    found = reached([MESSAGE, *needed, *_NAME.findall(last)], lambda name: _NAME.findall(_PIECES.get(name, "")))
    return "".join(piece for name, piece in _PIECES.items() if name in found) + last


def whole() -> str:
    """A module with all of them but COMPLAIN, which programs can be linked with."""
    return text(TAKING)


def declarations(needed: Iterable[str], sites: Sequence[str] = ()) -> str:
    """A module that declares the functions that are needed, with COMPLAIN if there are sites."""
    last = _complain(sites) if sites else ""
    found = [name for name in _PIECES if name in {*needed, *_NAME.findall(last)}]
    pieces = [_PIECES[name] for name in found]
    return "".join(_BODY.sub("\n", p) if p.startswith("llvm.func") else p for p in pieces) + last


def _complain(sites: Sequence[str]) -> str:
    """COMPLAIN, with the texts of all sites, in which `%lld` stands for a number."""
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
    text = f"""{texts}
llvm.mlir.global private constant @lagrad.call.sites() : {table} {{
  {chr(10).join(rows)}
  llvm.return {last} : {table}
}}
llvm.func @{COMPLAIN}(%site: i64, %a: i64, %b: i64, %record: !llvm.ptr) attributes {{{_COLD}}} {{
  %messages = llvm.mlir.addressof @lagrad_messages : !llvm.ptr
  %sites = llvm.mlir.addressof @lagrad.call.sites : !llvm.ptr
  %place = llvm.getelementptr %sites[%site] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  %format = llvm.load %place : !llvm.ptr -> !llvm.ptr
  {_NEW_SLOT}
  %n = llvm.call @snprintf(%made, %_{_LENGTH}, %format, %a, %b) vararg(!llvm.func<i32 (ptr, i64, ptr, ...)>)
      : (!llvm.ptr, i64, !llvm.ptr, i64, i64) -> i32
  %status = llvm.sub %_-1, %new : i64
  llvm.store %status, %record : i64, !llvm.ptr
  llvm.return
}}
"""
    return with_numbers(text, LLVM)
