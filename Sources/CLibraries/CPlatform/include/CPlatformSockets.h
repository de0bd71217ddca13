#pragma once

#include <stddef.h>
#include <stdint.h>

/// What the kernel says about the process that wrote to a socket, or that connected it.
struct fresnel_credentials {
  int32_t process;
  uint32_t user;
  uint32_t group;
};

/// What one receive brought besides bytes.
struct fresnel_ancillary {
  /// Room for descriptors, and how many of them came; all of them close on exec.
  int *descriptors;
  size_t descriptor_count;
  /// Whether the kernel told who wrote the bytes.
  int has_credentials;
  struct fresnel_credentials credentials;
  /// Whether more came than there was room for, or than this process may have open.
  int is_truncated;
};

/// Makes two connected Unix stream sockets that close on exec; returns 0, or -1 with errno set.
int fresnel_socket_pair(int *first, int *second);

/// Connects to the socket at a path, without waiting for a place in its queue; returns the
/// descriptor, or -1 with errno set.
int fresnel_socket_connect(const char *path);

/// Makes a socket at a path that only its owner may connect to; returns the descriptor, or -1 with
/// errno set.
int fresnel_socket_listen(const char *path);

/// Takes the next connection, without waiting for one; returns the descriptor, or -1 with errno set.
int fresnel_socket_accept(int descriptor);

/// Whether a descriptor is a Unix stream socket.
int fresnel_socket_is_stream(int descriptor);

/// Receives bytes without waiting. The caller sets `descriptors` and, as the room there is,
/// `descriptor_count`. Returns the number of bytes, 0 at the end, or -1 with errno set.
long fresnel_socket_receive(
    int descriptor, void *bytes, size_t count, struct fresnel_ancillary *ancillary);

/// Sends bytes without waiting, the descriptors with the first of them. Returns the number of bytes
/// taken, or -1 with errno set; never raises SIGPIPE.
long fresnel_socket_send(
    int descriptor, const void *bytes, size_t count, const int *descriptors,
    size_t descriptor_count);

/// The credentials of the process that connected the socket; returns 0, or -1 with errno set.
int fresnel_socket_peer(int descriptor, struct fresnel_credentials *credentials);

/// Has the kernel tell, at each receive, who wrote the bytes; returns 0, or -1 with errno set.
int fresnel_socket_request_credentials(int descriptor);

/// Makes a file in memory that can be sealed and never executed; returns the descriptor, or -1 with
/// errno set.
int fresnel_memory_file(const char *name);

/// Seals a file in memory for ever: neither its length nor its bytes can change, nor the seals.
int fresnel_memory_file_seal(int descriptor);

/// Whether neither length nor bytes of a file can change any more; 0 for what is no file in memory.
int fresnel_memory_file_is_sealed(int descriptor);

/// Whether closing a descriptor waits for nobody, whoever made it: true of files in memory, pipes and Unix
/// sockets. Found out without asking a file system.
int fresnel_descriptor_closes_at_once(int descriptor);

/// Whether some of what was sent over a Unix socket was not received yet; -1 with errno set.
int fresnel_socket_has_unread(int descriptor);

/// Sends one datagram to a path, without waiting; a path that begins with `@` is an abstract name. Returns
/// the number of bytes, or -1 with errno set.
long fresnel_datagram_send(const char *path, const void *bytes, size_t count);
