#pragma once

#include <stddef.h>
#include <stdint.h>

/// An open connection to a database, for one thread at a time.
typedef struct fresnel_sqlite fresnel_sqlite;

/// A prepared statement of a connection.
typedef struct fresnel_sqlite_statement fresnel_sqlite_statement;

/// What calls return, as SQLite's primary result codes; there are others.
enum {
  fresnel_sqlite_ok = 0,
  fresnel_sqlite_busy = 5,
  fresnel_sqlite_locked = 6,
  fresnel_sqlite_read_only = 8,
  fresnel_sqlite_corrupt = 11,
  fresnel_sqlite_full = 13,
  fresnel_sqlite_cannot_open = 14,
  fresnel_sqlite_not_a_database = 26,
  fresnel_sqlite_row = 100,
  fresnel_sqlite_done = 101,
};

/// The storage class of a value.
enum {
  fresnel_sqlite_integer = 1,
  fresnel_sqlite_real = 2,
  fresnel_sqlite_text = 3,
  fresnel_sqlite_data = 4,
  fresnel_sqlite_null = 5,
};

/// What a statement would do, told while it is prepared.
enum {
  /// Read a column: the table and the column.
  fresnel_sqlite_reads_column = 1,
  /// Select, also in a subquery.
  fresnel_sqlite_selects = 2,
  /// Call a function: nothing, and its name.
  fresnel_sqlite_calls = 3,
};

/// Is told what a statement would do. Both texts may be NULL and live as long as the call.
typedef void (*fresnel_sqlite_watcher)(
    void *context, int action, const char *first, const char *second);

/// Opens a database file to read and write it; makes it if asked to. A call that finds it locked waits for
/// at most so many milliseconds. Where this fails there may still be a connection, with the message, which is
/// to be closed.
int fresnel_sqlite_open(
    const char *path, int create, int milliseconds, fresnel_sqlite **database);

/// Closes a connection whose statements are all destroyed; NULL is ignored.
void fresnel_sqlite_close(fresnel_sqlite *database);

/// The message of the last call that failed; it lives until the next call.
const char *fresnel_sqlite_message(fresnel_sqlite *database);

/// Runs statements that give no rows.
int fresnel_sqlite_execute(fresnel_sqlite *database, const char *statements);

/// Prepares the first statement of a text of so many bytes, and tells where the next one begins. There is
/// none, and the result is OK, where the text is only space. The watcher may be NULL.
int fresnel_sqlite_prepare(
    fresnel_sqlite *database, const char *text, size_t count, fresnel_sqlite_watcher watcher,
    void *context, fresnel_sqlite_statement **statement, size_t *end);

/// Frees a statement; NULL is ignored.
void fresnel_sqlite_destroy(fresnel_sqlite_statement *statement);

/// How many parameters a statement has; they are numbered from 1.
int fresnel_sqlite_parameter_count(fresnel_sqlite_statement *statement);

/// These give a parameter its value; bytes are copied.
int fresnel_sqlite_bind_null(fresnel_sqlite_statement *statement, int parameter);
int fresnel_sqlite_bind_integer(fresnel_sqlite_statement *statement, int parameter, int64_t value);
int fresnel_sqlite_bind_real(fresnel_sqlite_statement *statement, int parameter, double value);
int fresnel_sqlite_bind_text(
    fresnel_sqlite_statement *statement, int parameter, const void *bytes, size_t count);
int fresnel_sqlite_bind_data(
    fresnel_sqlite_statement *statement, int parameter, const void *bytes, size_t count);

/// Goes on to the next row, or to the end.
int fresnel_sqlite_step(fresnel_sqlite_statement *statement);

/// Has a statement begin anew, and ends its reading; parameters keep their values.
void fresnel_sqlite_reset(fresnel_sqlite_statement *statement);

/// These read a column of the row; columns are numbered from 0. Bytes live until the next step or reset.
int fresnel_sqlite_column_class(fresnel_sqlite_statement *statement, int column);
int64_t fresnel_sqlite_column_integer(fresnel_sqlite_statement *statement, int column);
double fresnel_sqlite_column_real(fresnel_sqlite_statement *statement, int column);
const void *fresnel_sqlite_column_bytes(
    fresnel_sqlite_statement *statement, int column, size_t *count);
