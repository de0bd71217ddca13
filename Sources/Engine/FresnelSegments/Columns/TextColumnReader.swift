package import FresnelStorage

/// The texts of an attribute by document, as ordinals: for facets and for sorting.
///
/// A facet counts ordinals and asks for the texts of those it shows. To sort, put the ordinals into the
/// order of their texts once, then compare places.
///
/// Cheap while documents are asked for in ascending order, correct in any order. For one thread.
/// After an error the reader is of no more use.
package struct TextColumnReader: ~Copyable {
  private var cursor: ColumnCursor
  private var texts: ColumnTexts

  init(_ cursor: consuming ColumnCursor, _ texts: consuming ColumnTexts) {
    self.cursor = cursor
    self.texts = texts
  }

  /// The number of distinct texts: ordinals are 0 and up to it. At most 65,536.
  package var textCount: Int { texts.count }

  /// The text of an ordinal.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func text(_ ordinal: UInt32) throws(StorageError) -> String {
    try texts.text(UInt64(ordinal))
  }

  /// The ordinal of a document's first text; `nil` if it has none.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func firstOrdinal(of document: UInt32) throws(StorageError) -> UInt32? {
    guard let places = try cursor.places(of: document), let place = places.first else { return nil }
    return try ordinal(at: place)
  }

  /// Calls `body` with the ordinal of each different text of a document, in the order of the item.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func forEachOrdinal(
    of document: UInt32, _ body: (UInt32) -> Void
  ) throws(StorageError) {
    guard let places = try cursor.places(of: document) else { return }
    for place in places { body(try ordinal(at: place)) }
  }

  private func ordinal(at place: Int) throws(StorageError) -> UInt32 {
    let code = cursor.code(cursor.packed(at: place))
    guard code < UInt64(texts.count) else { throw cursor.damaged }
    return UInt32(code)
  }
}
