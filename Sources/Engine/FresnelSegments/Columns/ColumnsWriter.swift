package import FresnelModel
import FresnelQuery
package import FresnelStorage

/// Takes the values that filters, sorting and facets need out of a segment's items, column by column.
///
/// In memory it holds the open chunk of each column, the distinct texts, and what was encoded since
/// the last ``flush(to:)``.
package struct ColumnsWriter: ~Copyable {
  private var documentCount: UInt32 = 0
  private var attributes: [AttributeColumnsBuilder] = []
  /// Whether every attribute so far has an element of ``attributes``.
  private var isComplete = true
  /// The place in ``attributes`` plus one, by number; 0 for none yet.
  private var builtInPlaces: [UInt16] = []
  /// The place in ``attributes`` by name.
  private var customPlaces: [String: Int] = [:]
  private var domainPlace: Int?
  private var expirationPlace: Int?

  /// Makes a writer of no documents.
  package init() {}

  /// The number of bytes that ``flush(to:)`` would write.
  ///
  /// - Complexity: O(*a*) in the number of attributes so far.
  package var bufferedByteCount: Int {
    attributes.reduce(0) { $0 + $1.pendingByteCount }
  }

  /// Adds the next document, in the order of their numbers.
  ///
  /// An item that does not decode leaves no column to rely on, so that the evaluator decides
  /// everything. The journal's checksum vouches for items; ``EncodedItem/validate()`` tells what is
  /// damaged.
  package mutating func add(_ item: EncodedItem) {
    let document = documentCount
    documentCount += 1
    do throws(ModelError) {
      try addAttributes(of: item, document)
      try addDomain(of: item, document)
    } catch {
      isComplete = false
      for index in attributes.indices { attributes[index].refuseAll() }
    }
    if let expiration = item.expiration {
      let place = expirationPlace ?? newPlace(.expirationDate)
      expirationPlace = place
      attributes[place].add(.date(expiration), of: document, keepsTexts: false)
    }
  }

  /// Writes what is encoded so far, wherever the sink is; it may be called between any two documents
  /// to bound memory, or never.
  package mutating func flush(to sink: inout ByteSink) throws(StorageError) {
    for index in attributes.indices { try attributes[index].flush(to: &sink) }
  }

  /// Writes the rest and the table of columns.
  package consuming func finish(to sink: inout ByteSink) throws(StorageError) -> ColumnsLocation {
    var table = ColumnTable(
      documentCount: documentCount, isComplete: isComplete, attributes: [:])
    for index in attributes.indices {
      table.attributes[attributes[index].target] = try attributes[index].finish(
        documentCount: documentCount, to: &sink)
    }
    let bytes = table.bytes
    let offset = sink.offset
    sink.beginCopiedBytes()
    try sink.append(bytes)
    sink.endCopiedBytes()
    return ColumnsLocation(offset: offset, byteCount: UInt32(bytes.count))
  }

  // MARK: - Attributes

  private mutating func addAttributes(
    of item: EncodedItem, _ document: UInt32
  ) throws(ModelError) {
    for index in 0..<item.attributeCount {
      let attribute = try item.attribute(at: index)
      guard let place = place(of: attribute.key) else { continue }
      if attribute.isPlainText, attributes[place].refusesTexts { continue }
      let keepsTexts = ColumnLimits.collectsTexts(of: attribute.key)
      try attribute.forEachElement {
        attributes[place].add($0, of: document, keepsTexts: keepsTexts)
      }
    }
  }

  /// The domain, or the attribute of the same name where the item has none.
  private mutating func addDomain(
    of item: EncodedItem, _ document: UInt32
  ) throws(ModelError) {
    if var domain = item.domainIdentifier {
      let place = domainPlace ?? newPlace(.domainIdentifier)
      domainPlace = place
      domain.withUTF8 { attributes[place].add(.text($0), of: document, keepsTexts: true) }
    } else if let attribute = try item.attribute(for: .builtIn(.domainIdentifier)) {
      let place = domainPlace ?? newPlace(.domainIdentifier)
      domainPlace = place
      try attribute.forEachElement { attributes[place].add($0, of: document, keepsTexts: true) }
    }
  }

  /// The place of an attribute that may have columns; `nil` for others.
  private mutating func place(of key: AttributeKey) -> Int? {
    switch key {
    case .builtIn(.htmlContentData), .builtIn(.domainIdentifier): return nil
    case .builtIn(let id):
      let number = Int(id.rawValue)
      if number < builtInPlaces.count, builtInPlaces[number] > 0 {
        return Int(builtInPlaces[number]) - 1
      }
      guard let place = newAttributePlace(.builtIn(id)) else { return nil }
      if number >= builtInPlaces.count {
        builtInPlaces += repeatElement(0, count: number + 1 - builtInPlaces.count)
      }
      builtInPlaces[number] = UInt16(place + 1)
      return place
    case .custom(let key):
      if let place = customPlaces[key.name] { return place }
      guard let place = newAttributePlace(.custom(key.name)) else { return nil }
      customPlaces[key.name] = place
      return place
    }
  }

  private mutating func newAttributePlace(_ target: AttributeTarget) -> Int? {
    guard attributes.count < ColumnLimits.attributeCount - 2, isComplete else {
      isComplete = false
      return nil
    }
    return newPlace(target)
  }

  private mutating func newPlace(_ target: AttributeTarget) -> Int {
    attributes.append(AttributeColumnsBuilder(target))
    return attributes.count - 1
  }
}
