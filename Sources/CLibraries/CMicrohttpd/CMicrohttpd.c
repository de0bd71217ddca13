#include "CMicrohttpd.h"

#include "Deadlines.h"
#include "Lingering.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

struct fresnel_http_server {
  struct MHD_Daemon *daemon;
  fresnel_http_receiver receiver;
  void *context;
  size_t body_limit;
  // The socket that listened, once it does no more.
  MHD_socket quiet;
  deadlines deadlines;
  lingerings lingerings;
  // Requests that were handed to the receiver and whose answers are not sent yet.
  pthread_mutex_t lock;
  pthread_cond_t sent;
  int under_way;
};

// How far an exchange is. What is written before a step is seen by whoever takes the next one.
typedef enum progress {
  // The receiver works on it, on the server's thread.
  RECEIVED,
  // The connection is suspended: who answers resumes it.
  SUSPENDED,
  // The answer is there.
  ANSWERED,
} progress;

struct fresnel_http_exchange {
  fresnel_http_server *server;
  struct MHD_Connection *connection;
  // Where the target begins in the library's buffer, and how many bytes of it come before a zero.
  const char *target;
  size_t target_length;
  char *path;
  char *query;
  char *method;
  uint8_t *body;
  size_t count;
  size_t capacity;
  // The bytes of a body that is larger than allowed, which are thrown away; 0 where it is not.
  size_t excess;
  // Which of the server's thread, when it would suspend the connection, and of who answers came first.
  _Atomic(progress) progress;
  int is_under_way;
  struct MHD_Response *response;
  unsigned int status;
};

// MARK: - Connections

// The deadline of a connection; NULL where memory was short when it began.
static deadline *deadline_of(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static void begin_deadline(fresnel_http_server *server, struct MHD_Connection *connection) {
  deadline *own = deadline_of(connection);
  if (own) {
    deadline_begin(&server->deadlines, own);
  }
}

static void end_deadline(fresnel_http_server *server, struct MHD_Connection *connection) {
  deadline *own = deadline_of(connection);
  if (own) {
    deadline_end(&server->deadlines, own);
  }
}

// A connection begins, or is about to be closed.
static void connected(
    void *context, struct MHD_Connection *connection, void **own,
    enum MHD_ConnectionNotificationCode code) {
  fresnel_http_server *server = context;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    deadline *one = info ? calloc(1, sizeof *one) : NULL;
    if (one) {
      one->socket = info->connect_fd;
      deadline_begin(&server->deadlines, one);
    }
    *own = one;
  } else if (*own) {
    deadline_end(&server->deadlines, *own);
    int unread = 0;
    if (((deadline *)*own)->is_refused ||
        (ioctl(((deadline *)*own)->socket, FIONREAD, &unread) == 0 && unread > 0)) {
      linger(&server->lingerings, ((deadline *)*own)->socket);
    }
    free(*own);
    *own = NULL;
  }
}

// MARK: - Receiving

static void release(fresnel_http_exchange *exchange) {
  if (exchange->response) {
    MHD_destroy_response(exchange->response);
  }
  free(exchange->path);
  free(exchange->query);
  free(exchange->method);
  free(exchange->body);
  free(exchange);
}

// Copies of a string that may not be there.
static int copy(const char *text, char **own) {
  *own = text ? strdup(text) : NULL;
  return !text || *own;
}

// The target as it came. The library has cut it at the question mark and decoded the escapes when the handler is
// called, so it is taken apart before that.
static void *noted(void *context, const char *target, struct MHD_Connection *connection) {
  fresnel_http_exchange *exchange = calloc(1, sizeof *exchange);
  if (!exchange) {
    return NULL;
  }
  exchange->server = context;
  exchange->connection = connection;
  exchange->target = target;
  exchange->target_length = strlen(target);
  const char *mark = strchr(target, '?');
  exchange->path = mark ? strndup(target, (size_t)(mark - target)) : strdup(target);
  if (!exchange->path || !copy(mark ? mark + 1 : NULL, &exchange->query)) {
    release(exchange);
    return NULL;
  }
  if (mark && mark[1]) {
    // The library would take the query apart, which nobody needs, in the room that it has for the head: many short
    // fields leave no room for the answer, and the client waits for one. The target is in the library's own buffer.
    *(char *)(uintptr_t)(mark + 1) = 0;
  }
  return exchange;
}

