// BA for Enzyme: the pullback of an observation's residuals, one row after the other; BOTH rows at once;
// or by COLUMNS, forward.
static inline void error(const double *R c, const double *R X, const double *R w, const double *R feature, double *R e) {
  double x = X[0] - c[3], y = X[1] - c[4], z = X[2] - c[5], square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2], px, py, pz;
  if (square != 0) {
    double angle = sqrt(square), cosine = cos(angle), sine = sin(angle), inverse = 1 / angle;
    double a0 = c[0] * inverse, a1 = c[1] * inverse, a2 = c[2] * inverse, along = (a0 * x + a1 * y + a2 * z) * (1 - cosine);
    px = x * cosine + (a1 * z - a2 * y) * sine + a0 * along;
    py = y * cosine + (a2 * x - a0 * z) * sine + a1 * along;
    pz = z * cosine + (a0 * y - a1 * x) * sine + a2 * along;
  } else {
    px = x + c[1] * z - c[2] * y;
    py = y + c[2] * x - c[0] * z;
    pz = z + c[0] * y - c[1] * x;
  }
  double u = px / pz, v = py / pz, s = u * u + v * v, scale = c[6] * (1 + c[9] * s + c[10] * s * s);
  e[0] = *w * (u * scale + c[7] - feature[0]);
  e[1] = *w * (v * scale + c[8] - feature[1]);
}

static inline void weight_error(const double *R w, double *R e) { *e = 1 - *w * *w; }

static void objective(const int64_t *sizes, void *const *in, void *const *out) {
  const double *cameras = (double *)in[0], *points = (double *)in[1], *weights = (double *)in[2], *features = (double *)in[3];
  const int32_t *observations = (int32_t *)in[4];
  double *errors = (double *)out[0], *weight_errors = (double *)out[1];
  for (int64_t i = 0; i < sizes[0]; i++) {
    error(cameras + 11 * observations[2 * i], points + 3 * observations[2 * i + 1], weights + i, features + 2 * i, errors + 2 * i);
    weight_error(weights + i, weight_errors + i);
  }
}

#ifdef PUSHFORWARD
static void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  const int32_t *observations = (int32_t *)in[4];
  double *errors = (double *)out[0], *weight_errors = (double *)out[1], e[2], we;
  for (int64_t i = 0; i < sizes[0]; i++) {
    int64_t camera = 11 * observations[2 * i], point = 3 * observations[2 * i + 1];
    double *weight = (double *)in[2] + i, *dweight = (double *)in[7] + i;
    __enzyme_fwddiff((void *)error, enzyme_dup, (double *)in[0] + camera, (double *)in[5] + camera, enzyme_dup, (double *)in[1] + point,
                     (double *)in[6] + point, enzyme_dup, weight, dweight, enzyme_const, (double *)in[3] + 2 * i,
                     enzyme_dupnoneed, e, errors + 2 * i);
    __enzyme_fwddiff((void *)weight_error, enzyme_dup, weight, dweight, enzyme_dupnoneed, &we, weight_errors + i);
  }
}
#else
static void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  double *weights = (double *)in[2], *by_weights = (double *)out[1];
  const int32_t *observations = (int32_t *)in[4];
  for (int64_t i = 0; i < sizes[0]; i++) {
    double *camera = (double *)in[0] + 11 * observations[2 * i], *point = (double *)in[1] + 3 * observations[2 * i + 1];
    double *weight = weights + i, *feature = (double *)in[3] + 2 * i, *rows = (double *)out[0] + 30 * i;
    double e[2], we, dw = 0, one = 1;
#ifdef COLUMNS
    for (int j = 0; j < 15; j++) {
      double dc[11] = {0}, dX[3] = {0}, dweight = 0, de[2] = {0, 0};
      (j < 11 ? dc[j] : j < 14 ? dX[j - 11] : dweight) = 1;
      __enzyme_fwddiff((void *)error, enzyme_dup, camera, dc, enzyme_dup, point, dX, enzyme_dup, weight, &dweight,
                       enzyme_const, feature, enzyme_dupnoneed, e, de);
      rows[j] = de[0];
      rows[15 + j] = de[1];
    }
#else
    double first[2] = {1, 0}, second[2] = {0, 1};
    for (int j = 0; j < 30; j++) rows[j] = 0;
#ifdef BOTH
    __enzyme_autodiff((void *)error, enzyme_width, 2, enzyme_dup, camera, rows, rows + 15, enzyme_dup, point, rows + 11, rows + 26,
                      enzyme_dup, weight, rows + 14, rows + 29, enzyme_const, feature, enzyme_dupnoneed, e, first, second);
#else
    __enzyme_autodiff((void *)error, enzyme_dup, camera, rows, enzyme_dup, point, rows + 11, enzyme_dup, weight, rows + 14,
                      enzyme_const, feature, enzyme_dupnoneed, e, first);
    __enzyme_autodiff((void *)error, enzyme_dup, camera, rows + 15, enzyme_dup, point, rows + 26, enzyme_dup, weight, rows + 29,
                      enzyme_const, feature, enzyme_dupnoneed, e, second);
#endif
#endif
    __enzyme_autodiff((void *)weight_error, enzyme_dup, weight, &dw, enzyme_dupnoneed, &we, &one);
    by_weights[i] = dw;
  }
}
#endif
