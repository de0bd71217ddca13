package import FresnelModel
package import SpotlightWire

/// One thing that an app asks of its index.
package enum IndexChange: Sendable {
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
  /// Checks the change and encodes its items, once and for all.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidItem``, naming the item and,
  ///   where one is at fault, the attribute.
  func operation() throws(ServiceError) -> WireOperation {
    switch self {
    case .addItems(let items):
      var encoded: [EncodedItem] = []
      encoded.reserveCapacity(items.count)
      for item in items { encoded.append(try Self.encode(item)) }
      return .put(encoded)
    case .deleteItems(let identifiers): return .deleteIdentifiers(identifiers)
    case .deleteDomains(let domains): return .deleteDomains(domains)
    case .deleteAll: return .deleteAll
    }
  }

  /// Encodes an item.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidItem``.
  package static func encode(_ item: Item) throws(ServiceError) -> EncodedItem {
    guard !item.uniqueIdentifier.isEmpty else {
      throw ServiceError(.invalidItem, "An item has an empty unique identifier.")
    }
    do throws(ModelError) {
      return try EncodedItem(opening: try ItemCodec.encode(item))
    } catch {
      // An over-long identifier is the fault itself; only its beginning helps.
      let name = item.uniqueIdentifier.prefix(80)
      throw ServiceError(
        .invalidItem, "The item \"\(name)\" cannot be stored: \(error.message)",
        itemIdentifier: String(name), attribute: error.attribute)
    }
  }
}
