/* A client of the C interface, in C11: two networks in one process, what is refused, what comes out. Exit status 0 if
 * all is as it should be, else the line of the first that is not. With an argument the library of that name is loaded
 * by dlopen instead of being linked. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "dateline.h"

#define CHECK(what)                                                        \
  do {                                                                     \
    if (!(what)) return fprintf(stderr, "line %d: %s\n", __LINE__, #what), 1; \
  } while (0)

#ifdef DATELINE_BY_DLOPEN
#define FUNCTION(name) __typeof__(dateline_##name)* const name = (__typeof__(dateline_##name)*)dlsym(library, "dateline_" #name)
#else
#define FUNCTION(name) __typeof__(dateline_##name)* const name = dateline_##name
#endif

int main(int arguments, char** words) {
#ifdef DATELINE_BY_DLOPEN
  void* const library = arguments > 1 ? dlopen(words[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
#else
  (void)arguments;
  (void)words;
#endif
  FUNCTION(abi);
  FUNCTION(version);
  FUNCTION(error);
  FUNCTION(new);
  FUNCTION(free);
  FUNCTION(terminals);
  FUNCTION(now);
  FUNCTION(send);
  FUNCTION(wake);
  FUNCTION(run);
  FUNCTION(take);
  FUNCTION(idle);
  FUNCTION(queued);
  FUNCTION(save);
  FUNCTION(restore);
  FUNCTION(cycles);
  FUNCTION(cycle_time);
  FUNCTION(proof);
  FUNCTION(deadlock);

  CHECK(abi() == DATELINE_ABI);
  CHECK(strchr(version(), '.') != NULL);
  CHECK(new ("topology=torus:8x8 vcs=0") == NULL);
  CHECK(strcmp(error(), "network: vcs=0 not in 1..16") == 0);
  CHECK(new (NULL) == NULL);
  CHECK(terminals(NULL) == -1);

  dateline_network* const torus = new ("topology=torus:8x8 workload.flit-bytes=16 cycle-time=0.5ns");
  dateline_network* const mesh = new ("topology=mesh:4x4 workload.flit-bytes=16 header-flits=0");
  CHECK(torus != NULL && mesh != NULL);
  CHECK(terminals(torus) == 64 && terminals(mesh) == 16);
  CHECK(cycles(torus, "1us") == 2000);
  CHECK(cycles(torus, "soon") == -1);
  uint64_t numerator = 0, denominator = 0;
  CHECK(cycle_time(torus, &numerator, &denominator) == 0 && numerator == 1 && denominator == 2);
  dateline_network* const fast = new ("topology=mesh:2 cycle-time=0.00000000000000000001ns");
  CHECK(fast != NULL && cycle_time(fast, &numerator, &denominator) == -1 && numerator == 1 && denominator == 2);
  CHECK(strstr(error(), "internal") == NULL);
  free(fast);
  CHECK(strstr(proof(torus), "deadlock-free") != NULL);
  CHECK(deadlock(torus)[0] == '\0');

  const dateline_send_options reported = {sizeof reported, 1};
  CHECK(send(torus, 0, 64, 1, 16, 1, NULL) == -1);
  CHECK(strstr(error(), "send, from=64 not in 0..63") != NULL);
  const dateline_send_options sizeless = {0, 1};
  CHECK(send(torus, 0, 0, 18, 160, 5, &sizeless) == -1);
  CHECK(strstr(error(), "options, size=0 is no size of dateline_send_options") != NULL);
  CHECK(send(torus, 0, 0, 18, 160, 5, &reported) == 0);
  CHECK(send(mesh, 2, 0, 15, 160, 6, NULL) == 0);
  CHECK(wake(mesh, 1, 7) == 0);
  CHECK(queued(torus, 0) == 1);

  dateline_event events[4];
  memset(events, 0, sizeof events);
  CHECK(take(torus, events, 4) == -1);
  events[0].size = sizeof(dateline_event);
  CHECK(take(torus, events, 4) == 0);
  CHECK(run(torus, DATELINE_NEVER) == 0 && now(torus) == 11);
  CHECK(take(torus, events, 4) == 1 && events[0].kind == DATELINE_SENT && events[0].at == 11);
  CHECK(run(torus, DATELINE_NEVER) == 0);
  CHECK(take(torus, events, 4) == 1 && events[0].kind == DATELINE_ARRIVED);
  /* four hops, eleven flits */
  CHECK(events[0].at == 16 && events[0].user == 5 && events[0].bytes == 160 && events[0].hops == 4 && events[0].destination == 18);
  CHECK(idle(torus) == 1);
  CHECK(idle(mesh) == 0);
  CHECK(run(mesh, DATELINE_NEVER) == 0 && now(mesh) == 1);
  CHECK(take(mesh, events, 4) == 1 && events[0].kind == DATELINE_TIMER && events[0].user == 7);
  CHECK(run(mesh, 1000) == 0 && now(mesh) == 2 + 6 + 10 + 1);
  CHECK(take(mesh, events, 4) == 1 && events[0].offered == 2 && events[0].at == 19);
  CHECK(run(mesh, 1000000) == 0 && now(mesh) == 1000000);
  /* of a header to come, whose event has a field more */
  struct newer {
    dateline_event event;
    uint64_t later;
  } newer[3];
  memset(newer, 0xff, sizeof newer);
  newer[0].event.size = sizeof newer[0];
  CHECK(wake(mesh, 1000000, 8) == 0 && wake(mesh, 1000000, 9) == 0);
  CHECK(take(mesh, &newer[0].event, 3) == 2);
  CHECK(newer[0].event.user == 8 && newer[1].event.user == 9 && newer[1].event.size == sizeof newer[1]);
  CHECK(newer[0].later == 0 && newer[1].later == 0 && newer[2].later == UINT64_MAX);
  CHECK(send(mesh, 5, 0, 1, 1, 0, NULL) == -1);
  CHECK(strstr(error(), "has passed") != NULL);

  dateline_network* const again = new ("topology=mesh:4x4 workload.flit-bytes=16 header-flits=0");
  static char bytes[1 << 20];
  const int64_t size = save(mesh, bytes, sizeof bytes);
  CHECK(again != NULL && size > 0 && save(mesh, NULL, 0) == size);
  CHECK(restore(again, bytes, (size_t)size) == 0 && now(again) == 1000000);
  CHECK(restore(torus, bytes, (size_t)size) == -1);
  CHECK(strstr(error(), "is of a run with other options") != NULL);
  CHECK(restore(again, bytes, (size_t)size / 2) == -1);

  free(again);
  free(torus);
  free(mesh);
  free(NULL);
  puts("all as it should be");
  return 0;
}
