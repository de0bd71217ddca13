internal import Foundation
internal import FresnelModel
internal import SpotlightWire

extension CSSearchableItem {
  /// The items as they are stored, or why one of them cannot be; as ``modelItem(indexedAt:)``.
  static func models(
    of items: [CSSearchableItem], indexedAt date: Date
  ) -> Result<[Item], ServiceError> {
    var models: [Item] = []
    models.reserveCapacity(items.count)
    for item in items {
      switch item.modelItem(indexedAt: date) {
      case .success(let model): models.append(model)
      case .failure(let error): return .failure(error)
      }
    }
    return .success(models)
  }

  /// The item as it is stored.
  ///
  /// - Parameter date: When the item is indexed, from which the default expiry counts. A partial
  ///   update without an expiry of its own keeps the stored one.
  /// - Returns: The item, or an error that names the attribute whose value cannot be stored.
  func modelItem(indexedAt date: Date) -> Result<Item, ServiceError> {
    let identifier = uniqueIdentifier
    let storage = attributeSet.storage.value
    if let (key, reason) = storage.rejections.min(by: { $0.key.name < $1.key.name }) {
      return .failure(
        ServiceError(
          .invalidItem,
          "The item \"\(identifier.prefix(80))\" cannot be stored: \(key.name) \(reason).",
          itemIdentifier: identifier, attribute: key.name))
    }
    let expiration = chosenExpiration ?? (isUpdate ? nil : Self.defaultExpiration(from: date))
    return .success(
      Item(
        uniqueIdentifier: identifier, domainIdentifier: domainIdentifier,
        expiration: expiration.map {
          Timestamp(secondsSinceReferenceDate: $0.timeIntervalSinceReferenceDate)
        },
        attributes: storage.attributes, isUpdate: isUpdate))
  }
}

extension AttributeKey {
  /// The name that an app knows the attribute by.
  fileprivate var name: String {
    switch self {
    case .builtIn(let id):
      AttributeTable.definition(for: id)?.swiftName ?? "attribute \(id.rawValue)"
    case .custom(let key): key.name
    }
  }
}
