"""Buffers whose sizes are found when a function runs: on the stack while there is room, with the numbers that they have
on the heap."""

import re

import counted_heap
import numpy as np
import pytest

import lagrad
from lagrad import emit, execute
from lagrad.errors import Failure
from lagrad.lowering.allocation import fixed
from lagrad.lowering.allocation.taken import Buffer
from lagrad.lowering.machine import native

# Three products, each of which needs the one before it as a whole, and a row for each of two sums.
PROGRAM = """
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @f(%x: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%n, %n) : tensor<?x?xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  %a = linalg.matmul ins(%x, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%z : tensor<?x?xf64>) -> tensor<?x?xf64>
  %b = linalg.matmul ins(%a, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%z : tensor<?x?xf64>) -> tensor<?x?xf64>
  %c = linalg.matmul ins(%b, %a : tensor<?x?xf64>, tensor<?x?xf64>) outs(%z : tensor<?x?xf64>) -> tensor<?x?xf64>
  %e1 = tensor.empty(%n) : tensor<?xf64>
  %z1 = linalg.fill ins(%zero : f64) outs(%e1 : tensor<?xf64>) -> tensor<?xf64>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%b : tensor<?x?xf64>) outs(%z1 : tensor<?xf64>) {
    ^bb0(%v: f64, %out: f64):
      %sum = arith.addf %v, %out : f64
      linalg.yield %sum : f64
  } -> tensor<?xf64>
  %t = linalg.matvec ins(%a, %s : tensor<?x?xf64>, tensor<?xf64>) outs(%z1 : tensor<?xf64>) -> tensor<?xf64>
  return %c, %t : tensor<?x?xf64>, tensor<?xf64>
}
"""
LOWERINGS = ["lagrad-to-llvm", "lagrad-to-llvm-strict", "lagrad-to-llvm-blas", "lagrad-to-llvm{threads=2}"]


@pytest.mark.parametrize("lowering", LOWERINGS)
def test_numbers(lowering):
    program, heap = counted_heap.compile(PROGRAM, f"lagrad-default,{lowering}")
    for n in (0, 1, 2, 5, 33, 64, 100, 128, 129, 181, 300):
        x = np.random.default_rng(n).uniform(-1, 1, (n, n)) / max(1, n) ** 0.5
        c, t = program.f(x)
        np.testing.assert_allclose(c, x @ x @ x @ x @ x, atol=1e-12)
        np.testing.assert_allclose(t, x @ x @ (x @ x @ x).sum(1), atol=1e-12)
        assert heap.taken == heap.freed, n


def test_small_ones_are_on_the_stack():
    program, heap = counted_heap.compile(PROGRAM, "lagrad-default,lagrad-to-llvm")
    program.f(np.ones((100, 100)))  # 80 kB each
    assert heap.taken == 0
    program.f(np.ones((150, 150)))  # 180 kB: the first one
    assert heap.taken > 0


# Vectors of n - 1, n - 2 ... numbers, each of which is needed as a whole until the next one is there.
CHAIN = (
    """
func.func @f(%v0: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n0 = tensor.dim %v0, %c0 : tensor<?xf64>
"""
    + "".join(
        f"""
  %n{k + 1} = arith.subi %n{k}, %c1 : index
  %e{k} = tensor.empty(%n{k + 1}) : tensor<?xf64>
  %v{k + 1} = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}}
      outs(%e{k} : tensor<?xf64>) {{
    ^bb0(%out: f64):
      %i = linalg.index 0 : index
      %j = arith.subi %n{k + 1}, %i : index
      %x = tensor.extract %v{k}[%j] : tensor<?xf64>
      %y = math.sin %x : f64
      linalg.yield %y : f64
  }} -> tensor<?xf64>"""
        for k in range(6)
    )
    + """
  return %v6 : tensor<?xf64>
}
"""
)


def test_a_place_of_the_stack_is_used_again():
    """Five of 96 kB, of which two are in use at once; and of 160 kB, where the second one is on the heap."""
    program, heap = counted_heap.compile(CHAIN, "lagrad-default,lagrad-to-llvm")
    for n in (6, 7, 100, 12_000, 20_000):
        x = expected = np.random.default_rng(n).normal(size=n)
        for _ in range(6):
            expected = np.sin(expected[:0:-1])
        np.testing.assert_allclose(program.f(x), expected, rtol=1e-13)
        assert heap.taken == heap.freed
        assert (heap.taken == 0) == (n <= 12_000)


