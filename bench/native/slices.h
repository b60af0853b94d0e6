/* The loop of every native contender.
 *
 * It reads commands from standard input and answers each with a line on standard output:
 *   pool <name> <count>    followed by <count> lines, each a text in hexadecimal; answers "ok"
 *   slice <name> <ms>      encodes the pool's texts in turn for about <ms> milliseconds; answers "<calls> <nanoseconds>"
 * The answer to a command that fails is "error <reason>".
 */
#ifndef SLICES_H
#define SLICES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { max_pools = 64 };

struct text {
  unsigned char *bytes; /* followed by a zero, which is not counted */
  int length;
};

struct pool {
  char name[32];
  struct text *texts;
  int count;
  int next;
};

/* Encodes one text in the symbology at the start of the pool's name; returns 0 on success. */
typedef int (*encode_function)(const char *name, const struct text *text);

static uint64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static struct text from_hex(const char *line) {
  struct text text = {.length = (int)(strspn(line, "0123456789abcdef") / 2)};
  text.bytes = calloc((size_t)text.length + 1, 1);
  for (int i = 0; i < text.length; i++) {
    unsigned byte;
    sscanf(line + 2 * i, "%2x", &byte);
    text.bytes[i] = (unsigned char)byte;
  }
  return text;
}

static int run_slices(encode_function encode) {
  static struct pool pools[max_pools];
  int pool_count = 0;
  char *line = NULL;
  size_t room = 0;
  char name[32];
  int number;
  while (getline(&line, &room, stdin) > 0) {
    if (sscanf(line, "pool %31s %d", name, &number) == 2 && pool_count < max_pools && number > 0) {
      struct pool *pool = &pools[pool_count++];
      strcpy(pool->name, name);
      pool->texts = calloc((size_t)number, sizeof *pool->texts);
      while (pool->count < number && getline(&line, &room, stdin) > 0) pool->texts[pool->count++] = from_hex(line);
      printf("ok\n");
    } else if (sscanf(line, "slice %31s %d", name, &number) == 2) {
      struct pool *pool = NULL;
      for (int i = 0; i < pool_count; i++) {
        if (strcmp(pools[i].name, name) == 0) pool = &pools[i];
      }
      long calls = 0;
      int failed = pool == NULL;
      uint64_t start = nanoseconds();
      uint64_t end = start + (uint64_t)number * 1000000u;
      uint64_t now = start;
      /* the clock is read only every few calls: for the fastest encoders it would take a tenth of the time */
      for (int batch = 1; !failed && now < end; now = nanoseconds()) {
        if (calls > 0 && now > start) batch = (int)((uint64_t)calls * 20000u / (now - start)) + 1;
        for (int i = 0; i < batch && !failed; i++, calls++) {
          failed = encode(name, &pool->texts[pool->next]);
          pool->next = (pool->next + 1) % pool->count;
        }
      }
      if (failed) printf("error %s\n", pool == NULL ? "no such pool" : "a text was refused");
      else printf("%ld %llu\n", calls, (unsigned long long)(now - start));
    } else {
      printf("error not understood\n");
    }
    fflush(stdout);
  }
  free(line);
  return 0;
}

#endif
