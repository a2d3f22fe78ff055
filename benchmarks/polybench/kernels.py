"""The kernels of PolyBench/C 4.2, by L.-N. Pouchet and T. Yuki, as loops over arrays.

Each is a function of the size `n` and of scalars and arrays, which it changes in place. Annotations give the number of
dimensions, each of size n; a scalar has none. `affine` translates them, so they are loops, assignments and arithmetic.
"""

from math import exp, sqrt  # noqa: F401  the kernels' own

from numpy import where  # noqa: F401

# ruff: noqa: E741


def gemm(n, alpha: 0, beta: 0, C: 2, A: 2, B: 2):
    for i in range(0, n):
        for j in range(0, n):
            C[i, j] = C[i, j] * beta
        for k in range(0, n):
            for j in range(0, n):
                C[i, j] = C[i, j] + alpha * A[i, k] * B[k, j]


def twomm(n, alpha: 0, beta: 0, tmp: 2, A: 2, B: 2, C: 2, D: 2):
    for i in range(0, n):
        for j in range(0, n):
            tmp[i, j] = 0.0
            for k in range(0, n):
                tmp[i, j] = tmp[i, j] + alpha * A[i, k] * B[k, j]
    for i in range(0, n):
        for j in range(0, n):
            D[i, j] = D[i, j] * beta
            for k in range(0, n):
                D[i, j] = D[i, j] + tmp[i, k] * C[k, j]


def threemm(n, E: 2, A: 2, B: 2, F: 2, C: 2, D: 2, G: 2):
    for i in range(0, n):
        for j in range(0, n):
            E[i, j] = 0.0
            for k in range(0, n):
                E[i, j] = E[i, j] + A[i, k] * B[k, j]
    for i in range(0, n):
        for j in range(0, n):
            F[i, j] = 0.0
            for k in range(0, n):
                F[i, j] = F[i, j] + C[i, k] * D[k, j]
    for i in range(0, n):
        for j in range(0, n):
            G[i, j] = 0.0
            for k in range(0, n):
                G[i, j] = G[i, j] + E[i, k] * F[k, j]


def atax(n, A: 2, x: 1, y: 1, tmp: 1):
    for i in range(0, n):
        y[i] = 0.0
    for i in range(0, n):
        tmp[i] = 0.0
        for j in range(0, n):
            tmp[i] = tmp[i] + A[i, j] * x[j]
        for j in range(0, n):
            y[j] = y[j] + A[i, j] * tmp[i]


def bicg(n, A: 2, s: 1, q: 1, p: 1, r: 1):
    for i in range(0, n):
        s[i] = 0.0
    for i in range(0, n):
        q[i] = 0.0
        for j in range(0, n):
            s[j] = s[j] + r[i] * A[i, j]
            q[i] = q[i] + A[i, j] * p[j]


def mvt(n, x1: 1, x2: 1, y1: 1, y2: 1, A: 2):
    for i in range(0, n):
        for j in range(0, n):
            x1[i] = x1[i] + A[i, j] * y1[j]
    for i in range(0, n):
        for j in range(0, n):
            x2[i] = x2[i] + A[j, i] * y2[j]


def gemver(n, alpha: 0, beta: 0, A: 2, u1: 1, v1: 1, u2: 1, v2: 1, w: 1, x: 1, y: 1, z: 1):
    for i in range(0, n):
        for j in range(0, n):
            A[i, j] = A[i, j] + u1[i] * v1[j] + u2[i] * v2[j]
    for i in range(0, n):
        for j in range(0, n):
            x[i] = x[i] + beta * A[j, i] * y[j]
    for i in range(0, n):
        x[i] = x[i] + z[i]
    for i in range(0, n):
        for j in range(0, n):
            w[i] = w[i] + alpha * A[i, j] * x[j]


def gesummv(n, alpha: 0, beta: 0, A: 2, B: 2, tmp: 1, x: 1, y: 1):
    for i in range(0, n):
        tmp[i] = 0.0
        y[i] = 0.0
        for j in range(0, n):
            tmp[i] = A[i, j] * x[j] + tmp[i]
            y[i] = B[i, j] * x[j] + y[i]
        y[i] = alpha * tmp[i] + beta * y[i]


