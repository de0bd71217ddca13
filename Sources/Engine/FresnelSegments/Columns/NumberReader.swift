package import FresnelModel
import FresnelQuery
package import FresnelStorage

/// Reads the first number of an attribute in documents of one segment: from a column where there is one that knows it,
/// else, and of documents with patches, from items.
package struct NumberReader: ~Copyable {
  private let key: AttributeKey
  private var column: NumberColumnReader?
  private var items: ItemReader
  private let patches: DocumentPatches

  /// Makes a reader of an attribute.
  package init(_ key: AttributeKey, in view: SegmentView) {
    self.key = key
    let target: AttributeTarget =
      switch key {
      case .builtIn(let id): .builtIn(id)
      case .custom(let key): .custom(key.name)
      }
    column = view.segment.columns.numbers(of: target)
    items = ItemReader(view)
    patches = view.patches
  }

  /// The number; `nil` where the document has none.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: Cheap for documents in ascending order.
  package mutating func number(of document: UInt32) throws(StorageError) -> Double? {
    if column != nil, patches[document]?.changes == nil {
      return try column?.first(of: document)?.approximation
    }
    let item = try items.item(document)
    do throws(ModelError) {
      switch try item.decodedValue(for: key) {
      case .double(let number): return number
      case .integer(let number): return Double(number)
      default: return nil
      }
    } catch {
      // An item that can't be decoded has no number that anybody could use.
      return nil
    }
  }
}
