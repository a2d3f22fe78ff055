/* The processor's switch that takes subnormal numbers for zero, as a program linked with -ffast-math does. */
#ifdef __SSE__
#include <xmmintrin.h>
unsigned flush(void) {
  unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);
  return before;
}
void restore(unsigned before) { _mm_setcsr(before); }
#else
unsigned flush(void) { return 0; }
void restore(unsigned before) { (void)before; }
#endif
