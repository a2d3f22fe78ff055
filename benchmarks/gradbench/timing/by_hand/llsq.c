#include <stdint.h>
#include <string.h>
// LANES points at a time: the loops over them become vector operations.
enum { LANES = 16 };
static void points_from(int64_t first, int64_t n, double *restrict t) {
  for (int64_t l = 0; l < LANES; l++) t[l] = -1 + (first + l) * 2.0 / (n - 1);
}
// sign(t) - the polynomial at t, by Horner's rule; 0 after the last point.
static void offs(int64_t m, int64_t first, int64_t n, const double *restrict x, const double *restrict t,
                 double *restrict off) {
  double fit[LANES] = {0};
  for (int64_t j = m - 1; j >= 0; j--)
    for (int64_t l = 0; l < LANES; l++) fit[l] = fit[l] * t[l] + x[j];
  for (int64_t l = 0; l < LANES; l++) off[l] = first + l < n ? (t[l] > 0) - (t[l] < 0) - fit[l] : 0;
}
void objective(const int64_t *sizes, void *const *in, void *const *out) {
  const int64_t m = sizes[0], n = sizes[1];
  double t[LANES], off[LANES], sum = 0;
  for (int64_t i = 0; i < n; i += LANES) {
    points_from(i, n, t);
    offs(m, i, n, in[0], t, off);
    for (int64_t l = 0; l < LANES; l++) sum += off[l] * off[l];
  }
  *(double *)out[0] = 0.5 * sum;
}
void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  const int64_t m = sizes[0], n = sizes[1];
  double t[LANES], off[LANES], *restrict by = out[0];
  memset(by, 0, 8 * m);
  for (int64_t i = 0; i < n; i += LANES) {
    points_from(i, n, t);
    offs(m, i, n, in[0], t, off);
    for (int64_t j = 0; j < m; j++) {
      double sum = 0;
      for (int64_t l = 0; l < LANES; l++) {
        sum += off[l];
        off[l] *= t[l];
      }
      by[j] -= sum;
    }
  }
}
