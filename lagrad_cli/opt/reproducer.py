"""Crash reproducers in upstream's form: a program, and the pipeline it failed under as a resource."""

from __future__ import annotations

import json
import os
import re

from lagrad.errors import Failure
from lagrad.mlir import ir
from lagrad.pipelines.text import Nest

from .. import output

_PIPELINE = re.compile(r'mlir_reproducer:\s*\{\s*pipeline:\s*("(?:[^"\\]|\\.)*")')


def save(path: str, module: ir.Module, pipeline: Nest, verify_each: bool) -> None:
    """Write the program as it is now, to be kept if the pipeline fails on it."""
    text = module.operation.get_asm(enable_debug_info=True)
    resources = f"""
{{-#
  external_resources: {{
    mlir_reproducer: {{
      pipeline: {json.dumps(str(pipeline))},
      disable_threading: true,
      verify_each: {str(verify_each).lower()}
    }}
  }}
#-}}
"""
    output.write(path, text + resources)


def drop(path: str) -> None:
    """The pipeline went well: nothing is left to reproduce."""
    os.unlink(path)


def pipeline_in(text: str | bytes) -> str:
    """The pipeline that a reproducer holds; Failure if it is none."""
    found = _PIPELINE.search(text) if isinstance(text, str) else None
    if not found:
        raise Failure("--run-reproducer: the input holds no 'mlir_reproducer' resource with a pipeline")
    return json.loads(found[1])
