"""A connection to the daemon."""

import array
import collections
import os
import select
import socket
import sys
import time

from .asking import COUNT, EXACT, SETTLED, Answer, Understanding, read_answer, write_ask
from .encoding import Reader, Writer
from .errors import Failure, ProtocolError, Refused
from .frames import FrameDecoder, encode_frame
from .index import Index
from .items import encode_item
from .messages import (
    SearchResults, Welcome, methods, read_condition, read_failure, read_hit, write_failure)
from .protocol import (
    ACKNOWLEDGED, ANSWERED, ASK, CANCEL, CLASS_CHANGED, DATA_PROVIDED, DONE, ENGAGE, FAILURE,
    FILE_PROVIDED, FORGET_SEARCHES, FOUND, GOING_AWAY, GREETING, HELLO, INDEX_OPENED, INLINE_LIMIT,
    ITEMS_PROVIDED, MAGIC, MORE, MORE_RESULTS, OPEN_INDEX, PROVIDE_DATA, PROVIDE_FILE,
    PROVIDE_ITEMS, QUERY, REFUSED, REINDEX_ALL, REINDEX_ITEMS, RESULTS, SEARCH, SEARCHES_FORGOTTEN,
    THROTTLE, VERSION, WELCOME)


def socket_path():
    """Where the daemon of this user listens."""
    directory = os.environ.get("XDG_RUNTIME_DIR")
    if not directory:
        raise Failure("unavailable", "XDG_RUNTIME_DIR is not set.", retryable=True)
    return os.path.join(directory, "fresnel", "daemon")


def connect(path=None, **hello):
    """Connects to the daemon, and says hello as `Client` does."""
    path = path or socket_path()
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        try:
            connection.connect(path)
        except OSError as error:
            raise Failure(
                "unavailable", f"No daemon answers at {path}: {error.strerror or error}. "
                "`fresnel status` starts one where it is installed.",
                retryable=isinstance(error, (FileNotFoundError, ConnectionRefusedError))
            ) from error
        return Client(connection, **hello)
    except BaseException:
        connection.close()
        raise


