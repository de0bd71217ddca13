/// The way from offsets in folded text to offsets in its original.
///
/// The map divides the text into pieces: chunks, which fold as a whole, and runs of bytes, which
/// fold one by one and need one entry however long they are.
struct FoldMap: Sendable, FoldSink {
  private struct Piece {
    let folded: Int
    let original: Int
    let isBytes: Bool
  }

  private var pieces: [Piece] = []
  private var originalCount = 0
  private var foldedCount = 0

  mutating func chunk(original: Int, folded: Int) {
    pieces.append(Piece(folded: folded, original: original, isBytes: false))
  }

  mutating func bytes(original: Int, folded: Int) {
    pieces.append(Piece(folded: folded, original: original, isBytes: true))
  }

  mutating func caseChange(folded: Int) {}

  /// Ends the map where the text ends.
  mutating func finish(original: Int, folded: Int) {
    originalCount = original
    foldedCount = folded
    // One run of bytes from end to end needs no search.
    if pieces.count == 1, pieces[0].isBytes { pieces = [] }
  }

  /// Whether every byte stands for one byte of the original at the same offset.
  var isIdentity: Bool { pieces.isEmpty }

  /// The last piece that starts at or before a folded offset.
  private func pieceIndex(at offset: Int) -> Int {
    var low = 0
    var high = pieces.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces[middle].folded <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The original offset that a folded offset stands for, or `nil` inside a chunk.
  func originalOffset(of folded: Int) -> Int? {
    if isIdentity { return folded }
    if folded >= foldedCount { return folded == foldedCount ? originalCount : nil }
    let piece = pieces[pieceIndex(at: folded)]
    if piece.isBytes { return piece.original + folded - piece.folded }
    return piece.folded == folded ? piece.original : nil
  }

  /// The start of the original piece that the byte at a folded offset came from.
  func originalStart(of folded: Int) -> Int {
    if isIdentity { return folded }
    if folded >= foldedCount { return originalCount }
    let piece = pieces[pieceIndex(at: folded)]
    return piece.isBytes ? piece.original + folded - piece.folded : piece.original
  }

  /// The end of the original piece that the byte at a folded offset came from.
  func originalEnd(of folded: Int) -> Int {
    if isIdentity { return folded + 1 }
    let index = pieceIndex(at: folded)
    let piece = pieces[index]
    if piece.isBytes { return piece.original + folded - piece.folded + 1 }
    return index + 1 < pieces.count ? pieces[index + 1].original : originalCount
  }

  /// The folded offset of the first piece that starts at or after an original offset.
  func foldedOffset(ofOriginal offset: Int) -> Int {
    if isIdentity { return offset }
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].original < offset { low = middle + 1 } else { high = middle }
    }
    let end = low < pieces.count ? pieces[low].folded : foldedCount
    guard low > 0, pieces[low - 1].isBytes else { return end }
    let previous = pieces[low - 1]
    return min(previous.folded + offset - previous.original, end)
  }
}
