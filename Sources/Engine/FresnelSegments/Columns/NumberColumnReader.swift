package import FresnelQuery
package import FresnelStorage

/// The numbers or the dates of an attribute by document: for sorting and for facets.
///
/// Cheap while documents are asked for in ascending order, correct in any order. For one thread.
/// After an error the reader is of no more use.
package struct NumberColumnReader: ~Copyable {
  private var cursor: ColumnCursor

  init(_ cursor: consuming ColumnCursor) {
    self.cursor = cursor
  }

  /// Whether no document has a value.
  var isEmpty: Bool { cursor.column.chunkCount == 0 }

  /// The first number of a document, or the seconds of its first date since 1 January 2001; `nil` if it
  /// has none. Whole numbers come as integers where they fit, truth values as 1 or 0.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func first(of document: UInt32) throws(StorageError) -> Quantity? {
    guard let places = try cursor.places(of: document), let place = places.first else { return nil }
    return quantity(at: place)
  }

  /// Calls `body` with each different number or date of a document, in the order of the item.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func forEach(
    of document: UInt32, _ body: (Quantity) -> Void
  ) throws(StorageError) {
    guard let places = try cursor.places(of: document) else { return }
    for place in places { body(quantity(at: place)) }
  }

  private func quantity(at place: Int) -> Quantity {
    NumberCode.quantity(
      cursor.code(cursor.packed(at: place)), isFloating: cursor.entry.isFloating)
  }
}
