/// The limits of an activity; whoever reads one refuses what goes beyond them.
package enum ActivityLimits {
  /// The longest encoding of an activity, and of a value alone, in bytes: 256 KiB.
  package static let byteCount = 256 << 10
  /// The longest encoding of an activity that is handed to another device, in bytes: 16 KiB.
  package static let handedOverByteCount = 16 << 10
  /// How deeply values may nest: the outermost one, such as the whole `userInfo`, is at depth 0.
  package static let depth = 64
  /// The most values inside one value, counting itself, collections and keys.
  package static let valueCount = 1 << 16
  /// The longest type, in bytes of UTF-8; it has one byte at least.
  package static let typeByteCount = 1 << 10
  /// The longest title, in bytes of UTF-8.
  package static let titleByteCount = 4 << 10
  /// The most keywords.
  package static let keywordCount = 256
  /// The longest URL or identifier, in bytes of UTF-8.
  package static let addressByteCount = 64 << 10
  /// The most dates of visits that are kept of a state.
  package static let visitDates = 16
  /// How long after a visit that was counted another one counts, in seconds.
  package static let secondsBetweenVisits = 60.0
}
