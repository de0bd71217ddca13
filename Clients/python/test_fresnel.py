"""Tests of the client: against recorded frames, and against a daemon that is played by the test.

    python3 -m unittest discover Clients/python
"""

import array
import contextlib
import datetime
import io
import os
import socket
import struct
import tempfile
import threading
import unittest

import fresnel
from fresnel import Item, marks, protocol
from fresnel.encoding import Reader, Writer
from fresnel.frames import FrameDecoder, encode_frame
from fresnel.items import decode_item, encode_item
from fresnel.messages import read_failure

HERE = os.path.dirname(os.path.abspath(__file__))
NONCE = bytes(range(16))
NOTES = [Item("note-1", {"title": "Café"}, "notes"), Item("note-2")]


def golden():
    """The recorded frames, by who says them and name."""
    frames = {}
    with open(os.path.join(HERE, "..", "golden-frames.txt"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                side, name, digits = line.split()
                frames[side, name] = bytes.fromhex(digits)
    return frames


GOLDEN = golden()


def payload(side, name):
    return GOLDEN[side, name][16:]


class PlayedDaemon(threading.Thread):
    """The other end of a connection. It takes in the client, hands each request to the test's
    function, and keeps what it received. What that function fails with comes out in `end`."""

    def __init__(self, answer, greeting=None):
        super().__init__(daemon=True)
        self.client_end, self.connection = socket.socketpair()
        self.answer, self.received, self.error = answer, [], None
        self.decoder = FrameDecoder()
        self.greeting = greeting or GOLDEN["daemon", "greeting"]
        self.start()

    def run(self):
        try:
            with self.connection:
                self.connection.sendall(self.greeting)
                while (frame := self.read()) is not None:
                    self.received.append(frame)
                    if frame.kind == protocol.HELLO:
                        self.send(protocol.WELCOME, welcome())
                    else:
                        self.answer(self, frame)
        except OSError:
            pass  # the client went away
        except BaseException as error:
            self.error = error

    def read(self):
        while True:
            frame = self.decoder.next()
            if frame is not None:
                return frame
            run, control, _, _ = self.connection.recvmsg(1 << 16, socket.CMSG_SPACE(64))
            descriptors = array.array("i")
            for _, _, data in control:
                descriptors.frombytes(data)
            if not run:
                return None
            self.decoder.append(run, descriptors)

    def send(self, kind, content=b"", request=0, flags=0):
        content = content.bytes if isinstance(content, Writer) else content
        frame, descriptors = encode_frame(kind, content, request, flags=flags)
        socket.send_fds(self.connection, [frame[:1]], descriptors)
        self.connection.sendall(frame[1:])
        for descriptor in descriptors:
            os.close(descriptor)

    def end(self):
        self.join(5)
        if self.error is not None:
            raise self.error


def welcome(slots=64):
    writer = Writer().fixed("H", 1).text("com.example.notes").fixed("BBII", 3, 0, slots, 8)
    return writer.text("").varint(0)


def opened(handle=3):
    return Writer().fixed("IBBB", handle, 1, 0, 0)


def hit(item, score=2.5):
    writer = Writer().text("com.example.notes").text("main").fixed("Bd", 1, score)
    return writer.data(encode_item(item)).bytes


def answering(extra=None):
    """A daemon that opens indexes and says done, and leaves the rest to `extra`."""
    def answer(daemon, frame):
        if frame.kind == protocol.OPEN_INDEX:
            daemon.send(protocol.INDEX_OPENED, opened(), frame.request)
        elif extra is None or extra(daemon, frame) is None:
            if frame.kind == protocol.APPLY:
                daemon.send(protocol.DONE, b"", frame.request)
    return answer


def replying(kind, reply, name):
    """Answers requests of a kind with the golden payload of a name."""
    def extra(daemon, frame):
        if frame.kind == kind:
            daemon.send(reply, payload("daemon", name), frame.request)
            return True

    return extra


class Session:
    """A client and its played daemon."""

    def __init__(self, extra=None):
        self.daemon = PlayedDaemon(answering(extra))

    def __enter__(self):
        self.client = fresnel.Client(self.daemon.client_end, program="notes 1.0")
        return self.client, self.daemon

    def __exit__(self, *_):
        self.client.close()
        self.daemon.end()


class EncodingTests(unittest.TestCase):
    def test_numbers_are_as_short_as_can_be(self):
        for number in (0, 1, 127, 128, 300, 2**32, 2**64 - 1):
            reader = Reader(Writer().varint(number).bytes)
            self.assertEqual(reader.varint(), number)
            reader.finish()
        for run in (b"\x80\x00", b"\xff" * 9 + b"\x02", b"\x80" * 11):
            with self.assertRaises(fresnel.ProtocolError):
                Reader(run).varint()

    def test_the_example_of_the_item_format(self):
        item = Item(
            "note-1", {"title": "Café", "keywords": ["a", True], "pageCount": -300, "stars": 0.5},
            "notes", datetime.datetime(2001, 1, 1, 0, 0, 1, tzinfo=datetime.timezone.utc))
        run = encode_item(item)
        self.assertEqual(
            run.hex(),
            "46490106620000000600000005000000" "04000000000000000000f03f0d000b00"
            "470000000e0006004c00000028000300" "52000000ffff0403540000006e6f7465"
            "2d316e6f746573020601610205436166" "c3a9d704057374617273000000000000"
            "e03f")
        self.assertEqual(decode_item(run), item)

    def test_items_with_every_value(self):
        moment = datetime.datetime(2024, 2, 29, 12, tzinfo=datetime.timezone.utc)
        item = Item("x", {
            "title": None, "rating": 5, "fileSize": -2**63, "dueDate": moment,
            "contentURL": fresnel.URL("https://example.org"), "app_data": b"\0\xff",
            "app_nested": {"b": [1.5, {"a": "ü"}], "a": None}, "app_flag": False}, is_update=True)
        self.assertEqual(decode_item(encode_item(item)), item)
        for value in (float("nan"), 2**63, object()):
            with self.assertRaises((ValueError, TypeError)):
                encode_item(Item("x", {"rating": value}))

    def test_names_of_the_table_are_no_custom_attributes(self):
        for name, number in fresnel.ATTRIBUTES.items():
            run = encode_item(Item("x", {name: 1}))
            self.assertEqual(struct.unpack_from("<H", run, 28), (number,), name)
        run = encode_item(Item("x", {"stars": 1}))
        self.assertEqual(struct.unpack_from("<H", run, 28), (0xFFFF,))

    def test_damaged_items_are_refused(self):
        run = encode_item(NOTES[0])
        for count in range(len(run)):
            with self.assertRaises(fresnel.ProtocolError):
                decode_item(run[:count])


class FrameTests(unittest.TestCase):
    def test_recorded_frames_are_found_wherever_the_stream_is_cut(self):
        frames = [frame for frame in GOLDEN.values() if frame[7] == 0]
        stream = b"".join(frames)
        for size in (1, 7, 1000, len(stream)):
            decoder, found = FrameDecoder(), []
            for start in range(0, len(stream), size):
                decoder.append(stream[start:start + size])
                while (frame := decoder.next()) is not None:
                    found.append(encode_frame(
                        frame.kind, frame.payload, frame.request, flags=frame.flags)[0])
            self.assertEqual(found, frames)

    def test_long_payloads_are_sealed_files(self):
        content = os.urandom(1 << 21)
        frame, descriptors = encode_frame(protocol.APPLY, content, 5)
        self.assertEqual((len(frame), len(descriptors)), (16, 1))
        decoder = FrameDecoder()
        decoder.append(frame, descriptors)
        self.assertEqual(decoder.next().payload, content)

    def test_files_that_can_change_are_refused(self):
        header = struct.pack("<IHBBQ", 0, protocol.APPLY, protocol.DETACHED, 1, 1)
        for file in (os.memfd_create("test"), os.open("/dev/null", os.O_RDONLY)):
            decoder = FrameDecoder()
            decoder.append(header, [file])
            with self.assertRaises(fresnel.ProtocolError):
                decoder.next()

    def test_headers_that_break_limits_are_refused(self):
        for count, flags, descriptors in ((2**20 + 1, 0, 0), (0, 4, 0), (0, 0, 5), (0, 0, 1),
                                          (0, 1, 0)):
            decoder = FrameDecoder()
            decoder.append(struct.pack("<IHBBQ", count, 0x8011, flags, descriptors, 1))
            with self.assertRaises(fresnel.ProtocolError):
                decoder.next()


class MessageTests(unittest.TestCase):
    """What the client sends, and what it makes of what it receives."""

    def sent(self, daemon, kind):
        return next(frame.payload for frame in daemon.received if frame.kind == kind)

    def test_hello(self):
        with Session() as (client, daemon):
            self.assertEqual(client.welcome.identity, "com.example.notes")
            client.open_index("main")
        hello = Reader(self.sent(daemon, protocol.HELLO))
        self.assertEqual(hello.raw(8), b"FRSNWIRE")
        self.assertEqual((hello.fixed("H"), hello.raw(16)), (1, NONCE))
        self.assertEqual((hello.fixed("B"), hello.text(), hello.text()), (0, "", "notes 1.0"))
        self.assertEqual((hello.fixed("I"), hello.flag()), (0, False))
        hello.finish()

    def test_the_recorded_welcome_is_understood(self):
        daemon = PlayedDaemon(answering(), GOLDEN["daemon", "greeting"]
                              + GOLDEN["daemon", "welcome"])
        said = io.StringIO()
        with contextlib.redirect_stderr(said), fresnel.Client(daemon.client_end) as client:
            self.assertEqual(client.welcome.trust, 3)
            self.assertEqual(client.welcome.slots, 64)
            self.assertEqual(client.welcome.classes,
                             [(1, 1, None), (2, 0, b"\xaa" * 32)])
        daemon.end()
        self.assertIn("not registered", said.getvalue())

    def test_a_notice_is_a_failure_where_an_identity_is_required(self):
        daemon = PlayedDaemon(answering(), GOLDEN["daemon", "greeting"]
                              + GOLDEN["daemon", "welcome"])
        os.environ["FRESNEL_REQUIRE_IDENTITY"] = "1"
        try:
            with self.assertRaises(fresnel.Failure) as caught:
                fresnel.Client(daemon.client_end)
        finally:
            del os.environ["FRESNEL_REQUIRE_IDENTITY"]
        self.assertEqual(caught.exception.code, "refused")
        self.assertIn("not registered", caught.exception.message)
        daemon.end()

    def test_a_refusal_says_why(self):
        daemon = PlayedDaemon(answering(), GOLDEN["daemon", "refused"])
        with self.assertRaises(fresnel.Refused) as caught:
            fresnel.Client(daemon.client_end)
        self.assertEqual(caught.exception.code, 1)
        self.assertEqual(str(caught.exception), "No common version.")
        daemon.client_end.close()
        daemon.end()

    def test_a_daemon_of_another_version_is_told_apart(self):
        greeting = encode_frame(
            protocol.GREETING, b"FRSNWIRE" + struct.pack("<HH", 7, 9) + NONCE)[0]
        daemon = PlayedDaemon(answering(), greeting)
        with self.assertRaises(fresnel.Refused) as caught:
            fresnel.Client(daemon.client_end)
        self.assertEqual(caught.exception.versions, (7, 9))
        daemon.client_end.close()
        daemon.end()

    def test_requests_have_the_recorded_bytes(self):
        described = payload("daemon", "description")

        def extra(daemon, frame):
            replies = {
                protocol.CLIENT_STATE: (protocol.CLIENT_STATE_STORED,
                                       payload("daemon", "clientStateStored")),
                protocol.DESCRIBE: (protocol.DESCRIPTION, described),
                protocol.BEGIN_REPLACE: (protocol.REPLACEMENT_BEGUN,
                                        payload("daemon", "replacementBegun")),
                protocol.COMMIT_REPLACE: (protocol.DONE, b""),
                protocol.ABANDON_REPLACE: (protocol.DONE, b""),
            }
            if frame.kind in replies:
                kind, content = replies[frame.kind]
                daemon.send(kind, content, frame.request)
                return True

        with Session(extra) as (client, daemon):
            client.open_index("")
            index = client.open_index("main")
            self.assertEqual(index.client_state(), b"\x03\x04")
            description = index.describe(digest=True)
            self.assertEqual(description, (b"\x03\x04", 300, 70_000, NONCE + NONCE))
            replacement = index.replacing("notes")
            replacement.commit(b"\x05")
            index.replacing("notes").abandon()
        for kind, name in ((protocol.OPEN_INDEX, "openIndex.default"),
                           (protocol.CLIENT_STATE, "clientState"), (protocol.DESCRIBE, "describe"),
                           (protocol.BEGIN_REPLACE, "beginReplace"),
                           (protocol.COMMIT_REPLACE, "commitReplace"),
                           (protocol.ABANDON_REPLACE, "abandonReplace")):
            self.assertEqual(self.sent(daemon, kind), payload("client", name), name)

    def test_a_batch_has_the_recorded_bytes(self):
        with Session() as (client, daemon):
            index = client.open_index("main")
            writer = Writer().fixed("B", 1)
            put = writer.list([encode_item(item) for item in NOTES], writer.data).bytes
            index._apply([put, index._texts(2, ["note-3"]), index._texts(3, ["old", "older"]),
                          b"\x04"], b"\x03\x04", b"\x01\x02", wait=True)
        self.assertEqual(self.sent(daemon, protocol.APPLY), payload("client", "apply"))

    def test_batches_pipeline_and_large_ones_travel(self):
        received = []

        def extra(daemon, frame):
            if frame.kind == protocol.APPLY:
                received.append(frame)
                if len(received) == 4:
                    for held in received:
                        daemon.send(protocol.DONE, b"", held.request)
                return True

        with Session(extra) as (client, daemon):
            index = client.open_index("main")
            requests = [index.put([Item(str(number), {"textContent": "a" * (number << 19)})],
                                  wait=False) for number in range(4)]
            for request in requests:
                index.finish(request)
        self.assertEqual([len(frame.payload) > 1 << 20 for frame in received],
                         [False, False, True, True])

    def test_a_client_waits_for_a_slot(self):
        for slots, count, text in ((64, 256, ""), (8, 16, "a" * (1 << 20))):
            waiting = []

            def extra(daemon, frame):
                if frame.kind == protocol.APPLY:
                    waiting.append(frame.request)
                    self.assertLessEqual(len(waiting), slots)
                    if len(waiting) == slots:
                        for request in waiting:
                            daemon.send(protocol.DONE, b"", request)
                        waiting.clear()
                    return True

            with Session(extra) as (client, _):
                index = client.open_index("main")
                requests = [index.delete([str(number) + text], wait=False)
                            for number in range(count)]
                for request in requests:
                    index.finish(request)

    def test_a_failure_says_what_was_wrong(self):
        with Session(replying(protocol.APPLY, protocol.FAILURE, "failure")) as (client, _):
            with self.assertRaises(fresnel.Failure) as caught:
                client.open_index("main").delete(["a"])
            self.assertEqual(caught.exception.code, "quotaExceeded")
            self.assertEqual((caught.exception.item, caught.exception.attribute),
                             ("note-1", "title"))
            self.assertEqual(caught.exception.column, 300)
            self.assertEqual(caught.exception.details, {"limit": "1000"})

    def test_a_class_that_a_lock_closes_is_refused_before_anything_is_sent(self):
        with Session() as (client, daemon):
            for protection in (2, 3, "complete"):
                with self.assertRaisesRegex(ValueError, "protection is 0, 1 or None"):
                    client.open_index("main", protection=protection)
        self.assertNotIn(protocol.OPEN_INDEX, [frame.kind for frame in daemon.received])

    def test_where_no_daemon_answers_is_said(self):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "daemon")
            with self.assertRaises(fresnel.Failure) as caught:
                fresnel.connect(path)
        self.assertIn(f"No daemon answers at {path}: ", str(caught.exception))
        self.assertTrue(caught.exception.retryable)

    def test_search(self):
        with Session(replying(protocol.SEARCH, protocol.FOUND, "found")) as (client, daemon):
            results = client.search("caf", filters=["rating > 2"], limit=200, everybody=True)
        self.assertEqual((results.revision, results.partial, results.count), (2, True, 1000))
        self.assertEqual(results.hits[0], ("com.example.notes", "main", 1, 2.5, NOTES[0]))
        reader = Reader(self.sent(daemon, protocol.SEARCH))
        self.assertEqual((reader.fixed("B"), reader.text()), (1, "caf"))

    def test_ask(self):
        token = fresnel.Token("kind", 5, 11, "Photos", 'contentType == "x"')
        with Session(replying(protocol.ASK, protocol.ANSWERED, "answered")) as (client, daemon):
            answer = client.ask("cafe photos", caret=4, tokens=[token], limit=200, everybody=True)
        self.assertEqual((answer.revision, answer.is_partial, answer.matches), (2, True, 1000))
        self.assertEqual(answer.hits[0], ("com.example.notes", "main", 1, 2.5, NOTES[0]))
        self.assertEqual([one.reading for one in answer.understandings], ["asTyped", "oneEdit"])
        self.assertEqual(answer.understandings[0].terms, [(0, 3, "caf", True, False, False, 0)])
        self.assertEqual(answer.understandings[1].corrected_text, "café")
        # The first hit was found as typed.
        self.assertFalse(answer.did_correct)
        self.assertEqual(answer.snippets, ["…a café in Prague", ""])
        self.assertEqual(answer.suggestions[0].token.shown, "Photos")
        self.assertEqual(answer.tokens, [("person", 0, 4, "Café", "b == 2")])
        reader = Reader(self.sent(daemon, protocol.ASK))
        self.assertEqual((reader.text(), reader.varint()), ("cafe photos", 4))

    def test_a_request_of_typed_text_has_the_recorded_bytes(self):
        with Session(replying(protocol.ASK, protocol.ANSWERED, "answered.empty")) as (client, daemon):
            self.assertEqual(client.ask("caf", limit=10).hits, [])
        self.assertEqual(self.sent(daemon, protocol.ASK), payload("client", "ask.plain"))

    def test_marks(self):
        with Session(replying(protocol.CHANGE_MARK, protocol.MARK_CHANGED, "markChanged")) as (
                client, daemon):
            mark = marks.change_mark(
                client, "pin", "com.example.recipes", "recipes", "recipe-42", "tart")
        self.assertEqual(self.sent(daemon, protocol.CHANGE_MARK), payload("client", "changeMark"))
        expected = marks.Mark(
            "com.example.recipes", "recipes", "recipe-42", 1, [("Tart", 790_000_000.0)], ["lt"], True)
        self.assertEqual(mark, expected)
        with Session(replying(protocol.CHANGE_MARK, protocol.MARK_CHANGED, "markChanged.none")) as (
                client, daemon):
            self.assertIsNone(marks.change_mark(client, "clear", "a", "b", "c"))
        with Session(replying(protocol.LIST_MARKS, protocol.MARKS_LISTED, "marksListed")) as (
                client, daemon):
            found, unread = marks.marks(client, "com.example.recipes", "recipe-42")
        self.assertEqual((found, len(unread)), ([expected], 1))
        self.assertEqual(self.sent(daemon, protocol.LIST_MARKS), payload("client", "listMarks"))

    def test_recent_searches_are_told_of_and_forgotten(self):
        with Session(replying(protocol.ENGAGE, protocol.DONE, "done")) as (client, daemon):
            client.engage("apple pie", fresnel.Hit(
                "com.example.recipes", "recipes", 1, 1.0, fresnel.Item("recipe-42")))
        self.assertEqual(self.sent(daemon, protocol.ENGAGE), payload("client", "engage"))
        forgotten = replying(
            protocol.FORGET_SEARCHES, protocol.SEARCHES_FORGOTTEN, "searchesForgotten")
        for text, name in (("apple pie", "forgetSearches"), (None, "forgetSearches.all")):
            with Session(forgotten) as (client, daemon):
                self.assertEqual(client.forget_searches(text), 3)
            self.assertEqual(
                self.sent(daemon, protocol.FORGET_SEARCHES), payload("client", name))

    def test_a_text_was_corrected_if_nothing_better_was_found(self):
        corrected = fresnel.Understanding("oneEdit", False, [], "godfather")
        typed = fresnel.Understanding("asTyped", False, [], None)
        left_out = fresnel.Understanding("leftOut", False, [], None)

        def answer(*understandings):
            return fresnel.Answer(1, False, None, [], understandings, [], [], [], [])

        self.assertEqual(answer(corrected, left_out).corrected_text, "godfather")
        self.assertTrue(answer(corrected).did_correct)
        for other in (answer(), answer(typed, corrected), answer(left_out)):
            self.assertFalse(other.did_correct)

    def test_an_older_daemon_is_asked_by_a_search(self):
        def extra(daemon, frame):
            if frame.kind == protocol.ASK:
                writer = Writer().fixed("HB", 10, 0).text("The kind is unknown.")
                daemon.send(protocol.FAILURE, writer.fixed("BBB", 0, 0, 0).varint(0), frame.request)
                return True
            return found(daemon, frame)

        found = replying(protocol.SEARCH, protocol.FOUND, "found")
        token = fresnel.Token("size", 2, 5, "big", "fileSize > 9")
        with Session(extra) as (client, daemon):
            for _ in range(2):
                answer = client.ask("a big b", tokens=[token])
                self.assertEqual([one.reading for one in answer.understandings], ["asTyped"])
        kinds = [frame.kind for frame in daemon.received]
        self.assertEqual((kinds.count(protocol.ASK), kinds.count(protocol.SEARCH)), (1, 2))
        reader = Reader(self.sent(daemon, protocol.SEARCH))
        self.assertEqual((reader.fixed("B"), reader.text()), (1, "a     b"))
        self.assertEqual(reader.list(reader.text), ["fileSize > 9"])

    def test_hits_in_an_order_have_keys(self):
        with Session(replying(protocol.SEARCH, protocol.FOUND, "found.ordered")) as (client, _):
            results = client.search("caf", order="title")
        self.assertEqual((len(results.hits), results.order_keys), (2, [b"\x03*", None]))

    def test_a_live_search_goes_on_until_it_is_closed(self):
        def extra(daemon, frame):
            if frame.kind == protocol.SEARCH:
                for revision in (1, 2):
                    writer = Writer().fixed("IBB", revision, 0, 0)
                    writer.list([hit(NOTES[0])] * revision, writer.raw)
                    writer.varint(0)
                    daemon.send(protocol.FOUND, writer, frame.request, protocol.MORE)
            if frame.kind == protocol.CANCEL:
                self.assertEqual(frame.payload, struct.pack("<Q", 1))
                daemon.send(protocol.FAILURE, Writer().fixed("HB", 8, 0).text("").fixed("BBB", 0, 0, 0)
                            .varint(0), 1)
            return True if frame.kind != protocol.OPEN_INDEX else None

        with Session(extra) as (client, daemon):
            search = client.live_search("caf")
            self.assertEqual([len(next(search).hits), len(next(search).hits)], [1, 2])
            search.close()
            while client.open_requests:
                client._wait_and_receive()
                client._dispatch()
        self.assertIn(protocol.CANCEL, [frame.kind for frame in daemon.received])

    def test_a_query_allows_further_results_as_it_reads(self):
        allowed = [16]

        def extra(daemon, frame):
            if frame.kind == protocol.MORE_RESULTS:
                allowed[0] += 1
            if frame.kind == protocol.QUERY:
                self.request = frame.request
                self.sent_count = 0
            while self.sent_count < 40 and allowed[0] > 0:
                self.sent_count += 1
                allowed[0] -= 1
                item = hit(Item(str(self.sent_count)), 0)
                daemon.send(protocol.RESULTS, b"\x01" + item, self.request,
                            protocol.MORE if self.sent_count < 40 else 0)
            return True

        with Session(extra) as (client, _):
            found = [hit.item.identifier for hit in client.query("*", filters=["rating > 2"])]
        self.assertEqual(found, [str(number) for number in range(1, 41)])


class CallbackTests(unittest.TestCase):
    class Notes:
        """A delegate that indexes again what it is asked for."""

        index = None

        def reindex_all(self, name, reason):
            self.index.put(NOTES, client_state=reason.encode())

        def provide_data(self, name, identifier, content_type):
            if identifier != "note-1":
                raise KeyError(f"There is no {identifier}.")
            return b"\x01\x02\x03"

        def provide_file(self, name, identifier, content_type, in_place):
            return self.path

        def provide_items(self, name, identifiers):
            return NOTES

    def ask(self, name):
        """Has the daemon ask for something while the client waits, and gives the answer."""
        answers, delegate = [], self.Notes()

        def extra(daemon, frame):
            if frame.kind == protocol.CLIENT_STATE:
                self.waiting = frame.request
                daemon.connection.sendall(GOLDEN["daemon", name])
            elif frame.kind & 0x8000:
                answers.append(frame)
                daemon.send(protocol.CLIENT_STATE_STORED, b"\x00", self.waiting)
            else:
                return None
            return True

        with tempfile.NamedTemporaryFile() as file, Session(extra) as (client, daemon):
            file.write(b"content")
            file.flush()
            delegate.path = file.name
            delegate.index = client.open_index("main", delegate=delegate)
            self.assertIsNone(delegate.index.client_state())
        opening = daemon.received[1].payload
        self.assertEqual(opening[-6:], b"\x02" + struct.pack("<I", 1 | 8 | 16 | 32) + b"\0")
        self.assertEqual(answers[0].request, 7)
        return answers[0], daemon

    def test_everything_is_indexed_again_and_acknowledged(self):
        answer, daemon = self.ask("reindexAll")
        self.assertEqual((answer.kind, answer.payload), (protocol.ACKNOWLEDGED, b""))
        self.assertIn(protocol.APPLY, [frame.kind for frame in daemon.received])

    def test_data_are_provided(self):
        answer, _ = self.ask("provideData")
        self.assertEqual(answer.kind, protocol.DATA_PROVIDED)
        self.assertEqual(answer.payload, payload("client", "dataProvided"))

    def test_a_file_is_provided_as_a_descriptor(self):
        answer, _ = self.ask("provideFile")
        self.assertEqual(answer.kind, protocol.FILE_PROVIDED)
        [descriptor] = answer.descriptors
        self.assertEqual(os.pread(descriptor, 100, 0), b"content")
        os.close(descriptor)

    def test_items_are_provided(self):
        answer, _ = self.ask("provideItems")
        self.assertEqual(answer.payload, payload("client", "itemsProvided"))

    def test_what_the_app_cannot_do_is_a_failure(self):
        answer, _ = self.ask("reindexItems")
        self.assertEqual(answer.kind, protocol.FAILURE)
        self.assertEqual(read_failure(Reader(answer.payload)).code,
                         "providerFailed")

    def test_events_are_heard(self):
        heard = []

        class Patient:
            def throttle(self, begins, reason):
                heard.append((begins, reason))

        def extra(daemon, frame):
            for name in ("throttle", "classChanged", "goingAway"):
                daemon.connection.sendall(GOLDEN["daemon", name])

        with Session(extra) as (client, _):
            index = client.open_index("main", delegate=Patient())
            client.class_changed = lambda *condition: heard.append(condition)
            index.delete_all(wait=False)
            client.serve(timeout=5)
            self.assertEqual(client.going_away, (2, 250))
        self.assertEqual(heard, [(True, "battery"), (3, 0, None)])


if __name__ == "__main__":
    unittest.main()
