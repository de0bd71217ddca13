#include "CCurl.h"

#include "CurlLibrary.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct fresnel_curl {
  CURLM *multi;
  fresnel_curl_events events;
};

struct fresnel_curl_transfer {
  CURL *easy;
  struct curl_slist *fields;
  struct curl_slist *routes;
  fresnel_curl_parts parts;
  char reason[CURL_ERROR_SIZE];
};

// All transfers

static int watch(CURL *easy, curl_socket_t socket, int what, void *context, void *unused) {
  (void)easy, (void)unused;
  fresnel_curl *curl = context;
  int interest = 0;
  if (what == CURL_POLL_IN || what == CURL_POLL_INOUT) interest |= FRESNEL_CURL_READABLE;
  if (what == CURL_POLL_OUT || what == CURL_POLL_INOUT) interest |= FRESNEL_CURL_WRITABLE;
  curl->events.watch(curl->events.context, socket, interest);
  return 0;
}

static int wake(CURLM *multi, long milliseconds, void *context) {
  (void)multi;
  fresnel_curl *curl = context;
  curl->events.wake(curl->events.context, milliseconds);
  return 0;
}

fresnel_curl *fresnel_curl_create(const fresnel_curl_events *events, long connections, long idle) {
  fresnel_curl *curl = calloc(1, sizeof *curl);
  if (curl == NULL) return NULL;
  curl->events = *events;
  curl->multi = loaded_curl.multi_init();
  if (curl->multi == NULL) {
    free(curl);
    return NULL;
  }
  loaded_curl.multi_setopt(curl->multi, CURLMOPT_SOCKETFUNCTION, watch);
  loaded_curl.multi_setopt(curl->multi, CURLMOPT_SOCKETDATA, curl);
  loaded_curl.multi_setopt(curl->multi, CURLMOPT_TIMERFUNCTION, wake);
  loaded_curl.multi_setopt(curl->multi, CURLMOPT_TIMERDATA, curl);
  loaded_curl.multi_setopt(curl->multi, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX);
  loaded_curl.multi_setopt(curl->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections);
  loaded_curl.multi_setopt(curl->multi, CURLMOPT_MAXCONNECTS, idle);
  return curl;
}

void fresnel_curl_destroy(fresnel_curl *curl) {
  if (curl == NULL) return;
  loaded_curl.multi_cleanup(curl->multi);
  free(curl);
}

void fresnel_curl_act(fresnel_curl *curl, int socket, int happened) {
  int running = 0, bits = 0;
  if (happened & FRESNEL_CURL_READABLE) bits |= CURL_CSELECT_IN;
  if (happened & FRESNEL_CURL_WRITABLE) bits |= CURL_CSELECT_OUT;
  loaded_curl.multi_socket_action(
      curl->multi, socket < 0 ? CURL_SOCKET_TIMEOUT : socket, socket < 0 ? 0 : bits, &running);
}

// One transfer

