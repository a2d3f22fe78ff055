"""Our maximum flow against SciPy's."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from lagrad.analysis.recording.max_flow import Network


@st.composite
def capacities(draw) -> np.ndarray:
    nodes = draw(st.integers(2, 14))
    edges = draw(
        st.lists(
            st.tuples(st.integers(0, nodes - 1), st.integers(0, nodes - 1), st.integers(1, 60)),
            max_size=60,
        )
    )
    matrix = np.zeros((nodes, nodes), dtype=np.int32)
    for tail, head, capacity in edges:
        if tail != head:
            matrix[tail, head] = capacity
    return matrix


def network(matrix: np.ndarray) -> Network:
    built = Network(len(matrix))
    for tail, head in zip(*np.nonzero(matrix)):
        built.edge(int(tail), int(head), int(matrix[tail, head]))
    return built


@settings(max_examples=200, deadline=None)
@given(capacities())
def test_value_is_that_of_scipy(matrix):
    assert network(matrix).saturate(0, 1) == maximum_flow(csr_array(matrix), 0, 1).flow_value


@settings(max_examples=200, deadline=None)
@given(capacities())
def test_what_stays_reachable_is_a_minimum_cut(matrix):
    flow = network(matrix)
    value = flow.saturate(0, 1)
    near = np.array(flow.reachable(0)) >= 0
    assert near[0] and not near[1]
    assert matrix[np.ix_(near, ~near)].sum() == value
