#pragma once

#include <stdint.h>

/// What a process may use. The limits are its own, not those of it and its children together.
struct fresnel_limits {
  uint64_t data_bytes;
  uint64_t processor_seconds;
  uint64_t open_files;
  uint64_t file_bytes;
  /// How many steps nicer than this process.
  int niceness;
};

/// A process that was started; who gets it owns the descriptors.
struct fresnel_launched {
  int32_t identifier;
  /// Stands for the process; readable when it has ended.
  int process;
  /// The program runs when a byte is written here, and never when it is closed without.
  int gate;
  /// Brings the error number, an int, when the program could not be started.
  int report;
};

/// Makes a process that will run a program in a directory, in a process group of its own, with `passed` as
/// its descriptor 3. What it writes to its standard streams goes to `output`, or where that of this process goes
/// when it is negative. The arguments and the environment end with NULL. It is killed when the thread that
/// calls this ends. Returns 0, or -1 with errno set.
int fresnel_process_launch(const char *program, char *const *arguments, char *const *environment,
                           const char *directory, const struct fresnel_limits *limits, int passed,
                           int output, struct fresnel_launched *launched);

/// Sends a signal to the process that a descriptor stands for; returns 0, or -1 with errno set.
int fresnel_process_signal(int descriptor, int signal_number);

/// Sends a signal to all processes of a group. The number is certain as long as nobody took the exit status
/// of the process that began the group. Returns 0, or -1 with errno set.
int fresnel_group_signal(int32_t group, int signal_number);

/// How a process ended.
struct fresnel_ending {
  /// The exit status, or the number of the signal that ended it.
  int status;
  int is_signal;
  /// What it and the children that it waited for used, in microseconds.
  uint64_t processor_microseconds;
};

/// Takes the exit status of a child, if it has ended; returns 1 then, 0 when it has not, or -1 with errno
/// set.
int fresnel_process_collect(int32_t identifier, struct fresnel_ending *ending);

/// Lets this process's reads and writes come in their usual turn, which follows from its niceness.
void fresnel_process_take_usual_io_priority(void);
