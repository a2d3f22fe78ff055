static double f(const double *R p, const double *R x, const double *R y) {
  double energy = 0;
  for (int j = 0; j < D; j++) energy += 0.5 * p[j] * p[j];
  for (int i = 0; i < N; i++) {
    double z = 0;
    for (int j = 0; j < D; j++) z += x[i * D + j] * p[j];
    double yes = 1 / (1 + exp(-z));
    energy -= y[i] * log(yes) + (1 - y[i]) * log(1 - yes);
  }
  return energy;
}

#ifdef BY_HAND
/* All logarithms cancel: what is left is the sigmoid, less what was seen. */
static void df(const double *R p, const double *R x, const double *R y, double *R g) {
  double sum[D];
  for (int j = 0; j < D; j++) sum[j] = p[j];
  for (int i = 0; i < N; i++) {
    double z = 0;
    for (int j = 0; j < D; j++) z += x[i * D + j] * p[j];
    double miss = 1 / (1 + exp(-z)) - y[i];
    for (int j = 0; j < D; j++) sum[j] += miss * x[i * D + j];
  }
  for (int j = 0; j < D; j++) g[j] = sum[j];
}
#endif
