// The blocks of BA's Jacobian by hand. Observations go through eight at a time, one array for each
// parameter, so that the arithmetic is on vectors.
#include <math.h>
#include <stdint.h>

#define LANES 8

typedef struct {
  double camera[11][LANES], point[3][LANES], weight[LANES], feature[2][LANES];
} Block;

typedef double Rows[2][15][LANES];

static int64_t load(Block *b, int64_t first, int64_t p, void *const *in) {
  const double *cameras = in[0], *points = in[1], *weights = in[2], *features = in[3];
  const int32_t *observations = in[4];
  int64_t count = p - first < LANES ? p - first : LANES;
  for (int64_t lane = 0; lane < LANES; lane++) {
    int64_t i = first + (lane < count ? lane : 0);
    const double *camera = cameras + 11 * observations[2 * i], *point = points + 3 * observations[2 * i + 1];
    for (int j = 0; j < 11; j++) b->camera[j][lane] = camera[j];
    for (int j = 0; j < 3; j++) b->point[j][lane] = point[j];
    for (int j = 0; j < 2; j++) b->feature[j][lane] = features[2 * i + j];
    b->weight[lane] = weights[i];
  }
  return count;
}

// With the angle a = |r|, s = sin(a) / a and k = (1 - cos(a)) / a^2, a rotation is
//     y = cos(a) x + s r x x + k (r . x) r
// and ds = s1 r . dr, dk = k1 r . dr. `rows` may be null.
static void errors_and_rows(const Block *restrict b, double (*restrict errors)[LANES], double (*restrict rows)[15][LANES]) {
  for (int l = 0; l < LANES; l++) {
    double r0 = b->camera[0][l], r1 = b->camera[1][l], r2 = b->camera[2][l], w = b->weight[l];
    double x0 = b->point[0][l] - b->camera[3][l], x1 = b->point[1][l] - b->camera[4][l], x2 = b->point[2][l] - b->camera[5][l];
    double aa = r0 * r0 + r1 * r1 + r2 * r2, turns = aa > 0, a = sqrt(turns ? aa : 1), sin_a = sin(a), cos_a = cos(a);
    double c = turns ? cos_a : 1, s = turns ? sin_a / a : 1, k = turns ? (1 - cos_a) / aa : 0;
    double cross0 = r1 * x2 - r2 * x1, cross1 = r2 * x0 - r0 * x2, cross2 = r0 * x1 - r1 * x0, dot = r0 * x0 + r1 * x1 + r2 * x2;
    double y0 = c * x0 + s * cross0 + k * dot * r0, y1 = c * x1 + s * cross1 + k * dot * r1, y2 = c * x2 + s * cross2 + k * dot * r2;
    double inverse = 1 / y2, u = y0 * inverse, v = y1 * inverse, q = u * u + v * v;
    double k0 = b->camera[9][l], k1 = b->camera[10][l], f = b->camera[6][l], L = 1 + (k0 + k1 * q) * q;
    double error0 = f * L * u + b->camera[7][l] - b->feature[0][l], error1 = f * L * v + b->camera[8][l] - b->feature[1][l];
    errors[0][l] = w * error0, errors[1][l] = w * error1;
    if (!rows) continue;

    // The errors by y: 2 x 3.
    double g = 2 * (k0 + 2 * k1 * q), fw = f * w * inverse;
    double uu = fw * (L + g * u * u), uv = fw * g * u * v, vv = fw * (L + g * v * v);
    double p00 = uu, p01 = uv, p02 = -(uu * u + uv * v), p10 = uv, p11 = vv, p12 = -(uv * u + vv * v);
    // y by x, which is the rotation itself.
    double m00 = c + k * r0 * r0, m01 = k * r0 * r1 - s * r2, m02 = k * r0 * r2 + s * r1;
    double m10 = k * r0 * r1 + s * r2, m11 = c + k * r1 * r1, m12 = k * r1 * r2 - s * r0;
    double m20 = k * r0 * r2 - s * r1, m21 = k * r1 * r2 + s * r0, m22 = c + k * r2 * r2;
    double point0[3] = {p00 * m00 + p01 * m10 + p02 * m20, p00 * m01 + p01 * m11 + p02 * m21, p00 * m02 + p01 * m12 + p02 * m22};
    double point1[3] = {p10 * m00 + p11 * m10 + p12 * m20, p10 * m01 + p11 * m11 + p12 * m21, p10 * m02 + p11 * m12 + p12 * m22};
    // y by r: column j is h r_j + s e_j x x + k ((r . x) e_j + x_j r).
    double s1 = turns ? (cos_a - s) / aa : 0, kk = turns ? (s - 2 * k) / aa : 0;
    double h0 = -s * x0 + s1 * cross0 + kk * dot * r0, h1 = -s * x1 + s1 * cross1 + kk * dot * r1, h2 = -s * x2 + s1 * cross2 + kk * dot * r2;
    double kd = k * dot;
    double t00 = h0 * r0 + kd + k * x0 * r0, t10 = h1 * r0 - s * x2 + k * x0 * r1, t20 = h2 * r0 + s * x1 + k * x0 * r2;
    double t01 = h0 * r1 + s * x2 + k * x1 * r0, t11 = h1 * r1 + kd + k * x1 * r1, t21 = h2 * r1 - s * x0 + k * x1 * r2;
    double t02 = h0 * r2 - s * x1 + k * x2 * r0, t12 = h1 * r2 + s * x0 + k * x2 * r1, t22 = h2 * r2 + kd + k * x2 * r2;
    rows[0][0][l] = p00 * t00 + p01 * t10 + p02 * t20, rows[1][0][l] = p10 * t00 + p11 * t10 + p12 * t20;
    rows[0][1][l] = p00 * t01 + p01 * t11 + p02 * t21, rows[1][1][l] = p10 * t01 + p11 * t11 + p12 * t21;
    rows[0][2][l] = p00 * t02 + p01 * t12 + p02 * t22, rows[1][2][l] = p10 * t02 + p11 * t12 + p12 * t22;
    rows[0][3][l] = -point0[0], rows[0][4][l] = -point0[1], rows[0][5][l] = -point0[2];
    rows[1][3][l] = -point1[0], rows[1][4][l] = -point1[1], rows[1][5][l] = -point1[2];
    rows[0][6][l] = w * L * u, rows[1][6][l] = w * L * v;
    rows[0][7][l] = w, rows[1][7][l] = 0, rows[0][8][l] = 0, rows[1][8][l] = w;
    rows[0][9][l] = w * f * q * u, rows[1][9][l] = w * f * q * v;
    rows[0][10][l] = w * f * q * q * u, rows[1][10][l] = w * f * q * q * v;
    rows[0][11][l] = point0[0], rows[0][12][l] = point0[1], rows[0][13][l] = point0[2];
    rows[1][11][l] = point1[0], rows[1][12][l] = point1[1], rows[1][13][l] = point1[2];
    rows[0][14][l] = error0, rows[1][14][l] = error1;
  }
}

