/// Numbers by which paired devices know each other, which say nothing to anybody else and change every quarter
/// of an hour.
package enum HandoffHint {
  /// How many seconds an epoch lasts.
  package static let secondsOfAnEpoch: UInt64 = 900
  /// The bytes of a hint in an announcement.
  package static let findByteCount = 8
  /// The bytes of the hint that a connection begins with.
  package static let callByteCount = 16

  /// The epoch of a time, in seconds since 1970.
  package static func epoch(atSeconds seconds: UInt64) -> UInt64 {
    seconds / secondsOfAnEpoch
  }

  /// The epochs of which hints are taken: clocks differ, and an announcement is cached.
  package static func accepted(at epoch: UInt64) -> [UInt64] {
    [epoch] + (epoch > 0 ? [epoch - 1] : []) + (epoch < .max ? [epoch + 1] : [])
  }

  /// The hint by which a device lets another one find it, 8 bytes.
  ///
  /// - Parameters:
  ///   - pairKey: The secret of the pair.
  ///   - publicKey: That of the device that announces itself.
  ///   - epoch: When.
  /// - Returns: The hint.
  package static func find(
    pairKey: SecretBytes, publicKey: [UInt8], epoch: UInt64
  ) -> [UInt8] {
    hint("find", findByteCount, pairKey, publicKey, epoch)
  }

  /// The hint with which a device calls another one, 16 bytes.
  ///
  /// - Parameters:
  ///   - pairKey: The secret of the pair.
  ///   - publicKey: That of the device that calls.
  ///   - epoch: When.
  /// - Returns: The hint.
  package static func call(
    pairKey: SecretBytes, publicKey: [UInt8], epoch: UInt64
  ) -> [UInt8] {
    hint("call", callByteCount, pairKey, publicKey, epoch)
  }

  private static func hint(
    _ purpose: String, _ byteCount: Int, _ pairKey: SecretBytes, _ publicKey: [UInt8],
    _ epoch: UInt64
  ) -> [UInt8] {
    let message = Array(purpose.utf8) + publicKey + Sodium.littleEndian(epoch)
    return Array(Sodium.mac(message, key: pairKey).prefix(byteCount))
  }
}

extension DeviceBook {
  /// The device that made the hint of a call, if a paired one did now or an epoch off.
  ///
  /// - Complexity: Three hashes for each device, and always all of them.
  package func caller(of hint: [UInt8], epoch: UInt64) -> Device? {
    maker(of: hint, epoch: epoch) { HandoffHint.call(pairKey: $0, publicKey: $1, epoch: $2) }
  }

  /// The device that made a hint of an announcement, if a paired one did now or an epoch off.
  ///
  /// - Complexity: Three hashes for each device, and always all of them.
  package func announcer(of hint: [UInt8], epoch: UInt64) -> Device? {
    maker(of: hint, epoch: epoch) { HandoffHint.find(pairKey: $0, publicKey: $1, epoch: $2) }
  }

  private func maker(
    of hint: [UInt8], epoch: UInt64,
    _ expected: (_ pairKey: SecretBytes, _ publicKey: [UInt8], _ epoch: UInt64) -> [UInt8]
  ) -> Device? {
    var found: Device?
    for device in devices {
      for epoch in HandoffHint.accepted(at: epoch)
      where SecretBytes.areEqual(expected(device.pairKey, device.publicKey, epoch), hint) {
        found = device
      }
    }
    return found
  }
}
