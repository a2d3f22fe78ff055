/* Takes subnormal numbers for zero from here on, as a program linked with -ffast-math does. */
#ifdef __SSE__
#include <xmmintrin.h>
void flush(void) { _mm_setcsr(_mm_getcsr() | 0x8040); }
#else
void flush(void) {}
#endif