static enum MHD_Result refused(struct MHD_Connection *connection, unsigned int status) {
  struct MHD_Response *response = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
  if (!response) {
    return MHD_NO;
  }
  deadline *own = deadline_of(connection);
  if (own) {
    own->is_refused = 1;
  }
  // What follows of the body is not read, so the connection can't go on.
  MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
  enum MHD_Result result = MHD_queue_response(connection, status, response);
  MHD_destroy_response(response);
  return result;
}

// How a request says where it ends.
typedef struct framing {
  int lengths;
  int codings;
  int hosts;
  int is_odd;
} framing;

static enum MHD_Result weighed(
    void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  (void)kind;
  framing *told = context;
  if (strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0) {
    told->lengths += 1;
  } else if (strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0) {
    told->codings += 1;
    if (!value || strcasecmp(value, "chunked") != 0) {
      told->is_odd = 1;
    }
  }
  if (strcasecmp(name, MHD_HTTP_HEADER_HOST) == 0) {
    told->hosts += 1;
  }
  // A space before the colon hides a header from one reader and not from the next.
  if (strpbrk(name, " \t")) {
    told->is_odd = 1;
  }
  return MHD_YES;
}

// Whether a proxy in front could see another end of the request than the library does, and take what follows for a
// part of it, or a part of it for what follows (RFC 9112, 6.3 and 11.2), or be asked for another host (3.2).
static int is_ambiguous(struct MHD_Connection *connection) {
  framing told = {0, 0, 0, 0};
  MHD_get_connection_values(connection, MHD_HEADER_KIND, weighed, &told);
  return told.is_odd || told.lengths + told.codings > 1 || told.hosts > 1;
}

// Whether a request's line has a zero, at which the library lets the method or the target end, or a space in its target
// (RFC 9112, 3.2). Method, target and version follow each other in the library's buffer, which has put a zero behind the
// method and behind the target.
static int has_odd_line(
    const fresnel_http_exchange *exchange, const char *method, const char *version) {
  uintptr_t start = (uintptr_t)exchange->target;
  if ((uintptr_t)version != start + exchange->target_length + 1) {
    return 1;
  }
  for (uintptr_t place = (uintptr_t)method + strlen(method) + 1; place < start; place += 1) {
    if (*(const char *)place != ' ') {
      return 1;
    }
  }
  return strchr(exchange->path, ' ') || (exchange->query && strchr(exchange->query, ' '));
}

// Whether a request says that its body is larger than allowed.
static int announces_more(struct MHD_Connection *connection, size_t limit) {
  const char *length =
      MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
  return length && strtoull(length, NULL, 10) > limit;
}

// So many times the largest body is read of one that doesn't say how long it is, to answer when it ends.
static const size_t excess_factor = 16;

// Takes a part of a body; whether more of it is read.
static int append(fresnel_http_exchange *exchange, const char *bytes, size_t count) {
  size_t limit = exchange->server->body_limit;
  if (exchange->excess > 0 || count > limit - exchange->count) {
    free(exchange->body);
    exchange->body = NULL;
    exchange->capacity = 0;
    exchange->excess += count;
    return exchange->excess / excess_factor <= limit;
  }
  if (exchange->count + count > exchange->capacity) {
    size_t wanted = exchange->capacity * 2 > exchange->count + count ? exchange->capacity * 2
                                                                     : exchange->count + count;
    uint8_t *larger = realloc(exchange->body, wanted);
    if (!larger) {
      return 0;
    }
    exchange->body = larger;
    exchange->capacity = wanted;
  }
  memcpy(exchange->body + exchange->count, bytes, count);
  exchange->count += count;
  return 1;
}

static void note_under_way(fresnel_http_server *server, int change) {
  pthread_mutex_lock(&server->lock);
  server->under_way += change;
  if (server->under_way == 0) {
    pthread_cond_broadcast(&server->sent);
  }
  pthread_mutex_unlock(&server->lock);
}

// Hands the library the answer.
static enum MHD_Result queued(fresnel_http_exchange *exchange) {
  if (!exchange->response) {
    return MHD_NO;
  }
  enum MHD_Result result = MHD_queue_response(exchange->connection, exchange->status, exchange->response);
  MHD_destroy_response(exchange->response);
  exchange->response = NULL;
  begin_deadline(exchange->server, exchange->connection);
  return result;
}

