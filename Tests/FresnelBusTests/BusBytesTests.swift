import BusTestSupport
import FresnelBus
import FresnelPlatform
import FresnelTestSupport
import Testing

/// What comes from a process that does not keep to the rules.
@Suite("Bytes on a bus connection")
struct BusBytesTests {
  /// A message in little-endian order, its header and its body as they are on the wire.
  private static func signal(body: [UInt8], signature: String) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var fields: [UInt8] = []
    func pad() {
      while fields.count % 8 != 0 { fields.append(0) }
    }
    func add(_ code: UInt8, _ type: String, _ text: String) {
      pad()
      let count = type == "g" ? [UInt8(text.utf8.count)] : number(text.utf8.count)
      fields += [code, 1] + [UInt8](type.utf8) + [0] + count + [UInt8](text.utf8) + [0]
    }
    add(1, "o", "/object")
    add(2, "s", "org.fresnel.Test")
    add(3, "s", "Changed")
    add(8, "g", signature)
    // The zeros behind the last field do not count.
    let byteCount = fields.count
    pad()
    return [UInt8(ascii: "l"), 4, 1, 1] + number(body.count) + number(7) + number(byteCount)
      + fields + body
  }

  /// Lets a connection shake hands with bytes, as a server that says yes to everything.
  private static let handshake = [UInt8](
    "DATA\r\nOK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n".utf8)

  @Test("Random and mutated bytes end the connection or tell nothing", arguments: 0..<40)
  func bytes(seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    try await withLoop { running in
      let (near, far) = try UnixSocket.pair()
      let client = try BusConnection.open(
        .descriptor(near.descriptor, isServer: false), on: running.loop)
      let subscription = try client.subscribe(to: BusSignal(nil, "org.fresnel.Test", "Changed")) {
        _ = $0.map(\.typeSignature)
      }
      let (ends, telling) = AsyncStream<Void>.makeStream()
      client.whenClosed { telling.finish() }
      var bytes = Self.handshake
      let text: [UInt8] = [5, 0, 0, 0] + [UInt8]("hello".utf8) + [0]
      for _ in 0..<8 { bytes += Self.signal(body: text, signature: "s") }
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = .random(in: .min ... .max, using: &generator)
      }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...min(64, rest.count), using: &generator)
        let sent = try? rest.prefix(count).withUnsafeBytes {
          try far.send($0, descriptors: [])
        }
        guard let sent, sent > 0 else { break }
        rest = rest.dropFirst(sent)
        await running.settle()
      }
      far.shutdown()
      for await _ in ends {}
      withExtendedLifetime(subscription) {}
    }
  }

  @Test("The same bytes tell everything as long as nothing is changed in them")
  func unchangedBytes() async throws {
    try await withLoop { running in
      let (near, far) = try UnixSocket.pair()
      let client = try BusConnection.open(
        .descriptor(near.descriptor, isServer: false), on: running.loop)
      let (signals, telling) = AsyncStream<[BusValue]>.makeStream()
      let subscription = try client.subscribe(to: BusSignal(nil, "org.fresnel.Test", "Changed")) {
        telling.yield($0)
      }
      client.whenClosed { telling.finish() }
      let text: [UInt8] = [5, 0, 0, 0] + [UInt8]("hello".utf8) + [0]
      let bytes = Self.handshake + Self.signal(body: text, signature: "s")
      _ = try bytes.withUnsafeBytes { try far.send($0, descriptors: []) }
      var told: [[BusValue]] = []
      for await values in signals {
        told.append(values)
        far.shutdown()
      }
      #expect(told == [[.string("hello")]])
      withExtendedLifetime(subscription) {}
    }
  }

  @Test("A message that would make millions of values is not taken apart")
  func amplification() async throws {
    try await withLoop { running in
      let peer = try TestBusPeer(on: running.loop)
      try peer.answer("/object", "org.fresnel.Test", "Count") { arguments in
        .success([.uint64(UInt64(arguments.first?.elements?.count ?? 0))])
      }
      let many = BusValue.array(
        element: "b", [BusValue](repeating: .bool(true), count: 300_000))
      guard case .failure(let error) = await peer.client.call(method("Count", [many])) else {
        Issue.record("So many values were read.")
        return
      }
      #expect(error.message.contains("too many"))
      // Bytes are one value, however many.
      let bytes = BusValue.bytes([UInt8](repeating: 7, count: 1 << 20))
      #expect(
        await peer.client.call(method("Count", [bytes])) == .success([.uint64(1 << 20)]))
    }
  }
}
