#include <stdint.h>
#include <stdlib.h>
#include <string.h>
enum { MOST = 10 };
static void slope(int64_t n, const double *restrict x, const double *restrict y, double *restrict k) {
  k[0] = x[0];
  for (int64_t i = 1; i < n; i++) k[i] = x[i] * y[i - 1];
}
static void along(int64_t n, const double *restrict y, double h, const double *restrict k, double *restrict moved) {
  for (int64_t i = 0; i < n; i++) moved[i] = y[i] + h * k[i];
}
static void step(int64_t n, double h, const double *restrict x, double *restrict y) {
  double k1[MOST], k2[MOST], k3[MOST], k4[MOST], there[MOST];
  slope(n, x, y, k1);
  along(n, y, h / 2, k1, there);
  slope(n, x, there, k2);
  along(n, y, h / 2, k2, there);
  slope(n, x, there, k3);
  along(n, y, h, k3, there);
  slope(n, x, there, k4);
  for (int64_t i = 0; i < n; i++) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
}
void objective(const int64_t *sizes, void *const *in, void *const *out) {
  const int64_t n = sizes[0], s = sizes[1];
  double *y = out[0];
  memset(y, 0, 8 * n);
  for (int64_t i = 0; i < s; i++) step(n, 2.0 / s, in[0], y);
}
// The adjoint of slope: of x, and of y, which it adds to.
static void slope_back(int64_t n, const double *restrict x, const double *restrict y, const double *restrict k_bar,
                       double *restrict x_bar, double *restrict y_bar) {
  x_bar[0] += k_bar[0];
  for (int64_t i = 1; i < n; i++) {
    x_bar[i] += k_bar[i] * y[i - 1];
    y_bar[i - 1] += k_bar[i] * x[i];
  }
}
void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  const int64_t n = sizes[0], s = sizes[1];
  const double *x = in[0], h = 2.0 / s;
  double y[MOST] = {0}, y_bar[MOST] = {0}, *x_bar = out[0], *states = malloc(8 * n * s);
  for (int64_t i = 0; i < s; i++) {
    memcpy(states + i * n, y, 8 * n);
    step(n, h, x, y);
  }
  memset(x_bar, 0, 8 * n);
  y_bar[n - 1] = 1;
  for (int64_t i = s - 1; i >= 0; i--) {
    const double *y = states + i * n;
    double k1[MOST], k2[MOST], k3[MOST], y2[MOST], y3[MOST], y4[MOST], b1[MOST], b2[MOST], b3[MOST], b4[MOST];
    slope(n, x, y, k1);
    along(n, y, h / 2, k1, y2);
    slope(n, x, y2, k2);
    along(n, y, h / 2, k2, y3);
    slope(n, x, y3, k3);
    along(n, y, h, k3, y4);
    double at4[MOST] = {0}, at3[MOST] = {0}, at2[MOST] = {0};
    for (int64_t j = 0; j < n; j++) b4[j] = h / 6 * y_bar[j];
    slope_back(n, x, y4, b4, x_bar, at4);
    for (int64_t j = 0; j < n; j++) b3[j] = h / 3 * y_bar[j] + h * at4[j];
    slope_back(n, x, y3, b3, x_bar, at3);
    for (int64_t j = 0; j < n; j++) b2[j] = h / 3 * y_bar[j] + h / 2 * at3[j];
    slope_back(n, x, y2, b2, x_bar, at2);
    for (int64_t j = 0; j < n; j++) b1[j] = h / 6 * y_bar[j] + h / 2 * at2[j];
    for (int64_t j = 0; j < n; j++) y_bar[j] += at2[j] + at3[j] + at4[j];
    slope_back(n, x, y, b1, x_bar, y_bar);
  }
  free(states);
}
