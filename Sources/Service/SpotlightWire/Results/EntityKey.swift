package import FresnelModel

/// What two hits have in common that stand for one entity.
package enum EntityKey: Hashable, Sendable {
  /// The same item of an app; the strongest kind of key. Identifiers are made by ``item(in:identifier:)``.
  case item(app: String, identifier: String)
  /// The same file, by its URL.
  case file(String)
  /// The same page of the web, by its URL as ``WebAddress/normalized(_:)`` makes it; the weakest kind.
  case page(String)

  /// The kinds of keys, the strongest first.
  package enum Kind: UInt8, CaseIterable, Hashable, Comparable, Sendable {
    /// ``EntityKey/item(app:identifier:)``.
    case item = 0
    /// ``EntityKey/file(_:)``.
    case file = 1
    /// ``EntityKey/page(_:)``.
    case page = 2

    /// Orders the stronger before the weaker.
    package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  /// The kind.
  package var kind: Kind {
    switch self {
    case .item: .item
    case .file: .file
    case .page: .page
    }
  }

  /// The key of an item: apps may use an identifier in several indexes for several entities.
  package static func item(in scope: IndexScope, identifier: String) -> EntityKey {
    // The name of an index has no U+0000.
    .item(
      app: scope.app,
      identifier: scope.index.isEmpty ? identifier : "\(scope.index)\0\(identifier)")
  }

  /// The key of a page.
  package static func webPage(at url: String) -> EntityKey {
    .page(WebAddress.normalized(url))
  }

  /// The keys of an item: itself, its `contentURL`, its `URL`.
  ///
  /// - Parameters:
  ///   - item: The item; attributes that cannot be read count as missing.
  ///   - scope: Where it is.
  /// - Returns: One key at least.
  package static func keys(ofItem item: EncodedItem, in scope: IndexScope) -> [EntityKey] {
    var keys: [EntityKey] = [.item(in: scope, identifier: item.uniqueIdentifier)]
    if let file = item.text(of: .contentURL) { keys.append(.file(file)) }
    if let page = item.text(of: .url) { keys.append(.webPage(at: page)) }
    return keys
  }

  /// The keys of an activity: the item that it is related to, weakly or not, its `contentURL`, its webpage.
  ///
  /// - Parameters:
  ///   - activity: The activity.
  ///   - attributes: Its attributes; those that cannot be read count as missing.
  ///   - scope: Where the item is, to which it is related.
  /// - Returns: At most one key of each kind; none for an activity that stands for nothing else.
  package static func keys(
    ofActivity activity: WireActivity, attributes: EncodedItem?, relatedIn scope: IndexScope
  ) -> [EntityKey] {
    var keys: [EntityKey] = []
    if let identifier = attributes?.text(of: .relatedUniqueIdentifier)
      ?? attributes?.text(of: .weakRelatedUniqueIdentifier)
    {
      keys.append(.item(in: scope, identifier: identifier))
    }
    if let file = attributes?.text(of: .contentURL) { keys.append(.file(file)) }
    if let page = activity.webpage ?? attributes?.text(of: .url) { keys.append(.webPage(at: page)) }
    return keys
  }
}
