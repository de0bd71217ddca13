#pragma once

#include <stdint.h>

/// The version of Landlock that the kernel has; 0 when it has none, or has it switched off.
int fresnel_landlock_version(void);

/// Takes from this process, and from all threads and programs that it starts, what a program does not need that only
/// reads what comes from the network. For good. No thread but the calling one may run.
///
/// Files: those at and below the paths can be read, as far as Landlock is there; a path that does not exist is passed
/// over. The first `listed_count` of the `count` paths can be listed too. Nothing can be written, made or removed.
///
/// System calls: those of a list. With them no program can be run, no process looked into, signalled or made, and no
/// socket opened but, with `has_network`, those of the Internet Protocol.
///
/// Capabilities: all are given up. Root keeps what its files' modes allow it.
///
/// Returns 0, or -1 with errno set, after which the process has to end.
int fresnel_process_confine(char *const *readable_paths, int listed_count, int count, int has_network);

/// Leads the standard streams nowhere; returns 0, or -1 with errno set.
int fresnel_process_silence(void);

/// Whether system calls of this process are filtered.
int fresnel_process_is_confined(void);

/// What `fresnel_process_try` tries.
enum {
  /// Opening a file, to read and to write.
  FRESNEL_TRY_READ,
  FRESNEL_TRY_WRITE,
  /// Making a file at a path, which is removed again.
  FRESNEL_TRY_CREATE,
  /// Listing a directory.
  FRESNEL_TRY_LIST,
  /// Connecting to a socket at a path.
  FRESNEL_TRY_CONNECT,
  /// Running the program at a path in the place of this one. Does not return when it could.
  FRESNEL_TRY_EXECUTE,
  /// Making a process.
  FRESNEL_TRY_FORK,
  /// Tracing the parent process, reading its memory by a system call, taking a descriptor of it, signalling it.
  FRESNEL_TRY_TRACE,
  FRESNEL_TRY_READ_MEMORY,
  FRESNEL_TRY_TAKE_DESCRIPTOR,
  FRESNEL_TRY_SIGNAL,
  /// Ways round the list: rings of calls, name spaces, limits given at an address whose lower half is zero.
  FRESNEL_TRY_RING,
  FRESNEL_TRY_NAMESPACE,
  FRESNEL_TRY_LIMIT,
  /// Opening a socket of the Internet Protocol: of version 4, and of version 6.
  FRESNEL_TRY_INTERNET,
  FRESNEL_TRY_INTERNET_6,
  /// Opening a socket that tells the addresses of this machine.
  FRESNEL_TRY_ADDRESSES,
  /// Opening a socket between processes of this machine.
  FRESNEL_TRY_UNIX,
  /// Having a capability, as the kernel tells: `EPERM` without one.
  FRESNEL_TRY_CAPABILITY,
};

/// Tries something that a confined process must not be able to do, and changes nothing by it. Returns 0 when it could,
/// else the error number.
int fresnel_process_try(int what, const char *path);
