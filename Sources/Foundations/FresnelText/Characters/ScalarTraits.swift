import CICU

/// Properties of a code point, from ICU's data.
struct ScalarTraits: OptionSet {
  let rawValue: UInt32

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Looks up the traits of a code point.
  init(of scalar: UInt32) {
    rawValue = UInt32(truncatingIfNeeded: Self.table[scalar])
  }

  private init(_ bit: Int) {
    rawValue = UInt32(bit)
  }

  /// The canonical combining class.
  var combiningClass: UInt8 {
    UInt8(truncatingIfNeeded: rawValue >> UInt32(FRESNEL_COMBINING_CLASS_SHIFT))
  }

  /// The traits of all code points.
  static let table = ScalarTable { UInt64(fresnel_traits($0)) }

  static let letter = ScalarTraits(FRESNEL_LETTER)
  static let number = ScalarTraits(FRESNEL_NUMBER)
  static let mark = ScalarTraits(FRESNEL_MARK)
  static let lower = ScalarTraits(FRESNEL_LOWER)
  /// Upper or title case.
  static let upper = ScalarTraits(FRESNEL_UPPER)
  /// A letter of a script whose marks fold away.
  static let strippedScript = ScalarTraits(FRESNEL_STRIPPED_SCRIPT)
  /// A mark that folds away on such a letter.
  static let strippedMark = ScalarTraits(FRESNEL_STRIPPED_MARK)
  static let hangul = ScalarTraits(FRESNEL_HANGUL)
  /// Has a canonical decomposition.
  static let decomposes = ScalarTraits(FRESNEL_DECOMPOSES)
  /// Folding case and width changes it.
  static let folds = ScalarTraits(FRESNEL_FOLDS)
  static let emojiPresentation = ScalarTraits(FRESNEL_EMOJI_PRESENTATION)
  static let emoji = ScalarTraits(FRESNEL_EMOJI)
}
