static double f(const double *R p, const double *R x, const double *R y) {
  double energy = 0;
  for (int j = 0; j < D; j++) energy += p[j] * p[j] / 2000;
  for (int i = 0; i < N; i++) {
    double z = 0;
    for (int j = 0; j < D; j++) z += x[i * D + j] * p[j];
    energy += (1 - y[i]) * z + log(1 + exp(-z));
  }
  return energy;
}

#ifdef BY_HAND
/* The derivative of the logarithm is a sigmoid. */
static void df(const double *R p, const double *R x, const double *R y, double *R g) {
  double sum[D];
  for (int j = 0; j < D; j++) sum[j] = p[j] / 1000;
  for (int i = 0; i < N; i++) {
    double z = 0;
    for (int j = 0; j < D; j++) z += x[i * D + j] * p[j];
    double miss = 1 - y[i] - 1 / (1 + exp(z));
    for (int j = 0; j < D; j++) sum[j] += miss * x[i * D + j];
  }
  for (int j = 0; j < D; j++) g[j] = sum[j];
}
#endif