def test_none_is_with_the_option():
    placed = str(emit.lower(execute.parse(PROGRAM), "lagrad-default,lagrad-to-llvm"))
    assert "llvm.alloca" in placed and "lagrad.scratch" in placed
    text = str(lagrad.pipelines.read("lagrad-default,lagrad-to-llvm")).replace(
        "lagrad-place-buffers", "lagrad-place-buffers{stack=0}"
    )
    assert "lagrad.scratch" not in str(emit.lower(execute.parse(PROGRAM), text))


def test_the_stack_is_as_before_after_each_call():
    """A million calls of a function that takes 80 kB, in a loop of another one."""
    program = lagrad.compile("""
func.func @f(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf64> {
    %u = func.call @step(%t, %i) : (tensor<?xf64>, index) -> tensor<?xf64>
    scf.yield %u : tensor<?xf64>
  }
  return %y : tensor<?xf64>
}
func.func private @step(%x: tensor<?xf64>, %i: index) -> tensor<?xf64> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10000 = arith.constant 10000 : index
  %k = arith.remui %i, %c4 : index
  %m = arith.addi %k, %c10000 : index
  %one = arith.constant 1.0 : f64
  %e = tensor.empty(%m) : tensor<?xf64>
  %first = tensor.extract %x[%c0] : tensor<?xf64>
  %some = tensor.insert %first into %e[%k] : tensor<?xf64>
  %same = scf.for %j = %c0 to %k step %c1 iter_args(%t = %some) -> tensor<?xf64> {
    %v = tensor.extract %t[%k] : tensor<?xf64>
    %t1 = tensor.insert %v into %t[%j] : tensor<?xf64>
    scf.yield %t1 : tensor<?xf64>
  }
  %v = tensor.extract %same[%c0] : tensor<?xf64>
  %w = arith.addf %v, %one : f64
  %y = tensor.insert %w into %x[%c0] : tensor<?xf64>
  return %y : tensor<?xf64>
}
""")
    assert program.f(np.zeros(3), 1_000_000).tolist() == [1e6, 0, 0]


def test_loops_need_no_comparison_of_addresses():
    """LLVM compares where buffers lie before a loop of vector code unless it knows that they are apart."""
    text = emit.llvm_text(emit.lower(execute.parse(PROGRAM), "lagrad-default,lagrad-to-llvm-strict"))
    assert text.count("call ptr @lagrad.scratch(") >= 3 and text.count("call void @lagrad.release(") >= 3
    assert "found.conflict" not in native.optimized(text)


@pytest.mark.parametrize("name", ["free", "aligned_alloc"])
def test_a_function_may_have_the_name_of_one_that_takes_memory(name):
    text = PROGRAM.replace(
        "%zero = arith.constant 0.0 : f64",
        f"%none = arith.constant 0.0 : f64 %zero = func.call @{name}(%none) : (f64) -> f64",
    )
    text += f"""
func.func private @{name}(%x: f64) -> f64 attributes {{no_inline}} {{
  %y = arith.addf %x, %x : f64
  return %y : f64
}}
"""
    c, _ = lagrad.compile(text, pipeline="lagrad-default,lagrad-to-llvm").f(np.eye(200))
    np.testing.assert_array_equal(c, np.eye(200))
    with pytest.raises(Failure, match=f"a public function cannot be called @{name}"):
        lagrad.compile(text.replace(f"private @{name}", f"@{name}"), pipeline="lagrad-default,lagrad-to-llvm")


