import FresnelStorage

/// How the documents of a segment are made short, beyond what each block has of itself.
struct DocumentCoding {
  /// What the texts of rows are coded with; `nil` to keep them as they are.
  var symbols: TextSymbols?
  /// Text like that of the item blocks; empty for none.
  var dictionary: [UInt8] = []
  /// How much time compressing may take.
  var effort: Compressor.Effort = .small
  /// The length of an item block before compression; `nil` for the usual one.
  var itemBlockByteCount: Int?

  /// Writes what readers need of it; enters the places.
  func write(
    to sink: inout ByteSink, _ location: inout DocumentStoreLocation
  ) throws(StorageError) {
    sink.beginCopiedBytes()
    if !dictionary.isEmpty {
      location.dictionaryOffset = sink.offset
      location.dictionaryByteCount = UInt32(dictionary.count)
      try sink.append(dictionary)
    }
    if let symbols {
      var bytes: [UInt8] = []
      symbols.encode(to: &bytes)
      location.symbolsOffset = sink.offset
      location.symbolsByteCount = UInt32(bytes.count)
      try sink.append(bytes)
    }
    sink.endCopiedBytes()
  }
}
