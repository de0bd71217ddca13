#define _GNU_SOURCE
#include "CPlatformNetwork.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
  /// Connections that wait to be accepted: more than are served at once.
  WAITING = 32,
  /// For how long bytes may be without an answer before the connection counts as lost, in milliseconds.
  PATIENCE = 30000,
};

static socklen_t to_system(
    const struct fresnel_network_address *address, struct sockaddr_storage *storage) {
  memset(storage, 0, sizeof *storage);
  if (address->byte_count == 4) {
    struct sockaddr_in *four = (struct sockaddr_in *)storage;
    four->sin_family = AF_INET;
    four->sin_port = htons(address->port);
    memcpy(&four->sin_addr, address->bytes, 4);
    return sizeof *four;
  }
  struct sockaddr_in6 *six = (struct sockaddr_in6 *)storage;
  six->sin6_family = AF_INET6;
  six->sin6_port = htons(address->port);
  six->sin6_scope_id = address->scope;
  memcpy(&six->sin6_addr, address->bytes, 16);
  return sizeof *six;
}

static int from_system(
    const struct sockaddr_storage *storage, struct fresnel_network_address *address) {
  memset(address, 0, sizeof *address);
  if (storage->ss_family == AF_INET) {
    const struct sockaddr_in *four = (const struct sockaddr_in *)storage;
    address->byte_count = 4;
    address->port = ntohs(four->sin_port);
    memcpy(address->bytes, &four->sin_addr, 4);
    return 0;
  }
  if (storage->ss_family == AF_INET6) {
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)storage;
    address->byte_count = 16;
    address->port = ntohs(six->sin6_port);
    address->scope = six->sin6_scope_id;
    memcpy(address->bytes, &six->sin6_addr, 16);
    return 0;
  }
  errno = EAFNOSUPPORT;
  return -1;
}

int fresnel_network_parse(const char *text, struct fresnel_network_address *address) {
  address->scope = 0;
  if (inet_pton(AF_INET, text, address->bytes) == 1) {
    address->byte_count = 4;
    return 1;
  }
  char copy[FRESNEL_NETWORK_TEXT];
  size_t count = strlen(text);
  if (count >= sizeof copy) {
    return 0;
  }
  memcpy(copy, text, count + 1);
  char *interface = strchr(copy, '%');
  if (interface != NULL) {
    *interface++ = 0;
    address->scope = if_nametoindex(interface);
    if (address->scope == 0) {
      char *end;
      unsigned long number = strtoul(interface, &end, 10);
      if (*interface < '0' || *interface > '9' || *end != 0 || number > UINT32_MAX) {
        return 0;
      }
      address->scope = (uint32_t)number;
    }
  }
  address->byte_count = 16;
  return inet_pton(AF_INET6, copy, address->bytes) == 1;
}

void fresnel_network_format(
    const struct fresnel_network_address *address, char text[FRESNEL_NETWORK_TEXT]) {
  int family = address->byte_count == 4 ? AF_INET : AF_INET6;
  if (inet_ntop(family, address->bytes, text, INET6_ADDRSTRLEN) == NULL) {
    text[0] = 0;
  }
  if (address->scope != 0) {
    size_t count = strlen(text);
    char name[IF_NAMESIZE];
    if (if_indextoname(address->scope, name) != NULL) {
      snprintf(text + count, FRESNEL_NETWORK_TEXT - count, "%%%s", name);
    } else {
      snprintf(text + count, FRESNEL_NETWORK_TEXT - count, "%%%u", address->scope);
    }
  }
}

int fresnel_network_resolve(
    const char *host, struct fresnel_network_address *addresses, size_t room) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG};
  struct addrinfo *found = NULL;
  if (getaddrinfo(host, NULL, &hints, &found) != 0) {
    return -1;
  }
  size_t count = 0;
  for (struct addrinfo *next = found; next != NULL && count < room; next = next->ai_next) {
    struct sockaddr_storage storage = {0};
    memcpy(&storage, next->ai_addr, next->ai_addrlen);
    if (from_system(&storage, &addresses[count]) == 0) {
      count++;
    }
  }
  freeaddrinfo(found);
  return (int)count;
}

static int close_keeping_errno(int descriptor) {
  int saved = errno;
  close(descriptor);
  errno = saved;
  return -1;
}

static int make(const struct fresnel_network_address *address) {
  int family = address->byte_count == 4 ? AF_INET : AF_INET6;
  return socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, IPPROTO_TCP);
}

static int set(int descriptor, int level, int name, int value) {
  return setsockopt(descriptor, level, name, &value, sizeof value);
}

/// What every connection has: messages are small and go at once, and who does not answer is gone.
static int prepare(int descriptor) {
  return set(descriptor, IPPROTO_TCP, TCP_NODELAY, 1) != 0 ||
                 set(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, PATIENCE) != 0
             ? -1
             : 0;
}

