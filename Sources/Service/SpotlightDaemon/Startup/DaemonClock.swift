internal import FresnelPlatform

/// The time of day that the daemon goes by: the machine's, which tests move.
package struct DaemonClock: Equatable, Sendable {
  /// A file that holds by how many seconds this clock is ahead of the machine's; `nil` for not at all. It
  /// is read again whenever somebody asks what time it is.
  package var offsetPath: String?

  /// The machine's clock.
  package init() {}

  /// Seconds since 1970.
  package var secondsSince1970: Double {
    WallClock.secondsSince1970 + Double(offset)
  }

  /// Whole seconds since 1970.
  package var wholeSeconds: Int64 { Int64(secondsSince1970) }

  /// Seconds of a clock that only goes forward, also while the machine sleeps. What tests add to the time of day has
  /// passed by this one, too.
  package var elapsedSeconds: Int64 { BootClock.seconds + Int64(offset) }

  private var offset: Int32 {
    guard let offsetPath, let bytes = try? FileSystem.contents(of: offsetPath) else { return 0 }
    return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) ?? 0
  }
}
