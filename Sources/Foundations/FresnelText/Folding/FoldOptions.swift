/// What a comparison of texts may overlook. Canonical equivalence is always overlooked: folded text
/// is in Normalization Form C.
public struct FoldOptions: OptionSet, Hashable, Sendable {
  /// The options as bits.
  public let rawValue: UInt8

  /// Makes a set of options from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Upper and lower case, by full case folding (`ß` is `ss`), and full and half width.
  public static let caseInsensitive = FoldOptions(rawValue: 1 << 0)

  /// Marks in Latin, Greek, Cyrillic, Hebrew and Arabic, and strokes such as that of `ø`, except on
  /// the letters that the locale counts as letters of their own.
  public static let diacriticInsensitive = FoldOptions(rawValue: 1 << 1)
}
