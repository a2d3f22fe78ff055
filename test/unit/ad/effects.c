// Functions with state, and a trace of all calls of them, for test_effects.py.
#include <stdint.h>

enum { ROOM = 1 << 16 };
static double values[ROOM];
static int32_t kinds[ROOM];
static int64_t length;
static uint64_t state;

static double keep(int32_t kind, double value) {
  if (length < ROOM) {
    kinds[length] = kind;
    values[length++] = value;
  }
  return value;
}

void effects_reset(uint64_t seed) {
  length = 0;
  state = seed;
}

int64_t effects_length(void) { return length; }
int32_t effects_kind(int64_t n) { return kinds[n]; }
double effects_value(int64_t n) { return values[n]; }

static double next(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return 0.5 + (double)(state >> 40) / (double)(1 << 24);
}

double effects_draw(void) { return keep(0, next()); }
int64_t effects_draw_below(int64_t n) { return (int64_t)keep(1, (double)((int64_t)(next() * 1000) % n)); }
void effects_record(double x) { keep(2, x); }
void effects_count(int64_t n) { keep(3, (double)n); }
int32_t effects_status(double x) { return (int32_t)keep(4, x); }
void effects_seed(int64_t seed) {
  keep(5, (double)seed);
  state = (uint64_t)seed;
}
double effects_half(double x) { return keep(6, x) / 2; }
