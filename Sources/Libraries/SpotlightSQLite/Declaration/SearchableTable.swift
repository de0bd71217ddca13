public import CoreSpotlight

/// A table whose rows are to be found.
public struct SearchableTable: Sendable {
  let name: String
  let key: String
  let domain: String
  let condition: String?
  let contentType: UTType
  let columns: [SearchableColumn]
  let prepare: (@Sendable (CSSearchableItem, SearchableRow) -> Void)?
  let version: Int

  /// Declares a table.
  ///
  /// - Parameters:
  ///   - name: The name of the table, which is not a view and not a virtual table.
  ///   - key: The column that tells rows apart for ever: an `INTEGER PRIMARY KEY` (`rowid` stands for it), or
  ///     one with a unique index. A row whose key is null is not indexed.
  ///   - domain: The domain of the items; without one the name of the table. Nothing else of the index may
  ///     lie in it or below it.
  ///   - condition: An SQL expression over the columns of the row; rows for which it is not true are not
  ///     indexed. It must not depend on anything else: no subquery, no clock.
  ///   - contentType: The type of the items.
  ///   - columns: What is read, and which attributes it fills.
  ///   - prepare: Completes an item, which has the attributes of the columns and never expires. It may depend
  ///     on the row alone, and may choose a domain below the table's. Runs on a queue of the library's.
  ///   - version: To be raised when `prepare` gives other items than before, so that all are made anew. The
  ///     rest of the declaration is compared by itself.
  public init(
    _ name: String, key: String = "rowid", domain: String? = nil, where condition: String? = nil,
    contentType: UTType = .text, columns: [SearchableColumn],
    prepare: (@Sendable (CSSearchableItem, SearchableRow) -> Void)? = nil, version: Int = 1
  ) {
    self.name = name
    self.key = key
    self.domain = domain ?? name
    self.condition = condition
    self.contentType = contentType
    self.columns = columns
    self.prepare = prepare
    self.version = version
  }

  /// The item of a row.
  func item(key: SearchableValue, values: [String: SearchableValue]) -> CSSearchableItem {
    let attributes = CSSearchableItemAttributeSet(contentType: contentType)
    for column in columns {
      if let value = values[column.name] { column.fill(attributes, value) }
    }
    let item = CSSearchableItem(
      uniqueIdentifier: RowIdentifier.text(table: name, key: key), domainIdentifier: domain,
      attributeSet: attributes)
    item.expirationDate = .distantFuture
    guard let prepare else { return item }
    let identifier = item.uniqueIdentifier
    var values = values
    values[self.key] = key
    prepare(item, SearchableRow(values))
    // By these the item is found again when the row changes or goes.
    item.uniqueIdentifier = identifier
    if item.domainIdentifier?.hasPrefix(domain + ".") != true { item.domainIdentifier = domain }
    return item
  }
}
