import FresnelPlatform
import FresnelText

/// What the terms of a segment depend on besides its items.
///
/// A segment with another fingerprint may hold other terms than a query asks for: its items have to
/// be analysed again.
package struct AnalyzerFingerprint: Hashable, Sendable {
  /// The version of our own rules: how text is cut, which groups attributes belong to, how items are
  /// scored.
  package var rules: UInt32
  /// A checksum of the classes of characters, which follow the Unicode version of the Swift library.
  package var characterClasses: UInt32
  /// The version of ICU, which folds the text.
  package var library: String

  package init(rules: UInt32, characterClasses: UInt32, library: String) {
    self.rules = rules
    self.characterClasses = characterClasses
    self.library = library
  }

  /// Makes ``current``, which takes a while the first time.
  package static func prepare() { _ = current }

  /// Whether the columns have the values under keys that are not searchable, which were left out before
  /// version 2 of the rules.
  var coversAllKeys: Bool { rules >= 2 }

  /// The fingerprint of what this process makes.
  package static let current = AnalyzerFingerprint(
    rules: 2, characterClasses: CRC32C.checksum(of: CharacterClass.basicPlane),
    library: UnicodeLibrary.version)
}
