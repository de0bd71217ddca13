#include "CSystemd.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/poll.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

/// A message that waits to be taken.
struct arrival {
  struct arrival *next;
  uint64_t token;
  sd_bus_message *message;
};

struct fresnel_bus {
  sd_bus *bus;
  struct arrival *first;
  struct arrival *last;
};

/// What a callback of sd-bus is told.
struct listener {
  fresnel_bus *bus;
  uint64_t token;
  /// For objects: the interface whose calls are taken; otherwise empty.
  char interface[];
};

// Connections

static int start(fresnel_bus *bus, int place, const char *address, int socket) {
  int result = sd_bus_new(&bus->bus);
  if (result < 0) return result;
  if (place == FRESNEL_BUS_ADDRESS) {
    result = sd_bus_set_address(bus->bus, address);
    if (result >= 0) result = sd_bus_set_bus_client(bus->bus, 1);
  } else {
    int copy = fcntl(socket, F_DUPFD_CLOEXEC, 3);
    if (copy < 0) return -errno;
    result = sd_bus_set_fd(bus->bus, copy, copy);
    if (result < 0) {
      close(copy);
      return result;
    }
    if (place == FRESNEL_BUS_SERVER_SOCKET) {
      sd_id128_t identifier;
      result = sd_id128_randomize(&identifier);
      if (result >= 0) result = sd_bus_set_server(bus->bus, 1, identifier);
    }
  }
  // Who may call what is decided by the bus and by those who serve, not by capabilities.
  if (result >= 0) result = sd_bus_set_trusted(bus->bus, 1);
  if (result >= 0) result = sd_bus_start(bus->bus);
  return result;
}

int fresnel_bus_open(int place, const char *address, int socket, fresnel_bus **result) {
  fresnel_bus *bus = calloc(1, sizeof *bus);
  if (bus == NULL) return -ENOMEM;
  int status;
  if (place == FRESNEL_BUS_SESSION) {
    status = sd_bus_open_user(&bus->bus);
  } else if (place == FRESNEL_BUS_SYSTEM) {
    status = sd_bus_open_system(&bus->bus);
  } else {
    status = start(bus, place, address, socket);
  }
  if (status < 0) {
    fresnel_bus_close(bus);
    return status;
  }
  *result = bus;
  return 0;
}

void fresnel_bus_close(fresnel_bus *bus) {
  uint64_t token;
  sd_bus_message *message;
  while ((message = fresnel_bus_take(bus, &token)) != NULL) sd_bus_message_unref(message);
  sd_bus_close_unref(bus->bus);
  free(bus);
}

int fresnel_bus_is_open(fresnel_bus *bus) { return sd_bus_is_open(bus->bus) > 0; }

int fresnel_bus_means_end(int status) {
  // The first to notice is told one of the first two, who comes later the others.
  return status == -EPIPE || status == -ECONNRESET || status == -ENOTCONN || status == -ESHUTDOWN;
}

int fresnel_bus_descriptor(fresnel_bus *bus) { return sd_bus_get_fd(bus->bus); }

int fresnel_bus_interest(fresnel_bus *bus) {
  int events = sd_bus_get_events(bus->bus);
  if (events < 0) return events;
  return ((events & POLLIN) ? 1 : 0) | ((events & POLLOUT) ? 2 : 0);
}

uint64_t fresnel_bus_deadline(fresnel_bus *bus) {
  uint64_t moment;
  return sd_bus_get_timeout(bus->bus, &moment) > 0 ? moment : UINT64_MAX;
}

int fresnel_bus_process(fresnel_bus *bus, int steps) {
  int result = 1;
  while (steps-- > 0 && result > 0) result = sd_bus_process(bus->bus, NULL);
  return result;
}

// What came

static int keep(struct listener *listener, sd_bus_message *message) {
  struct arrival *arrival = malloc(sizeof *arrival);
  if (arrival == NULL) return -ENOMEM;
  arrival->next = NULL;
  arrival->token = listener->token;
  arrival->message = sd_bus_message_ref(message);
  fresnel_bus *bus = listener->bus;
  if (bus->last != NULL) {
    bus->last->next = arrival;
  } else {
    bus->first = arrival;
  }
  bus->last = arrival;
  return 0;
}

sd_bus_message *fresnel_bus_take(fresnel_bus *bus, uint64_t *token) {
  struct arrival *arrival = bus->first;
  if (arrival == NULL) return NULL;
  bus->first = arrival->next;
  if (bus->first == NULL) bus->last = NULL;
  *token = arrival->token;
  sd_bus_message *message = arrival->message;
  free(arrival);
  return message;
}

/// Others may listen for the same signal.
static int on_signal(sd_bus_message *message, void *context, sd_bus_error *error) {
  (void)error;
  return keep(context, message);
}

static int on_reply(sd_bus_message *message, void *context, sd_bus_error *error) {
  (void)error;
  int result = keep(context, message);
  return result < 0 ? result : 1;
}

static int on_call(sd_bus_message *message, void *context, sd_bus_error *error) {
  (void)error;
  struct listener *listener = context;
  const char *interface = sd_bus_message_get_interface(message);
  if (interface != NULL && strcmp(interface, listener->interface) != 0) return 0;
  int result = keep(listener, message);
  return result < 0 ? result : 1;
}

