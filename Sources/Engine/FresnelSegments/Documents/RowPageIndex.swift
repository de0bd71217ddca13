import FresnelStorage

/// Which page a document's row is in: kept in memory, eight bytes for each page.
struct RowPageIndex: Sendable {
  /// The first document of each page, ascending; then the number of documents.
  private let firstDocuments: [UInt32]
  /// The place of each page, in units of ``RowLayout/pageAlignment``.
  private let places: [UInt32]

  /// Reads the index.
  init(_ source: ByteSource, _ location: DocumentStoreLocation) throws(StorageError) {
    let count = Int(location.pageCount)
    let pin = try source.pin(location.pageIndexOffset, 8 * count)
    var firstDocuments: [UInt32] = []
    var places: [UInt32] = []
    firstDocuments.reserveCapacity(count + 1)
    places.reserveCapacity(count)
    for page in 0..<count {
      let first = pin.bytes.fixed(UInt32.self, at: 4 * page)
      guard first < location.documentCount,
        page == 0 ? first == 0 : first > firstDocuments[page - 1]
      else { throw source.damagedDocuments("pages out of order", at: location.pageIndexOffset) }
      firstDocuments.append(first)
      places.append(pin.bytes.fixed(UInt32.self, at: 4 * (count + page)))
    }
    guard count > 0 || location.documentCount == 0 else {
      throw source.damagedDocuments("no pages", at: location.pageIndexOffset)
    }
    firstDocuments.append(location.documentCount)
    self.firstDocuments = firstDocuments
    self.places = places
  }

  /// Where a document's page begins, how many rows it has, and which of them is the document's.
  ///
  /// The document must be one of the segment's.
  func place(of document: UInt32) -> (offset: UInt64, rowCount: Int, row: Int) {
    firstDocuments.withUnsafeBufferPointer { firsts in
      // The last page that begins at the document or before it.
      var page = 0
      var count = firsts.count - 1
      while count > 1 {
        let half = count / 2
        page += firsts[page + half] <= document ? half : 0
        count -= half
      }
      let first = firsts[page]
      return (
        UInt64(places[page]) * UInt64(RowLayout.pageAlignment), Int(firsts[page + 1] - first),
        Int(document - first)
      )
    }
  }
}
