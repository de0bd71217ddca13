internal import CoreSpotlight

/// All that is declared of a database. A table's number is its place, from 1.
struct Declaration: Sendable {
  let tables: [SearchableTable]
  /// 16 bytes that are others when other items would be made.
  let digest: [UInt8]

  /// The length of a digest.
  static let digestByteCount = 16

  /// Takes tables, of which there is one at least and each one once.
  init(_ tables: [SearchableTable]) throws(SpotlightDatabaseError) {
    guard !tables.isEmpty else {
      throw SpotlightDatabaseError(.schema, "No table is declared; declare one at least.")
    }
    var names: Set<String> = []
    for table in tables {
      guard names.insert(table.name.lowercased()).inserted else {
        throw SpotlightDatabaseError(
          .schema,
          "The table \(table.name) is declared twice; join the conditions in one declaration.",
          table: table.name)
      }
      guard !table.columns.isEmpty else {
        throw SpotlightDatabaseError(
          .schema, "The table \(table.name) has no column to index; declare one at least.",
          table: table.name)
      }
    }
    self.tables = tables
    digest = try Self.digest(of: tables)
  }

  /// The domains to be replaced as a whole, none within another, and the tables of each.
  var domains: [(domain: String, sources: [Int])] {
    let all = Set(tables.map(\.domain))
    let roots = all.filter { domain in !all.contains { Self.isBelow(domain, $0) } }
    return roots.sorted().map { root in
      let sources = tables.indices.filter {
        tables[$0].domain == root || Self.isBelow(tables[$0].domain, root)
      }
      return (root, sources.map { $0 + 1 })
    }
  }

  private static func isBelow(_ domain: String, _ other: String) -> Bool {
    domain.hasPrefix(other + ".")
  }

  /// Which attribute a column fills is told by the item of a row of samples.
  private static func digest(
    of tables: [SearchableTable]
  ) throws(SpotlightDatabaseError) -> [UInt8] {
    let declarationKey = CSCustomAttributeKey(keyName: "SpotlightSQLite")
    var digest = SearchableIndexDigest()
    for (number, table) in tables.enumerated() {
      for (place, column) in table.columns.enumerated() {
        let attributes = CSSearchableItemAttributeSet(contentType: table.contentType)
        column.fill(attributes, column.sample)
        if let declarationKey {
          let parts = [table.name, table.key, table.condition ?? "", column.name]
          attributes.setValue(NSArray(array: parts), forCustomKey: declarationKey)
        }
        let item = CSSearchableItem(
          uniqueIdentifier: "\(number) \(place) \(table.version) \(table.condition != nil)",
          domainIdentifier: table.domain, attributeSet: attributes)
        do {
          try digest.insert(item)
        } catch {
          throw SpotlightDatabaseError(
            .schema,
            "The declaration of \(table.name).\(column.name) cannot be indexed: "
              + error.localizedDescription,
            table: table.name, column: column.name)
        }
      }
    }
    return [UInt8](digest.bytes.prefix(digestByteCount))
  }
}
