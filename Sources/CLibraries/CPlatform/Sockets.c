#define _GNU_SOURCE
#include "CPlatformSockets.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum {
  /// As many as the kernel passes at once (SCM_MAX_FD).
  MOST_DESCRIPTORS = 253,
  /// Connections that wait to be accepted; the kernel lowers it to net.core.somaxconn.
  // As many as Linux allows unless the machine says otherwise (net.core.somaxconn): connecting to a full
  // queue fails.
  BACKLOG = 4096,
};

int fresnel_socket_pair(int *first, int *second) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return -1;
  }
  *first = ends[0];
  *second = ends[1];
  return 0;
}

static int address_of(const char *path, struct sockaddr_un *address) {
  size_t count = strlen(path);
  if (count == 0 || count >= sizeof address->sun_path) {
    errno = count == 0 ? EINVAL : ENAMETOOLONG;
    return -1;
  }
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, path, count);
  return 0;
}

static int close_keeping_errno(int descriptor) {
  int saved = errno;
  close(descriptor);
  errno = saved;
  return -1;
}

// Where the queue of those who wait to be accepted is full, the kernel turns away whoever does not wait, and keeps an order
// for those who do: beside programs that connect again and again, trying anew would find a free place only by chance.
static int connect_patiently(int descriptor, const struct sockaddr_un *address) {
  struct timeval limit = {.tv_sec = 1};
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0 || setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) != 0 ||
      fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) != 0) {
    return -1;
  }
  int result = connect(descriptor, (const struct sockaddr *)address, sizeof *address);
  int saved = errno;
  limit.tv_sec = 0;
  if (setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) != 0 ||
      fcntl(descriptor, F_SETFL, flags) != 0) {
    return -1;
  }
  errno = saved;
  return result;
}

int fresnel_socket_connect(const char *path) {
  struct sockaddr_un address;
  if (address_of(path, &address) != 0) {
    return -1;
  }
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) {
    return -1;
  }
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0 &&
      (errno != EAGAIN || connect_patiently(descriptor, &address) != 0)) {
    return close_keeping_errno(descriptor);
  }
  return descriptor;
}

int fresnel_socket_listen(const char *path) {
  struct sockaddr_un address;
  if (address_of(path, &address) != 0) {
    return -1;
  }
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) {
    return -1;
  }
  // Linux gives the file that bind makes the mode of the socket, so it never exists with another one.
  if (fchmod(descriptor, S_IRUSR | S_IWUSR) != 0 ||
      bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
    return close_keeping_errno(descriptor);
  }
  if (listen(descriptor, BACKLOG) != 0) {
    close_keeping_errno(descriptor);
    int saved = errno;
    unlink(path);
    errno = saved;
    return -1;
  }
  return descriptor;
}

int fresnel_socket_accept(int descriptor) {
  return accept4(descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int fresnel_socket_is_stream(int descriptor) {
  int domain = 0;
  int type = 0;
  socklen_t count = sizeof(int);
  return getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &count) == 0 &&
         getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &count) == 0 && domain == AF_UNIX &&
         type == SOCK_STREAM;
}

int fresnel_socket_has_unread(int descriptor) {
  // For a Unix socket it is the memory of what waits at the other end, not just its bytes.
  int count = 0;
  return ioctl(descriptor, SIOCOUTQ, &count) == 0 ? count > 0 : -1;
}

/// Moves the descriptors of one control message to the caller's, closing those without room.
static void take_descriptors(
    const struct cmsghdr *header, struct fresnel_ancillary *ancillary, size_t room) {
  size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
  for (size_t index = 0; index < count; index++) {
    int descriptor;
    memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof descriptor);
    if (ancillary->descriptor_count < room) {
      ancillary->descriptors[ancillary->descriptor_count++] = descriptor;
    } else {
      close(descriptor);
      ancillary->is_truncated = 1;
    }
  }
}

long fresnel_socket_receive(
    int descriptor, void *bytes, size_t count, struct fresnel_ancillary *ancillary) {
  // Room for as many descriptors as can come at once, so that none is lost unseen; what is beyond the
  // caller's room is closed here, which may wait for whoever serves the file.
  union {
    char bytes[CMSG_SPACE(sizeof(struct ucred)) + CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
    struct cmsghdr alignment;
  } control;
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {0};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;

  size_t room = ancillary->descriptor_count;
  ancillary->descriptor_count = 0;
  ancillary->has_credentials = 0;
  ancillary->is_truncated = 0;
  ssize_t received = recvmsg(descriptor, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (received < 0) {
    return -1;
  }
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET) {
      continue;
    }
    if (header->cmsg_type == SCM_RIGHTS) {
      take_descriptors(header, ancillary, room);
    } else if (header->cmsg_type == SCM_CREDENTIALS) {
      struct ucred credentials;
      memcpy(&credentials, CMSG_DATA(header), sizeof credentials);
      ancillary->has_credentials = 1;
      ancillary->credentials.process = credentials.pid;
      ancillary->credentials.user = credentials.uid;
      ancillary->credentials.group = credentials.gid;
    }
  }
  // Also set when this process may open no more files, and the kernel dropped what came.
  if (message.msg_flags & MSG_CTRUNC) {
    ancillary->is_truncated = 1;
  }
  return received;
}

long fresnel_socket_send(
    int descriptor, const void *bytes, size_t count, const int *descriptors,
    size_t descriptor_count) {
  union {
    char bytes[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
    struct cmsghdr alignment;
  } control;
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {0};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (descriptor_count > MOST_DESCRIPTORS) {
    errno = EINVAL;
    return -1;
  }
  if (descriptor_count > 0) {
    size_t byte_count = descriptor_count * sizeof(int);
    memset(control.bytes, 0, CMSG_SPACE(byte_count));
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(byte_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(byte_count);
    memcpy(CMSG_DATA(header), descriptors, byte_count);
  }
  return sendmsg(descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

int fresnel_socket_peer(int descriptor, struct fresnel_credentials *credentials) {
  struct ucred found;
  socklen_t count = sizeof found;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &found, &count) != 0) {
    return -1;
  }
  credentials->process = found.pid;
  credentials->user = found.uid;
  credentials->group = found.gid;
  return 0;
}

int fresnel_socket_request_credentials(int descriptor) {
  int on = 1;
  return setsockopt(descriptor, SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
}

long fresnel_datagram_send(const char *path, const void *bytes, size_t count) {
  struct sockaddr_un address;
  if (address_of(path, &address) != 0) {
    return -1;
  }
  size_t byte_count = sizeof address;
  if (path[0] == '@') {
    // An abstract name begins with a zero and ends with the address.
    address.sun_path[0] = 0;
    byte_count = offsetof(struct sockaddr_un, sun_path) + strlen(path);
  }
  int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) {
    return -1;
  }
  ssize_t sent = sendto(
      descriptor, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL, (struct sockaddr *)&address,
      (socklen_t)byte_count);
  close_keeping_errno(descriptor);
  return sent;
}
