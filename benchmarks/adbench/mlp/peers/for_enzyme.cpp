// MLP for Enzyme: the loss, differentiated as it is.
typedef REAL Real;

static void layer(int64_t m, int64_t k, int64_t n, const Real *R w, const Real *R b, const Real *R x, Real *R out) {
  for (int64_t i = 0; i < m; i++) {
    for (int64_t j = 0; j < n; j++) out[i * n + j] = b[i];
    for (int64_t t = 0; t < k; t++) {
      Real factor = w[i * k + t];
      for (int64_t j = 0; j < n; j++) out[i * n + j] += factor * x[t * n + j];
    }
  }
}

static void rectify(int64_t n, Real *x) {
  for (int64_t i = 0; i < n; i++) x[i] = x[i] > 0 ? x[i] : (Real)0;
}

static void mlp(int64_t hidden, int64_t pixels, int64_t classes, int64_t n, const Real *R x, const int32_t *R labels, const Real *R w0,
                const Real *R b0, const Real *R w1, const Real *R b1, const Real *R w2, const Real *R b2, Real *R out) {
  Real *h0 = (Real *)malloc(sizeof(Real) * hidden * n), *h1 = (Real *)malloc(sizeof(Real) * hidden * n);
  Real *z = (Real *)malloc(sizeof(Real) * classes * n), loss = 0;
  layer(hidden, pixels, n, w0, b0, x, h0);
  rectify(hidden * n, h0);
  layer(hidden, hidden, n, w1, b1, h0, h1);
  rectify(hidden * n, h1);
  layer(classes, hidden, n, w2, b2, h1, z);
  for (int64_t j = 0; j < n; j++) {
    Real largest = z[j], sum = 0;
    for (int64_t i = 1; i < classes; i++) if (z[i * n + j] > largest) largest = z[i * n + j];
    for (int64_t i = 0; i < classes; i++) sum += exp(z[i * n + j] - largest);
    loss += largest + log(sum) - z[labels[j] * n + j];
  }
  *out = loss / n;
  free(h0); free(h1); free(z);
}

static void objective(const int64_t *s, void *const *in, void *const *out) {
  mlp(s[0], s[1], s[2], s[3], (Real *)in[0], (int32_t *)in[1], (Real *)in[2], (Real *)in[3], (Real *)in[4], (Real *)in[5],
      (Real *)in[6], (Real *)in[7], (Real *)out[0]);
}

#ifdef PUSHFORWARD
static void derivative(const int64_t *s, void *const *in, void *const *out) {
  Real value, **p = (Real **)(in + 2), **t = (Real **)(in + 8);
  __enzyme_fwddiff((void *)mlp, enzyme_const, s[0], enzyme_const, s[1], enzyme_const, s[2], enzyme_const, s[3],
                   enzyme_const, (Real *)in[0], enzyme_const, (int32_t *)in[1], enzyme_dup, p[0], t[0], enzyme_dup, p[1], t[1],
                   enzyme_dup, p[2], t[2], enzyme_dup, p[3], t[3], enzyme_dup, p[4], t[4], enzyme_dup, p[5], t[5],
                   enzyme_dupnoneed, &value, (Real *)out[0]);
}
#else
static void derivative(const int64_t *s, void *const *in, void *const *out) {
  int64_t hidden = s[0], pixels = s[1], classes = s[2];
  int64_t sizes[6] = {hidden * pixels, hidden, hidden * hidden, hidden, classes * hidden, classes};
  Real value, one = 1, **p = (Real **)(in + 2), **g = (Real **)out;
  for (int i = 0; i < 6; i++) memset(g[i], 0, sizeof(Real) * sizes[i]);
  __enzyme_autodiff((void *)mlp, enzyme_const, hidden, enzyme_const, pixels, enzyme_const, classes, enzyme_const, s[3],
                    enzyme_const, (Real *)in[0], enzyme_const, (int32_t *)in[1], enzyme_dup, p[0], g[0], enzyme_dup, p[1], g[1],
                    enzyme_dup, p[2], g[2], enzyme_dup, p[3], g[3], enzyme_dup, p[4], g[4], enzyme_dup, p[5], g[5],
                    enzyme_dupnoneed, &value, &one);
}
#endif
