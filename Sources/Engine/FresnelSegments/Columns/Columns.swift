package import FresnelQuery
package import FresnelStorage

/// The values of a segment's documents by attribute: numbers, dates, truth values, and texts of which
/// there are few.
package struct Columns: Sendable {
  /// Reads the table of columns of a segment of `documentCount` documents. The table stays in memory;
  /// values are read when they are asked for.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package init(
    _ source: ByteSource, _ location: ColumnsLocation, documentCount: Int
  ) throws(StorageError) {}

  /// A filter that answers a comparison for every document of the segment exactly as the evaluator
  /// does; `nil` when the columns can't, and the evaluator has to be asked.
  package func filter(
    for comparison: CompiledComparison
  ) throws(StorageError) -> ColumnFilter? {
    nil
  }
}
