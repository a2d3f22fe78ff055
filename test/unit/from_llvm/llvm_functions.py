"""Functions of the llvm dialect, compiled and called."""

import numpy as np

import lagrad
from lagrad import pipelines
from lagrad.mlir import ir

PIPELINE = "lagrad-raise-llvm,lagrad-to-llvm"


def run(text, *arguments):
    return lagrad.compile(text, pipeline=PIPELINE, entry="f")(*arguments)


def raised(text):
    with pipelines.new_context():
        module = ir.Module.parse(text)
        pipelines.run(module, "lagrad-raise-llvm")
        return str(module)


def returned(body, takes="%p: !llvm.ptr, %n: i64", gives="f64"):
    return f"""
llvm.func @f({takes}) -> {gives} {{
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c2 = llvm.mlir.constant(2 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
{body}
}}
"""


ROW = np.arange(10.0, 22.0)
