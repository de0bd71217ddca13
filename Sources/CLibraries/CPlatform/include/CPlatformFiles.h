#pragma once

#include <stdint.h>

/// The number that statfs(2) gives the kind of the file system at a path, such as `0x6969` for NFS; 0 where it can't be
/// told.
uint64_t fresnel_file_system_kind(const char *path);

/// Whether the file system encrypts the file at a path, links not followed: 1, 0, or 0 where it doesn't tell.
int fresnel_file_is_encrypted(const char *path);
