"""`lagrad-forward-results`: a result that repeats an input is that input."""

from __future__ import annotations

from dataclasses import dataclass

from ...analysis import linalg_form
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import is_elementwise, last
from ..walk import walk


@dataclass(frozen=True)
class ForwardResults(Pass):
    """Use an input instead of the result of a `linalg.generic` that only copies it.

    ```mlir
    %r:2 = linalg.generic ... ins(%x, ...) outs(%empty, %sum) {
    ^bb0(%in: f64, ...):
      ...
      linalg.yield %in, %s : f64, f64
    }
    ```
    `%r#0` becomes `%x`. Upstream's canonicalization does this for operations that do nothing else.
    """

    name = "lagrad-forward-results"

    def run(self, op, report) -> None:
        for generic in [child for child in walk(op) if is_elementwise(child)]:
            maps, ins = linalg_form.maps(generic), linalg_form.inputs(generic)
            body = generic.regions[0].blocks[0]
            for number, yielded in enumerate(last(body).operands):
                if not isinstance(yielded.owner, ir.Block) or yielded.owner != body:
                    continue
                source, result = yielded.arg_number, generic.results[number]
                if maps[source] != maps[ins + number] or not maps[source].is_permutation:
                    continue
                if source != ins + number and generic.operands[source].type == result.type:
                    result.replace_all_uses_with(generic.operands[source])
