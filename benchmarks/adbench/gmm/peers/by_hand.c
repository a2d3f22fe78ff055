// The gradient of GMM by hand. Points go through in blocks of columns, so that every inner loop is
// a vector operation over points; what is needed again is computed again, so nothing is kept per point.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 64 // points at a time

typedef struct {
  int64_t d, K, n, s;
  const double *alphas, *means, *icf, *x;
  double gamma, m, constant;
  double *diagonals, *log_dets;  // K x d, K
  double (*points)[BLOCK], (*z)[BLOCK], (*y)[BLOCK], (*terms)[BLOCK];  // d, d, d, K rows
} Gmm;

static Gmm prepare(const int64_t *sizes, void *const *in) {
  Gmm g = {sizes[0], sizes[1], sizes[2], sizes[0] * (sizes[0] + 1) / 2, in[0], in[1], in[2], in[3]};
  const double *scalars = in[4];
  g.gamma = scalars[0], g.m = scalars[1], g.constant = scalars[2];
  g.diagonals = malloc(sizeof(double) * g.K * (g.d + 1));
  g.log_dets = g.diagonals + g.K * g.d;
  g.points = aligned_alloc(64, sizeof(*g.points) * (3 * g.d + g.K));
  g.z = g.points + g.d, g.y = g.z + g.d, g.terms = g.y + g.d;
  for (int64_t k = 0; k < g.K; k++) {
    g.log_dets[k] = 0;
    for (int64_t i = 0; i < g.d; i++) {
      g.log_dets[k] += g.icf[k * g.s + i];
      g.diagonals[k * g.d + i] = exp(g.icf[k * g.s + i]);
    }
  }
  return g;
}

static void release(Gmm g) {
  free(g.diagonals);
  free(g.points);
}

// The points from `first` on as columns; the last block is filled up with its last point.
static int64_t load_block(Gmm g, int64_t first) {
  int64_t count = g.n - first < BLOCK ? g.n - first : BLOCK;
  for (int64_t p = 0; p < BLOCK; p++) {
    const double *point = g.x + (first + (p < count ? p : count - 1)) * g.d;
    for (int64_t i = 0; i < g.d; i++) g.points[i][p] = point[i];
  }
  return count;
}

// z = x - mean_k, y = Q_k z for the points of the block.
static void transform(Gmm g, int64_t k) {
  const double *mean = g.means + k * g.d, *lower = g.icf + k * g.s + g.d, *diagonal = g.diagonals + k * g.d;
  for (int64_t i = 0; i < g.d; i++)
    for (int64_t p = 0; p < BLOCK; p++) {
      g.z[i][p] = g.points[i][p] - mean[i];
      g.y[i][p] = diagonal[i] * g.z[i][p];
    }
  for (int64_t j = 0; j < g.d; j++)
    for (int64_t i = j + 1; i < g.d; i++) {
      double q = *lower++, *restrict yi = g.y[i], *restrict zj = g.z[j];
      for (int64_t p = 0; p < BLOCK; p++) yi[p] += q * zj[p];
    }
}

// terms[k] for all components; gives the sum of the logarithms of the sums of their exponentials, and
// leaves the weights of the components in `terms` if it is asked to.
static double log_sums(Gmm g, int64_t count, int weights) {
  double largest[BLOCK], sum[BLOCK], total = 0;
  for (int64_t p = 0; p < BLOCK; p++) largest[p] = -INFINITY, sum[p] = 0;
  for (int64_t k = 0; k < g.K; k++) {
    double base = g.alphas[k] + g.log_dets[k], *restrict t = g.terms[k], square[BLOCK] = {0};
    transform(g, k);
    for (int64_t i = 0; i < g.d; i++)
      for (int64_t p = 0; p < BLOCK; p++) square[p] += g.y[i][p] * g.y[i][p];
    for (int64_t p = 0; p < BLOCK; p++) {
      t[p] = base - 0.5 * square[p];
      largest[p] = t[p] > largest[p] ? t[p] : largest[p];
    }
  }
  for (int64_t k = 0; k < g.K; k++)
    for (int64_t p = 0; p < BLOCK; p++) {
      double e = exp(g.terms[k][p] - largest[p]);
      sum[p] += e;
      if (weights) g.terms[k][p] = e;
    }
  for (int64_t p = 0; p < count; p++) total += largest[p] + log(sum[p]);
  if (weights)
    for (int64_t k = 0; k < g.K; k++)
      for (int64_t p = 0; p < BLOCK; p++) g.terms[k][p] = p < count ? g.terms[k][p] / sum[p] : 0;
  return total;
}

