static double cost(int64_t n, int64_t k, int64_t d, const double *R points, const double *R centroids) {
  double sum = 0;
  for (int64_t i = 0; i < n; i++) {
    double least = INFINITY;
    for (int64_t j = 0; j < k; j++) {
      double distance = 0;
      for (int64_t l = 0; l < d; l++) {
        double off = points[i * d + l] - centroids[j * d + l];
        distance += off * off;
      }
      if (distance < least) least = distance;
    }
    sum += least;
  }
  return sum;
}
static void gradient(int64_t n, int64_t k, int64_t d, const double *R points, const double *R centroids, double *R by) {
  __enzyme_autodiff((void *)cost, enzyme_const, n, enzyme_const, k, enzyme_const, d, enzyme_const, points, enzyme_dup,
                    centroids, by);
}
static void objective(const int64_t *n, void *const *in, void *const *out) {
  *(double *)out[0] = cost(n[0], n[1], n[2], (double *)in[0], (double *)in[1]);
}
static void derivative(const int64_t *n, void *const *in, void *const *out) {
  int64_t size = n[1] * n[2];
  double *ones = (double *)malloc(8 * size), *diagonal = (double *)calloc(size, 8), *by = (double *)out[0];
  for (int64_t i = 0; i < size; i++) ones[i] = 1;
  memset(by, 0, 8 * size);
  __enzyme_fwddiff((void *)gradient, enzyme_const, n[0], enzyme_const, n[1], enzyme_const, n[2], enzyme_const, in[0],
                   enzyme_dup, in[1], ones, enzyme_dup, by, diagonal);
  for (int64_t i = 0; i < size; i++) by[i] /= diagonal[i];
  free(ones);
  free(diagonal);
}
