#include "descent.h"
static void cost(const double *x, const double *y, double *out) {
  *out = y[0] * y[0] + y[1] * y[1] - x[0] * x[0] - x[1] * x[1];
}
static const double FIRST[2] = {1, 0}, SECOND[2] = {0, 1};
struct Inner {
  const double *x;
  double value(const double *y) const {
    double out;
    cost(x, y, &out);
    return out;
  }
  void gradient(const double *y, double *by) const {
    double unused;
#ifdef INNER_R
    double one = 1;
    by[0] = by[1] = 0;
    __enzyme_autodiff((void *)cost, enzyme_const, x, enzyme_dup, y, by, enzyme_dupnoneed, &unused, &one);
#else
    __enzyme_fwddiff((void *)cost, enzyme_const, x, enzyme_dup, y, FIRST, enzyme_dupnoneed, &unused, by);
    __enzyme_fwddiff((void *)cost, enzyme_const, x, enzyme_dup, y, SECOND, enzyme_dupnoneed, &unused, by + 1);
#endif
  }
};
struct Last {
  const double *x;
  double value(const double *y) const { return Inner{x}.value(y); }
  void gradient(const double *y, double *by) const {
    double unused;
#ifdef OUTER_R
    double one = 1;
    by[0] = by[1] = 0;
    __enzyme_autodiff((void *)cost, enzyme_const, x, enzyme_dup, y, by, enzyme_dupnoneed, &unused, &one);
#else
    __enzyme_fwddiff((void *)cost, enzyme_const, x, enzyme_dup, y, FIRST, enzyme_dupnoneed, &unused, by);
    __enzyme_fwddiff((void *)cost, enzyme_const, x, enzyme_dup, y, SECOND, enzyme_dupnoneed, &unused, by + 1);
#endif
  }
};
static void most(const double *x, const double *start, double *out) {
  double y[2] = {start[0], start[1]}, f;
  descend<2>(Inner{x}, y);
  cost(x, y, &f);
  *out = -f;
}
struct Outer {
  const double *start;
  double value(const double *x) const {
    double out;
    most(x, start, &out);
    return out;
  }
  void gradient(const double *x, double *by) const {
    double unused;
#ifdef OUTER_R
    double one = 1;
    by[0] = by[1] = 0;
    __enzyme_autodiff((void *)most, enzyme_dup, x, by, enzyme_const, start, enzyme_dupnoneed, &unused, &one);
#else
    __enzyme_fwddiff((void *)most, enzyme_dup, x, FIRST, enzyme_const, start, enzyme_dupnoneed, &unused, by);
    __enzyme_fwddiff((void *)most, enzyme_dup, x, SECOND, enzyme_const, start, enzyme_dupnoneed, &unused, by + 1);
#endif
  }
};
static void objective(const int64_t *, void *const *in, void *const *out) {
  const double *start = (double *)in[0];
  double *x = (double *)out[0], *y = x + 2;
  x[0] = y[0] = start[0];
  x[1] = y[1] = start[1];
  descend<2>(Outer{start}, x);
  descend<2>(Last{x}, y);
}
static void derivative(const int64_t *n, void *const *in, void *const *out) { objective(n, in, out); }