static double largest_alpha(Gmm g) {
  double largest = g.alphas[0];
  for (int64_t k = 1; k < g.K; k++) largest = g.alphas[k] > largest ? g.alphas[k] : largest;
  return largest;
}

static double sum_of_alphas(Gmm g, double largest) {
  double sum = 0;
  for (int64_t k = 0; k < g.K; k++) sum += exp(g.alphas[k] - largest);
  return sum;
}

void objective(const int64_t *sizes, void *const *in, void *const *out) {
  Gmm g = prepare(sizes, in);
  double total = g.constant, largest = largest_alpha(g), squares = 0, log_det = 0;
  for (int64_t first = 0; first < g.n; first += BLOCK) total += log_sums(g, load_block(g, first), 0);
  total -= g.n * (largest + log(sum_of_alphas(g, largest)));
  for (int64_t k = 0; k < g.K; k++) {
    log_det += g.log_dets[k];
    for (int64_t i = 0; i < g.d; i++) squares += g.diagonals[k * g.d + i] * g.diagonals[k * g.d + i];
    for (int64_t i = g.d; i < g.s; i++) squares += g.icf[k * g.s + i] * g.icf[k * g.s + i];
  }
  *(double *)out[0] = total + 0.5 * g.gamma * g.gamma * squares - g.m * log_det;
  release(g);
}

void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  Gmm g = prepare(sizes, in);
  double *by_alphas = out[0], *by_means = out[1], *by_icf = out[2];
  memset(by_alphas, 0, sizeof(double) * g.K);
  memset(by_means, 0, sizeof(double) * g.K * g.d);
  memset(by_icf, 0, sizeof(double) * g.K * g.s);
  for (int64_t first = 0; first < g.n; first += BLOCK) {
    log_sums(g, load_block(g, first), 1);
    for (int64_t k = 0; k < g.K; k++) {
      double weight = 0, *restrict w = g.terms[k], *means = by_means + k * g.d;
      double *diagonal = by_icf + k * g.s, *lower = diagonal + g.d;
      transform(g, k);
      for (int64_t p = 0; p < BLOCK; p++) weight += w[p];
      by_alphas[k] += weight;
      // The cotangent of y is - w y: that of Q its product with z, that of the mean Q^T times w y.
      for (int64_t i = 0; i < g.d; i++) {
        double sum = 0, square = 0;
        for (int64_t p = 0; p < BLOCK; p++) {
          g.y[i][p] *= w[p];
          sum += g.y[i][p];
          square += g.y[i][p] * g.z[i][p];
        }
        means[i] += sum; // of w y for now; Q^T comes at the end
        diagonal[i] -= square;
      }
      for (int64_t j = 0; j < g.d; j++)
        for (int64_t i = j + 1; i < g.d; i++) {
          double sum = 0, *restrict yi = g.y[i], *restrict zj = g.z[j];
          for (int64_t p = 0; p < BLOCK; p++) sum += yi[p] * zj[p];
          *lower++ -= sum;
        }
    }
  }
  double largest = largest_alpha(g), sum = sum_of_alphas(g, largest), square = g.gamma * g.gamma;
  for (int64_t k = 0; k < g.K; k++) {
    const double *lower = g.icf + k * g.s + g.d, *diagonal = g.diagonals + k * g.d;
    double *means = by_means + k * g.d, *icf = by_icf + k * g.s;
    for (int64_t j = 0; j < g.d; j++) {
      means[j] *= diagonal[j];
      for (int64_t i = j + 1; i < g.d; i++) means[j] += *lower++ * means[i];
    }
    for (int64_t i = 0; i < g.d; i++)
      icf[i] = by_alphas[k] - g.m + (icf[i] + square * diagonal[i]) * diagonal[i];
    for (int64_t i = g.d; i < g.s; i++) icf[i] += square * g.icf[k * g.s + i];
    by_alphas[k] -= g.n * exp(g.alphas[k] - largest) / sum;
  }
  release(g);
}
