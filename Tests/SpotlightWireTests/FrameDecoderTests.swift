import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

@Suite("FrameDecoder and FrameParser")
struct FrameDecoderTests {
  /// A frame of any bytes, which the encoder would not make.
  private func frame(
    payload: [UInt8] = [], claiming byteCount: Int? = nil, kind: UInt16 = 0x0012, flags: UInt8 = 0,
    descriptors: UInt8 = 0, request: UInt64 = 1
  ) -> [UInt8] {
    var writer = WireWriter()
    writer.append(UInt32(byteCount ?? payload.count))
    writer.append(kind)
    writer.append(flags)
    writer.append(descriptors)
    writer.append(request)
    return writer.finish() + payload
  }

  private func code(
    of bytes: [UInt8], _ descriptors: [SharedDescriptor] = []
  ) -> WireError.Code? {
    var stream = Stream()
    stream.pieces.append((bytes, descriptors))
    do throws(WireError) {
      let _: [Envelope<ClientMessage>] = try stream.envelopes()
      return nil
    } catch {
      return error.code
    }
  }

  @Test("Frames are found wherever the stream is cut", arguments: 0..<6 as Range<UInt64>)
  func cuts(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let sent = SampleMessages.client.map(\.envelope).filter { $0.descriptors.isEmpty }
    var bytes: [UInt8] = []
    for envelope in sent { bytes += try FrameEncoder.frame(envelope).bytes }
    var stream = Stream()
    while !bytes.isEmpty {
      let count = min(bytes.count, 1 + generator.below(seed == 0 ? 1 : 300))
      stream.pieces.append((Array(bytes.prefix(count)), []))
      bytes.removeFirst(count)
    }
    let received: [Envelope<ClientMessage>] = try stream.envelopes()
    #expect(received.map(\.message) == sent.map(\.message), "seed \(seed)")
    #expect(received.map(\.request) == sent.map(\.request), "seed \(seed)")
  }

