package import FresnelStorage

/// Asks the positions of one segment's documents whether the words of a phrase stand side by side.
package struct PhraseTest: ~Copyable {
  /// What positions tell of a document that has the words.
  package enum Answer: Comparable {
    /// It does not match.
    case no
    /// Its text has to be looked at.
    case maybe
    /// It has the phrase, in ASCII, and at its ends what the clause asks for.
    case yes
  }

  private let source: ByteSource
  private var reader: PositionsReader
  private var search: PhraseSearch

  /// Makes a test of documents that `reader` reads.
  package init(_ clause: PhraseClause, _ reader: consuming PositionsReader) {
    source = reader.source
    self.reader = reader
    search = PhraseSearch(clause)
  }

  /// What is known of a document, in which all words of the phrase must be known to occur.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func answer(_ document: UInt32) throws(StorageError) -> Answer {
    let bytes = try reader.record(document)
    // No two words of the document are side by side.
    if bytes.isEmpty { return .no }
    do throws(PositionDamage) {
      guard let record = try PositionRecord(bytes) else { return .maybe }
      return try search.answer(record)
    } catch {
      throw StorageError(
        .corrupted, "The positions of a document are damaged.", path: source.path)
    }
  }
}