def fixed_chain(sizes: list[int]) -> str:
    """Vectors of fixed sizes: each has the sines of the one before, from the second on, and again from the first."""
    lines, last = [], "%v0"
    types = [f"tensor<{n}xf64>" for n in sizes]
    for k, (before, n) in enumerate(zip(sizes, sizes[1:])):
        lines.append(f"""
  %e{k} = tensor.empty() : {types[k + 1]}
  %v{k + 1} = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}}
      outs(%e{k} : {types[k + 1]}) {{
    ^bb0(%out: f64):
      %i = linalg.index 0 : index
      %size = arith.constant {before} : index
      %next = arith.addi %i, %one : index
      %j = arith.remui %next, %size : index
      %x = tensor.extract {last}[%j] : {types[k]}
      %y = math.sin %x : f64
      linalg.yield %y : f64
  }} -> {types[k + 1]}""")
        last = f"%v{k + 1}"
    head = f"func.func @f(%v0: {types[0]}) -> {types[-1]} {{\n  %one = arith.constant 1 : index"
    return head + "".join(lines) + f"\n  return {last} : {types[-1]}\n}}"


@pytest.mark.parametrize("seed", range(6))
def test_buffers_of_fixed_sizes_share_one_block(seed):
    """Each is read once the next one is there; what is taken is full of NaNs, wherever it is."""
    sizes = [int(n) for n in np.random.default_rng(seed).integers(1, 90_000, 9)]
    program, heap = counted_heap.compile(fixed_chain(sizes), "lagrad-default,lagrad-to-llvm")
    x = expected = np.random.default_rng(seed).normal(size=sizes[0])
    for before, n in zip(sizes, sizes[1:]):
        expected = np.sin(expected[(np.arange(n) + 1) % before])
    np.testing.assert_allclose(program.f(x), expected, rtol=1e-13)
    assert heap.taken <= 1 and heap.taken == heap.freed
    inner = sizes[1:-1]
    assert heap.most <= 1.2 * max(8 * (a + b) for a, b in zip(inner, inner[1:])) + 4096


def test_what_places_do_stays_hidden():
    """All fit on the stack, so that nothing is taken: LLVM may not find out that a place is a number, nor its end."""
    text = emit.llvm_text(emit.lower(execute.parse(fixed_chain([100, 4000, 3000, 2000, 10])), "lagrad-to-llvm"))
    assert text.count("call ptr @lagrad.place(") == 3 and "@lagrad.scratch" not in text
    made = native.optimized(text)
    assert len(re.findall(r"call .*ptr @lagrad\.place\(", made)) == 3
    assert len(re.findall(r"call .*void @lagrad\.leave\(", made)) == 3
    assert not re.search(r"define [^\n]*@lagrad\.(place|leave)\([^\n]*memory\(", made)


def test_sizes_beyond_any_memory_end_the_call():
    with pytest.raises(MemoryError):
        lagrad.compile(fixed_chain([10, 1 << 60, 1 << 59, 1]), pipeline="lagrad-default,lagrad-to-llvm").f(np.ones(10))


@pytest.mark.parametrize("seed", range(60))
def test_no_two_buffers_in_use_at_once_meet(seed):
    """Of any lifetimes; and the block is little larger than what is in use where that is most."""
    random = np.random.default_rng(seed)
    count = int(random.choice([1, 2, 5, 12, 30]))
    begins = random.integers(0, 3 * count, count)
    ends = begins + random.choice([1, 2, 3, 8, 2 * count], count)
    sizes = random.integers(0, 4000, count) * 8
    buffers = [Buffer(None, None, int(b), int(e), int(n)) for b, e, n in zip(begins, ends, sizes)]
    block = fixed.smallest_block(buffers)
    assert {id(buffer) for *_, buffer in block.places} == set(map(id, buffers))
    for begin, end, buffer in block.places:
        assert begin % 64 == 0 and end - begin >= buffer.bytes and 0 <= begin <= end <= block.bytes
        for other_begin, other_end, other in block.places:
            in_use_at_once = other is not buffer and other.begin <= buffer.end and buffer.begin <= other.end
            assert not in_use_at_once or end <= other_begin or other_end <= begin
    lines = -(-sizes // 64) * 64
    most = max(int(lines[(begins <= t) & (t <= ends)].sum()) for t in range(int(ends.max()) + 1))
    assert most <= block.bytes <= 1.25 * most


def test_what_no_memory_has_gets_no_place():
    buffers = [Buffer(None, None, 0, 3, 1 << 63), Buffer(None, None, 1, 2, 64)]
    assert [buffer for *_, buffer in fixed.smallest_block(buffers).places] == buffers[1:]
