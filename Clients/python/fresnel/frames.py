"""Frames: what messages travel in."""

import collections
import fcntl
import os
import struct

from .errors import Failure, ProtocolError
from .protocol import DETACHED, INLINE_LIMIT, PAYLOAD_LIMIT, SEALS

Frame = collections.namedtuple("Frame", "kind flags request payload descriptors")


def encode_frame(kind, payload, request=0, descriptors=(), flags=0):
    """The bytes of a frame, and the descriptors that go with its first byte. The caller closes that
    of a long payload, which is the first, after sending it."""
    descriptors = list(descriptors)
    if len(payload) <= INLINE_LIMIT:
        header = struct.pack("<IHBBQ", len(payload), kind, flags, len(descriptors), request)
        return header + bytes(payload), descriptors
    if len(payload) > PAYLOAD_LIMIT:
        raise Failure("tooLarge", f"A message has {len(payload)} bytes.")
    descriptors.insert(0, seal(payload))
    return (struct.pack("<IHBBQ", 0, kind, flags | DETACHED, len(descriptors), request),
            descriptors)


def seal(payload):
    file = os.memfd_create("fresnel-payload", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    rest = memoryview(payload)
    while rest:
        rest = rest[os.write(file, rest):]
    fcntl.fcntl(file, fcntl.F_ADD_SEALS, SEALS | fcntl.F_SEAL_SEAL)
    return file


def read_sealed(file):
    try:
        seals = fcntl.fcntl(file, fcntl.F_GET_SEALS)
    except OSError:
        seals = 0
    if seals & SEALS != SEALS:
        raise ProtocolError("A payload is no sealed file in memory.")
    count = os.fstat(file).st_size
    if count > PAYLOAD_LIMIT:
        raise ProtocolError("A payload is too long.")
    return os.pread(file, count, 0)


class FrameDecoder:
    """Cuts a stream into frames, and gives each the descriptors that came with it."""

    def __init__(self):
        self.buffer, self.descriptors = bytearray(), []

    def append(self, run, descriptors=()):
        self.buffer += run
        self.descriptors += descriptors

    def next(self):
        """The next whole frame, or None."""
        if len(self.buffer) < 16:
            if len(self.descriptors) > (4 if self.buffer else 0):
                raise ProtocolError("Descriptors came that belong to no frame.")
            return None
        count, kind, flags, descriptor_count, request = struct.unpack_from("<IHBBQ", self.buffer)
        if count > INLINE_LIMIT or flags > 3 or descriptor_count > 4:
            raise ProtocolError("A frame breaks a limit.")
        if descriptor_count > len(self.descriptors):
            raise ProtocolError("A frame came without its descriptors.")
        if len(self.buffer) < 16 + count:
            return None
        payload = bytes(self.buffer[16:16 + count])
        own = self.descriptors[:descriptor_count]
        del self.buffer[:16 + count], self.descriptors[:descriptor_count]
        if flags & DETACHED:
            if count > 0 or not own:
                raise ProtocolError("A frame has no payload, or two.")
            file = own.pop(0)
            try:
                payload = read_sealed(file)
            finally:
                os.close(file)
        return Frame(kind, flags, request, payload, own)
