internal import FresnelModel

/// How often an extension has failed in a row, and when it may be started again.
///
/// Seconds count from 1970, since this outlives the process.
package struct ExtensionBackOff: Hashable, Sendable {
  /// How often it has failed since it last ended in good order.
  package private(set) var failureCount = 0
  /// When it may be started again.
  package private(set) var notBefore: Int64 = 0
  /// How it last failed, in English.
  package private(set) var reason = ""

  /// Nothing has failed yet.
  package init() {}

  /// How many seconds an extension waits after the first, second, … failure.
  package static let delays: [Int64] = [60, 300, 1800, 4 * 3600, 24 * 3600]

  /// The extension failed.
  package mutating func fail(at now: Int64, _ reason: String) {
    failureCount += 1
    notBefore = now + Self.delays[min(failureCount, Self.delays.count) - 1]
    self.reason = reason
  }

  /// When the extension may be started again; `nil` when it may now.
  ///
  /// A moment further away than the longest delay comes from a clock that was wrong, then or now, and
  /// does not count.
  package func end(at now: Int64) -> Int64? {
    guard notBefore > now, let longest = Self.delays.last, notBefore - now <= longest
    else { return nil }
    return notBefore
  }

  /// The parts as bytes, to be kept: u32 count, i64 seconds, both little-endian, then the reason in
  /// UTF-8.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    let count = UInt32(clamping: failureCount)
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: count >> shift))
    }
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: notBefore >> shift))
    }
    return bytes + Array(reason.utf8)
  }

  /// Reads what ``bytes`` gives; `nil` for anything shorter.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 12 else { return nil }
    var count: UInt32 = 0
    for byte in bytes[0..<4].reversed() { count = count << 8 | UInt32(byte) }
    var moment: UInt64 = 0
    for byte in bytes[4..<12].reversed() { moment = moment << 8 | UInt64(byte) }
    failureCount = Int(count)
    notBefore = Int64(bitPattern: moment)
    reason = String(decoding: bytes[12...], as: UTF8.self)
  }
}