def syrk(n, alpha: 0, beta: 0, C: 2, A: 2):
    for i in range(0, n):
        for j in range(0, i + 1):
            C[i, j] = C[i, j] * beta
        for k in range(0, n):
            for j in range(0, i + 1):
                C[i, j] = C[i, j] + alpha * A[i, k] * A[j, k]


def syr2k(n, alpha: 0, beta: 0, C: 2, A: 2, B: 2):
    for i in range(0, n):
        for j in range(0, i + 1):
            C[i, j] = C[i, j] * beta
        for k in range(0, n):
            for j in range(0, i + 1):
                C[i, j] = C[i, j] + A[j, k] * alpha * B[i, k] + B[j, k] * alpha * A[i, k]


def trmm(n, alpha: 0, A: 2, B: 2):
    for i in range(0, n):
        for j in range(0, n):
            for k in range(i + 1, n):
                B[i, j] = B[i, j] + A[k, i] * B[k, j]
            B[i, j] = alpha * B[i, j]


def symm(n, alpha: 0, beta: 0, C: 2, A: 2, B: 2, temp: 1):
    for i in range(0, n):
        for j in range(0, n):
            temp[0] = 0.0
            for k in range(0, i):
                C[k, j] = C[k, j] + alpha * B[i, j] * A[i, k]
                temp[0] = temp[0] + B[k, j] * A[i, k]
            C[i, j] = beta * C[i, j] + alpha * B[i, j] * A[i, i] + alpha * temp[0]


def doitgen(n, A: 3, C4: 2, sum: 1):
    for r in range(0, n):
        for q in range(0, n):
            for p in range(0, n):
                sum[p] = 0.0
                for s in range(0, n):
                    sum[p] = sum[p] + A[r, q, s] * C4[s, p]
            for p in range(0, n):
                A[r, q, p] = sum[p]


def trisolv(n, L: 2, x: 1, b: 1):
    for i in range(0, n):
        x[i] = b[i]
        for j in range(0, i):
            x[i] = x[i] - L[i, j] * x[j]
        x[i] = x[i] / L[i, i]


def cholesky(n, A: 2):
    for i in range(0, n):
        for j in range(0, i):
            for k in range(0, j):
                A[i, j] = A[i, j] - A[i, k] * A[j, k]
            A[i, j] = A[i, j] / A[j, j]
        for k in range(0, i):
            A[i, i] = A[i, i] - A[i, k] * A[i, k]
        A[i, i] = sqrt(A[i, i])


def lu(n, A: 2):
    for i in range(0, n):
        for j in range(0, i):
            for k in range(0, j):
                A[i, j] = A[i, j] - A[i, k] * A[k, j]
            A[i, j] = A[i, j] / A[j, j]
        for j in range(i, n):
            for k in range(0, i):
                A[i, j] = A[i, j] - A[i, k] * A[k, j]


def ludcmp(n, A: 2, b: 1, x: 1, y: 1, w: 1):
    for i in range(0, n):
        for j in range(0, i):
            w[0] = A[i, j]
            for k in range(0, j):
                w[0] = w[0] - A[i, k] * A[k, j]
            A[i, j] = w[0] / A[j, j]
        for j in range(i, n):
            w[0] = A[i, j]
            for k in range(0, i):
                w[0] = w[0] - A[i, k] * A[k, j]
            A[i, j] = w[0]
    for i in range(0, n):
        w[0] = b[i]
        for j in range(0, i):
            w[0] = w[0] - A[i, j] * y[j]
        y[i] = w[0]
    for i in range(0, n):
        w[0] = y[n - 1 - i]
        for j in range(n - i, n):
            w[0] = w[0] - A[n - 1 - i, j] * x[j]
        x[n - 1 - i] = w[0] / A[n - 1 - i, n - 1 - i]


