#pragma once

#include <stddef.h>
#include <stdint.h>

/// A file, whatever its path.
struct fresnel_file_identity {
  uint64_t device;
  uint64_t inode;
};

/// A descriptor that stands for the process that connected a socket, and never for another one that
/// gets its number. `process` is the number that the kernel told. Returns it, or -1 with errno set.
int fresnel_peer_process(int socket, int32_t process);

/// Opens a descriptor that stands for the process that has a number now; returns it, or -1 with errno set.
int fresnel_process_descriptor(int32_t process);

/// Whether a process that a descriptor stands for has not ended.
int fresnel_process_is_alive(int descriptor);

/// Opens the directory of a process below /proc, as a starting point for the calls below; returns the
/// descriptor, or -1 with errno set.
int fresnel_process_directory(int32_t process);

/// Says which program a process runs, as far as that can be told without asking a file system that may not
/// answer; returns 0, or -1 with errno set.
int fresnel_process_program(int32_t process, struct fresnel_file_identity *file);

/// Reads the control groups of a process, as /proc tells them, without a terminating zero; returns the number
/// of bytes, or -1 with errno set.
long fresnel_process_control_groups(int32_t process, char *bytes, size_t count);

/// Says which file is at a path that starts at a directory, following links; returns 0, or -1 with errno
/// set.
int fresnel_file_identity_at(int directory, const char *path, struct fresnel_file_identity *file);

/// Reads where a link leads, without a terminating zero; returns the number of bytes, or -1 with errno
/// set.
long fresnel_link_at(int directory, const char *path, char *bytes, size_t count);

/// Opens an ordinary file for reading, never waiting for a pipe or following a link at the end; returns
/// the descriptor, or -1 with errno set: EINVAL for what is no ordinary file.
int fresnel_open_ordinary_at(int directory, const char *path);
