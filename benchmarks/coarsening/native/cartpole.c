static double f(const double *R p, const double *R start, const double *R b) {
  double s[4] = {start[0], start[1], start[2], start[3]}, cost = 0;
  int stands = 1;
  for (int t = 0; t < STEPS; t++) {
    double dot = p[4];
    for (int i = 0; i < 4; i++) dot += p[i] * s[i];
    double force = 10 * tanh(dot), sine = sin(s[2]), cosine = cos(s[2]);
    double temp = (force + 0.05 * s[3] * s[3] * sine) / 1.1;
    double dw = (9.8 * sine - cosine * temp) / (0.5 * (4 / 3.0 - 0.1 * cosine * cosine / 1.1));
    double rates[4] = {s[1], temp - 0.05 * dw * cosine / 1.1, s[3], dw};
    for (int i = 0; i < 4; i++) s[i] += 0.02 * rates[i];
    stands = stands && fabs(s[2]) < 0.2095;
    if (stands) cost += s[2] * s[2] + 0.1 * s[0] * s[0];
  }
  return cost;
}

#ifdef BY_HAND
/* States, sines and the like are kept; a pole that has fallen ends it. */
static void df(const double *R p, const double *R start, const double *R b, double *R g) {
  double x[STEPS + 1], v[STEPS + 1], a[STEPS + 1], w[STEPS + 1], th[STEPS], sn[STEPS], cs[STEPS], tm[STEPS], dw[STEPS], dn[STEPS];
  const double m = 0.05 / 1.1, tau = 0.02;
  int steps = 0;
  x[0] = start[0], v[0] = start[1], a[0] = start[2], w[0] = start[3];
  for (int t = 0; t < STEPS; t++) {
    th[t] = tanh(p[4] + p[0] * x[t] + p[1] * v[t] + p[2] * a[t] + p[3] * w[t]);
    sn[t] = sin(a[t]), cs[t] = cos(a[t]);
    tm[t] = 10 / 1.1 * th[t] + m * w[t] * w[t] * sn[t];
    dn[t] = 1 / (2 / 3.0 - m * cs[t] * cs[t]);
    dw[t] = (9.8 * sn[t] - cs[t] * tm[t]) * dn[t];
    x[t + 1] = x[t] + tau * v[t];
    v[t + 1] = v[t] + tau * (tm[t] - m * dw[t] * cs[t]);
    a[t + 1] = a[t] + tau * w[t];
    w[t + 1] = w[t] + tau * dw[t];
    if (!(fabs(a[t + 1]) < 0.2095)) break;
    steps = t + 1;
  }
  double bx = 0, bv = 0, ba = 0, bw = 0, g0 = 0, g1 = 0, g2 = 0, g3 = 0, g4 = 0;
  for (int t = steps - 1; t >= 0; t--) {
    bx += 0.2 * x[t + 1];
    ba += 2 * a[t + 1];
    double bdw = tau * (bw - m * cs[t] * bv), up = bdw * dn[t];
    double btm = tau * bv - cs[t] * up;
    double bcs = -tau * m * dw[t] * bv - tm[t] * up + 2 * m * cs[t] * dw[t] * up;
    double bsn = 9.8 * up + m * w[t] * w[t] * btm;
    double z = 10 / 1.1 * btm * (1 - th[t] * th[t]);
    g0 += z * x[t], g1 += z * v[t], g2 += z * a[t], g3 += z * w[t], g4 += z;
    bw += tau * ba + 2 * m * w[t] * sn[t] * btm + z * p[3];
    ba += bsn * cs[t] - bcs * sn[t] + z * p[2];
    bv += tau * bx + z * p[1];
    bx += z * p[0];
  }
  g[0] = g0, g[1] = g1, g[2] = g2, g[3] = g3, g[4] = g4;
}
#endif