def durbin(n, r: 1, y: 1, z: 1, alpha: 1, beta: 1, sum: 1):
    y[0] = 0.0 - r[0]
    beta[0] = 1.0
    alpha[0] = 0.0 - r[0]
    for k in range(1, n):
        beta[0] = (1.0 - alpha[0] * alpha[0]) * beta[0]
        sum[0] = 0.0
        for i in range(0, k):
            sum[0] = sum[0] + r[k - i - 1] * y[i]
        alpha[0] = 0.0 - (r[k] + sum[0]) / beta[0]
        for i in range(0, k):
            z[i] = y[i] + alpha[0] * y[k - i - 1]
        for i in range(0, k):
            y[i] = z[i]
        y[k] = alpha[0]


def gramschmidt(n, A: 2, R: 2, Q: 2, nrm: 1):
    for k in range(0, n):
        nrm[0] = 0.0
        for i in range(0, n):
            nrm[0] = nrm[0] + A[i, k] * A[i, k]
        R[k, k] = sqrt(nrm[0])
        for i in range(0, n):
            Q[i, k] = A[i, k] / R[k, k]
        for j in range(k + 1, n):
            R[k, j] = 0.0
            for i in range(0, n):
                R[k, j] = R[k, j] + Q[i, k] * A[i, j]
            for i in range(0, n):
                A[i, j] = A[i, j] - Q[i, k] * R[k, j]


def covariance(n, data: 2, cov: 2, mean: 1, float_n: 0):
    for j in range(0, n):
        mean[j] = 0.0
        for i in range(0, n):
            mean[j] = mean[j] + data[i, j]
        mean[j] = mean[j] / float_n
    for i in range(0, n):
        for j in range(0, n):
            data[i, j] = data[i, j] - mean[j]
    for i in range(0, n):
        for j in range(i, n):
            cov[i, j] = 0.0
            for k in range(0, n):
                cov[i, j] = cov[i, j] + data[k, i] * data[k, j]
            cov[i, j] = cov[i, j] / (float_n - 1.0)
            cov[j, i] = cov[i, j]


def jacobi_1d(n, A: 1, B: 1):
    for t in range(0, 4):
        for i in range(1, n - 1):
            B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1])
        for i in range(1, n - 1):
            A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1])


def jacobi_2d(n, A: 2, B: 2):
    for t in range(0, 4):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                B[i, j] = 0.2 * (A[i, j] + A[i, j - 1] + A[i, 1 + j] + A[1 + i, j] + A[i - 1, j])
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                A[i, j] = 0.2 * (B[i, j] + B[i, j - 1] + B[i, 1 + j] + B[1 + i, j] + B[i - 1, j])


def seidel_2d(n, A: 2):
    for t in range(0, 4):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                A[i, j] = (
                    A[i - 1, j - 1] + A[i - 1, j] + A[i - 1, j + 1] + A[i, j - 1] + A[i, j] + A[i, j + 1]
                    + A[i + 1, j - 1] + A[i + 1, j] + A[i + 1, j + 1]
                ) / 9.0  # fmt: skip


def heat_3d(n, A: 3, B: 3):
    for t in range(0, 2):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                for k in range(1, n - 1):
                    B[i, j, k] = (
                        0.125 * (A[i + 1, j, k] - 2.0 * A[i, j, k] + A[i - 1, j, k])
                        + 0.125 * (A[i, j + 1, k] - 2.0 * A[i, j, k] + A[i, j - 1, k])
                        + 0.125 * (A[i, j, k + 1] - 2.0 * A[i, j, k] + A[i, j, k - 1])
                        + A[i, j, k]
                    )
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                for k in range(1, n - 1):
                    A[i, j, k] = (
                        0.125 * (B[i + 1, j, k] - 2.0 * B[i, j, k] + B[i - 1, j, k])
                        + 0.125 * (B[i, j + 1, k] - 2.0 * B[i, j, k] + B[i, j - 1, k])
                        + 0.125 * (B[i, j, k + 1] - 2.0 * B[i, j, k] + B[i, j, k - 1])
                        + B[i, j, k]
                    )


def fdtd_2d(n, ex: 2, ey: 2, hz: 2, fict: 1):
    for t in range(0, 2):
        for j in range(0, n):
            ey[0, j] = fict[t]
        for i in range(1, n):
            for j in range(0, n):
                ey[i, j] = ey[i, j] - 0.5 * (hz[i, j] - hz[i - 1, j])
        for i in range(0, n):
            for j in range(1, n):
                ex[i, j] = ex[i, j] - 0.5 * (hz[i, j] - hz[i, j - 1])
        for i in range(0, n - 1):
            for j in range(0, n - 1):
                hz[i, j] = hz[i, j] - 0.7 * (ex[i, j + 1] - ex[i, j] + ey[i + 1, j] - ey[i, j])


