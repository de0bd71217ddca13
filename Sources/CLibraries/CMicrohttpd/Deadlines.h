#pragma once

#include <pthread.h>
#include <stdint.h>

// Ends connections whose request takes too long to come, or whose answer takes too long to be taken, however
// steadily bytes go by.

// A connection with its deadline.
typedef struct deadline {
  struct deadline *earlier;
  struct deadline *later;
  int is_waited_for;
  // Whether the connection ends with an answer to what was not read whole.
  int is_refused;
  int socket;
  uint64_t end;
} deadline;

// All connections of a server. They have the same time, so that those who begin later end later.
typedef struct deadlines {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  pthread_t watcher;
  int is_over;
  uint64_t nanoseconds;
  deadline *first;
  deadline *last;
} deadlines;

// Begins to watch; 0, or an error number.
int deadlines_start(deadlines *all, unsigned int seconds);

// Ends watching, once there are no more connections.
void deadlines_stop(deadlines *all);

// Gives a connection the whole time, from now on.
void deadline_begin(deadlines *all, deadline *one);

// Has a connection take as long as it likes. It has to be called before its socket is closed.
void deadline_end(deadlines *all, deadline *one);
