package import FresnelPlatform

/// Cuts a stream of bytes into frames and gives each the descriptors that came with it.
///
/// There is one for each direction of a connection. Whoever takes all frames out before adding more
/// bytes never holds more than one frame and what one receive brought. After an error the stream has
/// no frames any more, and the connection ends.
package struct FrameDecoder: ~Copyable {
  private var buffer: [UInt8] = []
  /// Where in the buffer the next frame starts.
  private var start = 0
  /// Those that no frame took yet, in the order in which they came.
  private var descriptors: [SharedDescriptor] = []

  /// Makes a decoder at the start of a stream.
  package init() {}

  /// Adds what a receive brought.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package mutating func append(
    _ bytes: UnsafeRawBufferPointer, descriptors: [SharedDescriptor] = []
  ) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
    self.descriptors += descriptors
  }

  /// The bytes of payload of the frame that has begun and is not whole; 0 when there is none, or its
  /// header is not there yet. What a peer may keep waiting is limited by this number.
  package var awaitedPayloadByteCount: Int {
    guard let header = try? header() else { return 0 }
    return header.payloadByteCount
  }

  private func header() throws(WireError) -> FrameHeader? {
    guard buffer.count - start >= FrameHeader.byteCount else { return nil }
    var reader = WireReader(buffer, in: start..<start + FrameHeader.byteCount)
    return try FrameHeader(from: &reader)
  }

  /// Takes the next whole frame out; `nil` when more bytes are needed.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed`` when a header breaks a limit, or the
  ///   descriptors that came are not those that the frames tell of.
  /// - Complexity: O(*n*) in the payload, whose bytes are copied at most once.
  package mutating func next() throws(WireError) -> RawFrame? {
    guard let header = try header() else {
      // Descriptors come with the first byte of their frame.
      let isBegun = buffer.count > start
      guard descriptors.count <= (isBegun ? WireLimits.descriptorsPerFrame : 0) else {
        throw WireError(.malformed, "Descriptors came that belong to no frame.")
      }
      return nil
    }
    guard descriptors.count >= header.descriptorCount else {
      throw WireError(
        .malformed,
        "A frame tells of \(header.descriptorCount) descriptors, and \(descriptors.count) came.")
    }
    let payloadStart = start + FrameHeader.byteCount
    let end = payloadStart + header.payloadByteCount
    guard buffer.count >= end else {
      guard descriptors.count == header.descriptorCount else {
        throw WireError(.malformed, "Descriptors came that belong to no frame.")
      }
      return nil
    }
    let own = Array(descriptors.prefix(header.descriptorCount))
    descriptors.removeFirst(header.descriptorCount)
    defer { start = end }
    return RawFrame(
      header: header, descriptors: own, bytes: Array(buffer[payloadStart..<end]),
      payload: 0..<header.payloadByteCount)
  }
}