static curl_socket_t open_socket(
    void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  fresnel_curl_transfer *transfer = context;
  if (purpose != CURLSOCKTYPE_IPCXN) return CURL_SOCKET_BAD;
  // The address that is connected to is the one that is asked about, whatever a name stood for earlier. The
  // library's place for addresses is as long as any.
  const void *bytes;
  size_t count;
  if (address->family == AF_INET) {
    bytes = &((const struct sockaddr_in *)(const void *)&address->addr)->sin_addr;
    count = 4;
  } else if (address->family == AF_INET6) {
    bytes = &((const struct sockaddr_in6 *)(const void *)&address->addr)->sin6_addr;
    count = 16;
  } else {
    return CURL_SOCKET_BAD;
  }
  char text[INET6_ADDRSTRLEN] = "";
  inet_ntop(address->family, bytes, text, sizeof text);
  int is_allowed = transfer->parts.connects(transfer->parts.context, bytes, count, text);
  if (!is_allowed) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t take_line(char *bytes, size_t size, size_t count, void *context) {
  fresnel_curl_transfer *transfer = context;
  return transfer->parts.line(transfer->parts.context, bytes, size * count) ? size * count : 0;
}

static uint64_t sent_so_far(CURL *easy) {
  curl_off_t sent = 0;
  loaded_curl.easy_getinfo(easy, CURLINFO_SIZE_DOWNLOAD_T, &sent);
  return sent < 0 ? 0 : (uint64_t)sent;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  fresnel_curl_transfer *transfer = context;
  // 0 would be taken for success of an empty part.
  if (size * count == 0) return 0;
  int goes_on = transfer->parts.body(
      transfer->parts.context, (const uint8_t *)bytes, size * count, sent_so_far(transfer->easy));
  return goes_on ? size * count : 0;
}

static int take_progress(
    void *context, curl_off_t whole, curl_off_t sent, curl_off_t upload, curl_off_t uploaded) {
  (void)whole, (void)upload, (void)uploaded;
  fresnel_curl_transfer *transfer = context;
  return transfer->parts.progress(transfer->parts.context, sent < 0 ? 0 : (uint64_t)sent) ? 0 : 1;
}

static void release(fresnel_curl_transfer *transfer) {
  if (transfer->easy != NULL) loaded_curl.easy_cleanup(transfer->easy);
  loaded_curl.slist_free_all(transfer->fields);
  loaded_curl.slist_free_all(transfer->routes);
  free(transfer);
}

static int append(struct curl_slist **list, const char *text) {
  struct curl_slist *longer = loaded_curl.slist_append(*list, text);
  if (longer == NULL) return 0;
  *list = longer;
  return 1;
}

// Nothing is set that would have the library follow, log in, remember, or speak anything but HTTP.
static int set_up(fresnel_curl_transfer *transfer, const fresnel_curl_request *request) {
  CURL *easy = transfer->easy;
  CURLcode result = CURLE_OK;
#define SET(option, value) \
  if (result == CURLE_OK) result = loaded_curl.easy_setopt(easy, option, value)
  SET(CURLOPT_URL, request->url);
#if LIBCURL_VERSION_NUM >= 0x075500
  SET(CURLOPT_PROTOCOLS_STR, "http,https");
#else
  SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_PATH_AS_IS, 1L);
  SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
  SET(CURLOPT_ACCEPT_ENCODING, request->encodings);
  SET(CURLOPT_PROXY, request->proxy);
  SET(CURLOPT_NOPROXY, "");
  SET(CURLOPT_CONNECTTIMEOUT_MS, request->connect_milliseconds);
  SET(CURLOPT_TIMEOUT_MS, request->whole_milliseconds);
  SET(CURLOPT_MAXAGE_CONN, request->idle_seconds);
  SET(CURLOPT_USERAGENT, request->user_agent);
  if (request->head_only) SET(CURLOPT_NOBODY, 1L);
  if (request->certificates != NULL) {
    SET(CURLOPT_CAINFO, request->certificates);
    // Otherwise the folder that libcurl was built with would be trusted beside the file.
    SET(CURLOPT_CAPATH, NULL);
  }
  for (size_t index = 0; index < request->field_count; index++) {
    if (!append(&transfer->fields, request->fields[index])) return 0;
  }
  SET(CURLOPT_HTTPHEADER, transfer->fields);
  if (request->route != NULL) {
    if (!append(&transfer->routes, request->route)) return 0;
    SET(CURLOPT_CONNECT_TO, transfer->routes);
  }
  SET(CURLOPT_ERRORBUFFER, transfer->reason);
  SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
  SET(CURLOPT_OPENSOCKETDATA, transfer);
  SET(CURLOPT_HEADERFUNCTION, take_line);
  SET(CURLOPT_HEADERDATA, transfer);
  SET(CURLOPT_WRITEFUNCTION, take_body);
  SET(CURLOPT_WRITEDATA, transfer);
  SET(CURLOPT_NOPROGRESS, 0L);
  SET(CURLOPT_XFERINFOFUNCTION, take_progress);
  SET(CURLOPT_XFERINFODATA, transfer);
  SET(CURLOPT_PRIVATE, transfer);
#undef SET
  return result == CURLE_OK;
}

fresnel_curl_transfer *fresnel_curl_start(
    fresnel_curl *curl, const fresnel_curl_request *request, const fresnel_curl_parts *parts) {
  fresnel_curl_transfer *transfer = calloc(1, sizeof *transfer);
  if (transfer == NULL) return NULL;
  transfer->parts = *parts;
  transfer->easy = loaded_curl.easy_init();
  if (transfer->easy == NULL || !set_up(transfer, request) ||
      loaded_curl.multi_add_handle(curl->multi, transfer->easy) != CURLM_OK) {
    release(transfer);
    return NULL;
  }
  return transfer;
}

