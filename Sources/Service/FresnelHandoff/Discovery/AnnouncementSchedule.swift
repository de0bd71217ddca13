/// When what a device tells the network about itself changes: once an epoch, at a moment that nobody else knows.
///
/// If devices changed at the same second, who watches would see which ones keep the same time, and the same second
/// would join the old name to the new. So each change comes within ``spread`` around the beginning of its epoch.
/// Times are seconds since 1970 of a clock that may be set.
package struct AnnouncementSchedule: Sendable {
  /// How many seconds before and after the beginning of an epoch its announcement may begin.
  ///
  /// Hints of neighbouring epochs are taken, so two devices whose clocks are less than an epoch less this many seconds
  /// apart always find each other.
  package static let spread: UInt64 = 225

  /// The epoch of which hints are announced.
  package private(set) var epoch: UInt64
  /// When the next one begins, in seconds since 1970.
  package private(set) var nextChange: UInt64

  /// Begins with the epoch of now.
  ///
  /// - Parameters:
  ///   - seconds: Now.
  ///   - generator: Where the moments come from.
  package init(at seconds: UInt64, using generator: inout some RandomNumberGenerator) {
    epoch = HandoffHint.epoch(atSeconds: seconds)
    nextChange = Self.change(after: epoch, notBefore: seconds + 1, using: &generator)
  }

  /// Takes the time.
  ///
  /// - Parameters:
  ///   - seconds: Now.
  ///   - generator: Where the moments come from.
  /// - Returns: Whether name, hints and port are to be made anew.
  package mutating func advance(
    to seconds: UInt64, using generator: inout some RandomNumberGenerator
  ) -> Bool {
    let start = epoch * HandoffHint.secondsOfAnEpoch
    let end = start + HandoffHint.secondsOfAnEpoch + Self.spread
    guard seconds + Self.spread >= start, seconds < end else {
      // The clock was set, or the machine slept.
      self = AnnouncementSchedule(at: seconds, using: &generator)
      return true
    }
    guard seconds >= nextChange else { return false }
    epoch += 1
    nextChange = Self.change(after: epoch, notBefore: seconds + 1, using: &generator)
    return true
  }

  private static func change(
    after epoch: UInt64, notBefore first: UInt64, using generator: inout some RandomNumberGenerator
  ) -> UInt64 {
    let middle = (epoch + 1) * HandoffHint.secondsOfAnEpoch
    return UInt64.random(in: max(middle - spread, first)..<middle + spread, using: &generator)
  }
}
