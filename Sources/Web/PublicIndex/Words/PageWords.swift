internal import FresnelModel
internal import FresnelText

/// The words of a page's texts, folded, one after the other: what is counted in again and again.
struct PageWords: Sendable {
  /// The bytes of one text that are looked at: what a page is about, it says early.
  static let largestText = 16_384
  /// Stands behind each word; none has it.
  static let end = UInt8(ascii: "\n")

  /// A text of the page.
  struct Text: Sendable {
    /// The field that it belongs to.
    let field: FieldGroup
    /// Where its words stand.
    let range: Range<Int>
    /// How many there are.
    let count: Int
  }

  /// The words of all texts, each with ``end`` behind it.
  private(set) var bytes: [UInt8] = []
  /// The texts.
  private(set) var texts: [Text] = []

  /// Takes the words out of an item.
  ///
  /// - Parameters:
  ///   - item: The page. One that is damaged has what could be read of it.
  ///   - language: The language that words are folded and parted by.
  /// - Complexity: O(*b*) in the bytes of its texts, of each at most ``largestText``.
  init(of item: EncodedItem, language: String) {
    let locale = TextLocale(identifier: language)
    let folder = TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: locale)
    try? item.forEachText(where: { $0.fieldGroup != nil }) { key, text in
      guard let field = key.fieldGroup else { return }
      var folded: [UInt8] = []
      folder.appendFolded(
        utf8: UnsafeBufferPointer(rebasing: text.prefix(Self.largestText)), to: &folded)
      let ranges = WordSegmenter.words(in: String(decoding: folded, as: UTF8.self), locale: locale)
      let start = bytes.count
      for range in ranges {
        bytes += folded[range]
        bytes.append(Self.end)
      }
      texts.append(Text(field: field, range: start..<bytes.count, count: ranges.count))
    }
  }

  /// About how much memory they take.
  var byteCount: Int { bytes.count + 32 * texts.count + 64 }
}
