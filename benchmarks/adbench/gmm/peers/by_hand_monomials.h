// A term is a quadratic polynomial in the point: with z = (x - middle, 1) and R_k = (Q_k, Q_k (middle - mean_k)) it is
// alpha_k + log det Q_k - 1/2 z^T R_k^T R_k z. All terms of some points are one product of matrices, of coefficients (a row for each
// component) with monomials, and the gradient by the coefficients is another one. `middle`, the mean of the means, keeps the
// monomials small; whatever it is, the sum is the same.
#ifdef __AVX512F__
#define LANES 8
#define ROWS 8           // components at a time
#else                    // half as many registers, of half the size
#define LANES 4
#define ROWS 4
#endif
#define COLUMNS 3
#define POINTS (COLUMNS * LANES)  // at a time: with ROWS, as many sums as registers can hold
#define MOST 1024        // monomials of POINTS points, which stay in the second cache
#include "by_hand_sums.h"

typedef double Lanes __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double)), may_alias));

typedef struct {
  int64_t P, stride;           // monomials, and the length of a row of them or of coefficients
  double *middle;              // d
  double *coefficients;        // K rows, as their cotangents, by monomial z_i z_j with i <= j
  double *cotangents;
  double (*z)[POINTS];         // d + 1 rows
  double (*by_monomial)[POINTS];  // the monomials of the points
  double *by_point;            // and transposed: POINTS rows
  double (*terms)[POINTS];     // K rows
  double *root, *form;         // d rows of d + 1 numbers, d + 1 rows of as many
} Work;

static int64_t whole_lanes(int64_t size) { return (size + LANES - 1) / LANES * LANES; }

static Work new_work(Gmm g, int cotangents) {
  int64_t all = g.d + 1, P = all * (all + 1) / 2, stride = whole_lanes(P), with_rest = stride + whole_lanes(all);
  Work w = {P, stride};
  int64_t size = whole_lanes(g.d) + (1 + cotangents) * g.K * stride + (all + P + g.K) * POINTS + POINTS * with_rest + 2 * whole_lanes(all * all);
  w.middle = aligned_alloc(64, sizeof(double) * size);
  memset(w.middle, 0, sizeof(double) * size);
  w.coefficients = w.middle + whole_lanes(g.d);
  w.cotangents = w.coefficients + g.K * stride;
  w.z = (void *)(w.cotangents + cotangents * g.K * stride);
  w.by_monomial = w.z + all;
  w.terms = w.by_monomial + P;
  w.by_point = (void *)(w.terms + g.K);
  w.root = w.by_point + POINTS * with_rest;
  w.form = w.root + whole_lanes(all * all);
  for (int64_t k = 0; k < g.K; k++)
    for (int64_t i = 0; i < g.d; i++) w.middle[i] += g.means[k * g.d + i] / g.K;
  return w;
}

// R_k = (Q_k, Q_k (middle - mean_k)).
static void find_root(Gmm g, Work w, int64_t k) {
  int64_t d = g.d, all = d + 1;
  const double *lower = g.icf + k * g.s + d, *mean = g.means + k * d;
  memset(w.root, 0, sizeof(double) * d * all);
  for (int64_t j = 0; j < d; j++) {
    w.root[j * all + j] = g.diagonals[k * d + j];
    for (int64_t i = j + 1; i < d; i++) w.root[i * all + j] = *lower++;
  }
  for (int64_t i = 0; i < d; i++) {
    double sum = 0;
    for (int64_t j = 0; j <= i; j++) sum += w.root[i * all + j] * (w.middle[j] - mean[j]);
    w.root[i * all + d] = sum;
  }
}

// - R_k^T R_k from its diagonal on, row by row, and what is constant. Squares are halved in the monomials.
static void find_coefficients(Gmm g, Work w) {
  int64_t d = g.d, all = d + 1;
  for (int64_t k = 0; k < g.K; k++) {
    double *row = w.coefficients + k * w.stride;
    find_root(g, w, k);
    memset(w.form, 0, sizeof(double) * all * all);
    for (int64_t l = 0; l < d; l++)
      for (int64_t i = 0; i <= l; i++) {
        double left = w.root[l * all + i], *restrict form = w.form + i * all, *restrict right = w.root + l * all;
        for (int64_t j = i; j <= l; j++) form[j] += left * right[j];
        form[d] += left * right[d];
      }
    for (int64_t l = 0; l < d; l++) w.form[d * all + d] += w.root[l * all + d] * w.root[l * all + d];
    w.form[d * all + d] -= 2 * (g.alphas[k] + g.log_dets[k]);
    for (int64_t i = 0; i < all; i++)
      for (int64_t j = i; j < all; j++) *row++ = -w.form[i * all + j];
  }
}