def floyd_warshall(n, path: 2):
    for k in range(0, n):
        for i in range(0, n):
            for j in range(0, n):
                path[i, j] = min(path[i, j], path[i, k] + path[k, j])


def correlation(n, data: 2, corr: 2, mean: 1, stddev: 1, float_n: 0):
    for j in range(0, n):
        mean[j] = 0.0
        for i in range(0, n):
            mean[j] = mean[j] + data[i, j]
        mean[j] = mean[j] / float_n
    for j in range(0, n):
        stddev[j] = 0.0
        for i in range(0, n):
            stddev[j] = stddev[j] + (data[i, j] - mean[j]) * (data[i, j] - mean[j])
        stddev[j] = sqrt(stddev[j] / float_n)
        stddev[j] = where(stddev[j] <= 0.1, 1.0, stddev[j])
    for i in range(0, n):
        for j in range(0, n):
            data[i, j] = data[i, j] - mean[j]
            data[i, j] = data[i, j] / (sqrt(float_n) * stddev[j])
    for i in range(0, n - 1):
        corr[i, i] = 1.0
        for j in range(i + 1, n):
            corr[i, j] = 0.0
            for k in range(0, n):
                corr[i, j] = corr[i, j] + data[k, i] * data[k, j]
            corr[j, i] = corr[i, j]
    corr[n - 1, n - 1] = 1.0


def deriche(n, alpha: 0, imgIn: 2, imgOut: 2, y1: 2, y2: 2, k: 1, w: 1):
    # exp(-0.69... * alpha) is 2 ** -alpha. w holds what the kernel keeps in scalars, the last two outputs and inputs.
    k[0] = (
        (1.0 - exp(0.0 - alpha)) * (1.0 - exp(0.0 - alpha)) / (1.0 + 2.0 * alpha * exp(0.0 - alpha) - exp(2.0 * alpha))
    )
    for i in range(0, n):
        w[0] = 0.0
        w[1] = 0.0
        w[2] = 0.0
        for j in range(0, n):
            y1[i, j] = (
                k[0] * imgIn[i, j]
                + k[0] * exp(0.0 - alpha) * (alpha - 1.0) * w[2]
                + exp(0.0 - 0.6931471805599453 * alpha) * w[0]
                + (0.0 - exp(0.0 - 2.0 * alpha)) * w[1]
            )
            w[2] = imgIn[i, j]
            w[1] = w[0]
            w[0] = y1[i, j]
    for i in range(0, n):
        w[0] = 0.0
        w[1] = 0.0
        w[2] = 0.0
        w[3] = 0.0
        for j in range(0, n):
            y2[i, n - 1 - j] = (
                k[0] * exp(0.0 - alpha) * (alpha + 1.0) * w[2]
                + (0.0 - k[0] * exp(0.0 - 2.0 * alpha)) * w[3]
                + exp(0.0 - 0.6931471805599453 * alpha) * w[0]
                + (0.0 - exp(0.0 - 2.0 * alpha)) * w[1]
            )
            w[3] = w[2]
            w[2] = imgIn[i, n - 1 - j]
            w[1] = w[0]
            w[0] = y2[i, n - 1 - j]
    for i in range(0, n):
        for j in range(0, n):
            imgOut[i, j] = y1[i, j] + y2[i, j]
    for j in range(0, n):
        w[0] = 0.0
        w[1] = 0.0
        w[2] = 0.0
        for i in range(0, n):
            y1[i, j] = (
                k[0] * imgOut[i, j]
                + k[0] * exp(0.0 - alpha) * (alpha - 1.0) * w[2]
                + exp(0.0 - 0.6931471805599453 * alpha) * w[0]
                + (0.0 - exp(0.0 - 2.0 * alpha)) * w[1]
            )
            w[2] = imgOut[i, j]
            w[1] = w[0]
            w[0] = y1[i, j]
    for j in range(0, n):
        w[0] = 0.0
        w[1] = 0.0
        w[2] = 0.0
        w[3] = 0.0
        for i in range(0, n):
            y2[n - 1 - i, j] = (
                k[0] * exp(0.0 - alpha) * (alpha + 1.0) * w[2]
                + (0.0 - k[0] * exp(0.0 - 2.0 * alpha)) * w[3]
                + exp(0.0 - 0.6931471805599453 * alpha) * w[0]
                + (0.0 - exp(0.0 - 2.0 * alpha)) * w[1]
            )
            w[3] = w[2]
            w[2] = imgOut[n - 1 - i, j]
            w[1] = w[0]
            w[0] = y2[n - 1 - i, j]
    for i in range(0, n):
        for j in range(0, n):
            imgOut[i, j] = y1[i, j] + y2[i, j]


