#pragma once

#include <pthread.h>
#include <stdint.h>

// Keeps connections a little longer that were ended before all that their clients sent was read. A system that closes
// such a socket resets the connection, and the client may lose the answer that it has not read yet.

// Connections at a time; where there are more, the one that was ended first is closed.
#define LINGERING_LIMIT 64

typedef struct lingering {
  int socket;
  uint64_t end;
  uint64_t byte_count;
} lingering;

// The connections of a server that are over but for what their clients still send.
typedef struct lingerings {
  pthread_mutex_t lock;
  pthread_t reader;
  // Tells the reader of changes.
  int wake;
  int is_over;
  int count;
  // Those that were ended first come first.
  lingering all[LINGERING_LIMIT];
} lingerings;

// Begins to read; 0, or an error number.
int lingerings_start(lingerings *all);

// Closes all connections that are left.
void lingerings_stop(lingerings *all);

// Keeps a connection that is about to be closed. The caller closes its own descriptor.
void linger(lingerings *all, int socket);
