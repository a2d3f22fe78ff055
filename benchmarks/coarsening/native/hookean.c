static double f(const double *R p, const double *R k, const double *R b) {
  double energy = 0;
  for (int i = 0; i < N - 1; i++) {
    double square = 0;
    for (int j = 0; j < 2; j++) {
      double d = p[2 * i + 2 + j] - p[2 * i + j];
      square += d * d;
    }
    double longer = sqrt(square) - 0.7;
    energy += 0.5 * (k[i] * (longer * longer));
  }
  return energy;
}

#ifdef BY_HAND
/* Each vertex is pulled by two springs, and written once. */
static void df(const double *R p, const double *R k, const double *R b, double *R g) {
  double left_x = 0, left_y = 0;
  for (int i = 0; i < N - 1; i++) {
    double x = p[2 * i + 2] - p[2 * i], y = p[2 * i + 3] - p[2 * i + 1];
    double pull = k[i] * (1 - 0.7 / sqrt(x * x + y * y));
    g[2 * i] = left_x - pull * x;
    g[2 * i + 1] = left_y - pull * y;
    left_x = pull * x;
    left_y = pull * y;
  }
  g[2 * N - 2] = left_x;
  g[2 * N - 1] = left_y;
}
#endif
