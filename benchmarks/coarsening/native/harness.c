/* `objective` is one gradient; `derivative` so many steps of gradient descent, as sizes[0] says. */
static void objective(const int64_t *sizes, void *const *in, void *const *out) {
  df((const double *)in[0], (const double *)in[1], (const double *)in[2], (double *)out[0]);
}

static void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  double *q = (double *)out[0], g[COUNT];
  memcpy(q, in[0], sizeof(g));
  for (int64_t i = 0; i < sizes[0]; i++) {
    df(q, (const double *)in[1], (const double *)in[2], g);
    for (int j = 0; j < COUNT; j++) q[j] -= STEP * g[j];
  }
}
