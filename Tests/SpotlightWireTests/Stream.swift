import FresnelPlatform
import SpotlightWire

/// Bytes and descriptors on their way from one side to the other.
struct Stream {
  /// What is received, piece by piece.
  var pieces: [(bytes: [UInt8], descriptors: [SharedDescriptor])] = []

  init() {}

  init<Message: WireMessage>(_ envelopes: Envelope<Message>...) throws {
    for envelope in envelopes { try append(envelope) }
  }

  mutating func append<Message: WireMessage>(_ envelope: Envelope<Message>) throws {
    let frame = try FrameEncoder.frame(envelope)
    pieces.append((frame.bytes, frame.descriptors))
  }

  /// The frames, as a decoder finds them.
  func frames() throws(WireError) -> [RawFrame] {
    var decoder = FrameDecoder()
    var frames: [RawFrame] = []
    for (bytes, descriptors) in pieces {
      bytes.withUnsafeBytes { decoder.append($0, descriptors: descriptors) }
      while let frame = try decoder.next() { frames.append(frame) }
    }
    return frames
  }

  /// The messages, as a parser reads them.
  func envelopes<Message: WireMessage>() throws(WireError) -> [Envelope<Message>] {
    var envelopes: [Envelope<Message>] = []
    for frame in try frames() { envelopes.append(try FrameParser.envelope(of: frame)) }
    return envelopes
  }
}
