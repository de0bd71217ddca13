"""The parts that messages are made of, and their bytes."""

import struct

from .errors import ProtocolError


class Writer:
    """Appends the parts that messages are made of."""

    def __init__(self):
        self.bytes = bytearray()

    def fixed(self, form, *values):
        self.bytes += struct.pack("<" + form, *values)
        return self

    def raw(self, run):
        self.bytes += run
        return self

    def varint(self, number):
        while number >= 0x80:
            self.bytes.append(number & 0x7F | 0x80)
            number >>= 7
        self.bytes.append(number)
        return self

    def data(self, run):
        return self.varint(len(run)).raw(run)

    def text(self, text):
        return self.data(text.encode("utf-8"))

    def optional(self, value, write):
        self.bytes.append(0 if value is None else 1)
        if value is not None:
            write(value)
        return self

    def list(self, values, write):
        self.varint(len(values))
        for value in values:
            write(value)
        return self


class Reader:
    """Reads the parts that messages are made of, from bytes that may be anything."""

    def __init__(self, run):
        self.run, self.position = memoryview(run), 0

    def raw(self, count):
        if count > len(self.run) - self.position:
            raise ProtocolError("A message ends too early.")
        self.position += count
        return bytes(self.run[self.position - count:self.position])

    def fixed(self, form):
        return struct.unpack("<" + form, self.raw(struct.calcsize("<" + form)))[0]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.raw(1)[0]
            if shift == 63 and byte > 1 or byte == 0 and shift > 0:
                raise ProtocolError("A number is not in its shortest form.")
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def flag(self):
        byte = self.raw(1)[0]
        if byte > 1:
            raise ProtocolError("A flag is neither 0 nor 1.")
        return byte == 1

    def data(self):
        return self.raw(self.varint())

    def text(self):
        try:
            return self.data().decode("utf-8")
        except UnicodeDecodeError:
            raise ProtocolError("A text is not UTF-8.") from None

    def optional(self, read):
        return read() if self.flag() else None

    def list(self, read):
        count = self.varint()
        if count > len(self.run) - self.position:
            raise ProtocolError("A count runs past the end.")
        return [read() for _ in range(count)]

    def finish(self):
        if self.position != len(self.run):
            raise ProtocolError("A message goes on after its end.")
