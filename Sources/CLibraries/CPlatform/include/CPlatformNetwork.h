#pragma once

#include <stddef.h>
#include <stdint.h>

/// An address of the Internet Protocol and a port of TCP.
struct fresnel_network_address {
  /// 4 bytes of version 4 or 16 of version 6, in the network's order.
  uint8_t bytes[16];
  /// 4 or 16.
  uint8_t byte_count;
  /// In this machine's order.
  uint16_t port;
  /// The interface that a link-local address of version 6 belongs to; 0 elsewhere.
  uint32_t scope;
};

enum {
  /// Room for an address as text, with its interface and a terminating zero.
  FRESNEL_NETWORK_TEXT = 64,
};

/// Reads an address as people write it, such as `127.0.0.2`, `::1` or `fe80::1%eth0`; leaves the port alone.
/// Returns 1, or 0 when the text is none.
int fresnel_network_parse(const char *text, struct fresnel_network_address *address);

/// Writes an address as people write it, without its port and with a terminating zero.
void fresnel_network_format(
    const struct fresnel_network_address *address, char text[FRESNEL_NETWORK_TEXT]);

/// Asks for the addresses of a host and waits for the answer. Returns how many were found, at most as many as
/// there is room for, or -1 when the name is not known.
int fresnel_network_resolve(
    const char *host, struct fresnel_network_address *addresses, size_t room);

/// Makes a socket that listens at an address, and at no other one of another version; returns the descriptor, or -1
/// with errno set.
int fresnel_network_listen(const struct fresnel_network_address *address);

/// Begins to connect, without waiting, from an address if there is one; returns the descriptor, or -1 with
/// errno set. The socket is writable when it is connected or could not be.
int fresnel_network_connect(
    const struct fresnel_network_address *address, const struct fresnel_network_address *from);

/// Takes the next connection, without waiting for one, and who made it; returns the descriptor, or -1 with errno
/// set.
int fresnel_network_accept(int descriptor, struct fresnel_network_address *peer);

/// The error number that a socket has got since it was asked last; 0 for none, -1 with errno set when it is none.
int fresnel_network_error(int descriptor);

/// Tells a socket's own address; returns 0, or -1 with errno set.
int fresnel_network_local(int descriptor, struct fresnel_network_address *address);

/// Tells the address that a socket is connected to; returns 0, or -1 with errno set.
int fresnel_network_peer(int descriptor, struct fresnel_network_address *address);

/// Sends as many bytes as the socket takes now, without a signal when the other end is gone; returns how many, or
/// -1 with errno set.
ptrdiff_t fresnel_network_send(int descriptor, const void *bytes, size_t count);

/// Takes what has come; returns how many bytes, 0 at the end, or -1 with errno set.
ptrdiff_t fresnel_network_receive(int descriptor, void *bytes, size_t count);

/// Tells the addresses of the interfaces that are up, without those of a link alone, which mean nothing elsewhere;
/// those that only this machine reaches come last. Returns how many there are, at most as many as there is room for,
/// or -1 with errno set.
int fresnel_network_own(struct fresnel_network_address *addresses, size_t room);

/// Makes a socket that is readable when an address of this machine came or went; returns the descriptor, or -1 with
/// errno set.
int fresnel_network_watch(void);

/// Takes what such a socket has to say, which is not told; afterwards it is not readable.
void fresnel_network_watched(int descriptor);
