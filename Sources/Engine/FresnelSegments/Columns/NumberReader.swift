package import FresnelModel
import FresnelQuery
package import FresnelStorage

/// Reads the first number of some attributes in documents of one segment: from columns where these know them, else, and
/// of documents with patches, from items, each of which is read once for all attributes.
package struct NumberReader: ~Copyable {
  private let keys: [AttributeKey]
  private var columns: OwnedArray<NumberColumnReader>
  /// By key, the place of its column.
  private var places: [Int?] = []
  private var items: ItemReader
  private let patches: DocumentPatches

  /// Makes a reader of attributes.
  package init(_ keys: [AttributeKey], in view: SegmentView) {
    self.keys = keys
    columns = OwnedArray(capacity: keys.count)
    for key in keys {
      if let column = view.segment.columns.numbers(of: Self.target(of: key)) {
        places.append(columns.count)
        columns.append(column)
      } else {
        places.append(nil)
      }
    }
    items = ItemReader(view)
    patches = view.patches
  }

  /// Reads the numbers of a document, in the order of the attributes; `nil` for each that it lacks, and for those that
  /// only its item would tell when the budget is exhausted.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - numbers: As many as there are attributes; is filled.
  ///   - budget: Items are charged to it.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: Cheap for documents in ascending order.
  package mutating func read(
    _ document: UInt32, into numbers: UnsafeMutableBufferPointer<Double?>,
    _ budget: inout SearchBudget
  ) throws(StorageError) {
    let isPatched = patches[document]?.changes != nil
    var item: EncodedItem?
    for index in keys.indices {
      numbers[index] = nil
      if !isPatched, let place = places[index] {
        numbers[index] = try columns[place].first(of: document)?.approximation
        continue
      }
      if item == nil {
        guard budget.spendEvaluation() else { continue }
        item = try items.item(document)
      }
      // An item that can't be decoded has no number that anybody could use.
      if let value = try? item?.decodedValue(for: keys[index]) {
        numbers[index] = Self.first(value)
      }
    }
  }

  /// What the columns of an attribute are found by.
  static func target(of key: AttributeKey) -> AttributeTarget {
    switch key {
    case .builtIn(let id): .builtIn(id)
    case .custom(let key): .custom(key.name)
    }
  }

  /// The first number of a value, as columns have it.
  private static func first(_ value: AttributeValue) -> Double? {
    switch value {
    case .double(let number): number
    case .integer(let number): Double(number)
    case .boolean(let isTrue): isTrue ? 1 : 0
    case .array(let values): values.lazy.compactMap { first($0) }.first
    default: nil
    }
  }
}