static int ending_of(CURLcode result) {
  switch (result) {
  case CURLE_OK:
    return FRESNEL_CURL_DONE;
  case CURLE_COULDNT_RESOLVE_HOST:
  case CURLE_COULDNT_RESOLVE_PROXY:
    return FRESNEL_CURL_NO_NAME;
  case CURLE_COULDNT_CONNECT:
  case CURLE_INTERFACE_FAILED:
    return FRESNEL_CURL_NO_CONNECTION;
  case CURLE_OPERATION_TIMEDOUT:
    return FRESNEL_CURL_TIMED_OUT;
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_ISSUER_ERROR:
  case CURLE_SSL_INVALIDCERTSTATUS:
  case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    return FRESNEL_CURL_CERTIFICATE;
  case CURLE_SSL_CONNECT_ERROR:
  case CURLE_SSL_CIPHER:
  case CURLE_SSL_CACERT_BADFILE:
  case CURLE_USE_SSL_FAILED:
    return FRESNEL_CURL_NO_TLS;
  case CURLE_UNSUPPORTED_PROTOCOL:
  case CURLE_WEIRD_SERVER_REPLY:
  case CURLE_HTTP2:
  case CURLE_HTTP2_STREAM:
    return FRESNEL_CURL_PROTOCOL;
  case CURLE_PARTIAL_FILE:
  case CURLE_GOT_NOTHING:
  case CURLE_RECV_ERROR:
  case CURLE_SEND_ERROR:
    return FRESNEL_CURL_CUT_OFF;
  case CURLE_BAD_CONTENT_ENCODING:
    return FRESNEL_CURL_DAMAGED_ENCODING;
  case CURLE_WRITE_ERROR:
  case CURLE_ABORTED_BY_CALLBACK:
    return FRESNEL_CURL_ABORTED;
  case CURLE_URL_MALFORMAT:
    return FRESNEL_CURL_BAD_ADDRESS;
  default:
    return FRESNEL_CURL_OTHER;
  }
}

fresnel_curl_transfer *fresnel_curl_take(fresnel_curl *curl, int *ending, void **context) {
  int left = 0;
  for (CURLMsg *message; (message = loaded_curl.multi_info_read(curl->multi, &left)) != NULL;) {
    if (message->msg != CURLMSG_DONE) continue;
    char *private = NULL;
    CURLcode result = message->data.result;
    loaded_curl.easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &private);
    fresnel_curl_transfer *transfer = (fresnel_curl_transfer *)private;
    if (transfer == NULL) continue;
    *ending = ending_of(result);
    *context = transfer->parts.context;
    if (result != CURLE_OK && transfer->reason[0] == 0) {
      strncpy(transfer->reason, loaded_curl.easy_strerror(result), sizeof transfer->reason - 1);
    }
    return transfer;
  }
  return NULL;
}

static int version_of(long version) {
  switch (version) {
  case CURL_HTTP_VERSION_1_0:
    return 10;
  case CURL_HTTP_VERSION_1_1:
    return 11;
  case CURL_HTTP_VERSION_2_0:
    return 20;
  case CURL_HTTP_VERSION_3:
    return 30;
  default:
    return 0;
  }
}

static int64_t duration(CURL *easy, CURLINFO which) {
  curl_off_t microseconds = 0;
  loaded_curl.easy_getinfo(easy, which, &microseconds);
  return microseconds;
}

void fresnel_curl_tell(fresnel_curl_transfer *transfer, fresnel_curl_facts *facts) {
  CURL *easy = transfer->easy;
  memset(facts, 0, sizeof *facts);
  long status = 0, version = 0, port = 0;
  char *address = NULL;
  loaded_curl.easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  loaded_curl.easy_getinfo(easy, CURLINFO_HTTP_VERSION, &version);
  loaded_curl.easy_getinfo(easy, CURLINFO_PRIMARY_PORT, &port);
  loaded_curl.easy_getinfo(easy, CURLINFO_PRIMARY_IP, &address);
  loaded_curl.easy_getinfo(easy, CURLINFO_NUM_CONNECTS, &facts->connections);
  facts->status = (int)status;
  facts->version = version_of(version);
  facts->port = (uint16_t)port;
  if (address != NULL) strncpy(facts->address, address, sizeof facts->address - 1);
  facts->name_time = duration(easy, CURLINFO_NAMELOOKUP_TIME_T);
  facts->connect_time = duration(easy, CURLINFO_CONNECT_TIME_T);
  facts->tls_time = duration(easy, CURLINFO_APPCONNECT_TIME_T);
  facts->first_byte_time = duration(easy, CURLINFO_STARTTRANSFER_TIME_T);
  facts->whole_time = duration(easy, CURLINFO_TOTAL_TIME_T);
  facts->sent = (int64_t)sent_so_far(easy);
}

const char *fresnel_curl_reason(fresnel_curl_transfer *transfer) { return transfer->reason; }

void fresnel_curl_end(fresnel_curl *curl, fresnel_curl_transfer *transfer) {
  loaded_curl.multi_remove_handle(curl->multi, transfer->easy);
  release(transfer);
}
