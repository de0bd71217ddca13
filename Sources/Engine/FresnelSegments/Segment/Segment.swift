package import FresnelStorage
import Synchronization

/// An immutable, searchable part of a store: documents, their terms and their postings.
///
/// Documents are numbered from 0 in the order of ``StaticOrder``. Whether the bytes are a file or an
/// image in memory makes no difference here.
package final class Segment: Sendable {
  /// The segment's bytes.
  package let source: ByteSource
  /// What the segment says of itself.
  package let footer: SegmentFooter
  /// The terms, with a list for each group.
  package let terms: TermDictionary
  /// The prefixes of many postings, with the unions of their terms' lists.
  package let prefixes: TermDictionary
  /// The lists of ``SegmentKeys``.
  package let keys: TermDictionary
  /// Rows and items.
  package let documents: DocumentStore
  /// From identifiers to documents.
  package let identifiers: IdentifierIndex
  /// Values for filters and sorting.
  package let columns: Columns
  /// Tells the segment from all others that the process opened, those that are closed included; 0 where these were
  /// too many to be told apart.
  package let serial: UInt32

  private static let openedCount = Atomic<UInt64>(0)

  /// The irregular documents, once a search has looked them up.
  private let irregular = AtomicLazyReference<IrregularDocuments>()
  /// The lengths of texts, once a question was ranked.
  private let lengths = AtomicLazyReference<TextLengths>()
  /// The documents whose identifiers are not of ASCII alone, once a list of identifiers asked for them.
  private let foreignIdentifiers = AtomicLazyReference<ForeignIdentifiers>()
  /// Whether the keys have the forms of all documents, once somebody wanted to know.
  let formPresence = AtomicLazyReference<FormPresence>()
  /// Which documents have words that very many have, as far as questions had them.
  let commonWords = CommonWords()
  /// Which terms are forms of words, as far as questions had them.
  let knownForms = KnownForms()
  /// Numbers of all documents, once a question was ranked.
  let numberTables = NumberTables()

  /// The number of documents, deleted ones included.
  package var documentCount: Int { footer.documentCount }
  /// The indexes that have documents here; their places are the segment's scope numbers.
  package var scopes: [SegmentScope] { footer.scopes }
  /// Whether the terms are those that this process would make.
  package var hasCurrentTerms: Bool { footer.fingerprint == .current }

  private init(_ source: ByteSource, _ footer: SegmentFooter) throws(StorageError) {
    self.source = source
    self.footer = footer
    terms = try TermDictionary(source, footer.terms)
    prefixes = try TermDictionary(source, footer.prefixes)
    keys = try TermDictionary(source, footer.keys)
    documents = try DocumentStore(source, footer.documents)
    identifiers = try IdentifierIndex(source, footer.identifiers, documents: documents)
    columns = try Columns(
      source, footer.columns, documentCount: footer.documentCount,
      coversAllKeys: footer.fingerprint.coversAllKeys)
    let number = Self.openedCount.wrappingAdd(1, ordering: .relaxed).newValue
    serial = UInt32(exactly: number) ?? 0
  }

  /// Opens a segment: reads its footer and the small indexes that stay in memory.
  ///
  /// - Throws: ``StorageError`` with code `corrupted` or `newerFormat`, or that of a failed read.
  package static func open(_ source: ByteSource) throws(StorageError) -> Segment {
    let footer = try SegmentFooter.read(source)
    footer.prefetchIndexes(of: source)
    return try Segment(source, footer)
  }

  /// The irregular documents, which every text clause asks for; looked up once.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  func irregularDocuments() throws(StorageError) -> IrregularDocuments {
    if let known = irregular.load() { return known }
    let all = try keys.entry(of: SegmentKeys.irregular) ?? TermEntry()
    var listed = TermEntry()
    if all.groups != 0 {
      listed = try keys.entry(of: SegmentKeys.listedIrregular) ?? TermEntry()
    }
    return irregular.storeIfNil(IrregularDocuments(all: all, listed: listed))
  }

  /// How long the texts of the documents are; read once, unless the budget ends before.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  func textLengths(_ budget: inout SearchBudget) throws(StorageError) -> TextLengths {
    if let known = lengths.load() { return known }
    let read = try TextLengths(of: self, &budget)
    return read.isWhole ? lengths.storeIfNil(read) : read
  }

  /// The documents whose identifiers are not of ASCII alone; looked for once, unless the budget ends before.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  func foreignIdentifiers(_ budget: inout SearchBudget) throws(StorageError) -> ForeignIdentifiers {
    if let known = foreignIdentifiers.load() { return known }
    let found = try ForeignIdentifiers(of: self, &budget)
    return found.isWhole ? foreignIdentifiers.storeIfNil(found) : found
  }

  /// The document of an identifier; `nil` when the segment has none. It may be deleted.
  ///
  /// - Parameters:
  ///   - scope: The segment's own number of the scope.
  ///   - identifier: UTF-8; compared by bytes.
  /// - Returns: The document's number.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: O(1); for an identifier that is not there usually nothing is read.
  package func find(
    scope: UInt32, identifier: UnsafeBufferPointer<UInt8>
  ) throws(StorageError) -> UInt32? {
    try identifiers.find(scope: scope, identifier: UnsafeRawBufferPointer(identifier))
  }
}
