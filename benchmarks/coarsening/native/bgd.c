static double f(const double *R p, const double *R x, const double *R y) {
  double w = 0, b = 0, loss = 0;
  for (int t = 0; t < STEPS; t++) {
    double gw = 0, gb = 0;
    for (int i = 0; i < N; i++) {
      double miss = w * x[i] + b - y[i];
      gw += miss * x[i];
      gb += miss;
    }
    w -= p[0] * gw;
    b -= p[0] * gb;
  }
  for (int i = 0; i < N; i++) {
    double miss = w * x[i] + b - y[i];
    loss += miss * miss;
  }
  return loss;
}

#ifdef BY_HAND
/* Four sums over the data; what is left are steps of two numbers, and of their tangents. */
static void df(const double *R p, const double *R x, const double *R y, double *R g) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0, w = 0, b = 0, dw = 0, db = 0;
  for (int i = 0; i < N; i++) {
    sx += x[i];
    sy += y[i];
    sxx += x[i] * x[i];
    sxy += x[i] * y[i];
  }
  for (int t = 0; t < STEPS; t++) {
    double gw = w * sxx + b * sx - sxy, gb = w * sx + N * b - sy;
    double tw = dw * sxx + db * sx, tb = dw * sx + N * db;
    dw -= gw + p[0] * tw;
    db -= gb + p[0] * tb;
    w -= p[0] * gw;
    b -= p[0] * gb;
  }
  g[0] = 2 * (dw * (w * sxx + b * sx - sxy) + db * (w * sx + N * b - sy));
}
#endif
