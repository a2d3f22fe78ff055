// The gradient of GMM by hand: what does not depend on the points, once for two ways to what does.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int64_t d, K, n, s;
  const double *alphas, *means, *icf, *x;
  double gamma, m, constant;
  double *diagonals, *log_dets;  // K x d, K
} Gmm;

// The sum over the points of log sum_k exp(alpha_k + log det Q_k - 1/2 |Q_k (x - mean_k)|^2), and its gradient by alpha, by mean and
// by Q (diagonal, then columns of the lower triangle), which is added to what is there.
static double likelihood(Gmm g);
static void likelihood_gradient(Gmm g, double *by_alphas, double *by_means, double *by_factors);

#ifdef MONOMIALS
#include "by_hand_monomials.h"
#else
#include "by_hand_points.h"
#endif

static Gmm prepare(const int64_t *sizes, void *const *in) {
  Gmm g = {sizes[0], sizes[1], sizes[2], sizes[0] * (sizes[0] + 1) / 2, in[0], in[1], in[2], in[3]};
  const double *scalars = in[4];
  g.gamma = scalars[0], g.m = scalars[1], g.constant = scalars[2];
  g.diagonals = malloc(sizeof(double) * g.K * (g.d + 1));
  g.log_dets = g.diagonals + g.K * g.d;
  for (int64_t k = 0; k < g.K; k++) {
    g.log_dets[k] = 0;
    for (int64_t i = 0; i < g.d; i++) {
      g.log_dets[k] += g.icf[k * g.s + i];
      g.diagonals[k * g.d + i] = exp(g.icf[k * g.s + i]);
    }
  }
  return g;
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
  double total = g.constant + likelihood(g), largest = largest_alpha(g), squares = 0, log_det = 0;
  total -= g.n * (largest + log(sum_of_alphas(g, largest)));
  for (int64_t k = 0; k < g.K; k++) {
    log_det += g.log_dets[k];
    for (int64_t i = 0; i < g.d; i++) squares += g.diagonals[k * g.d + i] * g.diagonals[k * g.d + i];
    for (int64_t i = g.d; i < g.s; i++) squares += g.icf[k * g.s + i] * g.icf[k * g.s + i];
  }
  *(double *)out[0] = total + 0.5 * g.gamma * g.gamma * squares - g.m * log_det;
  free(g.diagonals);
}

void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  Gmm g = prepare(sizes, in);
  double *by_alphas = out[0], *by_means = out[1], *by_icf = out[2];
  memset(by_alphas, 0, sizeof(double) * g.K);
  memset(by_means, 0, sizeof(double) * g.K * g.d);
  memset(by_icf, 0, sizeof(double) * g.K * g.s);
  likelihood_gradient(g, by_alphas, by_means, by_icf);
  double largest = largest_alpha(g), sum = sum_of_alphas(g, largest), square = g.gamma * g.gamma;
  for (int64_t k = 0; k < g.K; k++) {
    const double *diagonal = g.diagonals + k * g.d;
    double *icf = by_icf + k * g.s;
    for (int64_t i = 0; i < g.d; i++)
      icf[i] = by_alphas[k] - g.m + (icf[i] + square * diagonal[i]) * diagonal[i];
    for (int64_t i = g.d; i < g.s; i++) icf[i] += square * g.icf[k * g.s + i];
    by_alphas[k] -= g.n * exp(g.alphas[k] - largest) / sum;
  }
  free(g.diagonals);
}
