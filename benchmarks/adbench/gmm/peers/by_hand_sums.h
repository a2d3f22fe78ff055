// The terms of a block of points, of which only `count` are there: gives the sum over these of the logarithms of the sums of the
// exponentials of their terms, and leaves the weights of the components in their place if it is asked to.
static double sum_of_log_sums(int64_t K, double (*terms)[POINTS], int64_t count, int weights) {
  double largest[POINTS], sum[POINTS], total = 0;
  for (int64_t p = 0; p < POINTS; p++) largest[p] = -INFINITY, sum[p] = 0;
  for (int64_t k = 0; k < K; k++)
    for (int64_t p = 0; p < POINTS; p++) largest[p] = terms[k][p] > largest[p] ? terms[k][p] : largest[p];
  for (int64_t k = 0; k < K; k++)
    for (int64_t p = 0; p < POINTS; p++) {
      double e = exp(terms[k][p] - largest[p]);
      sum[p] += e;
      if (weights) terms[k][p] = e;
    }
  for (int64_t p = 0; p < count; p++) total += largest[p] + log(sum[p]);
  if (weights) {
    for (int64_t p = 0; p < POINTS; p++) sum[p] = p < count ? 1 / sum[p] : 0;
    for (int64_t k = 0; k < K; k++)
      for (int64_t p = 0; p < POINTS; p++) terms[k][p] *= sum[p];
  }
  return total;
}
