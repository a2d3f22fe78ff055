// The Jacobian of Hand by hand. An angle moves the bones below it only, and those the vertices by their
// weights; what belongs to vertices is three arrays over all of them, so that every inner loop is a vector
// operation.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BONES 32 // at most
#define ANGLES 26

typedef double Matrix[4][4];

typedef struct {
  int64_t bones, vertices, points;
  const double *theta;
  const int32_t *parents;
  const Matrix *relatives, *inverses;
  const double *base, *weights, *seen;
  const int32_t *correspondences;
  const double *us;
  const int32_t *triangles;
} Hand;

static Hand prepare(const int64_t *sizes, void *const *in) {
  Hand h = {sizes[0], sizes[1], sizes[2], in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7]};
#ifdef COMPLICATED
  h.us = in[8], h.triangles = in[9];
#endif
  return h;
}

static void multiply(const Matrix a, const Matrix b, Matrix out) {
  Matrix c;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      c[i][j] = 0;
      for (int k = 0; k < 4; k++) c[i][j] += a[i][k] * b[k][j];
    }
  memcpy(out, c, sizeof(Matrix));
}

// Where theta has the flexion of a bone (its abduction is next, if it has one), or -1.
static int flexion_of(int bone) {
  int finger = (bone - 2) / 4, joint = (bone - 2) % 4;
  if (bone < 2 || finger > 4 || joint > 2) return -1;
  return 6 + 4 * finger + (joint ? joint + 1 : 0);
}

static int has_abduction(int bone) { return (bone - 2) % 4 == 0; }

// The rotation of a bone about its first axis and then its third; `by` is 0, or 1 or 2 for its derivative
// by flexion or abduction.
static void turn(const double *theta, int bone, int by, Matrix out) {
  int place = flexion_of(bone);
  double f = place < 0 ? 0 : theta[place], a = place < 0 || !has_abduction(bone) ? 0 : theta[place + 1];
  double c = by == 1 ? -sin(f) : cos(f), s = by == 1 ? cos(f) : sin(f), d = by == 2 ? -sin(a) : cos(a), t = by == 2 ? cos(a) : sin(a);
  Matrix m = {{by == 1 ? 0 : d, -t * c, t * s, 0}, {by == 1 ? 0 : t, d * c, -d * s, 0}, {0, by == 2 ? 0 : s, by == 2 ? 0 : c, 0}, {0, 0, 0, by == 0}};
  memcpy(out, m, sizeof(Matrix));
}

// The rotation by the vector r, as in BA; with `by` the derivative by component by - 1.
static void rotation(const double *r, int by, double out[3][3]) {
  double aa = r[0] * r[0] + r[1] * r[1] + r[2] * r[2], turns = aa > 0, a = sqrt(turns ? aa : 1), c = turns ? cos(a) : 1;
  double s = turns ? sin(a) / a : 1, k = turns ? (1 - cos(a)) / aa : 0.5;
  double s1 = turns ? (cos(a) - s) / aa : 0, k1 = turns ? (s - 2 * k) / aa : 0;
  double cross[3][3] = {{0, -r[2], r[1]}, {r[2], 0, -r[0]}, {-r[1], r[0], 0}}, unit[3][3] = {{0}};
  if (by) {
    int p = by - 1, q = (p + 1) % 3, o = (p + 2) % 3;
    unit[q][o] = -1, unit[o][q] = 1;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        out[i][j] = r[p] * (s1 * cross[i][j] + k1 * r[i] * r[j] - (i == j) * s) + s * unit[i][j] + k * ((i == p) * r[j] + (j == p) * r[i]);
  } else {
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) out[i][j] = (i == j) * c + s * cross[i][j] + k * r[i] * r[j];
  }
}

// skin (3 x vertices) += the weights of a bone times its image of the vertices.
static void move(Hand h, int64_t bone, const Matrix m, double *restrict skin) {
  int64_t n = h.vertices;
  const double *restrict w = h.weights + bone * n, *restrict x = h.base, *restrict y = x + n, *restrict z = y + n;
  for (int i = 0; i < 3; i++)
    for (int64_t v = 0; v < n; v++) skin[i * n + v] += w[v] * (m[i][0] * x[v] + m[i][1] * y[v] + m[i][2] * z[v] + m[i][3]);
}

static void rotate(const double g[3][3], int64_t n, const double *restrict x, const double *restrict shift, double *restrict out) {
  for (int i = 0; i < 3; i++)
    for (int64_t v = 0; v < n; v++) out[i * n + v] = g[i][0] * x[v] + g[i][1] * x[n + v] + g[i][2] * x[2 * n + v] + shift[i];
}

