#include "CSQLite.h"

#include <limits.h>
#include <sqlite3.h>

_Static_assert(
    fresnel_sqlite_ok == SQLITE_OK && fresnel_sqlite_busy == SQLITE_BUSY &&
        fresnel_sqlite_locked == SQLITE_LOCKED && fresnel_sqlite_read_only == SQLITE_READONLY &&
        fresnel_sqlite_corrupt == SQLITE_CORRUPT && fresnel_sqlite_full == SQLITE_FULL &&
        fresnel_sqlite_cannot_open == SQLITE_CANTOPEN &&
        fresnel_sqlite_not_a_database == SQLITE_NOTADB && fresnel_sqlite_row == SQLITE_ROW &&
        fresnel_sqlite_done == SQLITE_DONE,
    "result codes");
_Static_assert(
    fresnel_sqlite_integer == SQLITE_INTEGER && fresnel_sqlite_real == SQLITE_FLOAT &&
        fresnel_sqlite_text == SQLITE_TEXT && fresnel_sqlite_data == SQLITE_BLOB &&
        fresnel_sqlite_null == SQLITE_NULL,
    "storage classes");

// The types of the header stand for SQLite's own.
static sqlite3 *own(fresnel_sqlite *database) { return (sqlite3 *)database; }
static sqlite3_stmt *owned(fresnel_sqlite_statement *statement) { return (sqlite3_stmt *)statement; }

int fresnel_sqlite_open(
    const char *path, int create, int milliseconds, fresnel_sqlite **database) {
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (create ? SQLITE_OPEN_CREATE : 0);
  int result = sqlite3_open_v2(path, (sqlite3 **)database, flags, NULL);
  if (result == SQLITE_OK) {
    result = sqlite3_busy_timeout(own(*database), milliseconds);
  }
  return result;
}

void fresnel_sqlite_close(fresnel_sqlite *database) { sqlite3_close_v2(own(database)); }

const char *fresnel_sqlite_message(fresnel_sqlite *database) {
  return sqlite3_errmsg(own(database));
}

int fresnel_sqlite_execute(fresnel_sqlite *database, const char *statements) {
  return sqlite3_exec(own(database), statements, NULL, NULL, NULL);
}

// Who is to be told by SQLite's authorizer.
typedef struct watch {
  fresnel_sqlite_watcher watcher;
  void *context;
} watch;

static int tell(
    void *context, int action, const char *first, const char *second, const char *database,
    const char *trigger) {
  (void)database, (void)trigger;
  const watch *told = context;
  switch (action) {
  case SQLITE_READ:
    told->watcher(told->context, fresnel_sqlite_reads_column, first, second);
    break;
  case SQLITE_SELECT:
    told->watcher(told->context, fresnel_sqlite_selects, first, second);
    break;
  case SQLITE_FUNCTION:
    told->watcher(told->context, fresnel_sqlite_calls, first, second);
    break;
  default:
    break;
  }
  return SQLITE_OK;
}

int fresnel_sqlite_prepare(
    fresnel_sqlite *database, const char *text, size_t count, fresnel_sqlite_watcher watcher,
    void *context, fresnel_sqlite_statement **statement, size_t *end) {
  if (count > INT_MAX) {
    return SQLITE_TOOBIG;
  }
  watch told = {watcher, context};
  const char *tail = text;
  if (watcher != NULL) {
    sqlite3_set_authorizer(own(database), tell, &told);
  }
  int result =
      sqlite3_prepare_v2(own(database), text, (int)count, (sqlite3_stmt **)statement, &tail);
  if (watcher != NULL) {
    // It points to this frame.
    sqlite3_set_authorizer(own(database), NULL, NULL);
  }
  *end = (size_t)(tail - text);
  return result;
}

void fresnel_sqlite_destroy(fresnel_sqlite_statement *statement) {
  sqlite3_finalize(owned(statement));
}

int fresnel_sqlite_parameter_count(fresnel_sqlite_statement *statement) {
  return sqlite3_bind_parameter_count(owned(statement));
}

int fresnel_sqlite_bind_null(fresnel_sqlite_statement *statement, int parameter) {
  return sqlite3_bind_null(owned(statement), parameter);
}

int fresnel_sqlite_bind_integer(fresnel_sqlite_statement *statement, int parameter, int64_t value) {
  return sqlite3_bind_int64(owned(statement), parameter, value);
}

int fresnel_sqlite_bind_real(fresnel_sqlite_statement *statement, int parameter, double value) {
  return sqlite3_bind_double(owned(statement), parameter, value);
}

int fresnel_sqlite_bind_text(
    fresnel_sqlite_statement *statement, int parameter, const void *bytes, size_t count) {
  // NULL would bind no value instead of the empty one.
  return sqlite3_bind_text64(
      owned(statement), parameter, count == 0 ? "" : bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int fresnel_sqlite_bind_data(
    fresnel_sqlite_statement *statement, int parameter, const void *bytes, size_t count) {
  return sqlite3_bind_blob64(
      owned(statement), parameter, count == 0 ? "" : bytes, count, SQLITE_TRANSIENT);
}

int fresnel_sqlite_step(fresnel_sqlite_statement *statement) {
  // Extended codes are off; the mask keeps to the primary ones whatever the library was built with.
  return sqlite3_step(owned(statement)) & 0xff;
}

void fresnel_sqlite_reset(fresnel_sqlite_statement *statement) { sqlite3_reset(owned(statement)); }

int fresnel_sqlite_column_class(fresnel_sqlite_statement *statement, int column) {
  return sqlite3_column_type(owned(statement), column);
}

int64_t fresnel_sqlite_column_integer(fresnel_sqlite_statement *statement, int column) {
  return sqlite3_column_int64(owned(statement), column);
}

double fresnel_sqlite_column_real(fresnel_sqlite_statement *statement, int column) {
  return sqlite3_column_double(owned(statement), column);
}

const void *fresnel_sqlite_column_bytes(
    fresnel_sqlite_statement *statement, int column, size_t *count) {
  // Text comes as UTF-8, whatever the database keeps. The pointer is to be asked for first, since asking
  // may convert the value and change its length.
  const void *bytes = sqlite3_column_type(owned(statement), column) == SQLITE_TEXT
      ? sqlite3_column_text(owned(statement), column)
      : sqlite3_column_blob(owned(statement), column);
  *count = (size_t)sqlite3_column_bytes(owned(statement), column);
  return bytes;
}
