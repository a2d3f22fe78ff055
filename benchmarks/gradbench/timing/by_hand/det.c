#include <stdint.h>
#include <string.h>
static double minor_of(int64_t n, const double *a, int64_t row, int64_t taken) {
  if (row == n) return 1;
  double sum = 0, sign = 1;
  for (int64_t j = 0; j < n; j++)
    if (!(taken >> j & 1)) {
      sum += sign * a[row * n + j] * minor_of(n, a, row + 1, taken | (int64_t)1 << j);
      sign = -sign;
    }
  return sum;
}
// The minor; `by` grows by `ct` times its gradient. On the way down, `ct` is what is above the minor, so one sweep does.
static double both(int64_t n, const double *a, int64_t row, int64_t taken, double ct, double *by) {
  if (row == n) return 1;
  double sum = 0, sign = 1;
  for (int64_t j = 0; j < n; j++)
    if (!(taken >> j & 1)) {
      double entry = sign * a[row * n + j];
      double smaller = both(n, a, row + 1, taken | (int64_t)1 << j, ct * entry, by);
      by[row * n + j] += ct * sign * smaller;
      sum += entry * smaller;
      sign = -sign;
    }
  return sum;
}
void objective(const int64_t *n, void *const *in, void *const *out) { *(double *)out[0] = minor_of(*n, in[0], 0, 0); }
void derivative(const int64_t *n, void *const *in, void *const *out) {
  memset(out[0], 0, 8 * *n * *n);
  both(*n, in[0], 0, 0, 1, out[0]);
}
