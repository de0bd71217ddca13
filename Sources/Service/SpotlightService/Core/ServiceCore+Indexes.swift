internal import FresnelEngine
package import FresnelModel
package import SpotlightWire

/// An index, as those who look after the service see it.
package struct IndexReport: Hashable, Sendable {
  /// Whose it is, and its name.
  package var scope: IndexScope
  /// The class of the store that holds it.
  package var protection: ProtectionClass
  /// Its items.
  package var itemCount: Int
  /// The bytes of its items.
  package var itemByteCount: Int
}

extension ServiceCore {
  /// The indexes of all apps, in order. A store whose key cannot be had now, as before the first login, has none.
  ///
  /// - Throws: ``ServiceError`` when a store cannot be read: that it has nothing would be wrong.
  /// - Complexity: That of ``report()``.
  package func indexes() throws(ServiceError) -> [IndexReport] {
    var indexes: [IndexReport] = []
    for store in stores where store.key.isThere {
      for entry in try store.snapshot().scopes() where !ScopeName.isInternal(entry.scope) {
        indexes.append(
          IndexReport(
            scope: entry.scope, protection: store.protection, itemCount: entry.itemCount,
            itemByteCount: entry.itemByteCount))
      }
    }
    return indexes.sorted { $0.scope < $1.scope }
  }

  /// The apps that have opened indexes of a class that is served elsewhere, as far as it is known now.
  package func appsWithIndexes(of protection: ProtectionClass) -> Set<String> {
    guard let key = try? home.key.get(), (try? home.ledger.open(key: key)) != nil else { return [] }
    let ledger = home.ledger.state
    return Set(
      ledger[.indexes].keys.compactMap { IndexScope(ledgerKey: $0) }.filter {
        ledger.index($0)?.protection == protection
      }.map(\.app))
  }
}
