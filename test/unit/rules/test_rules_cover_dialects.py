"""Every float operation of `arith` and `math` has a rule, ends activity, or is refused."""

import itertools

import pytest

from lagrad import pipelines, rules
from lagrad.mlir import arith, ir, math

# Operations without a float among operands and results, with what they need besides operands.
INTEGERS = {
    "arith.addi": "", "arith.addui_extended": "", "arith.andi": "", "arith.ceildivsi": "",
    "arith.ceildivui": "", "arith.cmpi": " <{predicate = 0 : i64}>", "arith.divsi": "",
    "arith.divui": "", "arith.extsi": "", "arith.extui": "", "arith.floordivsi": "",
    "arith.index_cast": "", "arith.index_castui": "", "arith.maxsi": "", "arith.maxui": "",
    "arith.minsi": "", "arith.minui": "", "arith.muli": "", "arith.mulsi_extended": "",
    "arith.mului_extended": "", "arith.ori": "", "arith.remsi": "", "arith.remui": "",
    "arith.shli": "", "arith.shrsi": "", "arith.shrui": "", "arith.subi": "", "arith.subui_extended": "",
    "arith.trunci": "", "arith.xori": "", "math.absi": "", "math.ctlz": "", "math.cttz": "",
    "math.ctpop": "", "math.ipowi": "",
}  # fmt: skip


def operations():
    return sorted(
        {
            cls.OPERATION_NAME
            for dialect in (arith, math)
            for name in dir(dialect)
            if hasattr(cls := getattr(dialect, name), "OPERATION_NAME")
        }
    )


def signatures():
    """Types of up to three operands and up to two results."""
    kinds = ("i1", "i32", "i64", "index", "f64")
    for operands, results in itertools.product((1, 2, 3), (1, 2)):
        for types in itertools.product(kinds, repeat=2):
            first, last = types
            yield [first] * operands, [last] + ["i1"] * (results - 1)
            yield [first] * operands, [last] * results
            yield [first, *[last] * (operands - 1)], [first] * results


def accepts(op, attributes, operands, results) -> bool:
    arguments = ", ".join(f"%{n}: {t}" for n, t in enumerate(operands))
    names = ", ".join(f"%{n}" for n in range(len(operands)))
    text = (
        f"func.func @f({arguments}) {{\n"
        f'  %r:{len(results)} = "{op}"({names}){attributes} : ({", ".join(operands)}) -> ({", ".join(results)})\n'
        "  return\n}"
    )
    try:
        ir.Module.parse(text)
    except ir.MLIRError:
        return False
    return True


@pytest.mark.parametrize("op", operations())
def test_each_operation_is_accounted_for(op):
    registries = {
        "table": rules.RULES,
        "inactive": rules.INACTIVE,
        "from integers": rules.FROM_INTEGERS,
        "refused": rules.REFUSED,
        "rewritten": rules.REWRITTEN,
    }
    places = [name for name, registry in registries.items() if op in registry]
    if op in INTEGERS:
        assert places in ([], ["inactive"]), f"'{op}' has no floats, and stands in {places}"
    else:
        assert len(places) == 1, f"'{op}' stands in {places or 'no list'}; it belongs into one"


@pytest.mark.parametrize("op", sorted(INTEGERS))
def test_integer_operations_take_no_floats(op):
    with pipelines.new_context():
        accepted = [s for s in signatures() if accepts(op, INTEGERS[op], *s)]
    assert accepted, "the operation can be built at all"
    assert not [s for s in accepted if "f64" in (*s[0], *s[1])]


def test_the_table_names_only_operations_that_exist():
    known = set(operations())
    for op in (*rules.RULES, *rules.INACTIVE, *rules.FROM_INTEGERS, *rules.REFUSED, *rules.REWRITTEN):
        if op.split(".")[0] in ("arith", "math"):
            assert op in known
