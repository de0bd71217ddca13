#pragma once

#include <stdint.h>

/// Sets the size of core files to 0, for this process and those it starts; returns 0, or -1 with errno
/// set.
int fresnel_process_forbid_core_files(void);

/// Allows this process, and those it starts, to have so many files open, or as many as the system allows;
/// returns 0, or -1 with errno set.
int fresnel_process_raise_file_limit(uint64_t count);

/// Says whether other processes of the user may look into this one; returns 0, or -1 with errno set.
int fresnel_process_set_dumpable(int is_dumpable);

/// Whether other processes of the user may look into this one.
int fresnel_process_is_dumpable(void);

/// Runs a program in the place of this one, which all of its memory ends with. Only the descriptors up to 2
/// and those listed stay open. Returns only when it fails: -1 with errno set.
int fresnel_process_execute(const char *program, char *const *arguments, char *const *environment,
                            const int *descriptors, int descriptor_count);

/// Frees the entries of child processes that have ended, without waiting for others.
void fresnel_process_reap_children(void);
