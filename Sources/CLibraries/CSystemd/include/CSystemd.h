#pragma once

#include <stddef.h>
#include <stdint.h>

// Functions that return an int return a negative error number when they fail, as those of sd-bus do.
//
// A connection, its messages and its slots are for one thread at a time.

/// A connection to a message bus or straight to another process, with what came over it and was not
/// taken yet.
typedef struct fresnel_bus fresnel_bus;

/// A message that came, or is being written; counted references.
typedef struct sd_bus_message fresnel_bus_message;

/// Something that a connection listens or waits for.
typedef struct sd_bus_slot fresnel_bus_slot;

/// What a connection is made to.
enum {
  /// The bus of the person's session.
  FRESNEL_BUS_SESSION,
  /// The bus of the machine.
  FRESNEL_BUS_SYSTEM,
  /// The bus at an address.
  FRESNEL_BUS_ADDRESS,
  /// The process at the other end of a socket, which is the server.
  FRESNEL_BUS_CLIENT_SOCKET,
  /// The process at the other end of a socket, which is the client.
  FRESNEL_BUS_SERVER_SOCKET,
};

/// Starts to connect. The address is for FRESNEL_BUS_ADDRESS, the socket, which is duplicated, for the
/// last two.
int fresnel_bus_open(int place, const char *address, int socket, fresnel_bus **result);

/// Ends a connection at once and frees it, with what was not taken.
void fresnel_bus_close(fresnel_bus *bus);

/// Whether the connection is there or being made.
int fresnel_bus_is_open(fresnel_bus *bus);

/// Whether a negative error number means that the other end is gone.
int fresnel_bus_means_end(int status);

/// The socket to be watched.
int fresnel_bus_descriptor(fresnel_bus *bus);

/// What the socket is to be watched for: 1 reading, 2 writing, or both.
int fresnel_bus_interest(fresnel_bus *bus);

/// The moment of the monotonic clock, in microseconds, at which the connection wants to be processed
/// whatever comes; the highest number for none.
uint64_t fresnel_bus_deadline(fresnel_bus *bus);

/// Reads, writes and sorts what has come, so many steps at most. Returns 1 when there is more to do.
int fresnel_bus_process(fresnel_bus *bus, int steps);

/// Takes the next message that something listened or waited for, and the token it was named by; NULL
/// when there is none.
fresnel_bus_message *fresnel_bus_take(fresnel_bus *bus, uint64_t *token);

/// Listens for signals by a match rule.
int fresnel_bus_match(
    fresnel_bus *bus, const char *rule, uint64_t token, fresnel_bus_slot **result);

/// Listens for calls to an interface of an object. Each call that is taken has to be answered.
int fresnel_bus_serve(
    fresnel_bus *bus, const char *path, const char *interface, uint64_t token,
    fresnel_bus_slot **result);

/// Sends a call and waits for its reply, however long; what comes, or an error in its place, is taken as
/// a message.
int fresnel_bus_call(
    fresnel_bus *bus, fresnel_bus_message *call, uint64_t token, fresnel_bus_slot **result);

/// Sends a signal or a reply.
int fresnel_bus_send(fresnel_bus *bus, fresnel_bus_message *message);

/// Listens or waits no more.
void fresnel_bus_slot_free(fresnel_bus_slot *slot);

// Messages

/// Begins a call; the destination is NULL where there is no bus.
int fresnel_bus_new_call(
    fresnel_bus *bus, const char *destination, const char *path, const char *interface,
    const char *member, fresnel_bus_message **result);

/// Begins a signal.
int fresnel_bus_new_signal(
    fresnel_bus *bus, const char *path, const char *interface, const char *member,
    fresnel_bus_message **result);

/// Begins the reply to a call.
int fresnel_bus_new_reply(fresnel_bus_message *call, fresnel_bus_message **result);

/// Makes the reply that says why a call failed.
int fresnel_bus_new_failure(
    fresnel_bus_message *call, const char *name, const char *text, fresnel_bus_message **result);

/// Gives a message back.
void fresnel_bus_message_free(fresnel_bus_message *message);

/// Has the message's memory overwritten when it is freed.
int fresnel_bus_message_mark_sensitive(fresnel_bus_message *message);

/// Appends a value of a basic type: a pointer to a number, or a terminated text.
int fresnel_bus_append(fresnel_bus_message *message, char type, const void *value);

/// Appends an array of bytes.
int fresnel_bus_append_bytes(fresnel_bus_message *message, const void *bytes, size_t count);

/// Begins an array, a structure, an entry or a variant with the signature of what it holds.
int fresnel_bus_append_begin(fresnel_bus_message *message, char type, const char *contents);

/// Ends what was begun last.
int fresnel_bus_append_end(fresnel_bus_message *message);

/// Begins to read a message from its first value; matching may have read some before.
int fresnel_bus_rewind(fresnel_bus_message *message);

/// Tells the type of the next value, and what it holds, if it is no basic one. Returns 0 at the end of
/// the message or of what was entered.
int fresnel_bus_peek(fresnel_bus_message *message, char *type, const char **contents);

/// Reads a value of a basic type. Texts belong to the message, as descriptors do.
int fresnel_bus_read(fresnel_bus_message *message, char type, void *value);

/// Reads an array of bytes, which belong to the message.
int fresnel_bus_read_bytes(fresnel_bus_message *message, const void **bytes, size_t *count);

/// Enters the next value, which is not a basic one.
int fresnel_bus_enter(fresnel_bus_message *message, char type, const char *contents);

/// Leaves what was entered last.
int fresnel_bus_leave(fresnel_bus_message *message);

/// Whether the call's sender wants to know how it ended.
int fresnel_bus_wants_reply(fresnel_bus_message *message);

/// The unique name of who sent the message; NULL where there is no bus.
const char *fresnel_bus_sender(fresnel_bus_message *message);

/// The object that is called, or that sent the signal.
const char *fresnel_bus_path(fresnel_bus_message *message);

/// The name of the method or signal.
const char *fresnel_bus_member(fresnel_bus_message *message);

/// The error's name, and its text if it has one; NULL when the message is none.
const char *fresnel_bus_failure(fresnel_bus_message *message, const char **text);
