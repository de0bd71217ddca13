import FresnelText

/// One text of an item while patterns are held against it: folded once, the rest on demand.
///
/// A class so that what one pattern made the element compute serves the next. Never shared between
/// tasks.
final class FoldedElement {
  /// The folded UTF-8.
  var bytes: [UInt8] { folded.bytes }
  /// The text as the item holds it.
  let text: String
  /// The folded text with its map. To make the map takes a fraction of the time that folding does, and
  /// word boundaries would have the text folded once more for it.
  let folded: FoldedText

  init(_ text: String, folder: TextFolder) {
    self.text = text
    folded = folder.fold(text)
  }

  /// Whether a word of the original starts or ends at a folded offset.
  func isWordBoundary(_ offset: Int) -> Bool {
    folded.isWordBoundary(at: offset)
  }

  /// Whether a run of letters and digits of the original, or a part of one between changes of case, starts or ends
  /// at a folded offset.
  func isRunEdge(_ offset: Int) -> Bool {
    folded.isRunEdge(at: offset)
  }

  /// Whether the original is ASCII, of which each byte folds to one and is a grapheme; only a line
  /// break of two is one together. No map is needed then, which takes longer to get at than to ask.
  private lazy var isASCII: Bool = text.utf8.allSatisfy { $0 < 0x80 }

  /// Whether an offset lies between the two parts of a line break.
  private func isInsideLineBreak(_ offset: Int) -> Bool {
    offset > 0 && offset < bytes.count && bytes[offset] == UInt8(ascii: "\n")
      && bytes[offset - 1] == UInt8(ascii: "\r")
  }

  /// The end of the grapheme that starts at an offset, or `nil` if none does.
  func grapheme(from offset: Int) -> Int? {
    guard isASCII else { return folded.graphemeEnd(after: offset) }
    guard offset < bytes.count, !isInsideLineBreak(offset) else { return nil }
    return isInsideLineBreak(offset + 1) ? offset + 2 : offset + 1
  }

  /// The start of the grapheme that ends at an offset, or `nil` if none does.
  func grapheme(before offset: Int) -> Int? {
    if isASCII {
      guard offset > 0, !isInsideLineBreak(offset) else { return nil }
      return isInsideLineBreak(offset - 1) ? offset - 2 : offset - 1
    }
    let start = graphemeStarts[offset]
    return start >= 0 ? start : nil
  }

  /// At each offset where a grapheme ends, its start; -1 elsewhere.
  private lazy var graphemeStarts: [Int] = {
    var starts = [Int](repeating: -1, count: bytes.count + 1)
    var offset = 0
    while let end = folded.graphemeEnd(after: offset), end > offset, end <= bytes.count {
      starts[end] = offset
      offset = end
    }
    return starts
  }()
}
