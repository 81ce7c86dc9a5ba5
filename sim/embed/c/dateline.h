/* The network of another simulator, from C: what sim/embed/network.hpp is in C++, in libdateline.so.
 *
 * Time is in cycles. Messages of bytes go in by dateline_send; time passes in dateline_run, which ends after the first
 * cycle with an event; events are taken by dateline_take. An object is used by one thread at a time; several objects
 * are independent of each other.
 *
 * What fails returns -1 (dateline_new: NULL), leaves the object as it was, and dateline_error() says why in a line, in
 * the thread that called. Function names and what stands here stay within an ABI number, that of the library's name.
 * Structs begin with their size, which the caller sets, and may grow at their end: programs that were built with an
 * older header go on to work, with a newer one too, as far as they leave the new fields 0 and may be handed 0 there. */
#ifndef DATELINE_H
#define DATELINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DATELINE_ABI 1
#define DATELINE_NEVER UINT64_MAX

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct dateline_network dateline_network;

enum dateline_kind {
  DATELINE_ARRIVED = 0,  /* the last of a message's packets */
  DATELINE_SENT = 1,     /* a message's last flit has left its source; of messages that ask for it */
  DATELINE_TIMER = 2,    /* of dateline_wake */
  DATELINE_LOST = 3,     /* a fault took a part of the message */
  DATELINE_DEADLOCK = 4  /* dateline_deadlock says which packets wait; dateline_run goes no further */
};

typedef struct dateline_event {
  uint32_t size; /* sizeof(dateline_event), to be set in the first of those that dateline_take is given; it sets all */
  uint32_t kind;
  uint64_t user, bytes;
  uint64_t at;       /* the first cycle in which the client can act on it */
  uint64_t offered;  /* of dateline_send */
  uint64_t injected; /* in which the first head flit left its source; of messages that arrived */
  uint64_t packets;
  uint32_t source, destination;
  uint32_t hops; /* the most of any packet */
  uint32_t reserved;
} dateline_event;

typedef struct dateline_send_options {
  uint32_t size; /* sizeof(dateline_send_options) */
  uint32_t report_sent;
} dateline_send_options;

/* DATELINE_ABI of the library, and its version, "0.2.0". */
uint32_t dateline_abi(void);
const char* dateline_version(void);
/* Of the last call in this thread that failed; valid until the next one. */
const char* dateline_error(void);

/* "topology=torus:8x8 routing=dor vcs=4 workload.flit-bytes=16 packet-length=64" */
dateline_network* dateline_new(const char* options);
void dateline_free(dateline_network* network);

int64_t dateline_terminals(const dateline_network* network);
uint64_t dateline_now(const dateline_network* network);
/* `options` may be NULL. */
int dateline_send(dateline_network* network, uint64_t at, uint32_t from, uint32_t to, uint64_t bytes, uint64_t user,
                  const dateline_send_options* options);
int dateline_wake(dateline_network* network, uint64_t at, uint64_t user);
int dateline_run(dateline_network* network, uint64_t until);
/* How many events were taken, at most `room`. */
int64_t dateline_take(dateline_network* network, dateline_event* events, size_t room);
/* 1 or 0. */
int dateline_idle(const dateline_network* network);
int64_t dateline_queued(const dateline_network* network, uint32_t from);

/* All of it as bytes: returns how many there are, and writes them if `room` suffices; else what is in `bytes` is of no
 * use. `bytes` may be NULL if there is no room. Restored in a network of the same options, which may have gone
 * elsewhere, it goes on from there. */
int64_t dateline_save(const dateline_network* network, char* bytes, size_t room);
int dateline_restore(dateline_network* network, const char* bytes, size_t count);

/* Cycles of a time, "0.57us", by workload.cycle-time; and a cycle in nanoseconds, as a fraction. */
int64_t dateline_cycles(const dateline_network* network, const char* time);
int dateline_cycle_time(const dateline_network* network, uint64_t* numerator, uint64_t* denominator);
/* What prove found; which packets wait for each other, empty while there is no deadlock. Valid as long as the network. */
const char* dateline_proof(const dateline_network* network);
const char* dateline_deadlock(const dateline_network* network);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
