// TRMV for Enzyme: the product, over what is stored. A line is a row or, with COLUMNS, a column.
static void product(int64_t n, const double *R m, const double *R x, double *R y) {
#ifdef COLUMNS
  for (int64_t i = 0; i < n; i++) y[i] = 0;
#endif
  for (int64_t a = 0; a < n; a++) {
#ifdef FULL
    int64_t first = 0, last = n;
#elif defined(COLUMNS)
    int64_t first = a + 1, last = n;
#else
    int64_t first = 0, last = a;
#endif
#ifdef COLUMNS
    double xa = x[a];
    for (int64_t b = first; b < last; b++) y[b] += m[b - first] * xa;
#else
    double sum = 0;
    for (int64_t b = first; b < last; b++) sum += m[b - first] * x[b];
    y[a] = sum;
#endif
#ifdef PACKED
    m += last - first;
#elif defined(TRI) && defined(COLUMNS)
    m += n + 1;
#else
    m += n;
#endif
  }
}

static const double *start(const double *m) {
#if defined(TRI) && defined(COLUMNS)
  return m + 1; // the first entry that counts
#else
  return m;
#endif
}

static void objective(const int64_t *n, void *const *in, void *const *out) {
  product(n[0], start((double *)in[0]), (double *)in[1], (double *)out[0]);
}

#ifdef PUSHFORWARD
static void derivative(const int64_t *n, void *const *in, void *const *out) {
  double *y = (double *)malloc(8 * n[0]);
  __enzyme_fwddiff((void *)product, enzyme_const, n[0], enzyme_dup, start((double *)in[0]), start((double *)in[2]), enzyme_dup,
                   (double *)in[1], (double *)in[3], enzyme_dupnoneed, y, (double *)out[0]);
  free(y);
}
#else
static void derivative(const int64_t *n, void *const *in, void *const *out) {
  double *m = (double *)in[0], *x = (double *)in[1], *by_m = (double *)out[0], *by_x = (double *)out[1];
  double *y = (double *)malloc(8 * n[0]), *y_bar = (double *)malloc(8 * n[0]);
#ifdef PACKED
  memset(by_m, 0, 8 * n[0] * (n[0] - 1) / 2);
#else
  memset(by_m, 0, 8 * n[0] * n[0]);
#endif
  memset(by_x, 0, 8 * n[0]);
  for (int64_t i = 0; i < n[0]; i++) y_bar[i] = 1;
  __enzyme_autodiff((void *)product, enzyme_const, n[0], enzyme_dup, start(m), start(by_m), enzyme_dup, x, by_x,
                    enzyme_dupnoneed, y, y_bar);
  free(y);
  free(y_bar);
}
#endif
