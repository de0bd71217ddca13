/// The way from offsets in folded text to offsets in its original.
///
/// The map divides the text into pieces that fold as a whole. Neighbouring pieces that all take the
/// same number of bytes, before and after, share one entry: a word of Cyrillic needs no more than a
/// page of ASCII.
struct FoldMap: Sendable, FoldSink {
  private struct Entry {
    let folded: Int
    let original: Int
    /// The bytes of each piece, or 0 for a single piece of any length.
    let width: Int
  }

  private var entries: [Entry] = []
  private var originalCount = 0
  private var foldedCount = 0

  mutating func piece(original: Int, folded: Int, width: Int) {
    if width > 0, let last = entries.last, last.width == width { return }
    entries.append(Entry(folded: folded, original: original, width: width))
  }

  mutating func caseChange(folded: Int) {}

  /// Ends the map where the text ends.
  mutating func finish(original: Int, folded: Int) {
    originalCount = original
    foldedCount = folded
    // Text of single bytes from end to end needs no search.
    if entries.count == 1, entries[0].width == 1 { entries = [] }
  }

  /// Whether every byte stands for one byte of the original at the same offset.
  var isIdentity: Bool { entries.isEmpty }

  /// The last entry that starts at or before a folded offset.
  private func entryIndex(at offset: Int) -> Int {
    var low = 0
    var high = entries.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if entries[middle].folded <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The original offset that a folded offset stands for, or `nil` inside a piece.
  func originalOffset(of folded: Int) -> Int? {
    if isIdentity { return folded }
    if folded >= foldedCount { return folded == foldedCount ? originalCount : nil }
    let entry = entries[entryIndex(at: folded)]
    let distance = folded - entry.folded
    if distance == 0 { return entry.original }
    return entry.width > 0 && distance % entry.width == 0 ? entry.original + distance : nil
  }

  /// The start of the original piece that the byte at a folded offset came from.
  func originalStart(of folded: Int) -> Int {
    if isIdentity { return folded }
    if folded >= foldedCount { return originalCount }
    let entry = entries[entryIndex(at: folded)]
    if entry.width == 0 { return entry.original }
    let distance = folded - entry.folded
    return entry.original + distance - distance % entry.width
  }

  /// The end of the original piece that the byte at a folded offset came from.
  func originalEnd(of folded: Int) -> Int {
    if isIdentity { return folded + 1 }
    let index = entryIndex(at: folded)
    let entry = entries[index]
    if entry.width == 0 {
      return index + 1 < entries.count ? entries[index + 1].original : originalCount
    }
    let distance = folded - entry.folded
    return entry.original + distance - distance % entry.width + entry.width
  }

  /// The folded offset of the piece that starts at an original offset, or `nil` inside a piece.
  func foldedOffset(ofOriginal offset: Int) -> Int? {
    if isIdentity { return offset }
    if offset >= originalCount { return foldedCount }
    var low = 0
    var high = entries.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if entries[middle].original <= offset { low = middle } else { high = middle }
    }
    let entry = entries[low]
    let distance = offset - entry.original
    if distance == 0 { return entry.folded }
    return entry.width > 0 && distance % entry.width == 0 ? entry.folded + distance : nil
  }
}
