import FresnelStorage

/// The irregular documents of a segment that may have a pattern's terms.
///
/// Those whose runs are listed by their pieces are among them only if they hold all pieces of the pattern.
final class IrregularDocuments: Sendable {
  /// All irregular documents, by group.
  let all: TermEntry
  /// Those of them whose runs are listed by their pieces.
  let listed: TermEntry

  init(all: TermEntry, listed: TermEntry) {
    self.all = all
    self.listed = listed
  }

  /// So many pieces of a pattern are asked for; more seldom tell more.
  private static let mostPieces = 16
  /// To look a piece up takes about as long as to read so many postings.
  private static let postingsPerPiece = 64

  /// The documents that may have the pattern's terms in some groups.
  ///
  /// - Parameters:
  ///   - pattern: What is looked for.
  ///   - groups: Where.
  ///   - segment: The segment that the lists are of.
  ///   - budget: When it is exhausted, documents may be lacking.
  /// - Returns: The documents, ascending.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: O(*n*) in the irregular documents, whatever their texts are.
  func candidates(
    of pattern: TermPattern, in groups: PostingGroups, of segment: Segment,
    _ budget: inout SearchBudget
  ) throws(StorageError) -> [UInt32] {
    let pieces = try pieces(of: pattern, in: segment, &budget)
    var found: [UInt32] = []
    for group in PostingGroup.allCases where groups.contains(group) && !all[group].isEmpty {
      var cursor = PostingCursor(segment.source, documentCount: segment.documentCount)
      let isAllListed = all[group].count == listed[group].count
      // Mostly the irregular documents have nothing to do with what is looked for.
      if isAllListed, pieces.contains(where: { $0[group].isEmpty }) { continue }
      var documents: [UInt32] = []
      try cursor.move(to: all[group])
      while cursor.document != .max {
        documents.append(cursor.document)
        try cursor.next()
      }
      guard budget.spend(postings: documents.count) else { break }
      var open = documents
      if isAllListed {
        open = []
      } else if !listed[group].isEmpty {
        try cursor.move(to: listed[group])
        (open, documents) = try Self.split(documents, by: &cursor)
      } else {
        documents = []
      }
      for piece in pieces where !documents.isEmpty {
        if piece[group].isEmpty {
          documents = []
          break
        }
        guard budget.spend(postings: documents.count) else { break }
        try cursor.move(to: piece[group])
        documents = try Self.split(documents, by: &cursor).inList
      }
      found += open + documents
    }
    found.sort()
    return found
  }

  /// The lists of the pattern's pieces, up to the first that no document has.
  private func pieces(
    of pattern: TermPattern, in segment: Segment, _ budget: inout SearchBudget
  ) throws(StorageError) -> [TermEntry] {
    if listed.groups == 0 { return [] }
    let bytes = pattern.bytes
    var pieces: [TermEntry] = []
    for start in 0..<min(max(bytes.count - 1, 1), Self.mostPieces) {
      guard budget.spend(postings: Self.postingsPerPiece) else { break }
      let key = SegmentKeys.piece(Array(bytes[start..<min(start + 2, bytes.count)]))
      guard let entry = try segment.keys.entry(of: key) else { return [TermEntry()] }
      pieces.append(entry)
    }
    return pieces
  }

  /// Documents that a list lacks, and those that it has.
  private static func split(
    _ documents: [UInt32], by cursor: inout PostingCursor
  ) throws(StorageError) -> (others: [UInt32], inList: [UInt32]) {
    var (others, inList): ([UInt32], [UInt32]) = ([], [])
    for document in documents {
      try cursor.advance(to: document)
      if cursor.document == document { inList.append(document) } else { others.append(document) }
    }
    return (others, inList)
  }
}
