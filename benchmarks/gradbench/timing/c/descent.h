// x becomes where cost.value is least, by gradient descent with cost.gradient: the step doubles after ten steps that go
// down, and is halved after one that does not.
static inline double length(int64_t n, const double *x) {
  double sum = 0;
  for (int64_t i = 0; i < n; i++) sum += x[i] * x[i];
  return sqrt(sum);
}
template <int64_t n, class Cost> static inline void descend(const Cost &cost, double *x) {
  const double small = 1e-5;
  double f = cost.value(x), eta = small, g[n], step[n], moved[n];
  cost.gradient(x, g);
  for (int64_t went = 0; length(n, g) > small;) {
    if (went == 10) {
      eta *= 2;
      went = 0;
      continue;
    }
    for (int64_t i = 0; i < n; i++) {
      step[i] = eta * g[i];
      moved[i] = x[i] - step[i];
    }
    if (length(n, step) <= small) return;
    double there = cost.value(moved);
    if (there < f) {
      for (int64_t i = 0; i < n; i++) x[i] = moved[i];
      f = there;
      cost.gradient(x, g);
      went++;
    } else {
      eta /= 2;
      went = 0;
    }
  }
}
