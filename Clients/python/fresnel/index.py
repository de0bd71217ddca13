"""Changing an index."""

from .encoding import Writer
from .items import encode_item
from .protocol import (
    ABANDON_REPLACE, APPLY, BEGIN_REPLACE, CLIENT_STATE, CLIENT_STATE_STORED, COMMIT_REPLACE, DESCRIBE,
    DESCRIPTION, DONE, REPLACEMENT_BEGUN)
from .messages import Description

ANY = object()


class Index:
    """An open index. Methods that change it return when the change is durable and can be found; with
    `wait=False` they return at once something that is to be passed to `finish`, so that several
    changes share one write to the disk."""

    def __init__(self, client, name, handle, protection):
        self.client, self.name, self.handle, self.protection = client, name, handle, protection

    def put(self, items, client_state=None, expected=ANY, wait=True):
        """Adds, replaces or updates items, whole or not at all, and sets the client state with
        them. With `expected` nothing happens unless that is the stored client state; None stands for
        there never having been one."""
        writer = Writer()
        encoded = [encode_item(item) for item in items]
        writer.fixed("B", 1).list(encoded, writer.data)
        return self._apply([writer.bytes], client_state, expected, wait)

    def delete(self, identifiers, client_state=None, wait=True):
        """Deletes items."""
        return self._apply([self._texts(2, identifiers)], client_state, ANY, wait)

    def delete_domains(self, domains, client_state=None, wait=True):
        """Deletes domains and those below them."""
        return self._apply([self._texts(3, domains)], client_state, ANY, wait)

    def delete_all(self, client_state=None, wait=True):
        """Deletes everything."""
        return self._apply([b"\x04"], client_state, ANY, wait)

    @staticmethod
    def _texts(tag, texts):
        writer = Writer().fixed("B", tag)
        return writer.list(texts, writer.text).bytes

    def _apply(self, operations, client_state, expected, wait):
        writer = Writer().fixed("I", self.handle)
        write_expectation(writer, expected).optional(client_state, writer.data)
        writer.list(operations, writer.raw)
        request = self.client._request(APPLY, writer)
        return self.finish(request) if wait else request

    def finish(self, request):
        """Waits until a change is durable."""
        self.client._answer(request, DONE).finish()

    def client_state(self):
        """The client state; None when there never was one."""
        reader = self.client._call(
            CLIENT_STATE, Writer().fixed("I", self.handle), CLIENT_STATE_STORED)
        return reader.optional(reader.data)

    def describe(self, digest=False):
        """What the index holds."""
        reader = self.client._call(
            DESCRIBE, Writer().fixed("IB", self.handle, bool(digest)), DESCRIPTION)
        return Description(
            reader.optional(reader.data), reader.varint(), reader.varint(),
            reader.optional(lambda: reader.raw(32)))

    def replacing(self, domain=None):
        """An index that is built aside, to take this one's place, or a domain's, in one step."""
        writer = Writer().fixed("I", self.handle)
        writer.optional(domain, writer.text)
        handle = self.client._call(BEGIN_REPLACE, writer, REPLACEMENT_BEGUN).fixed("I")
        return Replacement(self.client, self.name, handle, self.protection)


class Replacement(Index):
    """Items that are built aside."""

    def commit(self, client_state=None, expected=ANY):
        """Puts them in the place of what is there."""
        writer = Writer().fixed("I", self.handle)
        write_expectation(writer, expected).optional(client_state, writer.data)
        self.client._call(COMMIT_REPLACE, writer, DONE)

    def abandon(self):
        """Drops them."""
        self.client._call(ABANDON_REPLACE, Writer().fixed("I", self.handle), DONE)


def write_expectation(writer, expected):
    if expected is ANY:
        return writer.fixed("B", 0)
    return writer.fixed("B", 1) if expected is None else writer.fixed("B", 2).data(expected)