  @Test("Descriptors go to the frame that they came with, in any company")
  func descriptors() throws {
    let import1 = ClientMessage.importFile(FileImport(fileName: "1", contentType: ""))
    let import2 = ClientMessage.importFile(FileImport(fileName: "2", contentType: ""))
    let first = try #require(SampleMessages.descriptor())
    let second = try #require(SampleMessages.descriptor())
    let plain = try FrameEncoder.frame(Envelope(ClientMessage.clientState(1), request: 1)).bytes
    let one = try FrameEncoder.frame(Envelope(import1, request: 2, descriptors: [first])).bytes
    let two = try FrameEncoder.frame(Envelope(import2, request: 3, descriptors: [second])).bytes
    // As a socket gives them: joined with what came before, a header cut in the middle.
    var stream = Stream()
    stream.pieces = [
      (plain + one.prefix(5), [first]), (Array(one[5..<17]), []), (Array(one[17...]), []),
      (two + plain, [second]),
    ]
    let received: [Envelope<ClientMessage>] = try stream.envelopes()
    #expect(received.map(\.request) == [1, 2, 3, 1])
    #expect(
      received.map { $0.descriptors.map(\.rawValue) } == [
        [], [first.rawValue], [second.rawValue], [],
      ])
  }

  @Test("Headers that break a limit end the stream at once, before their payload comes")
  func headers() {
    #expect(code(of: frame(claiming: (1 << 20) + 1)) == .malformed)
    #expect(code(of: frame(claiming: 1 << 31)) == .malformed)
    #expect(code(of: frame(flags: 4)) == .malformed)
    #expect(code(of: frame(descriptors: 5)) == .malformed)
    #expect(code(of: frame(flags: 1)) == .malformed, "detached, without a descriptor")
    #expect(code(of: frame(claiming: 1 << 20)) == nil, "the payload has not come yet")
  }

  @Test("Descriptors that are missing, too many, or of no frame end the stream")
  func wrongDescriptors() throws {
    let file = try #require(SampleMessages.descriptor())
    #expect(code(of: frame(payload: [1, 0, 0, 0], descriptors: 1)) == .malformed)
    #expect(code(of: frame(payload: [1, 0, 0, 0]), [file]) == .malformed)
    #expect(code(of: frame(claiming: 100, descriptors: 1), [file, file]) == .malformed)
    #expect(code(of: [0], Array(repeating: file, count: 5)) == .malformed)
    #expect(code(of: [0], Array(repeating: file, count: 4)) == nil)
    // As many as the frame says, and more than its message has.
    #expect(code(of: frame(payload: [1, 0, 0, 0], descriptors: 1), [file]) == .malformed)
  }

  @Test("Request numbers, and the flag for more, are only where they belong")
  func numbers() {
    #expect(code(of: frame(payload: [1, 0, 0, 0])) == nil)
    #expect(code(of: frame(payload: [1, 0, 0, 0], request: 0)) == .malformed)
    #expect(code(of: frame(payload: [UInt8](repeating: 0, count: 8), kind: 0x00F1)) == .malformed)
    #expect(code(of: frame(payload: [1, 0, 0, 0], flags: 2)) == .malformed)
  }

  @Test("An unknown kind is told apart, and the stream goes on")
  func unknownKinds() throws {
    var stream = Stream()
    stream.pieces.append((frame(payload: [1], kind: 0x0077), []))
    try stream.append(Envelope(ClientMessage.clientState(3), request: 2))
    let frames = try stream.frames()
    let error = #expect(throws: WireError.self) {
      let _: Envelope<ClientMessage> = try FrameParser.envelope(of: frames[0])
    }
    #expect(error?.code == .unknownKind)
    let envelope: Envelope<ClientMessage> = try FrameParser.envelope(of: frames[1])
    #expect(envelope.message == .clientState(3))
  }

  @Test("A decoder tells how much of a frame it waits for")
  func awaited() throws {
    var decoder = FrameDecoder()
    let bytes = frame(payload: [UInt8](repeating: 0, count: 10), claiming: 100_000)
    bytes.withUnsafeBytes { decoder.append(UnsafeRawBufferPointer(rebasing: $0[..<10])) }
    #expect(decoder.awaitedPayloadByteCount == 0)
    bytes.withUnsafeBytes { decoder.append(UnsafeRawBufferPointer(rebasing: $0[10...])) }
    #expect(try decoder.next() == nil)
    #expect(decoder.awaitedPayloadByteCount == 100_000)
  }

  @Test("A long message travels as a sealed file, and costs its reader no copy of the items")
  func detached() throws {
    let text = String(repeating: "a", count: 400_000)
    let items = try (0..<5).map { number in
      var attributes = Attributes()
      attributes[.textContent] = .string(text)
      return try EncodedItem(
        validating: ItemCodec.encode(
          Item(uniqueIdentifier: "\(number)", attributes: attributes)))
    }
    let message = ClientMessage.apply(ApplyBatch(handle: 1, operations: [.put(items)]))
    let frame = try FrameEncoder.frame(Envelope(message, request: 9))
    #expect(frame.bytes.count == FrameHeader.byteCount)
    #expect(frame.descriptors.count == 1)
    var stream = Stream()
    stream.pieces.append((frame.bytes, frame.descriptors))
    let received: [Envelope<ClientMessage>] = try stream.envelopes()
    #expect(received.map(\.message) == [message])
    #expect(received.first?.descriptors.isEmpty == true)
  }

  @Test("A payload that its sender could still change, or that is no file in memory, is refused")
  func foreignPayload() throws {
    let (socket, _) = try UnixSocket.pair()
    let null = try FileDescriptor(opening: "/dev/null", for: .reading)
    for descriptor in [socket.descriptor, try SharedDescriptor(sharing: null)] {
      #expect(code(of: frame(flags: 1, descriptors: 1), [descriptor]) == .badDescriptor)
    }
    let file = try #require(SampleMessages.descriptor())
    #expect(code(of: frame(flags: 1, descriptors: 1), [file]) == .malformed, "three bytes")
  }

  @Test("A message that is too long is not sent")
  func tooLong() {
    let message = ClientMessage.applySealed(
      SealedChanges(handle: 1, bytes: [UInt8](repeating: 0, count: WireLimits.payloadByteCount)))
    let error = #expect(throws: WireError.self) {
      try FrameEncoder.frame(Envelope(message, request: 1))
    }
    #expect(error?.code == .tooLarge)
  }

  @Test("Messages cross a socket, with what belongs to them")
  func socket() throws {
    let (near, far) = try UnixSocket.pair()
    var decoder = FrameDecoder()
    var buffer = [UInt8](repeating: 0, count: 100)
    var received: [Envelope<DaemonMessage>] = []
    for (_, envelope) in SampleMessages.daemon {
      let frame = try FrameEncoder.frame(envelope)
      let sent = try frame.bytes.withUnsafeBytes {
        try near.send($0, descriptors: frame.descriptors)
      }
      #expect(sent == frame.bytes.count)
    }
    near.shutdown()
    reading: while true {
      switch try buffer.withUnsafeMutableBytes({ try far.receive(into: $0) }) {
      case .bytes(let count, let descriptors, _):
        buffer.withUnsafeBytes {
          decoder.append(UnsafeRawBufferPointer(rebasing: $0[..<count]), descriptors: descriptors)
        }
        while let frame = try decoder.next() {
          received.append(try FrameParser.envelope(of: frame))
        }
      case .wouldBlock, .end: break reading
      }
    }
    let expected = SampleMessages.daemon.map(\.envelope)
    #expect(received.map(\.message) == expected.map(\.message))
    #expect(received.map(\.descriptors.count) == expected.map(\.descriptors.count))
  }

  @Test("Damaged streams end with an error or wait for more", arguments: 0..<20 as Range<UInt64>)
  func mutations(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    for (_, envelope) in SampleMessages.client where envelope.descriptors.isEmpty {
      bytes += try FrameEncoder.frame(envelope).bytes
    }
    for _ in 0..<20 {
      _ = code(of: generator.mutate(bytes))
      _ = code(of: generator.mutate(Array(bytes.shuffled(using: &generator))))
    }
  }
}
