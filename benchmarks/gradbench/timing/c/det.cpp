// The minor times `above`, what is above it: the derivative then reads no minor.
static double times_minor(int64_t n, const double *a, int64_t row, int64_t taken, double above) {
  if (row == n) return above;
  double sum = 0, sign = 1;
  for (int64_t j = 0; j < n; j++)
    if (!(taken >> j & 1)) {
      sum += times_minor(n, a, row + 1, taken | (int64_t)1 << j, above * sign * a[row * n + j]);
      sign = -sign;
    }
  return sum;
}
static double det(int64_t n, const double *a) { return times_minor(n, a, 0, 0, 1); }
static void objective(const int64_t *n, void *const *in, void *const *out) { *(double *)out[0] = det(n[0], (double *)in[0]); }
static void derivative(const int64_t *n, void *const *in, void *const *out) {
  memset(out[0], 0, 8 * n[0] * n[0]);
  __enzyme_autodiff((void *)det, enzyme_const, n[0], enzyme_dup, in[0], out[0]);
}
