// The gradient of MLP by hand, or a pushforward, with products of matrices by loops that keep a row of the batch in registers.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LANES 64 // of the batch at a time

typedef REAL Real;

// out = w x + b: m x n, of m x k and k x n; rectified if it is a hidden layer.
static void layer(int64_t m, int64_t k, int64_t n, const Real *restrict w, const Real *restrict b, const Real *restrict x,
                  int hidden, Real *restrict out) {
  for (int64_t first = 0; first < n; first += LANES) {
    int64_t count = n - first < LANES ? n - first : LANES;
    for (int64_t i = 0; i < m; i++) {
      Real sum[LANES];
      for (int64_t j = 0; j < LANES; j++) sum[j] = b[i];
      if (count == LANES)
        for (int64_t t = 0; t < k; t++)
          for (int64_t j = 0; j < LANES; j++) sum[j] += w[i * k + t] * x[t * n + first + j];
      else
        for (int64_t t = 0; t < k; t++)
          for (int64_t j = 0; j < count; j++) sum[j] += w[i * k + t] * x[t * n + first + j];
      for (int64_t j = 0; j < count; j++) out[i * n + first + j] = hidden && sum[j] < 0 ? 0 : sum[j];
    }
  }
}

// w_bar = out_bar x^T, b_bar = the sums of the rows of out_bar, x_bar = w^T out_bar where x was not rectified.
static void layer_back(int64_t m, int64_t k, int64_t n, const Real *restrict w, const Real *restrict x, const Real *restrict out_bar,
                       Real *restrict w_bar, Real *restrict b_bar, Real *restrict x_bar) {
  if (x_bar) memset(x_bar, 0, sizeof(Real) * k * n);
  for (int64_t i = 0; i < m; i++) {
    const Real *restrict bar = out_bar + i * n;
    Real rows = 0;
    for (int64_t j = 0; j < n; j++) rows += bar[j];
    b_bar[i] = rows;
    for (int64_t t = 0; t < k; t++) {
      Real sum = 0;
      for (int64_t j = 0; j < n; j++) sum += bar[j] * x[t * n + j];
      w_bar[i * k + t] = sum;
    }
    if (x_bar)
      for (int64_t t = 0; t < k; t++)
        for (int64_t j = 0; j < n; j++) x_bar[t * n + j] += w[i * k + t] * bar[j];
  }
  if (x_bar)
    for (int64_t j = 0; j < k * n; j++) x_bar[j] = x[j] > 0 ? x_bar[j] : 0;
}

// The loss; z becomes its cotangent if that is asked for.
static Real cross_entropy(int64_t classes, int64_t n, const int32_t *labels, Real *restrict z, int back) {
  Real loss = 0;
  for (int64_t j = 0; j < n; j++) {
    Real largest = z[j], sum = 0;
    for (int64_t i = 1; i < classes; i++) largest = z[i * n + j] > largest ? z[i * n + j] : largest;
    for (int64_t i = 0; i < classes; i++) sum += exp(z[i * n + j] - largest);
    loss += largest + log(sum) - z[labels[j] * n + j];
    if (!back) continue;
    for (int64_t i = 0; i < classes; i++) z[i * n + j] = (exp(z[i * n + j] - largest) / sum - (i == labels[j])) / n;
  }
  return loss / n;
}

static void run(const int64_t *sizes, void *const *in, void *const *out, int back) {
  int64_t hidden = sizes[0], pixels = sizes[1], classes = sizes[2], n = sizes[3];
  const Real *x = in[0], *w0 = in[2], *b0 = in[3], *w1 = in[4], *b1 = in[5], *w2 = in[6], *b2 = in[7];
  Real *h0 = malloc(sizeof(Real) * n * (3 * hidden + classes)), *h1 = h0 + hidden * n, *bar = h1 + hidden * n, *z = bar + hidden * n;
  layer(hidden, pixels, n, w0, b0, x, 1, h0);
  layer(hidden, hidden, n, w1, b1, h0, 1, h1);
  layer(classes, hidden, n, w2, b2, h1, 0, z);
  Real loss = cross_entropy(classes, n, in[1], z, back);
  if (back) {
    layer_back(classes, hidden, n, w2, h1, z, out[4], out[5], bar);
    Real *second = malloc(sizeof(Real) * hidden * n);
    layer_back(hidden, hidden, n, w1, h0, bar, out[2], out[3], second);
    layer_back(hidden, pixels, n, w0, x, second, out[0], out[1], 0);
    free(second);
  } else {
    *(Real *)out[0] = loss;
  }
  free(h0);
}

#ifdef PUSHFORWARD
// d_out = dw x + w dx + db, where out was not rectified.
static void layer_along(int64_t m, int64_t k, int64_t n, const Real *restrict w, const Real *restrict dw, const Real *restrict db,
                        const Real *restrict x, const Real *restrict dx, const Real *restrict out, int hidden, Real *restrict d_out) {
  layer(m, k, n, dw, db, x, 0, d_out);
  if (dx) {
    Real *restrict none = calloc(m, sizeof(Real)), *restrict more = malloc(sizeof(Real) * m * n);
    layer(m, k, n, w, none, dx, 0, more);
    for (int64_t j = 0; j < m * n; j++) d_out[j] += more[j];
    free(none);
    free(more);
  }
  if (hidden)
    for (int64_t j = 0; j < m * n; j++) d_out[j] = out[j] > 0 ? d_out[j] : 0;
}

void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  int64_t hidden = sizes[0], pixels = sizes[1], classes = sizes[2], n = sizes[3];
  const Real *x = in[0], *const *w = (const Real *const *)in + 2, *const *t = w + 6;
  Real *h0 = malloc(sizeof(Real) * n * 2 * (2 * hidden + classes)), *h1 = h0 + hidden * n, *d0 = h1 + hidden * n, *d1 = d0 + hidden * n;
  Real *z = d1 + hidden * n, *dz = z + classes * n, sum = 0;
  layer(hidden, pixels, n, w[0], w[1], x, 1, h0);
  layer_along(hidden, pixels, n, w[0], t[0], t[1], x, 0, h0, 1, d0);
  layer(hidden, hidden, n, w[2], w[3], h0, 1, h1);
  layer_along(hidden, hidden, n, w[2], t[2], t[3], h0, d0, h1, 1, d1);
  layer(classes, hidden, n, w[4], w[5], h1, 0, z);
  layer_along(classes, hidden, n, w[4], t[4], t[5], h1, d1, z, 0, dz);
  cross_entropy(classes, n, in[1], z, 1); // z is its cotangent now
  for (int64_t j = 0; j < classes * n; j++) sum += z[j] * dz[j];
  *(Real *)out[0] = sum;
  free(h0);
}
#else
void derivative(const int64_t *sizes, void *const *in, void *const *out) { run(sizes, in, out, 1); }
#endif

void objective(const int64_t *sizes, void *const *in, void *const *out) { run(sizes, in, out, 0); }
