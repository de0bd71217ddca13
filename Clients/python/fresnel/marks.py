"""What a person decides about things: pins, aliases, hidden things. For parts of the desktop."""

import collections

from .encoding import Writer
from .protocol import CHANGE_MARK, LIST_MARKS, MARK_CHANGED, MARKS_LISTED

VERBS = ("pin", "unpin", "hide", "show", "addAlias", "removeAlias", "clear", "forget")

Pin = collections.namedtuple("Pin", "text date")
Mark = collections.namedtuple("Mark", "app index identifier protection pins aliases hidden")


def read_mark(reader):
    return Mark(
        reader.text(), reader.text(), reader.text(), reader.fixed("B"),
        reader.list(lambda: Pin(reader.text(), reader.fixed("d"))), reader.list(reader.text),
        reader.flag())


def change_mark(client, verb, app, index, identifier, text=""):
    """Pins, hides or names a thing, or takes that back: `verb` is one of `VERBS`. The thing's `Mark` from
    now on; None where nothing holds of it any more. An app is refused."""
    writer = Writer().fixed("B", VERBS.index(verb)).text(app).text(index).text(identifier).text(text)
    reader = client._call(CHANGE_MARK, writer, MARK_CHANGED)
    mark = reader.optional(lambda: read_mark(reader))
    reader.finish()
    return mark


def marks(client, app=None, identifier=None):
    """The marks of an app or of all, and the numbers of the classes that cannot be read now. An app is
    refused."""
    writer = Writer()
    writer.optional(app, writer.text).optional(identifier, writer.text)
    reader = client._call(LIST_MARKS, writer, MARKS_LISTED)
    found = reader.list(lambda: read_mark(reader)), reader.list(lambda: reader.fixed("B"))
    reader.finish()
    return found
