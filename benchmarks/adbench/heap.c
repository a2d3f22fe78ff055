// malloc and its kin, which note between heap_begin() and heap_end() what is taken and given back. Loaded with LD_PRELOAD.
// Elsewhere they cost a branch. Blocks from before do not count when they are freed.
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

enum { SLOTS = 1 << 18 };
static struct { void *at; size_t bytes; } slots[SLOTS];  // by address, the next free one where it is taken
static void *const GONE = (void *)1;
static atomic_bool counts;
static atomic_flag busy = ATOMIC_FLAG_INIT;
static size_t used;  // slots, those of blocks that are gone too
static long live, peak, blocks;

static void lock(void) { while (atomic_flag_test_and_set(&busy)) {} }
static void unlock(void) { atomic_flag_clear(&busy); }
static size_t slot(const void *at) { return ((uintptr_t)at >> 4) * 0x9E3779B97F4A7C15u >> 46; }

static void *taken(void *at) {
  if (!atomic_load_explicit(&counts, memory_order_relaxed) || !at) return at;
  lock();
  if (used < SLOTS / 2) {
    size_t s = slot(at);
    while (slots[s].at) s = (s + 1) % SLOTS;
    slots[s].at = at, slots[s].bytes = malloc_usable_size(at), used++, blocks++;
    if ((live += slots[s].bytes) > peak) peak = live;
  } else used = SLOTS;  // too many: heap_end() tells
  unlock();
  return at;
}

static void given_back(void *at) {
  if (!atomic_load_explicit(&counts, memory_order_relaxed) || !at) return;
  lock();
  for (size_t s = slot(at); slots[s].at; s = (s + 1) % SLOTS)
    if (slots[s].at == at) {
      live -= slots[s].bytes, slots[s].at = GONE;
      break;
    }
  unlock();
}

void heap_begin(void) {
  lock();
  memset(slots, 0, sizeof slots);
  used = 0, live = peak = blocks = 0;
  unlock();
  counts = true;
}

// The bytes at the peak; -1 where there were too many blocks.
int64_t heap_end(void) {
  counts = false;
  return used < SLOTS ? peak : -1;
}

// How many blocks were taken.
int64_t heap_blocks(void) { return blocks; }

void *malloc(size_t bytes) { return taken(__libc_malloc(bytes)); }
void *calloc(size_t n, size_t bytes) { return taken(__libc_calloc(n, bytes)); }
void *memalign(size_t alignment, size_t bytes) { return taken(__libc_memalign(alignment, bytes)); }
void *aligned_alloc(size_t alignment, size_t bytes) { return taken(__libc_memalign(alignment, bytes)); }
void free(void *at) { given_back(at), __libc_free(at); }

void *realloc(void *at, size_t bytes) {
  given_back(at);
  void *moved = __libc_realloc(at, bytes);
  return taken(moved ? moved : bytes ? at : NULL);
}

int posix_memalign(void **at, size_t alignment, size_t bytes) {
  if (!alignment || alignment & (alignment - 1) || alignment % sizeof(void *)) return EINVAL;
  void *made = __libc_memalign(alignment, bytes);
  if (!made) return ENOMEM;
  *at = taken(made);
  return 0;
}
