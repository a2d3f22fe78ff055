// What `O0.mlir`, `O1.mlir` and `O3.mlir` were made of by
//   clang OPTIONS -S -emit-llvm programs.c -o p.ll; mlir-translate --import-llvm p.ll -o p.mlir; python strip.py p.mlir
// with the options -O0, -O1, and -O3 -march=haswell -ffast-math -fno-unroll-loops -mprefer-vector-width=128.
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct { double x, y, z; } vec;

static double norm(const vec *v) { return sqrt(v->x * v->x + v->y * v->y + v->z * v->z); }

// Structs in an array, a local one, and a pointer behind the first element as an argument.
double structs(vec *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    vec d = p[i];
    if (i) {
      d.x -= p[i - 1].x;
      d.y -= p[i - 1].y;
      d.z -= p[i - 1].z;
    }
    s += norm(&d) + norm(p + i);
  }
  return s;
}

// Memory of its own, from the heap.
double scratch(const double *x, int n) {
  double *t = malloc(n * sizeof(double));
  memset(t, 0, n * sizeof(double));
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) t[i] += x[j] * x[i];
  double s = 0;
  for (int i = 0; i < n; i++) s += sin(t[i]);
  free(t);
  return s;
}

// Two buffers that change places.
double exchange(double *x, int steps) {
  double b[2][8];
  memcpy(b[0], x, sizeof b[0]);
  double *now = b[0], *next = b[1];
  for (int s = 0; s < steps; s++) {
    for (int i = 0; i < 8; i++) next[i] = 0.5 * now[i] + 0.25 * now[(i + 1) & 7] * now[(i + 7) & 7];
    double *t = now;
    now = next;
    next = t;
  }
  double r = 0;
  for (int i = 0; i < 8; i++) r += now[i] * (i + 1);
  return r;
}

// A pointer into one of two arguments.
double chosen(double *x, double *y, int which, int n) {
  double *p = which ? x : y;
  double s = 1;
  for (int i = 0; i < n; i++) s *= p[i] + 1;
  return s;
}

double branches(double x, int k) {
  switch (k) {
  case 0: return sin(x);
  case 1: return x * x;
  case 5: x = exp(x); break;
  default: x = x + k;
  }
  return x * x * x;
}

// A pointer that walks down.
void horner(float *out, const float *c, const float *x, int n, int m) {
  for (int i = 0; i < n; i++) {
    float v = 0;
    const float *p = c + m;
    do v = v * x[i] + *--p;
    while (p != c);
    out[i] = v;
  }
}

static double *second(double *p) { return p + 1; }

// A function that gives a pointer.
double returned(double *x, int n) {
  double *q = second(x);
  double s = 0;
  for (int i = 0; i + 1 < n; i++) s += q[i] * x[i];
  return s;
}

double matrix(double a[6][5], const double *x) {
  double s = 0;
  for (int i = 0; i < 6; i++) {
    double r = 0;
    for (int j = 0; j < 5; j++) r += a[i][j] * x[j];
    s += r * r;
  }
  return s;
}

double indirect(const double *x, const int *at, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[at[i]] * x[i];
  return s;
}

// What it reads is overwritten, and moved onto itself.
void in_place(double *x, int n) {
  for (int i = 1; i < n; i++) x[i] = x[i] * x[i - 1];
  memmove(x, x + 1, (n - 1) * sizeof(double));
}

double newton(double a, double *count) {
  double x = a;
  int k = 0;
  while (fabs(x * x - a) > 1e-12 && k < 50) {
    x = 0.5 * (x + a / x);
    k++;
  }
  *count = k;
  return x;
}

// An array whose length is computed.
double length(const double *x, int n) {
  double t[n];
  for (int i = 0; i < n; i++) t[i] = x[i] * x[n - 1 - i];
  double s = 0;
  for (int i = 0; i < n; i++) s += t[i] * t[i];
  return s;
}

static const double table[3][2] = {{1, 2}, {3, 4}, {5, 6.5}};

double tables(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += table[i % 3][i & 1] * x[i] * fmax(x[i], 0.1) * fmin(x[i], pow(x[i], 2));
  return s;
}

double early(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += x[i] * x[i];
    if (s > 3) return s * x[i];
  }
  return -s;
}