// Frames of the bones, and the vertices before the rotation of the whole hand.
static void pose(Hand h, Matrix *local, Matrix *frames, double *skin) {
  memset(skin, 0, sizeof(double) * 3 * h.vertices);
  for (int64_t b = 0; b < h.bones; b++) {
    Matrix m;
    turn(h.theta, b, 0, m);
    multiply(h.relatives[b], m, local[b]);
    if (h.parents[b] < 0) memcpy(frames[b], local[b], sizeof(Matrix));
    else multiply(frames[h.parents[b]], local[b], frames[b]);
    multiply(frames[b], h.inverses[b], m);
    move(h, b, m, skin);
  }
}

// One value for each coordinate of each point, from the vertices that it corresponds to.
static void at_points(Hand h, const double *restrict vertices, const double *restrict from, double *restrict out) {
  int64_t n = h.vertices;
  for (int64_t p = 0; p < h.points; p++)
    for (int i = 0; i < 3; i++) {
      const double *x = vertices + i * n;
#ifdef COMPLICATED
      const int32_t *corner = h.triangles + 3 * h.correspondences[p];
      double u = h.us[2 * p], v = h.us[2 * p + 1], value = u * x[corner[0]] + v * x[corner[1]] + (1 - u - v) * x[corner[2]];
#else
      double value = x[h.correspondences[p]];
#endif
      out[3 * p + i] = (from ? from[3 * p + i] : 0) - value;
    }
}

void objective(const int64_t *sizes, void *const *in, void *const *out) {
  Hand h = prepare(sizes, in);
  Matrix local[BONES], frames[BONES];
  double *skin = malloc(sizeof(double) * 6 * h.vertices), *vertices = skin + 3 * h.vertices, g[3][3];
  pose(h, local, frames, skin);
  rotation(h.theta, 0, g);
  rotate(g, h.vertices, skin, h.theta + 3, vertices);
  at_points(h, vertices, h.seen, out[0]);
  free(skin);
}

void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  Hand h = prepare(sizes, in);
  Matrix local[BONES], frames[BONES];
  int64_t size = 3 * h.points;
  const double none[3] = {0};
  double *skin = malloc(sizeof(double) * 9 * h.vertices), *vertices = skin + 3 * h.vertices, *moved = vertices + 3 * h.vertices;
  double *columns = out[0], g[3][3], dg[3][3];
  pose(h, local, frames, skin);
  rotation(h.theta, 0, g);
#ifdef COMPLICATED
  rotate(g, h.vertices, skin, h.theta + 3, vertices);
  for (int64_t p = 0; p < h.points; p++) {
    const int32_t *corner = h.triangles + 3 * h.correspondences[p];
    for (int i = 0; i < 3; i++) {
      const double *x = vertices + i * h.vertices;
      columns[3 * p + i] = x[corner[2]] - x[corner[0]];
      columns[size + 3 * p + i] = x[corner[2]] - x[corner[1]];
    }
  }
  columns += 2 * size;
#endif
  for (int k = 0; k < 3; k++) {
    rotation(h.theta, k + 1, dg);
    rotate(dg, h.vertices, skin, none, vertices);
    at_points(h, vertices, 0, columns + k * size);
    for (int64_t p = 0; p < size; p++) columns[(3 + k) * size + p] = -(p % 3 == k);
  }
  for (int64_t bone = 0; bone < h.bones; bone++) {
    int place = flexion_of(bone);
    if (place < 0) continue;
    for (int by = 1; by <= 1 + has_abduction(bone); by++) {
      Matrix tangents[BONES], m;
      int moves[BONES] = {0};
      memset(moved, 0, sizeof(double) * 3 * h.vertices);
      for (int64_t b = bone; b < h.bones; b++) {
        int64_t parent = h.parents[b];
        if (b == bone) {
          turn(h.theta, b, by, m);
          multiply(h.relatives[b], m, tangents[b]);
          if (parent >= 0) multiply(frames[parent], tangents[b], tangents[b]);
        } else if (parent >= 0 && moves[parent]) {
          multiply(tangents[parent], local[b], tangents[b]);
        } else {
          continue;
        }
        moves[b] = 1;
        multiply(tangents[b], h.inverses[b], m);
        move(h, b, m, moved);
      }
      rotate(g, h.vertices, moved, none, vertices);
      at_points(h, vertices, 0, columns + (place + by - 1) * size);
    }
  }
  free(skin);
}
