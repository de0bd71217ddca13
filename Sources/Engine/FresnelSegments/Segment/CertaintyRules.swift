/// What the certainties of a segment's postings mean.
///
/// In files of version 3 a certainty told how sure it is that a term matches, never that it does not.
package enum CertaintyRules: UInt8, Sendable {
  /// Those of version 3: 1 says that an occurrence is ASCII, 2 that it begins at a boundary too, and 3 that it ends
  /// at one besides. All that it says holds in all languages.
  case old
  /// Those of ``Certainty``, but of some documents only what version 3 could tell.
  case mixed
  /// Those of ``Certainty``.
  case exact

  /// What a segment has that is merged of parts with these.
  static func joined(_ parts: some Sequence<CertaintyRules>) -> CertaintyRules {
    parts.allSatisfy { $0 == .exact } ? .exact : .mixed
  }

  /// A certainty as a merged segment has it.
  @inline(__always)
  func joined(_ certainty: UInt8) -> UInt8 { self == .old && certainty == 1 ? 0 : certainty }
}
