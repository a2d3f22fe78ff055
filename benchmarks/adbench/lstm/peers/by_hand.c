// The gradient of LSTM by hand: the gates and states of every step are kept, then read backwards. Or a pushforward, of which
// nothing is kept.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FORGET, INGATE, OUTGATE, CHANGE, CELL, TANH, HIDDEN, KEPT };

typedef struct {
  int64_t l, c, b;
  const double *main, *extra, *state, *sequence;
  double *kept; // steps x l x KEPT x b
  double *inputs, *prediction; // b, b
} Lstm;

static Lstm prepare(const int64_t *sizes, void *const *in, int64_t rows) {
  Lstm m = {sizes[0], sizes[1], sizes[2], in[0], in[1], in[2], in[3]};
  m.inputs = malloc(sizeof(double) * 2 * m.b);
  m.prediction = m.inputs + m.b;
  m.kept = malloc(sizeof(double) * rows * m.l * KEPT * m.b);
  return m;
}

static void release(Lstm m) {
  free(m.inputs);
  free(m.kept);
}

static inline double sigmoid(double x) { return 1 / (1 + exp(-x)); }

// One layer at one step; what is before it are its hidden and cell state, what it is given x.
static void step(int64_t b, const double *restrict w, const double *restrict x, const double *restrict hidden,
                 const double *restrict cell, double *restrict k) {
  const double *restrict bias = w + 4 * b;
  for (int64_t j = 0; j < b; j++) {
    double forget = sigmoid(x[j] * w[j] + bias[j]), ingate = sigmoid(hidden[j] * w[b + j] + bias[b + j]);
    double outgate = sigmoid(x[j] * w[2 * b + j] + bias[2 * b + j]), change = tanh(hidden[j] * w[3 * b + j] + bias[3 * b + j]);
    double after = cell[j] * forget + ingate * change, t = tanh(after);
    k[FORGET * b + j] = forget, k[INGATE * b + j] = ingate, k[OUTGATE * b + j] = outgate, k[CHANGE * b + j] = change;
    k[CELL * b + j] = after, k[TANH * b + j] = t, k[HIDDEN * b + j] = outgate * t;
  }
}

// The states of layer i before step t, where `before` is what was kept of it at the step before.
static const double *hidden_before(Lstm m, const double *before, int64_t i, int64_t t) {
  return t ? before + HIDDEN * m.b : m.state + 2 * i * m.b;
}

static const double *cell_before(Lstm m, const double *before, int64_t i, int64_t t) {
  return t ? before + CELL * m.b : m.state + (2 * i + 1) * m.b;
}

// The prediction from the last layer's output, and the sum 2 + sum exp.
static double predict(Lstm m, const double *restrict x) {
  const double *restrict extra = m.extra;
  double sum = 2;
  for (int64_t j = 0; j < m.b; j++) {
    m.prediction[j] = x[j] * extra[m.b + j] + extra[2 * m.b + j];
    sum += exp(m.prediction[j]);
  }
  return sum;
}

// The loss; `rows` steps are kept, in turn.
static double forward(Lstm m, int64_t rows) {
  double total = 0;
  int64_t size = m.l * KEPT * m.b;
  for (int64_t t = 0; t + 1 < m.c; t++) {
    const double *x = m.inputs, *truth = m.sequence + (t + 1) * m.b;
    for (int64_t j = 0; j < m.b; j++) m.inputs[j] = m.sequence[t * m.b + j] * m.extra[j];
    for (int64_t i = 0; i < m.l; i++) {
      double *row = m.kept + t % rows * size + i * KEPT * m.b, *before = m.kept + (t + rows - 1) % rows * size + i * KEPT * m.b;
      step(m.b, m.main + 8 * i * m.b, x, hidden_before(m, before, i, t), cell_before(m, before, i, t), row);
      x = row + HIDDEN * m.b;
    }
    double log_sum = log(predict(m, x));
    for (int64_t j = 0; j < m.b; j++) total += truth[j] * (m.prediction[j] - log_sum);
  }
  return -total / ((double)(m.c - 1) * m.b);
}

void objective(const int64_t *sizes, void *const *in, void *const *out) {
  Lstm m = prepare(sizes, in, 2);
  *(double *)out[0] = forward(m, 2);
  release(m);
}

#ifdef PUSHFORWARD
// One layer at one step, and its tangents: x, hidden, cell and theirs leave as they are after the step.
static void step_along(int64_t b, const double *restrict w, const double *restrict dw, double *restrict x, double *restrict dx,
                       double *restrict hidden, double *restrict d_hidden, double *restrict cell, double *restrict d_cell) {
  const double *restrict bias = w + 4 * b, *restrict d_bias = dw + 4 * b;
  for (int64_t j = 0; j < b; j++) {
    double forget = sigmoid(x[j] * w[j] + bias[j]), ingate = sigmoid(hidden[j] * w[b + j] + bias[b + j]);
    double outgate = sigmoid(x[j] * w[2 * b + j] + bias[2 * b + j]), change = tanh(hidden[j] * w[3 * b + j] + bias[3 * b + j]);
    double d_forget = forget * (1 - forget) * (dx[j] * w[j] + x[j] * dw[j] + d_bias[j]);
    double d_ingate = ingate * (1 - ingate) * (d_hidden[j] * w[b + j] + hidden[j] * dw[b + j] + d_bias[b + j]);
    double d_outgate = outgate * (1 - outgate) * (dx[j] * w[2 * b + j] + x[j] * dw[2 * b + j] + d_bias[2 * b + j]);
    double d_change = (1 - change * change) * (d_hidden[j] * w[3 * b + j] + hidden[j] * dw[3 * b + j] + d_bias[3 * b + j]);
    d_cell[j] = d_cell[j] * forget + cell[j] * d_forget + d_ingate * change + ingate * d_change;
    cell[j] = cell[j] * forget + ingate * change;
    double t = tanh(cell[j]);
    x[j] = hidden[j] = outgate * t;
    dx[j] = d_hidden[j] = d_outgate * t + outgate * (1 - t * t) * d_cell[j];
  }
}

