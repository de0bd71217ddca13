"""What messages of the daemon hold, and what an app may answer."""

import collections

from .encoding import Writer
from .errors import Failure
from .items import decode_item
from .protocol import CODES

Hit = collections.namedtuple("Hit", "app index protection score item")
SearchResults = collections.namedtuple("SearchResults", "revision partial count hits order_keys")
Description = collections.namedtuple("Description", "client_state items bytes digest")
Welcome = collections.namedtuple(
    "Welcome", "version identity trust role slots detached_slots notice classes")


def read_hit(reader):
    return Hit(reader.text(), reader.text(), reader.fixed("B"), reader.fixed("d"),
               decode_item(reader.data()))


def read_condition(reader):
    return reader.fixed("B"), reader.fixed("B"), reader.optional(reader.data)


def read_failure(reader):
    code = reader.fixed("H")
    retryable, message = reader.flag(), reader.text()
    return Failure(
        CODES.get(code, str(code)), message, retryable, reader.optional(reader.text),
        reader.optional(reader.text), reader.optional(reader.varint),
        reader.list(lambda: (reader.text(), reader.text())))


def write_failure(error):
    """What a delegate's error becomes."""
    writer = Writer().fixed("H", 15).fixed("B", 0).text(str(error) or type(error).__name__)
    return writer.fixed("BBB", 0, 0, 0).varint(0)


class Delegate:
    """What an app may answer; it implements what it can. An error that a method raises is passed on
    to who asked."""

    # Named in the order of the bits of `methods` in `openIndex`.
    METHODS = ("reindex_all", "reindex_items", "throttle", "provide_data", "provide_file",
               "provide_items")

    # def reindex_all(self, index, reason): ...          index everything again, then return
    # def reindex_items(self, index, identifiers): ...   index these again, then return
    # def throttle(self, begins, reason): ...
    # def provide_data(self, index, identifier, content_type): ...   return bytes
    # def provide_file(self, index, identifier, content_type, in_place): ...   return a path
    # def provide_items(self, index, identifiers): ...   return a list of Items


def methods(delegate):
    return sum(1 << bit for bit, name in enumerate(Delegate.METHODS) if hasattr(delegate, name))
