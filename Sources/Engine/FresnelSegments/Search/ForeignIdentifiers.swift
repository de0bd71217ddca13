import FresnelQuery
import FresnelStorage
import FresnelText

/// The documents of a segment whose identifiers are not of ASCII alone: those that an identifier of other bytes may be
/// canonically equivalent to.
///
/// No index tells of them, so that all rows have to be looked at, once for each segment. There is a bit for each
/// document.
final class ForeignIdentifiers: Sendable {
  private let documents: DocumentSet
  /// Whether there was time for all rows; else documents may be lacking.
  let isWhole: Bool

  /// Looks for them.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: O(*n*) in the number of rows.
  init(of segment: Segment, _ budget: inout SearchBudget) throws(StorageError) {
    var documents = DocumentSet(documentCount: segment.documentCount)
    var isWhole = true
    if !segment.identifiers.hasOnlyASCIIIdentifiers {
      try segment.documents.forEachIdentifier { document, identifier in
        isWhole = budget.spend(postings: 1)
        if !isASCII(identifier) { documents.insert(document) }
        return isWhole
      }
    }
    self.documents = documents
    self.isWhole = isWhole
  }

  /// Adds those of them to a set whose identifiers equal one of some.
  ///
  /// - Parameters:
  ///   - identifiers: What they are compared with, as the evaluator compares.
  ///   - segment: The segment that the documents are of.
  ///   - found: Grows by the documents.
  ///   - budget: When it is exhausted, documents may be lacking.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: O(*n*) in the number of these documents.
  func addMembers(
    of identifiers: TextSet, in segment: Segment, to found: inout DocumentSet,
    _ budget: inout SearchBudget
  ) throws(StorageError) {
    let numbers = sequence(first: documents.next(from: 0)) { [documents] in
      documents.next(from: $0 + 1)
    }.lazy.prefix { $0 != .max }
    try segment.documents.forEachIdentifier(of: numbers) { row, identifier in
      guard budget.spend(postings: 1) else { return false }
      if identifiers.contains(String(decoding: identifier, as: UTF8.self)) {
        found.insert(row.document)
      }
      return true
    }
  }
}
