"""What was compiled is found again by the next process, and by nobody for whom it is not."""

import os
import subprocess
import sys
import warnings

import numpy as np
import pytest

import lagrad
from lagrad import cache, execute, own_code
from lagrad.errors import Failure
from lagrad.rules import derivatives

SQUARE = """
func.func @f(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %a = tensor.extract %x[%c0] : tensor<?xf64>
  %y = arith.mulf %a, %a : f64
  return %y : f64
}
func.func private @df(tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.gradient = @f}
func.func @half(%x: tensor<?x2xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x2xf64>
  %m = arith.divui %n, %c2 : index
  %r = tensor.extract_slice %x[0, 0] [%m, 1] [1, 1] : tensor<?x2xf64> to tensor<?xf64>
  return %r : tensor<?xf64>
}
"""


@pytest.fixture
def directory(tmp_path, monkeypatch):
    """Empty, whatever rules other tests of this process have said: with such rules nothing is kept."""
    monkeypatch.setattr(derivatives, "UNNAMED", [])
    monkeypatch.setenv("LAGRAD_CACHE", "off")
    for cpu in ("native", "x86-64-v2"):
        own_code.memory_code(cpu)  # else it has a file here, too
    monkeypatch.setenv("LAGRAD_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def made(monkeypatch):
    """The programs that are compiled, and not found."""
    programs, make = [], execute._made
    monkeypatch.setattr(execute, "_made", lambda program, *given: programs.append(program) or make(program, *given))
    return programs


def files(directory) -> list:
    return sorted(directory.iterdir())


def test_the_second_time_it_is_found(directory, made):
    x = np.array([3.0, 1.0])
    for _ in range(2):
        program = lagrad.compile(SQUARE)
        assert np.array_equal(program.df(x), [6.0, 0.0]) and program.f(x) == 9.0
        assert np.array_equal(program.half(np.arange(8.0).reshape(4, 2)), [0.0, 2.0])
        with pytest.raises(TypeError):
            program.f(x, x)
    assert made == [SQUARE] and len(files(directory)) == 1


def test_another_process_finds_it(directory):
    script = """
import lagrad, numpy, sys
from lagrad import execute
if sys.argv[1:]:
    def refuse(*given):
        raise AssertionError("compiled again")
    execute._made = refuse
program = lagrad.compile(sys.stdin.read())
print(program.df(numpy.array([3.0, 1.0])), program.half(numpy.arange(8.0).reshape(4, 2)))
"""
    for found in ([], ["found"]):
        said = subprocess.run([sys.executable, "-c", script, *found], input=SQUARE, capture_output=True, text=True)
        assert (said.stdout, said.stderr) == ("[6. 0.] [0. 2.]\n", "")


@pytest.mark.parametrize(
    "options",
    [
        {"entry": "df"},
        {"entry": ["f", "df"]},
        {"pipeline": "lagrad-default,lagrad-to-llvm-strict"},
        {"target_cpu": "x86-64-v2"},
        {"check_bounds": True},
        {"threads": 2, "pipeline": "lagrad-default,lagrad-to-llvm"},
    ],
    ids=str,
)
def test_other_options_are_another_program(directory, made, options):
    lagrad.compile(SQUARE)
    lagrad.compile(SQUARE, **options)
    lagrad.compile(SQUARE, **options)
    assert len(made) == len(files(directory)) == 2


def test_modules_are_told_by_what_they_say(directory, made):
    for text in (SQUARE, SQUARE.replace("mulf", "addf"), SQUARE):
        assert lagrad.compile(execute.parse(text)).f(np.array([3.0])) == (6.0 if "addf" in text else 9.0)
    assert len(made) == 2


def test_a_constant_comes_with_it(directory, made):
    numbers = ", ".join(f"{n}.0" for n in range(2000))
    text = f"""func.func @f(%k: index) -> f64 {{
      %t = arith.constant dense<[{numbers}]> : tensor<2000xf64>
      %r = tensor.extract %t[%k] : tensor<2000xf64>
      return %r : f64
    }}"""
    assert [lagrad.compile(text)(1999) for _ in range(2)] == [1999.0, 1999.0] and len(made) == 1


def test_warnings_are_given_again(directory, made):
    text = """
    func.func private @in_vectors(%x: vector<4xf64>) -> vector<4xf64> attributes {lagrad.checkpoint} {
      return %x : vector<4xf64>
    }
    func.func @f(%x: f64) -> f64 {
      %v = vector.broadcast %x : f64 to vector<4xf64>
      %w = func.call @in_vectors(%v) : (vector<4xf64>) -> vector<4xf64>
      %r = vector.extract %w[1] : f64 from vector<4xf64>
      return %r : f64
    }
    func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}"""
    for _ in range(2):
        with pytest.warns(UserWarning, match="'lagrad.checkpoint' of @in_vectors does not hold"):
            lagrad.compile(text)
    assert len(made) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lagrad.compile(SQUARE)


def test_failures_are_not_kept(directory):
    for _ in range(2):
        with pytest.raises(Failure):
            lagrad.compile(SQUARE.replace("mulf", "mulx"))
    assert files(directory) == []


def test_what_is_damaged_is_compiled_again(directory, made):
    lagrad.compile(SQUARE)
    (file,) = files(directory)
    whole = file.read_bytes()
    for broken in (b"", whole[:-1], whole[:100] + bytes([whole[100] ^ 1]) + whole[101:]):
        file.write_bytes(broken)
        assert lagrad.compile(SQUARE).f(np.array([3.0])) == 9.0
        assert file.read_bytes()[:32] == cache.hashlib.sha256(file.read_bytes()[32:]).digest()
    assert len(made) == 4


def test_functions_of_others_must_be_there(directory, monkeypatch):
    """A library that the first process had may be missing in the next one."""
    text = """
    func.func private @atan(f64) -> f64
    func.func @f(%x: f64) -> f64 {
      %y = func.call @atan(%x) : (f64) -> f64
      return %y : f64
    }"""
    assert lagrad.compile(text)(1.0) == np.arctan(1.0)
    monkeypatch.setattr(execute.machine_code, "is_defined", lambda name: name != "atan")
    with pytest.raises(Failure, match="the external function @atan is defined nowhere"):
        lagrad.compile(text)


def test_off(directory, made, monkeypatch):
    monkeypatch.setenv("LAGRAD_CACHE", "off")
    for _ in range(2):
        lagrad.compile(SQUARE)
    assert len(made) == 2 and not directory.exists()


def test_a_directory_of_others_is_not_used(directory, made):
    directory.mkdir()
    directory.chmod(0o777)
    for _ in range(2):
        lagrad.compile(SQUARE)
    assert len(made) == 2 and files(directory) == []


def test_where_nothing_can_be_written_all_is_compiled(made, monkeypatch):
    monkeypatch.setenv("LAGRAD_CACHE", os.devnull)
    for _ in range(2):
        assert lagrad.compile(SQUARE).f(np.array([3.0])) == 9.0
    assert len(made) == 2


def test_the_oldest_goes_first(tmp_path):
    store = cache.Store(tmp_path, most=280)
    for n, key in enumerate("abc"):
        store.put(key, bytes([n]) * 60)
        os.utime(store._path(key), (n, n))
    assert store.get("a") == bytes(60)  # and so it is the youngest now
    store.put("d", bytes(60))
    assert [store.get(key) is not None for key in "abcd"] == [True, False, True, True]
    store.put("e", bytes(500))
    assert store.get("e") is None and store.get("d") is not None
    assert sorted(path.suffix for path in files(tmp_path)) == [".lagrad"] * 3


def test_the_compiler_is_all_of_its_files():
    names = {path.name for path in cache._own_files()}
    assert {"cache.py", "upstream_passes.json", "pipeline.py"} <= names
    assert not any(name.endswith(".pyc") for name in names)


def test_another_compiler_has_other_keys(monkeypatch):
    here = cache.key(["text", "program"])
    assert here == cache.key(["text", "program"]) != cache.key(["textp", "rogram"])
    monkeypatch.setattr(cache, "_compiler", lambda: b"another")
    assert cache.key(["text", "program"]) != here
