package import FresnelText

/// The words that a person typed, to show where a title has them.
///
/// A word of the title counts whose beginning is a typed word, whatever case and marks of letters. Words that were
/// found by a correction or in another form are not shown.
package struct TypedWords: Sendable {
  private let folder: TextFolder
  private let words: [[UInt8]]

  /// The most words that are looked for.
  private static let capacity = 20

  /// Takes a text apart.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - locale: Whose letters and words these are.
  package init(_ text: String, locale: TextLocale) {
    folder = TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: locale)
    let bytes = folder.foldedBytes(text)
    let ranges = WordSegmenter.words(in: String(decoding: bytes, as: UTF8.self), locale: locale)
    words = ranges.prefix(Self.capacity).map { Array(bytes[$0]) }
  }

  /// Where a title has the words.
  ///
  /// - Parameter title: A line.
  /// - Returns: Ranges of its UTF-8, ascending, at most one for each of its words.
  /// - Complexity: O(*n* · *m*) in the words of both.
  package func matches(in title: String) -> [Range<Int>] {
    guard !words.isEmpty else { return [] }
    let folded = folder.fold(title)
    let ranges = WordSegmenter.words(
      in: String(decoding: folded.bytes, as: UTF8.self), locale: folder.locale)
    return ranges.compactMap { range in
      let word = folded.bytes[range]
      let longest = words.lazy.filter { word.starts(with: $0) }.map(\.count).max()
      guard let longest else { return nil }
      return folded.originalRange(of: range.lowerBound..<range.lowerBound + longest)
    }
  }
}
