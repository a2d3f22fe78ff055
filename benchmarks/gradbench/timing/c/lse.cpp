static double lse(int64_t n, const double *R x) {
  double most = x[0];
  for (int64_t i = 1; i < n; i++) most = most > x[i] ? most : x[i];
  double sum = 0;
  for (int64_t i = 0; i < n; i++) sum += exp(x[i] - most);
  return log(sum) + most;
}
static void objective(const int64_t *n, void *const *in, void *const *out) { *(double *)out[0] = lse(n[0], (double *)in[0]); }
static void derivative(const int64_t *n, void *const *in, void *const *out) {
  memset(out[0], 0, 8 * n[0]);
  __enzyme_autodiff((void *)lse, enzyme_const, n[0], enzyme_dup, in[0], out[0]);
}
