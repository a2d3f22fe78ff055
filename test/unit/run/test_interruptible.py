"""Calls that Ctrl-C ends, in a process of their own."""

import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import lagrad

ENDLESS = """
func.func @endless(%x: f64, %step: f64) -> f64 {
  %r = scf.while (%a = %x) : (f64) -> f64 {
    %goes = arith.cmpf oge, %a, %x : f64
    scf.condition(%goes) %a : f64
  } do {
  ^bb0(%a: f64):
    %b = arith.addf %a, %step : f64
    scf.yield %b : f64
  }
  return %r : f64
}
"""
PROGRAM = f"""
import signal
import lagrad
signal.signal(signal.SIGINT, signal.default_int_handler)  # a process in the background begins without it
program = lagrad.compile('''{ENDLESS}''')
try:
    print("called", flush=True)
    lagrad.interruptible(program.endless)(1.0, 0.0)
except KeyboardInterrupt:
    print("interrupted", program.endless(1.0, -1.0))
"""


def test_ctrl_c_ends_an_endless_call_and_then_the_process():
    process = subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "called\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=20)[0] == "interrupted 0.0\n"
        assert process.returncode == 0
    finally:
        process.kill()


def test_it_is_the_same_function():
    checked = lagrad.compile(
        textwrap.dedent("""
        func.func @third(%x: tensor<?xf64>) -> f64 {
          %c2 = arith.constant 2 : index
          %v = tensor.extract %x[%c2] : tensor<?xf64>
          return %v : f64
        }"""),
        check_bounds=True,
    ).third
    third = lagrad.interruptible(checked)
    assert third(x=np.arange(3.0)) == 2.0 and third.signature is checked.signature
    with pytest.raises(lagrad.CheckFailed, match="index 2 is out of bounds"):
        third(np.ones(2))
    with pytest.raises(TypeError):
        third()
    out = np.empty(())
    assert third(np.arange(3.0), out=out) is out and out == 2.0


def test_another_thread_calls_it_as_it_is():
    seen = []
    worker = threading.Thread(target=lagrad.interruptible(lambda: seen.append(threading.current_thread())))
    worker.start()
    worker.join()
    assert seen == [worker]
