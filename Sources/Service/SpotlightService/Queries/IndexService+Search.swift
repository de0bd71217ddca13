package import SpotlightWire
internal import FresnelEngine
package import FresnelModel
internal import FresnelQuery

extension IndexService {
  /// Finds an app's own items, in all of its indexes, in the state at the time of the call.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - search: What to look for.
  ///   - isCancelled: Asked every now and then while nothing is found; when it returns true, the search
  ///     ends.
  ///   - body: Called with each item, which carries only the attributes asked for; returns whether
  ///     to go on.
  /// - Throws: ``ServiceError`` when the store cannot be read or an item is damaged.
  package func forEachItem(
    of app: AppIdentity, matching search: ItemSearch, isCancelled: () -> Bool = { false },
    _ body: (Item) -> Bool
  ) throws(ServiceError) {
    let snapshot = try snapshot()
    var failure: ServiceError?
    do throws(QueryError) {
      try snapshot.forEachMatch(
        of: search.query, in: .app(app.identifier), context: search.context,
        detail: .attributes(search.attributes), isCancelled: isCancelled
      ) { hit in
        do throws(ModelError) {
          return body(try hit.item.item(with: search.attributes))
        } catch {
          failure = ServiceError(.unavailable, error.message, attribute: error.attribute)
          return false
        }
      }
    } catch {
      throw ServiceError(.invalidQuery, error.message, column: error.column)
    }
    if let failure { throw failure }
  }
}

extension EncodedItem {
  /// The item with some of its attributes.
  fileprivate func item(with keys: [AttributeKey]) throws(ModelError) -> Item {
    var attributes = Attributes()
    for key in keys {
      // The stored key, unlike one made from a name, knows its flags.
      guard let found = try attribute(for: key) else { continue }
      attributes[found.key] = try found.value()
    }
    return Item(
      uniqueIdentifier: uniqueIdentifier, domainIdentifier: domainIdentifier,
      expiration: expiration, attributes: attributes)
  }
}
