package import FresnelModel
internal import FresnelQuery
internal import FresnelSegments
internal import FresnelText

/// The words of a page that the index has as several terms, such as `ocean's` and `image_view`, each as one term more.
///
/// Postings tell which pages have the parts of such a word, and not whether these stand together. To find that out, each
/// page that has the parts would have to be unpacked. So an update writes for each such word a *mark* into an attribute
/// that no other search looks at: letters and digits, which are one term. A search looks for the mark in the segments whose
/// pages all have the attribute, and compares texts in the others, which an earlier version wrote.
///
/// Marks share the postings of all attributes that a query must name, some of which hold what a page says, such as its
/// address. So that no page can claim a mark, each begins with a letter that those attributes must not have.
package struct CompoundWords {
  /// Where an item keeps the marks, with spaces between.
  private static let key = AttributeKey.custom(
    CustomAttributeKey(name: "fresnel_page_words", isSearchable: false))
  /// What each mark begins with: a letter of inscriptions that has no case and no marks, so that it is folded to itself and
  /// goes on with letters and digits. Addresses can't have it, for they write all beyond ASCII in percent signs.
  static let sign: Unicode.Scalar = "\u{A7F7}"
  private static let signBytes = Array(String(sign).utf8)
  /// What each page with the attribute has. Another number is for other rules.
  static let everywhere = signBytes + Array("k1".utf8)
  /// Longer words have a mark of so many of their bytes, for those who type a beginning. A mark may take three times as
  /// many, and the index cuts long terms.
  private static let longestWord = 80
  /// What ends the mark of a word that is cut off: no byte of a word is written so.
  private static let cutOff = Array("q0".utf8)
  /// A word whose case changes more often is marked as a whole alone.
  private static let mostCaseChanges = 8
  private static let folder = TextFolder(
    options: [.caseInsensitive, .diacriticInsensitive], locale: .root)

  private var marks: Set<[UInt8]> = []

  /// Writes the marks of an item's texts into it; what it had of them before goes.
  package static func note(in item: inout Item) {
    item.attributes[key] = nil
    for (key, value) in item.attributes.values where key.fieldGroup == nil {
      var holdsSign = false
      value.forEachElementText(under: key) {
        holdsSign = holdsSign || $0.unicodeScalars.contains(sign)
      }
      // Else the page could say of itself which words it has.
      if holdsSign { item.attributes[key] = nil }
    }
    var words = CompoundWords()
    for (key, value) in item.attributes.values where key.fieldGroup != nil {
      value.forEachElementText(under: key) {
        words.add($0, isTitle: key == .builtIn(.title))
      }
    }
    let marks = [everywhere] + words.marks.sorted { $0.lexicographicallyPrecedes($1) }
    item.attributes[key] = .string(
      String(decoding: Array(marks.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self))
  }

  /// The marks of a word in a title and anywhere; `nil` for a word that has none.
  ///
  /// - Parameter word: A word that is not one term, folded as the index folds.
  /// - Returns: Two terms. Those of a longer word begin with them.
  static func marks(of word: some Collection<UInt8>) -> (inTitle: [UInt8], anywhere: [UInt8])? {
    markedLength(of: word) == word.count ? marks(ofBeginning: word) : nil
  }

  /// How many bytes of a word a mark tells: all but those from the first character that is left out.
  private static func markedLength(of word: some Collection<UInt8>) -> Int {
    guard word.allSatisfy(isInside) else { return 0 }
    var length = 0
    for (lead, next) in zip(word, word.dropFirst()) {
      if length == longestWord || isLeftOut(lead, next) { return length }
      length += 1
    }
    return min(word.count, longestWord)
  }

  /// The marks of a word, or those that only its beginnings find, where it has more than a mark tells; `nil` where that is
  /// nothing.
  private static func marks(
    ofBeginning word: some Collection<UInt8>
  ) -> (inTitle: [UInt8], anywhere: [UInt8])? {
    let length = markedLength(of: word)
    guard length > 0 else { return nil }
    var mark: [UInt8] = []
    for byte in word.prefix(length) {
      switch byte {
      case UInt8(ascii: "q"): mark += [byte, byte]
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        mark.append(byte)
      default:
        // Behind a q stand two of the letters a to p, or another q.
        mark += [
          UInt8(ascii: "q"), UInt8(ascii: "a") + byte >> 4, UInt8(ascii: "a") + byte & 15,
        ]
      }
    }
    if word.count > length { mark += cutOff }
    return (signBytes + [UInt8(ascii: "t")] + mark, signBytes + [UInt8(ascii: "a")] + mark)
  }

  // MARK: - Texts

  private mutating func add(_ text: String, isTitle: Bool) {
    var text = text
    var folded: [UInt8] = []
    var caseChanges: [Int] = []
    text.withUTF8 { Self.folder.appendFolded(utf8: $0, to: &folded, caseChanges: &caseChanges) }
    var start = 0
    while start < folded.count {
      guard Self.isInside(folded[start]) else {
        start += 1
        continue
      }
      let end = folded[start...].firstIndex { !Self.isInside($0) } ?? folded.count
      add(folded[start..<end], caseChanges, isTitle: isTitle)
      start = end
    }
  }

  /// Adds the words of a stretch between characters that are part of no word.
  private mutating func add(_ stretch: ArraySlice<UInt8>, _ caseChanges: [Int], isTitle: Bool) {
    // A sentence's full stop joins nothing.
    guard let first = stretch.firstIndex(where: { !Self.joins($0) }),
      let last = stretch.lastIndex(where: { !Self.joins($0) }),
      Self.mayHoldMarked(stretch[first...last])
    else { return }
    let text = String(decoding: stretch[first...last], as: UTF8.self)
    // Offsets into the text are those into the stretch, unless a character was cut.
    guard text.utf8.count == last + 1 - first else { return }
    for range in WordSegmenter.words(in: text, locale: .root) {
      let word = (first + range.lowerBound)..<(first + range.upperBound)
      add(stretch[word], isTitle: isTitle)
      let edges =
        [word.lowerBound]
        + Self.elements(of: caseChanges, between: word) + [word.upperBound]
      guard edges.count > 2, edges.count <= Self.mostCaseChanges + 2 else { continue }
      // Words begin and end where the case changes, too.
      for start in edges.indices {
        for end in edges[(start + 1)...] { add(stretch[edges[start]..<end], isTitle: isTitle) }
      }
    }
  }

  private mutating func add(_ word: ArraySlice<UInt8>, isTitle: Bool) {
    guard !RankedWord.isOneTerm(Array(word)),
      let (inTitle, anywhere) = Self.marks(ofBeginning: word)
    else { return }
    marks.insert(anywhere)
    if isTitle { marks.insert(inTitle) }
  }

  /// Those of some ascending numbers that lie inside a range.
  private static func elements(of numbers: [Int], between range: Range<Int>) -> ArraySlice<Int> {
    var low = 0
    var high = numbers.count
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return numbers[low...].prefix { $0 < range.upperBound }
  }

  /// Whether a stretch may hold a word that has a mark: whether what stands between characters that are left out is more
  /// than single terms. To ask the dictionary about all text of Chinese and Japanese would take long.
  private static func mayHoldMarked(_ stretch: ArraySlice<UInt8>) -> Bool {
    var start = stretch.startIndex
    var offset = start
    while offset < stretch.endIndex {
      let end = min(offset + length(ofLead: stretch[offset]), stretch.endIndex)
      if end > offset + 1, isLeftOut(stretch[offset], stretch[offset + 1]) {
        if isSeveralTerms(stretch[start..<offset]) { return true }
        start = end
      }
      offset = end
    }
    return isSeveralTerms(stretch[start...])
  }

  /// Whether some text is neither one term nor only characters that join nothing here.
  private static func isSeveralTerms(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.firstIndex(where: { !joins($0) }),
      let last = text.lastIndex(where: { !joins($0) })
    else { return false }
    // What joins at the edge of a character that is left out joins nothing, or a word without a mark.
    return !RankedWord.isOneTerm(Array(text[first...last]))
  }

  /// The length of a character of UTF-8 by its first byte.
  private static func length(ofLead lead: UInt8) -> Int {
    lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
  }

  /// Whether a byte may be inside a stretch of words: part of a character beyond ASCII, or of those of ASCII at which
  /// a word goes on.
  private static func isInside(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: byte >= 0x80 || joins(byte)
    }
  }

  /// Whether two bytes begin a character that no mark tells. In scripts written without spaces a dictionary finds
  /// words, which depends on what stands around them. Some scripts with spaces are left out with their neighbours.
  private static func isLeftOut(_ lead: UInt8, _ next: UInt8) -> Bool {
    switch lead {
    // Thai and Lao.
    case 0xE0: 0xB8...0xBB ~= next
    // U+1000 to U+1CFF: Burmese, Khmer and others.
    case 0xE1: next < 0xB4
    // U+3000 to U+DFFF: Chinese, Japanese and Korean.
    case 0xE3...0xED: true
    // Wide and narrow forms of these.
    case 0xEF: 0xBC...0xBF ~= next
    // All beyond the Basic Multilingual Plane.
    default: lead >= 0xF0
    }
  }

  /// Whether a byte joins letters or digits on both its sides, and nothing where only one side has any.
  private static func joins(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"): true
    default: false
    }
  }
}
