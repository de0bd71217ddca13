import CSystemd
@testable import FresnelBus
import FresnelPlatform

/// Messages of D-Bus from a process that does not keep to the rules: the number of bytes of a signature, the signature,
/// and the body, both as they are on the wire.
enum BusMessageTarget: FuzzTarget {
  static func seeds() throws -> [[UInt8]] {
    let bodies: [(signature: String, body: [UInt8])] = [
      ("", []), ("y", [7]), ("s", [5, 0, 0, 0] + Array("hello".utf8) + [0]),
      ("as", [13, 0, 0, 0, 1, 0, 0, 0, 0x61, 0, 0, 0, 0, 0, 0, 0, 0]),
      ("ay", [3, 0, 0, 0, 1, 2, 3]), ("(yb)", [1, 0, 0, 0, 1, 0, 0, 0]),
      ("v", [1, 0x75, 0, 0, 42, 0, 0, 0]),
      ("a{sv}", [10, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x6b, 0, 1, 0x79, 0, 7]),
      (
        "gox", [2, 0x61, 0x73, 0, 1, 0, 0, 0, 0x2f, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x80]
      ),
      (
        "nqiutd", [1, 0, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0] + Array(repeating: 1, count: 16)
      ),
    ]
    return try bodies.map { signature, body in
      let input = [UInt8(signature.utf8.count)] + Array(signature.utf8) + body
      guard let values = try values(of: signature, Array(body)), signed(values) == signature else {
        throw BusError(.malformed, "The message with signature \(signature) is not read.")
      }
      return input
    }
  }

  static func examine(_ input: [UInt8]) {
    let count = min(Int(input.first ?? 0), max(0, input.count - 1))
    let signature = String(decoding: input.dropFirst().prefix(count), as: UTF8.self)
    do {
      guard let values = try values(of: signature, Array(input.dropFirst(1 + count))) else {
        return
      }
      expect(signed(values) == signature, "The values are of other types than the message.")
      for value in values { _ = (value.text, value.number, value.elements?.count, value["k"]) }
    } catch let error as BusError {
      expect(error.code == .malformed, "The message fails for another reason: \(error)")
    } catch {
      expect(false, "\(error)")
    }
  }

  private static func signed(_ values: [BusValue]) -> String { BusValue.signature(of: values) }

  private static let handshake = Array(
    "DATA\r\nOK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n".utf8)

  /// What a connection reads of a signal; `nil` where sd-bus takes it for no message.
  private static func values(of signature: String, _ body: [UInt8]) throws -> [BusValue]? {
    let (near, far) = try UnixSocket.pair()
    var opened: OpaquePointer?
    let status = fresnel_bus_open(
      Int32(FRESNEL_BUS_CLIENT_SOCKET), nil, near.descriptor.rawValue, &opened)
    guard status >= 0, let bus = opened else { throw SystemError(errno: -status, call: "connect") }
    defer { fresnel_bus_close(bus) }
    var slot: OpaquePointer?
    guard fresnel_bus_match(bus, "type='signal'", 1, &slot) >= 0, let slot else { return nil }
    defer { fresnel_bus_slot_free(slot) }
    let bytes = handshake + signal(signature, body)
    // What does not fit into the socket is no message yet.
    _ = try bytes.withUnsafeBytes { try far.send($0, descriptors: []) }
    while fresnel_bus_process(bus, 64) > 0 {}
    var token: UInt64 = 0
    guard let message = fresnel_bus_take(bus, &token) else { return nil }
    return try BusMessage(adopting: message).values()
  }

  /// A signal in little-endian order as it is on the wire.
  private static func signal(_ signature: String, _ body: [UInt8]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.append(number: UInt32(truncatingIfNeeded: value))
      return bytes
    }
    var fields: [UInt8] = []
    func pad() {
      while fields.count % 8 != 0 { fields.append(0) }
    }
    func add(_ code: UInt8, _ type: Character, _ text: String) {
      pad()
      let length =
        type == "g" ? [UInt8(truncatingIfNeeded: text.utf8.count)] : number(text.utf8.count)
      fields += [code, 1] + String(type).utf8 + [0] + length + text.utf8 + [0]
    }
    add(1, "o", "/object")
    add(2, "s", "org.fresnel.Fuzz")
    add(3, "s", "Changed")
    if !signature.isEmpty { add(8, "g", signature) }
    // The zeros behind the last field do not count.
    let byteCount = fields.count
    pad()
    return [UInt8(ascii: "l"), 4, 1, 1] + number(body.count) + number(7) + number(byteCount)
      + fields + body
  }
}
