// LSTM for Enzyme: the loss over all steps, differentiated as it is.
static inline double sigmoid(double x) { return 1 / (1 + exp(-x)); }

static void lstm(int64_t l, int64_t c, int64_t b, const double *R main, const double *R extra, const double *R state,
                 const double *R sequence, double *R out) {
  double *now = (double *)malloc(16 * l * b), *x = (double *)malloc(8 * b), total = 0;
  for (int64_t i = 0; i < 2 * l * b; i++) now[i] = state[i];
  for (int64_t t = 0; t + 1 < c; t++) {
    for (int64_t j = 0; j < b; j++) x[j] = sequence[t * b + j] * extra[j];
    for (int64_t i = 0; i < l; i++) {
      const double *w = main + 8 * b * i, *bias = w + 4 * b;
      double *hidden = now + 2 * b * i, *cell = hidden + b;
      for (int64_t j = 0; j < b; j++) {
        double forget = sigmoid(x[j] * w[j] + bias[j]), ingate = sigmoid(hidden[j] * w[b + j] + bias[b + j]);
        double outgate = sigmoid(x[j] * w[2 * b + j] + bias[2 * b + j]), change = tanh(hidden[j] * w[3 * b + j] + bias[3 * b + j]);
        double after = cell[j] * forget + ingate * change, output = outgate * tanh(after);
        cell[j] = after;
        hidden[j] = output;
        x[j] = output;
      }
    }
    double sum = 2;
    for (int64_t j = 0; j < b; j++) {
      x[j] = x[j] * extra[b + j] + extra[2 * b + j];
      sum += exp(x[j]);
    }
    double log_sum = log(sum);
    for (int64_t j = 0; j < b; j++) total += sequence[(t + 1) * b + j] * (x[j] - log_sum);
  }
  *out = -total / (double)((c - 1) * b);
  free(now);
  free(x);
}

static void objective(const int64_t *n, void *const *in, void *const *out) {
  lstm(n[0], n[1], n[2], (double *)in[0], (double *)in[1], (double *)in[2], (double *)in[3], (double *)out[0]);
}

#ifdef PUSHFORWARD
static void derivative(const int64_t *n, void *const *in, void *const *out) {
  double value;
  __enzyme_fwddiff((void *)lstm, enzyme_const, n[0], enzyme_const, n[1], enzyme_const, n[2], enzyme_dup, (double *)in[0],
                   (double *)in[4], enzyme_dup, (double *)in[1], (double *)in[5], enzyme_const, (double *)in[2],
                   enzyme_const, (double *)in[3], enzyme_dupnoneed, &value, (double *)out[0]);
}
#else
static void derivative(const int64_t *n, void *const *in, void *const *out) {
  double *main = (double *)in[0], *extra = (double *)in[1], *by_main = (double *)out[0], *by_extra = (double *)out[1], value, one = 1;
  memset(by_main, 0, 8 * 8 * n[0] * n[2]);
  memset(by_extra, 0, 8 * 3 * n[2]);
  __enzyme_autodiff((void *)lstm, enzyme_const, n[0], enzyme_const, n[1], enzyme_const, n[2], enzyme_dup, main, by_main,
                    enzyme_dup, extra, by_extra, enzyme_const, (double *)in[2], enzyme_const, (double *)in[3],
                    enzyme_dupnoneed, &value, &one);
}
#endif
