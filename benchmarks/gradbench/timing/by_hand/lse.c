#include <math.h>
#include <stdint.h>
static double most_of(int64_t n, const double *restrict x) {
  double most = x[0];
  for (int64_t i = 1; i < n; i++) most = most > x[i] ? most : x[i];
  return most;
}
void objective(const int64_t *n, void *const *in, void *const *out) {
  const double *restrict x = in[0], most = most_of(*n, x);
  double sum = 0;
  for (int64_t i = 0; i < *n; i++) sum += exp(x[i] - most);
  *(double *)out[0] = log(sum) + most;
}
void derivative(const int64_t *n, void *const *in, void *const *out) {
  const double *restrict x = in[0], most = most_of(*n, x);
  double *restrict by = out[0], sum = 0;
  for (int64_t i = 0; i < *n; i++) sum += by[i] = exp(x[i] - most);
  const double share = 1 / sum;
  for (int64_t i = 0; i < *n; i++) by[i] *= share;
}
