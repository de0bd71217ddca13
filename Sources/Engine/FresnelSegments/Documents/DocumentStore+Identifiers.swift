import FresnelModel
import FresnelStorage

extension DocumentStore {
  /// Calls a body with each document and the UTF-8 bytes of its unique identifier until it returns false.
  ///
  /// Each page of rows is pinned once, and of its texts no more is decoded than the identifiers need.
  ///
  /// - Parameter body: Is handed the documents, ascending; the bytes are valid during the call.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: O(*n*) in the number of documents; a pin for each page.
  func forEachIdentifier(
    _ body: (UInt32, UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(StorageError) {
    // An escape takes two bytes of code for one of text; no other code makes less text than it takes.
    let codedByteCount = 2 * ItemLimits.identifierByteCount
    try withUnsafeTemporaryAllocation(
      byteCount: SymbolDecoder.textCapacity(codedByteCount: codedByteCount), alignment: 8
    ) { (decoded) throws(StorageError) in
      var document: UInt32 = 0
      while document < location.documentCount {
        let place = pages.place(of: document)
        let page = try RowPage.pin(source, place.offset, rowCount: place.rowCount)
        for row in 0..<place.rowCount {
          guard let fields = page.fields(row),
            let identifier = identifier(of: fields, decodingInto: decoded)
          else { throw damagedRow(place.offset) }
          guard body(document, identifier) else { return }
          document += 1
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
