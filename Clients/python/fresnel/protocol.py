"""Numbers and limits of the protocol, as in Documentation/protocol.md."""

import fcntl

VERSION = 1
MAGIC = b"FRSNWIRE"
INLINE_LIMIT = 1 << 20
PAYLOAD_LIMIT = 64 << 20
DETACHED, MORE = 1, 2
SEALS = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE

# Kinds of messages
HELLO, GREETING, WELCOME, REFUSED = 0x0001, 0x8000, 0x8001, 0x8002
OPEN_INDEX, APPLY, CLIENT_STATE, DESCRIBE = 0x0010, 0x0011, 0x0012, 0x0013
BEGIN_REPLACE, COMMIT_REPLACE, ABANDON_REPLACE = 0x0015, 0x0016, 0x0017
SET_DELEGATE, QUERY, SEARCH, ASK = 0x0018, 0x0020, 0x0021, 0x0024
CHANGE_MARK, LIST_MARKS, MARK_CHANGED, MARKS_LISTED = 0x002E, 0x002F, 0x802E, 0x802F
ENGAGE, FORGET_SEARCHES, SEARCHES_FORGOTTEN = 0x0025, 0x0026, 0x8026
MORE_RESULTS, CANCEL = 0x00F0, 0x00F1
INDEX_OPENED, DONE, CLIENT_STATE_STORED, DESCRIPTION = 0x8010, 0x8011, 0x8012, 0x8013
REPLACEMENT_BEGUN, RESULTS, FOUND, ANSWERED, FAILURE = 0x8015, 0x8020, 0x8021, 0x8024, 0x80FF
REINDEX_ALL, REINDEX_ITEMS, PROVIDE_DATA, PROVIDE_FILE = 0x1010, 0x1011, 0x1012, 0x1013
PROVIDE_ITEMS, IMPORT_FOR_APP, REFRESH = 0x1014, 0x1015, 0x1016
ACKNOWLEDGED, DATA_PROVIDED, FILE_PROVIDED = 0x9010, 0x9012, 0x9013
ITEMS_PROVIDED, ITEM_IMPORTED = 0x9014, 0x9015
THROTTLE, CLASS_CHANGED, GOING_AWAY = 0x1101, 0x1102, 0x1103

# How typed text was understood, and what else is offered for it, by their numbers
READINGS = (
    "asTyped", "prefixes", "stems", "initials", "oneEdit", "twoEdits", "joinedOrSplit", "scripts",
    "latinSpelling", "persons", "leftOutInNames", "leftOut",
)
TOKEN_KINDS = ("kind", "app", "person", "time", "size", "dismissed")
SUGGESTION_KINDS = ("completion", "nextWord", "correction", "filter", "recent")

CODES = {
    1: "invalidItem", 2: "invalidClientState", 3: "mismatchedClientState", 4: "unavailable",
    5: "invalidQuery", 6: "quotaExceeded", 7: "classLocked", 8: "cancelled", 9: "refused",
    10: "unsupported", 11: "connectionLost", 12: "resultsNotRead", 13: "paused", 14: "tooLarge",
    15: "providerFailed",
}
