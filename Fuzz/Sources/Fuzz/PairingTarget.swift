@testable import FresnelHandoff

/// A pairing with somebody who says anything, seen by the device that shows the code and by the one that has it typed.
///
/// An input's first byte has the side in bit 0, and in the others after how many bytes the stream is cut. What a
/// device draws at random is not the same each time, so nothing gets past the first thing that is checked; what is
/// behind it is tried by ``DeviceBookTarget``.
enum PairingTarget: FuzzTarget {
  static func seeds() throws -> [[UInt8]] {
    let greeting = PairingMessage.magic + [1] + [UInt8](repeating: 3, count: 16)
    let point: [UInt8] =
      [0xe2, 0xf2, 0xae, 0x0a, 0x6a, 0xbc, 0x4e, 0x71, 0xa8, 0x84, 0xa9, 0x61, 0xc5, 0x00, 0x51]
      + [0x5f, 0x58, 0xe3, 0x0b, 0x6a, 0xa5, 0x82, 0xdd, 0x8d, 0xb6, 0xa6, 0x59, 0x45, 0xe0, 0x8d]
      + [0x2d, 0x76]
    let identity = [UInt8](repeating: 0, count: PairingMessage.identityB.byteCount)
    return [
      [0xFE] + [UInt8](repeating: 3, count: 16) + point + identity,
      [0xFF] + greeting + point + identity, [0x03] + greeting + [UInt8](repeating: 0, count: 32),
    ]
  }

  static func examine(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let isShowing = first & 1 == 0
    let own = PairingIdentity(
      publicKey: [UInt8](repeating: 9, count: 32), name: "Tisch", port: 1, hosts: ["192.0.2.7"])
    var machine =
      isShowing
      ? PairingMachine(showing: PairingCode(digits: "123456", now: 0), own: own)
      : PairingMachine(typed: Array("123456".utf8), own: own, now: 0)
    guard (try? machine.connected(0)) != nil else { return }
    var rest = input.dropFirst()
    let size = max(1, Int(first >> 1))
    var isFailed = false
    while !rest.isEmpty {
      for step in machine.receive(Array(rest.prefix(size)), now: 1) {
        switch step {
        case .send: expect(!isFailed, "A run that failed goes on.")
        case .failed: isFailed = true
        case .store, .paired: expect(false, "Somebody is paired without the code.")
        }
      }
      expect(machine.waitingByteCount < 1_072, "More is kept than a message has.")
      rest = rest.dropFirst(size)
    }
    _ = machine.disconnected()
    _ = machine.time(200_000)
    expect(machine.deadline == nil && machine.isOver(at: 200_000), "A pairing does not end.")
  }
}
