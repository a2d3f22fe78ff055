// GMM for Enzyme. By default Enzyme differentiates what is summed over the points, one at a time, so that
// nothing is kept per point, and the rest on its own; with WHOLE the objective as it is; with MONOMIALS the terms are polynomials of
// the points, whose coefficients are a function of their own, and blocks of points are differentiated one at a time.
static void unpack(int64_t d, int64_t K, const double *R icf, double *R diagonals, double *R log_dets) {
  int64_t s = d * (d + 1) / 2;
  for (int64_t k = 0; k < K; k++) {
    double sum = 0;
    for (int64_t i = 0; i < d; i++) {
      sum += icf[k * s + i];
      diagonals[k * d + i] = exp(icf[k * s + i]);
    }
    log_dets[k] = sum;
  }
}

static void add_point(int64_t d, int64_t K, const double *R alphas, const double *R means, const double *R icf,
                      const double *R diagonals, const double *R log_dets, const double *R x, double *R z, double *R y,
                      double *R terms, double *R out) {
  int64_t s = d * (d + 1) / 2;
  for (int64_t k = 0; k < K; k++) {
    const double *lower = icf + k * s + d;
    for (int64_t i = 0; i < d; i++) {
      z[i] = x[i] - means[k * d + i];
      y[i] = diagonals[k * d + i] * z[i];
    }
    for (int64_t j = 0; j < d; j++) {
      double zj = z[j];
      for (int64_t i = j + 1; i < d; i++) y[i] += lower[i - j - 1] * zj;
      lower += d - 1 - j;
    }
    double square = 0;
    for (int64_t i = 0; i < d; i++) square += y[i] * y[i];
    terms[k] = alphas[k] + log_dets[k] - 0.5 * square;
  }
  double largest = terms[0], sum = 0;
  for (int64_t k = 1; k < K; k++) if (terms[k] > largest) largest = terms[k];
  for (int64_t k = 0; k < K; k++) sum += exp(terms[k] - largest);
  *out += largest + log(sum);
}

#ifdef MONOMIALS
#define BLOCK 64
#define MOST 256 // monomials of a block, which stay in the second cache

// With z = (x - middle, 1) and R_k = (Q_k, Q_k (middle - mean_k)) a term is alpha_k + log det Q_k - 1/2 z^T R_k^T R_k z. The
// coefficients of z_i z_j for i <= j; the squares are halved in the monomials. `root` is room for R_k.
static void find_coefficients(int64_t d, int64_t K, const double *R alphas, const double *R means, const double *R icf,
                              const double *R diagonals, const double *R log_dets, const double *R middle, double *R root,
                              double *R coefficients) {
  int64_t s = d * (d + 1) / 2, all = d + 1, P = all * (all + 1) / 2;
  for (int64_t k = 0; k < K; k++) {
    const double *lower = icf + k * s + d;
    double *R row = coefficients + k * P;
    for (int64_t j = 0; j < d; j++) {
      for (int64_t i = 0; i < j; i++) root[i * all + j] = 0;
      root[j * all + j] = diagonals[k * d + j];
      for (int64_t i = j + 1; i < d; i++) root[i * all + j] = lower[i - j - 1];
      lower += d - 1 - j;
    }
    for (int64_t i = 0; i < d; i++) {
      double sum = 0;
      for (int64_t j = 0; j <= i; j++) sum += root[i * all + j] * (middle[j] - means[k * d + j]);
      root[i * all + d] = sum;
    }
    for (int64_t i = 0; i < all; i++) {
      for (int64_t j = i; j < all; j++) row[j - i] = 0;
      for (int64_t l = i < d ? i : 0; l < d; l++)
        for (int64_t j = i; j < all; j++) row[j - i] -= root[l * all + i] * root[l * all + j];
      row += all - i;
    }
    coefficients[k * P + P - 1] += 2 * (alphas[k] + log_dets[k]);
  }
}

// `phi` has a column for each point of the block, of which `count` are summed.
static void add_block(int64_t P, int64_t K, int64_t count, const double *R coefficients, const double *R phi, double *R terms,
                      double *R out) {
  double largest[BLOCK], sum[BLOCK];
  for (int64_t p = 0; p < K * BLOCK; p++) terms[p] = 0;
  for (int64_t first = 0; first < P; first += MOST) {
    int64_t last = first + MOST < P ? first + MOST : P, fours = K / 4 * 4;
    for (int64_t k = 0; k < fours; k += 4)
      for (int64_t i = first; i < last; i++)
        for (int64_t p = 0; p < BLOCK; p++) {
          double monomial = phi[i * BLOCK + p];
          terms[k * BLOCK + p] += coefficients[k * P + i] * monomial;
          terms[(k + 1) * BLOCK + p] += coefficients[(k + 1) * P + i] * monomial;
          terms[(k + 2) * BLOCK + p] += coefficients[(k + 2) * P + i] * monomial;
          terms[(k + 3) * BLOCK + p] += coefficients[(k + 3) * P + i] * monomial;
        }
    for (int64_t k = fours; k < K; k++)
      for (int64_t i = first; i < last; i++)
        for (int64_t p = 0; p < BLOCK; p++) terms[k * BLOCK + p] += coefficients[k * P + i] * phi[i * BLOCK + p];
  }
  for (int64_t p = 0; p < BLOCK; p++) largest[p] = terms[p], sum[p] = 0;
  for (int64_t k = 1; k < K; k++)
    for (int64_t p = 0; p < BLOCK; p++) largest[p] = terms[k * BLOCK + p] > largest[p] ? terms[k * BLOCK + p] : largest[p];
  for (int64_t k = 0; k < K; k++)
    for (int64_t p = 0; p < BLOCK; p++) sum[p] += exp(terms[k * BLOCK + p] - largest[p]);
  for (int64_t p = 0; p < count; p++) *out += largest[p] + log(sum[p]);
}

