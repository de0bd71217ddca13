package import FresnelModel
package import FresnelStorage
import Synchronization

/// The documents of a segment: a row each that is read in place, and the items.
///
/// A class, for each search makes several readers that refer to it.
package final class DocumentStore: Sendable {
  /// The number of documents.
  package let count: Int
  /// The smallest expiry in seconds since 2001; infinite when no document expires.
  package let earliestExpiration: Double
  /// The sum of the encodings' lengths in bytes.
  package let itemByteCount: UInt64

  /// How many blocks the items lie in, apart from what their rows have.
  package var itemBlockCount: Int { Int(location.blockCount) }

  let source: ByteSource
  let location: DocumentStoreLocation
  let pages: RowPageIndex
  /// Whether the texts of rows are coded, and what makes them readable.
  let isCoded: Bool
  let decoder: SymbolDecoder
  private let loadedDictionary = AtomicLazyReference<ItemDictionary>()
  /// The items that lists showed last.
  let recentItems = RecentItems<UInt32, EncodedItem>(byteCount: 512 << 10) { $0.byteCount }

  /// Opens the documents; reads the index of row pages, eight bytes for each 4 KiB of rows, and the
  /// symbols of their texts.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package init(_ source: ByteSource, _ location: DocumentStoreLocation) throws(StorageError) {
    pages = try RowPageIndex(source, location)
    count = Int(location.documentCount)
    earliestExpiration = location.earliestExpiration
    itemByteCount = location.itemByteCount
    self.source = source
    self.location = location
    let symbols = try Self.symbols(source, location)
    isCoded = symbols != nil
    decoder = SymbolDecoder(symbols ?? TextSymbols([]))
  }

  private static func symbols(
    _ source: ByteSource, _ location: DocumentStoreLocation
  ) throws(StorageError) -> TextSymbols? {
    if location.symbolsByteCount == 0 { return nil }
    let pin = try source.pin(location.symbolsOffset, Int(location.symbolsByteCount))
    guard let symbols = TextSymbols(decoding: pin.bytes) else {
      throw source.damagedDocuments("their symbols", at: location.symbolsOffset)
    }
    return symbols
  }

  /// What item blocks are compressed with; read when the first block is. `nil` without one.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  func dictionary() throws(StorageError) -> ItemDictionary? {
    if location.dictionaryByteCount == 0 { return nil }
    if let loaded = loadedDictionary.load() { return loaded }
    let pin = try source.pin(location.dictionaryOffset, Int(location.dictionaryByteCount))
    guard let dictionary = ItemDictionary(pin.bytes) else {
      throw source.damagedDocuments("their dictionary", at: location.dictionaryOffset)
    }
    return loadedDictionary.storeIfNil(dictionary)
  }

  /// The row of a document, in place.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: O(log *p*) in the number of row pages, in memory; one pin.
  package func row(_ document: UInt32) throws(StorageError) -> DocumentRow {
    let place = try place(of: document)
    let page = try RowPage.pin(source, place.offset, rowCount: place.rowCount)
    guard let row = page.row(place.row, isCoded: isCoded, decoder) else {
      throw damagedRow(place.offset)
    }
    return row
  }

  /// What the row of a document tells besides its texts, of which nothing is decoded; with what its patch
  /// changes.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: As that of ``row(_:)``.
  package func facts(
    _ document: UInt32, _ patches: DocumentPatches = DocumentPatches()
  ) throws(StorageError) -> DocumentFacts {
    let place = try place(of: document)
    let page = try RowPage.pin(source, place.offset, rowCount: place.rowCount)
    guard var fields = page.fields(place.row) else { throw damagedRow(place.offset) }
    if let patch = patches[document] { fields.apply(patch) }
    return DocumentFacts(fields)
  }

  /// An item with the attributes of a document's row, the domain and the expiry.
  ///
  /// It lacks the attributes that are not kept in rows.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func rowItem(_ document: UInt32) throws(StorageError) -> EncodedItem {
    try item(of: row(document))
  }

  /// Appends the item of a document's row, as its patch makes it, to a buffer of items: a list of results
  /// takes one allocation so.
  ///
  /// - Returns: What the row tells besides, and the item's place in the buffer.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read; the buffer is then of
  ///   no more use.
  package func appendRowItem(
    _ document: UInt32, _ patches: DocumentPatches, to buffer: inout [UInt8]
  ) throws(StorageError) -> (facts: DocumentFacts, place: Range<Int>) {
    let place = try place(of: document)
    let page = try RowPage.pin(source, place.offset, rowCount: place.rowCount)
    guard var fields = page.fields(place.row) else { throw damagedRow(place.offset) }
    if let patch = patches[document] { fields.apply(patch) }
    if !isCoded {
      return (DocumentFacts(fields), try append(fields, fields.texts, to: &buffer))
    }
    let item = try withUnsafeTemporaryAllocation(
      byteCount: SymbolDecoder.textCapacity(codedByteCount: fields.texts.count), alignment: 8
    ) { (texts) throws(StorageError) in
      let count = decoder.decode(fields.texts, into: texts)
      return try append(fields, UnsafeRawBufferPointer(rebasing: texts[..<count]), to: &buffer)
    }
    return (DocumentFacts(fields), item)
  }

  private func append(
    _ fields: RowFields, _ texts: UnsafeRawBufferPointer, to buffer: inout [UInt8]
  ) throws(StorageError) -> Range<Int> {
    guard let (frame, attributes) = fields.split(texts) else {
      throw source.damagedDocuments("a row breaks its format")
    }
    do throws(ModelError) {
      return try EncodedItem.append(
        frame, attributes: attributes, UnsafeRawBufferPointer(start: nil, count: 0), to: &buffer)
    } catch {
      throw source.damagedDocuments(error.message)
    }
  }

  /// The item at a place of a buffer that ``appendRowItem(_:_:to:)`` filled; shares the buffer.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`.
  package func item(
    in buffer: [UInt8], at place: Range<Int>
  ) throws(StorageError) -> EncodedItem {
    do throws(ModelError) {
      return try EncodedItem(opening: buffer, in: place)
    } catch {
      throw source.damagedDocuments(error.message)
    }
  }

  /// An item with the attributes of a row, the domain and the expiry.
  ///
  /// It lacks the attributes that are not kept in rows.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`.
  package func item(of row: borrowing DocumentRow) throws(StorageError) -> EncodedItem {
    do throws(ModelError) {
      return try row.item()
    } catch {
      throw source.damagedDocuments(error.message)
    }
  }

  /// Whether the row of a document can be read without the disk, as all can once a store is in use.
  package func isRowAtHand(_ document: UInt32) -> Bool {
    document < location.documentCount && source.isAtHand(pages.place(of: document).offset)
  }

  /// Lets the system begin to read the rows of some documents at the same time.
  package func prefetchRows(of documents: some Sequence<UInt32>) {
    for document in documents where document < location.documentCount {
      source.prefetch(pages.place(of: document).offset, 1)
    }
  }

  /// The row of a document as a patch, if it has one, makes it.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func row(
    _ document: UInt32, _ patches: DocumentPatches
  ) throws(StorageError) -> DocumentRow {
    var row = try row(document)
    if let patch = patches[document] { row.apply(patch) }
    return row
  }

  /// An item as its patch makes it.
  ///
  /// - Throws: ``StorageError`` with code `corrupted` when the patch does not fit the item.
  package func item(
    _ item: EncodedItem, with patch: DocumentPatch
  ) throws(StorageError) -> EncodedItem {
    do throws(ModelError) {
      let patched = try patch.applied(to: item)
      if patched.byteCount == patch.itemByteCount { return patched }
    } catch {
      throw source.damagedDocuments(error.message)
    }
    throw source.damagedDocuments("an item has another length than its patch says")
  }

  /// The whole item of a document, byte for byte as it was added.
  ///
  /// To read several items, keep an ``ItemReader``.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func item(_ document: UInt32) throws(StorageError) -> EncodedItem {
    var reader = ItemReader(self)
    return try reader.item(document)
  }

  /// The static score of a document; one pin.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func staticScore(_ document: UInt32) throws(StorageError) -> UInt32 {
    let place = try place(of: document)
    let page = try RowPage.pin(source, place.offset, rowCount: place.rowCount)
    guard let score = page.staticScore(place.row) else { throw damagedRow(place.offset) }
    return score
  }

  /// The number of a document's index in the segment; at most one pin, none when there is but one.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func scope(_ document: UInt32) throws(StorageError) -> UInt32 {
    var reader = ScopeReader(self)
    return try reader.scope(document)
  }

  /// When a document expires, in seconds since 2001; infinite when it does not. At most one pin,
  /// none when no document expires.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func expiration(_ document: UInt32) throws(StorageError) -> Double {
    if earliestExpiration == .infinity { return .infinity }
    return try facts(document).expiration
  }

  /// Where the row of a document is.
  ///
  /// - Throws: ``StorageError`` with code `corrupted` when there is no such document.
  func place(
    of document: UInt32
  ) throws(StorageError) -> (offset: UInt64, rowCount: Int, row: Int) {
    guard document < location.documentCount else {
      throw source.damagedDocuments("there is no document \(document)")
    }
    return pages.place(of: document)
  }

  func damagedRow(_ offset: UInt64) -> StorageError {
    source.damagedDocuments("a row breaks its format", at: offset)
  }
}