// The cotangents of alpha, mean and Q from those of the coefficients: that of R^T R is symmetric, S, and that of R is R S.
static void from_coefficients(Gmm g, Work w, double *by_alphas, double *by_means, double *by_factors) {
  int64_t d = g.d, all = d + 1;
  double row_of_root[all];
  for (int64_t k = 0; k < g.K; k++) {
    const double *given = w.cotangents + k * w.stride, *mean = g.means + k * d;
    double *means = by_means + k * d, *factors = by_factors + k * g.s;
    find_root(g, w, k);
    for (int64_t i = 0; i < all; i++)
      for (int64_t j = i; j < all; j++, given++) w.form[i * all + j] = w.form[j * all + i] = i == j ? -2 * *given : -*given;
    by_alphas[k] -= w.form[d * all + d];
    for (int64_t l = 0; l < d; l++) {
      memset(row_of_root, 0, sizeof(row_of_root));
      for (int64_t j = 0; j < all; j++) {
        double factor = w.root[l * all + j], *restrict form = w.form + j * all;
        if (j > l && j < d) continue;
        for (int64_t i = 0; i <= l; i++) row_of_root[i] += factor * form[i];
        row_of_root[d] += factor * form[d];
      }
      double of_center = row_of_root[d];
      for (int64_t i = 0, at = d + l - 1; i < l; at += d - 2 - i, i++) factors[at] += row_of_root[i] + of_center * (w.middle[i] - mean[i]);
      factors[l] += row_of_root[l] + of_center * (w.middle[l] - mean[l]);
      for (int64_t i = 0; i <= l; i++) means[i] -= of_center * w.root[l * all + i];
    }
  }
}

// The monomials of the points from `first` on; the last ones are filled up with the last point.
static int64_t load_points(Gmm g, Work w, int64_t first, int by_point) {
  int64_t count = g.n - first < POINTS ? g.n - first : POINTS, all = g.d + 1;
  double (*phi)[POINTS] = w.by_monomial;
  for (int64_t i = 0; i < g.d; i++)
    for (int64_t p = 0; p < POINTS; p++) w.z[i][p] = g.x[(first + (p < count ? p : count - 1)) * g.d + i] - w.middle[i];
  for (int64_t p = 0; p < POINTS; p++) w.z[g.d][p] = 1;
  for (int64_t i = 0; i < all; i++) {
    for (int64_t p = 0; p < POINTS; p++) (*phi)[p] = 0.5 * w.z[i][p] * w.z[i][p];
    phi++;
    for (int64_t j = i + 1; j < all; j++, phi++)
      for (int64_t p = 0; p < POINTS; p++) (*phi)[p] = w.z[i][p] * w.z[j][p];
  }
  if (!by_point) return count;
  double z[all + LANES];
  memset(z, 0, sizeof(z));
  z[g.d] = 1;
  for (int64_t p = 0; p < count; p++) {
    double *row = w.by_point + p * w.stride;
    for (int64_t i = 0; i < g.d; i++) z[i] = w.z[i][p];
    for (int64_t i = 0; i < all; row += all - i, i++) {
      // Whole vectors: what is beyond the end belongs to the next row, which comes later.
      for (int64_t j = 0; j < all - i; j += LANES) *(Lanes *)(row + j) = z[i] * *(Lanes *)(z + i + j);
      *row = 0.5 * z[i] * z[i];
    }
  }
  return count;
}

#define INLINE static inline __attribute__((always_inline))

INLINE void add_terms(int rows, int64_t size, int64_t stride, const double *coefficients, const double (*phi)[POINTS],
                      double (*terms)[POINTS]) {
  Lanes sum[ROWS][COLUMNS];
#pragma GCC unroll 8
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < COLUMNS; c++) sum[r][c] = *(Lanes *)(terms[r] + c * LANES);
  for (int64_t i = 0; i < size; i++)
#pragma GCC unroll 8
    for (int r = 0; r < rows; r++)
      for (int c = 0; c < COLUMNS; c++) sum[r][c] += coefficients[r * stride + i] * *(Lanes *)(phi[i] + c * LANES);
#pragma GCC unroll 8
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < COLUMNS; c++) *(Lanes *)(terms[r] + c * LANES) = sum[r][c];
}