static enum MHD_Result handled(
    void *context, struct MHD_Connection *connection, const char *target, const char *method,
    const char *version, const char *bytes, size_t *count, void **state) {
  (void)target;
  fresnel_http_server *server = context;
  fresnel_http_exchange *exchange = *state;
  if (!exchange) {
    return MHD_NO;
  }
  if (!exchange->method) {
    if (!copy(method, &exchange->method)) {
      return MHD_NO;
    }
    if (has_odd_line(exchange, method, version) || is_ambiguous(connection)) {
      return refused(connection, 400);
    }
    return announces_more(connection, server->body_limit)
               ? refused(connection, 413)
               : MHD_YES;
  }
  if (*count > 0) {
    // One that doesn't say how long it is can't be refused in words before it ends.
    if (!append(exchange, bytes, *count)) {
      return MHD_NO;
    }
    *count = 0;
    return MHD_YES;
  }
  if (atomic_load(&exchange->progress) == ANSWERED) {
    return queued(exchange);
  }
  if (exchange->excess > 0) {
    return refused(connection, 413);
  }
  end_deadline(server, connection);
  exchange->is_under_way = 1;
  note_under_way(server, 1);
  server->receiver(server->context, exchange);
  // An answer that is there when the receiver returns costs no other thread.
  if (atomic_load(&exchange->progress) == ANSWERED) {
    return queued(exchange);
  }
  MHD_suspend_connection(connection);
  progress step = RECEIVED;
  if (!atomic_compare_exchange_strong(&exchange->progress, &step, SUSPENDED)) {
    // The answer came in between; the library calls again once the connection goes on.
    MHD_resume_connection(connection);
  }
  return MHD_YES;
}

static void completed(
    void *context, struct MHD_Connection *connection, void **state,
    enum MHD_RequestTerminationCode code) {
  (void)code;
  begin_deadline(context, connection);
  if (*state) {
    if (((fresnel_http_exchange *)*state)->is_under_way) {
      note_under_way(context, -1);
    }
    release(*state);
    *state = NULL;
  }
}

// What the client did wrong is answered; it is not for the terminal of whoever runs the server.
static void unheard(void *context, const char *format, va_list arguments) {
  (void)context, (void)format, (void)arguments;
}

// MARK: - Serving

static void let_go(fresnel_http_server *server) {
  deadlines_stop(&server->deadlines);
  lingerings_stop(&server->lingerings);
  pthread_cond_destroy(&server->sent);
  pthread_mutex_destroy(&server->lock);
  free(server);
}

static int listening_address(const char *text, uint16_t port, struct sockaddr_storage *storage) {
  memset(storage, 0, sizeof *storage);
  struct sockaddr_in *four = (struct sockaddr_in *)storage;
  struct sockaddr_in6 *six = (struct sockaddr_in6 *)storage;
  if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
    four->sin_family = AF_INET;
    four->sin_port = htons(port);
    return 0;
  }
  if (inet_pton(AF_INET6, text, &six->sin6_addr) == 1) {
    six->sin6_family = AF_INET6;
    six->sin6_port = htons(port);
    return 0;
  }
  return EINVAL;
}

int fresnel_http_server_start(
    const char *address, uint16_t port, const fresnel_http_limits *limits, fresnel_http_receiver receiver,
    void *context, fresnel_http_server **started) {
  struct sockaddr_storage storage;
  int problem = listening_address(address, port, &storage);
  if (problem != 0) {
    return problem;
  }
  fresnel_http_server *server = calloc(1, sizeof *server);
  if (!server) {
    return ENOMEM;
  }
  server->receiver = receiver;
  server->context = context;
  server->body_limit = limits->body_bytes;
  server->quiet = MHD_INVALID_SOCKET;
  problem = deadlines_start(&server->deadlines, limits->request_seconds);
  if (problem == 0) {
    problem = lingerings_start(&server->lingerings);
    if (problem != 0) {
      deadlines_stop(&server->deadlines);
    }
  }
  if (problem != 0) {
    free(server);
    return problem;
  }
  pthread_mutex_init(&server->lock, NULL);
  pthread_cond_init(&server->sent, NULL);
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG |
                       (storage.ss_family == AF_INET6 ? MHD_USE_IPv6 : 0);
  errno = 0;
  // The first option is where messages go: an option that is refused says so too.
  server->daemon = MHD_start_daemon(
      flags, port, NULL, NULL, handled, server,
      MHD_OPTION_EXTERNAL_LOGGER, unheard, NULL,
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&storage,
      MHD_OPTION_URI_LOG_CALLBACK, noted, server,
      MHD_OPTION_NOTIFY_COMPLETED, completed, server,
      MHD_OPTION_NOTIFY_CONNECTION, connected, server,
      MHD_OPTION_CONNECTION_LIMIT, limits->connections,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits->connections_of_address,
      MHD_OPTION_CONNECTION_TIMEOUT, limits->idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits->header_bytes,
      MHD_OPTION_THREAD_POOL_SIZE, limits->threads,
      MHD_OPTION_END);
  if (!server->daemon) {
    problem = errno != 0 ? errno : EINVAL;
    let_go(server);
    return problem;
  }
  *started = server;
  return 0;
}

