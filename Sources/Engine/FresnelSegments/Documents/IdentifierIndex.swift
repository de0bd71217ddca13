import FresnelPlatform
package import FresnelStorage
import Synchronization

/// From a scope and a unique identifier to the document.
package struct IdentifierIndex: Sendable {
  /// Whether every identifier is ASCII, and so has the same bytes as whatever is canonically
  /// equivalent to it.
  package let hasOnlyASCIIIdentifiers: Bool

  let location: IdentifierIndexLocation
  let documents: DocumentStore
  private let source: ByteSource
  private let loadedFilter: LoadedFilter

  /// Opens the index of the identifiers in a store.
  ///
  /// The filter is read when an identifier is first looked for; it takes ten bits a document.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`.
  package init(
    _ source: ByteSource, _ location: IdentifierIndexLocation, documents: DocumentStore
  ) throws(StorageError) {
    guard Int(location.documentCount) == documents.count,
      location.documentCount == 0 || location.bucketCount > 0
    else { throw source.damagedDocuments("identifiers and documents do not agree") }
    hasOnlyASCIIIdentifiers = location.hasOnlyASCIIIdentifiers
    self.source = source
    self.location = location
    self.documents = documents
    loadedFilter = LoadedFilter()
  }

  /// Finds the document of an identifier.
  ///
  /// - Parameters:
  ///   - scope: The number of the index in the segment.
  ///   - identifier: UTF-8; compared by bytes.
  /// - Returns: The document, which may have been deleted; `nil` when there is none.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: O(1); for an identifier that is not there usually nothing is read.
  package func find(
    scope: UInt32, identifier: UnsafeRawBufferPointer
  ) throws(StorageError) -> UInt32? {
    if location.documentCount == 0 { return nil }
    let hash = SipHash.hash(scope, identifier, key: location.key)
    if let filter = try filter(), !filter.mayContain(hash) { return nil }
    var found: UInt32?
    try forEachDocument(hashedTo: hash) { (document) throws(StorageError) in
      let row = try documents.row(document)
      guard row.scope == scope, row.identifier.count == identifier.count,
        row.identifier.elementsEqual(identifier)
      else { return true }
      found = document
      return false
    }
    return found
  }

  /// What tells of most identifiers that they are not here; `nil` where there is none.
  func filter() throws(StorageError) -> IdentifierFilter? {
    location.filterBlockCount > 0 ? try loadedFilter.load(source, location) : nil
  }

  /// Calls a body with each document that the table has under a hash, until it returns false: the one whose identifier
  /// has the hash, and now and then another one.
  ///
  /// The index must have documents.
  func forEachDocument(
    hashedTo hash: UInt64, _ body: (UInt32) throws(StorageError) -> Bool
  ) throws(StorageError) {
    try pinBucket(IdentifierBucket.bucket(of: hash, bucketCount: location.bucketCount))
      .forEachDocument(hashedTo: hash, body)
  }

  /// Pins a bucket of the table.
  func pinBucket(_ bucket: Int) throws(StorageError) -> PinnedIdentifierBucket {
    let offset = location.bucketsOffset.addingReportingOverflow(
      UInt64(bucket * IdentifierBucket.blockByteCount))
    guard !offset.overflow else { throw source.damagedDocuments("no table of identifiers") }
    let byteCount = IdentifierBucket.byteCount(
      slotCount: Int(location.slotCount), documentCount: location.documentCount)
    let pin = try source.pin(offset.partialValue, byteCount)
    guard let bucket = PinnedIdentifierBucket(pin, location) else {
      throw source.damagedDocuments("no table of identifiers")
    }
    return bucket
  }
}

/// The filter of an index, read when it is first needed.
private final class LoadedFilter: Sendable {
  private final class Loaded: Sendable {
    let filter: IdentifierFilter
    init(_ filter: IdentifierFilter) { self.filter = filter }
  }

  private let loaded = AtomicLazyReference<Loaded>()

  /// The filter; threads that ask for it at the same time for the first time may each read it.
  func load(
    _ source: ByteSource, _ location: IdentifierIndexLocation
  ) throws(StorageError) -> IdentifierFilter {
    if let loaded = loaded.load() { return loaded.filter }
    return loaded.storeIfNil(Loaded(try Self.read(source, location))).filter
  }

  private static func read(
    _ source: ByteSource, _ location: IdentifierIndexLocation
  ) throws(StorageError) -> IdentifierFilter {
    let count = Int(location.filterBlockCount)
    guard count == IdentifierFilter.blockCount(hashCount: Int(location.documentCount)) else {
      throw source.damagedDocuments("the filter of identifiers has another size")
    }
    // Past the cache, since the filter is kept here.
    var stream = source.stream(from: location.filterOffset)
    var blocks: [SIMD8<UInt32>] = []
    blocks.reserveCapacity(count)
    for _ in 0..<count {
      let bytes = try stream.next(32)
      var block = SIMD8<UInt32>.zero
      for lane in 0..<8 { block[lane] = bytes.fixed(UInt32.self, at: 4 * lane) }
      blocks.append(block)
    }
    return IdentifierFilter(blocks)
  }
}