def adi(n, u: 2, v: 2, p: 2, q: 2, mul1: 0, mul2: 0):
    # a = -mul1 / 2, b = 1 + mul1, c = a; d = -mul2 / 2, e = 1 + mul2, f = d.
    for t in range(0, 2):
        for i in range(1, n - 1):
            v[0, i] = 1.0
            p[i, 0] = 0.0
            q[i, 0] = v[0, i]
            for j in range(1, n - 1):
                p[i, j] = 0.5 * mul1 / ((0.0 - 0.5 * mul1) * p[i, j - 1] + 1.0 + mul1)
                q[i, j] = (
                    0.5 * mul2 * u[j, i - 1]
                    + (1.0 - mul2) * u[j, i]
                    + 0.5 * mul2 * u[j, i + 1]
                    + 0.5 * mul1 * q[i, j - 1]
                ) / ((0.0 - 0.5 * mul1) * p[i, j - 1] + 1.0 + mul1)
            v[n - 1, i] = 1.0
            for j in range(1, n - 1):
                v[n - 1 - j, i] = p[i, n - 1 - j] * v[n - j, i] + q[i, n - 1 - j]
        for i in range(1, n - 1):
            u[i, 0] = 1.0
            p[i, 0] = 0.0
            q[i, 0] = u[i, 0]
            for j in range(1, n - 1):
                p[i, j] = 0.5 * mul2 / ((0.0 - 0.5 * mul2) * p[i, j - 1] + 1.0 + mul2)
                q[i, j] = (
                    0.5 * mul1 * v[i - 1, j]
                    + (1.0 - mul1) * v[i, j]
                    + 0.5 * mul1 * v[i + 1, j]
                    + 0.5 * mul2 * q[i, j - 1]
                ) / ((0.0 - 0.5 * mul2) * p[i, j - 1] + 1.0 + mul2)
            u[i, n - 1] = 1.0
            for j in range(1, n - 1):
                u[i, n - 1 - j] = p[i, n - 1 - j] * u[i, n - j] + q[i, n - 1 - j]


def nussinov(n, seq: 1, table: 2):
    # Bases pair if they add up to three; here a pair counts by how well they match, so that it has a derivative.
    for r in range(0, n):
        for j in range(n - r, n):
            table[n - 1 - r, j] = max(table[n - 1 - r, j], table[n - 1 - r, j - 1])
            table[n - 1 - r, j] = max(table[n - 1 - r, j], table[n - r, j])
            table[n - 1 - r, j] = max(table[n - 1 - r, j], table[n - r, j - 1] + seq[n - 1 - r] * seq[j])
            for k in range(n - r, j):
                table[n - 1 - r, j] = max(table[n - 1 - r, j], table[n - 1 - r, k] + table[k + 1, j])


KERNELS = {
    kernel.__name__: kernel
    for kernel in (
        gemm, twomm, threemm, atax, bicg, mvt, gemver, gesummv, syrk, syr2k, trmm, symm, doitgen, trisolv, cholesky,
        lu, ludcmp, durbin, gramschmidt, covariance, jacobi_1d, jacobi_2d, seidel_2d, heat_3d, fdtd_2d, floyd_warshall,
        correlation, deriche, adi, nussinov,
    )
}  # fmt: skip
