#pragma once

#include <stddef.h>

#include "CPlatformConfinement.h"
#include "CPlatformEvents.h"
#include "CPlatformFiles.h"
#include "CPlatformHardening.h"
#include "CPlatformNetwork.h"
#include "CPlatformPeers.h"
#include "CPlatformProcesses.h"
#include "CPlatformSockets.h"

/// Writes the system's words for an error number, in English, with a terminating zero.
void fresnel_error_text(int error_number, char *buffer, size_t count);

/// Makes a pipe that programs started later do not inherit; returns 0, or -1 with errno set.
int fresnel_pipe(int *reading_end, int *writing_end);

/// The flag of posix_spawn that starts a program in a session of its own.
short fresnel_spawn_in_new_session(void);

/// Has a program that is spawned with these actions, a `posix_spawn_file_actions_t`, start in a directory;
/// returns 0 or an error number.
int fresnel_spawn_in_directory(void *actions, const char *directory);

/// Has a program that is spawned with these actions, a `posix_spawn_file_actions_t`, start with nothing open but standard
/// input, output and error, where the C library can (glibc 2.34); returns 0 or an error number.
int fresnel_spawn_with_standard_streams(void *actions);

/// Opens the process's signal pipe and returns its read end, or -1 with errno set.
///
/// Each caught signal puts one byte, its number, into the pipe. There is one pipe for the process;
/// opening it twice fails with EBUSY.
int fresnel_signal_pipe_open(void);

/// Starts to catch a signal; returns 0, or -1 with errno set.
int fresnel_signal_pipe_catch(int signal_number);

/// Puts back the actions of all signals caught; those that arrived before stay in the pipe.
void fresnel_signal_pipe_restore(void);

/// Puts back the actions of all signals caught and closes the pipe.
void fresnel_signal_pipe_close(void);

/// Has the signals that end a process by a person's or a desktop's will put a terminal back before: to the settings at
/// the pointer, a `struct termios`, which are copied. One terminal at a time.
void fresnel_terminal_guard_begin(int descriptor, const void *settings);

/// Has these signals do what they did before.
void fresnel_terminal_guard_end(void);

/// Lowers the calling thread's share of the processors, by so many steps of niceness, and puts its reads
/// and writes behind those of other threads, as far as the system lets it.
void fresnel_thread_yield_priority(int steps);

/// The niceness of the calling thread.
int fresnel_thread_niceness(void);

/// The class and the level of the calling thread's reads and writes, as Linux numbers them; -1 where the
/// system does not tell.
int fresnel_thread_io_priority(void);

/// Has the kernel wake the calling thread from timed waits at their moment, and not up to 50 microseconds later to wake
/// other threads as well. Returns 0, or -1 with errno set.
int fresnel_thread_wake_punctually(void);

/// Memory of whole pages, taken from the system; NULL where there is no more.
void *fresnel_pages_take(size_t byte_count);

/// Makes memory that was taken larger or smaller, elsewhere if need be; NULL where there is no more, and
/// then it stays as it is. What is in it is not copied but moved with its pages, where the system can do
/// that.
void *fresnel_pages_resize(void *memory, size_t byte_count, size_t new_byte_count);

/// Gives memory that was taken back to the system.
void fresnel_pages_give_back(void *memory, size_t byte_count);

/// Has the system map memory by its large pages where it can. Nothing happens where it has none.
void fresnel_pages_make_large(void *memory, size_t byte_count);

/// Has the processor load the bytes at an address into its cache, whether they are readable or not.
static inline void fresnel_memory_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }

/// Lets the allocator's threads share so many heaps, and has it join freed memory at once rather than much of it now
/// and then; to be called before there are threads. Where the allocator has no such settings nothing happens.
void fresnel_heap_share(int heap_count);

/// Gives the pages of the allocator's heaps on which nothing is in use back to the system, where it can do that.
void fresnel_heap_trim(void);
