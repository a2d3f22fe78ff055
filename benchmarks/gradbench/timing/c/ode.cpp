static void slope(int64_t n, const double *R x, const double *R y, double *R k) {
  k[0] = x[0];
  for (int64_t i = 1; i < n; i++) k[i] = x[i] * y[i - 1];
}
static void along(int64_t n, const double *R y, double h, const double *R k, double *R moved) {
  for (int64_t i = 0; i < n; i++) moved[i] = y[i] + h * k[i];
}
static void ode(int64_t n, int64_t s, const double *R x, double *R y) {
  double h = 2.0 / s, k1[10], k2[10], k3[10], k4[10], there[10];
  for (int64_t i = 0; i < n; i++) y[i] = 0;
  for (int64_t step = 0; step < s; step++) {
    slope(n, x, y, k1);
    along(n, y, h / 2, k1, there);
    slope(n, x, there, k2);
    along(n, y, h / 2, k2, there);
    slope(n, x, there, k3);
    along(n, y, h, k3, there);
    slope(n, x, there, k4);
    for (int64_t i = 0; i < n; i++) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
}
static double last(int64_t n, int64_t s, const double *R x) {
  double y[10];
  ode(n, s, x, y);
  return y[n - 1];
}
static void objective(const int64_t *n, void *const *in, void *const *out) {
  ode(n[0], n[1], (double *)in[0], (double *)out[0]);
}
static void derivative(const int64_t *n, void *const *in, void *const *out) {
  memset(out[0], 0, 8 * n[0]);
  __enzyme_autodiff((void *)last, enzyme_const, n[0], enzyme_const, n[1], enzyme_dup, in[0], out[0]);
}
