package import FresnelModel
package import FresnelStorage

/// Takes the values that filters, sorting and facets need out of a segment's items, column by column.
///
/// What it holds in memory is bounded by the encoded columns; ``flush(to:)`` moves them to the sink.
package struct ColumnsWriter: ~Copyable {
  /// Makes a writer of no documents.
  package init() {}

  /// The number of bytes that ``flush(to:)`` would write.
  package var bufferedByteCount: Int { 0 }

  /// Adds the next document, in the order of their numbers.
  package mutating func add(_ item: EncodedItem) {}

  /// Writes what is encoded so far, wherever the sink is; it may be called between any two documents
  /// to bound memory, or never.
  package mutating func flush(to sink: inout ByteSink) throws(StorageError) {}

  /// Writes the rest and the table of columns.
  package consuming func finish(to sink: inout ByteSink) throws(StorageError) -> ColumnsLocation {
    ColumnsLocation(offset: sink.offset, byteCount: 0)
  }
}
