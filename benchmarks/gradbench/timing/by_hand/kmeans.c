#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static inline double distance(int64_t d, const double *restrict p, const double *restrict c) {
  double sum = 0;
  for (int64_t l = 0; l < d; l++) sum += (p[l] - c[l]) * (p[l] - c[l]);
  return sum;
}
void objective(const int64_t *sizes, void *const *in, void *const *out) {
  const int64_t n = sizes[0], k = sizes[1], d = sizes[2];
  const double *points = in[0], *centroids = in[1];
  double sum = 0;
  for (int64_t i = 0; i < n; i++) {
    double least = INFINITY;
    for (int64_t j = 0; j < k; j++) {
      double there = distance(d, points + i * d, centroids + j * d);
      least = there < least ? there : least;
    }
    sum += least;
  }
  *(double *)out[0] = sum;
}
// The gradient is twice the sum of what the centroid's points are off, the Hessian's diagonal twice their number.
void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  const int64_t n = sizes[0], k = sizes[1], d = sizes[2];
  const double *points = in[0], *centroids = in[1];
  double *by = out[0], *numbers = calloc(k, 8);
  memset(by, 0, 8 * k * d);
  for (int64_t i = 0; i < n; i++) {
    double least = INFINITY;
    int64_t which = 0;
    for (int64_t j = 0; j < k; j++) {
      double there = distance(d, points + i * d, centroids + j * d);
      which = there < least ? j : which;
      least = there < least ? there : least;
    }
    numbers[which]++;
    for (int64_t l = 0; l < d; l++) by[which * d + l] += centroids[which * d + l] - points[i * d + l];
  }
  for (int64_t j = 0; j < k; j++)
    for (int64_t l = 0; l < d; l++) by[j * d + l] /= numbers[j];
  free(numbers);
}
