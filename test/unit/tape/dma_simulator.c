// A memory with DMA, for with_dma.py. A move reads and writes when it is waited for, as late as it may, and until then
// its target is full of NaNs: whoever computes with rows too early, or changes them too early, gets something else.
#include <stdint.h>
#include <string.h>

enum { ROOM = 64 };
typedef struct { char *from, *to; int64_t bytes, elements; char *tag; } Move;
static Move pending[ROOM];
static int64_t count, moved, faults, sizes[ROOM];  // how many bytes the first moves have

void dma_reset(void) { count = moved = faults = 0; }
int64_t dma_pending(void) { return count; }
int64_t dma_moved(void) { return moved; }
int64_t dma_faults(void) { return faults; }
int64_t dma_size(int64_t move) { return sizes[move]; }

void dma_start(int64_t from, int64_t to, int64_t bytes, int64_t elements, int64_t tag) {
  for (int64_t n = 0; n < count; n++)
    if (pending[n].tag == (char *)tag) faults++;  // a tag is one move's
  if (count == ROOM) { faults++; return; }
  pending[count++] = (Move){(char *)from, (char *)to, bytes, elements, (char *)tag};
  memset((char *)to, 0xff, bytes);
}

void dma_wait(int64_t tag, int64_t elements) {
  for (int64_t n = 0; n < count; n++)
    if (pending[n].tag == (char *)tag) {
      if (pending[n].elements != elements) faults++;
      memcpy(pending[n].to, pending[n].from, pending[n].bytes);
      Move done = pending[n];
      pending[n] = pending[--count];
      if (moved < ROOM) sizes[moved] = done.bytes;
      moved++;
      return;
    }
  faults++;
}
