import FresnelModel
import FresnelStorage

extension DocumentStore {
  /// Calls a body with each document and the UTF-8 bytes of its unique identifier until it returns false.
  ///
  /// - Parameter body: Is handed the documents, ascending; the bytes are valid during the call.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: O(*n*) in the number of documents; a pin for each page.
  func forEachIdentifier(
    _ body: (UInt32, UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(StorageError) {
    try forEachIdentifier(of: 0..<location.documentCount) { row, identifier in
      body(row.document, identifier)
    }
  }

  /// The same for some documents only, with the numbers of their indexes.
  ///
  /// Each page of rows is pinned once if the documents do not descend, and of its texts no more is decoded than the
  /// identifiers need.
  func forEachIdentifier(
    of documents: some Sequence<UInt32>,
    _ body: ((document: UInt32, scope: UInt32), UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(StorageError) {
    // An escape takes two bytes of code for one of text; no other code makes less text than it takes.
    let codedByteCount = 2 * ItemLimits.identifierByteCount
    try withUnsafeTemporaryAllocation(
      byteCount: SymbolDecoder.textCapacity(codedByteCount: codedByteCount), alignment: 8
    ) { (decoded) throws(StorageError) in
      var documents = documents.makeIterator()
      var next = documents.next()
      while let first = next {
        let place = try place(of: first)
        let page = try RowPage.pin(source, place.offset, rowCount: place.rowCount)
        let rows = first - UInt32(place.row)..<first - UInt32(place.row) + UInt32(place.rowCount)
        while let document = next, rows.contains(document) {
          guard let fields = page.fields(Int(document - rows.lowerBound)),
            let identifier = identifier(of: fields, decodingInto: decoded)
          else { throw damagedRow(place.offset) }
          guard body((document, fields.scope), identifier) else { return }
          next = documents.next()
        }
      }
    }
  }

  /// The identifier of a row, in the page's bytes or in a buffer; `nil` when the row ends before it does.
  private func identifier(
    of fields: RowFields, decodingInto buffer: UnsafeMutableRawBufferPointer
  ) -> UnsafeBufferPointer<UInt8>? {
    let byteCount = fields.identifierByteCount
    var texts = fields.texts
    if isCoded {
      let coded = UnsafeRawBufferPointer(rebasing: texts.prefix(2 * byteCount))
      let decodedCount = decoder.decode(coded, into: buffer, until: byteCount)
      texts = UnsafeRawBufferPointer(rebasing: buffer[..<decodedCount])
    }
    guard texts.count >= byteCount else { return nil }
    return UnsafeRawBufferPointer(rebasing: texts[..<byteCount]).bindMemory(to: UInt8.self)
  }
}
