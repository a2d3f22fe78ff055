"""The budget: time that is used up stops symbolic work, and leaves the rest to ordinary AD."""

import threading
import time

import pytest
from coarse_programs import text_of

from lagrad import pipelines
from lagrad.coarsening.budget import Budget, OutOfBudget
from lagrad.errors import Report
from lagrad.mlir import ir


def test_work_that_takes_too_long_is_interrupted():
    budget, start = Budget(0.2), time.monotonic()
    with pytest.raises(OutOfBudget), budget.spend():
        while True:
            pass
    assert time.monotonic() - start < 1.2
    assert budget.left <= 0


def test_nothing_is_begun_without_time():
    with pytest.raises(OutOfBudget), Budget(0.0).spend():
        raise AssertionError("it was begun")


def test_what_is_quick_leaves_the_rest():
    budget = Budget(50.0)
    with budget.spend():
        pass
    assert 49.0 < budget.left <= 50.0


def test_threads_have_no_alarm_but_a_budget():
    done = []

    def work():
        budget = Budget(0.01)
        with budget.spend():
            time.sleep(0.05)
        with pytest.raises(OutOfBudget), budget.spend():
            raise AssertionError("it was begun")
        done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done


def test_without_time_the_program_stays_as_it_is():
    with pipelines.new_context():
        module = ir.Module.parse(text_of("spring"))
        before, report = str(module), Report()
        pipelines.run(module, "lagrad-coarsen-segments{seconds=0}", report)
        assert str(module) == before
    assert [r.message.rpartition(": ")[2] for r in report.remarks] == ["the time for symbolic work is used up"]
