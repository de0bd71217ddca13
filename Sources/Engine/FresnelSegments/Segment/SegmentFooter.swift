import FresnelStorage

/// What a segment says of itself: where its sections are, what they were made with, and sums.
///
/// The format is described in `Documentation/formats/segment.md`.
package struct SegmentFooter: Equatable, Sendable {
  /// The version of the format.
  static let version: UInt32 = 4
  /// The first that is read. Those before are of a short time before any release.
  static let firstVersion: UInt32 = 3

  /// What its terms were made with.
  package var fingerprint: AnalyzerFingerprint
  /// What the certainties of its postings mean.
  package var certainties: CertaintyRules
  /// The indexes that have documents here, ascending.
  package var scopes: [SegmentScope]
  /// The number of terms.
  package var termCount: UInt64
  /// The number of postings in the lists of terms; stored prefixes are not counted.
  package var postingCount: UInt64
  /// How many bytes its parts take.
  package var sizes: SegmentSizes
  var documents: DocumentStoreLocation
  var identifiers: IdentifierIndexLocation
  var columns: ColumnsLocation
  /// Where the section starts that ``PutOrder`` reads.
  var putOrderOffset: UInt64
  /// Where the records are that ``PositionsReader`` reads.
  package var positions: PositionsLocation
  var terms: TermDictionaryLocation
  var prefixes: TermDictionaryLocation
  var keys: TermDictionaryLocation

  /// The number of documents, deleted ones included.
  package var documentCount: Int { Int(documents.documentCount) }
}

extension SegmentFooter {
  /// Puts a footer together from what the parts of a segment came to.
  init(
    fingerprint: AnalyzerFingerprint, certainties: CertaintyRules, scopes: [SegmentScope],
    documents: DocumentSectionsWriter.Written, putOrderOffset: UInt64,
    terms: TermListWriter.Written,
    keys: TermListWriter.Written, positions: PositionsLocation
  ) {
    self.fingerprint = fingerprint
    self.certainties = certainties
    self.scopes = scopes
    termCount = terms.termCount
    postingCount = terms.postingCount
    sizes = documents.sizes
    sizes.documents += PutOrderWriter.byteCount(
      documentCount: Int(documents.documents.documentCount))
    sizes.postings = terms.listByteCount
    sizes.prefixPostings = terms.prefixListByteCount
    sizes.dictionaries = terms.dictionaryByteCount
    sizes.keys = keys.listByteCount + keys.dictionaryByteCount
    sizes.positions = positions.totalByteCount(documentCount: documents.documents.documentCount)
    self.documents = documents.documents
    identifiers = documents.identifiers
    columns = documents.columns
    self.putOrderOffset = putOrderOffset
    self.positions = positions
    self.terms = terms.terms
    prefixes = terms.prefixes
    self.keys = keys.terms
  }
}
