// The gradient of the sum of a triangular matrix times a vector, by hand, or a pushforward. A matrix is stored line by line,
// where a line is a row or, with COLUMNS, a column; of line a the entries from FIRST(a) to LAST(a) count.
#include <stdint.h>
#include <string.h>

#ifdef FULL
#define FIRST(a) 0
#define LAST(a) n
#elif defined(COLUMNS)
#define FIRST(a) ((a) + 1)
#define LAST(a) n
#else
#define FIRST(a) 0
#define LAST(a) (a)
#endif

// Where entry 0 of line a is, or would be.
static inline int64_t line(int64_t a, int64_t n) {
#ifndef PACKED
  return a * n;
#elif defined(COLUMNS)
  return a * (2 * n - a - 1) / 2 - (a + 1);
#else
  return a * (a - 1) / 2;
#endif
}

void objective(const int64_t *sizes, void *const *in, void *const *out) {
  int64_t n = sizes[0];
  const double *restrict x = in[1];
  double *restrict y = out[0];
#ifdef COLUMNS
  memset(y, 0, sizeof(double) * n);
#endif
  for (int64_t a = 0; a < n; a++) {
    const double *restrict m = (const double *)in[0] + line(a, n);
#ifdef COLUMNS
    for (int64_t b = FIRST(a); b < LAST(a); b++) y[b] += m[b] * x[a];
#else
    double sum = 0;
    for (int64_t b = FIRST(a); b < LAST(a); b++) sum += m[b] * x[b];
    y[a] = sum;
#endif
  }
}

#ifdef PUSHFORWARD
void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  int64_t n = sizes[0];
  const double *restrict x = in[1], *restrict dx = in[3];
  double *restrict dy = out[0];
#ifdef COLUMNS
  memset(dy, 0, sizeof(double) * n);
#endif
  for (int64_t a = 0; a < n; a++) {
    const double *restrict m = (const double *)in[0] + line(a, n), *restrict dm = (const double *)in[2] + line(a, n);
#ifdef COLUMNS
    for (int64_t b = FIRST(a); b < LAST(a); b++) dy[b] += dm[b] * x[a] + m[b] * dx[a];
#else
    double sum = 0;
    for (int64_t b = FIRST(a); b < LAST(a); b++) sum += dm[b] * x[b] + m[b] * dx[b];
    dy[a] = sum;
#endif
  }
}
#else
void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  int64_t n = sizes[0];
  const double *restrict x = in[1];
  double *restrict by_x = out[1];
#ifndef COLUMNS
  memset(by_x, 0, sizeof(double) * n);
#endif
  for (int64_t a = 0; a < n; a++) {
    const double *restrict m = (const double *)in[0] + line(a, n);
    double *restrict by_m = (double *)out[0] + line(a, n);
#ifdef TRI
    memset(by_m, 0, sizeof(double) * FIRST(a));
    memset(by_m + LAST(a), 0, sizeof(double) * (n - LAST(a)));
#endif
#ifdef COLUMNS
    double sum = 0;
    for (int64_t b = FIRST(a); b < LAST(a); b++) {
      by_m[b] = x[a];
      sum += m[b];
    }
    by_x[a] = sum;
#else
    for (int64_t b = FIRST(a); b < LAST(a); b++) {
      by_m[b] = x[b];
      by_x[b] += m[b];
    }
#endif
  }
}
#endif
