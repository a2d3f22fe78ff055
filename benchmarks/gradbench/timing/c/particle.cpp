#include "descent.h"
static double over_distance(double x, double y, double height) {
  return 1 / sqrt((x - 10) * (x - 10) + (y - height) * (y - height));
}
static void potential(const double *x, double w, double *out) {
  *out = over_distance(x[0], x[1], 10 - w) + over_distance(x[0], x[1], 0);
}
static inline void force(const double *x, double w, double *f) {
  double unused;
#ifdef INNER_R
  double one = 1;
  f[0] = f[1] = 0;
  __enzyme_autodiff((void *)potential, enzyme_dup, x, f, enzyme_const, w, enzyme_dupnoneed, &unused, &one);
#else
  double first[2] = {1, 0}, second[2] = {0, 1};
  __enzyme_fwddiff((void *)potential, enzyme_dup, x, first, enzyme_const, w, enzyme_dupnoneed, &unused, f);
  __enzyme_fwddiff((void *)potential, enzyme_dup, x, second, enzyme_const, w, enzyme_dupnoneed, &unused, f + 1);
#endif
}
static void crossing(const double *w, double *out) {
  double x[2] = {0, 8}, v[2] = {0.075, 0};
  while (true) {
    double f[2], next[2] = {x[0] + v[0], x[1] + v[1]};
    if (!(next[1] > 0)) break;
    force(x, *w, f);
    for (int i = 0; i < 2; i++) {
      x[i] = next[i];
      v[i] -= 0.01 * f[i];
    }
  }
  double place = x[0] - x[1] / v[1] * v[0];
  *out = place * place;
}
struct Cost {
  double value(const double *w) const {
    double out;
    crossing(w, &out);
    return out;
  }
  void gradient(const double *w, double *by) const {
    double unused, one = 1;
    *by = 0;
#ifdef OUTER_R
    __enzyme_autodiff((void *)crossing, enzyme_dup, w, by, enzyme_dupnoneed, &unused, &one);
#else
    __enzyme_fwddiff((void *)crossing, enzyme_dup, w, &one, enzyme_dupnoneed, &unused, by);
#endif
  }
};
static void objective(const int64_t *, void *const *in, void *const *out) {
  double w[1] = {*(double *)in[0]};
  descend<1>(Cost(), w);
  *(double *)out[0] = w[0];
}
static void derivative(const int64_t *n, void *const *in, void *const *out) { objective(n, in, out); }
