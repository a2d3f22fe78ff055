"""The budget: time that is used up stops symbolic work, and leaves the rest to ordinary AD."""

import signal
import threading
import time

import pytest
from coarse_programs import text_of

import lagrad
from lagrad import pipelines
from lagrad.coarsening.budget import Budget, OutOfBudget
from lagrad.errors import Report
from lagrad.mlir import ir
from lagrad.pipelines import NAMED


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


def busy(seconds: float = 60.0):
    """What SymPy may do: it takes a minute, and swallows what interrupts it first."""
    end, swallows = time.monotonic() + seconds, True
    while time.monotonic() < end:
        try:
            sum(range(1000))
        except OutOfBudget:
            if not swallows:
                raise
            swallows = False
    raise AssertionError("nothing interrupted it")


def in_thread(work) -> list:
    """What a function gives in a thread that is not the main one, or the exception that it raises."""
    found: list = []

    def run():
        try:
            found.append(work())
        except BaseException as raised:
            found.append(raised)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return found


@pytest.mark.parametrize("run", [lambda work: [work()], in_thread], ids=["main thread", "another thread"])
def test_a_slow_call_is_interrupted_in_any_thread(run):
    def work():
        budget = Budget(0.05)
        with pytest.raises(OutOfBudget), budget.spend():
            busy()
        with pytest.raises(OutOfBudget), budget.spend():
            raise AssertionError("it was begun")
        sum(sum(range(1000)) for _ in range(1000))  # no second interruption comes later
        return "done"

    alone = threading.active_count()
    assert run(work) == ["done"]
    assert threading.active_count() == alone


def test_signals_are_given_back():
    def own(number, frame):
        raise AssertionError("the timer runs on")

    before = signal.signal(signal.SIGALRM, own)
    try:
        with pytest.raises(OutOfBudget), Budget(0.05).spend():
            busy()
        assert signal.getsignal(signal.SIGALRM) is own
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("run", [lambda work: [work()], in_thread], ids=["main thread", "another thread"])
def test_what_sympy_takes_a_minute_for_is_left_to_ordinary_ad(run, monkeypatch):
    begun = []
    monkeypatch.setattr("lagrad.coarsening.segments.verdict.closed_form", lambda *of: begun.append(of) or busy())
    passes = NAMED["lagrad-coarsened"].replace("lagrad-coarsen-segments", "lagrad-coarsen-segments{seconds=0.3}")
    (program,) = run(lambda: lagrad.compile(text_of("spring"), pipeline=f"{passes},lagrad-to-llvm"))
    assert len(begun) == 1
    x, y, z = 0.7, 1.1, 0.4
    n = (x * x + y * y) ** 0.5
    wanted = (2 * (n - z) * x / n, 2 * (n - z) * y / n, -2 * (n - z))
    assert program.gradient(x, y, z) == pytest.approx(wanted, rel=1e-14)


def test_without_time_the_program_stays_as_it_is():
    with pipelines.new_context():
        module = ir.Module.parse(text_of("spring"))
        before, report = str(module), Report()
        pipelines.run(module, "lagrad-coarsen-segments{seconds=0}", report)
        assert str(module) == before
    assert [r.message.rpartition(": ")[2] for r in report.remarks] == ["the time for symbolic work is used up"]
