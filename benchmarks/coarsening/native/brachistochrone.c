static double f(const double *R p, const double *R a, const double *R b) {
  double dx = 1.0 / N, time = 0;
  for (int i = 0; i < N - 1; i++) {
    double dy = p[i + 1] - p[i];
    time += sqrt(dx * dx + dy * dy) / (0.5 * (sqrt(19.62 * p[i]) + sqrt(19.62 * p[i + 1])));
  }
  return time;
}

#ifdef BY_HAND
/* The speed at a point is computed once. */
static void df(const double *R p, const double *R a, const double *R b, double *R g) {
  double dx2 = 1.0 / N / N, s0 = sqrt(p[0]), left = 0;
  const double scale = 2 / sqrt(19.62);
  for (int i = 0; i < N - 1; i++) {
    double dy = p[i + 1] - p[i], s1 = sqrt(p[i + 1]), r = sqrt(dx2 + dy * dy), q = 1 / (s0 + s1);
    double by_length = scale * q * dy / r, by_speed = -0.5 * scale * q * q * r;
    g[i] = left - by_length + by_speed / s0;
    left = by_length + by_speed / s1;
    s0 = s1;
  }
  g[N - 1] = left;
}
#endif