void objective(const int64_t *sizes, void *const *in, void *const *out) {
  const double *weights = in[2];
  double *all = out[0], *weight_errors = out[1], errors[2][LANES];
  Block b;
  for (int64_t first = 0; first < sizes[0]; first += LANES) {
    int64_t count = load(&b, first, sizes[0], in);
    errors_and_rows(&b, errors, 0);
    for (int64_t lane = 0; lane < count; lane++)
      for (int j = 0; j < 2; j++) all[2 * (first + lane) + j] = errors[j][lane];
  }
  for (int64_t i = 0; i < sizes[0]; i++) weight_errors[i] = 1 - weights[i] * weights[i];
}

void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  const double *weights = in[2];
  double *blocks = out[0], *by_weights = out[1], errors[2][LANES];
  Block b;
  Rows rows;
  for (int64_t first = 0; first < sizes[0]; first += LANES) {
    int64_t count = load(&b, first, sizes[0], in);
    errors_and_rows(&b, errors, rows);
    for (int64_t lane = 0; lane < count; lane++)
      for (int j = 0; j < 2; j++)
        for (int k = 0; k < 15; k++) blocks[30 * (first + lane) + 15 * j + k] = rows[j][k][lane];
  }
  for (int64_t i = 0; i < sizes[0]; i++) by_weights[i] = -2 * weights[i];
}
