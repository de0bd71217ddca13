import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import Testing

/// Columns of items, in memory.
struct ColumnFixture {
  let items: [EncodedItem]
  let columns: Columns

  /// The context of all queries: 10 May 2026, noon in Berlin.
  static let context = EvaluationContext(
    now: Timestamp(secondsSinceReferenceDate: 800_100_000), timeZone: "Europe/Berlin")

  /// Writes columns, flushing after every `flushInterval` items where there is one.
  init(_ items: [EncodedItem], flushInterval: Int? = nil) throws {
    self.items = items
    let image = try Self.image(items, flushInterval: flushInterval)
    columns = try Columns(image.source, image.location, documentCount: items.count)
  }

  static func image(
    _ items: [EncodedItem], flushInterval: Int? = nil
  ) throws -> (source: ByteSource, location: ColumnsLocation) {
    var sink = ByteSink.memory()
    var writer = ColumnsWriter()
    for (index, item) in items.enumerated() {
      writer.add(item)
      if let flushInterval, index % flushInterval == 0 { try writer.flush(to: &sink) }
    }
    let location = try writer.finish(to: &sink)
    return (try #require(try sink.finish()), location)
  }

  static func item(_ attributes: [AttributeKey: AttributeValue]) throws -> EncodedItem {
    try EncodedItem(
      validating: ItemCodec.encode(
        Item(uniqueIdentifier: "item", attributes: Attributes(attributes))))
  }

  /// The only comparison of a query.
  static func comparison(_ query: CompiledQuery) throws -> CompiledComparison {
    guard case .comparison(let comparison) = query.root else {
      throw StorageError(.closed, "\(query.query) is not one comparison.")
    }
    return comparison
  }

  func filter(_ text: String) throws -> ColumnFilter? {
    try columns.filter(
      for: Self.comparison(CompiledQuery(parseQuery(text), context: Self.context)))
  }

  /// The documents that a filter lets pass, asked one by one.
  func matches(_ text: String) throws -> [UInt32]? {
    guard var filter = try filter(text) else { return nil }
    var found: [UInt32] = []
    for document in 0..<UInt32(items.count) where try filter.matches(document) {
      found.append(document)
    }
    return found
  }
}
