import FresnelModel

/// An immutable, searchable part of the index: documents, their terms and their postings.
///
/// Documents are numbered from 0 in the order in which they were added. The postings of a term lie in
/// two lists: documents that have the term in a title, and the others. Lists follow each other in the
/// order of the terms, so all postings of a prefix are one contiguous stretch of each list.
final class MemorySegment: Sendable {
  let documents: DocumentColumns
  let dictionary: TermDictionary
  /// Postings with a bit of ``PostingMask/title``.
  let titlePostings: PostingLists
  /// All others.
  let otherPostings: PostingLists
  let identifiers: IdentifierTable
  /// The numbers of the indexes that own documents here, deleted ones included.
  let scopes: Set<UInt32>
  /// Whether every identifier has the same bytes as whatever is canonically equivalent to it.
  let hasOnlyASCIIIdentifiers: Bool

  init(
    documents: DocumentColumns, dictionary: TermDictionary, titlePostings: PostingLists,
    otherPostings: PostingLists
  ) {
    self.documents = documents
    self.dictionary = dictionary
    self.titlePostings = titlePostings
    self.otherPostings = otherPostings
    identifiers = IdentifierTable(documents)
    scopes = Set(documents.scopes)
    hasOnlyASCIIIdentifiers = documents.identifierBytes.allSatisfy { $0 < 0x80 }
  }

  var documentCount: Int { documents.count }
}

/// What is known of each document, column by column.
struct DocumentColumns: Sendable {
  /// The items as they were received.
  var items: [EncodedItem] = []
  /// The number of the index that owns the document, counted over the whole store.
  var scopes: [UInt32] = []
  /// Greater is better; see ``StaticScore``.
  var staticScores: [UInt32] = []
  /// Seconds since 2001; infinite for an item that never expires.
  var expirations: [Double] = []
  /// The number of the document's domain in `domains`; 0 for none.
  var domainNumbers: [UInt32] = []
  /// The distinct domains as UTF-8; the first entry stands for none.
  var domains: [[UInt8]] = [[]]
  /// The smallest expiry, so that most reads need not look at the column.
  var earliestExpiration = Double.infinity
  /// The UTF-8 of the unique identifiers, one after the other.
  var identifierBytes: [UInt8] = []
  /// Where each identifier starts; one more entry than documents.
  var identifierStarts: [Int] = [0]

  var count: Int { items.count }

  /// Calls the body with a document's unique identifier.
  @inline(__always)
  func withIdentifier<Result>(
    _ document: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let range = identifierStarts[document]..<identifierStarts[document + 1]
    return identifierBytes.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[range]))
    }
  }

  /// Whether the identifier of a document equals these bytes.
  func identifier(of document: Int, equals bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    withIdentifier(document) { $0.count == bytes.count && $0.elementsEqual(bytes) }
  }
}

/// The terms of a segment in byte order.
struct TermDictionary: Sendable {
  /// The terms' bytes, one after the other.
  let bytes: [UInt8]
  /// Where each term starts; one more entry than terms.
  let starts: [UInt32]

  var count: Int { starts.count - 1 }

  /// The bytes of a term.
  func term(_ number: Int) -> ArraySlice<UInt8> {
    bytes[Int(starts[number])..<Int(starts[number + 1])]
  }

  /// The number of the first term that is not less than the given one.
  func lowerBound(_ term: [UInt8]) -> Int {
    bound { !$0.lexicographicallyPrecedes(term) }
  }

  /// The terms that begin with the given bytes.
  func range(ofPrefix prefix: [UInt8]) -> Range<Int> {
    let lower = lowerBound(prefix)
    let upper = bound { !($0.lexicographicallyPrecedes(prefix) || $0.starts(with: prefix)) }
    return lower..<max(lower, upper)
  }

  /// The number of a term, or `nil`.
  func number(of term: [UInt8]) -> Int? {
    let number = lowerBound(term)
    return number < count && self.term(number).elementsEqual(term) ? number : nil
  }

  /// The first term of which the predicate holds; it holds for all that follow.
  private func bound(_ predicate: (ArraySlice<UInt8>) -> Bool) -> Int {
    var lower = 0
    var upper = count
    while lower < upper {
      let middle = (lower + upper) / 2
      if predicate(term(middle)) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}

/// The posting lists of all terms, one after the other.
struct PostingLists: Sendable {
  /// Where the list of each term starts; one more entry than terms.
  let starts: [UInt32]
  /// Documents, ascending within a list.
  let documents: [UInt32]
  /// A ``PostingMask`` for each document.
  let masks: [UInt8]
}
