#pragma once

#include <stddef.h>
#include <stdint.h>

/// A server that listens.
typedef struct fresnel_http_server fresnel_http_server;

/// A request that waits for its answer. It stays valid until it is answered.
typedef struct fresnel_http_exchange fresnel_http_exchange;

/// Told of each request that came whole, from a thread of the server, which serves none of its other connections
/// until the receiver returns. Every exchange has to be answered once, from any thread; an answer that is there when
/// the receiver returns is sent without another thread being woken.
typedef void (*fresnel_http_receiver)(void *context, fresnel_http_exchange *exchange);

/// Told of a name and its value; both end with a zero and are valid for the call. The value may be NULL.
typedef void (*fresnel_http_visitor)(void *context, const char *name, const char *value);

/// What a server allows.
typedef struct fresnel_http_limits {
  /// Connections at a time.
  unsigned int connections;
  /// Connections at a time from one address; 0 for any number.
  unsigned int connections_of_address;
  /// Seconds without a byte after which a connection ends.
  unsigned int idle_seconds;
  /// Seconds that a request may take to come whole, from the start of its connection or the end of what was before;
  /// and those that its answer may take to be taken.
  unsigned int request_seconds;
  /// Bytes of a request's line and headers.
  size_t header_bytes;
  /// Bytes of a request's body.
  size_t body_bytes;
  /// Threads that serve connections.
  unsigned int threads;
} fresnel_http_limits;

/// Begins to serve.
///
/// @param address An IPv4 or IPv6 address as text, without brackets.
/// @param port The port; 0 for any that is free.
/// @param limits What is allowed.
/// @param receiver Told of requests.
/// @param context Handed to the receiver.
/// @param server The server, when 0 is returned.
/// @return 0, or an error number.
int fresnel_http_server_start(
    const char *address, uint16_t port, const fresnel_http_limits *limits, fresnel_http_receiver receiver,
    void *context, fresnel_http_server **server);

/// The port that a server listens at.
uint16_t fresnel_http_server_port(fresnel_http_server *server);

/// Listens no more. Connections that stand go on.
void fresnel_http_server_quiesce(fresnel_http_server *server);

/// Sends the answers that are there, ends all connections and frees the server. Every exchange must have been answered.
void fresnel_http_server_stop(fresnel_http_server *server);

/// A request's method, such as GET.
const char *fresnel_http_method(const fresnel_http_exchange *exchange);

/// A request's target up to the question mark, percent-encoded as it came.
const char *fresnel_http_path(const fresnel_http_exchange *exchange);

/// A request's query, percent-encoded as it came, without the question mark; NULL where there is none.
const char *fresnel_http_query(const fresnel_http_exchange *exchange);

/// Tells a request's headers, in order.
void fresnel_http_visit_headers(
    fresnel_http_exchange *exchange, fresnel_http_visitor visitor, void *context);

/// A request's body.
const uint8_t *fresnel_http_body(const fresnel_http_exchange *exchange, size_t *count);

/// The address that a request came from, as text, in 46 bytes; empty where it isn't known.
void fresnel_http_peer(fresnel_http_exchange *exchange, char *text);

/// A header of an answer.
typedef struct fresnel_http_header {
  const char *name;
  const char *value;
} fresnel_http_header;

/// Answers a request. The exchange is not valid after that.
///
/// @param status The status code, 200 to 599.
/// @param headers Headers; those that HTTP keeps the connection with are the server's own.
/// @param body The body, which is copied.
/// @return 0, or -1 when a header is not one or memory is short; then the server answered 500.
int fresnel_http_answer(
    fresnel_http_exchange *exchange, unsigned int status, const fresnel_http_header *headers,
    size_t header_count, const uint8_t *body, size_t body_count);
