// Hand for Enzyme, forward: column by column, or with HALF of the columns at a time.
struct Hand {
  int64_t bones, vertices, points;
  const int32_t *parents;
  const double *relatives, *inverses, *base, *weights, *seen;
  const int32_t *correspondences, *triangles;
};

static void multiply(const double *R a, const double *R b, double *R c) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      double sum = 0;
      for (int k = 0; k < 4; k++) sum += a[4 * i + k] * b[4 * k + j];
      c[4 * i + j] = sum;
    }
}

// V: 3 x vertices
static void vertices(const double *R theta, const Hand *R h, double *R V) {
  int64_t n = h->vertices;
  double angles[2 * 32], frames[16 * 32];
  for (int i = 0; i < 64; i++) angles[i] = 0;
  int place = 6;
  for (int finger = 0; finger < 5; finger++)
    for (int joint = 0; joint < 3; joint++) {
      int b = 2 + 4 * finger + joint;
      angles[2 * b] = theta[place++];
      if (joint == 0) angles[2 * b + 1] = theta[place++];
    }
  for (int64_t v = 0; v < 3 * n; v++) V[v] = 0;
  for (int64_t b = 0; b < h->bones; b++) {
    double c = cos(angles[2 * b]), s = sin(angles[2 * b]), d = cos(angles[2 * b + 1]), t = sin(angles[2 * b + 1]), local[16];
    double T[16] = {d, -t * c, t * s, 0, t, d * c, -d * s, 0, 0, s, c, 0, 0, 0, 0, 1};
    if (h->parents[b] < 0) {
      multiply(h->relatives + 16 * b, T, frames + 16 * b);
    } else {
      multiply(h->relatives + 16 * b, T, local);
      multiply(frames + 16 * h->parents[b], local, frames + 16 * b);
    }
    multiply(frames + 16 * b, h->inverses + 16 * b, T);
    const double *x = h->base, *w = h->weights + b * n;
    for (int i = 0; i < 3; i++)
      for (int64_t v = 0; v < n; v++)
        V[i * n + v] += w[v] * (T[4 * i] * x[v] + T[4 * i + 1] * x[n + v] + T[4 * i + 2] * x[2 * n + v] + T[4 * i + 3]);
  }
  double angle = sqrt(theta[0] * theta[0] + theta[1] * theta[1] + theta[2] * theta[2]);
  double x = theta[0] / angle, y = theta[1] / angle, z = theta[2] / angle, s = sin(angle), c = cos(angle), k = 1 - c;
  double G[9] = {c + k * x * x, k * x * y - s * z, k * x * z + s * y, k * x * y + s * z, c + k * y * y,
                 k * y * z - s * x, k * x * z - s * y, k * y * z + s * x, c + k * z * z};
  for (int64_t v = 0; v < n; v++) {
    double p = V[v], q = V[n + v], r = V[2 * n + v];
    for (int i = 0; i < 3; i++) V[i * n + v] = G[3 * i] * p + G[3 * i + 1] * q + G[3 * i + 2] * r + theta[3 + i];
  }
}

#ifndef COMPLICATED
#define PARAMETERS 26
static void errors(const double *R theta, const Hand *R h, double *R V, double *R e) {
  vertices(theta, h, V);
  for (int64_t p = 0; p < h->points; p++)
    for (int i = 0; i < 3; i++) e[3 * p + i] = h->seen[3 * p + i] - V[i * h->vertices + h->correspondences[p]];
}
#else
#define PARAMETERS 28 // shifts of all places on triangles come first
static void errors(const double *R parameters, const double *R us, const Hand *R h, double *R V, double *R e) {
  vertices(parameters + 2, h, V);
  for (int64_t p = 0; p < h->points; p++) {
    const int32_t *corner = h->triangles + 3 * h->correspondences[p];
    double u = us[2 * p] + parameters[0], v = us[2 * p + 1] + parameters[1];
    for (int i = 0; i < 3; i++) {
      const double *x = V + i * h->vertices;
      e[3 * p + i] = h->seen[3 * p + i] - (u * x[corner[0]] + v * x[corner[1]] + (1 - u - v) * x[corner[2]]);
    }
  }
}
#endif

#ifdef COMPLICATED
#define US (double *)in[8],
#define CONSTANT_US enzyme_const, (double *)in[8],
#else
#define US
#define CONSTANT_US
#endif

