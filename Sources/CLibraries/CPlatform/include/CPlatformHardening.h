#pragma once

/// Sets the size of core files to 0, for this process and those it starts; returns 0, or -1 with errno
/// set.
int fresnel_process_forbid_core_files(void);

/// Says whether other processes of the user may look into this one; returns 0, or -1 with errno set.
int fresnel_process_set_dumpable(int is_dumpable);

/// Whether other processes of the user may look into this one.
int fresnel_process_is_dumpable(void);
