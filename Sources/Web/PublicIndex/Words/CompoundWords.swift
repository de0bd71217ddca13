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
package struct CompoundWords {
  /// Where an item keeps the marks, with spaces between.
  private static let key = AttributeKey.custom(
    CustomAttributeKey(name: "fresnel_page_words", isSearchable: false))
  /// What each page with the attribute has. Another number is for other rules.
  static let everywhere = Array("k1".utf8)
  /// Longer words have no mark.
  private static let longestWord = 80
  /// A word whose case changes more often is marked as a whole alone.
  private static let mostCaseChanges = 8
  private static let folder = TextFolder(
    options: [.caseInsensitive, .diacriticInsensitive], locale: .root)

  private var marks: Set<[UInt8]> = []

  /// Writes the marks of an item's texts into it; what it had of them before goes.
  package static func note(in item: inout Item) {
    item.attributes[key] = nil
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
    guard word.count <= longestWord, word.allSatisfy(isInside) else { return nil }
    var mark: [UInt8] = []
    for byte in word {
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
    return ([UInt8(ascii: "t")] + mark, [UInt8(ascii: "a")] + mark)
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
      !RankedWord.isOneTerm(Array(stretch[first...last]))
    else { return }
    let text = String(decoding: stretch[first...last], as: UTF8.self)
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
    guard !RankedWord.isOneTerm(Array(word)), let (inTitle, anywhere) = Self.marks(of: word) else {
      return
    }
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

  /// Whether a byte may be inside a word that has a mark. Scripts written without spaces are left out: their words are
  /// found by a dictionary, which depends on what stands around them.
  private static func isInside(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    case 0xE3...0xED: false
    default: byte >= 0x80 || joins(byte)
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
