"""What is asked about typed text, and the answers."""

import collections

from .encoding import Writer
from .errors import ProtocolError
from .messages import read_hit
from .protocol import READINGS, SUGGESTION_KINDS, TOKEN_KINDS

COUNT, EXACT, SETTLED = 2, 8, 16
_EDITED = ("oneEdit", "twoEdits")

Token = collections.namedtuple("Token", "kind start end shown query")
Term = collections.namedtuple("Term", "start end text prefix left_out code edits")
Understanding = collections.namedtuple("Understanding", "reading limited terms corrected_text")
Suggestion = collections.namedtuple("Suggestion", "kind text typed score key token")
_Answer = collections.namedtuple(
    "_Answer", "revision is_partial matches hits understandings order_keys snippets suggestions tokens")


class Answer(_Answer):
    """The hits that answer typed text, the best first, and how the text was understood.

    `understandings` has one for each hit, `snippets` and `order_keys` one or none at all. Places in
    texts are offsets into their UTF-8.
    """

    __slots__ = ()

    @property
    def did_correct(self):
        """Whether everything was found by a corrected text, and nothing by a better reading."""
        return self.corrected_text is not None

    @property
    def corrected_text(self):
        """The text that stands for what was typed; None where it stands for itself."""
        edited = READINGS.index(_EDITED[0])
        if not self.understandings or self.understandings[0].reading not in _EDITED:
            return None
        if any(READINGS.index(one.reading) < edited for one in self.understandings):
            return None
        return self.understandings[0].corrected_text


def write_token(writer, token):
    writer.fixed("B", TOKEN_KINDS.index(token.kind)).varint(token.start).varint(token.end)
    return writer.text(token.shown).text(token.query)


def write_ask(text, caret, tokens, filters, attributes, write_reach, limit, suggestions, rows, flags,
              budget, language, snippet_length, order, descending, after):
    """The payload of `ask`. `after` is a hit."""
    writer = Writer().text(text).varint(len(text.encode("utf-8")) if caret is None else caret)
    writer.list(tokens, lambda token: write_token(writer, token))
    writer.list(filters, lambda filter: writer.text(filter))
    writer.list(attributes, lambda name: writer.text(name))
    write_reach(writer).fixed("B", 0).varint(min(limit, 1000)).varint(min(suggestions, 100))
    writer.fixed("BBH", 1 if rows else 0, flags, budget).text(language).text("").text("")
    writer.fixed("H", min(snippet_length, 1000))
    if order is None:
        writer.fixed("B", 0)
    else:
        writer.fixed("B", 2 if descending else 1).text(order)
    writer.fixed("B", 0)
    writer.optional(after, lambda hit: writer.fixed("d", hit.score).text(hit.app).text(hit.index)
                    .text(hit.item.identifier))
    return writer.data(b"")


def _name(names, number):
    if number >= len(names):
        raise ProtocolError(f"{number} stands for nothing.")
    return names[number]


def _read_token(reader):
    return Token(_name(TOKEN_KINDS, reader.fixed("B")), reader.varint(), reader.varint(),
                 reader.text(), reader.text())


def _read_term(reader):
    start, end, text = reader.varint(), reader.varint(), reader.text()
    bits, edits = reader.fixed("B"), reader.fixed("B")
    return Term(start, end, text, bool(bits & 1), bool(bits & 2), bool(bits & 4), edits)


def _read_understanding(reader):
    reading, flags = _name(READINGS, reader.fixed("B")), reader.fixed("B")
    terms = reader.list(lambda: _read_term(reader))
    return Understanding(reading, bool(flags & 1), terms, reader.text() if flags & 2 else None)


def _read_suggestion(reader):
    return Suggestion(
        _name(SUGGESTION_KINDS, reader.fixed("B")), reader.text(),
        reader.list(lambda: (reader.varint(), reader.varint())), reader.fixed("d"), reader.data(),
        reader.optional(lambda: _read_token(reader)))


def read_answer(reader):
    """The payload of `answered`."""
    revision, is_partial, matches = reader.fixed("I"), reader.flag(), reader.optional(reader.varint)
    hits = reader.list(lambda: read_hit(reader))
    places = reader.list(reader.varint)
    known = reader.list(lambda: _read_understanding(reader))
    if len(places) != len(hits) or any(place >= len(known) for place in places):
        raise ProtocolError("Hits were found by nothing that was understood.")
    reader.data()
    order_keys = reader.list(lambda: reader.optional(reader.data))
    snippets = reader.list(reader.text)
    suggestions = reader.list(lambda: _read_suggestion(reader))
    tokens = reader.list(lambda: _read_token(reader))
    reader.finish()
    return Answer(revision, is_partial, matches, hits, [known[place] for place in places],
                  order_keys, snippets, suggestions, tokens)
