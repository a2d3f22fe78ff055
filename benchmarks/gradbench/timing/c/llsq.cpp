static double llsq(int64_t m, int64_t n, const double *R x) {
  double sum = 0;
  for (int64_t i = 0; i < n; i++) {
    double t = -1 + i * 2.0 / (n - 1), power = 1, fit = 0;
    for (int64_t j = 0; j < m; j++) {
      fit += x[j] * power;
      power *= t;
    }
    double off = (t > 0) - (t < 0) - fit;
    sum += off * off;
  }
  return 0.5 * sum;
}
static void objective(const int64_t *n, void *const *in, void *const *out) {
  *(double *)out[0] = llsq(n[0], n[1], (double *)in[0]);
}
static void derivative(const int64_t *n, void *const *in, void *const *out) {
  memset(out[0], 0, 8 * n[0]);
  __enzyme_autodiff((void *)llsq, enzyme_const, n[0], enzyme_const, n[1], enzyme_dup, in[0], out[0]);
}