class Client:
    """A connection to the daemon."""

    def __init__(self, connection, program="python", identifier="", role=0):
        self.connection = connection
        self.connection.setblocking(False)
        self.process = os.getpid()
        self.decoder = FrameDecoder()
        self.last_request = 0
        #: Replies that came, by request; a request that nobody waits for any more has no entry.
        self.replies = {}
        #: Requests whose last reply did not come, and whether they hold a slot for long payloads.
        self.open_requests = {}
        self.delegates = {}
        #: Called with the class, its state and its public key when a class is locked or unlocked.
        self.class_changed = None
        #: Why and for how many milliseconds the daemon goes away, once it said so.
        self.going_away = None
        # Whether the daemon refused `ask` as a kind that it does not know.
        self.lacks_ask = False
        self.requests = collections.deque()
        self.welcome = self._greet(program, identifier, role)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the connection. What was not answered may have happened or not."""
        self.connection.close()

    def _greet(self, program, identifier, role):
        greeting = self._expect(GREETING)
        if greeting.raw(8) != MAGIC:
            raise ProtocolError("This is no daemon of Fresnel.")
        lowest, highest = greeting.fixed("H"), greeting.fixed("H")
        if not lowest <= VERSION <= highest:
            raise Refused(
                1, f"The daemon speaks versions {lowest} to {highest} of the protocol, this "
                f"client {VERSION}.", lowest, highest)
        hello = Writer().raw(MAGIC).fixed("H", VERSION).raw(greeting.raw(16)).fixed("B", role)
        self._send(HELLO, hello.text(identifier).text(program).fixed("IB", 0, 0))
        reader = self._expect(WELCOME)
        welcome = Welcome(
            reader.fixed("H"), reader.text(), reader.fixed("B"), reader.fixed("B"),
            reader.fixed("I"), reader.fixed("I"), reader.text(),
            reader.list(lambda: read_condition(reader)))
        reader.finish()
        if welcome.notice and os.environ.get("FRESNEL_REQUIRE_IDENTITY") == "1":
            self.close()
            raise Failure("refused", welcome.notice)
        if welcome.notice:
            print(f"fresnel: {welcome.notice}", file=sys.stderr)
        return welcome

    def _expect(self, kind):
        """Waits for a message of the greeting."""
        while True:
            frame = self.decoder.next()
            if frame is None:
                self._wait_and_receive()
            elif frame.kind == kind:
                return Reader(frame.payload)
            elif frame.kind == REFUSED:
                self._refuse(frame)
            else:
                raise ProtocolError(f"Message {frame.kind:#06x} came instead of {kind:#06x}.")

    def _refuse(self, frame):
        reader = Reader(frame.payload)
        lowest, highest, code = (reader.fixed("H") for _ in range(3))
        raise Refused(code, reader.text(), lowest, highest)

    # Sending and receiving

    def _send(self, kind, payload=b"", request=0, descriptors=()):
        if os.getpid() != self.process:
            raise Failure("connectionLost", "The connection belongs to the parent process.")
        run = payload.bytes if isinstance(payload, Writer) else payload
        frame, passed = encode_frame(kind, run, request, descriptors)
        rest = memoryview(frame)
        try:
            while rest:
                # The daemon reads on only when it can write: whoever sends keeps receiving.
                readable, writable, _ = select.select([self.connection], [self.connection], [])
                if readable:
                    self._receive()
                    # Whoever waits next waits for new bytes: these must not lie unread.
                    self._dispatch()
                if writable:
                    sent = self._send_some(rest, passed if len(rest) == len(frame) else ())
                    rest = rest[sent:]
        finally:
            if len(passed) > len(descriptors):
                os.close(passed[0])

    def _send_some(self, rest, descriptors):
        control = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))]
        try:
            return self.connection.sendmsg([rest], control if descriptors else [],
                                           socket.MSG_NOSIGNAL)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise Failure("connectionLost", str(error), retryable=True) from error

    def _wait_and_receive(self, timeout=None):
        if select.select([self.connection], [], [], timeout)[0]:
            self._receive()
            return True
        return False

    def _receive(self):
        descriptors = array.array("i")
        try:
            run, control, flags, _ = self.connection.recvmsg(
                1 << 16, socket.CMSG_SPACE(16 * descriptors.itemsize), socket.MSG_CMSG_CLOEXEC)
        except BlockingIOError:
            return
        except ConnectionResetError:
            run, control, flags = b"", [], 0
        for level, kind, data in control:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                descriptors.frombytes(data[:len(data) - len(data) % descriptors.itemsize])
        if flags & socket.MSG_CTRUNC:
            for descriptor in descriptors:
                os.close(descriptor)
            raise ProtocolError("Too many descriptors came at once.")
        if not run:
            raise Failure("connectionLost", "The daemon closed the connection.", retryable=True)
        self.decoder.append(run, descriptors)

    def _dispatch(self):
        """Puts the frames that came where they belong."""
        while (frame := self.decoder.next()) is not None:
            if frame.kind == REFUSED:
                self._refuse(frame)
            elif frame.kind & 0x8000:
                if not frame.flags & MORE:
                    self.open_requests.pop(frame.request, None)
                if frame.request in self.replies:
                    self.replies[frame.request].append(frame)
            elif frame.kind in (THROTTLE, CLASS_CHANGED, GOING_AWAY):
                self._hear(frame)
            elif frame.request:
                self.requests.append(frame)

    # Requests of ours

    def _request(self, kind, payload, descriptors=()):
        run = payload.bytes if isinstance(payload, Writer) else payload
        is_long = len(run) > INLINE_LIMIT
        limit = self.welcome.detached_slots if is_long else self.welcome.slots
        while sum(held == is_long for held in self.open_requests.values()) >= limit:
            self._wait_and_receive()
            self._dispatch()
        self.last_request += 1
        self.replies[self.last_request] = collections.deque()
        self.open_requests[self.last_request] = is_long
        self._send(kind, payload, self.last_request, descriptors)
        return self.last_request

    def _reply(self, request):
        """Waits for the next reply to a request, and serves what the daemon asks meanwhile."""
        replies = self.replies[request]
        while not replies:
            self._dispatch()
            while self.requests and not replies:
                self._serve(self.requests.popleft())
            if not replies:
                self._wait_and_receive()
                self._dispatch()
        frame = replies.popleft()
        if not frame.flags & MORE:
            del self.replies[request]
        if frame.kind == FAILURE:
            raise read_failure(Reader(frame.payload))
        return frame

    def _answer(self, request, kind):
        frame = self._reply(request)
        if frame.kind != kind:
            raise ProtocolError(f"Reply {frame.kind:#06x} came instead of {kind:#06x}.")
        return Reader(frame.payload)

    def _call(self, kind, payload, reply):
        return self._answer(self._request(kind, payload), reply)

    def open_index(self, name="", protection=None, private=False, delegate=None):
        """Opens an index of this app. `protection` is 0 (none) or 1 (until the first unlock); None
        leaves it as it is. The classes that a lock closes, 2 and 3, are served by processes that
        this client doesn't speak to."""
        if protection not in (None, 0, 1):
            raise ValueError(f"protection is 0, 1 or None, not {protection!r}")
        writer = Writer().text(name)
        writer.optional(protection, lambda value: writer.fixed("B", value))
        flags = (1 if private else 0) | (2 if delegate is not None else 0)
        writer.fixed("BI", flags, methods(delegate)).text("")
        reader = self._call(OPEN_INDEX, writer, INDEX_OPENED)
        handle, protection, place = reader.fixed("I"), reader.fixed("B"), reader.fixed("B")
        reader.optional(reader.data)
        reader.finish()
        if place != 0:
            raise Failure("classLocked", "The index is in a class that this client cannot reach.",
                          retryable=place == 2)
        if delegate is not None:
            self.delegates[name] = delegate
        return Index(self, name, handle, protection)

    def query(self, query, filters=(), attributes=(), apps=None, everybody=False):
        """The items that match a query string, in no order, as they come."""
        writer = Writer().text(query)
        writer.list(filters, lambda text: writer.text(text))
        writer.list(attributes, lambda text: writer.text(text))
        self._reach(writer, apps, everybody).text("").text("").text("").fixed("B", 0)
        request = self._request(QUERY, writer)
        is_last = False
        try:
            while not is_last:
                frame = self._reply(request)
                if frame.kind != RESULTS:
                    raise ProtocolError(f"Reply {frame.kind:#06x} came to a query.")
                is_last = not frame.flags & MORE
                reader = Reader(frame.payload)
                yield from reader.list(lambda: read_hit(reader))
                if not is_last:
                    self._send(MORE_RESULTS, Writer().fixed("QH", request, 1))
        finally:
            self._give_up(request)

    def search(self, text, form="typed", filters=(), limit=20, apps=None, everybody=False,
               rows=False, count=False, budget=0, order=None, descending=False):
        """The items that answer best what a person typed or, with the form "query", a query
        string. `order` names an attribute whose least values come first, or with `descending` the
        greatest."""
        return next(self._search(text, form, filters, limit, apps, everybody,
                                 rows, 2 if count else 0, budget, order, descending))

    def live_search(self, text, form="typed", filters=(), limit=20, apps=None, everybody=False,
                    rows=False, count=False, order=None, descending=False):
        """The same, again and again as the list changes; closing the generator ends it."""
        return self._search(text, form, filters, limit, apps, everybody, rows,
                            1 | (2 if count else 0), 0, order, descending)

    def _search(self, text, form, filters, limit, apps, everybody, rows, flags, budget,
                order, descending):
        writer = Writer().fixed("B", {"query": 0, "typed": 1}[form]).text(text)
        writer.list(filters, lambda filter: writer.text(filter))
        self._reach(writer, apps, everybody).varint(min(limit, 1000))
        writer.fixed("BBH", 1 if rows else 0, flags, budget).text("").text("").text("")
        if order is None:
            writer.fixed("B", 0)
        else:
            writer.fixed("B", 2 if descending else 1).text(order)
        request = self._request(SEARCH, writer)
        try:
            while request in self.replies:
                reader = self._answer(request, FOUND)
                results = SearchResults(
                    reader.fixed("I"), reader.flag(), reader.optional(reader.varint),
                    reader.list(lambda: read_hit(reader)),
                    reader.list(lambda: reader.optional(reader.data)))
                reader.finish()
                yield results
        finally:
            self._give_up(request)

    def ask(self, text, caret=None, tokens=(), filters=(), attributes=(), limit=20, suggestions=0,
            apps=None, everybody=False, rows=False, count=False, exact=False, settled=False, budget=0,
            language="", snippet_length=0, order=None, descending=False, after=None):
        """The items that answer what a person typed, however that has to be understood: an `Answer`.

        `caret` is the place where the person types, an offset into the UTF-8 of the text. `tokens` are
        those of an answer that narrow the hits. With `exact` the text is understood as it stands, with
        `settled` the answer waits for everything that was acknowledged before. `after` is the last hit
        of the page before. A daemon that does not know the request makes a search of it."""
        if not self.lacks_ask:
            flags = (COUNT if count else 0) | (EXACT if exact else 0) | (SETTLED if settled else 0)
            payload = write_ask(
                text, caret, tokens, filters, attributes,
                lambda writer: self._reach(writer, apps, everybody), limit, suggestions, rows, flags,
                budget, language, snippet_length, order, descending, after)
            try:
                return read_answer(self._call(ASK, payload, ANSWERED))
            except Failure as failure:
                if failure.code != "unsupported":
                    raise
                self.lacks_ask = True
        if after is not None:
            raise Failure("unsupported", "This daemon has no further pages.")
        words = bytearray(text.encode("utf-8"))
        used = [token for token in tokens if token.kind != "dismissed"]
        for token in used:
            covered = range(len(words))[token.start:token.end]
            words[covered.start:covered.stop] = b" " * len(covered)
        results = self.search(
            words.decode("utf-8", "replace"), "typed", [*filters, *(token.query for token in used)],
            limit, apps, everybody, rows, count, budget, order, descending)
        plain = Understanding("asTyped", False, [], None)
        return Answer(results.revision, results.partial, results.count, results.hits,
                      [plain] * len(results.hits), results.order_keys, [], [], [])

    def engage(self, text, hit):
        """Tells that the person chose a hit of the app's own search after typing a text: that is
        suggested as a recent search where `ask` is given no text. Of the classes 2 and 3 none is kept."""
        writer = Writer().text(text).fixed("B", hit.protection).text(hit.index)
        reader = self._call(ENGAGE, writer.text(hit.item.identifier), DONE)
        reader.finish()

    def forget_searches(self, text=None):
        """Forgets that the person searched for a text, or for any: how many texts were forgotten."""
        writer = Writer()
        writer.optional(text, writer.text)
        reader = self._call(FORGET_SEARCHES, writer, SEARCHES_FORGOTTEN)
        count = reader.varint()
        reader.finish()
        return count

    def _reach(self, writer, apps, everybody):
        if apps is not None:
            return writer.fixed("B", 2).list(apps, lambda app: writer.text(app))
        return writer.fixed("B", 1 if everybody else 0)

    def _give_up(self, request):
        """Cancels a request whose last reply did not come, and forgets it."""
        self.replies.pop(request, None)
        if request in self.open_requests:
            self._send(CANCEL, Writer().fixed("Q", request))

    # Requests of the daemon

    def serve(self, timeout=None):
        """Answers what the daemon asks, until the time in seconds is over or it goes away."""
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            self._dispatch()
            while self.requests:
                self._serve(self.requests.popleft())
            if self.going_away is not None:
                return
            rest = None if end is None else end - time.monotonic()
            if rest is not None and rest <= 0:
                return
            if not self._wait_and_receive(rest):
                return

    def _hear(self, frame):
        reader = Reader(frame.payload)
        if frame.kind == THROTTLE:
            begins, reason = reader.flag(), reader.text()
            for delegate in self.delegates.values():
                if hasattr(delegate, "throttle"):
                    delegate.throttle(begins, reason)
        elif frame.kind == CLASS_CHANGED:
            condition = read_condition(reader)
            if self.class_changed is not None:
                self.class_changed(*condition)
        else:
            self.going_away = reader.fixed("H"), reader.fixed("H")

    def _serve(self, frame):
        reader, opened = Reader(frame.payload), []
        try:
            kind, payload = self._perform(frame.kind, reader, opened)
        except Failure as failure:
            if failure.code == "connectionLost":
                raise
            kind, payload = FAILURE, write_failure(failure)
        except ProtocolError:
            raise
        except Exception as error:  # whatever an app's own code raises goes to who asked
            kind, payload = FAILURE, write_failure(error)
        try:
            self._send(kind, payload, frame.request, opened)
        finally:
            for descriptor in opened + frame.descriptors:
                os.close(descriptor)

    def _perform(self, kind, reader, opened):
        if kind not in (REINDEX_ALL, REINDEX_ITEMS, PROVIDE_DATA, PROVIDE_FILE, PROVIDE_ITEMS):
            raise Failure("unsupported", f"This client does not answer requests {kind:#06x}.")
        name = reader.text()
        delegate = self.delegates.get(name)
        if kind == REINDEX_ALL:
            delegate.reindex_all(name, reader.text())
            return ACKNOWLEDGED, b""
        if kind == REINDEX_ITEMS:
            delegate.reindex_items(name, reader.list(reader.text))
            return ACKNOWLEDGED, b""
        if kind == PROVIDE_DATA:
            run = delegate.provide_data(name, reader.text(), reader.text())
            return DATA_PROVIDED, Writer().fixed("B", 0).data(run)
        if kind == PROVIDE_FILE:
            path = delegate.provide_file(name, reader.text(), reader.text(), reader.flag())
            opened.append(os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK))
            path = os.path.abspath(path)
            return FILE_PROVIDED, Writer().text(path).text(os.path.basename(path))
        items = [encode_item(item)
                 for item in delegate.provide_items(name, reader.list(reader.text))]
        writer = Writer()
        return ITEMS_PROVIDED, writer.list(items, writer.data)
