"""Small programs, and how many buffers and copies each of them needs beyond its arguments and results."""

from __future__ import annotations

import pathlib

import pytest
from buffers_in_loops import count, lower

from lagrad.lowering.walk import walk

ROWS = "tensor<8x4xf64>"
ROW = "tensor<4xf64>"
AT_I = "[%i, 0] [1, 4] [1, 1]"
TAKE = f"%r = tensor.extract_slice %a{AT_I} : {ROWS} to {ROW}\n  %s = math.sin %r : {ROW}"
PUT = f"tensor.insert_slice %s into %a{AT_I} : {ROW} into {ROWS}"
ROWS_ARGUMENTS = f"(%x: {ROWS}, %i: index, %j: index, %w: tensor<4x4xf64>)"
LOOP = "%c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index"

# name: (program, buffers, copies)
PATTERNS = {
    "insert, nothing reads later": (f"""
func.func @f(%x: {ROW}, %v: f64, %i: index) -> {ROW} {{
  %a = math.exp %x : {ROW}
  %b = tensor.insert %v into %a[%i] : {ROW}
  return %b : {ROW}
}}""", 0, 0),
    "insert, an element is read later": (f"""
func.func @f(%x: {ROW}, %v: f64, %i: index, %j: index) -> ({ROW}, f64) {{
  %a = math.exp %x : {ROW}
  %b = tensor.insert %v into %a[%i] : {ROW}
  %e = tensor.extract %a[%j] : {ROW}
  return %b, %e : {ROW}, f64
}}""", 0, 0),
    "insert, all is read later": (f"""
func.func @f(%x: {ROW}, %v: f64, %i: index) -> ({ROW}, {ROW}) {{
  %a = math.exp %x : {ROW}
  %b = tensor.insert %v into %a[%i] : {ROW}
  return %b, %a : {ROW}, {ROW}
}}""", 0, 1),
    "insert into an argument": (f"""
func.func @f(%x: {ROW}, %v: f64, %i: index) -> {ROW} {{
  %b = tensor.insert %v into %x[%i] : {ROW}
  return %b : {ROW}
}}""", 1, 2),
    "a slice is updated": (f"""
func.func @f{ROWS_ARGUMENTS} -> {ROWS} {{
  %a = math.exp %x : {ROWS}
  {TAKE}
  %b = {PUT}
  return %b : {ROWS}
}}""", 0, 0),
    # The four conditions under which extraction, work and insertion are one update, each broken.
    "the slice goes elsewhere": (f"""
func.func @f{ROWS_ARGUMENTS} -> {ROWS} {{
  %a = math.exp %x : {ROWS}
  {TAKE}
  %b = tensor.insert_slice %s into %a[%j, 0] [1, 4] [1, 1] : {ROW} into {ROWS}
  return %b : {ROWS}
}}""", 1, 1),
    "the slice goes into another tensor": (f"""
func.func @f{ROWS_ARGUMENTS} -> ({ROWS}, {ROWS}) {{
  %a = math.exp %x : {ROWS}
  {TAKE}
  %o = math.cos %x : {ROWS}
  %b = tensor.insert_slice %s into %o{AT_I} : {ROW} into {ROWS}
  return %b, %a : {ROWS}, {ROWS}
}}""", 0, 0),
    "the tensor is needed later": (f"""
func.func @f{ROWS_ARGUMENTS} -> ({ROWS}, {ROWS}) {{
  %a = math.exp %x : {ROWS}
  {TAKE}
  %b = {PUT}
  return %b, %a : {ROWS}, {ROWS}
}}""", 0, 1),
    "the slice is needed later": (f"""
func.func @f{ROWS_ARGUMENTS} -> ({ROWS}, {ROW}) {{
  %a = math.exp %x : {ROWS}
  {TAKE}
  %b = {PUT}
  return %b, %r : {ROWS}, {ROW}
}}""", 1, 2),
    "rows of a loop": (f"""
func.func @f(%x: {ROWS}, %n: index) -> {ROWS} {{
  {LOOP}
  %z = math.exp %x : {ROWS}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> {ROWS} {{
    {TAKE}
    %b = {PUT}
    scf.yield %b : {ROWS}
  }}
  return %y : {ROWS}
}}""", 0, 0),
    "row from the one above": (f"""
func.func @f(%x: {ROWS}, %n: index) -> {ROWS} {{
  {LOOP}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> {ROWS} {{
    {TAKE}
    %j = arith.addi %i, %c1 : index
    %b = tensor.insert_slice %s into %a[%j, 0] [1, 4] [1, 1] : {ROW} into {ROWS}
    scf.yield %b : {ROWS}
  }}
  return %y : {ROWS}
}}""", 1, 2),
    "a slice taken outside of the branch that updates it": (f"""
func.func @f(%x: {ROWS}, %c: i1, %n: index) -> {ROWS} {{
  {LOOP}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> {ROWS} {{
    %r = tensor.extract_slice %a{AT_I} : {ROWS} to {ROW}
    %u = scf.if %c -> {ROW} {{
      %s = math.sin %r : {ROW}
      scf.yield %s : {ROW}
    }} else {{
      scf.yield %r : {ROW}
    }}
    %b = tensor.insert_slice %u into %a{AT_I} : {ROW} into {ROWS}
    scf.yield %b : {ROWS}
  }}
  return %y : {ROWS}
}}""", 0, 1),
    "one zero for two accumulators": (f"""
func.func @f(%x: {ROW}, %n: index) -> ({ROW}, {ROW}) {{
  {LOOP}
  %z = arith.constant dense<0.0> : {ROW}
  %y:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z, %b = %z) -> ({ROW}, {ROW}) {{
    %s = arith.addf %a, %x : {ROW}
    %t = arith.subf %b, %x : {ROW}
    scf.yield %s, %t : {ROW}, {ROW}
  }}
  return %y#0, %y#1 : {ROW}, {ROW}
}}""", 0, 0),
    "a swap": (f"""
func.func @f(%x: {ROW}, %y: {ROW}, %n: index) -> ({ROW}, {ROW}) {{
  {LOOP}
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> ({ROW}, {ROW}) {{
    scf.yield %b, %a : {ROW}, {ROW}
  }}
  return %r#0, %r#1 : {ROW}, {ROW}
}}""", 1, 5),
}  # fmt: skip


@pytest.mark.parametrize("name", PATTERNS)
def test_buffers_and_copies(name):
    text, buffers, copies = PATTERNS[name]
    module = lower(text)
    with module.context:
        names = [op.name for op in walk(module.operation)]
    taken = sum(names.count(f"memref.{kind}") for kind in ("alloc", "alloca"))
    copied = sum(names.count(f"{kind}.copy") for kind in ("memref", "linalg"))
    assert (taken, copied) == (buffers, copies), str(module)


ADBENCH = pathlib.Path(__file__).resolve().parents[3] / "benchmarks" / "adbench"


@pytest.mark.parametrize("name", sorted(path.parent.name for path in ADBENCH.glob("*/primal.mlir")))
def test_no_benchmark_allocates_in_a_loop(name):
    primal = ADBENCH / name / "primal.mlir"  # the others go on after it
    text = "".join(path.read_text() for path in [primal, *sorted(set(primal.parent.glob("*.mlir")) - {primal})])
    assert count(lower(text))["alloc"] == 0
