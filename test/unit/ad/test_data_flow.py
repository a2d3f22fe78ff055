"""The sets of the data-flow algebra on all programs, and what holds between them."""

import pytest
from programs import NAMES, load

from lagrad import pipelines
from lagrad.ad.data_flow import SETS, DataFlow
from lagrad.analysis.recording.slices import Residual
from lagrad.errors import Report
from lagrad.mlir import ir
from lagrad.transforms.printing.plans import show_plans
from lagrad.transforms.printing.print_dataflow import PrintDataflow


def check_sets(name: str) -> None:
    """What an adjoint reads is preserved by all that follows; what a section kills it does not read, and writes."""
    with pipelines.new_context() as context:
        for dialect in PrintDataflow.creates:
            context.dialects[dialect]
        module = ir.Module.parse(load(name).text)

        def check(request, program, activity, account):
            if account is None:
                return
            flow = DataFlow(account)
            for op in flow.sections:
                sets = {each: set(flow.of(each, op)) for each in SETS}
                assert sets["killed"] <= sets["written"]
                assert sets["killed"].isdisjoint(sets["read"])
                block = program.block_of_op(op)
                if block == program.entry:
                    before = program.ops(block)[: program.ops(block).index(op)]
                    needed = {key for other in before for key in flow.of("needed", other)}
                    assert needed <= sets["tbr"]
                    assert all(isinstance(k, Residual) or program.block_of(k) == block for k in sets["tbr"])

        with module.operation.location:
            show_plans(module.operation, Report(), check)
        PrintDataflow().run(module.operation, Report())


@pytest.mark.parametrize("name", NAMES[3::25])
def test_sets_agree(name):
    check_sets(name)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_all_sets_agree(name):
    check_sets(name)
