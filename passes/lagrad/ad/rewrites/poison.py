"""Values that nobody reads, as lifting control flow leaves them on the ways that do not make one (`ub.poison`).

They become values like any other, so that arithmetic on a value that is thrown away afterwards, as derivatives do it,
is arithmetic, and tensors have sizes: those of a tensor of this type that is there, since loops that leave early go on
with tensors of one size.
"""

from __future__ import annotations

from ... import build
from ...analysis.program import walk
from ...build import DYNAMIC
from ...mlir import ir


def replace(op: ir.Operation) -> None:
    """Inside an operation, puts zeros in the place of scalars without a value, and empty tensors in that of tensors."""
    for poison in [child for child in walk(op) if child.name == "ub.poison"]:
        type = poison.results[0].type
        if isinstance(type, (ir.FloatType, ir.IntegerType, ir.IndexType, ir.ComplexType)):
            with poison.location, ir.InsertionPoint(poison):
                poison.results[0].replace_all_uses_with(build.constant(type, 0))
        elif build.is_tensor(type):
            for use in list(poison.results[0].uses):
                user = use.owner.operation
                with poison.location, ir.InsertionPoint(user):
                    user.operands[use.operand_number] = build.empty(type, _sizes(type, user))
        if not list(poison.results[0].uses):
            poison.erase()


def _sizes(type: ir.Type, user: ir.Operation) -> list[ir.Value | int]:
    """Those of the nearest tensor of the type that a block around gets; zero where there is none."""
    while DYNAMIC in build.shape_of(type) and user.name != "func.func":
        for argument in user.block.arguments:
            if argument.type == type:
                return build.sizes_of(argument)
        user = user.parent
    return [build.index(0) if n == DYNAMIC else n for n in build.shape_of(type)]
