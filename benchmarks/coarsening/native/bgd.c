static double f(const double *R p, const double *R x, const double *R y) {
  double w = 0, e = 0;
  for (int k = 0; k < STEPS; k++) {
    double d = 0;
    for (int i = 0; i < N; i++) d += 2 * x[i] * (y[i] - x[i] * w);
    d /= N;
    if (d < 1e-3) break;
    w -= p[0] * d;
  }
  for (int j = 0; j < N; j++) e += (y[j] - x[j] * w) * (y[j] - x[j] * w);
  return sqrt(e) / N;
}

#ifdef BY_HAND
/* Two sums over the data; what is left are steps of one number, and of its tangent. The error is summed as it is
   written: of `yy - 2 xy w + xx w w` a good fit leaves no digits. */
static void df(const double *R p, const double *R x, const double *R y, double *R g) {
  double xx = 0, xy = 0, w = 0, dw = 0, e = 0;
  for (int i = 0; i < N; i++) {
    xx += x[i] * x[i];
    xy += x[i] * y[i];
  }
  for (int k = 0; k < STEPS; k++) {
    double d = 2.0 / N * (xy - xx * w);
    if (d < 1e-3) break;
    dw -= d - p[0] * (2.0 / N) * xx * dw;
    w -= p[0] * d;
  }
  for (int j = 0; j < N; j++) e += (y[j] - x[j] * w) * (y[j] - x[j] * w);
  g[0] = dw * (xx * w - xy) / (sqrt(e) * N);
}
#endif
