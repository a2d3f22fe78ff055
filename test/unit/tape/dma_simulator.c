// A memory with DMA, for with_dma.py. A move reads and writes when it is waited for, as late as it may, and until then
// its target is full of NaNs: whoever computes with rows too early, or changes them too early, gets something else.
#include <stdint.h>
#include <string.h>

enum { ROOM = 64 };
typedef struct { char *from, *to; int64_t bytes, elements; char *tag; } Move;
static Move pending[ROOM];
static int64_t count, moved, faults, sizes[ROOM];  // how many bytes the first moves have
static struct { char *tag; int64_t stream, barriers; } waited[ROOM];  // for which moves, behind how many barriers
static int64_t known, barriers;

void dma_reset(void) { count = moved = faults = known = barriers = 0; }
int64_t dma_pending(void) { return count; }
int64_t dma_moved(void) { return moved; }
int64_t dma_faults(void) { return faults; }
int64_t dma_barriers(void) { return barriers; }
int64_t dma_size(int64_t move) { return sizes[move]; }

void barrier(void) { barriers++; }

// A half of a scratchpad has one tag; the stream tells it from one that has its memory later. Between two moves of a
// half there has to be a barrier, behind which everybody has read what the first one has brought, or has written what
// the second one takes away.
static int64_t place(char *tag, int64_t stream) {
  int64_t n = 0;
  while (n < known && (waited[n].tag != tag || waited[n].stream != stream)) n++;
  return n;
}

static void expect_barrier(char *tag, int64_t stream) {
  int64_t n = place(tag, stream);
  if (n < known && waited[n].barriers == barriers) faults++;
}

static void remember_wait(char *tag, int64_t stream) {
  int64_t n = place(tag, stream);
  if (n == known) n = known < ROOM ? known++ : 0;
  waited[n].tag = tag;
  waited[n].stream = stream;
  waited[n].barriers = barriers;
}

void dma_start(int64_t from, int64_t to, int64_t bytes, int64_t elements, int64_t tag, int64_t stream) {
  for (int64_t n = 0; n < count; n++)
    if (pending[n].tag == (char *)tag) faults++;  // a tag is one move's
  expect_barrier((char *)tag, stream);
  if (count == ROOM) { faults++; return; }
  pending[count++] = (Move){(char *)from, (char *)to, bytes, elements, (char *)tag};
  memset((char *)to, 0xff, bytes);
}

void dma_wait(int64_t tag, int64_t elements, int64_t stream) {
  for (int64_t n = 0; n < count; n++)
    if (pending[n].tag == (char *)tag) {
      if (pending[n].elements != elements) faults++;
      memcpy(pending[n].to, pending[n].from, pending[n].bytes);
      Move done = pending[n];
      pending[n] = pending[--count];
      if (moved < ROOM) sizes[moved] = done.bytes;
      moved++;
      remember_wait((char *)tag, stream);
      return;
    }
  faults++;
}
