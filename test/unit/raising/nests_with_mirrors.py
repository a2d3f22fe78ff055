"""Nests that write several places of a matrix in each iteration; annotations are numbers of dimensions."""


def mirrored(n, A: 2, B: 2, x: 1, y: 1):
    for i in range(0, n):
        for j in range(i, n):
            A[i, j] = 0.0
            for k in range(0, n):
                A[i, j] = A[i, j] + B[k, i] * B[k, j]
            A[i, j] = A[i, j] / 3.0
            A[j, i] = A[i, j]


# What an iteration writes first, the next one writes last: it stays.
def ahead(n, A: 2, B: 2, x: 1, y: 1):
    for i in range(1, n):
        for j in range(1, n - 1):
            A[i, j + 1] = B[i, j]
            A[i, j] = B[j, i] * y[j]


# What an iteration writes last, the next one writes first.
def behind(n, A: 2, B: 2, x: 1, y: 1):
    for i in range(1, n):
        for j in range(1, n - 1):
            A[i, j] = B[i, j]
            A[i, j + 1] = B[j, i] * y[j]


# The row and the column meet where a later iteration writes the row.
def crossed(n, A: 2, B: 2, x: 1, y: 1):
    for i in range(1, n - 1):
        for j in range(1, n - 1):
            A[i, j] = B[i, j]
            A[j, i + 1] = B[j, i] * y[j]
