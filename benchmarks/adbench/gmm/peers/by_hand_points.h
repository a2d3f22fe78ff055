// Points go through in blocks of columns, so that every inner loop is a vector operation over points; what is needed again is
// computed again, so nothing is kept per point.
#define POINTS 64  // at a time
#include "by_hand_sums.h"

typedef struct {
  double (*points)[POINTS], (*z)[POINTS], (*y)[POINTS], (*terms)[POINTS];  // d, d, d, K rows
} Work;

static Work new_work(Gmm g) {
  Work w = {aligned_alloc(64, sizeof(double[POINTS]) * (3 * g.d + g.K))};
  w.z = w.points + g.d, w.y = w.z + g.d, w.terms = w.y + g.d;
  return w;
}

// The points from `first` on as columns; the last block is filled up with its last point.
static int64_t load_block(Gmm g, Work w, int64_t first) {
  int64_t count = g.n - first < POINTS ? g.n - first : POINTS;
  for (int64_t p = 0; p < POINTS; p++) {
    const double *point = g.x + (first + (p < count ? p : count - 1)) * g.d;
    for (int64_t i = 0; i < g.d; i++) w.points[i][p] = point[i];
  }
  return count;
}

// z = x - mean_k, y = Q_k z for the points of the block.
static void transform(Gmm g, Work w, int64_t k) {
  const double *mean = g.means + k * g.d, *lower = g.icf + k * g.s + g.d, *diagonal = g.diagonals + k * g.d;
  for (int64_t i = 0; i < g.d; i++)
    for (int64_t p = 0; p < POINTS; p++) {
      w.z[i][p] = w.points[i][p] - mean[i];
      w.y[i][p] = diagonal[i] * w.z[i][p];
    }
  for (int64_t j = 0; j < g.d; j++)
    for (int64_t i = j + 1; i < g.d; i++) {
      double q = *lower++, *restrict yi = w.y[i], *restrict zj = w.z[j];
      for (int64_t p = 0; p < POINTS; p++) yi[p] += q * zj[p];
    }
}

// The logarithms of the sums over the components, added up, and their weights in `terms` if they are asked for.
static double log_sums(Gmm g, Work w, int64_t count, int weights) {
  for (int64_t k = 0; k < g.K; k++) {
    double base = g.alphas[k] + g.log_dets[k], square[POINTS] = {0};
    transform(g, w, k);
    for (int64_t i = 0; i < g.d; i++)
      for (int64_t p = 0; p < POINTS; p++) square[p] += w.y[i][p] * w.y[i][p];
    for (int64_t p = 0; p < POINTS; p++) w.terms[k][p] = base - 0.5 * square[p];
  }
  return sum_of_log_sums(g.K, w.terms, count, weights);
}

static double likelihood(Gmm g) {
  Work w = new_work(g);
  double total = 0;
  for (int64_t first = 0; first < g.n; first += POINTS) total += log_sums(g, w, load_block(g, w, first), 0);
  free(w.points);
  return total;
}

static void likelihood_gradient(Gmm g, double *by_alphas, double *by_means, double *by_factors) {
  Work work = new_work(g);
  for (int64_t first = 0; first < g.n; first += POINTS) {
    log_sums(g, work, load_block(g, work, first), 1);
    for (int64_t k = 0; k < g.K; k++) {
      double weight = 0, *restrict w = work.terms[k], *means = by_means + k * g.d;
      double *diagonal = by_factors + k * g.s, *lower = diagonal + g.d;
      transform(g, work, k);
      for (int64_t p = 0; p < POINTS; p++) weight += w[p];
      by_alphas[k] += weight;
      // The cotangent of y is - w y: that of Q its product with z, that of the mean Q^T times w y.
      for (int64_t i = 0; i < g.d; i++) {
        double sum = 0, square = 0;
        for (int64_t p = 0; p < POINTS; p++) {
          work.y[i][p] *= w[p];
          sum += work.y[i][p];
          square += work.y[i][p] * work.z[i][p];
        }
        means[i] += sum; // of w y for now; Q^T comes at the end
        diagonal[i] -= square;
      }
      for (int64_t j = 0; j < g.d; j++)
        for (int64_t i = j + 1; i < g.d; i++) {
          double sum = 0, *restrict yi = work.y[i], *restrict zj = work.z[j];
          for (int64_t p = 0; p < POINTS; p++) sum += yi[p] * zj[p];
          *lower++ -= sum;
        }
    }
  }
  for (int64_t k = 0; k < g.K; k++) {
    const double *lower = g.icf + k * g.s + g.d, *diagonal = g.diagonals + k * g.d;
    double *means = by_means + k * g.d;
    for (int64_t j = 0; j < g.d; j++) {
      means[j] *= diagonal[j];
      for (int64_t i = j + 1; i < g.d; i++) means[j] += *lower++ * means[i];
    }
  }
  free(work.points);
}
