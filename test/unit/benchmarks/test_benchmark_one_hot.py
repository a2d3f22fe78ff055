"""The rows that the benchmark times are those of the Jacobian."""

from benchmarks import one_hot


def test_a_row_by_one_element_is_that_of_the_cotangent():
    compiled = one_hot.functions()
    assert max(one_hot.compare(compiled, size) for size in (20, 50)) < 1e-12
