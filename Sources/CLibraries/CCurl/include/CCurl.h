#pragma once

#include <stddef.h>
#include <stdint.h>

// Everything here is for one thread at a time, save fresnel_curl_load and fresnel_curl_prepare, which come first and once.

/// Many transfers at once, with the connections that they share.
typedef struct fresnel_curl fresnel_curl;

/// One transfer of HTTP.
typedef struct fresnel_curl_transfer fresnel_curl_transfer;

/// What a socket is to be watched for, and what happened on it.
enum {
  FRESNEL_CURL_READABLE = 1,
  FRESNEL_CURL_WRITABLE = 2,
};

/// How a transfer ended.
enum {
  /// Whole.
  FRESNEL_CURL_DONE,
  /// The host's name is not known.
  FRESNEL_CURL_NO_NAME,
  /// Nobody could be connected to.
  FRESNEL_CURL_NO_CONNECTION,
  /// It took too long.
  FRESNEL_CURL_TIMED_OUT,
  /// The server's certificate is not to be trusted, or is another's.
  FRESNEL_CURL_CERTIFICATE,
  /// No secured connection came about.
  FRESNEL_CURL_NO_TLS,
  /// The server does not speak HTTP.
  FRESNEL_CURL_PROTOCOL,
  /// The connection ended before the answer did.
  FRESNEL_CURL_CUT_OFF,
  /// The body is not what its content encoding says.
  FRESNEL_CURL_DAMAGED_ENCODING,
  /// A callback ended it.
  FRESNEL_CURL_ABORTED,
  /// The address makes no sense.
  FRESNEL_CURL_BAD_ADDRESS,
  /// Anything else.
  FRESNEL_CURL_OTHER,
};

/// What all transfers need to be told. Callbacks come during the other calls.
typedef struct fresnel_curl_events {
  void *context;
  /// A socket is to be watched for something, with 0 for nothing any more.
  void (*watch)(void *context, int socket, int interest);
  /// fresnel_curl_act is to be called without a socket after so many milliseconds, instead of what was
  /// asked for before; -1 for never.
  void (*wake)(void *context, long milliseconds);
} fresnel_curl_events;

/// What one transfer tells. Those that return an int end it with 0.
typedef struct fresnel_curl_parts {
  void *context;
  /// May a socket be connected to an address of 4 or 16 bytes? The text is the same address.
  int (*connects)(void *context, const uint8_t *address, size_t count, const char *text);
  /// A line of a head, with its line end: status lines, fields, the empty line, also those of heads that come
  /// before the last one, and of trailers.
  int (*line)(void *context, const char *bytes, size_t count);
  /// A part of the body, unpacked, and how many bytes of it have come over the wire so far.
  int (*body)(void *context, const uint8_t *bytes, size_t count, uint64_t sent);
  /// Something may have come; how many bytes of the body have come over the wire so far.
  int (*progress)(void *context, uint64_t sent);
} fresnel_curl_parts;

/// How a transfer is to be made. Texts are copied.
typedef struct fresnel_curl_request {
  const char *url;
  /// Asks for the head alone.
  int head_only;
  const char *user_agent;
  /// Fields as lines "Name: value", without line ends.
  const char *const *fields;
  size_t field_count;
  /// Where to connect to instead of the host of the URL: "HOST:PORT:ADDRESS:PORT"; NULL for nowhere.
  const char *route;
  /// The proxy; "" for none, whatever the environment says.
  const char *proxy;
  /// How the body may be packed, as `Accept-Encoding` says it; "" for everything that can be unpacked.
  const char *encodings;
  /// A file of certificates to be trusted, in PEM; NULL for those of the system.
  const char *certificates;
  long connect_milliseconds;
  long whole_milliseconds;
  long idle_seconds;
} fresnel_curl_request;

/// What is known of a transfer that has ended. Times are microseconds from its start.
typedef struct fresnel_curl_facts {
  int status;
  /// 10, 11, 20 or 30 for the version of HTTP; 0 when no head came.
  int version;
  /// How many connections were made for it.
  long connections;
  uint16_t port;
  /// The other end's address as text; empty when there was no connection.
  char address[64];
  int64_t name_time;
  int64_t connect_time;
  int64_t tls_time;
  int64_t first_byte_time;
  int64_t whole_time;
  /// Bytes of the body as they came over the wire.
  int64_t sent;
} fresnel_curl_facts;

/// Loads the library, for a process that can't open its files later. Returns 0 on success, also when it was loaded
/// before; -1 where there is none that has what is called here.
int fresnel_curl_load(void);

/// Loads the library unless that was done, and readies it. Returns 0 on success.
int fresnel_curl_prepare(void);

/// Makes a place for transfers with at most so many connections at once, and so many kept when idle; NULL
/// without memory.
fresnel_curl *fresnel_curl_create(const fresnel_curl_events *events, long connections, long idle);

/// Closes all connections. Every transfer has been destroyed before.
void fresnel_curl_destroy(fresnel_curl *curl);

/// Goes on: something happened on a socket, or, with -1, the time for which it asked has come.
void fresnel_curl_act(fresnel_curl *curl, int socket, int happened);

/// Starts a transfer; NULL without memory, or when a value cannot be sent.
fresnel_curl_transfer *fresnel_curl_start(
    fresnel_curl *curl, const fresnel_curl_request *request, const fresnel_curl_parts *parts);

/// Takes the next transfer that has ended, tells how and gives the context of its parts; NULL when none has.
fresnel_curl_transfer *fresnel_curl_take(fresnel_curl *curl, int *ending, void **context);

/// What is known of a transfer.
void fresnel_curl_tell(fresnel_curl_transfer *transfer, fresnel_curl_facts *facts);

/// What went wrong, in the library's words; empty when it says nothing. Lives as long as the transfer.
const char *fresnel_curl_reason(fresnel_curl_transfer *transfer);

/// Ends a transfer, whether it has ended or not, and frees it. Not to be called in its callbacks.
void fresnel_curl_end(fresnel_curl *curl, fresnel_curl_transfer *transfer);