// Gives the number of points; the last block is filled up with its last point.
static int64_t find_monomials(int64_t d, int64_t n, int64_t first, const double *R x, const double *R middle, double *R z, double *R phi) {
  int64_t count = n - first < BLOCK ? n - first : BLOCK;
  for (int64_t i = 0; i <= d; i++)
    for (int64_t p = 0; p < BLOCK; p++) z[i * BLOCK + p] = i == d ? 1 : x[(first + (p < count ? p : count - 1)) * d + i] - middle[i];
  for (int64_t i = 0; i <= d; i++)
    for (int64_t j = i; j <= d; j++, phi += BLOCK)
      for (int64_t p = 0; p < BLOCK; p++) phi[p] = (i == j ? 0.5 : 1) * z[i * BLOCK + p] * z[j * BLOCK + p];
  return count;
}
#endif

// What is not summed over the points.
static void add_rest(int64_t d, int64_t K, int64_t n, const double *R alphas, const double *R icf, const double *R diagonals,
                     const double *R log_dets, double gamma, double m, double *R out) {
  int64_t s = d * (d + 1) / 2;
  double largest = alphas[0], sum = 0, squares = 0, log_det = 0;
  for (int64_t k = 1; k < K; k++) if (alphas[k] > largest) largest = alphas[k];
  for (int64_t k = 0; k < K; k++) sum += exp(alphas[k] - largest);
  for (int64_t k = 0; k < K; k++) {
    log_det += log_dets[k];
    for (int64_t i = 0; i < d; i++) squares += diagonals[k * d + i] * diagonals[k * d + i];
    for (int64_t i = d; i < s; i++) squares += icf[k * s + i] * icf[k * s + i];
  }
  *out += 0.5 * gamma * gamma * squares - m * log_det - n * (largest + log(sum));
}

#ifdef MONOMIALS
static void find_middle(int64_t d, int64_t K, const double *R means, double *R middle) {
  for (int64_t i = 0; i < d; i++) middle[i] = 0;
  for (int64_t k = 0; k < K; k++)
    for (int64_t i = 0; i < d; i++) middle[i] += means[k * d + i] / K;
}
#endif

static void gmm(int64_t d, int64_t K, int64_t n, const double *R alphas, const double *R means, const double *R icf,
                const double *R x, double gamma, double m, double *R out) {
  double *diagonals = (double *)malloc(8 * K * (d + 1)), *log_dets = diagonals + K * d, total = 0;
  unpack(d, K, icf, diagonals, log_dets);
#ifdef MONOMIALS
  int64_t all = d + 1, P = all * (all + 1) / 2;
  double *coefficients = (double *)malloc(8 * K * P), *middle = (double *)malloc(8 * d), *root = (double *)malloc(8 * d * all);
  double *phi = (double *)malloc(8 * BLOCK * (P + all)), *terms = (double *)malloc(8 * BLOCK * K);
  find_middle(d, K, means, middle);
  find_coefficients(d, K, alphas, means, icf, diagonals, log_dets, middle, root, coefficients);
  for (int64_t first = 0; first < n; first += BLOCK) {
    int64_t count = find_monomials(d, n, first, x, middle, phi + BLOCK * P, phi);
    add_block(P, K, count, coefficients, phi, terms, &total);
  }
  free(coefficients); free(middle); free(root); free(phi);
#else
  double *z = (double *)malloc(8 * d), *y = (double *)malloc(8 * d), *terms = (double *)malloc(8 * K);
  for (int64_t p = 0; p < n; p++)
    add_point(d, K, alphas, means, icf, diagonals, log_dets, x + p * d, z, y, terms, &total);
  free(z); free(y);
#endif
  add_rest(d, K, n, alphas, icf, diagonals, log_dets, gamma, m, &total);
  *out = total;
  free(diagonals); free(terms);
}

static void objective(const int64_t *sizes, void *const *in, void *const *out) {
  const double *scalars = (const double *)in[4];
  double total;
  gmm(sizes[0], sizes[1], sizes[2], (double *)in[0], (double *)in[1], (double *)in[2], (double *)in[3], scalars[0], scalars[1], &total);
  *(double *)out[0] = scalars[2] + total;
}