/// Makes what a callback is told; NULL without memory.
static struct listener *listener_new(fresnel_bus *bus, uint64_t token, const char *interface) {
  size_t count = strlen(interface) + 1;
  struct listener *listener = malloc(sizeof *listener + count);
  if (listener == NULL) return NULL;
  listener->bus = bus;
  listener->token = token;
  memcpy(listener->interface, interface, count);
  return listener;
}

/// Has the listener freed with the slot.
static int settle(int status, struct listener *listener, sd_bus_slot *slot, sd_bus_slot **result) {
  if (status < 0) {
    free(listener);
    return status;
  }
  sd_bus_slot_set_destroy_callback(slot, free);
  *result = slot;
  return 0;
}

int fresnel_bus_match(
    fresnel_bus *bus, const char *rule, uint64_t token, sd_bus_slot **result) {
  struct listener *listener = listener_new(bus, token, "");
  if (listener == NULL) return -ENOMEM;
  sd_bus_slot *slot = NULL;
  int status = sd_bus_add_match_async(bus->bus, &slot, rule, on_signal, NULL, listener);
  return settle(status, listener, slot, result);
}

int fresnel_bus_serve(
    fresnel_bus *bus, const char *path, const char *interface, uint64_t token,
    sd_bus_slot **result) {
  struct listener *listener = listener_new(bus, token, interface);
  if (listener == NULL) return -ENOMEM;
  sd_bus_slot *slot = NULL;
  int status = sd_bus_add_object(bus->bus, &slot, path, on_call, listener);
  return settle(status, listener, slot, result);
}

int fresnel_bus_call(
    fresnel_bus *bus, sd_bus_message *call, uint64_t token, sd_bus_slot **result) {
  struct listener *listener = listener_new(bus, token, "");
  if (listener == NULL) return -ENOMEM;
  sd_bus_slot *slot = NULL;
  int status = sd_bus_call_async(bus->bus, &slot, call, on_reply, listener, UINT64_MAX);
  return settle(status, listener, slot, result);
}

int fresnel_bus_send(fresnel_bus *bus, sd_bus_message *message) {
  return sd_bus_send(bus->bus, message, NULL);
}

void fresnel_bus_slot_free(sd_bus_slot *slot) { sd_bus_slot_unref(slot); }

// Messages

int fresnel_bus_new_call(
    fresnel_bus *bus, const char *destination, const char *path, const char *interface,
    const char *member, sd_bus_message **result) {
  return sd_bus_message_new_method_call(bus->bus, result, destination, path, interface, member);
}

int fresnel_bus_new_signal(
    fresnel_bus *bus, const char *path, const char *interface, const char *member,
    sd_bus_message **result) {
  return sd_bus_message_new_signal(bus->bus, result, path, interface, member);
}

int fresnel_bus_new_reply(sd_bus_message *call, sd_bus_message **result) {
  return sd_bus_message_new_method_return(call, result);
}

int fresnel_bus_new_failure(
    sd_bus_message *call, const char *name, const char *text, sd_bus_message **result) {
  sd_bus_error error = SD_BUS_ERROR_MAKE_CONST(name, text);
  return sd_bus_message_new_method_error(call, result, &error);
}

void fresnel_bus_message_free(sd_bus_message *message) { sd_bus_message_unref(message); }

int fresnel_bus_message_mark_sensitive(sd_bus_message *message) {
  return sd_bus_message_sensitive(message);
}

int fresnel_bus_append(sd_bus_message *message, char type, const void *value) {
  return sd_bus_message_append_basic(message, type, value);
}

int fresnel_bus_append_bytes(sd_bus_message *message, const void *bytes, size_t count) {
  return sd_bus_message_append_array(message, SD_BUS_TYPE_BYTE, bytes, count);
}

int fresnel_bus_append_begin(sd_bus_message *message, char type, const char *contents) {
  return sd_bus_message_open_container(message, type, contents);
}

int fresnel_bus_append_end(sd_bus_message *message) {
  return sd_bus_message_close_container(message);
}

int fresnel_bus_rewind(sd_bus_message *message) { return sd_bus_message_rewind(message, 1); }

int fresnel_bus_peek(sd_bus_message *message, char *type, const char **contents) {
  return sd_bus_message_peek_type(message, type, contents);
}

int fresnel_bus_read(sd_bus_message *message, char type, void *value) {
  return sd_bus_message_read_basic(message, type, value);
}

int fresnel_bus_read_bytes(sd_bus_message *message, const void **bytes, size_t *count) {
  return sd_bus_message_read_array(message, SD_BUS_TYPE_BYTE, bytes, count);
}

int fresnel_bus_enter(sd_bus_message *message, char type, const char *contents) {
  return sd_bus_message_enter_container(message, type, contents);
}

int fresnel_bus_leave(sd_bus_message *message) { return sd_bus_message_exit_container(message); }

int fresnel_bus_wants_reply(sd_bus_message *message) {
  return sd_bus_message_get_expect_reply(message) > 0;
}

const char *fresnel_bus_sender(sd_bus_message *message) {
  return sd_bus_message_get_sender(message);
}

const char *fresnel_bus_path(sd_bus_message *message) {
  return sd_bus_message_get_path(message);
}

const char *fresnel_bus_member(sd_bus_message *message) {
  return sd_bus_message_get_member(message);
}

const char *fresnel_bus_failure(sd_bus_message *message, const char **text) {
  const sd_bus_error *error = sd_bus_message_get_error(message);
  if (error == NULL) return NULL;
  *text = error->message;
  return error->name;
}
