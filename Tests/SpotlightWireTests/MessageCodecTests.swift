import FresnelTestSupport
import SpotlightWire
import Testing

extension WireMessage {
  /// The bytes of the payload.
  fileprivate var payload: [UInt8] {
    var writer = WireWriter()
    write(to: &writer)
    return writer.finish()
  }

  /// Reads a whole payload.
  fileprivate static func read(
    _ kind: MessageKind, _ payload: [UInt8]
  ) throws(WireError) -> Self? {
    var reader = WireReader(payload)
    let message = try Self(kind, from: &reader)
    try reader.finish()
    return message
  }

  /// Reads bytes that may be anything. Bytes that are accepted must be the one encoding of what they
  /// hold.
  fileprivate static func examine(_ kind: MessageKind, _ payload: [UInt8], seed: UInt64) {
    do throws(WireError) {
      guard let message = try read(kind, payload) else { return }
      #expect(message.payload == payload, "\(kind), seed \(seed)")
    } catch {
      #expect(error.code == .malformed, "\(kind), seed \(seed)")
    }
  }
}

@Suite("Messages and their bytes")
struct MessageCodecTests {
  @Test("A message with any content is read back as it was", arguments: 0..<20 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var messages = RandomMessages(seed: seed)
    for kind in MessageKind.allCases {
      if let message = messages.client(kind) {
        #expect(message.kind == kind)
        #expect(try ClientMessage.read(kind, message.payload) == message, "seed \(seed)")
      }
      if let message = messages.daemon(kind) {
        #expect(message.kind == kind)
        #expect(try DaemonMessage.read(kind, message.payload) == message, "seed \(seed)")
      }
    }
  }

  @Test("A message that is cut short or goes on is refused")
  func truncations() throws {
    func check<Message: WireMessage>(_ message: Message) {
      let payload = message.payload
      for count in payload.indices {
        let bytes = Array(payload[..<count])
        do throws(WireError) {
          // Without the fields that were added at its end it is a message, too.
          let read = try Message.read(message.kind, bytes)
          #expect(Self.longerKinds.contains(message.kind), "\(message.kind), \(count) bytes")
          #expect(read?.payload == bytes)
        } catch {
          #expect(error.code == .malformed)
        }
      }
      #expect(throws: WireError.self) { try Message.read(message.kind, payload + [0]) }
    }
    for (_, envelope) in SampleMessages.client { check(envelope.message) }
    for (_, envelope) in SampleMessages.daemon { check(envelope.message) }
  }

  /// The kinds to which fields were added that are left out at their old value.
  private static let longerKinds: Set<MessageKind> = [
    .search, .found, .takeOver, .unlock, .historyListed, .choicesListed, .searchesListed,
  ]

  @Test("Damaged bytes are refused, or are another message", arguments: 0..<8 as Range<UInt64>)
  func mutations(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func check<Message: WireMessage>(_ message: Message) {
      let payload = message.payload
      for _ in 0..<30 {
        let damaged = generator.mutate(payload, changes: 1 + generator.below(3))
        Message.examine(message.kind, damaged, seed: seed)
      }
    }
    for (_, envelope) in SampleMessages.client { check(envelope.message) }
    for (_, envelope) in SampleMessages.daemon { check(envelope.message) }
  }

  @Test("Noise is refused, or is a message", arguments: 0..<4 as Range<UInt64>)
  func noise(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for kind in MessageKind.allCases {
      for _ in 0..<30 {
        // Small numbers look like lengths, tags and flags.
        let bytes = (0..<generator.below(60)).map { _ in
          UInt8(generator.once(in: 4) ? generator.below(256) : generator.below(4))
        }
        ClientMessage.examine(kind, bytes, seed: seed)
        DaemonMessage.examine(kind, bytes, seed: seed)
      }
    }
  }

  @Test("Numbers beyond what the protocol allows are refused")
  func bounds() {
    var request = SearchRequest(form: .typed, text: "", limit: 5000)
    #expect(request.limit == 1000)
    request.limit = 1001
    #expect(throws: WireError.self) {
      try ClientMessage.read(.search, ClientMessage.search(request).payload)
    }
    let methods = SetDelegate(handle: 1, methods: DelegateMethods(rawValue: 64))
    #expect(throws: WireError.self) {
      try ClientMessage.read(.setDelegate, ClientMessage.setDelegate(methods).payload)
    }
  }

  @Test("Any side reads a refusal of a later version")
  func laterRefusal() throws {
    let refusal = DaemonMessage.refused(
      Refusal(Refusal.Code(rawValue: 999), "?", lowestVersion: 7, highestVersion: 9))
    #expect(try DaemonMessage.read(.refused, refusal.payload) == refusal)
  }
}