static Hand hand(const int64_t *n, void *const *in) {
  Hand h = {n[0], n[1], n[2], (int32_t *)in[1], (double *)in[2], (double *)in[3], (double *)in[4], (double *)in[5], (double *)in[6],
            (int32_t *)in[7], 0};
#ifdef COMPLICATED
  h.triangles = (int32_t *)in[9];
#endif
  return h;
}

// theta, after shifts of zero in the complicated problem.
static void load(void *const *in, double *parameters) {
  for (int i = 0; i < PARAMETERS - 26; i++) parameters[i] = 0;
  memcpy(parameters + PARAMETERS - 26, in[0], 8 * 26);
}

static void objective(const int64_t *n, void *const *in, void *const *out) {
  Hand h = hand(n, in);
  double *V = (double *)malloc(24 * h.vertices), parameters[PARAMETERS];
  load(in, parameters);
  errors(parameters, US &h, V, (double *)out[0]);
  free(V);
}

#ifdef PUSHFORWARD
static void derivative(const int64_t *n, void *const *in, void *const *out) {
  Hand h = hand(n, in);
  int64_t all = 3 * h.vertices;
  double *V = (double *)malloc(8 * (2 * all + 3 * h.points)), parameters[PARAMETERS], tangent[PARAMETERS] = {0};
  load(in, parameters);
#ifdef COMPLICATED
  double *us = (double *)in[8], *dus = (double *)in[10], **theta = (double **)in + 11;
#define US_AND_TANGENT enzyme_dup, us, dus,
#else
  double **theta = (double **)in + 8;
#define US_AND_TANGENT
#endif
  memcpy(tangent + PARAMETERS - 26, theta[0], 8 * 6);
  memcpy(tangent + PARAMETERS - 20, theta[1], 8 * 20);
  __enzyme_fwddiff((void *)errors, enzyme_dup, parameters, tangent, US_AND_TANGENT enzyme_const, &h, enzyme_dup, V, V + all,
                   enzyme_dupnoneed, V + 2 * all, (double *)out[0]);
  free(V);
}
#else
static void derivative(const int64_t *n, void *const *in, void *const *out) {
  Hand h = hand(n, in);
  int64_t size = 3 * h.points, all = 3 * h.vertices;
  double *V = (double *)malloc(8 * (all + size)), *e = V + all, *columns = (double *)out[0], parameters[PARAMETERS];
  load(in, parameters);
#ifdef HALF
  double *dV = (double *)calloc(PARAMETERS / 2 * all, 8), tangents[14][PARAMETERS];
  for (int half = 0; half < 2; half++, columns += PARAMETERS / 2 * size) {
    for (int c = 0; c < PARAMETERS / 2; c++)
      for (int i = 0; i < PARAMETERS; i++) tangents[c][i] = i == c + half * PARAMETERS / 2;
#define EACH(f) f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8), f(9), f(10), f(11), f(12)
#define TANGENT(c) tangents[c]
#define VERTICES(c) dV + c * all
#define COLUMN(c) columns + c * size
#ifdef COMPLICATED
    __enzyme_fwddiff((void *)errors, enzyme_width, 14, enzyme_dup, parameters, EACH(TANGENT), TANGENT(13), CONSTANT_US enzyme_const, &h,
                     enzyme_dup, V, EACH(VERTICES), VERTICES(13), enzyme_dupnoneed, e, EACH(COLUMN), COLUMN(13));
#else
    __enzyme_fwddiff((void *)errors, enzyme_width, 13, enzyme_dup, parameters, EACH(TANGENT), enzyme_const, &h,
                     enzyme_dup, V, EACH(VERTICES), enzyme_dupnoneed, e, EACH(COLUMN));
#endif
  }
#else
  double *dV = (double *)calloc(all, 8), tangent[PARAMETERS];
  for (int c = 0; c < PARAMETERS; c++, columns += size) {
    for (int i = 0; i < PARAMETERS; i++) tangent[i] = i == c;
    __enzyme_fwddiff((void *)errors, enzyme_dup, parameters, tangent, CONSTANT_US enzyme_const, &h, enzyme_dup, V, dV,
                     enzyme_dupnoneed, e, columns);
  }
#endif
  free(dV);
  free(V);
}
#endif
