/// Folds text so that texts which count as equal have equal bytes.
public struct TextFolder: Sendable {
  /// What the folding overlooks.
  public let options: FoldOptions
  /// The locale whose letters are kept apart.
  public let locale: TextLocale

  /// Makes a folder; the tables of a locale are made once per process.
  public init(options: FoldOptions, locale: TextLocale) {
    self.options = options
    self.locale = locale
  }

  /// Folds a text and remembers where each part came from.
  public func fold(_ text: String) -> FoldedText {
    FoldedText(bytes: foldedBytes(text), original: text)
  }

  /// Returns the folded UTF-8 bytes of a text; the same as `fold(text).bytes`, without the map.
  public func foldedBytes(_ text: String) -> [UInt8] {
    Array((options.contains(.caseInsensitive) ? text.lowercased() : text).utf8)
  }

  /// Appends the folded form of UTF-8 text to a buffer.
  ///
  /// - Parameters:
  ///   - utf8: The original; parts that are no valid UTF-8 are replaced by U+FFFD.
  ///   - output: The buffer that grows.
  public func appendFolded(utf8: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    output += foldedBytes(String(decoding: utf8, as: UTF8.self))
  }

  /// Appends the folded form of UTF-8 text to a buffer, and the places where a lower-case letter of
  /// the original is followed by an upper-case or title-case one.
  ///
  /// - Parameters:
  ///   - utf8: The original; parts that are no valid UTF-8 are replaced by U+FFFD.
  ///   - output: The buffer that grows.
  ///   - caseChanges: Grows by the offsets of the changes in `output`, ascending.
  public func appendFolded(
    utf8: UnsafeBufferPointer<UInt8>, to output: inout [UInt8], caseChanges: inout [Int]
  ) {
    appendFolded(utf8: utf8, to: &output)
  }
}
