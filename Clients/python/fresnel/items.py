"""Items and their bytes, as in Documentation/formats/item.md."""

import datetime
import struct
from dataclasses import dataclass, field
from typing import Any, Dict, Optional

from .attributes import ATTRIBUTES
from .encoding import Reader, Writer
from .errors import ProtocolError

_NAMES = {number: name for name, number in ATTRIBUTES.items()}
_CUSTOM = 0xFFFF
_REFERENCE = datetime.datetime(2001, 1, 1, tzinfo=datetime.timezone.utc)
_UPDATE, _DOMAIN, _EXPIRY = 1, 2, 4
_SEARCHABLE, _SEARCHABLE_BY_DEFAULT = 1, 2


class URL(str):
    """A text that is stored as a URL."""


@dataclass
class Item:
    """An item. The values of attributes are None, bool, int, float, datetime, str, bytes, `URL`,
    and lists and dictionaries of these. None is only for updates, where it deletes.

    Names that `ATTRIBUTES` does not know are custom attributes, searchable by default.
    """

    identifier: str
    attributes: Dict[str, Any] = field(default_factory=dict)
    domain: Optional[str] = None
    expires: Optional[datetime.datetime] = None
    is_update: bool = False


def _seconds(moment):
    return (moment - _REFERENCE).total_seconds()


def _write_value(writer, value, tagged):
    """Appends a value, behind its type if it is part of another."""
    tag, write = _form(writer, value)
    if tagged:
        writer.fixed("B", tag)
    write()
    return tag


def _form(writer, value):
    if value is None:
        return 0, lambda: None
    if isinstance(value, bool):
        return (2 if value else 1), lambda: None
    if isinstance(value, int):
        if not -1 << 63 <= value < 1 << 63:
            raise ValueError("A whole number has more than 64 bits.")
        return 3, lambda: writer.varint(value << 1 if value >= 0 else (-value << 1) - 1)
    if isinstance(value, (float, datetime.datetime)):
        number = value if isinstance(value, float) else _seconds(value)
        if number != number:
            raise ValueError("NaN cannot be stored.")
        return (4 if isinstance(value, float) else 5), lambda: writer.fixed("d", number or 0.0)
    if isinstance(value, URL):
        return 8, lambda: writer.text(value)
    if isinstance(value, str):
        return 6, lambda: writer.text(value)
    if isinstance(value, (bytes, bytearray)):
        return 7, lambda: writer.data(value)
    if isinstance(value, (list, tuple)):
        return 11, lambda: writer.list(value, lambda part: _write_value(writer, part, True))
    if isinstance(value, dict):
        pairs = sorted(value.items(), key=lambda pair: pair[0].encode("utf-8"))
        return 12, lambda: writer.list(
            pairs, lambda pair: (writer.text(pair[0]), _write_value(writer, pair[1], True)))
    raise TypeError(f"A value of type {type(value).__name__} cannot be stored.")


def encode_item(item):
    """The bytes of an item."""
    def key(name):
        number = ATTRIBUTES.get(name, _CUSTOM)
        return number, name.encode("ascii")

    names = [name for name in item.attributes
             if item.is_update or item.attributes[name] is not None]
    table, values = Writer(), Writer()
    identifier = item.identifier.encode("utf-8")
    domain = (item.domain or "").encode("utf-8")
    start = 28 + 8 * len(names) + len(identifier) + len(domain)
    for name in sorted(names, key=key):
        number, offset, flags = key(name)[0], start + len(values.bytes), 0
        if number == _CUSTOM:
            values.text(name)
            flags = _SEARCHABLE | _SEARCHABLE_BY_DEFAULT
        tag = _write_value(values, item.attributes[name], tagged=False)
        table.fixed("HBBI", number, tag, flags, offset)
    flags = (_UPDATE if item.is_update else 0) | (_DOMAIN if item.domain is not None else 0)
    flags |= _EXPIRY if item.expires is not None else 0
    expiry = _seconds(item.expires) if item.expires is not None else 0.0
    header = struct.pack(
        "<2sBBIIIId", b"FI", 1, flags, start + len(values.bytes), len(identifier), len(domain),
        len(names), expiry or 0.0)
    return header + table.bytes + identifier + domain + values.bytes


def decode_item(run):
    """Makes an item of its bytes."""
    if len(run) < 28:
        raise ProtocolError("An item is cut short.")
    magic, version, flags, length, identifier_length, domain_length, count, expiry = (
        struct.unpack_from("<2sBBIIIId", run))
    names_start = 28 + 8 * count
    start = names_start + identifier_length + domain_length
    if (magic, version) != (b"FI", 1) or length != len(run) or start > length:
        raise ProtocolError("An item is damaged, or of a later version.")
    rows = [struct.unpack_from("<HBBI", run, 28 + 8 * row) for row in range(count)]
    ends = [row[3] for row in rows[1:]] + [length]
    attributes = {}
    for (number, tag, _, offset), end in zip(rows, ends):
        if not start <= offset <= end <= length:
            raise ProtocolError("An item is damaged.")
        reader = Reader(run[offset:end])
        name = reader.text() if number == _CUSTOM else _NAMES.get(number, f"attribute-{number}")
        attributes[name] = _read_value(reader, tag)
        reader.finish()
    middle = names_start + identifier_length
    try:
        identifier, domain = run[names_start:middle].decode(), run[middle:start].decode()
    except UnicodeDecodeError:
        raise ProtocolError("An item's identifier is not UTF-8.") from None
    return Item(
        identifier, attributes, domain if flags & _DOMAIN else None,
        _REFERENCE + datetime.timedelta(seconds=expiry) if flags & _EXPIRY else None,
        bool(flags & _UPDATE))


def _read_value(reader, tag, depth=0):
    if depth > 16:
        raise ProtocolError("An item's values are nested too deeply.")
    if tag in (0, 1, 2):
        return (None, False, True)[tag]
    if tag == 3:
        number = reader.varint()
        return number >> 1 if number & 1 == 0 else -(number >> 1) - 1
    if tag in (4, 5):
        number = reader.fixed("d")
        return number if tag == 4 else _REFERENCE + datetime.timedelta(seconds=number)
    if tag in (6, 8):
        return reader.text() if tag == 6 else URL(reader.text())
    if tag == 7:
        return reader.data()
    if tag == 9:
        flags = reader.fixed("B")
        person = {"displayName": reader.text() if flags & 1 else None,
                  "handleIdentifier": reader.text()}
        person["contactIdentifier"] = reader.text() if flags & 2 else None
        person["handles"] = reader.list(reader.text)
        return person
    if tag == 10:
        return dict(reader.list(lambda: (reader.text(), reader.text())))
    if tag == 11:
        return reader.list(lambda: _read_value(reader, reader.fixed("B"), depth + 1))
    if tag == 12:
        return dict(reader.list(
            lambda: (reader.text(), _read_value(reader, reader.fixed("B"), depth + 1))))
    raise ProtocolError("An item has a value of an unknown type.")
