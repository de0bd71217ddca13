internal import FresnelEngine
public import FresnelModel

/// One thing that an app asks of its index.
public enum IndexChange: Sendable {
  /// Adds items, replaces them, or merges those marked as updates.
  case addItems([Item])
  /// Deletes items by unique identifier.
  case deleteItems([String])
  /// Deletes domains and those below them.
  case deleteDomains([String])
  /// Deletes everything.
  case deleteAll
}

extension IndexChange {
  /// The longest unique or domain identifier, in bytes of UTF-8.
  public static let maximumIdentifierLength = 4096

  /// Checks the change and encodes its items, once and for all.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidItem``, naming the item and
  ///   the attribute.
  func operation() throws(ServiceError) -> Operation {
    switch self {
    case .addItems(let items):
      var encoded: [[UInt8]] = []
      encoded.reserveCapacity(items.count)
      for item in items { encoded.append(try Self.encode(item)) }
      return .put(encoded)
    case .deleteItems(let identifiers): return .deleteIdentifiers(identifiers)
    case .deleteDomains(let domains): return .deleteDomains(domains)
    case .deleteAll: return .deleteAll
    }
  }

  private static func encode(_ item: Item) throws(ServiceError) -> [UInt8] {
    if item.uniqueIdentifier.isEmpty {
      throw ServiceError(.invalidItem, "An item has an empty unique identifier.")
    }
    try check(item.uniqueIdentifier, of: item, called: "unique identifier")
    if let domain = item.domainIdentifier {
      try check(domain, of: item, called: "domain identifier")
    }
    do throws(ModelError) {
      return try ItemCodec.encode(item)
    } catch {
      throw ServiceError(
        .invalidItem, "The item \"\(item.uniqueIdentifier)\" cannot be stored: \(error.message)",
        itemIdentifier: item.uniqueIdentifier)
    }
  }

  private static func check(
    _ identifier: String, of item: Item, called name: String
  ) throws(ServiceError) {
    let length = identifier.utf8.count
    guard length > maximumIdentifierLength else { return }
    throw ServiceError(
      .invalidItem,
      "The \(name) that begins \"\(identifier.prefix(40))\" is \(length) bytes long; the limit is "
        + "\(maximumIdentifierLength).",
      itemIdentifier: item.uniqueIdentifier)
  }
}
