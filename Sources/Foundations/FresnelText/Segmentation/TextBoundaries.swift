import Synchronization

/// Where the words, the runs and the grapheme clusters of a text begin and end, found when first asked for.
///
/// Two threads that ask at once may both read the text; one of the equal answers is kept.
final class TextBoundaries: Sendable {
  private final class Offsets: Sendable {
    let set: OffsetSet

    init(_ set: OffsetSet) {
      self.set = set
    }
  }

  private let text: String
  private let folder: TextFolder
  private let words = AtomicLazyReference<Offsets>()
  private let runs = AtomicLazyReference<Offsets>()
  private let graphemes = AtomicLazyReference<Offsets>()

  /// Makes the boundaries of a text, of which the folder is what it was folded by.
  init(text: String, folder: TextFolder) {
    self.text = text
    self.folder = folder
  }

  /// Whether a word starts or ends at an offset, or the case changes from lower to upper.
  func isWordBoundary(at offset: Int) -> Bool {
    if let isBoundary = isWordBoundaryInASCII(at: offset) { return isBoundary }
    let offsets =
      words.load()
      ?? words.storeIfNil(Offsets(Self.wordBoundaries(in: text, locale: folder.locale)))
    return offsets.set.contains(offset)
  }

  /// The same from the characters around the offset, without reading the whole text; `nil` unless
  /// those are ASCII.
  ///
  /// No rule of UAX #29 looks further in ASCII than two characters back and two ahead: what reaches
  /// further are marks, flags and the scripts that are divided by dictionary.
  private func isWordBoundaryInASCII(at offset: Int) -> Bool? {
    text.utf8.withContiguousStorageIfAvailable { utf8 -> Bool? in
      guard offset > 0, offset < utf8.count else { return nil }
      for place in max(offset - 2, 0)..<min(offset + 2, utf8.count) where utf8[place] >= 0x80 {
        return nil
      }
      return ASCIIWords(utf8, joinsAtColon: folder.locale.joinsAtColon).isBoundary(at: offset)
        || ASCIIWords.isCaseChange(utf8, at: offset)
    } ?? nil
  }

  /// Whether there is an edge of runs at an offset, from the characters around it; `nil` unless those are ASCII.
  func isRunEdgeInASCII(at offset: Int) -> Bool? {
    text.utf8.withContiguousStorageIfAvailable { utf8 -> Bool? in
      guard offset > 0, offset < utf8.count else { return nil }
      return RunEdges.isEdge(offset, inASCIIOf: utf8)
    } ?? nil
  }

  /// Whether there is an edge of runs at an offset of the folded text.
  func isRunEdge(atFolded offset: Int) -> Bool {
    let offsets =
      runs.load() ?? runs.storeIfNil(Offsets(RunEdges.find(in: text, folder: folder)))
    return offsets.set.contains(offset)
  }

  /// The end of the grapheme cluster that starts at an offset; `nil` where none does.
  func graphemeEnd(after offset: Int) -> Int? {
    let offsets =
      graphemes.load() ?? graphemes.storeIfNil(Offsets(Self.graphemeBoundaries(in: text)))
    return offsets.set.contains(offset) ? offsets.set.next(after: offset) : nil
  }

  // MARK: - Reading the text

  private static func wordBoundaries(in text: String, locale: TextLocale) -> OffsetSet {
    var text = text
    return text.withUTF8 { utf8 in
      var offsets = OffsetSet(maximum: utf8.count)
      offsets.insert(0)
      if utf8.allSatisfy({ $0 < 0x80 }) {
        // ASCII comes here when a locale folds one of its letters to another.
        let rules = ASCIIWords(utf8, joinsAtColon: locale.joinsAtColon)
        for offset in utf8.indices.dropFirst() where rules.isBoundary(at: offset) {
          offsets.insert(offset)
        }
        offsets.insert(utf8.count)
      } else {
        WordIterator.forEachBoundary(in: utf8, locale: locale) { offset, _ in
          offsets.insert(offset)
        }
      }
      insertCaseChanges(in: utf8, into: &offsets)
      return offsets
    }
  }

  private static func insertCaseChanges(
    in utf8: UnsafeBufferPointer<UInt8>, into offsets: inout OffsetSet
  ) {
    var isAfterLower = false
    var offset = 0
    while offset < utf8.count {
      let (scalar, byteCount) = decodeScalar(in: utf8, at: offset)
      let traits = ScalarTraits(of: scalar)
      if !traits.contains(.mark) {
        if isAfterLower, traits.contains(.upper) { offsets.insert(offset) }
        isAfterLower = traits.contains(.lower)
      }
      offset += byteCount
    }
  }

  private static func graphemeBoundaries(in text: String) -> OffsetSet {
    var offsets = OffsetSet(maximum: text.utf8.count)
    var offset = 0
    offsets.insert(0)
    for character in text {
      offset += character.utf8.count
      offsets.insert(offset)
    }
    return offsets
  }
}
