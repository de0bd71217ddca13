/// Folds text so that texts which count as equal have equal bytes.
///
/// Folded text is in Normalization Form C, and folding it again changes nothing.
public struct TextFolder: Sendable {
  /// What the folding overlooks.
  public let options: FoldOptions
  /// The locale whose letters are kept apart.
  public let locale: TextLocale

  /// Whether all text folds as it does under the root locale: in the languages that count no letter with
  /// a mark or stroke as one of its own.
  public var foldsAsRoot: Bool { table.foldsAsRoot }

  private let table: FoldTable

  /// Makes a folder; the tables of a locale are made once per process.
  public init(options: FoldOptions, locale: TextLocale) {
    self.options = options
    self.locale = locale
    table = FoldTable.table(options: options, locale: locale)
  }

  /// Folds a text and remembers where each part came from.
  ///
  /// - Returns: The folded text with its map; texts in ASCII need none.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func fold(_ text: String) -> FoldedText {
    var text = text
    var bytes: [UInt8] = []
    var map = FoldMap()
    text.withUTF8 { utf8 in
      var pass = FoldPass(table: table, text: utf8, sink: FoldMap())
      pass.run(into: &bytes)
      map = pass.sink
    }
    map.finish(original: text.utf8.count, folded: bytes.count)
    return FoldedText(bytes: bytes, original: text, map: map, folder: self)
  }

  /// Returns the folded UTF-8 bytes of a text; the same as `fold(text).bytes`, without the map.
  ///
  /// - Returns: UTF-8 in Normalization Form C.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func foldedBytes(_ text: String) -> [UInt8] {
    var text = text
    var bytes: [UInt8] = []
    text.withUTF8 { appendFolded(utf8: $0, to: &bytes) }
    return bytes
  }

  /// Appends the folded form of UTF-8 text to a buffer.
  ///
  /// - Parameters:
  ///   - utf8: The original; parts that are no valid UTF-8 are replaced by U+FFFD.
  ///   - output: The buffer that grows.
  public func appendFolded(utf8: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    // What is typed and what is looked for is mostly a word of ASCII.
    if table.foldsASCIIDirectly, utf8.count <= Self.shortCount, isASCII(utf8) {
      if output.isEmpty { output.reserveCapacity(utf8.count) }
      guard options.contains(.caseInsensitive) else { return output.append(contentsOf: utf8) }
      for byte in utf8 { output.append(byte &- 0x41 < 26 ? byte | 0x20 : byte) }
      return
    }
    var pass = FoldPass(table: table, text: utf8, sink: NoSink())
    pass.run(into: &output)
  }

  /// Whether a text folds to some bytes, without folding it.
  ///
  /// - Parameters:
  ///   - text: The original.
  ///   - folded: Text as this folder folds it.
  /// - Returns: The answer for a text in ASCII; `nil` for one that has to be folded.
  public func folds(_ text: String, to folded: [UInt8]) -> Bool? {
    guard table.foldsASCIIDirectly else { return nil }
    let foldsCase = options.contains(.caseInsensitive)
    var index = 0
    var isEqual = true
    for byte in text.utf8 {
      if byte >= 0x80 { return nil }
      let byte = foldsCase && byte &- 0x41 < 26 ? byte | 0x20 : byte
      isEqual = isEqual && index < folded.count && folded[index] == byte
      index += 1
    }
    return isEqual && index == folded.count
  }

  /// Up to so many bytes, preparing a pass takes longer than folding byte by byte.
  private static let shortCount = 64

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
    var pass = FoldPass(table: table, text: utf8, sink: CaseChangeSink(offsets: caseChanges))
    caseChanges = []
    pass.run(into: &output)
    caseChanges = pass.sink.offsets
  }
}

/// Keeps nothing.
private struct NoSink: FoldSink {
  mutating func piece(original: Int, folded: Int, width: Int) {}
  mutating func caseChange(folded: Int) {}
}

/// Keeps the changes of case.
private struct CaseChangeSink: FoldSink {
  var offsets: [Int]

  mutating func piece(original: Int, folded: Int, width: Int) {}
  mutating func caseChange(folded: Int) { offsets.append(folded) }
}