int fresnel_network_listen(const struct fresnel_network_address *address) {
  int descriptor = make(address);
  if (descriptor < 0) {
    return -1;
  }
  struct sockaddr_storage storage;
  socklen_t count = to_system(address, &storage);
  if ((address->byte_count == 16 && set(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, 1) != 0) ||
      set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1) != 0 ||
      bind(descriptor, (struct sockaddr *)&storage, count) != 0 ||
      listen(descriptor, WAITING) != 0) {
    return close_keeping_errno(descriptor);
  }
  return descriptor;
}

int fresnel_network_connect(
    const struct fresnel_network_address *address, const struct fresnel_network_address *from) {
  int descriptor = make(address);
  if (descriptor < 0) {
    return -1;
  }
  struct sockaddr_storage storage;
  if (prepare(descriptor) != 0) {
    return close_keeping_errno(descriptor);
  }
  if (from != NULL) {
    socklen_t count = to_system(from, &storage);
    if (bind(descriptor, (struct sockaddr *)&storage, count) != 0) {
      return close_keeping_errno(descriptor);
    }
  }
  socklen_t count = to_system(address, &storage);
  // An interrupted connect goes on by itself, as one that is under way.
  if (connect(descriptor, (struct sockaddr *)&storage, count) != 0 && errno != EINPROGRESS &&
      errno != EINTR) {
    return close_keeping_errno(descriptor);
  }
  return descriptor;
}

int fresnel_network_accept(int descriptor, struct fresnel_network_address *peer) {
  struct sockaddr_storage storage;
  socklen_t count = sizeof storage;
  int accepted =
      accept4(descriptor, (struct sockaddr *)&storage, &count, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (accepted < 0) {
    return -1;
  }
  if (from_system(&storage, peer) != 0 || prepare(accepted) != 0) {
    return close_keeping_errno(accepted);
  }
  return accepted;
}

int fresnel_network_error(int descriptor) {
  int error = 0;
  socklen_t count = sizeof error;
  return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &count) == 0 ? error : -1;
}

int fresnel_network_local(int descriptor, struct fresnel_network_address *address) {
  struct sockaddr_storage storage;
  socklen_t count = sizeof storage;
  return getsockname(descriptor, (struct sockaddr *)&storage, &count) == 0
             ? from_system(&storage, address)
             : -1;
}

int fresnel_network_peer(int descriptor, struct fresnel_network_address *address) {
  struct sockaddr_storage storage;
  socklen_t count = sizeof storage;
  return getpeername(descriptor, (struct sockaddr *)&storage, &count) == 0
             ? from_system(&storage, address)
             : -1;
}

ptrdiff_t fresnel_network_send(int descriptor, const void *bytes, size_t count) {
  return send(descriptor, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ptrdiff_t fresnel_network_receive(int descriptor, void *bytes, size_t count) {
  return recv(descriptor, bytes, count, MSG_DONTWAIT);
}

static int is_of_link(const struct fresnel_network_address *address) {
  return address->byte_count == 4 ? address->bytes[0] == 169 && address->bytes[1] == 254
                                  : address->bytes[0] == 0xfe && (address->bytes[1] & 0xc0) == 0x80;
}

int fresnel_network_own(struct fresnel_network_address *addresses, size_t room) {
  struct ifaddrs *all;
  if (getifaddrs(&all) != 0) {
    return -1;
  }
  size_t count = 0;
  for (unsigned loopback = 0; loopback <= IFF_LOOPBACK; loopback += IFF_LOOPBACK) {
    for (struct ifaddrs *next = all; next != NULL && count < room; next = next->ifa_next) {
      if (next->ifa_addr == NULL || (next->ifa_flags & IFF_UP) == 0 ||
          (next->ifa_flags & IFF_LOOPBACK) != loopback) {
        continue;
      }
      int family = next->ifa_addr->sa_family;
      if (family != AF_INET && family != AF_INET6) {
        continue;
      }
      struct sockaddr_storage storage = {0};
      memcpy(
          &storage, next->ifa_addr,
          family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6));
      if (from_system(&storage, &addresses[count]) == 0 && !is_of_link(&addresses[count])) {
        count++;
      }
    }
  }
  freeifaddrs(all);
  return (int)count;
}

int fresnel_network_watch(void) {
  int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
  if (descriptor < 0) {
    return -1;
  }
  struct sockaddr_nl address = {
      .nl_family = AF_NETLINK, .nl_groups = RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR};
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
    return close_keeping_errno(descriptor);
  }
  return descriptor;
}

void fresnel_network_watched(int descriptor) {
  char message[4096];
  // An overflow is told as an error, which clears it.
  while (recv(descriptor, message, sizeof message, MSG_DONTWAIT) >= 0 || errno == ENOBUFS ||
         errno == EINTR) {
  }
}
