"""Which tapes of flags share a word: those of which an iteration records one number, in a row of its own."""

from __future__ import annotations

import re

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines

PROGRAM = """
func.func @f(%x: tensor<8xindex>) -> tensor<9xi1> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %no = arith.constant dense<false> : tensor<9xi1>
  %true = arith.constant true
  %e = tensor.empty() : tensor<9xi1>
  %g = tensor.empty() : tensor<i1>
  %s = tensor.insert %true into %e[%c8] : tensor<9xi1>
  %n = tensor.insert %true into %s[%c0] : tensor<9xi1>
  %0:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = {start}, %o = {other}) -> (tensor<9xi1>, {type}) {{
    %v = tensor.extract %x[%i] : tensor<8xindex>
    %a = arith.cmpi sgt, %v, %c4 : index
    %b = arith.cmpi eq, %v, %c4 : index
    {write}
    {beside}
    scf.yield %u, %k : tensor<9xi1>, {type}
  }} {{lagrad.tape = array<i64: 0, 1>}}
  %1 = scf.for %i = %c0 to %c{count} step %c1 iter_args(%r = %no) -> tensor<9xi1> {{
    {read}
    %a = tensor.extract %0#0[%i] : tensor<9xi1>
    %c = arith.xori %a, %b : i1
    %u = tensor.insert %c into %r[%i] : tensor<9xi1>
    scf.yield %u : tensor<9xi1>
  }}
  return %1 : tensor<9xi1>
}}
"""
ONE = "%u = tensor.insert %a into %t[%i] : tensor<9xi1>"
TWICE = "%w = tensor.insert %a into %t[%i] : tensor<9xi1>\n%u = tensor.insert %b into %w[%i] : tensor<9xi1>"
BESIDE = "%k = tensor.insert %b into %o[%i] : tensor<9xi1>"
READ = "%b = tensor.extract %0#1[%i] : tensor<9xi1>"
USUAL = dict(start="%e", other="%e", write=ONE, beside=BESIDE, type="tensor<9xi1>", read=READ, count=8)


def beside(value: str, type: str) -> dict[str, str]:
    """Another number beside the flags, which is compared with zero."""
    return dict(
        type=f"tensor<9x{type}>", other="%other",
        beside=f"{value}\n%k = tensor.insert %m into %o[%i] : tensor<9x{type}>",
        read=f"%m = tensor.extract %0#1[%i] : tensor<9x{type}>\n%z = arith.constant 0 : {type}\n"
        f"%b = arith.cmpi ne, %m, %z : {type}",
    )  # fmt: skip


def masked(bits: int) -> dict[str, str]:
    wide = f"%w = arith.index_cast %v : index to i64\n%mask = arith.constant {2**bits - 1} : i64"
    return beside(f"{wide}\n%m = arith.andi %w, %mask : i64", "i64")


CASES = {  # and the type of the words
    "one a row": ("i8", {}),
    "as many as a byte has": ("i8", masked(7)),
    "one more": ("i16", masked(8)),
    "as many as the largest word has": ("i64", masked(63)),
    "more than the largest word has": (None, masked(64)),
    "more than a word has": (None, beside("%m = arith.extsi %b : i1 to i128", "i128")),
    "a row written twice": (None, dict(write=TWICE)),
    "one is there before": (None, dict(start="%s", other="%s", count=9)),
    "no rows": (None, dict(
        type="tensor<i1>", other="%g", beside="%k = tensor.insert %b into %o[] : tensor<i1>",
        read="%b = tensor.extract %0#1[] : tensor<i1>",
    )),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_packed(name):
    word, changes = CASES[name]
    parts = USUAL | changes
    text = PROGRAM.format(**parts).replace("%other", "%p")
    text = text.replace("  %0:2 = scf", f"  %p = tensor.empty() : {parts['type']}\n  %0:2 = scf")
    module = execute.parse(text)
    pipelines.run(module, pipelines.read("lagrad-pack-tape"))
    (carried, *_) = re.findall(r"scf\.for .* -> \((.*)\)", str(module))
    assert carried == (f"tensor<9x{word}>" if word else f"tensor<9xi1>, {parts['type']}")
    for x in (np.arange(8), np.full(8, 4), np.array([4, 5, 128, 4, 256, 9, 0, 4])):
        found, expected = (
            lagrad.compile(text, pipeline=f"{passes}lagrad-to-llvm-strict{{check-bounds=true}}", entry="f").f(x)
            for passes in ("lagrad-pack-tape,", "")
        )
        np.testing.assert_array_equal(found, expected)


def test_a_number_without_rows():
    """The loop overwrites it, and the last one is left."""
    parts = masked(7) | dict(
        type="tensor<i64>",
        beside=masked(7)["beside"].replace("[%i] : tensor<9xi64>", "[] : tensor<i64>"),
        read=masked(7)["read"].replace("[%i] : tensor<9xi64>", "[] : tensor<i64>"),
    )
    text = PROGRAM.format(**USUAL | parts).replace("%other", "%p")
    text = text.replace("  %0:2 = scf", "  %p = tensor.empty() : tensor<i64>\n  %0:2 = scf")
    module = execute.parse(text)
    pipelines.run(module, pipelines.read("lagrad-pack-tape"))
    assert "-> (tensor<9xi1>, tensor<i8>)" in str(module)
    packed = lagrad.compile(text, pipeline="lagrad-pack-tape,lagrad-to-llvm-strict", entry="f")
    for last in (0, 9, 128, 300):
        x = np.array([1, 5, 2, 9, 4, 128, 0, last])
        expected = np.append((x > 4) ^ (last % 128 != 0), False)
        np.testing.assert_array_equal(packed.f(x), expected)