#ifdef PUSHFORWARD
static void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  const double *scalars = (const double *)in[4];
  double total;
  __enzyme_fwddiff((void *)gmm, enzyme_const, sizes[0], enzyme_const, sizes[1], enzyme_const, sizes[2], enzyme_dup, (double *)in[0],
                   (double *)in[5], enzyme_dup, (double *)in[1], (double *)in[6], enzyme_dup, (double *)in[2], (double *)in[7],
                   enzyme_const, (double *)in[3], enzyme_const, scalars[0], enzyme_const, scalars[1], enzyme_dupnoneed, &total,
                   (double *)out[0]);
}
#else
static void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  int64_t d = sizes[0], K = sizes[1], n = sizes[2], s = d * (d + 1) / 2;
  double *alphas = (double *)in[0], *means = (double *)in[1], *icf = (double *)in[2], *x = (double *)in[3];
  double gamma = ((double *)in[4])[0], m = ((double *)in[4])[1], total = 0, one = 1;
  double *by_alphas = (double *)out[0], *by_means = (double *)out[1], *by_icf = (double *)out[2];
  memset(by_alphas, 0, 8 * K); memset(by_means, 0, 8 * K * d); memset(by_icf, 0, 8 * K * s);
#ifdef WHOLE
  __enzyme_autodiff((void *)gmm, enzyme_const, d, enzyme_const, K, enzyme_const, n, enzyme_dup, alphas, by_alphas,
                    enzyme_dup, means, by_means, enzyme_dup, icf, by_icf, enzyme_const, x, enzyme_const, gamma,
                    enzyme_const, m, enzyme_dupnoneed, &total, &one);
#else
  double *diagonals = (double *)malloc(8 * K * (d + 1)), *by_diagonals = (double *)calloc(K * (d + 1), 8);
  double *log_dets = diagonals + K * d, *by_log_dets = by_diagonals + K * d;
  unpack(d, K, icf, diagonals, log_dets);
#ifdef MONOMIALS
  int64_t all = d + 1, P = all * (all + 1) / 2;
  double *coefficients = (double *)malloc(8 * K * P), *by_coefficients = (double *)calloc(K * P, 8), *middle = (double *)malloc(8 * d);
  double *root = (double *)malloc(8 * d * all), *by_root = (double *)calloc(d * all, 8);
  double *phi = (double *)malloc(8 * BLOCK * (P + all)), *terms = (double *)malloc(8 * BLOCK * K), *by_terms = (double *)calloc(BLOCK * K, 8);
  find_middle(d, K, means, middle);
  find_coefficients(d, K, alphas, means, icf, diagonals, log_dets, middle, root, coefficients);
  for (int64_t first = 0; first < n; first += BLOCK) {
    int64_t count = find_monomials(d, n, first, x, middle, phi + BLOCK * P, phi);
    one = 1;
    __enzyme_autodiff((void *)add_block, enzyme_const, P, enzyme_const, K, enzyme_const, count, enzyme_dup, coefficients, by_coefficients,
                      enzyme_const, phi, enzyme_dup, terms, by_terms, enzyme_dupnoneed, &total, &one);
  }
  __enzyme_autodiff((void *)find_coefficients, enzyme_const, d, enzyme_const, K, enzyme_dup, alphas, by_alphas, enzyme_dup, means,
                    by_means, enzyme_dup, icf, by_icf, enzyme_dup, diagonals, by_diagonals, enzyme_dup, log_dets, by_log_dets,
                    enzyme_const, middle, enzyme_dup, root, by_root, enzyme_dupnoneed, coefficients, by_coefficients);
  free(coefficients); free(by_coefficients); free(middle); free(root); free(by_root); free(phi); free(terms); free(by_terms);
#else
  double *work = (double *)malloc(8 * (2 * d + K)), *by_work = (double *)calloc(2 * d + K, 8);
  for (int64_t p = 0; p < n; p++) {
    one = 1;
    __enzyme_autodiff((void *)add_point, enzyme_const, d, enzyme_const, K, enzyme_dup, alphas, by_alphas, enzyme_dup, means,
                      by_means, enzyme_dup, icf, by_icf, enzyme_dup, diagonals, by_diagonals, enzyme_dup, log_dets, by_log_dets,
                      enzyme_const, x + p * d, enzyme_dup, work, by_work, enzyme_dup, work + d, by_work + d, enzyme_dup,
                      work + 2 * d, by_work + 2 * d, enzyme_dupnoneed, &total, &one);
  }
  free(work); free(by_work);
#endif
  one = 1;
  __enzyme_autodiff((void *)add_rest, enzyme_const, d, enzyme_const, K, enzyme_const, n, enzyme_dup, alphas, by_alphas,
                    enzyme_dup, icf, by_icf, enzyme_dup, diagonals, by_diagonals, enzyme_dup, log_dets, by_log_dets,
                    enzyme_const, gamma, enzyme_const, m, enzyme_dupnoneed, &total, &one);
  __enzyme_autodiff((void *)unpack, enzyme_const, d, enzyme_const, K, enzyme_dup, icf, by_icf, enzyme_dup, diagonals,
                    by_diagonals, enzyme_dup, log_dets, by_log_dets);
  free(diagonals); free(by_diagonals);
#endif
}
#endif
