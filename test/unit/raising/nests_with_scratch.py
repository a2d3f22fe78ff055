"""Nests with variables of one iteration in memory; annotations are numbers of dimensions."""


# x[0] is a variable of one iteration. The loop of the first row has no iterations, so x[0] stays what it was.
def scratch_in_a_triangle(n, A: 2, B: 2, x: 1, y: 1):
    for i in range(0, n):
        for j in range(0, i):
            x[0] = 0.0
            for k in range(0, n):
                x[0] = x[0] + A[i, k] * A[k, j]
            y[j] = y[j] + x[0] * x[0]
            B[j, i] = A[i, j] + x[0]


def scratch_that_is_read_first(n, A: 2, B: 2, x: 1, y: 1):
    for i in range(0, n):
        y[i] = x[0]
        x[0] = A[i, i]