INLINE void add_cotangents(int rows, int lanes, int64_t count, int64_t stride, const double (*weights)[POINTS], const double *by_point,
                           double *cotangents) {
  Lanes sum[ROWS][COLUMNS];
#pragma GCC unroll 8
  for (int r = 0; r < rows; r++)
#pragma GCC unroll 3
    for (int c = 0; c < lanes; c++) sum[r][c] = *(Lanes *)(cotangents + r * stride + c * LANES);
  for (int64_t p = 0; p < count; p++)
#pragma GCC unroll 8
    for (int r = 0; r < rows; r++)
#pragma GCC unroll 3
      for (int c = 0; c < lanes; c++) sum[r][c] += weights[r][p] * *(Lanes *)(by_point + p * stride + c * LANES);
#pragma GCC unroll 8
  for (int r = 0; r < rows; r++)
#pragma GCC unroll 3
    for (int c = 0; c < lanes; c++) *(Lanes *)(cotangents + r * stride + c * LANES) = sum[r][c];
}

// Code of its own for each number of rows, so that the sums are registers.
#if ROWS == 8
#define FOR_ROWS(rows, call) \
  switch (rows) { \
    case 1: call(1); break; \
    case 2: call(2); break; \
    case 3: call(3); break; \
    case 4: call(4); break; \
    case 5: call(5); break; \
    case 6: call(6); break; \
    case 7: call(7); break; \
    default: call(8); \
  }
#else
#define FOR_ROWS(rows, call) \
  switch (rows) { \
    case 1: call(1); break; \
    case 2: call(2); break; \
    case 3: call(3); break; \
    default: call(4); \
  }
#endif

static void add_some_terms(Gmm g, Work w, int64_t first, int64_t size) {
  int64_t groups = (g.K + ROWS - 1) / ROWS;
  for (int64_t group = 0; group < groups; group++) {
    int64_t k = group * g.K / groups, rows = (group + 1) * g.K / groups - k;
#define CALL(rows) add_terms(rows, size, w.stride, w.coefficients + k * w.stride + first, w.by_monomial + first, w.terms + k)
    FOR_ROWS(rows, CALL)
#undef CALL
  }
}

static void add_some_cotangents(Gmm g, Work w, int64_t count, int64_t first, int64_t size) {
  int64_t groups = (g.K + ROWS - 1) / ROWS;
  for (int64_t group = 0; group < groups; group++) {
    int64_t k = group * g.K / groups, rows = (group + 1) * g.K / groups - k;
#define CALL_LANES(rows, lanes) \
  add_cotangents(rows, lanes, count, w.stride, w.terms + k, w.by_point + first, w.cotangents + k * w.stride + first)
#define CALL(rows) \
  if (size == 3 * LANES) CALL_LANES(rows, 3); \
  else if (size == 2 * LANES) CALL_LANES(rows, 2); \
  else CALL_LANES(rows, 1)
    FOR_ROWS(rows, CALL)
#undef CALL
#undef CALL_LANES
  }
}

// The logarithms of the sums over the components, added up, of the points that are loaded; their weights in `terms` if they are
// asked for.
static double log_sums(Gmm g, Work w, int64_t count, int weights) {
  memset(w.terms, 0, sizeof(*w.terms) * g.K);
  for (int64_t first = 0; first < w.P; first += MOST) add_some_terms(g, w, first, w.P - first < MOST ? w.P - first : MOST);
  return sum_of_log_sums(g.K, w.terms, count, weights);
}

static double likelihood(Gmm g) {
  Work w = new_work(g, 0);
  double total = 0;
  find_coefficients(g, w);
  for (int64_t first = 0; first < g.n; first += POINTS) total += log_sums(g, w, load_points(g, w, first, 0), 0);
  free(w.middle);
  return total;
}

static void likelihood_gradient(Gmm g, double *by_alphas, double *by_means, double *by_factors) {
  Work w = new_work(g, 1);
  find_coefficients(g, w);
  for (int64_t first = 0; first < g.n; first += POINTS) {
    int64_t count = load_points(g, w, first, 1);
    log_sums(g, w, count, 1);
    for (int64_t at = 0; at < w.stride; at += COLUMNS * LANES)
      add_some_cotangents(g, w, count, at, w.stride - at < COLUMNS * LANES ? w.stride - at : COLUMNS * LANES);
  }
  from_coefficients(g, w, by_alphas, by_means, by_factors);
  free(w.middle);
}