uint16_t fresnel_http_server_port(fresnel_http_server *server) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

void fresnel_http_server_quiesce(fresnel_http_server *server) {
  if (server->quiet != MHD_INVALID_SOCKET) {
    return;
  }
  server->quiet = MHD_quiesce_daemon(server->daemon);
  if (server->quiet != MHD_INVALID_SOCKET) {
    // Its threads may still look at the socket, so it is closed when they have ended.
    shutdown(server->quiet, SHUT_RDWR);
  }
}

void fresnel_http_server_stop(fresnel_http_server *server) {
  // The library would end connections whose answers are there and not sent. Who doesn't take an answer is ended by
  // its deadline.
  pthread_mutex_lock(&server->lock);
  while (server->under_way > 0) {
    pthread_cond_wait(&server->sent, &server->lock);
  }
  pthread_mutex_unlock(&server->lock);
  MHD_stop_daemon(server->daemon);
  if (server->quiet != MHD_INVALID_SOCKET) {
    close(server->quiet);
  }
  let_go(server);
}

// MARK: - Requests

const char *fresnel_http_method(const fresnel_http_exchange *exchange) { return exchange->method; }

const char *fresnel_http_path(const fresnel_http_exchange *exchange) { return exchange->path; }

const char *fresnel_http_query(const fresnel_http_exchange *exchange) { return exchange->query; }

const uint8_t *fresnel_http_body(const fresnel_http_exchange *exchange, size_t *count) {
  *count = exchange->count;
  return exchange->body;
}

typedef struct visit {
  fresnel_http_visitor visitor;
  void *context;
} visit;

static enum MHD_Result visited(
    void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  (void)kind;
  const visit *told = context;
  told->visitor(told->context, name, value);
  return MHD_YES;
}

void fresnel_http_visit_headers(
    fresnel_http_exchange *exchange, fresnel_http_visitor visitor, void *context) {
  visit told = {visitor, context};
  MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND, visited, &told);
}

void fresnel_http_peer(fresnel_http_exchange *exchange, char *text) {
  text[0] = 0;
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  const struct sockaddr *address = info ? info->client_addr : NULL;
  if (!address) {
    return;
  }
  if (address->sa_family == AF_INET) {
    inet_ntop(AF_INET, &((const struct sockaddr_in *)address)->sin_addr, text, INET6_ADDRSTRLEN);
  } else if (address->sa_family == AF_INET6) {
    inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)address)->sin6_addr, text, INET6_ADDRSTRLEN);
  }
}

int fresnel_http_answer(
    fresnel_http_exchange *exchange, unsigned int status, const fresnel_http_header *headers,
    size_t header_count, const uint8_t *body, size_t body_count) {
  struct MHD_Response *response =
      MHD_create_response_from_buffer(body_count, (void *)(uintptr_t)body, MHD_RESPMEM_MUST_COPY);
  int result = response ? 0 : -1;
  for (size_t index = 0; response && index < header_count; index += 1) {
    if (MHD_add_response_header(response, headers[index].name, headers[index].value) != MHD_YES) {
      result = -1;
    }
  }
  if (result != 0) {
    if (response) {
      MHD_destroy_response(response);
    }
    response = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    status = 500;
  }
  exchange->response = response;
  exchange->status = status;
  struct MHD_Connection *connection = exchange->connection;
  // From here on the exchange is the server's thread's, which may free it.
  if (atomic_exchange(&exchange->progress, ANSWERED) == SUSPENDED) {
    MHD_resume_connection(connection);
  }
  return result;
}