void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  int64_t l = sizes[0], c = sizes[1], b = sizes[2];
  const double *main = in[0], *extra = in[1], *sequence = in[3], *d_main = in[4], *d_extra = in[5];
  double *now = malloc(sizeof(double) * (4 * l + 2) * b), *d_now = now + 2 * l * b, *x = d_now + 2 * l * b, *dx = x + b, total = 0;
  memcpy(now, in[2], sizeof(double) * 2 * l * b);
  memset(d_now, 0, sizeof(double) * 2 * l * b);
  for (int64_t t = 0; t + 1 < c; t++) {
    const double *truth = sequence + (t + 1) * b;
    for (int64_t j = 0; j < b; j++) x[j] = sequence[t * b + j] * extra[j], dx[j] = sequence[t * b + j] * d_extra[j];
    for (int64_t i = 0; i < l; i++) {
      double *hidden = now + 2 * i * b, *d_hidden = d_now + 2 * i * b;
      step_along(b, main + 8 * i * b, d_main + 8 * i * b, x, dx, hidden, d_hidden, hidden + b, d_hidden + b);
    }
    double sum = 2, d_sum = 0, truths = 0;
    for (int64_t j = 0; j < b; j++) {
      double e = exp(x[j] * extra[b + j] + extra[2 * b + j]), d = dx[j] * extra[b + j] + x[j] * d_extra[b + j] + d_extra[2 * b + j];
      sum += e, d_sum += e * d, truths += truth[j], total += truth[j] * d;
    }
    total -= truths * d_sum / sum;
  }
  *(double *)out[0] = -total / ((double)(c - 1) * b);
  free(now);
}
#else
// The cotangents of one layer at one step. `x_bar` comes as that of the output and leaves as that of the
// input; those of the hidden and the cell state are those after the step, then those before.
static void step_back(int64_t b, const double *restrict w, const double *restrict x, const double *restrict hidden,
                      const double *restrict cell, const double *restrict k, double *restrict x_bar, double *restrict hidden_bar,
                      double *restrict cell_bar, double *restrict w_bar) {
  double *restrict bias_bar = w_bar + 4 * b;
  for (int64_t j = 0; j < b; j++) {
    double forget = k[FORGET * b + j], ingate = k[INGATE * b + j], outgate = k[OUTGATE * b + j], change = k[CHANGE * b + j], t = k[TANH * b + j];
    double out = x_bar[j] + hidden_bar[j], after = cell_bar[j] + out * outgate * (1 - t * t);
    double f = after * cell[j] * forget * (1 - forget), i = after * change * ingate * (1 - ingate);
    double o = out * t * outgate * (1 - outgate), c = after * ingate * (1 - change * change);
    w_bar[j] += f * x[j], w_bar[b + j] += i * hidden[j], w_bar[2 * b + j] += o * x[j], w_bar[3 * b + j] += c * hidden[j];
    bias_bar[j] += f, bias_bar[b + j] += i, bias_bar[2 * b + j] += o, bias_bar[3 * b + j] += c;
    x_bar[j] = f * w[j] + o * w[2 * b + j];
    hidden_bar[j] = i * w[b + j] + c * w[3 * b + j];
    cell_bar[j] = after * forget;
  }
}

void derivative(const int64_t *sizes, void *const *in, void *const *out) {
  Lstm m = prepare(sizes, in, sizes[1] - 1);
  double *main_bar = out[0], *extra_bar = out[1];
  memset(main_bar, 0, sizeof(double) * 8 * m.l * m.b);
  memset(extra_bar, 0, sizeof(double) * 3 * m.b);
  forward(m, m.c - 1);
  double *state_bar = calloc((2 * m.l + 1) * m.b, sizeof(double)), *x_bar = state_bar + 2 * m.l * m.b;
  double scale = -1 / ((double)(m.c - 1) * m.b);
  for (int64_t t = m.c - 2; t >= 0; t--) {
    const double *truth = m.sequence + (t + 1) * m.b, *element = m.sequence + t * m.b;
    const double *output = m.kept + ((t + 1) * m.l - 1) * KEPT * m.b + HIDDEN * m.b;
    double truths = 0, sum = predict(m, output);
    for (int64_t j = 0; j < m.b; j++) truths += truth[j];
    for (int64_t j = 0; j < m.b; j++) {
      double bar = scale * (truth[j] - truths * exp(m.prediction[j]) / sum);
      extra_bar[m.b + j] += bar * output[j];
      extra_bar[2 * m.b + j] += bar;
      x_bar[j] = bar * m.extra[m.b + j];
      m.inputs[j] = element[j] * m.extra[j];
    }
    for (int64_t i = m.l - 1; i >= 0; i--) {
      double *row = m.kept + (t * m.l + i) * KEPT * m.b, *before = row - m.l * KEPT * m.b, *bar = state_bar + 2 * i * m.b;
      const double *x = i ? row - KEPT * m.b + HIDDEN * m.b : m.inputs;
      step_back(m.b, m.main + 8 * i * m.b, x, hidden_before(m, before, i, t), cell_before(m, before, i, t), row, x_bar, bar,
                bar + m.b, main_bar + 8 * i * m.b);
    }
    for (int64_t j = 0; j < m.b; j++) extra_bar[j] += x_bar[j] * element[j];
  }
  free(state_bar);
  release(m);
}
#endif
